//! The committed specification as files, without editions that somebody has added since: tests that name editions hold
//! whatever is imported beside them.

use ascertain_spec::find;
use std::path::Path;

/// Editions that tests may name, by path below the folder of the specification.
const EDITIONS: [&str; 15] = [
    "aclnn/cumprod/2026-03.toml",
    "aclnn/cumprod/2026-07.toml",
    "aclnn/cumprod/cann-8.3.rc1.toml",
    "aclnn/cumprod/code-2026-08.toml",
    "aclnn/runtime/cann-8.1.toml",
    "aclnn/tensor-scalar/2025-09.toml",
    "aclnn/tensor-scalar/code-950.toml",
    "aclnn/tensor-scalar/code-adds-a2.toml",
    "aclnn/tensor-scalar/code-muls-a2.toml",
    "aclnn/tensor-tensor/2025-09.toml",
    "aclnn/tensor-tensor/cann-23.0.rc2.toml",
    "aclnn/tensor-tensor/code-8.1.toml",
    "mindspore/dtype/2.10.toml",
    "tik/reinterpret/cann-8.0.rc3.toml",
    "tik/reinterpret/code-8.1.toml",
];

/// Path and text of each file.
pub(crate) fn committed(folder: &Path) -> Vec<(String, String)> {
    let mut files = find(folder).expect("the committed specification can be read");
    // An edition stands two folders deep.
    let edition = |path: &str| path.replace(".text.toml", ".toml");
    files.retain(|(path, _)| path.matches('/').count() < 2 || EDITIONS.contains(&edition(path).as_str()));
    files
}
