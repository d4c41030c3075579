//! Reads when a status code is returned. Null pointers of named parameters are understood, and the usual forms in which
//! dtypes, ranks and shapes are invalid; other conditions are unread.

use super::account::Account;
use super::codes::Codes;
use super::harmless::Expected;
use super::prototype::Prototype;
use super::text::{clauses, list, sentences, squeezed};
use crate::facts::{INVALID_STATUS, NULL_STATUS, RefusalFact, Refused};
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

static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
    // A constant pattern, which the tests use. It has no form of one parameter that depends on another one.
    Regex::new(
        "^(?i:(?:传入的?|输入的?)?(?:参数)?(?P<names>[a-z0-9_、,和与或及者/ ]+?)的?(?:\
        (?P<dtype>(?:数据类型|dtype)(?:[、和或]数据格式)?(?:不在支持的?范围(?:之?内)?|不受支持|不支持))\
        |(?:数据|shape的?)?(?:维度|维数|维度数|shape)(?:大于|超过了?|高于)(?P<most>[0-9]{1,2})维?\
        |(?P<shapes>(?:数据)?(?:shape|形状)(?:不一致|不同|不相同))\
        |(?P<dtypes>(?:数据类型|dtype)(?:不一致|不同|不相同)))时?)$",
    )
    .expect("a valid pattern")
});

/// The parameters that must not be null, and what else is refused. Conditions that are not understood are listed.
pub(super) fn read(
    codes: &Codes,
    prototype: &Prototype,
    account: &mut Account<'_>,
) -> (Vec<(String, Span)>, Vec<RefusalFact>) {
    let mut nulls: Vec<(String, Span)> = Vec::new();
    let mut refusals: Vec<RefusalFact> = Vec::new();
    let statuses = &account.names.spec.statuses;
    let number = |name| statuses.iter().find(|status| status.name == name).map(|status| status.number);
    let (of_null, of_invalid) = (number(NULL_STATUS), number(INVALID_STATUS));
    for condition in &codes.conditions {
        let printed = codes.statuses.iter().find(|(name, ..)| *name == condition.status);
        let number = printed.map(|(_, number, _)| *number);
        let about = format!("{}, {}", prototype.name, condition.status);
        for said in sentences(&condition.says) {
            let named = null(said, prototype).filter(|_| number == of_null);
            let refused = refused(said, condition.place, prototype).filter(|_| number == of_invalid);
            if named.is_none() && refused.is_none() {
                account.sentences(said, condition.place, &about, Expected::References);
            }
            if named.is_some() {
                account.names.claim(said, condition.place);
            }
            for name in named.into_iter().flatten() {
                if !nulls.iter().any(|(known, _)| *known == name) {
                    nulls.push((name, condition.place));
                }
            }
            refusals.extend(refused);
        }
    }
    (nulls, refusals)
}

/// What a sentence says to be refused, if it says just that.
fn refused(said: &str, place: Span, prototype: &Prototype) -> Option<RefusalFact> {
    let said = squeezed(said);
    let found = REFUSED.captures(&said)?;
    let parameters = parameters(&found["names"], prototype)?;
    let what = match (found.name("dtype"), found.name("most"), found.name("shapes")) {
        (Some(_), ..) => Refused::DType,
        (_, Some(most), _) => Refused::Ranks(most.as_str().parse().ok()?),
        (.., Some(_)) => Refused::Shapes,
        _ => Refused::DTypes,
    };
    let differ = matches!(what, Refused::Shapes | Refused::DTypes);
    (parameters.len() > 1 || !differ).then_some(RefusalFact { what, parameters, place })
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
    parameters(found.name("names").or(found.name("names2"))?.as_str(), prototype)
}

/// The parameters that a text lists and nothing else.
fn parameters(names: &str, prototype: &Prototype) -> Option<Vec<String>> {
    let declared = |name: &str| {
        let name = name.trim_start_matches('者').trim();
        prototype.parameters.iter().any(|(_, declared)| declared == name).then(|| name.to_owned())
    };
    let all: Option<Vec<String>> =
        list(names).into_iter().flat_map(|names| names.split(['/', '与'])).map(declared).collect();
    all.filter(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{null, refused};
    use crate::facts::Refused::{DType, DTypes, Ranks, Shapes};
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

    #[test]
    fn the_usual_cases_are_told() {
        let said = "int aclnnDo(int self, int other, int out)";
        let prototype = &prototype::read(said, Default::default()).expect("a prototype")[0];
        for (said, expected) in [
            ("self和out的数据类型不在支持的范围之内", Some((DType, "self out"))),
            ("参数self、other的数据类型或数据格式不在支持范围内", Some((DType, "self other"))),
            ("self的数据类型不受支持", Some((DType, "self"))),
            ("self或out的维度大于8", Some((Ranks(8), "self out"))),
            ("self、out的shape超过8维", Some((Ranks(8), "self out"))),
            ("self 与 out 的shape不一致时", Some((Shapes, "self out"))),
            ("self/other的数据类型不同", Some((DTypes, "self other"))),
            ("self的shape不一致", None),
            ("self的数据类型在支持的范围之内", None),
            ("self和out的数据类型不在支持的范围之内,或dim越界", None),
            ("当self为空时out的维度大于8", None),
            ("self的第0维超过8", None),
            ("weight的数据类型不受支持", None),
            ("self的维度不大于8", None),
        ] {
            let found = refused(said, Default::default(), prototype);
            let found = found.map(|found| (found.what, found.parameters.join(" ")));
            assert_eq!(found, expected.map(|(what, names)| (what, names.to_owned())), "{said}");
        }
    }
}
