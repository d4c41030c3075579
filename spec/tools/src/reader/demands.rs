//! Reads what a page demands of several parameters together: that dtypes promote, that shapes broadcast, that the dtype of one
//! converts to that of another one, that two are the same.
//!
//! A new document gets requirements from them. The sentences stay unread all the same: imports do not compare demands, so a
//! demand that changes must be seen as a sentence that does.

use super::clause::{self, Scope};
use super::harmless::{self, Expected};
use super::parameters::{Column, ParameterDescription};
use super::prototype::Prototype;
use super::text::{clauses, has, sentences, squeezed};
use crate::facts::{Demand, DemandFact};
use crate::vocabulary::forms;

/// A demand, and the parameters that it is about.
type Demanded = (Demand, Vec<String>);

/// The forms of descriptions, and of the conditions of status codes.
const DEMANDS: [(Demand, &str, &str); 5] = [
    (Demand::Promotion, "demand_promotion", "refused_promotion"),
    (Demand::Broadcast, "demand_broadcast", "refused_broadcast"),
    (Demand::BroadcastShape, "demand_broadcast_shape", "refused_broadcast_shape"),
    (Demand::ConvertedTo, "demand_converted", "refused_converted"),
    (Demand::ConvertsTo, "demand_converts", "refused_converts"),
];

/// The demands that the description of a parameter makes.
pub(super) fn described(
    described: &ParameterDescription,
    prototype: &Prototype,
    scope: &Scope<'_>,
) -> Vec<DemandFact> {
    let mut demands = Vec::new();
    for piece in &described.pieces {
        for sentence in sentences(&piece.says) {
            if forms("demand_real_if_empty").is_match(&squeezed(sentence)) {
                let (what, parameters) = (Demand::RealIfEmpty, vec![described.name.clone()]);
                demands.push(DemandFact {
                    what,
                    parameters,
                    says: Some(sentence.to_owned()),
                    place: piece.place,
                });
                continue;
            }
            let clauses = clauses(sentence);
            let read = |clause: &&str| of_clause(clause, piece.column, &described.name, prototype);
            let found: Vec<_> = clauses.iter().map(read).collect();
            let mut clauses_and_demands = clauses.iter().zip(&found);
            if clauses_and_demands.any(|(clause, found)| found.is_empty() && harmless::is_condition(clause)) {
                continue;
            }
            let nothing_else = clauses.iter().zip(&found).all(|(clause, found)| {
                !found.is_empty()
                    || clause::read(clause, scope).is_some()
                    || harmless::clause_holds_nothing(clause, Expected::Phrases, scope.names)
            });
            let fact = |(what, parameters)| DemandFact {
                what,
                parameters,
                says: nothing_else.then(|| sentence.to_owned()),
                place: piece.place,
            };
            demands.extend(found.into_iter().flatten().map(fact));
        }
    }
    // `与self一致` in one cell does not hold of what `除dim维度之外` in another one leaves out.
    if described.pieces.iter().any(|piece| forms("other_dimensions").is_match(&squeezed(&piece.says))) {
        demands.retain(|demand| !demand.what.is_of_shapes());
    }
    demands
}

/// What a clause of a description demands.
fn of_clause(clause: &str, column: Column, about: &str, prototype: &Prototype) -> Vec<Demanded> {
    let clause = squeezed(clause);
    let with = |first: &str, others: Vec<String>| [vec![first.to_owned()], others].concat();
    for (demand, form, _) in DEMANDS {
        let Some(found) = forms(form).captures(&clause) else { continue };
        let named = match found.name("names") {
            Some(names) => prototype.listed(names.as_str()),
            None => Some(Vec::new()),
        };
        let target = found.name("target").map(|target| prototype.listed(target.as_str()));
        let demanded = match (target, named) {
            // `self` converts to the dtype of `out`.
            (Some(Some(target)), Some(named)) if demand == Demand::ConvertsTo && named.is_empty() => {
                Some((Demand::ConvertedTo, with(&target[0], vec![about.to_owned()])))
            }
            (Some(Some(target)), Some(named)) => Some((demand, with(&target[0], named))),
            (None, Some(named)) => Some((demand, with(about, named))),
            _ => None,
        };
        return demanded.into_iter().collect();
    }
    let Some(same) = forms("demand_same").captures(&clause) else { return Vec::new() };
    let said = ["what", "what2"].into_iter().filter_map(|part| same.name(part)).map(|part| part.as_str());
    let said: String = said.collect();
    let Some(others) = prototype.listed(&same["names"]) else { return Vec::new() };
    let of = |words: &[&str], own: Column| has(&said, words) || (said.is_empty() && column == own);
    let dtypes = of(&["数据类型", "dtype"], Column::DTypes).then_some(Demand::SameDType);
    let shapes = of(&["shape", "形状"], Column::Ranks).then_some(Demand::SameShape);
    dtypes.into_iter().chain(shapes).map(|demand| (demand, with(about, others.clone()))).collect()
}

/// The demand that a condition of the status for invalid parameters breaks.
pub(super) fn refused(said: &str, prototype: &Prototype) -> Option<Demanded> {
    let same = [
        (Demand::SameShape, "refused_shapes"),
        (Demand::SameDType, "refused_dtypes"),
        (Demand::ScalarDimension, "refused_scalar_dimension"),
        (Demand::Dimension, "refused_dimension"),
        (Demand::Distinct, "refused_distinct"),
        (Demand::ResultShape, "refused_result_shape"),
        (Demand::Elements, "refused_elements"),
    ];
    let others = DEMANDS.into_iter().map(|(demand, _, form)| (demand, form));
    let (demand, found) = same
        .into_iter()
        .chain(others)
        .find_map(|(demand, form)| Some((demand, forms(form).captures(said)?)))?;
    let part = |part: &str| found.name(part).map_or(Some(Vec::new()), |part| prototype.listed(part.as_str()));
    let demanded = [part("target")?, part("names")?].concat();
    let is_whole = demanded.len() > 1 || !matches!(demand, Demand::SameShape | Demand::SameDType);
    is_whole.then_some((demand, demanded))
}
