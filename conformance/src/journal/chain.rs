//! Lines that show when any of them was changed or is missing.

use sha2::{Digest, Sha256};

/// Between the text of a line and its check.
const CHECK: &str = ",\"check\":\"";
/// After it.
const END: &str = "\"}";

/// Adds to each line the digest of all lines up to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain(String);

impl Chain {
    /// The line for a JSON object that is not empty, with its newline.
    pub(super) fn seal(&mut self, object: &str) -> String {
        let open = object.strip_suffix('}').unwrap_or(object);
        let check = self.next(open);
        let line = format!("{open}{CHECK}{check}{END}\n");
        self.0 = check;
        line
    }

    /// The JSON object of a line without its newline, if the line follows the ones before.
    pub(super) fn open(&mut self, line: &str) -> Option<String> {
        let (open, check) = line.strip_suffix(END)?.rsplit_once(CHECK)?;
        if check != self.next(open) {
            return None;
        }
        check.clone_into(&mut self.0);
        Some(format!("{open}}}"))
    }

    fn next(&self, open: &str) -> String {
        hex::encode(Sha256::new().chain_update(&self.0).chain_update(open).finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;

    #[test]
    fn lines_open_in_their_order_alone() {
        let mut chain = Chain::default();
        let lines = [r#"{"a":1}"#, r#"{"b":",\"check\":\""}"#, r#"{"a":1}"#].map(|object| chain.seal(object));
        let [one, two, three] = lines.each_ref().map(|line| line.trim_end());
        assert_ne!(one, three);
        let mut chain = Chain::default();
        assert_eq!(chain.clone().open(two), None);
        assert_eq!(chain.open(one).as_deref(), Some(r#"{"a":1}"#));
        assert_eq!(chain.clone().open(three), None);
        assert_eq!(chain.open(two).as_deref(), Some(r#"{"b":",\"check\":\""}"#));
        assert_eq!(chain.open(three).as_deref(), Some(r#"{"a":1}"#));
        assert_eq!(chain.open(""), None);
    }
}
