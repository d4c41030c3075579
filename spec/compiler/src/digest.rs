//! Computes the digest of a specification, which every generated file names.

use crate::source::SENTENCES;
use sha2::{Digest, Sha256};

/// `sha256:` and the digest of a specification's files, given as relative paths and texts in any order. The digests of
/// pages' sentences say nothing that a program reads, so they do not count.
///
/// It is the digest of a list of digests, so other tools can compute it too. In the folder of the specification:
///
/// ```sh
/// find . -name '*.toml' -not -path './compiler/*' -not -path './tools/*' | sed 's|^\./||' | LC_ALL=C sort \
///     | tr '\n' '\0' | xargs -0 sha256sum | sha256sum
/// ```
#[must_use]
pub fn digest(files: &[(String, String)]) -> String {
    let mut files: Vec<&(String, String)> =
        files.iter().filter(|(path, _)| !path.ends_with(SENTENCES)).collect();
    files.sort();
    let list: String =
        files.iter().map(|(path, text)| format!("{}  {path}\n", hex::encode(Sha256::digest(text)))).collect();
    format!("sha256:{}", hex::encode(Sha256::digest(list)))
}
