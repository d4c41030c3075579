//! Pages on disk: reading them, and printing places in them.

use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{print_aside, shown};
use ascertain_conformance::report::text::{BAD, DIM, PLAIN, labelled, plural, terminal_width};
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::diff::{Change, Differences, FactKind, lines};
use ascertain_spec_tools::facts::UnreadFact;
use ascertain_spec_tools::page::{self, Complaint, Page};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads a page, with the patches for it.
pub(super) fn read(path: &Path, spec: &Spec) -> Result<Page, Problem> {
    let bytes = files::read(path, page::MOST_BYTES as u64).map_err(|error| unreadable(path, &error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(page::read_patched(&name, &bytes, &spec.patches))
}

/// Whether a file's name ends as that of a page.
pub(super) fn is_named_like_a_page(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["md", "txt", "rst", "html", "htm"].contains(&extension))
}

/// The files below a folder, sorted, without hidden ones; a file itself.
pub(super) fn below(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    ascertain_spec::files_below(folder).map_err(|(path, error)| unreadable(&path, &error))
}

/// The pages to read: files as given, and files below folders that are named like pages.
pub(super) fn pages(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    for path in paths {
        let is_folder = path.is_dir();
        found.extend(below(path)?.into_iter().filter(|path| !is_folder || is_named_like_a_page(path)));
    }
    Ok(found)
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Problem {
    Problem::usage(
        format!("cannot read {}: {error}", path.display()),
        "check that the path exists and can be read",
    )
}

/// A place, to be printed after a path: `:3`, `:3-5`, ` (bytes 3 to 5)`.
pub(super) fn line(place: Span) -> String {
    match place {
        Span::None => String::new(),
        Span::Lines(first, last) if first == last => format!(":{first}"),
        Span::Lines(first, last) => format!(":{first}-{last}"),
        Span::Bytes(first, last) => format!(" (bytes {first} to {last})"),
    }
}

/// `1 fact`, `2 facts`.
pub(super) fn count(number: usize, one: &str) -> String {
    plural(number as u64, one, &format!("{one}s"))
}

/// Says why a page is refused.
pub(super) fn refuse(path: &Path, found: &[Complaint]) -> Result<(), Problem> {
    print_aside(|out| {
        writeln!(out, "{BAD}refused{BAD:#}  {}", shown(path))?;
        complaints(out, path, found)
    })
}

/// Prints errors and notes about a page.
pub(super) fn complaints<'a>(
    out: &mut dyn Write,
    path: &Path,
    found: impl IntoIterator<Item = &'a Complaint>,
) -> io::Result<()> {
    for complaint in found {
        let (path, at, says) = (shown(path), line(complaint.place), &complaint.says);
        if complaint.fatal {
            writeln!(out, "  {path}{at}: {BAD}error:{BAD:#} {says}")?;
        } else {
            writeln!(out, "  {path}{at}: {DIM}note:{DIM:#} {says}")?;
        }
    }
    Ok(())
}

/// At most this many lines of a list are printed.
const SCREENFUL: usize = 20;

/// Words of a page on one line. A page may hold escape sequences.
pub(super) fn words(page: &str) -> String {
    text::name(&page.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A sentence on one line, cut if it is long.
fn one_line(page: &str) -> String {
    const LONGEST: usize = 120;
    let text = words(page);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Prints the lines of a list: all of them, or a screenful and how to see the others.
pub(super) fn listed(
    out: &mut dyn Write,
    indent: &str,
    lines: &[String],
    all: Option<&str>,
) -> io::Result<()> {
    let shown = if all.is_some() { SCREENFUL } else { lines.len() };
    for line in lines.iter().take(shown) {
        labelled(out, (indent.len(), "", 0), line, PLAIN, terminal_width())?;
    }
    match (all, lines.len().saturating_sub(shown)) {
        (Some(hint), more @ 1..) => writeln!(out, "{indent}{DIM}{more} more; {hint}{DIM:#}"),
        _ => Ok(()),
    }
}

/// Prints the differences from an edition to a page, each with the page's line, cells in groups, and what could not be
/// compared. `all` is as in [`unread`], for sentences that have come or gone.
pub(super) fn differences(
    out: &mut dyn Write,
    path: &str,
    found: &Differences,
    all: Option<&str>,
) -> io::Result<()> {
    for table in &found.tables {
        for (cell, says) in lines(table) {
            writeln!(out, "  {path}{}: {}: {says}", line(cell.after_place), table.id)?;
        }
    }
    let (prose, others): (Vec<&Change>, Vec<&Change>) =
        found.changes.iter().partition(|change| change.kind == FactKind::Prose);
    let says = |change: &&Change| format!("{path}{}: {}", line(change.after_place), change.says);
    listed(out, "  ", &others.iter().map(says).collect::<Vec<_>>(), None)?;
    listed(out, "  ", &prose.iter().map(says).collect::<Vec<_>>(), all)?;
    found.notes.iter().try_for_each(|note| writeln!(out, "  {DIM}note:{DIM:#} {note}"))
}

/// Prints the sentences of a page that were not read. `all` says how to see all of them, where not all are printed. Those of
/// which it is known that the [other version has them](Differences::accounted) are counted; the differences have the others.
pub(super) fn unread(
    out: &mut dyn Write,
    path: &str,
    sentences: &[UnreadFact],
    accounted: Option<usize>,
    all: Option<&str>,
) -> io::Result<()> {
    if sentences.is_empty() || accounted == Some(0) {
        return Ok(());
    }
    if let (Some(number), Some(hint)) = (accounted, all) {
        let are = plural(number as u64, "sentence is", "sentences are");
        let (them, they) = if number == 1 { ("it", "it is") } else { ("them", "they are") };
        let text = format!(
            "{are} accounted for: the program does not understand {them}, but {they} not new; {hint}"
        );
        return labelled(out, (2, "", 0), &text, DIM, terminal_width());
    }
    let number = count(sentences.len(), "sentence");
    if sentences.iter().all(|fact| fact.text.is_none()) {
        // An edition keeps no words.
        let places: Vec<String> =
            sentences.iter().map(|fact| line(fact.place).trim_start_matches(':').to_owned()).collect();
        let text = format!("{path}: {number} not understood, at {}", places.join(", "));
        return labelled(out, (2, "", 0), &text, PLAIN, terminal_width());
    }
    let state = if sentences.len() == 1 { "it states a rule" } else { "they state a rule" };
    writeln!(out, "  {path}: {number} that the program does not understand; check whether {state}")?;
    let line = |fact: &UnreadFact| {
        let says = fact.text.as_deref().map(one_line).unwrap_or_default();
        format!("{path}{}: {}: {says}", line(fact.place), fact.about)
    };
    listed(out, "    ", &sentences.iter().map(line).collect::<Vec<_>>(), all)
}

/// Keys as in the edition's file, where rows of a table have the names that the page uses.
pub(super) fn printed_keys(path: &[String], spec: &Spec) -> Vec<String> {
    let mut path = path.to_vec();
    if let [first, table, rows, row] = path.as_mut_slice() {
        let printed =
            spec.table(table).and_then(|table| table.editions.first()).map(|edition| &edition.printed);
        let dtype = spec.dtypes.iter().find(|dtype| dtype.name == *row);
        if let (Some(printed), Some(dtype), true) = (printed, dtype, first == "table" && rows == "row") {
            *row = dtype.name_in(&printed.names).unwrap_or(&dtype.name).to_owned();
        }
    }
    path
}
