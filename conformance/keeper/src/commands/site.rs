//! `ascertain-spec site`: every explanation as a page of Markdown, in a folder that mdBook makes a site of.

use ascertain::promote::{TABLES, Table};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use ascertain_cli::commands::select::{EditionArguments, all_cases};
use ascertain_cli::explain::{ByRequirement, Sources, Topic};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::report::text::plural;
use ascertain_conformance::results::site::cell_anchor;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use std::{fs, io};

const EXAMPLES: &[(&str, &str)] =
    &[("Then `mdbook build site` makes pages in site/book:", "ascertain-spec site --out site")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder to write to: a new or empty one.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    editions: EditionArguments,
}

const BOOK: &str = "[book]\ntitle = \"The specification of ascertain\"\nsrc = \".\"\n";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let cases = all_cases(&editions)?;
    let out = &arguments.out;
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        let what = format!("{} is not empty, so nothing was written", out.display());
        return Err(Problem::usage(what, "choose a new folder, or delete this one first"));
    }
    let by_requirement = ByRequirement::new(&cases);
    let files =
        files(Sources { editions: &editions, cases: &cases, by_requirement: &by_requirement, own: None });
    for (name, text) in &files {
        let path = out.join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, text))
            .map_err(|error: io::Error| Problem::Report(path, error))?;
    }
    let pages = plural(files.len() as u64 - 2, "page", "pages");
    print(|text| writeln!(text, "wrote {pages} to {}, for `mdbook build`", out.display()))?;
    Ok(0)
}

/// Names and texts: a page for everything that has a name, one for each kind of it, and what mdBook reads besides.
fn files(sources: Sources<'_>) -> Vec<(String, String)> {
    let mut summary = "# Summary\n\n".to_owned();
    let mut files = vec![("book.toml".to_owned(), BOOK.to_owned())];
    for kind in Topic::ALL {
        let (kind_name, mut list) = (kind.name(), format!("# {}\n\n", kind.name()));
        // Writing to a string cannot fail.
        let _ = writeln!(summary, "- [{kind_name}]({kind_name}.md)");
        for name in kind.names() {
            let Some(mut page) = kind.page(name, sources) else { continue };
            if let Some(table) = TABLES.iter().find(|table| kind == Topic::Table && table.id == name) {
                give_cells_anchors(table, &mut page);
            }
            let address = format!("{kind_name}/{name}.md");
            let _ = writeln!(summary, "  - [{name}]({address})");
            let _ = writeln!(list, "- [{name}]({address}): {}", escape(&page.title));
            files.push((address, markdown(&page)));
        }
        files.push((format!("{kind_name}.md"), list));
    }
    files.push(("SUMMARY.md".to_owned(), summary));
    files
}

/// Reports lead to cells.
fn give_cells_anchors(table: &Table, page: &mut Page) {
    for block in page.sections.iter_mut().flat_map(|section| &mut section.blocks) {
        let Block::Table { head, rows } = block else { continue };
        if head.len() != table.columns.keys.len() + 1 {
            continue;
        }
        for row in rows {
            let Some((row_name, cells)) = row.split_first_mut() else { continue };
            for (cell, column) in cells.iter_mut().zip(&head[1..]) {
                *cell = format!("{ANCHOR}{}\n{cell}", cell_anchor(row_name, column));
            }
        }
    }
}

/// Before the name of an anchor, which ends with the line. No text has this character.
const ANCHOR: char = '\u{1}';

fn markdown(page: &Page) -> String {
    let mut text = format!("# {}\n", escape(&page.title));
    for section in &page.sections {
        if !section.heading.is_empty() {
            let _ = write!(text, "\n## {}\n", escape(&section.heading));
        }
        for block in &section.blocks {
            let lines = match block {
                Block::Text(words) => escape(words),
                Block::Command(command) => format!("```sh\n{command}\n```"),
                Block::Items(items) => items.iter().map(|item| format!("- {}\n", escape(item))).collect(),
                Block::Facts(facts) => {
                    let fact = |(name, value): &(String, String)| {
                        format!("- **{}**: {}\n", escape(name), escape(value))
                    };
                    facts.iter().map(fact).collect()
                }
                Block::Table { head, rows } => {
                    let line = |cells: &[String]| {
                        format!(
                            "|{}|\n",
                            cells.iter().map(|cell| cell_of(cell)).collect::<Vec<_>>().join("|")
                        )
                    };
                    let rule = format!("|{}\n", "---|".repeat(head.len()));
                    [line(head), rule].into_iter().chain(rows.iter().map(|row| line(row))).collect()
                }
            };
            let _ = write!(text, "\n{}\n", lines.trim_end());
        }
    }
    text
}

/// A cell of a table, with the anchor in front of it if it has one.
fn cell_of(cell: &str) -> String {
    match cell.strip_prefix(ANCHOR).and_then(|cell| cell.split_once('\n')) {
        Some((anchor, text)) => format!(" <a id=\"{anchor}\"></a>{} ", escape(text)),
        None => format!(" {} ", escape(cell)),
    }
}

/// A text of one line, in which nothing is markup.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => escaped.push(' '),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '$' | '~' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
    escaped
}
