//! Tables in narrow terminals.

use crate::keeper::support::{folder, keeper_with};
use std::fs;
use unicode_width::UnicodeWidthStr;

const NARROW: usize = 60;

#[test]
fn no_line_is_wider_than_a_terminal() {
    let folder = folder();
    let page = folder.path().join("page.md");
    fs::write(&page, "# aclnnNothing\n\nThis page says nothing that anybody knows, in one long sentence.\n")
        .expect("a file");
    let pages = page.display().to_string();
    for command in [
        "diff aclnn.tensor-tensor aclnn.tensor-tensor@2025-09",
        "check",
        "lint --all",
        &format!("import --dry-run {pages}"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let done = keeper_with(&[("COLUMNS", "60")], &words);
        assert!(done.code < 2 && !done.out.is_empty(), "{command}: {}", done.err);
        // A path or a long word stays in one line, for copying.
        let is_copied = |line: &str| {
            line.contains("page.md:") || line.split_whitespace().filter(|word| word.len() > 12).count() == 1
        };
        for line in done.out.lines().filter(|line| line.width() > NARROW) {
            assert!(is_copied(line.trim_start_matches([' ', '-', '·'])), "{command}: {line}");
        }
    }
}
