//! Finds the document that the functions of a page belong to, or the id that it would have.

use super::names::Names;
use super::prototype::Prototype;
use ascertain_spec::model::Operator;

/// The operator that the functions belong to.
pub(super) fn which<'a>(
    prototypes: &[Prototype],
    names: &Names<'a>,
    wanted: Option<&str>,
) -> Result<Option<&'a Operator>, String> {
    let has = |operator: &&Operator, name: &str| {
        operator
            .contracts
            .iter()
            .flat_map(|contract| &contract.functions)
            .any(|function| function.name == name)
    };
    let known = |operator: &&Operator| prototypes.iter().any(|prototype| has(operator, &prototype.name));
    let found: Vec<&Operator> = names.spec.operators.iter().filter(known).collect();
    match (found.as_slice(), wanted) {
        ([operator], None) => Ok(Some(operator)),
        ([operator], Some(wanted)) if operator.document == wanted => Ok(Some(operator)),
        ([_], Some(_)) => Ok(None),
        (_, Some(wanted)) => Ok(names.spec.operators.iter().find(|operator| operator.document == wanted)),
        ([], None) => Err(format!(
            "`{}` is not a function of any document; `ascertain-spec import PAGE --new-document ID` declares one",
            prototypes[0].name
        )),
        (several, None) => {
            let ids: Vec<&str> = several.iter().map(|operator| operator.document.as_str()).collect();
            Err(format!("its functions belong to {}; choose one with `--as`", ids.join(" and ")))
        }
    }
}

/// The id of the document of a function: `aclnn.foreach-add-list` for `aclnnForeachAddListGetWorkspaceSize`.
pub(super) fn document_id(function: &str) -> String {
    let name = function.strip_suffix("GetWorkspaceSize").unwrap_or(function);
    let name = name.strip_prefix("aclnn").unwrap_or(name);
    let letters: Vec<char> = name.chars().collect();
    let mut id = "aclnn.".to_owned();
    for (index, c) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let next_is_small = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        // `AddQKV` is `add-qkv`, and `RNNCell` is `rnn-cell`.
        let starts = before.is_some_and(|before| !before.is_ascii_uppercase() || next_is_small);
        if c.is_ascii_uppercase() && starts {
            id.push('-');
        }
        id.push(if *c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    id
}

#[cfg(test)]
mod tests {
    use super::document_id;

    #[test]
    fn ids_are_made_from_names() {
        for (function, id) in [
            ("aclnnCumsumGetWorkspaceSize", "aclnn.cumsum"),
            ("aclnnForeachAddList", "aclnn.foreach-add-list"),
            ("aclnnPool3dV2GetWorkspaceSize", "aclnn.pool3d-v2"),
            ("aclnnAddQKVGetWorkspaceSize", "aclnn.add-qkv"),
            ("aclnnRNNCell", "aclnn.rnn-cell"),
        ] {
            assert_eq!(document_id(function), id);
        }
    }
}
