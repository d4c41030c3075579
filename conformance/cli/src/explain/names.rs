//! Names: finding dtypes by any name that a document uses, and suggesting the nearest name.

use ascertain::DType;
use ascertain::contract::OPERATORS;
use ascertain::document::{NamedType, TYPE_LISTS};
use ascertain::dtype::Scheme;
use ascertain::promote::TABLES;
use ascertain_language::nearest::nearest_names;

/// A dtype found by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The dtype.
    pub dtype: DType,
    /// Where the name comes from: a naming scheme or a document.
    pub scheme: String,
}

/// The dtype called `word` in a naming scheme or among a document's aliases. Exact matches come before matches that
/// ignore case. A Python module prefix is removed first.
#[must_use]
pub fn dtype(word: &str) -> Option<Named> {
    let bare = word.strip_prefix("mindspore.").unwrap_or(word);
    exact(bare, |a, b| a == b).or_else(|| exact(bare, str::eq_ignore_ascii_case))
}

fn exact(word: &str, same: fn(&str, &str) -> bool) -> Option<Named> {
    for scheme in Scheme::ALL {
        let found = DType::ALL.into_iter().find(|d| d.name_in(scheme).is_some_and(|name| same(name, word)));
        if let Some(dtype) = found {
            return Some(Named { dtype, scheme: scheme.name().to_owned() });
        }
    }
    TYPE_LISTS.iter().find_map(|list| {
        let named = |ty: &&NamedType| same(ty.name, word) || ty.aliases.iter().any(|alias| same(alias, word));
        let dtype = list.types.iter().find(named)?.dtype;
        Some(Named { dtype, scheme: list.document.to_owned() })
    })
}

/// The ids of all requirements, in the order of the specification, without repetitions.
pub(super) fn requirement_ids() -> Vec<&'static str> {
    let of_operators = OPERATORS.iter().flat_map(|o| o.contracts).flat_map(|c| c.requirements);
    let of_tables = TABLES.iter().flat_map(|t| t.requirements);
    let mut ids = Vec::new();
    for requirement in of_operators.chain(of_tables) {
        if !ids.contains(&requirement.id) {
            ids.push(requirement.id);
        }
    }
    ids
}

/// Up to three candidates: those nearest to `word`, then those that contain it.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    const SHOWN: usize = 3;
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let mut found = nearest_names(word, candidates.iter().copied());
    let lower = word.to_lowercase();
    let long_enough = lower.chars().nth(3).is_some();
    let whole = candidates.into_iter().filter(|c| long_enough && c.to_lowercase().contains(&lower));
    for candidate in whole {
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found.into_iter().take(SHOWN).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{dtype, nearest};
    use ascertain::DType;

    #[test]
    fn finds_dtypes_by_every_name() {
        for (word, expected) in [
            ("f16", DType::F16),
            ("float16", DType::F16),
            ("ACL_FLOAT16", DType::F16),
            ("acl_float16", DType::F16),
            ("FLOAT16", DType::F16),
            ("half", DType::F16),
            ("mindspore.half", DType::F16),
            ("int32", DType::S32),
            ("BFLOAT16", DType::Bf16),
            ("cdouble", DType::C128),
        ] {
            assert_eq!(dtype(word).map(|n| n.dtype), Some(expected), "{word}");
        }
        assert_eq!(dtype("quaternion"), None);
    }

    #[test]
    fn suggests_what_is_near() {
        let names = ["cumprod", "cumprod.dim.range", "cumprod.inplace.dim.range", "reinterpret"];
        assert_eq!(nearest("cumprd", names), ["cumprod"]);
        assert_eq!(nearest("dim.range", names), ["cumprod.dim.range", "cumprod.inplace.dim.range"]);
        assert!(nearest("quaternion", names).is_empty());
    }
}
