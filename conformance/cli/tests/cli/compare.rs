//! `compare`, and reports in every format.

use crate::cli::support::{Place, ascertain};

/// Writes `name`: the report `old.json`, but for one place.
fn changed(place: &Place, name: &str, from: &str, to: &str) {
    let text = place.read("old.json");
    assert!(text.contains(from), "{from}");
    place.write(name, &text.replacen(from, to, 1));
}

#[test]
fn what_broke_ends_with_exit_code_1() {
    let place = Place::new();
    place.ascertain("run --filter 'aclnn.*' --fuzz 0 --report json=old.json").ends(0);
    changed(&place, "new.json", "\"verdict\":\"pass\"", "\"verdict\":\"fail\"");
    changed(&place, "major.json", "\"suite\": \"", "\"suite\": \"9");
    changed(&place, "broken.json", "\"version\": 1", "\"version\": 2");
    for (reports, code, says) in [
        ("old.json new.json", 1, "Broken: 1 case"),
        ("new.json old.json", 0, "Fixed: 1 case"),
        ("old.json old.json", 0, "nothing broke"),
        ("old.json new.json old.json", 0, "aclnn.tensor-tensor"),
        ("old.json major.json", 2, "of the suite"),
        ("old.json broken.json", 2, "version 2"),
        ("old.json no-such.json", 2, "no-such.json"),
        ("old.json", 2, "REPORT"),
    ] {
        let done = place.ascertain(&format!("compare {reports}")).ends(code);
        assert!(done.said().contains(says), "{says}: {done}");
    }
    let compare = |more: &str| place.ascertain(&format!("compare old.json new.json {more}")).ends(1);
    compare("").prints("ascertain run --backend reference --filter aclnn.");
    assert_eq!(compare("--format json").json()["counts"]["broken"], 1);
    let page = compare("--format markdown");
    assert!(page.out.starts_with("### ascertain: 1 case broke"), "{page}");
    // People read it beside.
    let done = compare("--report json=- --report html=a.html --report=markdown=a.md").warns("Broken: 1 case");
    assert_eq!(done.json()["counts"]["broken"], 1);
    for (name, says) in [("a.html", "<!DOCTYPE html>"), ("a.md", "### ascertain")] {
        let text = place.read(name);
        assert!(text.contains(says) && !text.contains('\u{1b}'), "{name}: {text}");
    }
}

#[test]
fn a_run_and_a_merge_write_every_format() {
    let place = Place::new();
    let formats = [("json", "\"version\""), ("junit", "<testsuites "), ("markdown", "### ascertain: obeyed")];
    let reports = formats.map(|(format, _)| format!("--report {format}=a.{format}")).join(" ");
    let run = "run --filter 'aclnn.*' --fuzz 0";
    place.ascertain(&format!("{run} {reports}")).ends(0);
    for (format, says) in formats {
        let text = place.read(&format!("a.{format}"));
        assert!(text.contains(says), "{format}: {text}");
    }
    place.ascertain(&format!("{run} --shard 1/1 --report json=part.json")).ends(0);
    place.ascertain("merge part.json --report junit=-").ends(0).prints("<testsuite ");
    ascertain("run --report pdf=x").ends(2).warns("junit=PATH");
}
