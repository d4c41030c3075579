//! Every unread sentence of an operator's page has an answer.

use ascertain_spec::load_files;

use crate::spec::common::{Append, Edit, Replace, edited};

const OVERLAY: &str = "aclnn/cumprod.toml";
const SENTENCES: &str = "aclnn/cumprod/2026-03.sentences";

/// A sentence of the page of 2026-03, unread, where no other stands.
const NEW: &str = "7-7 0123456789abcdef! constraints\n";

fn with(edits: &[Edit<'_>]) -> Result<(), String> {
    load_files(edited(edits)).map(|_| ()).map_err(|problems| problems.to_string())
}

#[track_caller]
fn refused(edits: &[Edit<'_>], because: &str) {
    let problems = with(edits).expect_err("an open question");
    assert!(problems.contains(because), "expected `{because}` in\n{problems}");
}

/// What closes a sentence in the overlay.
fn closed(more: &str) -> String {
    format!("\n[[closed]]\nedition = \"2026-03\"\n{more}\n")
}

#[test]
fn a_sentence_is_open_until_it_is_cited_or_closed() {
    let open = Append(SENTENCES, NEW);
    refused(&[open], "line 7 of the page of `aclnn.cumprod` is an open question");
    let closing = closed("why = \"performance\"\nlines = [[6, 8]]");
    assert_eq!(with(&[open, Append(OVERLAY, &closing)]), Ok(()));
    let cited = "\n[[statement]]\nsays = \"a remark\"\nuntested = \"it asks nothing\"\n\
                 cite = { edition = \"2026-03\", where = \"the head\", lines = [7, 7] }\n";
    assert_eq!(with(&[open, Append(OVERLAY, cited)]), Ok(()));
    let draft =
        Replace("aclnn/cumprod/2026-03.toml", "name = \"2026-03\"\n", "name = \"2026-03\"\ndraft = true\n");
    assert_eq!(with(&[open, draft]), Ok(()));
}

#[test]
fn the_same_words_in_another_edition_have_the_same_answer() {
    let (open, later) = (
        Append(SENTENCES, NEW),
        Append("aclnn/cumprod/2026-07.sentences", "9-9 0123456789abcdef! constraints\n"),
    );
    let closing = closed("why = \"performance\"\nlines = [[7, 7]]");
    assert_eq!(with(&[open, later, Append(OVERLAY, &closing)]), Ok(()));
    refused(&[later], "line 9 of the page of `aclnn.cumprod` is an open question");
}

#[test]
fn what_closes_nothing_is_refused() {
    let open = Append(SENTENCES, NEW);
    let by = |more: &str, because: &str| refused(&[open, Append(OVERLAY, &closed(more))], because);
    by(
        "why = \"performance\"\nlines = [[7, 7], [8, 8]]",
        "no unread sentence of edition `2026-03` stands in line 8",
    );
    by("why = \"boring\"\nlines = [[7, 7]]", "`boring` is not a reason to close a sentence");
    by("why = \"repeats\"\nlines = [[7, 7]]", "what repeats others says which");
    by("why = \"performance\"\nlines = [[7, 7]]\nof = [1, 2]", "what repeats others says which");
    by("why = \"performance\"\nlines = [[7, 99999]]", "beyond the end");
}

#[test]
fn what_a_program_wrote_answers_only_the_sentence_that_it_cites() {
    // The import cites the row of a parameter, in which a sentence stands that it could not read.
    let row = "\n[[requirement]]\nid = \"cumprod.imported\"\nlevel = \"unspecified\"\nsays = \"a row\"\n\
               cite = { edition = \"2026-03\", where = \"a row\", lines = [6, 8] }\n";
    let required = |text: &str| format!("version = 1\ndocument = \"aclnn.cumprod\"\n{text}");
    let open = Append(SENTENCES, NEW);
    refused(&[open, Append("aclnn/cumprod/requirements.toml", &required(row))], "is an open question");
    let exact = row.replace("[6, 8]", "[7, 7]");
    assert_eq!(with(&[open, Append("aclnn/cumprod/requirements.toml", &required(&exact))]), Ok(()));
}
