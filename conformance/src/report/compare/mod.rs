//! Writes comparisons of reports.

mod html;
mod json;
mod markdown;
mod terminal;

pub use self::json::SCHEMA;

use super::facts::{Fact, answer};
use super::text::thousands;
use crate::results::compare::{Change, Difference, Entry, Group, Matrix, Side};

/// Everything that changed in one way, as people are told of it.
struct ChangePart<'a> {
    change: Change,
    /// What it is called: of one backend, or of two.
    title: String,
    /// The same in the middle of a sentence.
    words: String,
    /// How it looks: `bad`, `good`, `open` or `plain`.
    class: &'static str,
    count: u64,
    groups: Vec<GroupPart<'a>>,
}

/// Changes that seem to have one cause. What is in a group of another change than a failure has no cause in common.
struct GroupPart<'a> {
    group: &'a Group<'a>,
    kind: Option<&'static str>,
    requirement: Option<&'static str>,
    /// The backends, if they are two.
    two: Option<[&'a str; 2]>,
}

impl GroupPart<'_> {
    /// `pass → fail`, and the kind of failure.
    fn words(&self) -> String {
        let kind = self.kind.map_or(String::new(), |kind| format!(": {kind}"));
        format!("{}{kind}", self.verdicts())
    }

    /// `pass → fail`, or of two backends `numpy: pass, torch: fail`.
    fn verdicts(&self) -> String {
        let first = self.group.first();
        match (self.two, first.before, first.now) {
            (Some([old, new]), Some(before), Some(now)) => {
                format!("{old}: {}, {new}: {}", before.name(), now.name())
            }
            _ => first.verdicts(),
        }
    }
}

fn parts<'a>(of: &'a Difference<'a>) -> Vec<ChangePart<'a>> {
    let two = of.two_backends();
    let part = |change: Change| {
        let class = match change {
            Change::Broken => "bad",
            Change::Fixed if two.is_some() => "bad",
            Change::Fixed => "good",
            Change::Changed => "open",
            Change::New | Change::Gone => "plain",
        };
        let title = title(change, two);
        let words = if two.is_some() { title.clone() } else { change.name().to_owned() };
        let has_cause = matches!(change, Change::Broken | Change::Fixed);
        let group = |group: &'a Group<'a>| GroupPart {
            group,
            kind: group.kind().filter(|_| has_cause),
            requirement: group.requirement().filter(|_| has_cause),
            two,
        };
        ChangePart {
            change,
            title,
            words,
            class,
            count: of.count(change),
            groups: of.of(change).map(group).collect(),
        }
    };
    Change::ALL.map(part).into()
}

/// What a change is called: of one backend, or of two.
fn title(change: Change, two: Option<[&str; 2]>) -> String {
    match (change, two) {
        (Change::Broken, None) => "Broken".to_owned(),
        (Change::Fixed, None) => "Fixed".to_owned(),
        (Change::Changed, None) => "Changed otherwise".to_owned(),
        (Change::New, None) => "Only in the new report".to_owned(),
        (Change::Gone, None) => "Only in the old report".to_owned(),
        (Change::Broken, Some([_, new])) => format!("only {new} fails"),
        (Change::Fixed, Some([old, _])) => format!("only {old} fails"),
        (Change::Changed, Some(_)) => "other differences".to_owned(),
        (Change::New, Some([_, new])) => format!("only in the report of {new}"),
        (Change::Gone, Some([old, _])) => format!("only in the report of {old}"),
    }
}

/// Whether something broke, or of two backends one fails where the other does not; and that in words.
fn outcome(of: &Difference<'_>) -> (bool, &'static str) {
    let broke = of.exit_code() != 0;
    match of.two_backends() {
        Some(_) if broke || of.count(Change::Fixed) > 0 => (true, "they fail in different cases"),
        Some(_) => (false, "neither fails where the other does not"),
        None if broke => (true, "something broke"),
        None => (false, "nothing broke"),
    }
}

/// The table of two backends, if they are two.
fn side_by_side<'a>(of: &Difference<'a>) -> Option<Matrix<'a>> {
    of.two_backends().map(|_| Matrix::of([of.old, of.new]))
}

/// How many cases changed, in each way.
fn counted(of: &Difference<'_>, parts: &[ChangePart<'_>]) -> String {
    let same = thousands(of.same);
    let is_two = of.two_backends().is_some();
    let count = |part: &ChangePart<'_>| match is_two {
        true => format!("{}: {}; ", part.words, thousands(part.count)),
        false => format!("{} {}, ", thousands(part.count), part.words),
    };
    let changes: String = parts.iter().map(count).collect();
    if is_two { format!("{changes}the same: {same}") } else { format!("{changes}{same} as before") }
}

/// What was asked of a case, what was expected and what came.
fn facts(entry: &Entry<'_>) -> Vec<Fact> {
    answer(&entry.case.question, &[], &entry.case.judgement)
}

/// A report: its file, its backend, and what was asked.
fn words(of: &Side) -> String {
    format!("{}: {}, {}", of.file, of.backend(), of.how())
}
