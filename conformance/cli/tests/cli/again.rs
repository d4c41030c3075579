//! The commands that reports print: typed into a shell, in the same folder, they give the same verdicts.

use crate::cli::support::{Place, skip};
use std::collections::BTreeSet;
use std::fs;

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

/// A place with a backend in a file with a blank and a quote in its name.
pub(crate) fn workplace() -> Option<Place> {
    let place = Place::new();
    if place.shell("python3 --version").code != 0 {
        skip("python3 is not on PATH");
        return None;
    }
    place.write("it's mine.py", WRONG);
    Some(place)
}

/// The findings of a JSON report: ids, verdicts, and what came.
fn findings(place: &Place) -> BTreeSet<(String, String, String)> {
    let report = place.json("report.json");
    let cases = report["cases"].as_array().expect("cases");
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
fn assert_repeats(place: &Place, command: &str) {
    let reports = "--report json=report.json --report html=report.html --report markdown=report.md --report junit=report.xml";
    let said = place.shell(&format!("{command} --findings 3 {reports}")).ends(1).said();
    let all = findings(place);
    assert!(!all.is_empty(), "{said}");
    let printed = [said, place.read("report.html"), place.read("report.md")].map(|text| commands(&text));
    assert!(printed.iter().all(|commands| !commands.is_empty()), "{printed:?}");
    let each = printed.iter().flatten().collect::<BTreeSet<_>>();
    for again in each.into_iter().take(3) {
        fs::remove_file(place.at("report.json")).expect("that of the last command");
        let said = place.shell(&format!("{again} --report json=report.json")).ends(1).said();
        let found = findings(place);
        assert!(!found.is_empty() && found.is_subset(&all), "{again}\n{found:?}\nof {all:?}");
        if found.len() == 1 && again.contains("--filter") {
            assert!(!said.contains("again "), "no advice to type it once more: {said}");
        }
    }
}

pub(crate) const BACKEND: &str = r#"--backend "process:python3 \"it's mine.py\"""#;

#[test]
fn the_commands_of_reports_repeat_findings() {
    let Some(place) = workplace() else { return };
    for options in [
        "--filter cumprod/grid/f64 --filter aclnn.tensor-scalar --fuzz 60 --seed 3",
        "--filter cumprod/grid/f64 --profile latest --expect order=sequential --readings observe",
    ] {
        assert_repeats(&place, &format!("ascertain run {BACKEND} {options}"));
    }
}

#[test]
fn the_commands_of_a_replay_repeat_it() {
    let Some(place) = workplace() else { return };
    place
        .ascertain(&format!("run {BACKEND} --operators cumprod --skip '*' --fuzz 400 --repro 'my cases'"))
        .ends(1);
    place.shell("cp \"$(ls -d 'my cases'/* | head -n 1)\" ./-dash.toml").ends(0);
    assert_repeats(&place, &format!("ascertain replay 'my cases'/*.toml {BACKEND}"));
    let options = "--readings observe --expect order=sequential";
    assert_repeats(&place, &format!("ascertain replay ./-dash.toml {BACKEND} {options}"));
}
