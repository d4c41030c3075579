//! A user's own cases, which a run asks beside those of the suite.

use super::{Vector, VectorError, case, read_all};
use crate::case::Case;
use crate::operator::Registry;
use crate::ordered::sort_by_key;
use ascertain::document::Editions;
use std::collections::HashMap;

/// The words after the area in ids of the suite: of its fixed cases, and of those that runs make.
pub const TAKEN: [&str; 7] = ["vector", "rule", "grid", "repeat", "fuzz", "large", "declared"];

/// A user's own cases.
#[derive(Clone, Debug)]
pub struct OwnCases {
    /// Those that stand in the chosen editions, in the order of the files.
    pub cases: Vec<Case>,
    /// The ids of the others: their answers are written for editions that say something else.
    pub left_out: Vec<String>,
}

/// The cases of a user's vector files, names and texts.
///
/// The id of such a case is `OPERATOR/WORD/NAME`, where WORD is none of [`TAKEN`].
///
/// # Errors
/// All problems in the files, file by file.
pub fn read(files: &[(String, String)], editions: &Editions) -> Result<OwnCases, Vec<VectorError>> {
    let mut places: HashMap<String, String> = HashMap::new();
    let (mut own, mut problems) = (OwnCases { cases: Vec::new(), left_out: Vec::new() }, Vec::new());
    for (file, text) in files {
        let (vectors, mut wrong) = read_all(Registry::default(), file, text);
        for vector in vectors {
            let place = format!("{file}:{}", vector.line);
            let twice =
                places.get(&vector.id).map(|other| format!("{other} has the same id; give it another"));
            let all = twice.into_iter().chain(wrong_id(&vector)).chain(unknown_requirements(&vector));
            wrong.extend(all.map(|what| VectorError::new(file, vector.line, Some(&vector.id), &what)));
            places.entry(vector.id.clone()).or_insert(place);
            let id = vector.id.clone();
            match case(vector, editions) {
                Some(case) => own.cases.push(case),
                None => own.left_out.push(id),
            }
        }
        sort_by_key(&mut wrong, |problem| problem.line);
        problems.extend(wrong);
    }
    if problems.is_empty() { Ok(own) } else { Err(problems) }
}

/// What is wrong with the id of an own case.
fn wrong_id(vector: &Vector) -> Option<String> {
    let operator = vector.call.operator.name;
    let mut parts = vector.id.split('/');
    let own = parts.next() == Some(operator);
    let rest: Vec<&str> = parts.collect();
    let plain = |part: &&str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,=+".contains(c))
    };
    match rest.first() {
        Some(word) if own && TAKEN.contains(word) => {
            Some(format!("ids with {operator}/{word}/ belong to the suite; write {operator}/own/NAME"))
        }
        _ if own && rest.len() > 1 && rest.iter().all(plain) => None,
        _ => Some(format!("the id must be {operator}/own/NAME, of letters, digits and - _ . , = + /")),
    }
}

/// The requirements that no edition has.
fn unknown_requirements(vector: &Vector) -> impl Iterator<Item = String> {
    let operator = vector.call.operator;
    let known = |id: &str| operator.contracts.iter().any(|contract| contract.requirement(id).is_some());
    let unknown = vector.requirements.iter().filter(move |id| !known(id));
    unknown
        .map(|id| format!("{} has no requirement `{id}`; `ascertain explain {0}` lists them", operator.name))
}
