//! JSON lines say what the JSON report says, whether they are written as a run goes or when it is over.

use crate::results::backends::all;
use crate::results::support::{Asked, cases, json, request, with_large};
use ascertain::document::Editions;
use ascertain_conformance::known;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::formats;
use ascertain_conformance::report::lines::JsonLines;
use ascertain_conformance::run::{Backends, Listener, Started, Step, run_all};
use ascertain_conformance::verdict::ExpectedFailure;
use serde_json::Value;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The lines of a text.
fn lines(text: &str) -> Vec<Value> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
    text.lines().map(parse).collect()
}

/// The last line about each case, by its id.
fn told(lines: &[Value]) -> Vec<Value> {
    let mut cases: Vec<Value> = Vec::new();
    for case in lines.iter().filter_map(|line| line.get("case")) {
        match cases.iter_mut().find(|other| other["id"] == case["id"]) {
            Some(other) => *other = case.clone(),
            None => cases.push(case.clone()),
        }
    }
    by_id(cases)
}

fn by_id(mut cases: Vec<Value>) -> Vec<Value> {
    cases.sort_by_key(|case| case["id"].to_string());
    cases
}

/// A stream of which one can see what has left the program so far.
#[derive(Clone, Default)]
struct Shared {
    flushed: Rc<RefCell<Vec<u8>>>,
    held: Vec<u8>,
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed.borrow_mut().append(&mut self.held);
        Ok(())
    }
}

/// Follows a run, and looks at what others can read after each step.
struct Follower {
    lines: JsonLines<Shared>,
    stream: Shared,
}

impl Listener for Follower {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        self.lines.started(started)
    }

    fn step(&mut self, step: &Step) {
        self.lines.step(step);
        let flushed = self.stream.flushed.borrow();
        let text = std::str::from_utf8(&flushed).expect("UTF-8");
        assert!(text.ends_with('\n'), "whole lines");
        for result in step.results() {
            assert!(text.contains(&format!("{{\"case\":{{\"id\":\"{}\"", result.id)), "{}", result.id);
        }
    }
}

#[test]
fn each_step_is_told_at_once_and_in_the_end_all_of_the_report() {
    let all_cases = cases(&Editions::default(), 50);
    let options = with_large(RunOptions { fuzz: 300, ..RunOptions::default() });
    let known =
        vec![ExpectedFailure::new("aclnn.tensor-tensor", "a \"reason\""), ExpectedFailure::new("*", "other")];
    let asked = Asked { options, known, ..Asked::default() };
    for mut backend in all() {
        let (name, request, stream) =
            (backend.name, request(&backend, all_cases.len(), &asked), Shared::default());
        let mut follower = Follower { lines: JsonLines::new(stream.clone()), stream: stream.clone() };
        follower.lines.start(&request);
        let backends = Backends::One(&mut backend);
        let mut run = run_all(&all_cases, backends, &asked.options, Vec::new(), &mut follower);
        known::apply(&mut run, &asked.known, true);
        follower.lines.end(&run).expect("a vector takes all");
        let mut whole = Vec::new();
        let format = formats::named("jsonl").expect("a format");
        (format.write)(&mut whole, &run, &request).expect("a vector takes all");
        let report: Value = serde_json::from_str(&json(&(run, request))).expect("JSON");
        let listed = by_id(report["cases"].as_array().expect("cases").clone());
        for text in [stream.flushed.borrow().clone(), whole] {
            let lines = lines(&String::from_utf8(text).expect("UTF-8"));
            assert!(told(&lines) == listed, "{name}");
            let (start, end) = (&lines[0]["start"], &lines[lines.len() - 1]["end"]);
            for key in ["suite", "profile", "editions", "seed", "selection"] {
                assert_eq!(start[key], report[key], "{name}: {key}");
            }
            assert_eq!(start["cases"], all_cases.len() + asked.options.large.cases.len(), "{name}");
            assert_eq!(
                (&start["random"], &start["asked"]),
                (&300.into(), &report["backend"]["asked"]),
                "{name}"
            );
            for key in
                ["exit_code", "seconds", "summary", "random", "known", "unlisted", "failures_on_readings"]
            {
                assert_eq!(end[key], report[key], "{name}: {key}");
            }
            let introduced = lines.iter().find_map(|line| line.get("backend")).expect("it has started");
            assert_eq!(introduced["name"], report["backend"]["name"], "{name}");
        }
        let text = String::from_utf8(stream.flushed.take()).expect("UTF-8");
        let mut counted = text.lines().filter(|line| line.starts_with("{\"random\""));
        let counted: Value = serde_json::from_str(counted.next_back().expect("a count")).expect("JSON");
        let verdicts = counted["random"]["verdicts"].as_object().expect("counts");
        assert_eq!(verdicts.values().filter_map(Value::as_u64).sum::<u64>(), 300, "{name}");
    }
}
