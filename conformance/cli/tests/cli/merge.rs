//! `merge`: parts of a run on the command line.

use crate::cli::support::{Place, without_time};

const RUN: &str = "run --filter aclnn.conversion --filter reinterpret --fuzz 90";

#[test]
fn parts_become_the_whole() {
    let place = Place::new();
    place.ascertain(&format!("{RUN} --report json=whole.json")).ends(0);
    for part in [1, 2, 3] {
        place.ascertain(&format!("{RUN} --shard {part}/3 --report json={part}.json")).ends(0);
    }
    let done = place.ascertain("merge 3.json 1.json 2.json --report json=-").ends(0).warns("on reference");
    assert_eq!(without_time(done.json()), without_time(place.json("whole.json")));
    assert!(!done.err.contains("shard     "), "{done}");
    let done = place.ascertain("merge 3.json 1.json 2.json --report html=-").ends(0).prints("Obeyed");
    assert!(done.out.starts_with("<!DOCTYPE html>"), "{done}");
    // The report may replace one of the parts.
    let done = place.ascertain("merge 2.json 3.json --report json=2.json").ends(3);
    assert_eq!(place.json("2.json")["incomplete"], "part 1 of 3 is missing");
    done.prints("part 1 of 3 is missing");
}

#[test]
fn what_cannot_be_joined_is_a_usage_error() {
    let place = Place::new();
    for (name, more) in [("1", "--shard 1/2"), ("2", "--shard 2/2 --seed 5")] {
        place.ascertain(&format!("{RUN} {more} --report json={name}")).ends(0);
    }
    place.write("broken.json", "{\"version\": 1,\n \"suite\": 7}");
    for (parts, says) in [
        ("", "REPORT"),
        ("1 2", "its seed is 5"),
        ("1 broken.json", "broken.json: not a JSON report: invalid type: integer `7`, expected"),
        ("1 no-such.json", "no-such.json: "),
    ] {
        place.ascertain(&format!("merge {parts}")).ends(2).warns(says);
    }
}
