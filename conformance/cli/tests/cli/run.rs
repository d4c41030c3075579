//! `ascertain run`.

use crate::support::{ascertain, folder};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Ids of the cases of a report.
fn ids(report: &Value) -> Vec<&str> {
    let cases = report["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["id"].as_str().expect("id")).collect()
}

/// The report of a run on the reference.
fn report(arguments: &[&str]) -> Value {
    let done = ascertain(&[&["run", "--report", "json=-"], arguments].concat());
    assert_eq!(done.code, 0, "{arguments:?}\n{}", done.err);
    done.json()
}

#[test]
fn the_reference_obeys_in_every_profile() {
    for profile in ["documented", "latest", "code"] {
        let report = report(&["--profile", profile]);
        assert_eq!((&report["profile"], &report["exit_code"]), (&profile.into(), &0.into()));
        assert_eq!(report["selection"], Value::Null, "all of the suite was asked");
        let ids = ids(&report);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{profile}: ids are unique");
        let sum = |counts: &Value| {
            counts.as_object().expect("counts").values().filter_map(Value::as_u64).sum::<u64>()
        };
        let random = serde_json::json!({"asked": 5000, "fuzz": 5000, "out_of_time": false});
        assert_eq!((&report["random"], &report["seed"]), (&random, &"0".into()));
        let in_areas = |areas: &Value| {
            areas.as_object().expect("areas").values().map(|area| sum(&area["verdicts"])).sum::<u64>()
        };
        let listed = ids.iter().filter(|id| id.contains("/fuzz/")).count() as u64;
        assert_eq!(in_areas(&report["unlisted"]) + listed, 5000, "{profile}: random cases");
        assert_eq!(sum(&report["summary"]), ids.len() as u64 + in_areas(&report["unlisted"]));
        assert_eq!(in_areas(&report["areas"]), sum(&report["summary"]));
        for wrong in ["fail", "warning", "crash", "timeout", "protocol", "error"] {
            assert_eq!(report["summary"][wrong], 0, "{profile}: {wrong}");
        }
    }
}

#[test]
fn people_get_a_summary_without_codes_in_a_pipe() {
    let done = ascertain(&["run"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(!done.out.contains('\u{1b}'), "no colours in a pipe");
    let head = format!("ascertain {} on reference", env!("CARGO_PKG_VERSION"));
    assert!(done.out.starts_with(&head), "{}", done.out);
    for area in
        ["aclnn.tensor-tensor", "aclnn.tensor-scalar", "mindspore.number-tensor", "cumprod", "reinterpret"]
    {
        assert!(done.out.lines().any(|line| line.trim_start().starts_with(area)), "{area}");
    }
    let last = done.out.lines().last().unwrap_or("");
    assert!(last.starts_with("obeyed: ") && last.contains("exit code 0"), "{last}");
    let coloured = ascertain(&["--color", "always", "run", "--filter", "mindspore"]);
    assert!(coloured.out.contains('\u{1b}'), "colours on demand");
}

#[test]
fn patterns_and_shards_pick_cases() {
    let number = |report: &Value| ids(report).len();
    let cell = "aclnn.tensor-scalar/tensor=c32,scalar=f64";
    for (arguments, expected) in [
        (vec!["--filter", "mindspore.number-tensor"], 45),
        (vec!["--filter", "mindspore"], 225 + 45),
        (vec!["--filter", "mindspore", "--skip", "*rhs=f16"], 225 - 15 + 45),
        (vec!["--filter", cell], 1),
        (vec!["--filter", "aclnn.tensor-scalar/tensor=c32"], 16),
        (vec!["--filter", "aclnn.tensor-scalar/*scalar=f64"], 16),
        (vec!["--filter", cell, "--filter", "mindspore.number-tensor/tensor=f16,number=int"], 2),
        (vec!["--requirement", "aclnn.tensor-scalar.cells"], 256),
        (vec!["--requirement", "*number-tensor*", "--skip", "*number=int"], 30),
    ] {
        assert_eq!(number(&report(&arguments)), expected, "{arguments:?}");
    }
    let whole = report(&["--filter", "reinterpret"]);
    let parts: Vec<Value> =
        ["1/3", "2/3", "3/3"].map(|k| report(&["--filter", "reinterpret", "--shard", k])).into();
    let together: BTreeSet<&str> = parts.iter().flat_map(ids).collect();
    assert_eq!(parts.iter().map(number).sum::<usize>(), number(&whole), "no case twice");
    assert_eq!(together, ids(&whole).into_iter().collect(), "every case once");
    assert_eq!(parts[1]["selection"]["shard"], serde_json::json!({"part": 2, "of": 3}));
}

#[test]
fn random_cases_come_again_by_seed_and_by_id() {
    let fuzz = ["--filter", "mindspore.number-tensor", "--fuzz", "300", "--seed", "18446744073709551615"];
    let (one, other) = (report(&fuzz), report(&fuzz));
    assert_eq!(one["seed"], "18446744073709551615", "seeds keep all their digits");
    assert_eq!((&one["cases"], &one["unlisted"]), (&other["cases"], &other["unlisted"]));
    let count = |report: &Value| {
        let unlisted = report["unlisted"].as_object().expect("unlisted").values();
        let counts = unlisted.flat_map(|area| area["verdicts"].as_object().expect("verdicts").values());
        counts.filter_map(Value::as_u64).sum::<u64>() as usize + ids(report).len()
    };
    assert_eq!(count(&one), 45 + 300);
    // One case of two that both areas could be has the index.
    let found =
        ["cumprod/fuzz/9/0", "reinterpret/fuzz/9/0"].map(|id| ascertain(&["run", "--filter", id]).code);
    assert!(found.contains(&0) && found.contains(&2), "{found:?}");
}

/// A run of the whole suite adds random cases; a run of chosen cases does not.
#[test]
fn a_run_says_how_to_repeat_its_random_cases() {
    let random = |arguments: &[&str]| report(arguments)["random"].clone();
    let asked = |asked, fuzz| serde_json::json!({"asked": asked, "fuzz": fuzz, "out_of_time": false});
    assert_eq!(random(&["--shard", "1/3"]), asked(1667, 5000));
    assert_eq!(random(&["--fuzz", "70", "--time", "1h"]), asked(70, 70));
    assert_eq!(random(&["--filter", "mindspore", "--fuzz", "70", "--shard", "2/3"]), asked(23, 70));
    for none in [
        &["--fuzz", "0"][..],
        &["--fuzz", "0", "--time", "1h"],
        &["--filter", "mindspore"],
        &["--skip", "cumprod"],
        &["--requirement", "aclnn.tensor-scalar.cells"],
    ] {
        assert_eq!(random(none), Value::Null, "{none:?}");
    }
    let short = random(&["--time", "0.1s"]);
    assert_eq!((&short["asked"], &short["out_of_time"]), (&short["fuzz"], &true.into()));
    let said = |arguments: &[&str]| ascertain(&[&["run"], arguments].concat()).out;
    let words = said(&["--shard", "2/3", "--seed", "5"]);
    let line = "  random    1,667 cases; --shard 2/3 --fuzz 5000 --seed 5 repeats exactly these\n";
    assert!(words.contains(line), "{words}");
    let words = said(&["--time", "0.1s"]);
    assert!(words.contains(" cases until the time was up; --fuzz "), "{words}");
}

#[test]
fn large_cases_are_asked_on_demand_alone() {
    let done = ascertain(&["run", "--filter", "cumprod/large/*"]);
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.contains("matches nothing"), "{}", done.err);
    // With them, patterns may name them, and leave all of them out.
    let cell =
        ["--filter", "mindspore.number-tensor", "--filter", "cumprod/large", "--skip", "cumprod/large"];
    let report = report(&[&["--large"], &cell[..]].concat());
    assert_eq!(ids(&report).len(), 45);
}

#[test]
fn several_backends_write_a_report_each() {
    let folder = folder();
    let path = folder.path().join("{backend}.json");
    let target = format!("json={}", path.display());
    let missing = "process:/nowhere/at/all";
    let done = ascertain(&[
        "run",
        "--backend",
        "reference",
        "--backend",
        missing,
        "--filter",
        "mindspore",
        "--report",
        &target,
    ]);
    assert_eq!(done.code, 3, "the worst of 0 and 3\n{}", done.err);
    assert!(done.out.contains("did not start") && done.out.contains("All backends"), "{}", done.out);
    for (name, code) in [("reference", 0), ("all", 3)] {
        let text = fs::read_to_string(folder.path().join(format!("{name}.json"))).expect("a report");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["exit_code"], code, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn verdicts_become_exit_codes() {
    let folder = folder();
    let cell = ["--filter", "aclnn.tensor-tensor/lhs=f16,rhs=f16"];
    for (reply, code, words) in [
        (r#"{"id":1,"ok":[{"dtype":"f16"}]}"#, 0, "obeyed: 1 case passed"),
        (r#"{"id":1,"ok":[{"dtype":"f64"}]}"#, 1, "not obeyed"),
        (r#"{"id":1,"ok":[{"rejected":{"message":"no"}}]}"#, 1, "rejected-valid"),
        (r#"{"id":1,"unsupported":{"reason":"no"}}"#, 3, "not judged"),
        (r#"{"id":1,"failed":{"message":"lost"}}"#, 3, "not judged"),
        ("nonsense", 1, "protocol"),
    ] {
        let backend = crate::support::parrot(folder.path(), reply);
        let done = ascertain(&[&["run", "--backend", &backend], &cell[..]].concat());
        assert_eq!(done.code, code, "{reply}\n{}{}", done.out, done.err);
        assert!(done.out.contains(words), "{reply}\n{}", done.out);
    }
}

#[cfg(unix)]
#[test]
fn a_finding_says_what_a_person_needs() {
    let folder = folder();
    let backend = crate::support::parrot(folder.path(), r#"{"id":1,"ok":[{"dtype":"f64"}]}"#);
    let id = "aclnn.tensor-tensor/lhs=f16,rhs=bf16";
    let edition = "aclnn.tensor-tensor=2025-09";
    let done = ascertain(&[
        "run",
        "--backend",
        &backend,
        "--edition",
        edition,
        "--filter",
        &id.replace("bf16", "bf*"),
    ]);
    let again = format!("ascertain run --backend '{backend}' --edition {edition} --filter {id}");
    for part in
        ["fail: dtype", id, "expected  f32", "got       f64", "aclnn.tensor-tensor.cells", "line 19", &again]
    {
        assert!(done.out.contains(part), "{part}\n{}", done.out);
    }
}

/// A backend that answers one of two cells, and is right.
#[cfg(unix)]
#[test]
fn coverage_below_the_demand_is_told_and_changes_the_exit_code() {
    let folder = folder();
    let half = crate::support::parrot(folder.path(), r#"{"id":1,"ok":[{"dtype":"f32"}]}"#);
    let cells =
        ["-f", "aclnn.tensor-tensor/lhs=f32,rhs=f32", "-f", "aclnn.tensor-scalar/tensor=f32,scalar=f32"];
    let report = folder.path().join("report.json");
    let to = format!("json={}", report.display());
    for (least, code, words) in
        [("50", 0, "obeyed: "), ("50.1", 3, "not judged in full: "), ("100", 3, "less than 100%")]
    {
        let done = ascertain(
            &[
                &["run", "-q", "-b", &half, "--shard", "1/1", "--report", &to, "--fail-under", least],
                &cells[..],
            ]
            .concat(),
        );
        assert_eq!((done.code, done.out.lines().count()), (code, 1), "{}{}", done.out, done.err);
        assert!(done.out.contains(words), "{}", done.out);
        // A report that is read again says the same, and a merge makes its own demand.
        let merged = ascertain(&["merge", "-q", "--fail-under", least, report.to_str().expect("UTF-8")]);
        assert_eq!(merged.code, code, "{}{}", merged.out, merged.err);
        assert!(merged.out.contains(words), "{}", merged.out);
        assert_eq!(ascertain(&["merge", "-q", report.to_str().expect("UTF-8")]).code, 0);
    }
    let wrong = ascertain(&["run", "-b", &half, "--fail-under", "101"]);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
}

#[test]
fn a_quiet_run_says_why_its_backend_does_not_start() {
    let done = ascertain(&["run", "-q", "--backend", "process:no-such-program"]);
    assert_eq!((done.code, done.out.lines().count()), (3, 1), "{}", done.out);
    assert!(done.err.contains("no-such-program"), "{}", done.err);
}

#[test]
fn a_quiet_run_prints_its_outcome_alone_and_a_verbose_one_every_case() {
    let run = |more: &[&str]| ascertain(&[&["run"], &CELL[..], more].concat()).out;
    let (quiet, usual, verbose) = (run(&["-q"]), run(&[]), run(&["-v"]));
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(usual.lines().count() > 5, "{usual}");
    let verdicts = verbose.lines().take_while(|line| line.starts_with("pass ")).count();
    let cell = verbose.lines().filter(|line| line.starts_with("pass ") && line.ends_with(CELL[1])).count();
    assert_eq!((verdicts, cell, verbose.lines().count() - usual.lines().count()), (1, 1, 1), "{verbose}");
    let both = run(&["-q", "-b", "reference", "-b", "reference"]);
    assert!(
        both.lines().all(|line| line.starts_with("reference obeyed: ")) && both.lines().count() == 2,
        "{both}"
    );
    assert_eq!(ascertain(&["run", "-q", "-v"]).code, 2);
}

/// Which operand of an asymmetric pair comes first is this project's own reading of the page.
#[cfg(unix)]
#[test]
fn readings_are_told_and_can_be_observed() {
    let folder = folder();
    let backend = crate::support::parrot(folder.path(), r#"{"id":1,"ok":[{"dtype":"f64"}]}"#);
    let report = folder.path().join("report.json");
    let to = format!("json={}", report.display());
    let arguments =
        ["run", "--backend", &backend, "--filter", "aclnn.tensor-tensor/lhs=f16,rhs=bf16", "--report", &to];
    let read = || -> Value {
        serde_json::from_str(&std::fs::read_to_string(&report).expect("the report")).expect("JSON")
    };
    let judged = ascertain(&arguments);
    assert_eq!(judged.code, 1, "{}", judged.out);
    for part in ["requires  aclnn.tensor-tensor.axes", "basis     reading", "1 failed (1 on readings alone)"]
    {
        assert!(judged.out.contains(part), "{part}\n{}", judged.out);
    }
    let json = read();
    assert_eq!((&json["failures_on_readings"], &json["cases"][0]["basis"]), (&1.into(), &"reading".into()));
    let observed = ascertain(&[&arguments[..], &["--readings", "observe"]].concat());
    assert_eq!(observed.code, 3, "nothing passed: {}", observed.out);
    let json = read();
    assert_eq!(
        (&json["selection"]["readings"], &json["summary"]["observed"]),
        (&"observe".into(), &1.into())
    );
    assert!(json["failures_on_readings"].is_null(), "{json:#}");
}

/// A backend's name and messages reach no terminal with escapes in them, and forge no line.
#[cfg(unix)]
#[test]
fn text_of_a_backend_has_no_power() {
    let folder = folder();
    let name = r"x\nobeyed: 9 cases passed\u001b[2J\u202e";
    let hello = format!(
        r#"{{"id":0,"ok":{{"protocol":1,"name":"{name}","ops":{{"promote":{{"tables":["aclnn.tensor-tensor"]}}}}}}}}"#
    );
    let answer = format!(r#"{{"id":1,"ok":[{{"rejected":{{"message":"{name}"}}}}]}}"#);
    let script = format!("read line\nprintf '%s\\n' '{hello}'\nread line\nprintf '%s\\n' '{answer}'\n");
    let path = folder.path().join("evil.sh");
    fs::write(&path, script).expect("a file in the temporary folder");
    let backend = format!("process:sh {}", path.display());
    let cell = "aclnn.tensor-tensor/lhs=f16,rhs=f16";
    for color in ["never", "always"] {
        let done = ascertain(&["--color", color, "run", "--backend", &backend, "--filter", cell]);
        assert_eq!(done.code, 1, "{}{}", done.out, done.err);
        assert!(!done.out.lines().any(|line| line.starts_with("obeyed")), "{}", done.out);
        assert!(!done.out.contains("\u{1b}[2J") && !done.out.contains('\u{202e}'), "{:?}", done.out);
    }
}

/// A cell that takes no time to ask.
const CELL: [&str; 2] = ["--filter", "aclnn.tensor-tensor/lhs=f16,rhs=f16"];

#[test]
fn a_report_that_cannot_be_written_is_found_before_anything_is_asked() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(at("folder")).expect("a folder");
    fs::write(at("file"), "").expect("a file");
    // It would leave a mark if it were asked.
    let asked = at("asked");
    let backend = format!("process:touch {asked}");
    let twice = [at("a.json"), at("folder/../a.json")];
    for (paths, words) in [
        (vec![at("folder")], "cannot write"),
        (vec![at("missing/a.json")], "is not a folder"),
        (vec![at("file/a.json")], "cannot write"),
        (vec![at(&"n".repeat(300))], "cannot write"),
        (twice.to_vec(), "two reports would be written to"),
        (vec!["-".to_owned(), "-".to_owned()], "two reports would be written to -"),
    ] {
        for command in ["run", "bench"] {
            let reports = paths.iter().flat_map(|path| ["--report".to_owned(), format!("json={path}")]);
            let reports: Vec<String> = reports.collect();
            let mut arguments = vec![command, "--backend", &backend];
            arguments.extend(reports.iter().map(String::as_str));
            let done = ascertain(&arguments);
            let words = if paths[0] == "-" { "two reports would" } else { words };
            assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments:?}: {}", done.err);
            assert!(done.err.contains(words), "{words}: {}", done.err);
            assert!(!fs::exists(&asked).expect("the folder can be read"), "{arguments:?}: it was asked");
        }
    }
    let done = ascertain(&["run", "--backend", &backend, "--repro", &at("file/vectors")]);
    assert_eq!(done.code, 2, "{}", done.err);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 2, "no temporary file stays: {left:?}");
}

#[cfg(unix)]
#[test]
fn a_report_replaces_an_older_one_when_it_is_complete() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).expect("a file").permissions().mode() & 0o777;
    fs::write(at("old.json"), "old").expect("a file");
    fs::set_permissions(at("old.json"), fs::Permissions::from_mode(0o640)).expect("a file of this user");
    symlink("old.json", at("link.json")).expect("a link");
    fs::write(at("usual"), "").expect("a file");
    let (link, new) =
        (format!("json={}", at("link.json").display()), format!("json={}", at("new.json").display()));
    let done = ascertain(&[&["run", "--report", &link, "--report", &new], &CELL[..]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    for name in ["old.json", "new.json"] {
        let report: Value = serde_json::from_slice(&fs::read(at(name)).expect("a report")).expect("JSON");
        assert_eq!(report["exit_code"], 0);
    }
    assert!(fs::symlink_metadata(at("link.json")).expect("a link").is_symlink());
    assert_eq!((mode("old.json"), mode("new.json")), (0o640, mode("usual")));
}

/// The verdict is worth more than the report.
#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_survives_a_report_that_cannot_be_written() {
    let folder = folder();
    let wrong = crate::support::parrot(folder.path(), r#"{"id":1,"ok":[{"dtype":"f64"}]}"#);
    let path = folder.path().join("{backend}.json");
    let target = format!("json={}", path.display());
    // One name is a link to a full device.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("parrot.json")).expect("a link");
    let backends = ["--backend", &wrong, "--backend", "reference"];
    let done = ascertain(&[&["run", "--report", &target], &backends[..], &CELL[..]].concat());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.err.contains("cannot write") && done.err.contains("parrot.json"), "{}", done.err);
    assert!(done.out.contains("not obeyed") && done.out.contains("All backends"), "{}", done.out);
    assert!(folder.path().join("reference.json").is_file(), "the next one was asked");
    // A standard output that takes nothing.
    let full = fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ascertain"));
    let done =
        command.arg("run").args(["--backend", &wrong]).args(CELL).stdout(full).output().expect("it runs");
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stderr).contains("cannot write to standard output"));
}

#[cfg(target_os = "linux")]
#[test]
fn reports_go_to_pipes_and_devices() {
    let done = ascertain(&[&["run", "--report", "json=/dev/stdout"], &CELL[..]].concat());
    assert_eq!((done.code, &done.json()["exit_code"]), (0, &0.into()), "{}", done.err);
    assert!(done.err.contains("obeyed"), "people are told on standard error");
    let done = ascertain(&[&["run", "--report", "json=/dev/null"], &CELL[..]].concat());
    assert!(done.code == 0 && done.out.contains("obeyed"), "{}{}", done.out, done.err);
    // A pipe with a name, as a shell makes it.
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("a reader")
    });
    let target = format!("json={}", pipe.display());
    assert_eq!(ascertain(&[&["run", "--report", &target], &CELL[..]].concat()).code, 0);
    let report: Value = serde_json::from_str(&reader.join().expect("it ends")).expect("JSON");
    assert_eq!(report["exit_code"], 0);
}

#[test]
fn a_run_whose_calls_take_turns_says_so_and_how_to_repeat_it() {
    let asked = |arguments: &[&str]| {
        let done = ascertain(&[&["run", "--skip", "*"], arguments].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        done.out
    };
    let plain = asked(&["--fuzz", "40", "--seed", "3"]);
    let in_turns = asked(&["--fuzz", "40", "--seed", "3", "--shapes", "5"]);
    assert!(plain.contains("--fuzz 40 --seed 3 repeats exactly these"), "{plain}");
    assert!(in_turns.contains("--fuzz 40 --seed 3 --shapes 5 repeats exactly these"), "{in_turns}");
    let done = ascertain(&["run", "--fuzz", "40", "--shapes", "0"]);
    assert!(done.code == 2 && done.err.contains("--shapes"), "{}", done.err);
}
