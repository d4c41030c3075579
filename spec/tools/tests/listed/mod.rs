//! Texts that files of `fixtures/` list.

use std::path::Path;

/// A file of `fixtures/` has exactly this text. `ASCERTAIN_UPDATE=1` writes what it should have now.
pub(crate) fn assert_listed(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file);
    if std::env::var_os("ASCERTAIN_UPDATE").is_some() {
        return std::fs::write(path, text).expect("the list can be written");
    }
    let listed = std::fs::read_to_string(path).unwrap_or_default();
    let (listed, now): (Vec<&str>, Vec<&str>) = (listed.lines().collect(), text.lines().collect());
    let differs = |at: &usize| listed.get(*at) != now.get(*at);
    let line = |at: usize| {
        let said = |lines: &[&str]| (*lines.get(at).unwrap_or(&"(no line)")).to_owned();
        format!("{file}:{}: {}\n  now {}", at + 1, said(&listed), said(&now))
    };
    let wrong: Vec<String> = (0..listed.len().max(now.len())).filter(differs).map(line).take(20).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
