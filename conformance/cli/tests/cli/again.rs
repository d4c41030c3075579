//! The commands that reports print: typed into a shell, in the same folder, they give the same verdicts.

use crate::support::folder;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// A cumulative product of f64 whose last element is wrong in lines of three and more; it rejects everything else.
pub(crate) const WRONG: &str = r#"
import json, struct, sys
for request in map(json.loads, sys.stdin):
    answer = {"rejected": {"message": "no"}}
    if request["cmd"] == "bye":
        break
    if request["cmd"] == "hello":
        answer = {"ok": {"protocol": 1, "name": "it's wrong", "version": "1", "ops": {
            "cumprod": {"dtypes": ["f64"], "max_rank": 1}, "promote": {"tables": ["aclnn.tensor-scalar"]}}}}
    elif request["cmd"] == "cumprod" and "hex" in request["input"] and not request.get("null"):
        x = request["input"]
        if len(x["shape"]) == 1 and x["dtype"] == "f64" == request["out"]["dtype"] and x["shape"] == request["out"]["shape"]:
            data = list(struct.unpack(f"<{x['shape'][0]}d", bytes.fromhex(x["hex"])))
            for i in range(1, len(data)):
                data[i] *= data[i - 1]
            if len(data) > 2:
                data[-1] += 1
            answer = {"ok": {"dtype": "f64", "shape": x["shape"], "hex": struct.pack(f"<{len(data)}d", *data).hex()}}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"#;

/// A folder with the program under its name, and a backend in a file with a blank and a quote in its name.
pub(crate) fn workplace() -> Option<tempfile::TempDir> {
    if !Command::new("python3").arg("--version").output().is_ok_and(|done| done.status.success()) {
        println!("skipped: python3 is not on PATH");
        return None;
    }
    let folder = folder();
    symlink(env!("CARGO_BIN_EXE_ascertain"), folder.path().join("ascertain")).expect("a folder of its own");
    fs::write(folder.path().join("it's mine.py"), WRONG).expect("a file in it");
    Some(folder)
}

/// What a shell prints in `folder`, and the exit code.
pub(crate) fn typed(folder: &Path, command: &str) -> (String, i32) {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    let done = shell.args(["-c", command]).current_dir(folder).env("PATH", path).output().expect("a shell");
    let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (said, done.status.code().unwrap_or(-1))
}

/// The findings of a JSON report: ids, verdicts, and what came.
fn findings(path: &Path) -> BTreeSet<(String, String, String)> {
    let text = fs::read_to_string(path).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let cases = report["cases"].as_array().expect("cases").clone();
    let wrong = cases.iter().filter(|case| {
        !["pass", "unsupported", "observed"].contains(&case["verdict"].as_str().unwrap_or_default())
    });
    wrong.map(|case| ["id", "verdict", "got"].map(|key| case[key].to_string()).into()).collect()
}

/// The commands in a text that name a backend, without the markup around them.
fn commands(text: &str) -> BTreeSet<String> {
    let plain = |line: &str| {
        let line = line.split("</").next().unwrap_or(line);
        let marks = [
            ("&quot;", "\""),
            ("&#x27;", "'"),
            ("&#x2f;", "/"),
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&amp;", "&"),
        ];
        marks
            .iter()
            .fold(line.to_owned(), |line, (mark, plain)| line.replace(mark, plain))
            .trim_end()
            .to_owned()
    };
    let lines = text.lines().filter_map(|line| line.find("ascertain r").map(|at| &line[at..]));
    lines.filter(|line| line.contains("--backend")).map(plain).collect()
}

/// Runs `command` with a report; checks that each command that it prints for a case finds the same there.
fn assert_repeats(folder: &Path, command: &str) {
    let report = folder.join("report.json");
    let reports = "--report json=report.json --report html=report.html --report markdown=report.md --report junit=report.xml";
    let (said, code) = typed(folder, &format!("{command} --findings 3 {reports}"));
    assert_eq!(code, 1, "{said}");
    let all = findings(&report);
    assert!(!all.is_empty(), "{said}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a report");
    let texts = [said, read("report.html"), read("report.md")];
    let printed = texts.each_ref().map(|text| commands(text));
    assert!(printed.iter().all(|commands| !commands.is_empty()), "{printed:?}");
    let each = printed.iter().flatten().collect::<BTreeSet<_>>();
    for again in each.into_iter().take(3) {
        fs::remove_file(&report).expect("that of the last command");
        let (said, code) = typed(folder, &format!("{again} --report json=report.json"));
        assert_eq!(code, 1, "{again}\n{said}");
        let found = findings(&report);
        assert!(!found.is_empty() && found.is_subset(&all), "{again}\n{found:?}\nof {all:?}");
        if found.len() == 1 && again.contains("--filter") {
            assert!(!said.contains("again "), "no advice to type it once more: {said}");
        }
    }
}

pub(crate) const BACKEND: &str = r#"--backend "process:python3 \"it's mine.py\"""#;

#[test]
fn the_commands_of_reports_repeat_findings() {
    let Some(folder) = workplace() else { return };
    let folder = folder.path();
    for options in [
        "--skip aclnn --fuzz 60 --seed 3",
        "--filter cumprod/grid/f64 --profile latest --expect order=sequential --readings observe",
    ] {
        assert_repeats(folder, &format!("ascertain run {BACKEND} {options}"));
    }
}

#[test]
fn the_commands_of_a_replay_repeat_it() {
    let Some(folder) = workplace() else { return };
    let folder = folder.path();
    let (said, code) =
        typed(folder, &format!("ascertain run {BACKEND} --skip '*' --fuzz 100 --repro 'my cases'"));
    assert_eq!(code, 1, "{said}");
    fs::write(folder.join("-dash.toml"), {
        let first = fs::read_dir(folder.join("my cases")).expect("a folder").next().expect("a vector");
        fs::read_to_string(first.expect("readable").path()).expect("TOML")
    })
    .expect("a file in the folder");
    assert_repeats(folder, &format!("ascertain replay 'my cases'/*.toml {BACKEND}"));
    assert_repeats(
        folder,
        &format!("ascertain replay ./-dash.toml {BACKEND} --readings observe --expect order=sequential"),
    );
}
