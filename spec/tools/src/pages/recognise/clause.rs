//! The grammar of one clause: `数据类型支持FLOAT、INT8`, `empty tensors are not supported`, `不高于8维`.
//!
//! A clause is understood only if a pattern consumes all of it. So a word that the grammar does not know, such as a
//! condition, an exception or a negation of another kind, makes it another clause, which is not understood.

use super::interval::{self, Range};
use super::names::Names;
use super::text::{is_identifier, outside_brackets, squeezed};
use crate::facts::Ranks;
use regex::{Captures, Regex};
use std::sync::LazyLock;

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

/// A pattern for all of a clause. Case is ignored.
fn whole(pattern: &str) -> Regex {
    // The patterns are constants of this file, and its tests use each.
    Regex::new(&format!("^(?i:{pattern})$")).expect("a valid pattern")
}

macro_rules! patterns {
    ($($name:ident = $pattern:expr;)*) => { $(static $name: LazyLock<Regex> = LazyLock::new(|| whole($pattern));)* };
}

patterns! {
    DTYPES = "(?:输入|输出)?数据类型(?:仅|只)?(?:支持|为|是|包括|:):?(?P<list>.+)\
        |(?:支持的?|可选的?)数据类型(?:为|有|是|包括|包含)?:?(?P<list2>[^为有是包].*)\
        |支持(?P<list3>.+?)(?:数据)?类型\
        |(?:the )?data types? (?:supports?|supported are|can be|is|are|must be) (?P<list4>.+)\
        |(?:the )?supported data types?(?: are| is|:) ?(?P<list5>.+)\
        |(?:the )?data types?: ?(?P<list6>.+)\
        |(?P<list7>.+?) (?:is|are) supported";
    VALUES = "(?:取值|取值为|支持):?(?P<list>.+)|(?:the )?(?:values?(?: is| are)?|one of):? ?(?P<list2>.+)";
    FORMATS = "(?:输入|输出)?(?:数据)?格式(?:仅|只)?(?:支持|为|是):?(?P<list>.+)\
        |支持的?(?:数据)?格式(?:为|有|是)?:?(?P<list2>[^为有是].*)\
        |(?:the )?(?:data )?formats? (?:supports?|can be|is|are|must be) (?P<list3>.+)\
        |(?:the )?supported (?:data )?formats?(?: are| is|:) ?(?P<list4>.+)";
    LOST_FORMATS = "undefined支持(?P<list>.+)";
    LOST = "支持undefined|supports undefined";
    TENSORS = "(?P<not>暂?不)?(?:支持|允许)(?P<kinds>.+)";
    TENSORS_EN = "(?:an? |the )?(?P<kinds>(?:empty|non-?contiguous|discontiguous)(?: (?:and|or) (?:empty|non-?contiguous|discontiguous))?) \
        (?:tensors?|views?) (?:is|are) (?P<not>not )?(?:supported|accepted|allowed)\
        |(?:it )?(?:supports|accepts|(?P<not2>does not (?:support|accept))) (?:an? )?\
        (?P<kinds2>(?:empty|non-?contiguous|discontiguous)(?: (?:and|or) (?:empty|non-?contiguous|discontiguous))?) (?:tensors?|views?)";
    EMPTY_KIND = "(?:(?:传入)?空的?(?:tensor|张量)(?:场景|输入|传入)?|empty)";
    STRIDED_KIND = "(?:(?:传入)?非连续(?:的?(?:tensor|张量))?(?:场景|输入|传入)?|non-?contiguous|discontiguous)";
    RANGE = "(?:其)?(?:取值|数值)?(?:的)?范围(?:应为|为|是|在|:)? ?(?P<interval>[\\[(].+[\\])])(?:内|之间|中|以内)?\
        |(?:the )?value range(?: is|:| of)? ?(?P<interval2>[\\[(].+[\\])])\
        |(?:the )?(?:valid )?range (?:is|of) (?P<interval3>[\\[(].+[\\])])\
        |(?:the )?values? (?:is|are|must be|lies|lie) in (?:the range )?(?:of )?(?P<interval4>[\\[(].+[\\])])";
    OPEN_RANGE = "(?:其)?(?:取值|数值)?(?:的)?范围.*|(?:the )?(?:value |valid )?range .*";
    PRODUCTS = "(?P<products>[^:]+):(?P<rest>.+)";
    ANNOTATED = "(?P<name>[a-z0-9_]+)(?:\\^[0-9]+)? ?(?:\\((?P<note>.+)\\))?";
    ONLY_ON = "(?P<name>[a-z0-9_]+) ?\\((?:(?:仅|只)(?:支持|限)?(?P<products>.+?)(?:支持)?|only (?:on|for) (?P<products2>.+)|(?:supported )?only (?:on|by|for) (?P<products3>.+))\\)";
    RANKS = "(?:(?:支持的?)?(?:tensor|张量)?的?(?:shape|形状)?的?(?:数据)?(?P<word>维度|维数)?数?)\
        (?:(?:支持|为|是|范围为|在)?\\[?(?P<from>[0-9]{1,3})(?P<unit0>维)?(?:[-–—~到至]|,)(?P<to>[0-9]{1,3})\\]?(?P<unit1>维)?(?:之间|以内|内)?\
        |(?:支持|要求)?(?:不高于|不超过|不大于|不多于|最多支持|最多为?|最大支持|最大为?|至多|小于等于|≤|<=|不能超过|不能大于|不可超过)(?P<most>[0-9]{1,3})(?P<unit2>维)?\
        |(?:小于|低于|少于|<)(?P<below>[0-9]{1,3})(?P<unit3>维)?\
        |(?:不小于|不低于|不少于|至少|至少为|大于等于|≥|>=)(?P<least>[0-9]{1,3})(?P<unit4>维)?\
        |不支持(?P<above>[0-9]{1,3})(?P<unit5>维)以上(?:的(?:输入|tensor|张量))?\
        |不支持(?:大于|超过|高于)(?P<above2>[0-9]{1,3})(?P<unit6>维)(?:的(?:输入|tensor|张量))?\
        |(?:为|是|必须为|需为|固定为|要求为|支持|只支持|仅支持)(?P<exact>[0-9]{1,3})(?P<unit7>维|D)?(?: ?(?:tensor|张量))?\
        |(?:device侧)?(?P<exact2>[0-9]{1,3})(?P<unit8>维|D) ?(?:tensor|张量))";
    RANKS_EN = "(?:(?:the )?(?:tensors?|shapes?|inputs?) )?(?:(?:has|have|with|of|supports?) )?\
        (?:(?:at most|up to|no more than|not more than|a maximum of) (?P<most>[0-9]{1,3})\
        |(?P<from>[0-9]{1,3})(?: ?- ?| to )(?P<to>[0-9]{1,3})) dimensions?(?: (?:is|are) supported)?\
        |(?:the )?rank (?:is|must be) (?:at most|no more than) (?P<most2>[0-9]{1,3})";
    RANK_COLUMN = "(?P<exact>[0-9]{1,3})(?:维|D)?|(?P<members>[0-9]{1,3}维?(?:[、/或,][0-9]{1,3}维?)+)|(?P<least>[0-9]{1,3})维?(?:及|或)以上";
}

/// What a clause states about the parameter that it describes. `None` if it is not understood.
pub(super) fn read(clause: &str, scope: &Scope<'_>) -> Option<Vec<Stated>> {
    let clause = squeezed(clause);
    let clause = without_subject(&clause, scope.parameter);
    if LOST.is_match(clause) {
        return Some(vec![Stated::Lost]);
    }
    if let Some(kinds) = tensors(clause) {
        return Some(kinds);
    }
    if let Some(ranks) = ranks(clause) {
        return Some(vec![Stated::Ranks(ranks)]);
    }
    if let Some(list) = RANGE.captures(clause).and_then(|found| list_of(&found)) {
        return Some(vec![Stated::Range(interval::read(list)?)]);
    }
    if let Some(names) = formats(clause, scope.names) {
        return Some(vec![Stated::Formats(names)]);
    }
    if let Some(list) = DTYPES.captures(clause).and_then(|found| list_of(&found))
        && let Some(stated) = dtype_list(list, scope, annotated)
    {
        return Some(stated);
    }
    let values = VALUES.captures(clause).and_then(|found| dtypes(list_of(&found)?, scope));
    if let Some(listed) = values {
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
    if OPEN_RANGE.is_match(&said) && count(['[', '(']) != count([']', ')']) {
        return Some(format!("the range `{clause}` does not end"));
    }
    let listed =
        VALUES.captures(&said).filter(|_| !said.starts_with('支')).and_then(|found| list_of(&found))?;
    let listed = members(listed);
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

/// The only group of a pattern that took part, if there is one.
fn list_of<'a>(found: &Captures<'a>) -> Option<&'a str> {
    found.iter().skip(1).flatten().next().map(|group| group.as_str())
}

fn tensors(clause: &str) -> Option<Vec<Stated>> {
    let found = TENSORS.captures(clause).or_else(|| TENSORS_EN.captures(clause))?;
    let group = |names: &[&str]| names.iter().find_map(|name| found.name(name).map(|group| group.as_str()));
    let accepted = group(&["not", "not2"]).is_none();
    let kinds = group(&["kinds", "kinds2"])?;
    let kinds = kinds.split(['、', '和', '及', '或']).flat_map(|kind| kind.split(" and "));
    kinds
        .flat_map(|kind| kind.split(" or "))
        .map(|kind| match kind.trim() {
            kind if EMPTY_KIND.is_match(kind) => Some(Stated::Empty(accepted)),
            kind if STRIDED_KIND.is_match(kind) => Some(Stated::Strided(accepted)),
            _ => None,
        })
        .collect()
}

/// The ranks that a clause of a sentence allows. It must say that it counts dimensions.
pub(super) fn ranks(clause: &str) -> Option<Ranks> {
    const UNITS: [&str; 10] =
        ["word", "unit0", "unit1", "unit2", "unit3", "unit4", "unit5", "unit6", "unit7", "unit8"];
    let counts = |found: &Captures<'_>| UNITS.iter().any(|unit| found.name(unit).is_some());
    bounds(&RANKS.captures(clause).filter(counts).or_else(|| RANKS_EN.captures(clause))?)
}

/// What a cell of a column of ranks states: `0、3、4` also has a gap. A number needs no unit here.
pub(super) fn rank_cell(cell: &str) -> Option<Vec<Stated>> {
    let cell = squeezed(cell);
    let cell = cell.trim_end_matches('。');
    if let Some(members) = RANK_COLUMN.captures(cell).as_ref().and_then(|found| found.name("members")) {
        let numbers =
            members.as_str().split(['、', '/', '或', ',']).map(|n| n.trim_end_matches('维').parse::<u32>());
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
        let follow = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (least, most) = (numbers.first().copied(), numbers.last().copied());
        let ranks = Stated::Ranks(limits(least, most));
        return numbers.is_sorted().then(|| if follow { vec![ranks] } else { vec![ranks, Stated::More] });
    }
    let found =
        RANK_COLUMN.captures(cell).or_else(|| RANKS.captures(cell)).or_else(|| RANKS_EN.captures(cell));
    Some(vec![Stated::Ranks(bounds(&found?)?)])
}

/// A tensor has 0 dimensions or more, whether a page says so or not.
fn limits(least: Option<u32>, most: Option<u32>) -> Ranks {
    Ranks { least: least.filter(|least| *least > 0), most }
}

fn bounds(found: &Captures<'_>) -> Option<Ranks> {
    let number = |name: &str| found.name(name)?.as_str().parse::<u32>().ok();
    let exact = number("exact").or_else(|| number("exact2"));
    let most = ["most", "most2", "above", "above2", "to"].iter().find_map(|name| number(name));
    let below = || number("below").and_then(|below| below.checked_sub(1));
    let least = exact.or_else(|| ["least", "from"].iter().find_map(|name| number(name)));
    let most = exact.or(most).or_else(below);
    let ranks = limits(least, most);
    let ordered = least.zip(most).is_none_or(|(least, most)| least <= most);
    (ordered && ranks != Ranks::default()).then_some(ranks)
}

fn formats(clause: &str, names: &Names<'_>) -> Option<Vec<String>> {
    let lost = LOST_FORMATS.captures(clause);
    let found = FORMATS.captures(clause);
    let listed = format_names(list_of(found.as_ref().or(lost.as_ref())?)?, names)?;
    let known = |name: &String| names.spec.formats.iter().any(|format| format.name == *name);
    (found.is_some() || listed.iter().all(known)).then_some(listed)
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
    let found = ANNOTATED.captures(member)?;
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
            let found = ONLY_ON.captures(member)?;
            let named = ["products", "products2", "products3"].iter().find_map(|group| found.name(group))?;
            Some(Listed { name: found["name"].to_owned(), only: products(named.as_str(), scope.products)? })
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
    let found = PRODUCTS.captures(clause)?;
    let on = products(&found["products"], scope.products)?;
    let list = DTYPES.captures(found.name("rest")?.as_str()).and_then(|found| list_of(&found))?;
    let listed = dtypes(list, scope)?;
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
