//! Reads when a status code is returned. Null pointers of named parameters are understood; other conditions are unread.

use super::account::Account;
use super::codes::Codes;
use super::harmless::Expected;
use super::prototype::Prototype;
use super::text::{clauses, list, sentences, squeezed};
use crate::facts::NULL_STATUS;
use ascertain_spec::model::Span;
use regex::Regex;
use std::sync::LazyLock;

static NULLS: LazyLock<Regex> = LazyLock::new(|| {
    // A constant pattern, which the tests use. “All are null” is not among its forms.
    Regex::new(
        "^(?i:(?:或者?)?(?:传入的?|输入的?)?(?:参数)?(?P<names>[a-z0-9_、,和或者/ ]+?)(?:中|其中)?(?:存在|有|(?:任意|任何)?一个)?(?:为|是)?空指针时?\
        |(?:the )?(?:input |argument |parameter )?(?P<names2>[a-z0-9_,/ ]+?) (?:is|are) (?:a )?null pointers?)$",
    )
    .expect("a valid pattern")
});

/// The parameters that must not be null. Conditions that are not understood are listed.
pub(super) fn read(codes: &Codes, prototype: &Prototype, account: &mut Account<'_>) -> Vec<(String, Span)> {
    let mut nulls: Vec<(String, Span)> = Vec::new();
    let of_headers = account.names.spec.statuses.iter().find(|status| status.name == NULL_STATUS);
    let null_number = of_headers.map(|status| status.number);
    for condition in &codes.conditions {
        let number = codes.statuses.iter().find(|(name, ..)| *name == condition.status);
        let about = format!("{}, {}", prototype.name, condition.status);
        for said in sentences(&condition.says) {
            let of_null = number.is_some_and(|(_, number, _)| Some(*number) == null_number);
            match null(said, prototype).filter(|_| of_null) {
                None => account.sentences(said, condition.place, &about, Expected::References),
                Some(named) => {
                    for name in named {
                        if !nulls.iter().any(|(known, _)| *known == name) {
                            nulls.push((name, condition.place));
                        }
                    }
                }
            }
        }
    }
    nulls
}

/// The parameters of which each is not allowed to be null, if a sentence says just that.
fn null(said: &str, prototype: &Prototype) -> Option<Vec<String>> {
    named(said, prototype).or_else(|| {
        let clauses: Option<Vec<Vec<String>>> =
            clauses(said).into_iter().map(|clause| named(clause, prototype)).collect();
        clauses.map(|named| named.concat())
    })
}

/// The parameters that a sentence or clause calls null pointers.
fn named(said: &str, prototype: &Prototype) -> Option<Vec<String>> {
    let said = squeezed(said);
    let found = NULLS.captures(&said)?;
    let names = found.name("names").or(found.name("names2"))?.as_str();
    let declared = |name: &str| {
        let name = name.trim_start_matches('者').trim();
        prototype.parameters.iter().any(|(_, declared)| declared == name).then(|| name.to_owned())
    };
    let all: Option<Vec<String>> =
        list(names).into_iter().flat_map(|names| names.split('/')).map(declared).collect();
    all.filter(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::null;
    use crate::pages::recognise::prototype;

    #[test]
    fn null_pointers_are_told() {
        let said = "int aclnnDo(int self, int other, int out)";
        let prototype = &prototype::read(said, Default::default()).expect("a prototype")[0];
        for (said, expected) in [
            ("传入的self、other或out是空指针", Some(vec!["self", "other", "out"])),
            ("传入的self是空指针时", Some(vec!["self"])),
            ("参数self、out为空指针", Some(vec!["self", "out"])),
            ("传入的self、out其中一个为空指针,other为空指针", Some(vec!["self", "out", "other"])),
            ("传入的 self、other 中存在空指针", Some(vec!["self", "other"])),
            ("self, other, out任何一个为空指针", Some(vec!["self", "other", "out"])),
            ("传入的self或者other为空指针", Some(vec!["self", "other"])),
            ("self, other, or out is a null pointer", Some(vec!["self", "other", "out"])),
            ("传入的self、other全为空指针", None),
            ("传入的self和out同时为空指针", None),
            ("传入的weight是空指针", None),
            ("当self为空时out是空指针", None),
            ("输入是空指针", None),
            ("self is not a null pointer", None),
            ("self的数据类型不支持", None),
        ] {
            let expected =
                expected.map(|names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(null(said, prototype), expected, "{said}");
        }
    }
}
