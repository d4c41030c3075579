//! Lists of known failures: `run --known` and `known write`.

use crate::cli::support::{Done, Place};

/// Runs a backend that fails most of its cases, with `known.toml`.
fn run(place: &Place, more: &str) -> Done {
    let backend = place.always_f32();
    place.ascertain(&format!("run -b '{backend}' --known known.toml --report json=- --fuzz 0 {more}"))
}

/// The standings of the list's entries.
fn standings(done: &Done) -> Vec<String> {
    let report = done.json();
    let known = report["known"].as_array().cloned().unwrap_or_default();
    known.iter().map(|entry| entry["standing"].as_str().expect("a standing").to_owned()).collect()
}

#[test]
fn a_list_out_of_date_fails_the_run() {
    let place = Place::new();
    let tables = "--filter aclnn.tensor-tensor";
    // After an entry about everything, which explains all findings. Without a filter, all of the suite was asked.
    for (entries, more, expected, code) in [
        (&["cases = \"aclnn.tensor-tensor/lhs=f32,rhs=f32*\""][..], tables, &["fixed"][..], 1),
        (&["cases = \"aclnn.tensor-tensor\"\nuntil = 2020-01-01"], tables, &["expired"], 1),
        (&["cases = \"cumprod/no/such/case\""], tables, &["not-judged"], 0),
        (
            &["cases = \"cumprod/no/such/case\"", "requirement = \"cumprod.vlaue\""],
            "",
            &["no-case", "no-case"],
            1,
        ),
        (&["cases = \"cumprod/grid\"", "cases = \"cumprod/fuzz/*\""], "", &["not-judged", "not-judged"], 0),
    ] {
        let entries = ["cases = \"aclnn.tensor-tensor\""].iter().chain(entries);
        let entries: String = entries.map(|entry| format!("[[known]]\n{entry}\nreason = \"r\"\n")).collect();
        place.write("known.toml", &format!("version = 1\n{entries}"));
        let done = run(&place, more).ends(code);
        assert_eq!(standings(&done)[1..], *expected, "{entries}: {done}");
    }
}
