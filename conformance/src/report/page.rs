//! Explanations as pages: sections of text, facts, lists and tables, for people and for programs.

use super::grid::{Field, Grid};
use super::text::{DIM, HEAD, NAME, PLAIN, labelled};
use serde::Serialize;
use std::io::{self, Write};

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
    pub fn section(&mut self, heading: impl Into<String>, blocks: Vec<Block>) {
        let blocks: Vec<_> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
        if !blocks.is_empty() {
            self.sections.push(Section { heading: heading.into(), blocks });
        }
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
    pub fn table(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self::Table { head: head.iter().map(|&h| h.to_owned()).collect(), rows }
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
                grid.row(head.iter().map(|h| Field::left(h, DIM)).collect());
                for row in rows {
                    let style = |k| if k == 0 { NAME } else { PLAIN };
                    grid.row(row.iter().enumerate().map(|(k, text)| Field::left(text, style(k))).collect());
                }
                grid.write(out, 2, width)
            }
        }
    }
}
