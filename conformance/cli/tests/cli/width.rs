//! Tables in narrow and wide terminals.

use crate::cli::support::Place;
use std::collections::HashSet;
use unicode_width::UnicodeWidthStr;

/// Widths of one line.
const NARROW: usize = 60;
const WIDE: &str = "160";

/// Commands that print tables. `REPORT` is a report.
const COMMANDS: [&str; 17] = [
    "run --fuzz 50 --filter aclnn.* --filter mul --filter reinterpret",
    "run -b reference -b reference --filter aclnn.* --filter mul --filter reinterpret",
    "list --area reinterpret",
    "list --operators add,bitwise-xor,bitwise-xor-scalar,cumprod",
    "explain",
    "explain promote aclnn f16 bf16",
    "explain promote mindspore f16 int",
    "explain cumprod.dim.range",
    "explain cumprod",
    "explain bfloat16",
    "explain aclnn.tensor-tensor",
    "explain mindspore.dtype",
    "explain 161002",
    "explain reinterpret",
    "compare REPORT REPORT",
    "observe -b reference --operators cumprod --fuzz 20",
    "doctor -b reference",
];

/// What people copy stays in one line, however long: an id, a command, an address, a message about a place in a file.
fn is_copied(line: &str) -> bool {
    let words = line.trim_start_matches([' ', '-', '·']);
    let words = words.strip_prefix("again").unwrap_or(words).trim_start();
    words.starts_with("ascertain ") || words.split_whitespace().filter(|word| word.len() > 12).count() == 1
}

#[test]
fn no_line_is_wider_than_a_terminal_and_no_word_is_cut() {
    let place = Place::new();
    place
        .ascertain("run -q --filter aclnn.* --filter mul --filter reinterpret --fuzz 0 --report json=REPORT")
        .ends(0);
    for command in COMMANDS {
        let at = |columns: &str| place.ascertain_with(&[("COLUMNS", columns)], command);
        let (narrow, wide) = (at("60"), at(WIDE));
        assert!(narrow.code < 2 && !narrow.out.is_empty(), "{command}: {}", narrow.err);
        for line in narrow.out.lines().filter(|line| line.width() > NARROW) {
            assert!(is_copied(line), "{command}: {} columns: {line}", line.width());
        }
        // Chinese has no spaces: a word of the wide output may be two of the narrow one. Times differ.
        let words: HashSet<&str> = wide.out.split_whitespace().collect();
        let whole: String = wide.out.split_whitespace().collect();
        let narrow = narrow.out.lines().filter(|line| !line.contains(" in ") && !line.contains("not shown:"));
        for word in narrow
            .flat_map(str::split_whitespace)
            .filter(|word| *word != "more" && word.parse::<u64>().is_err())
        {
            assert!(words.contains(word) || whole.contains(word), "{command}: `{word}` is a part of a word");
        }
    }
}
