//! `ascertain-spec standards`.

use crate::keeper::support::keeper;

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
