//! `ascertain bench`. No test depends on real times.

use crate::cli::support::{Done, Place, ascertain};
use std::collections::HashSet;

/// As short as can be.
const QUICK: &str = "bench --shapes 8x8:-1,30:0,8x8:-1 --rounds 2 --sample 0.0001 --dtypes=f32,s8";

fn bench(place: &Place, arguments: &str) -> Done {
    place.ascertain(&format!("{QUICK} {arguments}"))
}

#[test]
fn reports_say_the_same_in_every_form() {
    let place = Place::new();
    place.write("page.md", "Before.\n<!-- ascertain bench -->\nold\n<!-- /ascertain bench -->\nAfter.\n");
    let reports = "--threads 2 --report html=a.html --report markdown=page.md --report json=a.json";
    let done = bench(&place, reports).ends(0).prints("4 products timed");
    assert_eq!(done.err.lines().count(), 1, "how long it takes, and nothing else: {done}");
    assert!(!done.out.contains('\u{1b}'), "{done}");
    let json = place.json("a.json");
    assert_eq!((&json["settings"]["threads"], &json["settings"]["rounds"]), (&2.into(), &2.into()));
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["cases"][0]["results"][0]["timing"]["threads"], 2);
    assert!(place.read("a.html").contains("</svg>"));
    let page = place.read("page.md");
    assert!(page.starts_with("Before.\n") && page.ends_with("\nAfter.\n") && !page.contains("old"), "{page}");
    assert!(page.contains("| s8 |"), "{page}");
}

#[test]
fn an_earlier_report_is_shown_again() {
    let place = Place::new();
    let before = bench(&place, "--report json=-");
    place.write("before.json", &before.out);
    let shown = place.ascertain("bench --show before.json --report json=-").ends(0);
    assert_eq!(shown.out, before.out);
    let (_, told) = before.err.split_once('\n').expect("first, how long it takes");
    assert_eq!(shown.err, told, "and people are told the same");
    place.ascertain("bench --show before.json --backend reference").ends(2);
    let mut stranger = place.json("before.json");
    stranger["cases"][0]["results"][0]["backend"] = 7.into();
    place.write("before.json", &stranger.to_string());
    place.ascertain("bench --show before.json").ends(2).warns("does not list");
}

#[test]
fn a_quick_look_has_few_rounds_of_every_class() {
    let report = ascertain("bench --quick --dtypes s8 --report json=-").json();
    let settings = &report["settings"];
    assert_eq!((&settings["quick"], &settings["rounds"]), (&true.into(), &6.into()));
    let cases = report["cases"].as_array().expect("products");
    let classes: HashSet<&str> = cases.iter().filter_map(|case| case["class"].as_str()).collect();
    assert_eq!((cases.len(), classes.len()), (5, 5));
    let own = ascertain("bench --quick --dtypes=s8 --shapes=8:0 --rounds=2 --report=json=-").json();
    assert_eq!((&own["settings"]["rounds"], own["cases"].as_array().map(Vec::len)), (&2.into(), Some(1)));
}

#[test]
fn a_report_on_standard_output_stands_alone() {
    let done = bench(&Place::new(), "--report json=-").ends(0).warns("4 products timed");
    assert_eq!(done.json()["version"], 1);
}

/// An earlier report that is faster by far, and one by far slower.
#[test]
fn regressions_end_with_one() {
    let place = Place::new();
    let before = bench(&place, "--report json=-").json();
    for (factor, code, words) in [(1e-6, 1, "4 slower than before"), (1e6, 0, "0 slower, 4 faster")] {
        let mut before = before.clone();
        for case in before["cases"].as_array_mut().expect("products") {
            for key in ["median", "low", "high"] {
                let number = &mut case["results"][0]["timing"]["ratio"][key];
                *number = (number.as_f64().expect("a number") * factor).into();
            }
        }
        place.write("before.json", &before.to_string());
        bench(&place, "--against before.json").ends(code).prints(words);
    }
    bench(&place, "--against before.json --threads 2").ends(2).warns("--threads 1");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_timed_is_no_success() {
    let place = Place::new();
    let parrot = place.parrot("nonsense");
    for (backend, words) in
        [(parrot.as_str(), "does not offer cumprod"), ("process:/nowhere/at/all", "did not start")]
    {
        bench(&place, &format!("-b '{backend}'")).ends(3).prints(words).prints("0 products timed");
    }
}
