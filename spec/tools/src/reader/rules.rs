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
use super::text::{list, sentences};
use crate::facts::{Gives, RuleFact};
use crate::page::Text;
use crate::vocabulary::{first_word, forms, words};

/// The rules of a paragraph, in order. Sentences that begin like rules but are not rules are complaints.
pub(super) fn read(text: &Text, scheme: &str, names: &Names<'_>) -> Vec<RuleFact> {
    let said = text.plain();
    let mut rules = Vec::new();
    for sentence in sentences(&said) {
        let lower = sentence.to_lowercase();
        let Some(said) = after_beginning(&lower) else { continue };
        match rule(said, scheme, names) {
            Ok(rule) => rules.push(RuleFact { place: text.place, ..rule }),
            Err(why) => names.refuse(text.place, format!("the rule `{sentence}` is not understood: {why}")),
        }
    }
    rules
}

fn rule(said: &str, scheme: &str, names: &Names<'_>) -> Result<RuleFact, String> {
    let (at, _) = first_word("rule_results", said).ok_or("it does not say what follows")?;
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
    let others = forms("other_partners");
    if others.is_match(said) {
        return (false, others.part(said).map_or_else(Vec::new, list));
    }
    (true, list(forms("listed_partners").part(said).unwrap_or(said)))
}

fn gives(
    result: &str,
    operand: &str,
    only: Option<&[String]>,
    dtype: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Gives, String> {
    if forms("no_promotion").is_match(result) {
        return Ok(Gives::Nothing);
    }
    let what = forms("promotes_to").part(result).ok_or("it does not say what the pair gives")?;
    if forms("the_partner").is_match(what) {
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
    after_beginning(&sentence.to_lowercase()).is_some()
}

/// What follows the words that a rule begins with.
fn after_beginning(lower: &str) -> Option<&str> {
    words("rule_beginnings").iter().find_map(|start| lower.strip_prefix(start.as_str()))
}
