//! A run that was killed goes on with its journal, and comes to the same.

use crate::results::backends::{self, Faulty};
use crate::results::support::{Asked, cases, json, request, with_large};
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::options::{RunOptions, Shard};
use ascertain_conformance::results::journal::Journal;
use ascertain_conformance::run::{Backends, run_all};
use ascertain_conformance::standard::Standard;
use ascertain_conformance::verdict::Run;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Runs with a journal, which may be there, and returns the report without its time.
fn run(path: &Path, mut backend: Faulty, cases: &[Case], asked: &Asked) -> Result<String, String> {
    let request = request(&backend, cases.len(), asked);
    let opened = Journal::open(path, true, cases, &asked.options, &request);
    let (mut journal, earlier) = opened.map_err(|error| error.to_string())?;
    let run = run_all(cases, Backends::One(&mut backend), &asked.options, earlier, &mut journal);
    if let Some(refused) = journal.refused() {
        return Err(refused.to_string());
    }
    journal.close().expect("a file takes all");
    Ok(json(&(Run { seconds: 0.0, ..run }, request)))
}

/// A run, its report, and its journal.
struct Done {
    folder: TempDir,
    name: &'static str,
    cases: Vec<Case>,
    asked: Asked,
    report: String,
    journal: Vec<u8>,
}

impl Done {
    fn new(name: &'static str, step: usize, fuzz: u64) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cases = cases(&Editions::default(), step);
        let standard = Standard::named("flaggems").map(|standard| (standard, true));
        let options = with_large(RunOptions { fuzz, standard, ..RunOptions::default() });
        let asked = Asked { options, ..Asked::default() };
        let path = folder.path().join("journal");
        let report = run(&path, backends::named(name), &cases, &asked).expect("a new journal");
        let journal = fs::read(path).expect("a journal");
        Self { folder, name, cases, asked, report, journal }
    }

    /// Goes on with another journal, and returns the report and the journal afterwards.
    fn resume(&self, journal: &[u8]) -> Result<(String, Vec<u8>), String> {
        let path = self.folder.path().join("resumed");
        fs::write(&path, journal).expect("a file");
        let report = run(&path, backends::named(self.name), &self.cases, &self.asked)?;
        Ok((report, fs::read(path).expect("a journal")))
    }

    fn lines(&self) -> Vec<&[u8]> {
        self.journal.split_inclusive(|byte| *byte == b'\n').collect()
    }
}

#[test]
fn a_run_that_was_killed_goes_on_where_its_journal_ends() {
    for name in ["wrong elements", "a bit of everything"] {
        let done = Done::new(name, 1_200, 80);
        let lines = done.lines();
        assert!(lines.len() > 6, "{name}: {} lines", lines.len());
        let mut start = 0;
        for (at, line) in lines.iter().enumerate() {
            // Killed before a line, in it, or before its last byte.
            let end = start + [0, line.len() / 2, line.len() - 1][at % 3];
            let (report, journal) = done.resume(&done.journal[..end]).expect("what is cut is dropped");
            assert!(report == done.report, "{name}: another report after {end} bytes");
            assert!(journal == done.journal, "{name}: another journal after {end} bytes");
            start += line.len();
        }
        assert!(done.resume(&done.journal).expect("it is whole").0 == done.report, "{name}: another report");
    }
}

#[test]
fn a_damaged_journal_is_refused() {
    let done = Done::new("a bit of everything", 100, 40);
    let lines = done.lines();
    let of_fixed = |line: &&&[u8]| line.starts_with(b"{\"fixed\"");
    assert_eq!(lines.iter().filter(of_fixed).count(), 1, "the first step");
    for (what, lines) in [
        ("without the first line", lines[1..].to_vec()),
        ("the fixed cases twice", [&lines[..2], &lines[1..]].concat()),
        ("large cases twice", [&lines[..], &lines[2..]].concat()),
        ("half a line", [&lines[..1], &[&lines[1][..lines[1].len() / 2], &b"\n"[..]], &lines[2..]].concat()),
        ("no text", [&lines[..1], &[&b"\xff\n"[..]]].concat()),
    ] {
        let error = done.resume(&lines.concat()).map(|_| ()).expect_err(what);
        assert!(error.starts_with("line "), "{what}: {error}");
    }
    for text in ["\n", "{}\n", "nothing\n", "{\"journal\":1}\n", "\u{feff}{}\n"] {
        assert!(done.resume(text.as_bytes()).is_err(), "{text:?}");
    }
}

#[test]
fn the_journal_of_another_run_is_refused() {
    let done = Done::new("reference", 400, 64);
    let path = done.folder.path().join("journal");
    let again = |change: &dyn Fn(&mut Asked, &mut Vec<Case>, &mut Faulty)| {
        let (mut asked, mut cases) = (done.asked.clone(), done.cases.clone());
        let mut backend = backends::named("reference");
        change(&mut asked, &mut cases, &mut backend);
        run(&path, backend, &cases, &asked).expect_err("another run")
    };
    for (says, error) in [
        ("its seed is 0, and that of this run is 5", again(&|asked, _, _| asked.options.seed = 5)),
        ("number of random cases is 64", again(&|asked, _, _| asked.options.fuzz = 65)),
        ("cases for each operator is none", again(&|asked, _, _| asked.options.fuzz_each = Some(65))),
        (
            "profile",
            again(&|asked, _, _| asked.options.editions = Editions::profile("latest").expect("a profile")),
        ),
        ("--shard", again(&|asked, _, _| asked.options.shard = Some(Shard { part: 1, of: 2 }))),
        ("--standard is flaggems", again(&|asked, _, _| asked.options.standard = None)),
        ("--readings", again(&|asked, _, _| asked.options.observe_readings = true)),
        ("list of large cases", again(&|asked, _, _| asked.options.large.cases.truncate(1))),
        ("list of cases", again(&|_, cases, _| drop(cases.pop()))),
        ("another number of times", again(&|asked, _, _| asked.options.once = true)),
        ("backend is process:reference", again(&|_, _, backend| backend.name = "other")),
        ("another name or version", again(&|_, _, backend| backend.version = "other")),
        ("declares something else", again(&|_, _, backend| backend.declares = &[("colour", "blue")])),
    ] {
        assert!(error.contains("another run") && error.contains(says), "{says}: {error}");
    }
    assert_eq!(fs::read(&path).expect("a journal"), done.journal, "it is as it was");
    assert!(run(&path, backends::named("reference"), &done.cases, &done.asked).is_ok());
}

#[test]
fn a_journal_is_of_one_run_at_a_time() {
    let done = Done::new("reference", 400, 0);
    let path = done.folder.path().join("journal");
    let request = request(&backends::named("reference"), done.cases.len(), &done.asked);
    let open = |resume| Journal::open(&path, resume, &done.cases, &done.asked.options, &request);
    assert!(open(false).expect_err("it is there").help.contains("--resume"));
    let (first, _) = open(true).expect("nobody has it");
    assert!(open(true).expect_err("it is open").what.contains("another run writes"));
    drop(first);
    assert!(open(true).is_ok());
    fs::write(&path, "").expect("a file");
    assert!(open(false).is_ok(), "an empty file is a new journal");
    let folder = Journal::open(done.folder.path(), true, &done.cases, &done.asked.options, &request);
    assert!(folder.expect_err("a folder").what.contains("not a regular file"));
}

#[test]
fn what_came_of_asking_again_is_kept() {
    let done = Done::new("another answer the second time", 100, 300);
    assert!(done.report.contains("\"nondeterministic\""), "{}", done.report);
    let lines = done.lines();
    // What was asked before is not asked again, so that a backend that starts anew gives no other answers.
    let after =
        1 + lines.iter().rposition(|line| line.starts_with(b"{\"again\"")).expect("cases asked again");
    for end in after..=lines.len() {
        let (report, _) = done.resume(&lines[..end].concat()).expect("its own journal");
        assert!(report == done.report, "another report after {end} lines");
    }
}
