//! The README against the program: the output that it shows is what the program prints, and the backend that it shows
//! runs.

use ascertain::backend::Backend;
use ascertain::reference::Reference;
use ascertain_conformance::backends::{Options, ProcessBackend};
use ascertain_conformance::case::Case;
use ascertain_conformance::options::{RANDOM_CASES, RunOptions};
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Columns of the output in the README: those that the program uses where it does not write to a terminal.
const WIDTH: usize = 110;

/// The README, and its code blocks in order: their language and their text. None where this crate was packaged alone.
fn readme() -> Option<(String, Vec<(String, String)>)> {
    let Ok(text) = fs::read_to_string(here("../README.md")) else {
        println!("skipped: the README is not beside this crate, which was packaged alone");
        return None;
    };
    let fenced = text.split("```").skip(1).step_by(2);
    let blocks = fenced.filter_map(|block| block.split_once('\n'));
    let blocks = blocks.map(|(language, text)| (language.to_owned(), text.to_owned())).collect();
    Some((text, blocks))
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What `ascertain run` prints, one finding in full.
fn report(cases: &[Case], backend: &mut dyn Backend, fuzz: u64) -> String {
    let run = run(cases, backend, &RunOptions { fuzz, ..RunOptions::default() }, &mut |_| ());
    let mut out = Vec::new();
    terminal::write(
        &mut out,
        &run,
        &RunRequest::default(),
        View { width: WIDTH, findings: 1, verbose: false, refusals: true },
    )
    .expect("a vector");
    anstream::adapter::strip_str(&String::from_utf8(out).expect("text")).to_string()
}

/// Every line shown must be printed, in this order; `…` stands for any number of lines.
fn assert_printed(shown: &str, printed: &str) {
    let mut left = printed.lines().map(without_time);
    for line in shown.lines().filter(|line| !line.is_empty() && *line != "…").map(without_time) {
        let found = left.any(|printed| printed == line);
        assert!(
            found,
            "README.md shows this line, which the program does not print:\n{line}\n\nIt prints:\n{printed}"
        );
    }
}

/// A line without the time that the run took: `4,024 cases passed in 12 ms (exit code 0)`.
fn without_time(line: &str) -> String {
    match (line.rfind(" in "), line.rfind(" (exit code")) {
        (Some(from), Some(to)) if from < to => [&line[..from], &line[to..]].concat(),
        _ => line.to_owned(),
    }
}

#[test]
fn the_readme_is_short() {
    let Some((text, _)) = readme() else { return };
    let lines = text.lines().count();
    assert!(lines <= 200, "README.md has {lines} lines: link instead of pasting");
}

#[test]
fn the_first_verdict_is_what_the_program_prints() {
    let Some((_, blocks)) = readme() else { return };
    let shown = blocks.iter().find(|(language, _)| language == "text").expect("the first verdict");
    let cases = suite::build(&RunOptions::default().editions).expect("the committed vectors are well-formed");
    assert_printed(&shown.1, &report(&cases, &mut Reference::default(), RANDOM_CASES));
}

#[test]
fn the_first_backend_gets_the_verdicts_shown() {
    let Some((_, blocks)) = readme() else { return };
    let python =
        Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        println!("skipped: python3 is not on PATH");
        return;
    }
    let at = blocks.iter().position(|(language, _)| language == "python").expect("the first backend");
    let shown = blocks[at..].iter().find(|(language, _)| language == "text").expect("its verdicts");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("mine.py");
    fs::write(&program, &blocks[at].1).expect("a file in it");
    let command = vec!["python3".to_owned(), program.display().to_string()];
    let mut backend = ProcessBackend::new(command, "documented", Options::default());
    let mut cases = suite::of_areas(&RunOptions::default().editions, &|_| false).expect("tables alone");
    cases.retain(|case| case.id.starts_with("aclnn.tensor-tensor"));
    assert_printed(&shown.1, &report(&cases, &mut backend, 0));
}

/// Other tests run them.
#[test]
fn the_programs_to_copy_are_linked_and_short() {
    let Some((text, _)) = readme() else { return };
    for file in ["examples/own_backend.rs", "adapters/python/minimal_adapter.py", "adapters/c/example.c"] {
        assert!(text.contains(&format!("(conformance/{file})")), "README.md does not link {file}");
        let program = fs::read_to_string(here(file)).expect("a file of this crate");
        let lines = program.lines().count();
        assert!(lines <= 40, "{file} is not a short program any more: {lines} lines");
    }
}
