//! Comparisons as one HTML file.
//!
//! The templates are in `conformance/templates/`; here are the values that they show.

use super::terminal::{letters, title};
use crate::report::facts::{Fact, answer};
use crate::report::html::Rule;
use crate::report::template::{Templates, Written};
use crate::report::text::{plural, thousands};
use crate::results::compare::{Change, Difference, Entry, Group, Matrix, MatrixRow, Side};
use ascertain::document::Editions;
use serde::Serialize;
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 100;
/// Examples of what broke, of each group.
const EXAMPLES: usize = 5;
/// Ids of other changes, of each group.
const IDS: usize = 20;

/// Templates by name, beside the shared ones.
const TEMPLATES: [(&str, &str); 2] = [
    ("compare.html", include_str!("../../../templates/compare.html")),
    ("matrix.html", include_str!("../../../templates/matrix.html")),
];

const STYLE: &str = include_str!("../../../templates/compare.css");

fn write(out: &mut dyn Write, name: &str, values: &impl Serialize) -> io::Result<()> {
    out.write_all(Templates::new(&TEMPLATES, STYLE, "")?.render(name, values)?.as_bytes())
}

impl Difference<'_> {
    /// Writes it as an HTML file that needs no other.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "compare.html", &DifferencePage::of(self))
    }
}

impl Matrix<'_> {
    /// Writes it as an HTML file that needs no other.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_html(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, "matrix.html", &MatrixPage::of(self))
    }
}

#[derive(Debug, Serialize)]
struct DifferencePage<'a> {
    written: Written,
    before: SideOf<'a>,
    now: SideOf<'a>,
    broke: bool,
    words: &'static str,
    same: String,
    notes: &'a [String],
    changes: Vec<ChangeOf<'a>>,
}

/// A report.
#[derive(Debug, Serialize)]
struct SideOf<'a> {
    backend: String,
    how: String,
    file: &'a str,
}

/// Everything that changed in one way.
#[derive(Debug, Serialize)]
struct ChangeOf<'a> {
    name: &'static str,
    title: &'static str,
    /// `bad`, `good`, `open` or `plain`: how it looks.
    class: &'static str,
    count: String,
    cases: String,
    groups: Vec<GroupOf<'a>>,
    more: Option<String>,
}

#[derive(Debug, Serialize)]
struct GroupOf<'a> {
    count: String,
    /// `pass → fail: value`.
    words: String,
    area: &'a str,
    requirement: Option<&'a str>,
    rule: Option<Rule>,
    examples: Vec<Example<'a>>,
    ids: Vec<&'a str>,
    more: Option<String>,
}

/// A case that broke.
#[derive(Debug, Serialize)]
struct Example<'a> {
    id: &'a str,
    facts: Vec<Fact>,
    again: String,
}

impl<'a> DifferencePage<'a> {
    fn of(difference: &'a Difference<'_>) -> Self {
        let broke = difference.exit_code() != 0;
        Self {
            written: Written::now(),
            before: SideOf::of(difference.old),
            now: SideOf::of(difference.new),
            broke,
            words: if broke { "Something broke" } else { "Nothing broke" },
            same: thousands(difference.same),
            notes: &difference.notes,
            changes: Change::ALL.map(|change| ChangeOf::of(difference, change)).into(),
        }
    }
}

impl<'a> SideOf<'a> {
    fn of(side: &'a Side) -> Self {
        Self { backend: side.backend(), how: side.how(), file: &side.file }
    }
}

impl<'a> ChangeOf<'a> {
    fn of(difference: &'a Difference<'_>, change: Change) -> Self {
        let editions = difference.new.report.editions().unwrap_or_default();
        let groups: Vec<&Group<'_>> = difference.of(change).collect();
        let count = difference.count(change);
        Self {
            name: change.name(),
            title: title(change).0,
            class: match change {
                Change::Broken => "bad",
                Change::Fixed => "good",
                Change::Changed => "open",
                Change::New | Change::Gone => "plain",
            },
            count: thousands(count),
            cases: plural(count, "case", "cases"),
            more: rest(groups.len(), GROUPS, ["more group", "more groups"]),
            groups: groups
                .into_iter()
                .take(GROUPS)
                .map(|group| GroupOf::of(difference, change, group, &editions))
                .collect(),
        }
    }
}

/// How many of `all` are not shown.
fn rest(all: usize, shown: usize, [one, many]: [&str; 2]) -> Option<String> {
    let rest = all.saturating_sub(shown);
    (rest > 0).then(|| plural(rest as u64, one, many))
}

impl<'a> GroupOf<'a> {
    fn of(difference: &Difference<'_>, change: Change, group: &'a Group<'_>, editions: &Editions) -> Self {
        let entries = &group.entries;
        // What is in a group of another change has neither in common.
        let has_cause = matches!(change, Change::Broken | Change::Fixed);
        let requirement = group.requirement().filter(|_| has_cause);
        let kind = group.kind().filter(|_| has_cause).map_or(String::new(), |kind| format!(": {kind}"));
        let (examples, ids) = if change == Change::Broken { (EXAMPLES, 0) } else { (0, IDS) };
        Self {
            count: thousands(entries.len() as u64),
            words: format!("{}{kind}", group.first().verdicts()),
            area: group.area(),
            requirement,
            rule: requirement.and_then(|id| Rule::of(id, editions)),
            examples: entries.iter().take(examples).map(|entry| Example::of(difference, entry)).collect(),
            ids: entries.iter().take(ids).map(Entry::id).collect(),
            more: rest(entries.len(), examples + ids, ["more case", "more cases"]),
        }
    }
}

impl<'a> Example<'a> {
    fn of(difference: &Difference<'_>, entry: &'a Entry<'_>) -> Self {
        Self {
            id: entry.id(),
            facts: answer(&entry.case.question, &[], &entry.case.judgement),
            again: difference.new.repro_command(entry.id()),
        }
    }
}

#[derive(Debug, Serialize)]
struct MatrixPage<'a> {
    written: Written,
    reports: Vec<ReportOf<'a>>,
    areas: &'a [MatrixRow],
    requirements: &'a [MatrixRow],
}

#[derive(Debug, Serialize)]
struct ReportOf<'a> {
    letter: String,
    side: SideOf<'a>,
    /// Why it is not of a whole run.
    reason: Option<String>,
}

impl<'a> MatrixPage<'a> {
    fn of(matrix: &'a Matrix<'_>) -> Self {
        let reports = matrix.sides.iter().enumerate();
        let report =
            |(at, side)| ReportOf { letter: letters(at), side: SideOf::of(side), reason: side.reason() };
        Self {
            written: Written::now(),
            reports: reports.map(report).collect(),
            areas: &matrix.areas,
            requirements: &matrix.requirements,
        }
    }
}
