//! Missing, malformed and foreign files of questions and answers.

use crate::support::{edit, ends};
use ascertain::backend::{Backend, Rejection, Reply};
use ascertain::reference::Reference;
use ascertain_conformance::offline::{AnswersBackend, answer, calls};
use std::fs;

#[test]
fn answers_that_are_missing_or_none_cost_their_cases_and_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    ends(at, &["questions", "--out", "asked", "--filter", "cumprod/grid/f32/2x3"], 0);
    let answers = at.join("asked/answers");
    answer(&mut Reference::default(), &at.join("asked"), &answers).expect("it answers");
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
    edit(&questions, |lines| lines[0] = lines[0].replace("\"dim\":", "\"dim\":1"));
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("are not those of ascertain"), "{said}");
    edit(&questions, |lines| _ = lines.pop());
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("copy the folder again"), "{said}");
    edit(&at.join("asked/index.json"), |lines| lines[1] = "  \"version\": 2,".to_owned());
    let said = ends(at, &["judge", "asked"], 2);
    assert!(said.contains("format version 2"), "{said}");
    assert!(ends(at, &["judge", "nowhere"], 2).contains("index.json"));
}

#[test]
fn folders_written_by_earlier_versions_are_still_read() {
    // Questions and the reference's answers, as version 1 of the format first was. Never to be written anew.
    let folder = crate::support::file("cli/tests/offline/recorded/1");
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
