//! Computes the digest of a specification, which every generated file names.

use sha2::{Digest, Sha256};

/// `sha256:` and the digest of a specification's files, given as relative paths and texts in any order.
///
/// It is the digest of a list of digests, so other tools can compute it too. In the folder of the specification:
///
/// ```sh
/// find . -name '*.toml' -not -path './compiler/*' -not -path './tools/*' | sed 's|^\./||' | LC_ALL=C sort \
///     | tr '\n' '\0' | xargs -0 sha256sum | sha256sum
/// ```
#[must_use]
pub fn digest(files: &[(String, String)]) -> String {
    let mut files: Vec<&(String, String)> = files.iter().collect();
    files.sort();
    let list: String =
        files.iter().map(|(path, text)| format!("{}  {path}\n", hex::encode(Sha256::digest(text)))).collect();
    format!("sha256:{}", hex::encode(Sha256::digest(list)))
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn it_is_that_of_sha256sums_list_in_the_order_of_paths() {
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let two = [file("b/x.toml", "abc"), file("a.toml", "")];
        // printf abc > b/x.toml; : > a.toml; sha256sum a.toml b/x.toml | sha256sum
        let expected = "sha256:d6d78381c2b686225ec63fcced9289299490d0517348720c68cea4d57a927d1e";
        assert_eq!(digest(&two), expected);
        let [b, a] = two;
        assert_eq!(digest(&[a, b]), expected);
    }
}
