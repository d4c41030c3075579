//! Problems of a specification, each with its place, what was expected, and a suggestion.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// All problems of a specification, sorted by file and position. `Display` shows the first hundred with their lines
/// underlined, without colour.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    pub(crate) problems: Vec<Problem>,
    /// Texts of the files that problems point into, by path.
    pub(crate) texts: BTreeMap<String, String>,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Path of the file below the specification's folder.
    pub file: String,
    /// The bytes of the file's text to underline; empty if the problem is about the whole file.
    pub span: (usize, usize),
    /// What is wrong.
    pub message: String,
    /// The text under the caret: where in its table the place is, or what was expected there. May be empty.
    pub label: String,
    /// Line of the span's start, from 1; 0 if the file could not be read.
    pub line: usize,
    /// Column of the span's start in characters, from 1; 0 if the file could not be read.
    pub column: usize,
    /// How to fix it, such as the nearest valid name.
    pub help: Option<String>,
    /// Other places that the problem is about.
    pub notes: Vec<Note>,
}

/// Another place that a problem is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Path of the file below the specification's folder.
    pub file: String,
    /// Bytes of the file's text.
    pub span: (usize, usize),
    /// What it has to do with the problem.
    pub label: String,
}

impl Diagnostics {
    /// The problems, sorted by file and position; at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The text that a problem underlines.
    pub fn underlined(&self, problem: &Problem) -> &str {
        self.texts.get(&problem.file).and_then(|text| text.get(problem.range())).unwrap_or_default()
    }

    fn render(&self, problem: &Problem) -> String {
        let mut group = Group::with_title(Level::ERROR.primary_title(&problem.message));
        match self.texts.get(&problem.file) {
            Some(text) if problem.line > 0 => {
                let caret = AnnotationKind::Primary.span(problem.range()).label(label(&problem.label));
                let near = problem.notes.iter().filter(|note| note.file == problem.file);
                let snippet = Snippet::source(text).path(&problem.file).annotation(caret).annotations(
                    near.map(|note| AnnotationKind::Context.span(note.range()).label(label(&note.label))),
                );
                group = group.element(snippet);
            }
            _ => group = group.element(Origin::path(&problem.file)),
        }
        for note in problem.notes.iter().filter(|note| note.file != problem.file) {
            if let Some(text) = self.texts.get(&note.file) {
                let caret = AnnotationKind::Context.span(note.range()).label(label(&note.label));
                group = group.element(Snippet::source(text).path(&note.file).annotation(caret));
            }
        }
        if let Some(help) = &problem.help {
            group = group.element(Level::HELP.message(help));
        }
        // Wide enough for a row of a promotion table: cutting it would hide the row's name.
        Renderer::plain().term_width(260).render(&[group])
    }
}

impl Problem {
    fn range(&self) -> Range<usize> {
        self.span.0..self.span.1
    }
}

impl Note {
    fn range(&self) -> Range<usize> {
        self.span.0..self.span.1
    }
}

fn label(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Most problems that are shown, each of which takes a look at its whole file.
const SHOWN: usize = 100;

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in self.problems.iter().take(SHOWN) {
            writeln!(f, "{}\n", self.render(problem))?;
        }
        if self.problems.len() > SHOWN {
            writeln!(f, "and {} more\n", self.problems.len() - SHOWN)?;
        }
        match self.problems.len() {
            1 => write!(f, "the specification has 1 problem"),
            several => write!(f, "the specification has {several} problems"),
        }
    }
}

impl Error for Diagnostics {}
