//! `ascertain bench`. No test depends on real times.

use crate::cli::support::{Done, Place, ascertain};
use std::collections::HashSet;

/// As short as can be.
const QUICK: &str = "bench --operators add,cumsum --elements 100 --rounds 2 --sample 0.0001 --dtypes=f32,s8";

fn bench(place: &Place, arguments: &str) -> Done {
    place.ascertain(&format!("{QUICK} {arguments}"))
}

#[test]
fn reports_say_the_same_in_every_form() {
    let place = Place::new();
    let done = bench(&place, "--threads 2 --report json=a.json").ends(0).prints("4 calls timed");
    assert_eq!(done.err.lines().count(), 1, "how many calls, and nothing else: {done}");
    assert!(!done.out.contains('\u{1b}'), "{done}");
    let json = place.json("a.json");
    assert_eq!((&json["settings"]["threads"], &json["settings"]["rounds"]), (&2.into(), &2.into()));
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(4));
    assert!(json["cases"][0]["results"][0]["timing"]["ns"]["min"].is_number());
    let alone = bench(&place, "--report json=-").ends(0).warns("4 calls timed");
    assert_eq!(alone.json()["version"], 2);
}

#[test]
fn a_quick_look_has_every_operator() {
    let report = ascertain("bench --quick --elements 50 --sample 0.0001 --rounds 1 --report json=-").json();
    assert_eq!((&report["settings"]["quick"], &report["settings"]["rounds"]), (&true.into(), &1.into()));
    let cases = report["cases"].as_array().expect("calls");
    let operators: HashSet<&str> = cases.iter().filter_map(|case| case["operator"].as_str()).collect();
    assert!(operators.len() > 60, "{operators:?}");
    assert!(cases.iter().all(|case| case["results"][0]["timing"].is_object()), "{cases:?}");
}

/// An earlier report that is faster by far, and one by far slower.
#[test]
fn regressions_end_with_one() {
    let place = Place::new();
    let before = bench(&place, "--report json=-").json();
    for (factor, code) in [(1e-6, 1), (1e6, 0)] {
        let mut before = before.clone();
        for case in before["cases"].as_array_mut().expect("calls") {
            for key in ["min", "median", "max"] {
                let number = &mut case["results"][0]["timing"]["ratio"][key];
                *number = (number.as_f64().expect("a number") * factor).into();
            }
        }
        place.write("before.json", &before.to_string());
        let done = bench(&place, "--against before.json").ends(code);
        assert_eq!(done.out.matches("slower: ").count(), if code == 1 { 4 } else { 0 }, "{done}");
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_timed_is_no_success() {
    let place = Place::new();
    let parrot = place.parrot("nonsense");
    for (backend, words) in [(parrot.as_str(), "unsupported"), ("process:/nowhere/at/all", "did not start")] {
        bench(&place, &format!("-b '{backend}'")).ends(3).prints(words).prints("0 calls timed");
        bench(&place, &format!("-b '{backend}' -b reference")).ends(3).prints(words).prints("4 calls timed");
    }
}

#[cfg(unix)]
#[test]
fn an_error_of_the_adapter_is_told() {
    let place = Place::new();
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"broken","version":"1","bench":true,"ops":{"add":{"dtypes":["f32"]}}}}"#;
    let broken = place.parrot_of(hello, r#"{"id":1,"failed":{"message":"KeyError: axis (mine.py:3)"}}"#);
    let done = bench(&place, &format!("-b reference -b '{broken}' --report json=a.json")).ends(3);
    done.prints("not timed  broken, add of f32: error: ").prints("KeyError: axis (mine.py:3)");
    let detail = &place.json("a.json")["cases"][0]["results"][1]["detail"];
    assert!(detail.as_str().is_some_and(|detail| detail.contains("KeyError: axis (mine.py:3)")), "{detail}");
}
