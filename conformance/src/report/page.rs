//! Explanations as pages: sections of text, facts, lists and tables, for people and for programs.

use super::grid::{Field, Grid};
use super::text::{HEAD, NAME, PLAIN, labelled};
use core::fmt;
use serde::Serialize;
use std::io::{self, Write};

/// A row of a table.
#[must_use]
pub fn row(cells: &[&dyn fmt::Display]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// An explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// What is explained.
    pub title: String,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its heading; empty for the first part.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A paragraph, list or table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// Sentences.
    Text(String),
    /// Named values.
    Facts(Vec<(String, String)>),
    /// Entries.
    Items(Vec<String>),
    /// A table with headings.
    Table {
        /// Headings.
        head: Vec<String>,
        /// Rows, each as long as the headings.
        rows: Vec<Vec<String>>,
    },
    /// A shell command.
    Command(String),
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), sections: Vec::new() }
    }

    /// Adds a section, unless it is empty.
    pub fn section(&mut self, heading: impl Into<String>, blocks: impl IntoIterator<Item = Block>) {
        let blocks: Vec<_> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
        if !blocks.is_empty() {
            self.sections.push(Section { heading: heading.into(), blocks });
        }
    }

    /// Adds a section with a list, unless it is empty.
    pub fn items(&mut self, heading: impl Into<String>, items: impl IntoIterator<Item = String>) {
        self.section(heading, [Block::Items(items.into_iter().collect())]);
    }

    /// Adds a section with a table, unless it is empty.
    pub fn table<R: IntoIterator<Item = Vec<String>>>(
        &mut self,
        heading: impl Into<String>,
        head: &[&str],
        rows: R,
    ) {
        self.section(heading, [Block::table(head, rows)]);
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// When the stream refuses.
    pub fn write(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        writeln!(out, "{HEAD}{}{HEAD:#}", self.title)?;
        for section in &self.sections {
            writeln!(out)?;
            if !section.heading.is_empty() {
                writeln!(out, "{HEAD}{}{HEAD:#}", section.heading)?;
            }
            section.blocks.iter().try_for_each(|block| block.write(out, width))?;
        }
        Ok(())
    }
}

impl Block {
    /// Facts, without those that have no value.
    #[must_use]
    pub fn facts<const N: usize>(facts: [(&str, Option<String>); N]) -> Self {
        Self::Facts(facts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
    }

    /// A table.
    #[must_use]
    pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        let head = head.iter().map(|&heading| heading.to_owned()).collect();
        Self::Table { head, rows: rows.into_iter().collect() }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Command(text) => text.is_empty(),
            Self::Facts(facts) => facts.is_empty(),
            Self::Items(items) => items.is_empty(),
            Self::Table { rows, .. } => rows.is_empty(),
        }
    }

    fn write(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        match self {
            Self::Text(text) => labelled(out, (2, "", 0), text, PLAIN, width),
            Self::Command(text) => writeln!(out, "  {NAME}{text}{NAME:#}"),
            Self::Items(items) => {
                items.iter().try_for_each(|item| labelled(out, (2, "-", 2), item, PLAIN, width))
            }
            Self::Facts(facts) => {
                let label_width =
                    facts.iter().map(|(name, _)| super::text::columns(name) + 2).max().unwrap_or(0);
                facts
                    .iter()
                    .try_for_each(|(name, value)| labelled(out, (2, name, label_width), value, PLAIN, width))
            }
            Self::Table { head, rows } => {
                let mut grid = Grid::default();
                grid.head(head, [""; 0]);
                for row in rows {
                    let style = |k| if k == 0 { NAME } else { PLAIN };
                    grid.row(row.iter().enumerate().map(|(k, text)| Field::left(text, style(k))).collect());
                }
                grid.write(out, 2, width)
            }
        }
    }
}
