//! Missing, malformed and foreign files of questions and answers.

use super::{edit, ends};
use crate::backends::support::file;
use ascertain::backend::{Backend, Rejection, Reply};
use ascertain::reference::Reference;
use ascertain_conformance::backends::offline::{AnswersBackend, answer, calls};
use std::fs;

#[test]
fn answers_that_are_missing_or_none_cost_their_cases_and_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).expect("it answers");
    let answers = at.join("asked/answers");
    ends(at, &["judge", "asked"], 0);
    edit(&answers.join("answers.jsonl"), |lines| {
        lines[1] = lines[1].replace("\"len\":24", "\"len\":20");
        lines[2] = lines[2].replace("\"at\":", "\"at\":9999");
        let again = lines[3].clone();
        lines.push(again);
        lines.push("{\"id\":".to_owned());
        lines.remove(0);
    });
    let said = ends(at, &["judge", "asked", "--findings", "all"], 1);
    for words in [
        "4 protocol",
        "no answer to question 0 in answers.jsonl; line",
        "is not an answer:",
        "20 bytes for f32[2, 3]",
        "reach outside the frame",
        "question 3 is answered twice",
    ] {
        assert!(said.contains(words), "`{words}` is not in {said}");
    }
    // Without an introduction nothing can be judged.
    fs::remove_file(answers.join("hello.json")).expect("it was there");
    let said = ends(at, &["judge", "asked"], 3);
    assert!(said.contains("hello.json"), "{said}");
}

#[test]
fn questions_that_are_not_this_suites_are_not_judged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    let questions = at.join("asked/questions.jsonl");
    // A folder of version 1, which has no digest.
    edit(&at.join("asked/index.json"), |lines| lines[1] = "  \"version\": 1,".to_owned());
    edit(&questions, |lines| lines[0] = lines[0].replace("\"dim\":", "\"dim\":1"));
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("are not those of ascertain"), "{said}");
    edit(&questions, |lines| _ = lines.pop());
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("copy the folder again"), "{said}");
    edit(&at.join("asked/index.json"), |lines| lines[1] = "  \"version\": 3,".to_owned());
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("format version 3"), "{said}");
    assert!(ends(at, &["judge", "nowhere"], 2).contains("index.json"));
}

#[test]
fn folders_written_by_earlier_versions_are_still_read() {
    // Questions and the reference's answers, as version 1 of the format first was. Never to be written anew.
    let folder = file("cli/tests/backends/offline/recorded/1");
    let mut recorded = AnswersBackend::new(&folder, folder.join("answers"));
    assert_eq!(recorded.describe().map(|description| description.name), Ok("reference".to_owned()));
    let questions = calls(&folder).expect("a folder of version 1");
    assert!(questions.len() > 20, "{} questions", questions.len());
    for (id, call) in questions {
        let without_words = |reply| match reply {
            Reply::Rejected(rejection) => Reply::Rejected(Rejection { message: String::new(), ..rejection }),
            reply => reply,
        };
        // Messages are for people, and may be corrected.
        let (then, now) = (recorded.ask(&call), Reference::default().ask(&call));
        assert_eq!(without_words(then), without_words(now), "question {id}");
    }
}

#[test]
fn questions_and_answers_are_written_over_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let ask = |filter: &str, code| ends(at, &["questions", "--out", "asked", "--filter", filter], code);
    ask("cumprod/grid/f32/2x3", 0);
    let questions = fs::read(at.join("asked/questions.jsonl")).expect("questions");
    // Before they are answered, and after.
    assert!(ask("cumprod/grid/f16/2x3", 2).contains("it is there already"));
    answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).expect("it answers");
    let answers = fs::read(at.join("asked/answers/answers.jsonl")).expect("answers");
    assert!(ask("cumprod/grid/f16/2x3", 2).contains("it is there already"));
    for name in ["index.json", "questions.bin"] {
        fs::remove_file(at.join("asked").join(name)).expect("it is there");
        assert!(ask("cumprod/grid/f16/2x3", 2).contains("it is there already"));
    }
    assert!(!fs::exists(at.join("asked/index.json")).expect("a folder"));
    assert_eq!(fs::read(at.join("asked/questions.jsonl")).expect("questions"), questions);
    assert!(answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).is_err());
    assert_eq!(fs::read(at.join("asked/answers/answers.jsonl")).expect("answers"), answers);
}

#[test]
fn answers_to_other_questions_are_not_judged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    for (name, dtype) in [("one", "f32"), ("other", "f16")] {
        ends(at, &["questions", "--out", name, "--filter", &format!("cumprod/grid/{dtype}/2x3")], 0);
        answer(&mut Reference::default(), &at.join(name), &at.join(name).join("answers"))
            .expect("it answers");
        ends(at, &["judge", name], 0);
    }
    let said = ends(at, &["judge", "one", "--answers", "other/answers"], 3);
    assert!(said.contains("answers to other questions"), "{said}");
    edit(&at.join("one/answers/hello.json"), |lines| {
        lines[0] = lines[0].replace("\"questions\"", "\"question\"");
    });
    assert!(ends(at, &["judge", "one"], 3).contains("it does not say to which questions"));
    // The index of one folder over the questions of another.
    fs::copy(at.join("one/index.json"), at.join("other/index.json")).expect("a file");
    assert!(ends(at, &["judge", "other"], 2).contains("copy the folder again"));
}

#[cfg(unix)]
#[test]
fn links_among_questions_and_answers_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    fs::write(at.join("mine"), "mine").expect("a file");
    fs::create_dir(at.join("asked")).expect("a folder");
    symlink("../mine", at.join("asked/questions.jsonl")).expect("a link");
    let ask = ["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"];
    ends(at, &ask, 2);
    fs::remove_file(at.join("asked/questions.jsonl")).expect("it is there");
    ends(at, &ask, 0);
    let answers = at.join("asked/answers");
    fs::create_dir(&answers).expect("a folder");
    symlink("../../mine", answers.join("hello.json")).expect("a link");
    assert!(answer(&mut Reference::default(), &at.join("asked"), &answers).is_err());
    assert_eq!(fs::read_to_string(at.join("mine")).expect("a file"), "mine");
    fs::remove_file(answers.join("hello.json")).expect("it is there");
    answer(&mut Reference::default(), &at.join("asked"), &answers).expect("it answers");
    fs::rename(answers.join("answers.jsonl"), at.join("moved")).expect("it is there");
    symlink("../../moved", answers.join("answers.jsonl")).expect("a link");
    assert!(ends(at, &["judge", "asked"], 3).contains("a link"));
}

/// Files with holes are as long as they say, and take nothing of the disk.
#[test]
fn long_files_are_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).expect("it answers");
    ends(at, &["run", "--filter", "reinterpret", "--report", "json=report.json"], 0);
    for (name, arguments, code) in [
        ("asked/answers/answers.bin", &["judge", "asked"][..], 3),
        ("asked/answers/answers.jsonl", &["judge", "asked"], 3),
        ("asked/questions.bin", &["judge", "asked"], 2),
        ("report.json", &["compare", "report.json", "report.json"], 2),
        ("report.json", &["merge", "report.json"], 2),
        ("report.json", &["known", "write", "report.json"], 2),
        ("report.json", &["bench", "--against", "report.json"], 2),
        ("report.json", &["run", "--known", "report.json"], 2),
        ("report.json", &["replay", "report.json"], 2),
    ] {
        let kept = fs::read(at.join(name)).expect("a file");
        let file = fs::File::options().write(true).open(at.join(name)).expect("a file");
        file.set_len(5 << 30).expect("a file with a hole");
        let said = ends(at, arguments, code);
        assert!(said.contains("longer than 67108864 bytes"), "{arguments:?}: {said}");
        fs::write(at.join(name), kept).expect("a file");
    }
    let short = ends(at, &["compare", "report.json", "report.json", "--max-file", "1k"], 2);
    assert!(short.contains("longer than 1000 bytes") && short.contains("--max-file"), "{short}");
}

/// An index from somebody else cannot make the program panic, run for ever or print a whole file.
#[test]
fn a_crafted_index_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    let path = at.join("asked/index.json");
    let good: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).expect("an index")).expect("an index is JSON");
    let huge = "documented\u{1b}[2J".repeat(100_000);
    for (key, value, words) in [
        ("shard", serde_json::json!([1, 0]), "the shard is part 1 of 0"),
        ("shard", serde_json::json!([0, 3]), "the shard is part 0 of 3"),
        ("shard", serde_json::json!([4, 3]), "the shard is part 4 of 3"),
        ("fuzz", u64::MAX.into(), "18446744073709551615 random cases among"),
        ("profile", huge.as_str().into(), "unknown profile `documented"),
        ("filter", serde_json::json!([huge]), "matches nothing"),
        ("seed", huge.as_str().into(), "is not a number"),
    ] {
        let mut index = good.clone();
        index[key] = value;
        fs::write(&path, index.to_string()).expect("the folder can be written");
        let said = ends(at, &["judge", "asked"], 2);
        assert!(said.contains(words), "{key}: {said}");
        assert!(said.len() < 8000 && !said.contains("\u{1b}[2J"), "{key}: {} bytes", said.len());
    }
    // Of very many random cases, every billionth belongs to this part.
    let mut index = good.clone();
    (index["fuzz"], index["shard"]) = (8_000_000_000_u64.into(), serde_json::json!([1, 4_000_000_000_u32]));
    fs::write(&path, index.to_string()).expect("the folder can be written");
    assert!(ends(at, &["judge", "asked"], 2).contains("are not those of ascertain"));
}

#[test]
fn crafted_questions_are_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).expect("it answers");
    // A folder of version 1, which has no digest.
    edit(&at.join("asked/index.json"), |lines| lines[1] = "  \"version\": 1,".to_owned());
    edit(&at.join("asked/questions.jsonl"), |lines| {
        let long = "x".repeat(100_000);
        lines[1] = format!(
            r#"{{"id":1,"cmd":"cumprod","long":"{long}","input":{{"dtype":"f32","shape":[100000000000],"strides":[0],"hex":"00000000"}}}}"#
        );
    });
    let said = ends(at, &["run", "--backend", "answers:asked", "--filter", "cumprod/grid/f32/2x3"], 3);
    assert!(said.contains("line 2: ") && said.contains("100000000000 elements of f32"), "{said}");
    assert!(said.len() < 8000, "{} bytes", said.len());
}

#[cfg(unix)]
/// Each output fits a machine, and all of them together fit none.
#[test]
fn outputs_of_questions_take_no_more_memory_than_there_is() {
    const COUNT: usize = 20_000;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let line = |id: usize| {
        let tensor = r#""input":{"dtype":"u8","shape":[0],"at":0,"len":0}"#;
        format!(
            "{{\"id\":{id},\"cmd\":\"cumprod\",{tensor},\"dim\":0,\"out\":{{\"dtype\":\"u8\",\"shape\":[8589934592]}}}}\n"
        )
    };
    let index = format!(
        "{{\"version\":1,\"suite\":\"1\",\"profile\":\"documented\",\"editions\":{{}},\"seed\":\"0\",\"fuzz\":0,\"questions\":{COUNT},\"bytes\":0}}"
    );
    fs::write(at.join("index.json"), index).expect("a file");
    fs::write(at.join("questions.jsonl"), (0..COUNT).map(line).collect::<String>()).expect("a file");
    fs::write(at.join("questions.bin"), b"").expect("a file");
    let said = calls(at).map(|calls| calls.len()).expect_err("it is too much").to_string();
    assert!(said.contains("line 2: the tensors of the questions"), "{said}");
}

#[test]
fn files_that_never_end_are_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    answer(&mut Reference::default(), &at.join("asked"), &at.join("asked/answers")).expect("it answers");
    let made = std::process::Command::new("mkfifo").arg(at.join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    for endless in ["/dev/zero", "pipe"] {
        for (name, code) in [
            ("asked/answers/hello.json", 3),
            ("asked/answers/answers.jsonl", 3),
            ("asked/answers/answers.bin", 3),
            ("asked/questions.bin", 2),
            ("asked/questions.jsonl", 2),
            ("asked/index.json", 2),
        ] {
            let kept = fs::read(at.join(name)).expect("a file");
            fs::remove_file(at.join(name)).expect("it is there");
            let target = if endless == "pipe" { at.join(endless) } else { endless.into() };
            std::os::unix::fs::symlink(target, at.join(name)).expect("a link");
            let said = ends(at, &["judge", "asked"], code);
            assert!(said.contains("it is not a regular file"), "{name}: {said}");
            fs::remove_file(at.join(name)).expect("it is there");
            fs::write(at.join(name), kept).expect("the folder can be written");
        }
        for arguments in
            [&["replay", endless][..], &["adopt", endless, "--to", endless], &["bench", "--against", endless]]
        {
            let said = ends(at, arguments, 2);
            assert!(said.contains("it is not a regular file"), "{arguments:?}: {said}");
        }
    }
}
