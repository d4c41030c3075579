//! Comparisons as one HTML file, as Markdown for a comment on a pull request, and of two reports in a terminal.
//!
//! The templates are in `conformance/templates/`; here is what they show.

use super::terminal::letters;
use crate::report::facts::answer;
use crate::report::rules::rule;
use crate::report::template::{self, Templates, Written};
use crate::results::compare::{Change, Difference, Entry, Group, Matrix, Side};
use ascertain::document::Editions;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 100;
/// Examples of what broke, of each group.
const EXAMPLES: usize = 5;
/// Ids of other changes, of each group.
const IDS: usize = 20;

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 4] = [
    ("compare.html", include_str!("../../../templates/compare.html")),
    ("compare.md", include_str!("../../../templates/compare.md")),
    ("matrix.html", include_str!("../../../templates/matrix.html")),
    ("matrix.md", include_str!("../../../templates/matrix.md")),
];

const STYLE: &str = include_str!("../../../templates/compare.css");

fn write(out: &mut dyn Write, name: &str, values: &Value) -> io::Result<()> {
    out.write_all(Templates::new(&TEMPLATES, STYLE, "")?.render(name, values)?.as_bytes())
}

const TEXT: (&str, &str) = ("compare.txt", include_str!("../../../templates/compare.txt"));

impl Difference<'_> {
    /// Writes it for people.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_text(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        template::write_text(out, TEXT, &self.page(), width)
    }

    /// Writes it as an HTML file that needs no other.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "compare.html", &self.page())
    }

    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "compare.md", &self.page())
    }

    fn page(&self) -> Value {
        json!({
            "written": Written::now(),
            "before": side(self.old),
            "now": side(self.new),
            "broke": self.exit_code() != 0,
            "two": self.two_backends(),
            "same": self.same,
            "notes": self.notes,
            "changes": Change::ALL.map(|change| self.shown_change(change)),
        })
    }

    /// Everything that changed in one way.
    fn shown_change(&self, change: Change) -> Value {
        let editions = self.new.report.editions().unwrap_or_default();
        let groups: Vec<&Group<'_>> = self.of(change).collect();
        let two = self.two_backends();
        let class = match change {
            Change::Broken => "bad",
            Change::Fixed if two.is_some() => "bad",
            Change::Fixed => "good",
            Change::Changed => "open",
            Change::New | Change::Gone => "plain",
        };
        let shown = groups.iter().take(GROUPS).map(|group| self.shown_group(change, group, &editions));
        json!({
            "name": change.name(),
            "title": title(change, two),
            "words": two.map_or(change.name().to_owned(), |two| title(change, Some(two))),
            "class": class,
            "count": self.count(change),
            "groups": shown.collect::<Vec<_>>(),
            "more": groups.len().saturating_sub(GROUPS),
        })
    }

    fn shown_group(&self, change: Change, group: &Group<'_>, editions: &Editions) -> Value {
        let entries = &group.entries;
        // What is in a group of another change has neither in common.
        let has_cause = matches!(change, Change::Broken | Change::Fixed);
        let requirement = group.requirement().filter(|_| has_cause);
        let (examples, ids) = if change == Change::Broken { (EXAMPLES, 0) } else { (0, IDS) };
        let example = |entry: &Entry<'_>| {
            json!({
                "id": entry.id(),
                "facts": answer(&entry.case.question, &[], &entry.case.judgement),
                "again": self.new.repro_command(entry.id()),
            })
        };
        json!({
            "count": entries.len(),
            "verdicts": group.first().verdicts(),
            "first": group.first().id(),
            "known": group.first().known,
            "kind": group.kind().filter(|_| has_cause),
            "area": group.area(),
            "requirement": requirement,
            "rule": requirement.and_then(|id| rule(id, editions)),
            "examples": entries.iter().take(examples).map(example).collect::<Vec<_>>(),
            "ids": entries.iter().take(ids).map(Entry::id).collect::<Vec<_>>(),
            "more": entries.len().saturating_sub(examples + ids),
        })
    }
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

impl Matrix<'_> {
    /// Writes it as an HTML file that needs no other.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "matrix.html", &self.page())
    }

    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "matrix.md", &self.page())
    }

    fn page(&self) -> Value {
        let reports = self.sides.iter().enumerate().map(
            |(at, report)| json!({"letter": letters(at), "side": side(report), "reason": report.reason()}),
        );
        json!({
            "written": Written::now(),
            "reports": reports.collect::<Vec<_>>(),
            "areas": self.areas,
            "requirements": self.requirements,
        })
    }
}

fn side(side: &Side) -> Value {
    json!({"backend": side.backend(), "how": side.how(), "file": side.file})
}
