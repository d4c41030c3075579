//! The kind `answers:DIR`: answers to questions that were written to files.

use super::kind::BackendKind;
use crate::backends::offline;

/// Answers to questions that were written to files.
pub(super) const KIND: BackendKind = BackendKind {
    name: "answers",
    form: "answers:DIR",
    says: "answers to the questions that were written to DIR",
    help: "`ascertain questions` writes such a folder; conformance/OFFLINE.md says what an answer looks like",
    open: |spec, _, _| Ok(Box::new(offline::open(KIND.path(spec)?))),
    shapes: None,
    host: None,
};
