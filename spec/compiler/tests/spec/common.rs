//! The committed specification as files in memory, and small edits of them.

use std::path::Path;

use ascertain_spec::model::Spec;
use ascertain_spec::{Diagnostics, Problem, load_files};

/// A path below the specification's folder and the file's text.
pub(crate) type File = (String, String);

/// The committed files.
pub(crate) fn committed() -> Vec<File> {
    crate::spec::committed_files::committed(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
}

/// The committed specification.
pub(crate) fn spec() -> Spec {
    load_files(committed()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// What a test does to the files.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edit<'a> {
    /// Replaces a text that occurs exactly once in a file.
    Replace(&'a str, &'a str, &'a str),
    /// Adds text at the end of a file, which may be a new one.
    Append(&'a str, &'a str),
    /// Removes a file.
    Remove(&'a str),
}

pub(crate) use Edit::{Append, Remove, Replace};

/// The files after some edits.
pub(crate) fn edited(edits: &[Edit<'_>]) -> Vec<File> {
    let mut files = committed();
    // A mistake in what cumprod's formula refers to would be one of the formula as well.
    let text = text_mut(&mut files, "aclnn/cumprod.toml").expect("the overlay of cumprod");
    let start = text.find("[operator.result.out]").expect("its formula");
    let length = text[start..].find("\n\n").expect("what follows it");
    text.replace_range(start..start + length + 1, "");
    for &edit in edits {
        match edit {
            Replace(path, from, to) => {
                let text = text_mut(&mut files, path).unwrap_or_else(|| panic!("no file {path}"));
                assert_eq!(text.matches(from).count(), 1, "`{from}` should occur once in {path}");
                *text = text.replacen(from, to, 1);
            }
            Append(path, more) => match text_mut(&mut files, path) {
                Some(text) => text.push_str(more),
                None => files.push((path.to_owned(), more.to_owned())),
            },
            Remove(path) => files.retain(|(other, _)| other != path),
        }
    }
    files
}

fn text_mut<'f>(files: &'f mut [File], path: &str) -> Option<&'f mut String> {
    files.iter_mut().find(|(other, _)| other == path).map(|(_, text)| text)
}

/// A problem that a test expects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expect<'a> {
    /// The file.
    pub(crate) file: &'a str,
    /// A text that occurs once in the edited file, with the part between `«` and `»` underlined. Empty for the whole
    /// file.
    pub(crate) at: &'a str,
    /// A part of the message.
    pub(crate) message: &'a str,
    /// A part of the label under the caret.
    pub(crate) label: &'a str,
    /// The help, whole; empty for none.
    pub(crate) help: &'a str,
}

/// Short for an [`Expect`].
pub(crate) const fn at<'a>(
    file: &'a str,
    at: &'a str,
    message: &'a str,
    label: &'a str,
    help: &'a str,
) -> Expect<'a> {
    Expect { file, at, message, label, help }
}

/// Loads the edited specification, which must have exactly the problems expected, in that order.
#[track_caller]
pub(crate) fn assert_problems(edits: &[Edit<'_>], expected: &[Expect<'_>]) {
    let files = edited(edits);
    let Err(problems) = load_files(files.clone()) else { panic!("{edits:?} should not load") };
    assert_eq!(problems.problems().len(), expected.len(), "{edits:?} gives\n{problems}");
    for (problem, expect) in problems.problems().iter().zip(expected) {
        assert_problem(problem, expect, &files, &problems);
    }
}

#[track_caller]
fn assert_problem(problem: &Problem, expect: &Expect<'_>, files: &[File], problems: &Diagnostics) {
    assert_eq!(problem.file, expect.file, "{problems}");
    assert!(problem.message.contains(expect.message), "expected `{}` in\n{problems}", expect.message);
    assert!(problem.label.contains(expect.label), "expected label `{}` in\n{problems}", expect.label);
    if !expect.help.is_empty() || problem.help.is_some() {
        assert_eq!(problem.help.as_deref(), Some(expect.help), "{problems}");
    }
    if expect.at.is_empty() {
        assert_eq!(problems.underlined(problem), "", "{problems}");
        return;
    }
    let (before, rest) = expect.at.split_once('«').expect("`«` in the expected place");
    let (underlined, after) = rest.split_once('»').expect("`»` in the expected place");
    let (_, text) = files.iter().find(|(path, _)| path == expect.file).expect("the file expected");
    let snippet = format!("{before}{underlined}{after}");
    assert_eq!(text.matches(&snippet).count(), 1, "`{snippet}` should occur once in {}", expect.file);
    let start = text.find(&snippet).expect("just counted") + before.len();
    assert_eq!(problems.underlined(problem), underlined, "{problems}");
    assert_eq!(problem.span, (start, start + underlined.len()), "{problems}");
    // An independent count: lines and characters up to the place.
    let lines: Vec<&str> = text[..start].split('\n').collect();
    let column = lines.last().map_or(0, |line| line.chars().count()) + 1;
    assert_eq!((problem.line, problem.column), (lines.len(), column), "{problems}");
}
