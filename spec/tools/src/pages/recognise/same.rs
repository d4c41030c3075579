//! Takes over what a parameter has in common with another one: `与self一致`, `数据类型与self相同`.
//!
//! That both must be the same is a requirement of its own, so the sentence stays unread. But the dtypes, formats and ranks
//! that a parameter may have are then those of the other one.

use super::harmless;
use super::parameters::{Column, ParameterDescription};
use super::text::{clauses, sentences, squeezed};
use crate::facts::ParameterFact;
use crate::pages::vocabulary::forms;

/// What two parameters have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    DTypes,
    Formats,
    Ranks,
}

impl What {
    fn column(self) -> Column {
        match self {
            Self::DTypes => Column::DTypes,
            Self::Formats => Column::Formats,
            Self::Ranks => Column::Ranks,
        }
    }
}

/// Completes the parameters of a function by what their descriptions say they have in common with others.
pub(super) fn complete(parameters: &mut [ParameterFact], descriptions: &[ParameterDescription]) {
    let links: Vec<(usize, What, usize)> = descriptions
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
                What::DTypes if target.dtypes.is_empty() && target.product_dtypes.is_empty() => {
                    (target.dtypes, target.product_dtypes) = (source.dtypes, source.product_dtypes);
                }
                What::Formats if target.formats.is_empty() => target.formats = source.formats,
                What::Ranks if target.ranks.is_none() => target.ranks = source.ranks,
                _ => {}
            }
        }
    }
}

fn position(parameters: &[ParameterFact], name: &str) -> Option<usize> {
    parameters.iter().position(|parameter| parameter.name == name)
}

/// What a description says to be the same as that of which parameter.
fn links(described: &ParameterDescription) -> Vec<(What, String)> {
    let mut found = Vec::new();
    // A column of its own, which says something else, goes first.
    let has_own = |column: Column| {
        let of_column = described.pieces.iter().filter(|piece| piece.column == column);
        of_column
            .into_iter()
            .any(|piece| !forms("same").is_match(squeezed(&piece.says).trim_end_matches('。')))
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
                let of_column = [What::DTypes, What::Formats, What::Ranks];
                let of_column = of_column.into_iter().filter(|what| what.column() == piece.column);
                let said = &same["what"];
                let named = [
                    (said.contains("数据类型") || said.contains("dtype"), What::DTypes),
                    (said.contains("格式"), What::Formats),
                    (said.contains("shape") || said.contains("形状") || said.contains("维度"), What::Ranks),
                ];
                let what = named.into_iter().filter(|(named, _)| *named).map(|(_, what)| what);
                let what: Vec<What> = if said.is_empty() { of_column.collect() } else { what.collect() };
                let open = what.into_iter().filter(|what| !has_own(what.column()));
                found.extend(open.map(|what| (what, same["name"].to_owned())));
            }
        }
    }
    found
}
