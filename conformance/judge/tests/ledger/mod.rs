//! Committed lists that tests compare with what the crate has: one fact a line, sorted, and comments.

use std::collections::BTreeSet;
use std::{env, fs};

/// What differs between `lines` and the file of `tests/data/`, each with `-` (only there) or `+` (only here) before it,
/// sorted by line. With `ASCERTAIN_UPDATE=1` the file is written anew, and nothing differs.
pub(crate) fn differences(file: &str, about: &str, lines: &BTreeSet<String>) -> Vec<String> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("ASCERTAIN_UPDATE").is_some_and(|value| value == "1") {
        let comments = about.lines().map(|line| format!("# {line}\n"));
        let text: String = comments.chain(lines.iter().map(|line| format!("{line}\n"))).collect();
        fs::write(&path, text).unwrap_or_else(|e| panic!("cannot write {path}: {e}"));
        return Vec::new();
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {path}: {e}"));
    let committed: BTreeSet<String> =
        text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect();
    let mut all: Vec<(&String, char)> = committed.difference(lines).map(|line| (line, '-')).collect();
    all.extend(lines.difference(&committed).map(|line| (line, '+')));
    all.sort_unstable();
    all.into_iter().map(|(line, sign)| format!("{sign} {line}")).collect()
}
