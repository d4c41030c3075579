//! Reads statements about a parameter: dtypes, formats, empty and strided tensors, ranges, ranks.
//!
//! Statements are recognised by their words. A word that a page has lost (`undefined`) is not guessed: the statement is
//! ignored.

use super::names::Names;
use super::parameters::{Column, Piece};
use super::text::{first_of, has, identifiers, list, sentences};

/// The statements in the description of one parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statements {
    /// Names as printed, in order.
    pub(super) dtypes: Vec<String>,
    pub(super) formats: Vec<String>,
    pub(super) empty: Option<bool>,
    pub(super) strided: Option<bool>,
    pub(super) range: Option<Range>,
    /// Statements that are unclear because a word is lost.
    pub(super) lost: Vec<String>,
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

const DTYPES: [&str; 9] = [
    "数据类型支持",
    "支持的数据类型为",
    "支持的数据类型有",
    "data type supports",
    "data types supported are",
    "supported data types are",
    "supported data types:",
    "data type can be",
    "data types can be",
];
/// Words before a list of values, which is a list of dtypes if every value is one.
const VALUES: [&str; 3] = ["取值:", "values:", "one of:"];
const RANGES: [&str; 5] = ["取值范围", "value range", "range of", "range is", "in the range"];
const DENIED: [&str; 5] = ["不支持", "not support", "not accept", "unsupported", "cannot"];

/// Reads a description in plain text.
///
/// # Errors
/// A statement that cannot be read.
pub(super) fn read(pieces: &[Piece], names: &Names<'_>) -> Result<Statements, String> {
    let said: Vec<String> = pieces
        .iter()
        .map(|piece| match piece.column {
            Column::DTypes => format!("数据类型支持{}", piece.says),
            Column::Formats => format!("数据格式支持{}", piece.says),
            _ => piece.says.clone(),
        })
        .collect();
    read_text(&said.join("。"), names)
}

fn read_text(said: &str, names: &Names<'_>) -> Result<Statements, String> {
    let mut found = Statements::default();
    for sentence in sentences(said) {
        let lower = sentence.to_lowercase();
        // Lower case keeps the length of the letters of these pages; otherwise places could not be compared.
        let lower = if lower.len() == sentence.len() { lower } else { sentence.to_owned() };
        dtypes(sentence, &lower, names, &mut found)?;
        formats(sentence, &lower, names, &mut found);
        for clause in lower.split([',', ';']) {
            if let Some(is) = stated(clause, &["空tensor", "空张量", "empty tensor"]) {
                found.empty = Some(is);
            }
            if let Some(is) = stated(clause, &["非连续", "non-contiguous", "noncontiguous", "discontiguous"])
            {
                found.strided = Some(is);
            }
            if clause.trim_end() == "支持undefined" || clause.trim_end().ends_with("supports undefined") {
                found.lost.push("a word is lost after “support”".to_owned());
            }
        }
        if let Some((at, length)) = first_of(&lower, &RANGES) {
            found.range = Some(range(&sentence[at + length..])?);
        }
    }
    Ok(found)
}

fn dtypes(sentence: &str, lower: &str, names: &Names<'_>, found: &mut Statements) -> Result<(), String> {
    let (at, length, sure) = match (first_of(lower, &DTYPES), first_of(lower, &VALUES)) {
        (Some((at, length)), _) => (at, length, true),
        (None, Some((at, length))) => (at, length, false),
        (None, None) => return Ok(()),
    };
    let rest = sentence[at + length..].trim_start_matches([':', ' ', '为']);
    let words = members(rest);
    if !sure && !words.iter().all(|word| names.find_anywhere(word).is_some()) {
        return if words.iter().any(|word| names.find_anywhere(word).is_some()) {
            Err(format!("not all of the values {} are dtypes", words.join(", ")))
        } else {
            Ok(())
        };
    }
    let identifier = |word: &str| matches!(identifiers(word).as_slice(), [(0, only)] if *only == word);
    if words.first().is_none_or(|word| !identifier(word)) {
        return Ok(());
    }
    if let Some(wrong) = words.iter().find(|word| !identifier(word)) {
        return Err(format!("`{wrong}` in a list of dtypes is not a name"));
    }
    if !found.dtypes.is_empty() {
        return Err("dtypes are listed twice, and it is not clear when each list holds".to_owned());
    }
    found.dtypes = words.into_iter().map(str::to_owned).collect();
    Ok(())
}

/// Members of the list at the start of a text, without the clause after it.
fn members(rest: &str) -> Vec<&str> {
    let end = first_of(rest, &[",且", ",与", ",并", ", and the ", ", which", ";", "("])
        .map_or(rest.len(), |(at, _)| at);
    list(&rest[..end])
}

fn formats(sentence: &str, lower: &str, names: &Names<'_>, found: &mut Statements) {
    const FORMATS: [&str; 7] = [
        "数据格式支持",
        "格式支持",
        "undefined支持",
        "data format supports",
        "data format can be",
        "format supports",
        "format can be",
    ];
    let known = |word: &&str| names.spec.formats.iter().any(|format| format.name == *word);
    let clause = |rest: &'_ str| -> Vec<String> {
        let end = rest.find([',', ';']).unwrap_or(rest.len());
        list(rest[..end].trim()).into_iter().map(str::to_owned).collect()
    };
    let words = match first_of(lower, &FORMATS) {
        Some((at, length)) => clause(&sentence[at + length..]),
        None => Vec::new(),
    };
    let is_name = |word: &String| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    if !words.is_empty()
        && words.iter().all(is_name)
        && words.iter().all(|word| names.find_anywhere(word).is_none())
    {
        found.formats = words;
    } else if found.formats.is_empty() && has(lower, &["格式", "format"]) {
        let words = identifiers(sentence).into_iter().map(|(_, word)| word).filter(known);
        found.formats = words.map(str::to_owned).collect();
    }
}

/// Whether a clause allows or forbids what `words` name; none if it does neither.
fn stated(clause: &str, words: &[&str]) -> Option<bool> {
    if !has(clause, words) {
        return None;
    }
    if has(clause, &DENIED) {
        return Some(false);
    }
    has(clause, &["支持", "support", "accept"]).then_some(true)
}

/// Reads the interval at the start of a text, with its brackets.
fn range(said: &str) -> Result<Range, String> {
    let unread = || format!("the range `{}` is not understood", said.trim());
    let open = said.find(['[', '(']).ok_or_else(unread)?;
    let mut depth = 0;
    let mut comma = None;
    for (at, c) in said[open..].char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth == 1 => comma = Some(at),
            _ => {}
        }
        if depth == 0 {
            let comma = comma.ok_or_else(unread)?;
            let inside = &said[open..=open + at];
            let (low, high) = (&inside[1..comma], &inside[comma + 1..at]);
            return Ok(Range {
                low: bound(low).ok_or_else(unread)?,
                low_included: inside.starts_with('['),
                high: bound(high).ok_or_else(unread)?,
                high_included: inside.ends_with(']'),
            });
        }
    }
    Err(format!("the range `{}` does not end", said.trim()))
}

fn bound(said: &str) -> Option<Bound> {
    let said = said.trim();
    if let Ok(number) = said.parse() {
        return Some(Bound::Int(number));
    }
    let (negative, rest) = said.strip_prefix('-').map_or((false, said), |rest| (true, rest.trim_start()));
    let name = rest.strip_prefix("rank(").or_else(|| rest.strip_prefix("dim("))?.strip_suffix(')')?.trim();
    let is_name = matches!(identifiers(name).as_slice(), [(0, only)] if *only == name);
    is_name.then(|| Bound::Rank(name.to_owned(), negative))
}

impl Range {
    /// The names of tensors in it.
    pub(super) fn tensors(&self) -> impl Iterator<Item = &str> {
        [&self.low, &self.high].into_iter().filter_map(|bound| match bound {
            Bound::Rank(name, _) => Some(name.as_str()),
            Bound::Int(_) => None,
        })
    }

    /// The range in the predicate language, about `parameter`, with tensors renamed by `rename`.
    pub(super) fn predicate(&self, parameter: &str, rename: &dyn Fn(&str) -> String) -> String {
        let text = |bound: &Bound| match bound {
            Bound::Int(number) => number.to_string(),
            Bound::Rank(name, negative) => {
                format!("{}rank({})", if *negative { "-" } else { "" }, rename(name))
            }
        };
        let sign = |included: bool| if included { "<=" } else { "<" };
        let (low, high) = (text(&self.low), text(&self.high));
        format!(
            "{low} {} {parameter} && {parameter} {} {high}",
            sign(self.low_included),
            sign(self.high_included)
        )
    }
}

/// The most dimensions that a text allows, `不高于8维`, `1-8维`, `at most 8 dimensions`.
pub(super) fn max_rank(said: &str) -> Option<u32> {
    const LIMITS: [&str; 14] = [
        "不高于",
        "不超过",
        "不大于",
        "最大",
        "最多",
        "至多",
        "不支持",
        "以内",
        "at most",
        "up to",
        "no more than",
        "not exceed",
        "maximum",
        "not support",
    ];
    let lower = said.to_lowercase();
    lower.split(['。', ',', ';']).flat_map(|clause| clause.split(". ")).find_map(|clause| {
        let word = clause.rfind('维').or_else(|| clause.find("dimension"))?;
        let limit = LIMITS.iter().filter_map(|limit| Some(clause.find(limit)? + limit.len())).max();
        let before = clause[..word].trim_end_matches([' ', '个']);
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (rest, number) = before.split_at(before.len() - digits);
            let of_range = rest.trim_end().strip_suffix(['-', '~', '至', '到']);
            let is_range = of_range.is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
            return if limit.is_some() || is_range { number.parse().ok() } else { None };
        }
        // `维度不超过8`
        let number = clause[limit.filter(|limit| *limit > word)?..].trim_start();
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        number[..end].parse().ok()
    })
}

/// Whether a text calls the operator deterministic.
pub(super) fn deterministic(said: &str) -> Option<bool> {
    let lower = said.to_lowercase();
    if has(&lower, &["非确定性", "不确定性", "non-determinis", "nondeterminis", "not determinis"]) {
        return Some(false);
    }
    let states = has(
        &lower,
        &[
            "默认确定性",
            "确定性实现",
            "deterministic by default",
            "is deterministic",
            "default to a deterministic",
            "uses deterministic",
        ],
    );
    states.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::{deterministic, max_rank, read_text as read};
    use crate::pages::recognise::names::Names;

    #[test]
    fn both_languages_state_the_same() {
        let spec = crate::pages::recognise::tests::spec();
        let names = Names::new(&spec);
        let zh = "Device侧的aclTensor,支持非连续的Tensor,不支持空Tensor。 数据类型支持FLOAT、INT8。 数据格式支持ND。";
        let en = "An aclTensor on the device. Non-contiguous tensors are supported. Empty tensors are not supported. The data type supports FLOAT and INT8. The data format supports ND.";
        for said in [zh, en] {
            let found = read(said, &names).expect("statements");
            assert_eq!(found.dtypes, ["FLOAT", "INT8"], "{said}");
            assert_eq!(found.formats, ["ND"], "{said}");
            assert_eq!((found.empty, found.strided), (Some(false), Some(true)), "{said}");
        }
        let lost = read("支持undefined,支持空Tensor。 undefined支持ND。", &names).expect("statements");
        assert_eq!((lost.empty, lost.strided, lost.lost.len()), (Some(true), None, 1));
        assert_eq!(lost.formats, ["ND"]);
    }

    #[test]
    fn ranges_become_predicates() {
        let spec = crate::pages::recognise::tests::spec();
        let names = Names::new(&spec);
        let same = |name: &str| name.to_owned();
        for (said, expected) in [
            ("取值范围 [-rank(input), rank(input))", "-rank(input) <= dim && dim < rank(input)"),
            ("取值范围(0,8]", "0 < dim && dim <= 8"),
            ("The value range is [-rank(x), rank(x)]", "-rank(x) <= dim && dim <= rank(x)"),
        ] {
            let range = read(said, &names).expect("statements").range.expect("a range");
            assert_eq!(range.predicate("dim", &same), expected);
        }
        assert!(read("取值范围 [-rank(input), rank(input)", &names).is_err());
        assert!(read("取值范围 [a, b]", &names).is_err());
    }

    #[test]
    fn limits_and_determinism_are_told() {
        assert_eq!(max_rank("shape不高于8维"), Some(8));
        assert_eq!(max_rank("不支持8维以上的输入"), Some(8));
        assert_eq!(max_rank("维度支持1-8维"), Some(8));
        assert_eq!(max_rank("维度不超过8"), Some(8));
        assert_eq!(max_rank("shape的最后一维shape[-1]必须满足shape[-1] * 2为整数"), None);
        assert_eq!(max_rank("tensors of up to 8 dimensions"), Some(8));
        assert_eq!(max_rank("对于一个二维张量,dim=0"), None);
        assert_eq!(max_rank("dim=0表示沿着行方向, 一维"), None);
        assert_eq!(deterministic("aclnnCumprod默认确定性实现"), Some(true));
        assert_eq!(deterministic("默认非确定性实现"), Some(false));
        assert_eq!(deterministic("确定性计算:"), None);
    }
}
