//! Reads when a status code is returned. Null pointers of named parameters are understood, and the usual forms in which
//! dtypes, ranks and shapes are invalid; other conditions are unread.

use super::account::Account;
use super::codes::Codes;
use super::harmless::Expected;
use super::prototype::Prototype;
use super::text::{clauses, list, sentences, squeezed};
use crate::facts::{INVALID_STATUS, NULL_STATUS, RefusalFact, Refused};
use crate::pages::Text;
use crate::pages::vocabulary::forms;
use ascertain_spec::model::Span;

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
                let text = Text { text: said.to_owned(), place: condition.place };
                account.text(&text, &about, Expected::References);
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
    let names = ["refused_dtype", "refused_ranks", "refused_shapes", "refused_dtypes"];
    let (name, found) = names.into_iter().find_map(|name| Some((name, forms(name).captures(&said)?)))?;
    let parameters = parameters(&found["names"], prototype)?;
    let what = match name {
        "refused_dtype" => Refused::DType,
        "refused_ranks" => Refused::Ranks(found["most"].parse().ok()?),
        "refused_shapes" => Refused::Shapes,
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
    parameters(forms("nulls").part(&said)?, prototype)
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
