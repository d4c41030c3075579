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
use crate::vocabulary::{find_forms, forms};
use ascertain_spec::model::Span;
use regex::Captures;

/// A demand, and the parameters that it is about.
type Demanded = (&'static Demand, Vec<String>);

/// The demands that the description of a parameter makes.
pub(super) fn described(
    described: &ParameterDescription,
    prototype: &Prototype,
    scope: &Scope<'_>,
) -> Vec<DemandFact> {
    let mut demands = Vec::new();
    for piece in &described.pieces {
        for sentence in sentences(&piece.says) {
            let fact = |whole: bool, (what, parameters)| DemandFact {
                what,
                most: None,
                parameters,
                says: whole.then(|| sentence.to_owned()),
                place: piece.place,
            };
            if forms("demand_real_if_empty").is_match(&squeezed(sentence)) {
                demands.push(fact(true, (Demand::named("real_if_empty"), vec![described.name.clone()])));
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
            demands.extend(found.into_iter().flatten().map(|found| fact(nothing_else, found)));
        }
    }
    // `与self一致` in one cell does not hold of what `除dim维度之外` in another one leaves out.
    if described.pieces.iter().any(|piece| forms("other_dimensions").is_match(&squeezed(&piece.says))) {
        demands.retain(|demand| !demand.what.shapes);
    }
    demands
}

/// The demand whose form of this kind fits, and what the form captures.
fn fitting<'t>(kind: &str, said: &'t str) -> Option<(&'static Demand, Captures<'t>)> {
    let fits = |demand: &'static Demand| {
        Some((demand, find_forms(&format!("{kind}_{}", demand.name))?.captures(said)?))
    };
    Demand::all().iter().find_map(fits)
}

/// The parameters in a part of a form; none if it names something else.
fn part(found: &Captures<'_>, part: &str, prototype: &Prototype) -> Option<Vec<String>> {
    found.name(part).map_or(Some(Vec::new()), |part| prototype.listed(part.as_str()))
}

/// What a clause of a description demands.
fn of_clause(clause: &str, column: Column, about: &str, prototype: &Prototype) -> Vec<Demanded> {
    let clause = squeezed(clause);
    let about = vec![about.to_owned()];
    if let Some((demand, found)) = fitting("demand", &clause) {
        let part = |name| part(&found, name, prototype);
        let all = match (part("target"), part("into"), part("names")) {
            (Some(target), _, Some(named)) if !target.is_empty() => {
                Some([vec![target[0].clone()], named].concat())
            }
            (_, Some(into), _) if !into.is_empty() => Some([into, about].concat()),
            (Some(_), Some(_), Some(named)) => Some([about, named].concat()),
            _ => None,
        };
        return all.map(|all| (demand, all)).into_iter().collect();
    }
    let Some(same) = forms("demand_same").captures(&clause) else { return Vec::new() };
    let said = ["what", "what2"].into_iter().filter_map(|part| same.name(part)).map(|part| part.as_str());
    let said: String = said.collect();
    let Some(others) = prototype.listed(&same["names"]) else { return Vec::new() };
    let of = |words: &[&str], own: Column| has(&said, words) || (said.is_empty() && column == own);
    let dtypes = of(&["数据类型", "dtype"], Column::DTypes).then_some("same_dtype");
    let shapes = of(&["shape", "形状"], Column::Ranks).then_some("same_shape");
    let all = [about, others].concat();
    dtypes.into_iter().chain(shapes).map(|name| (Demand::named(name), all.clone())).collect()
}

/// The demand that a condition of the status for invalid parameters breaks, if it says just that.
pub(super) fn refused(said: &str, place: Span, prototype: &Prototype) -> Option<DemandFact> {
    let said = squeezed(said);
    let (what, found) = fitting("refused", &said)?;
    let parameters = [part(&found, "target", prototype)?, part(&found, "names", prototype)?].concat();
    let most = found.name("most").and_then(|most| most.as_str().parse().ok());
    let is_whole = parameters.len() > 1 || !matches!(what.name.as_str(), "same_shape" | "same_dtype");
    is_whole.then_some(DemandFact { what, most, parameters, says: None, place })
}
