//! The grammar of one clause: `数据类型支持FLOAT、INT8`, `empty tensors are not supported`, `不高于8维`.
//!
//! A clause is understood only if a pattern consumes all of it. So a word that the grammar does not know, such as a
//! condition, an exception or a negation of another kind, makes it another clause, which is not understood.

use super::names::Names;
use super::text::{is_identifier, outside_brackets, squeezed};
use crate::facts::Ranks;
use crate::vocabulary::forms;
use regex::Captures;

/// What one clause states about a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    DTypes(Vec<Listed>),
    /// Products, and the dtypes that a parameter takes on them.
    DTypesOn(Vec<String>, Vec<String>),
    Formats(Vec<String>),
    /// Whether it may be a tensor without elements.
    Empty(bool),
    /// Whether it may be a view with gaps.
    Strided(bool),
    Ranks(Ranks),
    Range(Range),
    /// Something, but the word is lost.
    Lost,
    /// More than what is understood, but no condition of it.
    More,
}

/// A dtype in a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed {
    /// Its name as printed.
    pub(super) name: String,
    /// The only products that take it; empty if all do.
    pub(super) only: Vec<String>,
}

/// What a clause may speak of.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) names: &'a Names<'a>,
    /// The parameter that it describes.
    pub(super) parameter: &'a str,
    /// Hardware products that the page lists, as printed.
    pub(super) products: &'a [String],
}

/// What a clause states about the parameter that it describes. `None` if it is not understood.
pub(super) fn read(clause: &str, scope: &Scope<'_>) -> Option<Vec<Stated>> {
    let clause = squeezed(clause);
    let clause = without_subject(&clause, scope.parameter);
    if forms("lost").is_match(clause) {
        return Some(vec![Stated::Lost]);
    }
    if let Some(kinds) = tensors(clause) {
        return Some(kinds);
    }
    if let Some(ranks) = ranks(clause) {
        return Some(vec![Stated::Ranks(ranks)]);
    }
    if let Some(range) = forms("range").part(clause) {
        return Some(vec![Stated::Range(interval(range)?)]);
    }
    if let Some(names) = formats(clause, scope.names) {
        return Some(vec![Stated::Formats(names)]);
    }
    if let Some(list) = forms("dtypes").part(clause)
        && let Some(stated) = dtype_list(list, scope, annotated)
    {
        return Some(stated);
    }
    if let Some(listed) = forms("values").part(clause).and_then(|list| dtypes(list, scope)) {
        // A list of values is one of dtypes only if each value is.
        let known = |listed: &Listed| scope.names.find_anywhere(&listed.name).is_some();
        return listed.iter().all(known).then(|| vec![Stated::DTypes(listed)]);
    }
    on_products(clause, scope).map(|on| vec![on])
}

/// Why a clause must be damaged: it begins a range that does not end, or lists values of which only some are dtypes.
pub(super) fn damage(clause: &str, scope: &Scope<'_>) -> Option<String> {
    let said = squeezed(clause);
    let count = |signs: [char; 2]| said.matches(signs).count();
    if forms("open_range").is_match(&said) && count(['[', '(']) != count([']', ')']) {
        return Some(format!("the range `{clause}` does not end"));
    }
    let listed = members(forms("values").part(&said).filter(|_| !said.starts_with('支'))?);
    let known = listed.iter().filter(|name| scope.names.find_anywhere(name).is_some()).count();
    (listed.iter().all(|name| is_identifier(name)) && known > 0 && known < listed.len())
        .then(|| format!("not all of the values {} are dtypes", listed.join(", ")))
}

/// The clause without the parameter's own name, or a pronoun, in front.
fn without_subject<'a>(clause: &'a str, parameter: &str) -> &'a str {
    let named = clause.strip_prefix(parameter).filter(|rest| !parameter.is_empty() && !rest.is_ascii());
    let rest = named.or_else(|| clause.strip_prefix('其')).or_else(|| clause.strip_prefix("且"));
    rest.map_or(clause, |rest| rest.trim_start_matches('的'))
}

fn tensors(clause: &str) -> Option<Vec<Stated>> {
    let accepted = forms("accepts").part(clause).map(|kinds| (kinds, true));
    let (kinds, accepted) = accepted.or_else(|| Some((forms("refuses").part(clause)?, false)))?;
    let kinds = kinds.split(['、', '和', '及', '或']).flat_map(|kind| kind.split(" and "));
    kinds
        .flat_map(|kind| kind.split(" or "))
        .map(|kind| match kind.trim() {
            kind if forms("empty").is_match(kind) => Some(Stated::Empty(accepted)),
            kind if forms("strided").is_match(kind) => Some(Stated::Strided(accepted)),
            _ => None,
        })
        .collect()
}

/// The ranks that a clause of a sentence allows. It must say that it counts dimensions.
pub(super) fn ranks(clause: &str) -> Option<Ranks> {
    let counts =
        |found: &Captures<'_>| ["word", "unit", "unit2"].iter().any(|unit| found.name(unit).is_some());
    let found = forms("ranks").captures(clause).filter(counts);
    bounds(&found.or_else(|| forms("ranks_english").captures(clause))?)
}

/// What a cell of a column of ranks states: `0、3、4` also has a gap. A number needs no unit here.
pub(super) fn rank_cell(cell: &str) -> Option<Vec<Stated>> {
    let cell = squeezed(cell);
    let cell = cell.trim_end_matches('。');
    let found = forms("rank_column").captures(cell);
    if let Some(members) = found.as_ref().and_then(|found| found.name("members")) {
        let numbers =
            members.as_str().split(['、', '/', '或', ',']).map(|n| n.trim_end_matches('维').parse::<u32>());
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
        let follow = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (least, most) = (numbers.first().copied(), numbers.last().copied());
        let ranks = Stated::Ranks(limits(least, most));
        return numbers.is_sorted().then(|| if follow { vec![ranks] } else { vec![ranks, Stated::More] });
    }
    let found =
        found.or_else(|| forms("ranks").captures(cell)).or_else(|| forms("ranks_english").captures(cell));
    Some(vec![Stated::Ranks(bounds(&found?)?)])
}

/// A tensor has 0 dimensions or more, whether a page says so or not.
fn limits(least: Option<u32>, most: Option<u32>) -> Ranks {
    Ranks { least: least.filter(|least| *least > 0), most }
}

fn bounds(found: &Captures<'_>) -> Option<Ranks> {
    let number = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
    let exact = number("exact");
    let most = number("most").or_else(|| number("to"));
    let below = || number("below").and_then(|below| below.checked_sub(1));
    let least = exact.or_else(|| number("least")).or_else(|| number("from"));
    let most = exact.or(most).or_else(below);
    let ranks = limits(least, most);
    let ordered = least.zip(most).is_none_or(|(least, most)| least <= most);
    (ordered && ranks != Ranks::default()).then_some(ranks)
}

fn formats(clause: &str, names: &Names<'_>) -> Option<Vec<String>> {
    let found = forms("formats").part(clause);
    let listed = format_names(found.or_else(|| forms("lost_formats").part(clause))?, names)?;
    (found.is_some() || listed.iter().all(|name| names.spec.has_format(name))).then_some(listed)
}

/// The formats that a text lists and nothing else.
pub(super) fn format_names(said: &str, names: &Names<'_>) -> Option<Vec<String>> {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let listed: Vec<String> = members(said).into_iter().map(str::to_owned).collect();
    let all = listed.iter().all(|name| {
        name.chars().all(is_name)
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && names.find_anywhere(name).is_none()
    });
    (all && !listed.is_empty()).then_some(listed)
}

/// What a cell of a column of dtypes states.
pub(super) fn dtype_cell(said: &str, scope: &Scope<'_>) -> Option<Vec<Stated>> {
    /// A longer member is a sentence.
    const LONGEST: usize = 16;
    dtype_list(said, scope, |member| {
        let phrase = member.chars().all(char::is_alphanumeric) && member.chars().count() <= LONGEST;
        annotated(member).or_else(|| phrase.then_some(member))
    })
}

/// What a list of dtypes states. Members that are not names alone are taken as `odd` says, and then there is more to read;
/// most members must be dtypes.
fn dtype_list<'a>(
    said: &'a str,
    scope: &Scope<'_>,
    odd: impl Fn(&'a str) -> Option<&'a str>,
) -> Option<Vec<Stated>> {
    if let Some(listed) = dtypes(said, scope) {
        return Some(vec![Stated::DTypes(listed)]);
    }
    let plain = |member: &'a str| dtypes(member, scope).and_then(|mut listed| listed.pop());
    let taken =
        |member| plain(member).or_else(|| Some(Listed { name: odd(member)?.to_owned(), only: Vec::new() }));
    let listed = members(said.trim_end_matches('。')).into_iter().map(taken).collect::<Option<Vec<_>>>()?;
    let known = listed.iter().filter(|dtype| scope.names.find_anywhere(&dtype.name).is_some()).count();
    (2 * known > listed.len()).then(|| vec![Stated::DTypes(listed), Stated::More])
}

/// The dtype of `INT4(暂不支持非连续Tensor)` or `FLOAT8_E5M2^2(36)`.
fn annotated(member: &str) -> Option<&str> {
    let found = forms("annotated").captures(member)?;
    let refused = found.name("note").is_some_and(|note| super::support::mark(note.as_str()) == Some(false));
    found.name("name").filter(|_| !refused).map(|name| name.as_str())
}

/// The dtypes that a text lists and nothing else. A name that is not a dtype is kept if it has the form of one.
pub(super) fn dtypes(said: &str, scope: &Scope<'_>) -> Option<Vec<Listed>> {
    let listed: Option<Vec<Listed>> = members(said.trim_end_matches('。'))
        .into_iter()
        .map(|member| {
            if is_identifier(member) {
                return Some(Listed { name: member.to_owned(), only: Vec::new() });
            }
            let found = forms("only_on").captures(member)?;
            Some(Listed {
                name: found["name"].to_owned(),
                only: products(&found["products"], scope.products)?,
            })
        })
        .collect();
    let known = |name: &str| scope.names.find_anywhere(name).is_some();
    let alike = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    listed.filter(|listed| {
        listed.iter().any(|dtype| known(&dtype.name))
            && listed.iter().all(|dtype| known(&dtype.name) || alike(&dtype.name))
    })
}

/// `PRODUCTS:数据类型支持LIST`
fn on_products(clause: &str, scope: &Scope<'_>) -> Option<Stated> {
    let (on, rest) = clause.split_once(':')?;
    let on = products(on, scope.products)?;
    let listed = dtypes(forms("dtypes").part(rest)?, scope)?;
    let everywhere = listed.iter().all(|dtype| dtype.only.is_empty());
    everywhere.then(|| Stated::DTypesOn(on, listed.into_iter().map(|dtype| dtype.name).collect()))
}

/// The products that a text lists and nothing else, as the page prints them where it lists them.
pub(super) fn products(said: &str, known: &[String]) -> Option<Vec<String>> {
    let bare = |name: &str| name.split_whitespace().collect::<String>();
    let named = |name: &str| known.iter().find(|known| bare(known) == bare(name)).cloned();
    said.split(['、', ',']).map(named).collect()
}

/// The members of a list, outside brackets.
fn members(said: &str) -> Vec<&str> {
    let separates = |_, c: char| matches!(c, '、' | ',' | ';' | '/' | '和' | '或' | '及');
    outside_brackets(said, separates)
        .into_iter()
        .map(|member| said[member].trim())
        .flat_map(|member| if member.contains('(') { vec![member] } else { member.split(" and ").collect() })
        .flat_map(|member| if member.contains('(') { vec![member] } else { member.split(" or ").collect() })
        .map(|member| {
            member.trim_start_matches("and ").trim_start_matches("or ").trim_end_matches('以').trim()
        })
        .filter(|member| !member.is_empty())
        .collect()
}

/// `[-rank(input), rank(input))`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: Bound,
    low_included: bool,
    high: Bound,
    high_included: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Bound {
    Int(i64),
    /// `rank(name)`, or its negative.
    Rank(String, bool),
}

/// The interval that a text is, with its brackets.
fn interval(said: &str) -> Option<Range> {
    let inside = said.strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
    let (low, high) = inside.split_once(',')?;
    let (low, one_less_than_low) = bound(low)?;
    if one_less_than_low {
        return None;
    }
    let (high, one_less) = bound(high)?;
    let low_included = said.starts_with('[');
    // Arguments with ranks for bounds are integers: up to `rank(x) - 1` is below `rank(x)`.
    let high_included = match (said.ends_with(']'), one_less) {
        (included, false) => included,
        (true, true) => false,
        (false, true) => return None,
    };
    Some(Range { low, low_included, high, high_included })
}

/// A bound, and whether one is subtracted from a rank.
fn bound(said: &str) -> Option<(Bound, bool)> {
    let said: String = said.split_whitespace().collect();
    if let Ok(number) = said.parse() {
        return Some((Bound::Int(number), false));
    }
    let (said, one_less) = said.strip_suffix("-1").map_or((said.as_str(), false), |rest| (rest, true));
    let (negative, said) = said.strip_prefix('-').map_or((false, said), |rest| (true, rest));
    let called = ["rank(", "dim("].iter().find_map(|call| said.strip_prefix(call)?.strip_suffix(')'));
    let name = called.or_else(|| said.strip_suffix(".dim()"))?;
    is_identifier(name).then(|| (Bound::Rank(name.to_owned(), negative), one_less))
}

impl Range {
    /// The names of tensors in it.
    pub(super) fn tensors(&self) -> impl Iterator<Item = &str> {
        [&self.low, &self.high].into_iter().filter_map(|bound| match bound {
            Bound::Rank(name, _) => Some(name.as_str()),
            Bound::Int(_) => None,
        })
    }

    /// The range in the predicate language, about `parameter` or each in this list, with tensors renamed by `rename`.
    pub(super) fn predicate(
        &self,
        parameter: &str,
        is_list: bool,
        rename: &dyn Fn(&str) -> String,
    ) -> String {
        // Each of a list is in the range if the lowest and the highest are.
        let [lowest, highest] = ["lowest", "highest"]
            .map(|end| if is_list { format!("{end}({parameter})") } else { parameter.to_owned() });
        let text = |bound: &Bound| match bound {
            Bound::Int(number) => number.to_string(),
            Bound::Rank(name, negative) => {
                format!("{}rank({})", if *negative { "-" } else { "" }, rename(name))
            }
        };
        let sign = |included: bool| if included { "<=" } else { "<" };
        let (low, high) = (text(&self.low), text(&self.high));
        format!("{low} {} {lowest} && {highest} {} {high}", sign(self.low_included), sign(self.high_included))
    }
}
