//! Takes over what a parameter has in common with another one: `与self一致`, `数据类型与self相同`.
//!
//! That both must be the same is a requirement of its own, so the sentence stays unread. But the dtypes, formats and ranks
//! that a parameter may have are then those of the other one.

use super::harmless;
use super::parameters::{Column, ParameterDescription};
use super::text::{clauses, has, sentences, squeezed};
use crate::facts::ParameterFact;
use crate::pages::vocabulary::forms;

/// What two parameters may have in common: the column that lists it, and the words for it.
const SHARED: [(Column, &[&str]); 3] = [
    (Column::DTypes, &["数据类型", "dtype"]),
    (Column::Formats, &["格式"]),
    (Column::Ranks, &["shape", "形状", "维度"]),
];

/// Completes the parameters of a function by what their descriptions say they have in common with others.
pub(super) fn complete(parameters: &mut [ParameterFact], descriptions: &[ParameterDescription]) {
    let links: Vec<(usize, Column, usize)> = descriptions
        .iter()
        .filter_map(|described| Some((position(parameters, &described.name)?, described)))
        .flat_map(|(index, described)| {
            let links = links(described).into_iter();
            let known = links.filter_map(|(what, other)| Some((index, what, position(parameters, &other)?)));
            known.filter(|(index, _, other)| index != other).collect::<Vec<_>>()
        })
        .collect();
    // A parameter may be like one that is like another one.
    for _ in 0..links.len() {
        for (index, what, other) in &links {
            let source = parameters[*other].clone();
            let target = &mut parameters[*index];
            match what {
                Column::DTypes if target.dtypes.is_empty() && target.product_dtypes.is_empty() => {
                    (target.dtypes, target.product_dtypes) = (source.dtypes, source.product_dtypes);
                }
                Column::Formats if target.formats.is_empty() => target.formats = source.formats,
                Column::Ranks if target.ranks.is_none() => target.ranks = source.ranks,
                _ => {}
            }
        }
    }
}

fn position(parameters: &[ParameterFact], name: &str) -> Option<usize> {
    parameters.iter().position(|parameter| parameter.name == name)
}

/// What a description says to be the same as that of which parameter.
fn links(described: &ParameterDescription) -> Vec<(Column, String)> {
    let mut found = Vec::new();
    // A column of its own, which says something else, goes first.
    let has_own = |column: Column| {
        let mut of_column = described.pieces.iter().filter(|piece| piece.column == column);
        of_column.any(|piece| !forms("same").is_match(squeezed(&piece.says).trim_end_matches('。')))
    };
    for piece in &described.pieces {
        for sentence in sentences(&piece.says) {
            let clauses = clauses(sentence);
            if clauses.iter().any(|clause| harmless::is_condition(clause)) {
                continue;
            }
            for clause in clauses {
                let clause = squeezed(clause);
                let Some(same) = forms("same").captures(&clause) else { continue };
                let said = &same["what"];
                let is_said = |(column, words): &(Column, &[&str])| match said {
                    "" => *column == piece.column,
                    said => has(said, words),
                };
                let shared = SHARED.into_iter().filter(is_said).map(|(column, _)| column);
                let open = shared.filter(|column| !has_own(*column));
                found.extend(open.map(|column| (column, same["name"].to_owned())));
            }
        }
    }
    found
}
