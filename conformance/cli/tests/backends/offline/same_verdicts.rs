//! A run with files gives the same verdicts and reports as a direct run.

use super::{ends, essence};
use crate::backends::support::{file, has, report};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::backends::offline::{AnswersBackend, Index, Questions, VERSION, answer};
use ascertain_conformance::options::{RunOptions, Shard};
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::{Run, Verdict};
use std::process::Command;

#[test]
fn the_references_answers_are_judged_as_online() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    for profile in ["documented", "code"] {
        let mut chosen = vec!["--profile", profile, "--fuzz", "300", "--seed", "7"];
        for area in ["aclnn.*", "cumprod/vector", "cumprod/rule", "cumprod/grid/f32/2x3", "reinterpret"] {
            chosen.extend(["--filter", area]);
        }
        let online = [&["run", "--report", "json=online.json"], &chosen[..]].concat();
        ends(at, &online, 0);
        ends(at, &[&["questions", "--out", profile], &chosen[..]].concat(), 0);
        let editions = ascertain::document::Editions::profile(profile).expect("there is such a profile");
        answer(&mut Reference::new(editions), &at.join(profile), &at.join(profile).join("answers"))
            .expect("it answers");
        let said = ends(at, &["judge", profile, "--report", "json=offline.json"], 0);
        assert!(said.contains("obeyed"), "{said}");
        assert_eq!(essence(&at.join("online.json")), essence(&at.join("offline.json")), "{profile}");
    }
}

/// The reference with a fault: every product of f32 has its first bit inverted.
fn faulty() -> impl Backend {
    let mut reference = Reference::default();
    let offers = reference.describe().expect("the reference starts");
    FnBackend::new("faulty", offers, move |call| {
        let mut reply = reference.ask(call);
        if let (Call::Operate(call), Reply::Answer(Answer::Tensor(tensor))) = (call, &mut reply)
            && matches!(call.get("input"), Arg::Tensor(input) if input.dtype() == DType::F32)
        {
            tensor.storage_mut().iter_mut().take(1).for_each(|byte| *byte ^= 1);
        }
        reply
    })
}

/// By case: its verdict and why.
fn verdicts(run: &Run) -> Vec<(String, String)> {
    run.results.iter().map(|result| (result.id.to_string(), format!("{:?}", result.judgement))).collect()
}

#[test]
fn a_faulty_backends_answers_are_judged_as_online() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let options = RunOptions { fuzz: 500, seed: 3, ..RunOptions::default() };
    let cases = suite::of_areas(&options.editions, &suite::is_sample).expect("the suite is sound");
    let cases: Vec<_> = cases.into_iter().step_by(10).collect();
    let index = Index { version: VERSION, fuzz: options.fuzz, seed: "3".to_owned(), ..Index::default() };
    Questions::of(&cases, &options).write(folder.path(), &index).expect("the folder can be written");
    let answers = folder.path().join("elsewhere");
    answer(&mut faulty(), folder.path(), &answers).expect("it answers");
    let online = run(&cases, &mut faulty(), &options, &mut |_| {});
    let offline = run(&cases, &mut AnswersBackend::new(folder.path(), answers), &options, &mut |_| {});
    assert!(online.counts().of(Verdict::Fail) > 20, "{:?}", online.counts());
    assert_eq!(verdicts(&online), verdicts(&offline));
    assert_eq!(online.counts(), offline.counts());
}

#[test]
fn parts_are_all_of_it() {
    let cases = suite::of_areas(&ascertain::document::Editions::default(), &suite::is_sample)
        .expect("the suite is sound");
    let part = |shard| {
        let options = RunOptions { fuzz: 1000, seed: 5, shard, ..RunOptions::default() };
        Questions::of(&cases[..0], &options)
    };
    let parts: Vec<Questions> = (1..=3).map(|at| part(Some(Shard { part: at, of: 3 }))).collect();
    assert_eq!(parts.iter().map(|part| part.count).collect::<Vec<_>>(), [334, 333, 333]);
    let mut bodies: Vec<usize> = parts.iter().map(|part| part.lines.lines().count()).collect();
    bodies.push(part(None).count);
    assert_eq!(bodies, [334, 333, 333, 1000]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    for shard in ["1/2", "2/2"] {
        let asked = shard.replace('/', "-");
        let chosen = ["--filter", "reinterpret", "--fuzz", "50", "--shard", shard];
        ends(at, &[&["questions", "--out", &asked], &chosen[..]].concat(), 0);
        answer(&mut Reference::default(), &at.join(&asked), &at.join(&asked).join("answers"))
            .expect("it answers");
        ends(at, &["judge", &asked, "--report", "json=offline.json"], 0);
        ends(at, &[&["run", "--report", "json=online.json"], &chosen[..]].concat(), 0);
        assert_eq!(essence(&at.join("online.json")), essence(&at.join("offline.json")), "{shard}");
    }
}

/// The script that answers questions in files with NumPy.
#[test]
fn the_script_answers_every_question() {
    let script = file("adapters/python/offline_numpy.py");
    let lines = std::fs::read_to_string(&script).expect("a file of this crate").lines().count();
    assert!(lines <= 40, "a script of {lines} lines is not short");
    if !has("python3", &["-c", "import numpy"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--fuzz", "500"], 0);
    let done = Command::new("python3").arg(script).arg(at.join("asked")).output().expect("python3 is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // NumPy does not claim to follow these documents, but none of the failures is the script's.
    let said = ends(at, &["judge", "asked", "--report", "json=report.json"], 1);
    let report = report(&at.join("report.json"));
    let count = |verdict: &str| report["summary"][verdict].as_u64();
    assert_eq!([count("protocol"), count("crash"), count("timeout"), count("error")], [Some(0); 4], "{said}");
    assert!(count("pass") > Some(500) && count("fail") > Some(0), "{said}");
}
