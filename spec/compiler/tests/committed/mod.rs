//! The committed specification as files, without documents and editions that somebody has added since: tests that name them hold
//! whatever is imported beside them.

use ascertain_spec::find;
use std::path::Path;

/// Editions that tests may name, by path below the folder of the specification.
const EDITIONS: [&str; 17] = [
    "aclnn/cumprod/2026-03.toml",
    "aclnn/cumprod/2026-07.toml",
    "aclnn/cumprod/cann-8.3.rc1.toml",
    "aclnn/cumprod/code-2026-08.toml",
    "aclnn/return-codes/2026-07.toml",
    "aclnn/runtime/cann-8.1.toml",
    "aclnn/tensor-scalar/2025-09.toml",
    "aclnn/tensor-scalar/code-950.toml",
    "aclnn/tensor-scalar/code-adds-a2.toml",
    "aclnn/tensor-scalar/code-muls-a2.toml",
    "aclnn/tensor-tensor/2025-09.toml",
    "aclnn/tensor-tensor/cann-23.0.rc2.toml",
    "aclnn/tensor-tensor/code-8.1.toml",
    "aclnn/two-phase/2026-08.toml",
    "mindspore/dtype/2.10.toml",
    "tik/reinterpret/cann-8.0.rc3.toml",
    "tik/reinterpret/code-8.1.toml",
];

/// Path and text of each file.
pub(crate) fn committed(folder: &Path) -> Vec<(String, String)> {
    let mut files = find(folder).expect("the committed specification can be read");
    let edition = |path: &str| path.replace(".sentences", ".toml");
    let is_known = |folder: &str| {
        EDITIONS.iter().any(|known| known.rsplit_once('/').is_some_and(|(of, _)| of == folder))
    };
    files.retain(|(path, _)| match path.rsplit_once('/') {
        Some((folder, _)) if folder.contains('/') => EDITIONS.contains(&edition(path).as_str()),
        Some(_) => is_known(path.trim_end_matches(".toml")),
        None => true,
    });
    for (_, text) in files.iter_mut().filter(|(path, _)| path == "documents.toml") {
        let is_declared = |part: &&str| {
            let id = part.split_once("[document.\"").and_then(|(_, rest)| rest.split_once('"'));
            id.is_none_or(|(id, _)| is_known(&id.replacen('.', "/", 1)))
        };
        *text = text.split("\n\n").filter(is_declared).collect::<Vec<_>>().join("\n\n");
    }
    files
}
