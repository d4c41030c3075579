//! Comparisons as Markdown, for a comment on a pull request.

use super::{ChangePart, GroupPart, facts, parts, side_by_side};
use crate::report::html::capitalized;
use crate::report::markdown::{block, code};
use crate::report::text::{plural, thousands};
use crate::results::compare::{Change, Difference, Matrix, MatrixTable, SIGNS, Side};
use std::io::{self, Write};

/// Groups of one kind of change that are shown.
const GROUPS: usize = 8;

/// Characters of a fact that are shown.
const FACT: usize = 400;

impl Difference<'_> {
    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let two = self.two_backends();
        let [broken, fixed] = [Change::Broken, Change::Fixed].map(|change| self.count(change));
        let title = match two {
            Some([one, other]) => {
                let fail = plural(broken + fixed, "case fails", "cases fail");
                format!("{} and {}, {fail} in only one of them", code(one), code(other))
            }
            None if broken > 0 => plural(broken, "case broke", "cases broke"),
            None => "nothing broke".to_owned(),
        };
        writeln!(out, "### ascertain: {title}\n")?;
        let labels = if two.is_some() { ["one", "other"] } else { ["before", "now"] };
        for (label, side) in labels.into_iter().zip([self.old, self.new]) {
            writeln!(out, "- {label}: {}", words(side))?;
        }
        for note in &self.notes {
            writeln!(out, "- differs: {}", code(note))?;
        }
        let parts = parts(self);
        let row = |of: &dyn Fn(&ChangePart<'_>) -> String| parts.iter().map(of).collect::<String>();
        writeln!(
            out,
            "\n| {}{} |\n|{}---:|\n| {}{} |",
            row(&|part| format!("{} | ", cell(&part.words))),
            if two.is_some() { "the same" } else { "as before" },
            row(&|_| "---:|".to_owned()),
            row(&|part| format!("{} | ", thousands(part.count))),
            thousands(self.same),
        )?;
        if let Some(matrix) = side_by_side(self) {
            let names = matrix.names();
            matrix.tables().iter().try_for_each(|table| write_table(out, table, &names))?;
        }
        for part in parts.iter().filter(|part| !part.groups.is_empty()) {
            let title = if two.is_some() { cell(&part.title) } else { part.title.clone() };
            writeln!(out, "\n#### {title}\n")?;
            for group in part.groups.iter().take(GROUPS) {
                write_group(out, self, part.change, group)?;
            }
            if let Some(more) = part.groups.len().checked_sub(GROUPS).filter(|more| *more > 0) {
                let more = plural(more as u64, "more group", "more groups");
                writeln!(out, "\n…and {more}; `--format json` lists all.")?;
            }
        }
        Ok(())
    }
}

fn write_group(
    out: &mut dyn Write,
    of: &Difference<'_>,
    change: Change,
    part: &GroupPart<'_>,
) -> io::Result<()> {
    let (group, first) = (part.group, part.group.first());
    let (count, area) = (thousands(group.entries.len() as u64), code(group.area()));
    if change != Change::Broken {
        let known = first.known.as_ref().map_or(String::new(), |known| format!(": {}", code(known)));
        return writeln!(out, "- {count} × {}, {area}: {}{known}", cell(&part.verdicts()), code(first.id()));
    }
    let kind = part.kind.map_or(String::new(), |kind| format!(": {}", code(kind)));
    let requirement = part.requirement.map_or(String::new(), |id| format!(", {}", code(id)));
    writeln!(out, "**{count} × {}**{kind}, {area}{requirement}", cell(&part.verdicts()))?;
    let mut text = format!("{:10}{}\n", "case", short(first.id()));
    for fact in facts(first) {
        text.push_str(&format!("{:10}{}\n", fact.label, short(&fact.text)));
    }
    text.push_str(&format!("{:10}{}\n", "again", of.new.repro_command(first.id())));
    writeln!(out, "{}", block("text", &text))
}

impl Matrix<'_> {
    /// Writes it as Markdown.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "### ascertain: {} backends\n", self.sides.len())?;
        let names = self.names();
        for (name, side) in names.iter().zip(&self.sides) {
            let reason = side.reason().map_or(String::new(), |reason| format!(": {}", code(&reason)));
            writeln!(out, "- {}: {}{reason}", code(name), words(side))?;
        }
        self.tables().iter().try_for_each(|table| write_table(out, table, &names))
    }
}

fn write_table(out: &mut dyn Write, of: &MatrixTable<'_>, names: &[String]) -> io::Result<()> {
    let (told, others) = of.told();
    if told.is_empty() {
        return writeln!(out, "\n{}: none.", capitalized(of.title));
    }
    let bar = |name: &str| code(name).replace('|', "\\|");
    let head: String = names.iter().map(|name| format!(" {} |", bar(name))).collect();
    writeln!(out, "\n{}, {SIGNS}:\n", capitalized(of.title))?;
    writeln!(out, "| {} |{head}\n|---|{}", of.what, "---:|".repeat(names.len()))?;
    for row in told {
        let cells = row.cells.iter().map(|cell| format!(" {} |", cell.words((of.count)(*cell))));
        writeln!(out, "| {} |{}", bar(&row.name), cells.collect::<String>())?;
    }
    match others {
        0 => Ok(()),
        1 => writeln!(out, "\nOne other {} has none.", of.what),
        _ => writeln!(out, "\n{others} other {}s have none.", of.what),
    }
}

fn words(side: &Side) -> String {
    format!("{}: {}, {}", code(&side.file), code(&side.backend()), code(&side.how()))
}

/// Text for a cell, which must not contain a bar or a line break.
fn cell(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
    escaped.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One line, of up to [`FACT`] characters.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(FACT).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
