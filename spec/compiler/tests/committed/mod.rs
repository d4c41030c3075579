//! The committed specification as files, without editions of these documents that somebody has added since: tests that name
//! editions hold whatever is imported beside them.

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
    let edition = |path: &str| path.replace(".text.toml", ".toml");
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let is_named = |path: &str| EDITIONS.iter().any(|known| folder(known) == folder(path));
    files.retain(|(path, _)| !is_named(path) || EDITIONS.contains(&edition(path).as_str()));
    files
}
