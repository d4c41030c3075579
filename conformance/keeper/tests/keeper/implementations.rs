//! `implementations`: a table from reports.

use crate::keeper::program::always_f32;
use crate::keeper::support::{Done, ascertain, folder, keeper, utf8};
use ascertain_keeper::implementations::{Folder, markdown};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Runs a command that writes a JSON report to `name` in the folder, and returns its path.
fn report(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let path = folder.join(name);
    let target = format!("json={}", path.display());
    let done = ascertain(&[arguments, &["--report", &target]].concat());
    assert!(done.code != 2, "{}", done.err);
    utf8(&path).to_owned()
}

fn observed(folder: &Path, backend: &str) -> String {
    let done = ascertain(&["observe", "--backend", backend, "--fuzz", "50", "--format", "json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let path = folder.join("observe.json");
    fs::write(&path, done.out).expect("a file can be written");
    utf8(&path).to_owned()
}

fn table(folder: &Path, reports: &[&str]) -> Done {
    keeper(&[&["implementations", "--dir", utf8(&folder.join("table"))], reports].concat())
}

fn row(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(format!("table/{name}.json"))).expect("a row");
    serde_json::from_str(&text).expect("JSON")
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("table.md")).expect("a page")
}

#[test]
fn reports_make_rows_and_the_page_shows_them() {
    let folder = folder();
    let folder = folder.path();
    let wrong = always_f32(folder);
    let of_reference = report(folder, "reference.json", &["run", "--fuzz", "200"]);
    let of_wrong = report(folder, "wrong.json", &["run", "--fuzz", "0", "--backend", &wrong]);
    let products = ["bench", "--quick", "--rounds", "2", "--dtypes", "f32", "--shapes", "8x8:-1"];
    let times = report(folder, "bench.json", &products);
    let observed = observed(folder, "reference");

    // The order does not matter.
    let done = table(folder, &[&times, &of_wrong, &observed, &of_reference]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.out.contains("not explained") && done.out.contains("aclnn.tensor-tensor.cells"),
        "{}",
        done.out
    );

    let reference = row(folder, "reference");
    for followed in reference["follows"].as_array().expect("an array") {
        assert!(followed["tested"].as_u64() > Some(0), "{followed}");
        assert_eq!(followed["tested"], followed["followed"], "{followed}");
    }
    assert_eq!(reference["differences"], Value::Array(Vec::new()));
    assert!(reference["habits"].as_array().is_some_and(|habits| !habits.is_empty()));
    assert_eq!(reference["speed"]["times"][0]["place"], "(8, 8) dim -1");

    let wrong = row(folder, "f32");
    let cells = wrong["follows"]
        .as_array()
        .and_then(|all| all.iter().find(|f| f["document"] == "aclnn.tensor-tensor"));
    let cells = cells.expect("its table");
    assert_eq!((&cells["counts"], &cells["tested"]), (&"cells".into(), &256.into()));
    let failed: u64 =
        wrong["differences"].as_array().expect("an array").iter().filter_map(|d| d["cases"].as_u64()).sum();
    // Each cell is asked with ranks of 1 and of 2.
    assert_eq!(cells["followed"], 256 - failed / 2, "{wrong}");

    let shown = page(folder);
    assert!(
        shown.contains("| f32 1 |") && shown.contains("not explained") && shown.contains("× |"),
        "{shown}"
    );
    // A heat map, and no link to files that are not there.
    assert!(shown.contains("| 🟩 256 of 256 |") && shown.contains("| 🟥 "), "{shown}");
    assert!(!shown.contains("]("), "{shown}");

    // A run that is repeated makes the same row.
    let again = folder.join("again");
    assert_eq!(keeper(&["implementations", "--dir", utf8(&again), &of_wrong]).code, 0);
    let row = folder.join("table/f32.json");
    let [one, other] = [&row, &folder.join("again/f32.json")].map(|path| fs::read(path).expect("a row"));
    assert_eq!(one, other);

    // What people say of it comes to the page, and nothing else changes.
    let kinds = ["dtype", "accepted-invalid"].map(|kind| {
        format!("[[finding]]\nareas = ['aclnn.tensor-tensor']\nkind = '{kind}'\nsays = 'Always | f32.'\n")
    });
    let notes = format!(
        "title = 'Always f32'\n{}[[finding]]\nareas = ['cumprod']\nkind = 'value'\nsays = 'x'\n",
        kinds.concat()
    );
    fs::write(folder.join("table/f32.toml"), notes).expect("a file can be written");
    let before = fs::read(&row).expect("a row");
    let done = table(folder, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!done.out.contains("not explained") && done.out.contains("value in cumprod"), "{}", done.out);
    assert_eq!(before, fs::read(&row).expect("a row"));
    let shown = page(folder);
    assert!(
        shown.contains("Always f32") && shown.contains("Always | f32.") && !shown.contains("not explained"),
        "{shown}"
    );
}

#[test]
fn reports_that_say_too_little_make_no_row() {
    let folder = folder();
    let folder = folder.path();
    let whole = report(folder, "whole.json", &["run", "--fuzz", "0"]);
    let part = report(folder, "part.json", &["run", "--filter", "aclnn.*"]);
    let latest = report(folder, "latest.json", &["run", "--profile", "latest", "--fuzz", "0"]);
    let observed = observed(folder, "reference");
    let text = fs::read_to_string(&whole).expect("a report");
    let tampered = folder.join("tampered.json");
    fs::write(&tampered, text.replacen("\"verdict\":\"pass\"", "\"verdict\":\"passed\"", 1))
        .expect("a file can be written");
    let broken = folder.join("broken.json");
    fs::write(&broken, "{").expect("a file can be written");
    for (given, says) in [
        (part.as_str(), "a part of the suite"),
        (&latest, "other editions"),
        (utf8(&tampered), "tampered.json"),
        (utf8(&broken), "broken.json"),
        ("absent.json", "absent.json"),
        (&observed, "there is no row for reference"),
    ] {
        let done = table(folder, &[given]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{given}");
        assert!(done.err.contains(says) && done.err.contains("help:"), "{given}: {}", done.err);
    }
    assert!(!folder.join("table").exists() && !folder.join("table.md").exists());
}

#[test]
fn rows_that_cannot_be_read_are_named_and_stay() {
    let folder = folder();
    let folder = folder.path();
    let report = report(folder, "run.json", &["run", "--fuzz", "0"]);
    assert_eq!(table(folder, &[&report]).code, 0);
    let row = folder.join("table/reference.json");
    let written = fs::read_to_string(&row).expect("a row");
    for (from, to) in [
        ("\"implementation\": 3", "\"implementation\": 4"),
        ("\"asked\"", "\"asked"),
        ("\"follows\"", "\"leads\""),
    ] {
        let changed = written.replacen(from, to, 1);
        assert_ne!(changed, written);
        fs::write(&row, &changed).expect("a file can be written");
        let done = table(folder, &[]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{to}");
        assert!(done.err.contains("reference.json") && done.err.contains("help:"), "{to}: {}", done.err);
        assert_eq!(fs::read_to_string(&row).expect("a row"), changed);
    }
}

#[test]
fn the_page_of_the_repository_is_that_of_its_rows() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !docs.is_dir() {
        println!("skipped: docs/ is not beside this crate, which was packaged alone");
        return;
    }
    let folder = Folder::read(&docs.join("implementations")).expect("the rows can be read");
    let page = markdown(&folder, true).expect("the page can be made");
    let committed = fs::read_to_string(docs.join("implementations.md")).expect("the page");
    assert!(page == committed, "make docs/implementations.md again: `ascertain-spec implementations`");
    for one in &folder.implementations {
        let unexplained: Vec<_> = one.unexplained().map(|difference| &difference.example).collect();
        assert!(unexplained.is_empty(), "{}: {unexplained:?}", one.name);
        assert_eq!(one.idle().count(), 0, "{}", one.name);
    }
}

/// Nobody else has a user's own cases.
#[test]
fn a_run_with_own_cases_makes_no_row() {
    let folder = folder();
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/vectors/cumprod-example.toml");
    let text = fs::read_to_string(vectors).expect("a vector file").replace("cumprod/vector/", "cumprod/own/");
    let own = folder.path().join("own.toml");
    fs::write(&own, text).expect("a file");
    let asked = ["run", "--filter", "cumprod/own/*", "--vectors", utf8(&own)];
    let report = report(folder.path(), "own.json", &asked);
    let done = table(folder.path(), &[&report]);
    assert!(done.code == 2 && done.err.contains("makes no row"), "{}", done.err);
    assert!(done.err.contains("without --vectors"), "{}", done.err);
}
