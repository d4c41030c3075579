//! Specifications to fuzz with, and what every problem of one must have.

use ascertain_spec::model::Spec;
use ascertain_spec::{Diagnostics, emit};
use ascertain_spec_tools::lint;
use std::path::Path;
use std::sync::LazyLock;

/// Paths and texts.
pub(crate) type Files = Vec<(String, String)>;

/// A small specification with one of everything, quickly read.
pub(crate) const SMALL: [(&str, &str); 4] = [
    ("documents.toml", include_str!("small/documents.toml")),
    ("dtypes.toml", include_str!("small/dtypes.toml")),
    ("test/blend.toml", include_str!("small/test/blend.toml")),
    ("test/blend/1.toml", include_str!("small/test/blend/1.toml")),
];

/// The small specification with one file replaced.
pub(crate) fn small_with(path: &str, text: &str) -> Files {
    let files = SMALL.iter().map(|(name, own)| (*name, if *name == path { text } else { *own }));
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// The committed files.
pub(crate) static COMMITTED: LazyLock<Files> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    ascertain_spec::find(&folder).unwrap_or_else(|problems| panic!("{problems}"))
});

/// The committed specification.
pub(crate) static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    ascertain_spec::load_files(COMMITTED.clone()).unwrap_or_else(|problems| panic!("{problems}"))
});

/// Loads a specification. What is valid can be emitted and linted, and what is not has problems at places in a file.
pub(crate) fn load(files: &Files) {
    match ascertain_spec::load_files(files.clone()) {
        Ok(spec) => {
            for artefact in emit::rust(&spec) {
                artefact.text.parse::<proc_macro2::TokenStream>().expect("what is emitted is Rust");
            }
            let _ = lint::lint(&spec);
        }
        Err(problems) => check_problems(files, &problems),
    }
}

fn check_problems(files: &Files, problems: &Diagnostics) {
    assert!(!problems.problems().is_empty());
    for problem in problems.problems() {
        assert!(!problem.message.trim().is_empty());
        let (start, end) = problem.span;
        match files.iter().find(|(path, _)| *path == problem.file) {
            Some((_, text)) => {
                let before = text.get(..start).unwrap_or_else(|| panic!("{problem:?}"));
                assert!(text.get(start..end).is_some(), "{problem:?}");
                assert_eq!(problem.line, 1 + before.matches('\n').count(), "{problem:?}");
            }
            None => assert_eq!((start, end), (0, 0), "{problem:?}"),
        }
    }
    assert!(problems.to_string().lines().count() >= problems.problems().len());
}

#[cfg(test)]
mod tests {
    use super::{SMALL, small_with};

    #[test]
    fn the_small_specification_is_valid() {
        let (path, text) = SMALL[0];
        if let Err(problems) = ascertain_spec::load_files(small_with(path, text)) {
            panic!("{problems}");
        }
    }
}
