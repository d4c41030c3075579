//! Inputs to begin with, for each target.

use crate::call;
use crate::offline::{END, TEXTS};
use crate::report::CASES;
use crate::spec::{COMMITTED, SMALL};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::reference::Reference;
use ascertain_conformance::backends::FnBackend;
use ascertain_conformance::backends::offline::{ANSWER_BYTES, QUESTION_BYTES};
use ascertain_conformance::results::{RunRequest, Selection, report};
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite::vectors;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A file or folder of this source tree.
fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = tree(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

fn headed(head: u8, text: &str) -> Vec<u8> {
    [&[head], text.as_bytes()].concat()
}

/// Requests and answers of recorded conversations.
fn conversations() -> Vec<(Value, String)> {
    let transcripts = ["conformance/tests/transcripts", "conformance/adapters/python/tests/transcripts"];
    let mut pairs = Vec::new();
    for path in transcripts.into_iter().flat_map(files) {
        let text = text(&path);
        let lines: Vec<&str> = text.lines().collect();
        let requests = lines.iter().filter_map(|line| line.strip_prefix("> "));
        let answers = lines.iter().filter_map(|line| line.strip_prefix("< "));
        let requests = requests.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for request in requests {
            let answer = answers.clone().find(|answer| {
                serde_json::from_str::<Value>(answer).is_ok_and(|answer| answer["id"] == request["id"])
            });
            pairs.extend(answer.map(|answer| (request, answer.to_owned())));
        }
    }
    pairs
}

pub(crate) fn answers() -> Vec<Vec<u8>> {
    let count =
        |list: &Value| u8::try_from(list.as_array().map_or(0, Vec::len)).ok().filter(|n| (1..=8).contains(n));
    let input = |(request, answer): (Value, String)| {
        let head = match request["cmd"].as_str()? {
            "promote" => 1 + 4 * (count(&request["ask"])? - 1),
            "batch" => 2 + 4 * (count(&request["calls"])? - 1),
            "bench" => 3 + 4 * (u8::try_from(request["samples"].as_u64()?).ok()? - 1),
            _ => 0,
        };
        Some(headed(head, &answer))
    };
    let mut inputs: Vec<Vec<u8>> = conversations().into_iter().filter_map(input).collect();
    // One a line: a digit for the first byte, and the message, in which `\n` stands for the end of its line.
    let made_up = include_str!("answers.txt").lines().map(|line| line.split_at(2));
    inputs.extend(made_up.map(|(head, line)| headed(head.as_bytes()[0] - b'0', &line.replace("\\n", "\n"))));
    inputs
}

pub(crate) fn hellos() -> Vec<Vec<u8>> {
    let hellos = conversations().into_iter().filter(|(request, _)| request["cmd"] == "hello");
    let mut inputs: Vec<Vec<u8>> = hellos.map(|(_, answer)| answer.into_bytes()).collect();
    inputs.extend(recorded().iter().map(|folder| {
        format!("{{\"id\":0,\"ok\":{}}}", text(&folder.join("answers/hello.json")).trim()).into_bytes()
    }));
    inputs.push(br#"{"id":0,"ok":{"protocol":1,"name":"x","batch":8,"framing":["line","frame","other"],"bench":true,"interfaces":["aclnn"],"ops":{"promote":{"tables":["aclnn.tensor-tensor","z"]},"reinterpret":{"dtypes":["f16","f8"]},"cumprod":{"dtypes":["f32"],"max_rank":8,"out":false,"inplace":true,"order":"sequential","accumulator":{"f16":"f32","f32":"own"},"subnormals":"keep"},"other":{}}}}"#.to_vec());
    inputs
}

/// Folders of recorded questions and answers.
fn recorded() -> Vec<PathBuf> {
    files("conformance/cli/tests/backends/offline/recorded")
}

pub(crate) fn tomls() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = vectors::FILES.iter().map(|(_, text)| headed(0, text)).collect();
    // Each vector on its own as well, as short inputs are changed to more effect.
    for (_, text) in vectors::FILES {
        let alone = text.split("[[vector]]").skip(1);
        inputs.extend(alone.map(|one| headed(0, &format!("format = 1\nabout = \"a\"\n[[vector]]{one}"))));
    }
    inputs.push(headed(
        1,
        "version = 1\n\n[[known]]\ncases = \"cumprod/grid/f16*\"\nrequirement = \"cumprod.value\"\nreason = \"rounds\"\nissue = \"x\"\nuntil = 2027-01-31\n",
    ));
    inputs.extend((4..).zip(SMALL).map(|(head, (_, text))| headed(head, text)));
    // Each takes a second: a few of all.
    let committed =
        (0..16).step_by(5).map(|at| (at * 16 + 15, &COMMITTED[usize::from(at) * COMMITTED.len() / 16].1));
    inputs.extend(committed.map(|(head, text)| headed(head, text)));
    inputs
}

pub(crate) fn pages() -> Vec<Vec<u8>> {
    let folders =
        ["pages", "operators", "new_document"].map(|name| format!("spec/tools/tests/fixtures/{name}"));
    let mut inputs = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let Some(name) = ["md", "html", "rst", "txt"].iter().position(|known| *known == ending) else {
            continue;
        };
        let text = text(&path);
        inputs.extend([0, 1, 2, 3].map(|variant| headed(name as u8 + 4 * variant, &text)));
    }
    inputs
}

/// The predicates of the specification.
pub(crate) fn predicates() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for (_, text) in COMMITTED.iter() {
        for line in text.lines() {
            for (head, key) in ["when = \"", "require = \"", "is = \""].iter().enumerate() {
                let predicate = line.strip_prefix(key).and_then(|rest| rest.strip_suffix('"'));
                inputs.extend(predicate.map(|predicate| headed(head as u8, predicate)));
            }
        }
    }
    inputs.sort();
    inputs.dedup();
    inputs
}

/// Recorded folders, whole and by their first questions.
pub(crate) fn folders() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for folder in recorded() {
        let file = |name: &str| {
            let answers = folder.join("answers").join(name);
            fs::read(if answers.exists() { answers } else { folder.join(name) }).unwrap_or_default()
        };
        let (questions, answers) = (file(QUESTION_BYTES), file(ANSWER_BYTES));
        let length = u16::try_from(questions.len()).unwrap_or(u16::MAX);
        let bytes = [&length.to_le_bytes()[..], &questions, &answers].concat();
        for count in [usize::MAX, 1, 2, 5, 20] {
            let mut input = Vec::new();
            for name in TEXTS {
                let text = String::from_utf8_lossy(&file(name)).into_owned();
                if name.ends_with('l') {
                    let lines: Vec<&str> = text.lines().collect();
                    // The first lines, and the last ones.
                    let (first, last) = (&lines[..lines.len().min(count)], lines.len().saturating_sub(count));
                    let kept = if count % 2 == 0 { &lines[last..] } else { first };
                    input.extend(kept.iter().flat_map(|line| format!("{line}\n").into_bytes()));
                } else if let Ok(mut json) = serde_json::from_str::<Value>(&text) {
                    if json.get("questions").is_some() && count != usize::MAX {
                        json["questions"] = count.into();
                        json["fuzz"] = 0.into();
                    }
                    input.extend(json.to_string().into_bytes());
                }
                input.push(END);
            }
            input.extend(&bytes);
            inputs.push(input);
        }
    }
    inputs
}

/// The calls of the suite's vectors, in each profile.
pub(crate) fn calls(operator: &OperatorSpec) -> Vec<Vec<u8>> {
    let vectors = vectors::committed().unwrap_or_else(|error| panic!("{error}"));
    let calls = vectors.into_iter().map(|vector| vector.call);
    let calls: Vec<Invocation> = calls.filter(|call| call.operator.name == operator.name).collect();
    let inputs = (0..3).flat_map(|profile| calls.iter().filter_map(move |call| call::input(profile, call)));
    inputs.collect()
}

/// Factors of the vectors, with every format and accumulator.
pub(crate) fn lines() -> Vec<Vec<u8>> {
    let vectors = vectors::committed().unwrap_or_else(|error| panic!("{error}"));
    let mut inputs = Vec::new();
    for vector in vectors {
        let Arg::Tensor(input) = vector.call.get("input") else { continue };
        let heads = match input.dtype() {
            DType::F16 => 0..3,
            DType::Bf16 => 3..6,
            DType::F32 => 6..8,
            DType::F64 => 8..10,
            _ => continue,
        };
        let bytes = input.elements();
        let first = &bytes[..bytes.len().min(6 * input.dtype().size())];
        inputs.extend(heads.map(|head| [&[head, 0, 0], first].concat()));
    }
    inputs
}

/// Reports on the reference, and on a backend that answers nothing but a number.
pub(crate) fn reports() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for (at, case) in CASES.iter().enumerate().step_by(CASES.len() / 40) {
        let cases = &CASES[at..(at + at % 4 + 1).min(CASES.len())];
        let options = RunOptions { fuzz: (at % 3) as u64, ..RunOptions::default() };
        let mut reference = Reference::default();
        let offers = reference.describe().unwrap_or_default();
        let mut wrong = FnBackend::new("wrong", offers, |_| Reply::Answer(Answer::DType(DType::F32)));
        let runs = [
            run(cases, &mut reference, &options, &mut |_| {}),
            run(cases, &mut wrong, &options, &mut |_| {}),
        ];
        let asked = RunRequest {
            backend: "reference".into(),
            selection: Selection { filters: vec![case.id.to_string()], ..Selection::default() },
            ..RunRequest::default()
        };
        for run in runs {
            let mut report = Vec::new();
            report::write(&mut report, &run, &asked).expect("a vector takes all");
            // Without white space, to be short.
            let value: Value = serde_json::from_slice(&report).expect("JSON");
            inputs.push(value.to_string().into_bytes());
        }
    }
    inputs
}
