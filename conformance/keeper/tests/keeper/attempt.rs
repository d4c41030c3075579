//! `ascertain-spec try`.

use crate::keeper::support::{SPEC, few, folder, keeper, utf8, write};
use std::fs;
use std::path::Path;

#[test]
fn without_a_formula_no_value_is_judged() {
    let spec = folder();
    let files = ascertain_spec::find(Path::new(few())).expect("the specification can be read");
    write(spec.path(), files);
    let page = Path::new(SPEC).join("tools/tests/fixtures/new_document/aclnnBlend.md");
    let new = ["--new-document", "aclnn.blend", "--edition", "2026-07", "--write", "--spec"];
    let imported = keeper(&[&["import", utf8(&page)], &new[..], &[utf8(spec.path())]].concat());
    assert_eq!(imported.code, 0, "{}", imported.err);
    let done = keeper(&["try", utf8(spec.path()), "--operators", "blend", "--fuzz", "20"]);
    assert_eq!(done.code, 3, "{}{}", done.out, done.err);
    let words = done.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("blend has no formula: no value was judged"), "{}", done.out);
    assert!(words.contains("does not offer blend") && words.contains(" 0% "), "{}", done.out);
    let both = ["try", utf8(spec.path()), "--operators", "blend,cumprod", "--filter", "blend"];
    let beside =
        keeper(&[&both[..], &["--filter", "cumprod/rule/cumprod.rank.zero", "--fuzz", "0"]].concat());
    assert_eq!(beside.code, 3, "{}{}", beside.out, beside.err);
    assert!(beside.out.contains("blend has no formula"), "{}", beside.out);
}

#[test]
fn a_formula_without_its_requirement_says_which_to_write() {
    let spec = folder();
    write(spec.path(), ascertain_spec::find(Path::new(few())).expect("the specification can be read"));
    let overlay = spec.path().join("aclnn/cumprod.toml");
    let text = fs::read_to_string(&overlay).expect("an overlay");
    let named = text.lines().find(|line| line.starts_with("requirement = ")).expect("a formula names one");
    let other = "requirement = \"cumprod.what-is-right\"";
    fs::write(&overlay, text.replacen(named, other, 1)).expect("an overlay");
    let done = keeper(&["check", utf8(spec.path())]);
    assert_eq!(done.code, 2, "{}", done.out);
    for says in ["[[requirement]]", "id = \"cumprod.what-is-right\"", "write it in aclnn/cumprod.toml"] {
        assert!(done.err.contains(says), "{says}\n{}", done.err);
    }
    assert!(!done.err.contains("not found") && !done.err.contains("one of `"), "{}", done.err);
}

#[test]
fn cases_are_chosen_and_reported_as_by_a_run() {
    let place = folder();
    let report = place.path().join("report.json");
    let asked = ["try", SPEC, "--operators", "abs", "--filter", "abs/rule", "--filter", "abs/fuzz/0/7"];
    let shown = ["--show", "refusals", "--findings", "all", "--report"];
    let done = keeper(&[&asked[..], &shown, &[&format!("json={}", utf8(&report))]].concat());
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(report).expect("a report")).expect("JSON");
    let ids: Vec<&str> =
        report["cases"].as_array().expect("cases").iter().filter_map(|case| case["id"].as_str()).collect();
    assert!(ids.iter().all(|id| id.starts_with("abs/rule/") || *id == "abs/fuzz/0/7"), "{ids:?}");
    assert!(ids.len() > 20 && ids.contains(&"abs/fuzz/0/7"), "{ids:?}");
    let none = keeper(&["try", SPEC, "--operators", "abs", "--filter", "abs/no-such"]);
    assert!(none.code == 2 && none.err.contains("matches nothing"), "{}", none.err);
}
