//! This project's library passes the suite in every edition, with values and statuses.

use crate::run;
use crate::support::{in_parallel, ours, program};
use ascertain::contract::{CUMPROD, Level, OPERATORS};
use ascertain::document::{Editions, PROFILES};
use std::io::Write;
use std::process::{Command, Stdio};

/// Work waits for the stream and a workspace is needed, so that the driver's handling of both is used.
const HARD: [(&str, &str); 2] =
    [("ASCERTAIN_ACLNN_WORKSPACE", "1000"), ("ASCERTAIN_ACLNN_STRICT_STREAM", "1")];

#[test]
fn every_case_of_every_profile_passes_or_is_open() {
    let ours = ours();
    in_parallel(PROFILES, |profile| {
        let filter = ["--filter", "cumprod", "--profile", profile.name, "--fuzz", "200"];
        let done = run(&ours, &HARD, &filter);
        println!("{}: {} passed, {} observed", profile.name, done.count("pass"), done.count("observed"));
        assert_eq!(done.code, 0, "{}: {}", profile.name, done.said);
        for verdict in ["fail", "crash", "timeout", "protocol", "error", "unsupported", "skipped", "warning"]
        {
            assert_eq!(done.count(verdict), 0, "{}: {verdict}: {}", profile.name, done.said);
        }
        assert!(done.count("pass") > 2_000, "{}", done.said);
        // What this interface alone can be asked is asked of it, and answered by the code that the rule names.
        let editions = Editions::profile(profile.name).expect("a profile");
        let contract = CUMPROD.contract(&editions);
        for requirement in contract.requirements.iter().filter(|r| r.via.is_some()) {
            let right = if requirement.level == Level::Unspecified { "observed" } else { "pass" };
            let others: Vec<String> =
                done.verdicts(requirement.id).into_iter().filter(|v| v != "pass").collect();
            let wanted: Vec<&str> = if right == "pass" { vec![] } else { vec![right] };
            assert_eq!(others, wanted, "{}: {}", profile.name, requirement.id);
            assert!(done.about(requirement.id).count() >= 2, "{}: {}", profile.name, requirement.id);
        }
    });
}

/// What has no function in the interface alone is not judged.
#[test]
fn every_operator_passes_or_is_open() {
    let ours = ours();
    let done = run(&ours, &HARD, &["--fuzz", "200", "--profile", "latest"]);
    assert_eq!(done.code, 0, "{}", done.said);
    let areas = done.report["areas"].as_object().expect("areas");
    for operator in OPERATORS.iter().filter(|operator| operator.document.starts_with("aclnn.")) {
        let verdicts = areas[operator.area]["verdicts"].as_object().expect("verdicts");
        let others: Vec<&String> = verdicts
            .iter()
            .filter(|(verdict, count)| {
                !["pass", "observed"].contains(&verdict.as_str()) && count.as_u64() != Some(0)
            })
            .map(|(verdict, _)| verdict)
            .collect();
        assert!(others.is_empty() && verdicts["pass"].as_u64() > Some(0), "{}: {verdicts:?}", operator.name);
    }
}

/// Questions in which the driver leaves an executor unused, or runs one more often than once, and how they end.
const QUESTIONS: [(&str, &str); 8] = [
    (r#""dim":0,"out":{"dtype":"u8","shape":[2]}"#, "ok"),
    (r#""dim":0,"inplace":true"#, "ok"),
    (r#""dim":9,"out":{"dtype":"u8","shape":[2]}"#, "161002"),
    (r#""dim":0,"out":{"dtype":"u8","shape":[2]},"null":["executor"]"#, "161001"),
    (r#""dim":0,"inplace":true,"null":["workspace"]"#, "161001"),
    (r#""dim":0,"inplace":true,"executor":true"#, "ok"),
    (r#""dim":0,"null":["out"]"#, "161001"),
    (r#""dim":0,"out":{"dtype":"u8","shape":[2]},"alias":true"#, "ok"),
];

#[test]
fn the_driver_gives_everything_back() {
    let ours = ours();
    let mut lines = vec![r#"{"id":0,"cmd":"hello","protocol":[1,1]}"#.to_owned()];
    lines.extend(QUESTIONS.iter().enumerate().map(|(at, (arguments, _))| {
        let id = at + 1;
        format!(
            r#"{{"id":{id},"cmd":"cumprod","input":{{"dtype":"u8","shape":[2],"hex":"0203"}},{arguments}}}"#
        )
    }));
    lines.push(r#"{"id":99,"cmd":"bye"}"#.to_owned());
    let mut host = Command::new(program())
        .args(["host", &format!("aclnn:{ours}")])
        .envs(HARD)
        .env("ASCERTAIN_ACLNN_LEAKS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let mut input = host.stdin.take().expect("its input");
    input.write_all((lines.join("\n") + "\n").as_bytes()).expect("it reads");
    drop(input);
    let output = host.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "nothing is left over");
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<&str> = answers.lines().skip(1).collect();
    assert_eq!(answers.len(), QUESTIONS.len(), "{answers:?}");
    for (answer, (arguments, ends)) in answers.iter().zip(QUESTIONS) {
        assert!(answer.contains(ends), "{arguments}: {answer}");
    }
    let products = answers.iter().filter(|answer| answer.contains(r#""hex":"0206""#)).count();
    assert_eq!(products, 4, "{answers:?}");
}

#[test]
fn a_library_that_is_not_there_is_told_with_what_to_do() {
    let nowhere = run("/nowhere/libmine.so", &[], &["--filter", "cumprod/rule"]);
    assert_eq!(nowhere.code, 3, "{}", nowhere.said);
    assert!(nowhere.said.contains("cannot load /nowhere/libmine.so"), "{}", nowhere.said);
    let cann = run("", &[("ASCEND_HOME_PATH", "/nowhere/toolkit")], &["--filter", "cumprod/rule"]);
    assert_eq!(cann.code, 3, "{}", cann.said);
    for part in ["tried /nowhere/toolkit/lib64/libascendcl.so", "ASCEND_HOME_PATH", "LD_LIBRARY_PATH"] {
        assert!(cann.said.contains(part), "{part}: {}", cann.said);
    }
    let other = run("libc.so.6", &[], &["--filter", "cumprod/rule"]);
    assert_eq!(other.code, 3, "{}", other.said);
    assert!(other.said.contains("no function aclInit in libc.so.6"), "{}", other.said);
}

/// The script `check.sh`, which CI runs too.
#[test]
fn headers_symbols_programs_and_memory_are_as_documented() {
    let ours = ours();
    let output =
        Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../check.sh")).arg(ours).output().expect("bash");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{out}");
    assert!(output.status.success(), "{out}{err}");
    assert!(out.ends_with("aclnn: all checks passed\n"), "{out}{err}");
}
