//! Collects problems while files are read and checked.

use std::cell::{RefCell, RefMut};
use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostics, Note, Problem};
use crate::source::{At, Failures, FileId, Located, Sources};
use ascertain_language::nearest;

/// Problems found so far. Whoever checks something shares it.
#[derive(Debug, Default)]
pub(crate) struct Report {
    drafts: RefCell<Vec<ProblemBuilder>>,
    /// Files with a part that could not be read: what they seem to lack may be there.
    damaged: RefCell<Vec<FileId>>,
}

/// A problem under construction.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ProblemBuilder {
    at: At,
    message: String,
    label: String,
    help: Option<String>,
    notes: Vec<(At, String)>,
}

impl ProblemBuilder {
    /// Sets the text under the caret.
    pub(crate) fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Says how to fix it.
    pub(crate) fn help(&mut self, help: impl Into<Option<String>>) -> &mut Self {
        self.help = help.into();
        self
    }

    /// Adds another place that it is about.
    pub(crate) fn note(&mut self, at: At, label: impl Into<String>) -> &mut Self {
        self.notes.push((at, label.into()));
        self
    }
}

impl Report {
    /// Adds a problem at a place, and returns it for details.
    pub(crate) fn error(&self, at: At, message: impl Into<String>) -> RefMut<'_, ProblemBuilder> {
        let (message, label) = (message.into(), String::new());
        let draft = ProblemBuilder { at, message, label, help: None, notes: Vec::new() };
        let mut drafts = self.drafts.borrow_mut();
        drafts.push(draft);
        RefMut::map(drafts, |drafts| drafts.last_mut().expect("there is this one"))
    }

    /// Adds that a name is not one of those that are known.
    pub(crate) fn unknown<'k>(
        &self,
        name: &Located<String>,
        message: impl Into<String>,
        expected: impl Into<String>,
        known: impl IntoIterator<Item = &'k str>,
    ) {
        self.error(name.at, message).label(expected).help(nearest::help(&name.value, known));
    }

    /// Adds that a list has a name twice.
    pub(crate) fn repeated(&self, name: &Located<String>, list: &str) {
        self.error(name.at, format!("`{name}` appears twice in the {list}")).label("the second one");
    }

    /// Names and numbers of some things, each of which is used once.
    pub(crate) fn unique(&self, what: &'static str) -> Unique<'_> {
        Unique { report: self, what, seen: BTreeMap::new() }
    }

    /// Adds that something is given twice.
    pub(crate) fn twice(&self, at: At, message: impl Into<String>, first: At) {
        self.error(at, message).label("the second one").note(first, "the first one");
    }

    /// Whether there is no problem so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.drafts.borrow().is_empty()
    }

    /// Marks a file of which a part could not be read.
    pub(crate) fn damage(&self, file: FileId) {
        self.damaged.borrow_mut().push(file);
    }

    /// Whether a part of a file could not be read.
    pub(crate) fn is_damaged(&self, file: FileId) -> bool {
        self.damaged.borrow().contains(&file)
    }

    /// The problems, sorted and without repetitions; `None` if there are none. Missing files of `needed` are problems.
    pub(crate) fn finish(self, sources: &Sources, needed: &[&str]) -> Option<Diagnostics> {
        let mut drafts = self.drafts.into_inner();
        drafts.sort();
        drafts.dedup();
        gather(&mut drafts);
        let mut texts = BTreeMap::new();
        for at in drafts.iter().flat_map(|d| d.notes.iter().map(|(at, _)| *at).chain([d.at])) {
            let file = sources.file(at.file);
            texts.entry(file.path.clone()).or_insert_with(|| file.text.clone());
        }
        let absent = needed.iter().filter(|path| sources.iter().all(|(_, file)| file.path != **path));
        let absent = absent.map(|path| whole_file((*path).to_owned(), "the file does not exist".to_owned()));
        let mut problems: Vec<_> =
            absent.chain(drafts.into_iter().map(|draft| draft.finish(sources))).collect();
        problems.sort();
        (!problems.is_empty()).then_some(Diagnostics { problems, texts })
    }
}

/// Names and numbers of some things: each that is used again is reported.
pub(crate) struct Unique<'a> {
    report: &'a Report,
    what: &'static str,
    seen: BTreeMap<String, At>,
}

impl Unique<'_> {
    pub(crate) fn name(&mut self, name: &Located<String>) {
        self.add(format!("name `{name}`"), name.at);
    }

    pub(crate) fn id(&mut self, id: &Located<String>) {
        self.add(format!("id `{id}`"), id.at);
    }

    pub(crate) fn number(&mut self, number: &Located<i32>) {
        self.add(format!("number {number}"), number.at);
    }

    fn add(&mut self, has: String, at: At) {
        match self.seen.get(&has) {
            Some(first) => self.report.twice(at, format!("two {} have the {has}", self.what), *first),
            None => {
                self.seen.insert(has, at);
            }
        }
    }
}

/// Keeps the first few of the same problem at many places in a file, and counts the others: a name removed in one file may be
/// missing for every line of another.
fn gather(drafts: &mut Vec<ProblemBuilder>) {
    const FEW: usize = 3;
    let mut counts: BTreeMap<(FileId, String), usize> = BTreeMap::new();
    for draft in &*drafts {
        *counts.entry((draft.at.file, draft.message.clone())).or_default() += 1;
    }
    let mut seen: BTreeMap<(FileId, String), usize> = BTreeMap::new();
    drafts.retain_mut(|draft| {
        let key = (draft.at.file, draft.message.clone());
        let count = counts.get(&key).copied().unwrap_or_default();
        let number = seen.entry(key).or_default();
        *number += 1;
        if *number == FEW && count > FEW {
            let more = format!("and {} more places in this file have the same problem", count - FEW);
            draft.help = Some(draft.help.take().map_or(more.clone(), |help| format!("{help} ({more})")));
        }
        *number <= FEW
    });
}

impl ProblemBuilder {
    fn finish(self, sources: &Sources) -> Problem {
        let file = sources.file(self.at.file);
        let (line, before) = file.line(self.at.span().start);
        let place = |at: At| (at.span().start, at.span().end);
        Problem {
            line,
            column: before.chars().count() + 1,
            span: place(self.at),
            message: self.message,
            label: self.label,
            help: self.help,
            notes: self
                .notes
                .into_iter()
                .map(|(at, label)| Note { file: sources.file(at.file).path.clone(), span: place(at), label })
                .collect(),
            file: file.path.clone(),
        }
    }
}

/// Problems with files that could not be read at all.
pub(crate) fn unreadable(failures: Failures) -> Diagnostics {
    let mut problems: Vec<_> = failures
        .into_iter()
        .map(|(file, error)| whole_file(file, format!("cannot read it: {error}")))
        .collect();
    problems.sort();
    Diagnostics { problems, texts: BTreeMap::new() }
}

/// A problem of a whole file, or of a missing one.
pub(crate) fn whole_file(file: String, message: String) -> Problem {
    Problem {
        file,
        span: (0, 0),
        message,
        label: String::new(),
        line: 0,
        column: 0,
        help: None,
        notes: Vec::new(),
    }
}
