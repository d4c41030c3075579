//! Comparisons as Markdown, for a comment on a pull request.

use super::terminal::{letters, title};
use crate::report::facts::answer;
use crate::report::markdown::{block, code};
use crate::report::text::{plural, thousands};
use crate::results::compare::{Change, Difference, Group, Matrix, MatrixRow, Side};
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 8;

impl Difference<'_> {
    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let broken = self.count(Change::Broken);
        let words = match broken {
            0 => "nothing broke".to_owned(),
            _ => plural(broken, "case broke", "cases broke"),
        };
        writeln!(out, "### ascertain: {words}\n\n- before: {}\n- now: {}", side(self.old), side(self.new))?;
        for note in &self.notes {
            writeln!(out, "- differs: {}", code(note))?;
        }
        writeln!(
            out,
            "\n| broken | fixed | changed | new | gone | as before |\n|---:|---:|---:|---:|---:|---:|"
        )?;
        let counts = Change::ALL.map(|change| thousands(self.count(change)));
        writeln!(out, "| {} | {} |", counts.join(" | "), thousands(self.same))?;
        for change in Change::ALL {
            let groups: Vec<&Group<'_>> = self.of(change).collect();
            if groups.is_empty() {
                continue;
            }
            writeln!(out, "\n#### {}\n", title(change).0)?;
            for group in groups.iter().take(GROUPS) {
                self.group(out, change, group)?;
            }
            if groups.len() > GROUPS {
                let more = plural((groups.len() - GROUPS) as u64, "more group", "more groups");
                writeln!(out, "\n…and {more}; `--format json` lists all.")?;
            }
        }
        Ok(())
    }

    fn group(&self, out: &mut dyn Write, change: Change, group: &Group<'_>) -> io::Result<()> {
        let (entry, count) = (group.first(), thousands(group.entries.len() as u64));
        let kind = group.kind().map_or(String::new(), |kind| format!(": {}", code(kind)));
        let requirement = group.requirement().map_or(String::new(), |id| format!(", {}", code(id)));
        let (verdicts, area) = (entry.verdicts(), code(group.area()));
        if change != Change::Broken {
            let known = entry.known.as_ref().map_or(String::new(), |reason| format!(": {}", code(reason)));
            return writeln!(out, "- {count} × {verdicts}, {area}: {}{known}", code(entry.id()));
        }
        writeln!(out, "**{count} × {verdicts}**{kind}, {area}{requirement}")?;
        let mut text = format!("{:10}{}\n", "case", short(entry.id()));
        for fact in answer(&entry.case.question, &[], &entry.case.judgement) {
            text.push_str(&format!("{:10}{}\n", fact.label, short(&fact.text)));
        }
        text.push_str(&format!("{:10}{}", "again", self.new.repro_command(entry.id())));
        writeln!(out, "{}", block("text", &text))
    }
}

/// One line, of up to 400 characters.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(400).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn side(side: &Side) -> String {
    format!("{}: {}, {}", code(&side.file), code(&side.backend()), code(&side.how()))
}

impl Matrix<'_> {
    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "### ascertain: {} backends\n", self.sides.len())?;
        for (at, report) in self.sides.iter().enumerate() {
            let reason = report.reason().map_or(String::new(), |reason| format!(": {}", code(&reason)));
            writeln!(out, "- {}: {}{reason}", letters(at), side(report))?;
        }
        self.rows(out, "area", &self.areas)?;
        self.rows(out, "requirement", &self.requirements)?;
        writeln!(out, "\nCases that do not fail, of those that were asked and supported.")
    }

    fn rows(&self, out: &mut dyn Write, what: &str, rows: &[MatrixRow]) -> io::Result<()> {
        let headings: Vec<String> = (0..self.sides.len()).map(letters).collect();
        writeln!(out, "\n| {what} | {} |\n|---|{}", headings.join(" | "), "---:|".repeat(headings.len()))?;
        for row in rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.words()).collect();
            writeln!(out, "| {} | {} |", code(&row.name).replace('|', "\\|"), cells.join(" | "))?;
        }
        Ok(())
    }
}
