//! The report as Markdown, short enough for a comment on a pull request or a step summary.
//!
//! Everything that a backend or a file says stands in code spans and code blocks: there, Markdown, HTML and mentions have
//! no meaning.

use super::Format;
use super::facts::{Fact, Look, facts, text};
use super::outcome::{Outcome, counts};
use super::text::{plural, thousands};
use super::words::{self, duration, in_common, verdict_words};
use crate::results::RunRequest;
use crate::results::groups::Group;
use crate::results::report::drafts;
use crate::results::summary::{Aside, Summary};
use ascertain::contract::Basis;
use ascertain_judge::options::Shard;
use ascertain_judge::text::sanitize;
use ascertain_judge::verdict::Run;
use ascertain_judge::{fuzz, suite};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format { name: "markdown", write };

/// Bytes of the longest report. A comment on GitHub has at most 65,536 characters.
const LIMIT: usize = 60_000;

/// Room for the words that say what was left out.
const REST: usize = 200;

/// Groups of findings that are shown, each with one example.
const GROUPS: usize = 10;

/// Entries of the list of known failures that are shown.
const ENTRIES: usize = 30;

/// Characters of one fact of an example, and of a name.
const FACT: usize = 400;

/// Bytes of the longest command that is shown.
const COMMAND: usize = 1500;

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let summary = Summary::of(run);
    let mut page = Page { text: String::new(), room: LIMIT };
    let end = repeat(run, asked);
    page.room -= end.len();
    page.add(&head(run, asked, &summary));
    page.add(&areas(&summary));
    page.add(&beside(run));
    known_failures(&mut page, run);
    findings(&mut page, &summary, asked);
    out.write_all(page.text.as_bytes())?;
    out.write_all(end.as_bytes())
}

/// Text with an end that it does not pass.
struct Page {
    text: String,
    room: usize,
}

impl Page {
    /// Adds a part if it fits, leaving room for a last sentence.
    fn add(&mut self, part: &str) -> bool {
        let fits = self.text.len() + part.len() + REST <= self.room;
        if fits {
            self.text.push_str(part);
        }
        fits
    }

    /// Adds parts while they fit, and says how many do not.
    fn list(&mut self, parts: impl ExactSizeIterator<Item = String>, most: usize, one: &str, many: &str) {
        let all = parts.len();
        let shown = parts.take(most).take_while(|part| self.add(part)).count();
        if shown < all {
            let more = plural((all - shown) as u64, one, many);
            self.text.push_str(&format!("\n…and {more}; a JSON or HTML report has all.\n"));
        }
    }
}

fn head(run: &Run, asked: &RunRequest, summary: &Summary<'_>) -> String {
    let Outcome { words, meaning, .. } = Outcome::of(run);
    let started = run.not_started.is_none();
    let backend = code(&asked.named(run));
    let (profile, seed, version) = (&run.profile, fuzz::in_words(run.seed), suite::VERSION);
    let mut head = format!("### ascertain: {words}\n\n{backend}, profile {profile}, {seed}");
    if asked.selection.own.is_some() {
        head.push_str(", own cases too");
    }
    if let Some(Shard { part, of }) = asked.selection.shard {
        head.push_str(&format!(", part {part} of {of}"));
    }
    let drafts = drafts(run);
    if !drafts.is_empty() {
        head.push_str(&format!(", by drafts of {}", drafts.join(", ")));
    }
    head.push_str(&format!(", suite {version}. "));
    let reason = run.not_started.as_deref().or(run.incomplete.as_deref());
    if started {
        let (counts, took) = (counts(run, summary), duration(run.seconds));
        head.push_str(&format!("{counts} in {took} (exit code {}).\n", run.exit_code()));
    } else {
        head.push_str(&format!(
            "The backend did not start. To check it:\n{}",
            block("sh", &sanitize(&asked.doctor()))
        ));
    }
    match reason {
        Some(reason) if started => {
            head.push_str("\nThe run is incomplete, so what was not judged says nothing:\n");
            head.push_str(&block("text", &clipped(reason)));
        }
        Some(reason) => head.push_str(&block("text", &clipped(reason))),
        None => head.push_str(&format!("\nExit code {} means: {meaning}.\n", run.exit_code())),
    }
    head
}

/// The table of areas, with the verdicts that came.
fn areas(summary: &Summary<'_>) -> String {
    if summary.areas.is_empty() {
        return String::new();
    }
    let verdicts = summary.verdicts();
    let names: Vec<&str> = verdicts.iter().map(|v| v.name()).collect();
    let mut table = format!("\n| area | cases | {} | judged |\n", names.join(" | "));
    table.push_str(&format!("|---|{}\n", "---:|".repeat(verdicts.len() + 2)));
    for (area, tally) in summary.rows() {
        let counts: Vec<String> = verdicts.iter().map(|v| thousands(tally.counts.of(*v))).collect();
        let (total, judged) = (thousands(tally.counts.total()), tally.counts.percent());
        table.push_str(&format!("| {area} | {total} | {} | {judged}% |\n", counts.join(" | ")));
    }
    table
}

/// What a standard says beside the pages.
fn beside(run: &Run) -> String {
    let Some((title, classes)) = words::beside(run) else { return String::new() };
    let mut table = format!("\n#### {}\n\n| cases | | example |\n|---:|---|---|\n", sanitize(&title));
    for (cases, what, example) in classes {
        let example = example.map(|example| code(&format!("{}: {}", example.case, example.says)));
        let example = example.unwrap_or_default().replace('|', "\\|");
        table.push_str(&format!("| {} | {what} | {example} |\n", thousands(cases)));
    }
    let Some(beside) = run.beside.as_ref().filter(|beside| !beside.kinds.is_empty()) else { return table };
    table.push_str(
        "\n| operator | dtype | cases | pass by the standard | obey the pages | worst by the standard |\n",
    );
    table.push_str("|---|---|---:|---:|---:|---|\n");
    for (kind, classes) in &beside.kinds {
        let [both, neither, blamed, let_through] = classes.each_ref().map(|class| class.cases);
        let examples = classes.iter().filter_map(|class| class.example.as_ref());
        let worst = examples.max_by(|a, b| a.times.total_cmp(&b.times)).map_or(String::new(), |worst| {
            let shape = worst.shape.as_ref().map_or(String::new(), |shape| format!(", {shape:?}"));
            code(&format!("{}{shape}: {}", worst.case, worst.says)).replace('|', "\\|")
        });
        let [operator, dtype] =
            kind.split_once(' ').map_or([kind, ""], |(operator, dtype)| [operator, dtype]).map(code);
        let [cases, standard, pages] =
            [both + neither + blamed + let_through, both + let_through, both + blamed].map(thousands);
        table.push_str(&format!("| {operator} | {dtype} | {cases} | {standard} | {pages} | {worst} |\n"));
    }
    table
}

fn known_failures(page: &mut Page, run: &Run) {
    if run.known.is_empty() || !page.add("\n#### Known failures\n\n") {
        return;
    }
    let lines = words::known_failures(run).into_iter().map(|known| {
        let (entry, (_, what)) = (&known.entry, words::standing(&known));
        let what = if known.standing.fails() { format!("**{what}**") } else { what };
        let issue = entry.issue.as_ref().map_or(String::new(), |issue| format!(" ({})", code(issue)));
        format!("- {}: {what}: {}{issue}\n", code(&entry.subject()), code(&entry.reason))
    });
    page.list(lines, ENTRIES, "more entry", "more entries");
}

fn findings(page: &mut Page, summary: &Summary<'_>, asked: &RunRequest) {
    if summary.groups.is_empty() {
        return;
    }
    let found = summary.findings() as u64 + summary.unlisted_findings();
    let found = plural(found, "finding", "findings");
    let groups = plural(summary.groups.len() as u64, "group", "groups");
    if !page.add(&format!("\n#### {found} in {groups}\n")) {
        return;
    }
    let (listed, aside) = summary.listed();
    page.list(listed.into_iter().map(|group| of_group(group, asked)), GROUPS, "more group", "more groups");
    for Aside { findings, groups, what } in aside {
        let groups = plural(groups, "group", "groups");
        page.add(&format!("\n**{}** {what}, in {groups}.\n", thousands(findings)));
    }
}

/// A group: what it is about, and its first finding.
fn of_group(group: &Group<'_>, asked: &RunRequest) -> String {
    let words = verdict_words(group.verdict, group.kind.map(|kind| kind.name()));
    let area = group.place();
    let requirement = group.named();
    let basis = match group.basis() {
        Some(basis) if basis != Basis::Stated => format!(" ({})", basis.name()),
        _ => String::new(),
    };
    let count = thousands(group.findings.len() as u64);
    let mut page = format!("\n**{count} × {words}**: {area}, {requirement}{basis}\n");
    if let Some(diagnosis) = group.diagnosis {
        page.push_str(&format!("\nCause: {}\n", code(&diagnosis.to_string())));
    }
    if let Some(shared) = &group.shared {
        page.push_str(&format!("\nIn common: {}\n", code(&in_common(shared))));
    }
    if let Some(first) = group.findings.first() {
        let mut all = vec![Fact::new("case", &*first.id, Look::Name)];
        all.extend(facts(first, asked));
        all.retain(|fact| fact.look != Look::Command || fact.text.len() <= COMMAND);
        for fact in &mut all {
            fact.text = if fact.look == Look::Command { sanitize(&fact.text) } else { clipped(&fact.text) };
        }
        page.push_str(&block("text", &text(&all)));
    }
    page
}

fn repeat(run: &Run, asked: &RunRequest) -> String {
    let command = sanitize(&asked.repeat(run));
    if command.len() > COMMAND {
        return "\nThe command of this run is too long to be shown.\n".to_owned();
    }
    format!("\nTo repeat this run:\n{}", block("sh", &command))
}

/// The start of a text: at most six lines of it.
fn clipped(text: &str) -> String {
    let text = sanitize(text);
    let mut lines: Vec<&str> = text.lines().collect();
    let more = lines.len() > 6;
    lines.truncate(6);
    let joined = lines.join("\n");
    let mut short: String = joined.chars().take(FACT).collect();
    if more || short.len() < joined.len() {
        short.push('…');
    }
    short
}

/// A code span, on one line.
#[must_use]
pub fn code(text: &str) -> String {
    let text = clipped(text).replace('\n', " ");
    let fence = "`".repeat(longest_run(&text) + 1);
    // A backtick at an end needs a blank, which does not show.
    let blank = if text.is_empty() || text.contains('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A code block.
#[must_use]
pub fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    format!("\n{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
