//! Parses rules in prose, by a small grammar in Chinese and English.
//!
//! ```text
//! rule     = "当输入数据类型为" dtype "与" partners "," result
//!          | "When the input data types are" dtype "and" partners "," result
//! partners = list ["其中一个"] | "其他任意数据类型" ["(非" list ")"] | "非" list "的任意数据类型"
//!          | ["one of"] list | "any other data type" ["(except" list ")"] | "any data type other than" list
//! result   = "[均]不支持数据类型推导" | "其推导出的数据类型[仍]为" ("其他任意数据类型" | dtype)
//!          | "promotion is not supported" | "the … data type is [still]" ("the other data type" | dtype)
//! ```

use super::names::Names;
use super::text::{first_of, list, plain, sentences};
use crate::facts::{Gives, RuleFact};
use crate::pages::{Complaint, Text};
use regex::Regex;
use std::sync::LazyLock;

/// The beginnings of sentences that are rules.
const BEGINNINGS: [&str; 6] = [
    "当输入数据类型为",
    "输入数据类型为",
    "when the input data types are ",
    "if the input data types are ",
    "when the data types of the inputs are ",
    "if the data types of the inputs are ",
];
/// The beginnings of results.
const RESULTS: [&str; 10] = [
    "其推导",
    "推导出的",
    "均不",
    "不支持",
    "不能",
    ", the ",
    ", data type",
    ", type ",
    ", promotion",
    ", they ",
];

/// The rules of a paragraph, in order. Sentences that begin like rules but are not rules are complaints.
pub(super) fn read(
    text: &Text,
    scheme: &str,
    names: &Names<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<RuleFact> {
    let said = plain(&text.text);
    let mut rules = Vec::new();
    for sentence in sentences(&said) {
        let lower = sentence.to_lowercase();
        let Some(start) = BEGINNINGS.iter().find(|start| lower.starts_with(**start)) else { continue };
        match rule(&lower[start.len()..], scheme, names) {
            Ok(rule) => rules.push(RuleFact { place: text.place, ..rule }),
            Err(why) => complaints.push(Complaint {
                place: text.place,
                says: format!("the rule `{sentence}` is not understood: {why}"),
                fatal: true,
            }),
        }
    }
    rules
}

fn rule(said: &str, scheme: &str, names: &Names<'_>) -> Result<RuleFact, String> {
    let (at, _) = first_of(said, &RESULTS).ok_or("it does not say what follows")?;
    let (pair, result) = (said[..at].trim().trim_end_matches(','), said[at..].trim_start_matches(',').trim());
    let (operand, others) = pair
        .split_once('与')
        .or_else(|| pair.split_once(" and "))
        .or_else(|| pair.split_once('和'))
        .ok_or("it does not name two operands")?;
    let dtype = |name: &str| {
        names
            .find(name, scheme)
            .map(str::to_owned)
            .ok_or_else(|| format!("`{}` is not a dtype{}", name.trim(), names.meant(name, Some(scheme))))
    };
    let operand = dtype(operand)?;
    let (only, partners) = partners(others.trim());
    let mut partners = partners.into_iter().map(dtype).collect::<Result<Vec<_>, _>>()?;
    if partners.is_empty() {
        // "Any other" without exceptions excludes only the operand itself.
        partners.push(operand.clone());
    }
    let gives = gives(result, &operand, only.then_some(partners.as_slice()), &dtype)?;
    Ok(RuleFact { operand, partners, only, gives, place: Default::default() })
}

/// Whether a list names the partners (or the exceptions), and the list. All of the text is the list.
fn partners(said: &str) -> (bool, Vec<&str>) {
    let patterns = &*PATTERNS;
    if let Some(found) = patterns.others.captures(said) {
        let exceptions = found.iter().skip(1).flatten().next();
        return (false, exceptions.map_or_else(Vec::new, |listed| list(listed.as_str())));
    }
    let listed = patterns.listed.captures(said).and_then(|found| found.iter().skip(1).flatten().next());
    (true, list(listed.map_or(said, |listed| listed.as_str())))
}

fn gives(
    result: &str,
    operand: &str,
    only: Option<&[String]>,
    dtype: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Gives, String> {
    let patterns = &*PATTERNS;
    if patterns.refusal.is_match(result) {
        return Ok(Gives::Nothing);
    }
    let found = patterns.result.captures(result).ok_or("it does not say what the pair gives")?;
    let what = found.iter().skip(1).flatten().next().map_or("", |what| what.as_str());
    if patterns.partner.is_match(what) {
        return Ok(Gives::Partner);
    }
    let given = dtype(what.trim_start_matches("the ").trim_end_matches(" data type"))?;
    match only {
        Some([partner]) if *partner == given => Ok(Gives::Partner),
        _ if given == operand => Ok(Gives::Operand),
        _ => Err(format!("`{given}` is neither of the operands")),
    }
}

/// Whether a sentence begins like a rule.
pub(super) fn is_rule(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    BEGINNINGS.iter().any(|start| lower.starts_with(start))
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

/// Patterns for the whole of a part of a rule, so that no word of it is passed over.
struct Patterns {
    others: Regex,
    listed: Regex,
    refusal: Regex,
    result: Regex,
    partner: Regex,
}

impl Patterns {
    fn new() -> Self {
        // The patterns are constants of this file, and its tests use each.
        let whole = |pattern: &str| Regex::new(&format!("^(?:{pattern})$")).expect("a valid pattern");
        Self {
            others: whole(
                "(?:其他任意|任意其他|其他)(?:数据)?类型(?:\\((?:非|除)([^()]+)\\))?\
                |(?:非|除)(.+?)(?:以外|之外|外)?的(?:任意|其他|其他任意)?(?:数据)?类型\
                |any other (?:data )?type(?: \\((?:except(?: for)?|other than|excluding) ([^()]+)\\))?\
                |other data types(?: \\((?:except(?: for)?|other than|excluding) ([^()]+)\\))?\
                |(?:any|a) (?:data )?type (?:other than|except(?: for)?|excluding) (.+)\
                |data types (?:other than|except(?: for)?|excluding) (.+)",
            ),
            listed: whole("(.+?)(?:其中一个|其中之一|之一|中的任意一个)|(?:one|any) of (.+)|either (.+)"),
            refusal: whole(
                "[均都]?(?:不支持|不能|无法)(?:进行)?(?:数据)?类型的?(?:互?推导|提升|转换)(?:计算)?|[均都]?(?:不支持|不能|无法)(?:进行)?推导(?:计算)?\
                |(?:the )?(?:(?:data )?type )?promotion is (?:not supported|unsupported)\
                |they (?:cannot|can not) be promoted|they have no promotion",
            ),
            result: whole(
                "其?推导出的(?:数据)?类型(?:仍然|仍)?为(.+)|(?:the )?(?:derived |deduced |resulting |promoted )?(?:data )?type (?:is|remains)(?: still)? (.+)",
            ),
            partner: whole(
                "(?:其他任意|其他|另一个?)(?:输入的?)?(?:数据)?类型|the other(?: (?:data )?type)?|that (?:data )?type|the other's(?: (?:data )?type)?",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::facts::Gives;
    use crate::pages::Text;
    use crate::pages::recognise::names::{Names, SHORT};

    #[test]
    fn chinese_and_english_say_the_same() {
        let spec = super::super::tests::spec();
        let names = Names::new(&spec);
        let pairs = [
            (
                "当输入数据类型为bool与其他任意数据类型（非u16、u32、u32），其推导出的数据类型为其他任意数据类型。",
                "When the input data types are bool and any other data type (except u16, u32, and u32), the derived data type is the other data type.",
                ("bool", vec!["u16", "u32", "u32"], false, Gives::Partner),
            ),
            (
                "当输入数据类型为bool与u16、u64其中一个,均不支持数据类型推导。",
                "When the input data types are bool and one of u16 and u64, data type promotion is not supported.",
                ("bool", vec!["u16", "u64"], true, Gives::Nothing),
            ),
            (
                "当输入数据类型为u16与u16,其推导出的数据类型仍为u16。",
                "When the input data types are u16 and u16, the derived data type is still u16.",
                ("u16", vec!["u16"], true, Gives::Partner),
            ),
            (
                "当输入数据类型为u32与非u32、u64的任意数据类型,不支持数据类型推导。",
                "If the input data types are u32 and any data type other than u32 and u64, data type promotion is not supported.",
                ("u32", vec!["u32", "u64"], false, Gives::Nothing),
            ),
            (
                "当输入数据类型为u8与其他任意数据类型,其推导出的数据类型为u8。",
                "When the input data types are u8 and any other data type, the derived data type is u8.",
                ("u8", vec!["u8"], false, Gives::Operand),
            ),
        ];
        for (zh, en, (operand, partners, only, gives)) in pairs {
            for said in [zh, en] {
                let mut complaints = Vec::new();
                let text = Text { text: said.to_owned(), place: Default::default() };
                let rules = read(&text, SHORT, &names, &mut complaints);
                assert_eq!((rules.len(), complaints.len()), (1, 0), "{said}: {complaints:?}");
                let rule = &rules[0];
                assert_eq!((rule.operand.as_str(), rule.only, rule.gives), (operand, only, gives), "{said}");
                assert_eq!(rule.partners, partners, "{said}");
            }
        }
    }

    #[test]
    fn what_is_no_rule_is_said() {
        let spec = super::super::tests::spec();
        let names = Names::new(&spec);
        for said in [
            "当输入数据类型为bool与u61,均不支持数据类型推导。",
            "当输入数据类型为bool与u16,其推导出的数据类型为s8。",
            "当输入数据类型为bool与u16。",
            "When the input data types are bool, promotion is not supported.",
            "当输入数据类型为bool与u16,仅推理时不支持数据类型推导。",
            "当输入数据类型为bool与u16,不支持数据类型推导的数据除外。",
            "当输入数据类型为bool与其他任意数据类型(非u16)等,不支持数据类型推导。",
            "When the input data types are bool and u16, promotion is not supported in training.",
        ] {
            let mut complaints = Vec::new();
            let text = Text { text: said.to_owned(), place: Default::default() };
            assert!(read(&text, SHORT, &names, &mut complaints).is_empty(), "{said}");
            assert!(complaints.len() == 1 && complaints[0].fatal, "{said}");
        }
    }
}
