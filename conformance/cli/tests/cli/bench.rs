//! `ascertain bench`. No test depends on real times.

use crate::support::{ascertain, folder};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;

/// As short as can be.
const QUICK: [&str; 8] =
    ["bench", "--shapes", "8x8:-1,30:0,8x8:-1", "--rounds", "2", "--sample", "0.0001", "--dtypes=f32,s8"];

fn bench(arguments: &[&str]) -> crate::support::Done {
    ascertain(&[&QUICK[..], arguments].concat())
}

#[test]
fn reports_say_the_same_in_every_form() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let page = path("page.md");
    fs::write(&page, "Before.\n<!-- ascertain bench -->\nold\n<!-- /ascertain bench -->\nAfter.\n")
        .expect("a file");
    let targets =
        [format!("html={}", path("a.html")), format!("markdown={page}"), format!("json={}", path("a.json"))];
    let mut arguments = vec!["--threads", "2"];
    targets.iter().for_each(|target| arguments.extend(["--report", target]));
    let done = bench(&arguments);
    assert_eq!(
        (done.code, done.err.lines().count()),
        (0, 1),
        "how long it takes, and nothing else: {}",
        done.err
    );
    assert!(done.out.contains("4 products timed") && !done.out.contains('\u{1b}'), "{}", done.out);
    let json: Value =
        serde_json::from_str(&fs::read_to_string(path("a.json")).expect("a report")).expect("that is JSON");
    assert_eq!((&json["settings"]["threads"], &json["settings"]["rounds"]), (&2.into(), &2.into()));
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["cases"][0]["results"][0]["timing"]["threads"], 2);
    assert!(fs::read_to_string(path("a.html")).expect("a page").contains("</svg>"));
    let page = fs::read_to_string(&page).expect("a page");
    assert!(page.starts_with("Before.\n") && page.ends_with("\nAfter.\n") && !page.contains("old"), "{page}");
    assert!(page.contains("| s8 |"), "{page}");
}

#[test]
fn an_earlier_report_is_shown_again() {
    let folder = folder();
    let path = folder.path().join("before.json").display().to_string();
    let before = bench(&["--report", "json=-"]);
    fs::write(&path, &before.out).expect("a file");
    let shown = ascertain(&["bench", "--show", &path, "--report", "json=-"]);
    assert_eq!((shown.code, shown.out), (0, before.out));
    let (_, told) = before.err.split_once('\n').expect("first, how long it takes");
    assert_eq!(shown.err, told, "and people are told the same");
    let both = ascertain(&["bench", "--show", &path, "--backend", "reference"]);
    assert_eq!(both.code, 2, "{}", both.out);
    let mut stranger: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("a report")).expect("JSON");
    stranger["cases"][0]["results"][0]["backend"] = 7.into();
    fs::write(&path, stranger.to_string()).expect("a file");
    let shown = ascertain(&["bench", "--show", &path]);
    assert_eq!((shown.code, shown.err.contains("does not list")), (2, true), "{}", shown.err);
}

#[test]
fn a_quick_look_has_few_rounds_of_every_class() {
    let report = ascertain(&["bench", "--quick", "--dtypes", "s8", "--report", "json=-"]).json();
    let settings = &report["settings"];
    assert_eq!((&settings["quick"], &settings["rounds"]), (&true.into(), &6.into()));
    let cases = report["cases"].as_array().expect("products");
    let classes: HashSet<&str> = cases.iter().filter_map(|case| case["class"].as_str()).collect();
    assert_eq!((cases.len(), classes.len()), (5, 5));
    let own =
        ascertain(&["bench", "--quick", "--dtypes=s8", "--shapes=8:0", "--rounds=2", "--report=json=-"]);
    let own = own.json();
    assert_eq!((&own["settings"]["rounds"], own["cases"].as_array().map(Vec::len)), (&2.into(), Some(1)));
}

#[test]
fn a_report_on_standard_output_stands_alone() {
    let done = bench(&["--report", "json=-"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.json()["version"], 1);
    assert!(done.err.contains("4 products timed"), "{}", done.err);
}

/// An earlier report that is faster by far, and one by far slower.
#[test]
fn regressions_end_with_one() {
    let folder = folder();
    let path = folder.path().join("before.json").display().to_string();
    let before = bench(&["--report", "json=-"]).json();
    for (factor, code, words) in [(1e-6, 1, "4 slower than before"), (1e6, 0, "0 slower, 4 faster")] {
        let mut before = before.clone();
        for case in before["cases"].as_array_mut().expect("products") {
            for key in ["median", "low", "high"] {
                let number = &mut case["results"][0]["timing"]["ratio"][key];
                *number = (number.as_f64().expect("a number") * factor).into();
            }
        }
        fs::write(&path, before.to_string()).expect("a file");
        let done = bench(&["--against", &path]);
        assert_eq!(done.code, code, "{}{}", done.out, done.err);
        assert!(done.out.contains(words), "{words}\n{}", done.out);
    }
    let other = bench(&["--against", &path, "--threads", "2"]);
    assert_eq!(other.code, 2, "{}", other.out);
    assert!(other.err.contains("--threads 1"), "{}", other.err);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_timed_is_no_success() {
    let folder = folder();
    let parrot = crate::support::parrot(folder.path(), "nonsense");
    for (backend, words) in
        [(parrot.as_str(), "does not offer cumprod"), ("process:/nowhere/at/all", "did not start")]
    {
        let done = bench(&["--backend", backend]);
        assert_eq!(done.code, 3, "{}{}", done.out, done.err);
        assert!(done.out.contains(words) && done.out.contains("0 products timed"), "{}", done.out);
    }
}
