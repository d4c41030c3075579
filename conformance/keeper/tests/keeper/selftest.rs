//! `ascertain-spec selftest`. `scripts/generated.sh` compares the digest of the page that it writes.

use crate::keeper::support::keeper;

#[test]
fn a_part_of_the_mutants_is_found() {
    for (only, filter) in [
        ("cells", "mindspore.number-tensor/*"),
        ("boundaries", "reinterpret.strided/*"),
        ("faults", "tables/*"),
    ] {
        let done = keeper(&["selftest", "--only", only, "--filter", filter]);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
        // Ids stay whole, so that they can be copied.
        let fits = |line: &str| line.chars().count() <= 80 || !line.trim().contains(' ');
        assert!(done.out.lines().all(fits), "{}", done.out);
        let counts = done.out.lines().find_map(|line| line.trim().strip_prefix(only)).expect("a row");
        let counts: Vec<&str> = counts.split_whitespace().collect();
        assert!(
            counts[0] != "0" && counts.last() == Some(&"0"),
            "mutants are made, and none survives: {}",
            done.out
        );
    }
}

#[test]
fn what_cannot_be_tested_is_said_before_anything_is() {
    for (arguments, said) in [
        (&["--filter", "no.such/*"][..], "no mutant fits `no.such/*`"),
        (&["--only", "everything"], "everything"),
        (&["--coverage", "/no/such/folder/x.md"], "/no/such/folder/x.md"),
    ] {
        let done = keeper(&[&["selftest"], arguments].concat());
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}");
        assert!(done.err.contains(said), "{arguments:?}: {}", done.err);
    }
}
