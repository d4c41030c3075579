//! `run --journal` and `--resume`.

use crate::cli::support::{Place, without_time};
use std::fs;

const RUN: &str = "run --filter aclnn.conversion --filter reinterpret --fuzz 300";

#[test]
fn a_run_goes_on_where_its_journal_ends() {
    let place = Place::new();
    let report =
        |more: &str| without_time(place.ascertain(&format!("{RUN} --report json=- {more}")).ends(0).json());
    let whole = report("");
    assert_eq!(report("--journal run.journal"), whole);
    let journal = || fs::read(place.at("run.journal")).expect("a journal");
    let written = journal();
    for end in [written.len() * 2 / 3, 0] {
        fs::write(place.at("run.journal"), &written[..end]).expect("a file");
        assert_eq!(report("--journal run.journal --resume --jobs 2"), whole, "after {end} bytes");
        assert!(journal() == written, "after {end} bytes");
    }
}

#[test]
fn a_journal_that_does_not_fit_is_refused_before_anything_is_asked() {
    let place = Place::new();
    let run = |more: &str| place.ascertain(&format!("{RUN} {more}"));
    run("--journal a.journal").ends(0);
    let written = place.read("a.journal");
    place.write("report.json", "of an earlier run");
    for (more, says) in [
        ("--journal a.journal", "there is a journal already"),
        ("--journal a.journal --resume --seed 3", "its seed is 0, and that of this run is 3"),
        ("--resume", "--journal"),
        ("--journal a.journal --backend reference --backend numpy", "put {backend} into the path"),
        ("--journal no/such/folder/journal", "no/such/folder/journal: "),
    ] {
        run(&format!("{more} --report json=report.json")).ends(2).warns(says);
    }
    assert_eq!(place.read("a.journal"), written);
    assert_eq!(place.read("report.json"), "of an earlier run");
    run("--journal '{backend}.journal' --backend reference --backend reference").ends(0);
    assert!(place.has("reference.journal") && place.has("reference-2.journal"));
}
