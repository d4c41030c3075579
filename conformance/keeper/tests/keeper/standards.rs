//! `ascertain-spec standards`.

use crate::keeper::committed_files::committed;
use crate::keeper::support::{SPEC, folder, keeper, utf8, write};
use std::fs;
use std::path::Path;

#[test]
fn a_row_says_what_a_standard_finds_and_whom_it_costs() {
    let done = keeper(&["standards", "--operator", "add", "--standard", "opbase-2026-07", "--cases", "5"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let rows: Vec<Vec<&str>> =
        done.out.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows[0][6..8], ["pages", "opbase-2026-07"]);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", done.out);
    // By the inputs of the suite in four dtypes, and by those of the standard in the three that it has rules for.
    let of = |inputs: &str| rows.iter().filter(|row| row[3] == inputs).count();
    assert_eq!((of("suite"), of("opbase-2026-07")), (4, 3), "{}", done.out);
    for row in &rows[2..] {
        let faults: usize = row[5].parse().expect("a number");
        let (found, failed) = row[6].split_once(", ").expect("two numbers");
        assert!(faults > 5 && found.parse() == Ok(faults) && failed == "0 %", "the pages: {row:?}");
        assert_eq!(row[7].is_empty(), row[2] == "f64", "{row:?}");
    }
}

#[test]
fn unknown_names_are_told_with_those_that_there_are() {
    for (arguments, said) in [(["--operator", "ad"], "add"), (["--standard", "opbase"], "opbase-2026-07")] {
        let done = keeper(&[&["standards"][..], &arguments].concat());
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}");
        assert!(done.err.contains(said), "{arguments:?}: {}", done.err);
    }
}

#[test]
fn the_check_of_a_specification_reads_its_standards() {
    let root = folder();
    write(root.path(), committed(Path::new(SPEC)));
    let path = "standards/ttk-close.toml";
    let text = fs::read_to_string(Path::new(SPEC).join(path)).expect("a standard");
    let check = |text: &str| {
        write(root.path(), vec![(path.to_owned(), text.to_owned())]);
        keeper(&["check", utf8(root.path())])
    };
    assert_eq!(check(&text).code, 0);
    let done = check(&text.replacen("equal-nan", "equal-nans", 1));
    let line = 1 + text.lines().position(|line| line.starts_with("equal-nan")).expect("a line");
    assert_eq!(done.code, 2, "{}", done.out);
    for said in [format!("standards/ttk-close.toml, line {line}: "), "did you mean `equal-nan`?".to_owned()] {
        assert!(done.err.contains(&said), "{said}: {}", done.err);
    }
}
