//! `ascertain-spec check`: is the specification valid, and does it say what the pages say?

use super::headers;
use super::load::Source;
use super::page::{self, complaints, count, line};
use super::statements;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{say, shown};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, PLAIN, WARN, labelled, terminal_width};
use ascertain_conformance::standard::Standard;
use ascertain_spec::model::{Edition, SourceKind, Spec};
use ascertain_spec_tools::diff::Change;
use ascertain_spec_tools::import::{Match, Verification, line_of, verify};
use ascertain_spec_tools::page::Complaint;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] = &[
    ("Is the specification valid?", "ascertain-spec check spec"),
    ("Does it say what the pages say?", "ascertain-spec check --docs pages"),
    ("Do pages and headers declare the same?", "ascertain-spec check --docs ops-math --headers ops-math"),
    ("Write everything that is kept of each page:", "ascertain-spec check --statements > transcription.md"),
];

const AFTER: &str = "\
Exit codes:
  0  the specification is valid, and every page given says what an edition says, or with
     --headers what the headers say
  1  a page differs from every edition of its document, or the page of an edition cannot be read;
     with --headers, a page and a header disagree
  2  wrong command line, invalid specification, or no page of a document at PATH";

#[derive(Args, Debug)]
#[command(after_help = format!("{AFTER}\n\n{}", examples(EXAMPLES)))]
pub(super) struct Arguments {
    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Also compare every fact, and where it stands, with this page, or with the pages in this folder and below it.
    #[arg(long, value_name = "PATH")]
    docs: Option<PathBuf>,

    /// Instead compare the functions that pages declare with the C headers in this folder and below it: return types, and the
    /// parameters' names, order, types and `const`. Without --docs, those of the specification's default editions.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "statements"])]
    headers: Option<PathBuf>,

    /// List every sentence of the pages that the program does not understand, and every edition without a page.
    #[arg(long)]
    all: bool,

    /// Instead list everything that is kept of the pages, in the order of each page and with its cases, as Markdown.
    #[arg(long, conflicts_with_all = ["docs", "all"])]
    statements: bool,
}

/// Exit code 1 if a page says what no edition says.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let source = Source::of(arguments.folder.as_deref());
    let spec = source.load()?;
    check_standards(&source)?;
    if arguments.statements {
        return statements::run(&spec);
    }
    if let Some(headers) = &arguments.headers {
        return headers::run(headers, arguments.docs.as_deref(), &spec).map(u8::from);
    }
    say(false, |out| {
        print_summary(out, &source, &spec)?;
        print_drafts(out, &spec)
    })?;
    let Some(docs) = &arguments.docs else {
        say(false, |out| writeln!(out, "not compared with pages: give their folder with --docs"))?;
        return Ok(0);
    };
    let mut results = Vec::new();
    for path in page::below(docs)? {
        let page = page::read(&path, &spec)?;
        let of = spec.documents.iter().flat_map(|d| d.editions.iter().map(move |e| (d.id.as_str(), e)));
        let edition = of.into_iter().find(|(_, edition)| edition.digest.as_ref() == Some(&page.digest));
        // No program has read a page whose sentences are not recorded: people wrote everything about it.
        let by_hand = edition.is_some_and(|(_, edition)| edition.sentences.is_none());
        let verification =
            verify(&spec, &page).or_else(|why| if by_hand { Ok(Vec::new()) } else { Err(why) });
        results.push(PageCheck { verification, path, edition });
    }
    let differs = results.iter().any(PageCheck::differs);
    say(false, |out| {
        missing(out, arguments.all, &spec, &results)?;
        results.iter().try_for_each(|checked| checked.write(out, arguments.all, &source, &spec))?;
        conclusion(out, &results)
    })?;
    if !results.iter().any(PageCheck::is_compared) {
        let what = format!("{} has no page of a document of the specification", docs.display());
        return Err(Problem::usage(what, "name a page, or a folder with pages"));
    }
    Ok(u8::from(differs))
}

/// Reads the precision standards, which the compiler of the specification only hands on to the program.
fn check_standards(source: &Source) -> Result<(), Problem> {
    for (path, text) in source.files()? {
        let name = path.strip_prefix("standards/").and_then(|name| name.strip_suffix(".toml"));
        if let Some(Err(why)) = name.map(|name| Standard::parse(name, &text)) {
            let what = format!("{}, {why}", source.folder().join(&path).display());
            return Err(Problem::usage(what, "the README of spec/standards explains the keys"));
        }
    }
    Ok(())
}

/// A file compared with the specification.
struct PageCheck<'a> {
    path: PathBuf,
    verification: Result<Vec<Verification>, Vec<Complaint>>,
    /// The document and edition that were imported from these bytes.
    edition: Option<(&'a str, &'a Edition)>,
}

impl PageCheck<'_> {
    /// Whether it is a page of a document, as far as that is known.
    fn is_compared(&self) -> bool {
        self.edition.is_some() || self.verification.as_ref().is_ok_and(|found| !found.is_empty())
    }

    /// Whether the page differs from its edition, or from every edition, or is that of an edition and cannot be read.
    fn differs(&self) -> bool {
        match &self.verification {
            Ok(found) => found.iter().any(|verification| !verification.disagreements.is_empty()),
            Err(_) => self.edition.is_some(),
        }
    }

    fn covers(&self, document: &str, edition: &str) -> bool {
        let Ok(verifications) = &self.verification else { return false };
        let is = |verification: &Verification| {
            verification.by != Match::None
                && verification.document == document
                && verification.edition == edition
        };
        verifications.iter().any(is)
    }

    fn write(&self, out: &mut dyn Write, all: bool, source: &Source, spec: &Spec) -> io::Result<()> {
        let path = shown(&self.path);
        let verifications = match &self.verification {
            Ok(verifications) => verifications,
            Err(found) => {
                match self.edition {
                    Some((document, edition)) => writeln!(
                        out,
                        "{BAD}refused{BAD:#}  {document} {}  {path}: the page of this edition cannot be read any more",
                        edition.name
                    )?,
                    None => writeln!(out, "{DIM}no page{DIM:#}  {path}: not a page, nothing to compare")?,
                }
                return complaints(out, &self.path, found.iter().filter(|complaint| complaint.fatal));
            }
        };
        if let (Some((document, edition)), []) = (self.edition, verifications.as_slice()) {
            let says = "the page of this edition, of which everything was written by hand";
            writeln!(out, "{GOOD}equal{GOOD:#}    {document} {}  {path}: {says}", edition.name)?;
        }
        for verification in verifications {
            let (id, name) = (&verification.document, &verification.edition);
            let found = verification.disagreements.len();
            match verification.by {
                Match::Digest if found == 0 => {
                    let facts = count(verification.facts, "fact");
                    writeln!(out, "{GOOD}equal{GOOD:#}    {id} {name}  {path}: {facts}, every line number")?;
                }
                Match::Facts => {
                    let facts = count(verification.facts, "fact");
                    writeln!(
                        out,
                        "{GOOD}equal{GOOD:#}    {id} {name}  {path}: {facts}; a different page with the same content"
                    )?;
                }
                Match::Digest => {
                    writeln!(
                        out,
                        "{BAD}differs{BAD:#}  {id} {name}  {path}: {}",
                        count(found, "disagreement")
                    )?;
                    let edition = spec.document(id).and_then(|d| d.editions.iter().find(|e| e.name == *name));
                    disagreements(out, &self.path, source, edition, &verification.disagreements, spec)?;
                }
                Match::None => {
                    let differences = count(found, "difference");
                    writeln!(
                        out,
                        "{DIM}other{DIM:#}    {id}  {path}: not the page of an edition; {differences} from {name}"
                    )?;
                    let says = |found: &Change| format!("{path}{}: {}", line(found.after_place), found.says);
                    let says: Vec<String> = verification.disagreements.iter().map(says).collect();
                    page::listed(out, "  ", &says, (!all).then_some("--all lists them"))?;
                }
            }
            for note in &verification.notes {
                writeln!(out, "  {DIM}note:{DIM:#} {note}")?;
            }
            let all = (!all).then_some("--all lists them");
            page::unread(out, &path.to_string(), &verification.unread, verification.accounted, all)?;
        }
        Ok(())
    }
}

/// Both sides of each disagreement, with line numbers.
fn disagreements(
    out: &mut dyn Write,
    page: &Path,
    source: &Source,
    edition: Option<&Edition>,
    found: &[Change],
    spec: &Spec,
) -> io::Result<()> {
    let folder = source.folder();
    let file = edition.map_or_else(|| folder.to_owned(), |edition| folder.join(&edition.file));
    let files = source.files().unwrap_or_default();
    let text = edition.and_then(|edition| files.into_iter().find(|(path, _)| *path == edition.file));
    let text = text.map_or_else(String::new, |(_, text)| text);
    for difference in found {
        let path = page::printed_keys(&difference.path, spec);
        writeln!(out, "  {}", difference.says)?;
        let said = |said: &Option<String>| said.clone().unwrap_or_else(|| "nothing".to_owned());
        writeln!(out, "    {}{}: {}", shown(page), line(difference.after_place), said(&difference.after))?;
        writeln!(out, "    {}:{}: {}", file.display(), line_of(&text, &path), said(&difference.before))?;
    }
    Ok(())
}

/// How many pages were compared, and how many of them differ.
fn conclusion(out: &mut dyn Write, results: &[PageCheck<'_>]) -> io::Result<()> {
    let compared = results.iter().filter(|checked| checked.is_compared()).count();
    let pages = count(compared, "page");
    match results.iter().filter(|checked| checked.differs()).count() {
        // Then an error says so.
        _ if compared == 0 => Ok(()),
        0 => writeln!(out, "{GOOD}nothing differs{GOOD:#}: {pages} compared"),
        differ => writeln!(out, "{BAD}{differ} of {pages} compared{BAD:#}: what it says differs"),
    }
}

/// Editions with sentences that no program and no person has read.
fn print_drafts(out: &mut dyn Write, spec: &Spec) -> io::Result<()> {
    let editions = spec.documents.iter().flat_map(|d| d.editions.iter().map(move |e| (&d.id, e)));
    let draft = |(id, edition): (&String, &Edition)| {
        format!("{id} {} ({})", edition.name, count(edition.open().count(), "open sentence"))
    };
    let drafts: Vec<String> = editions.filter(|(_, edition)| edition.draft).map(draft).collect();
    let text = format!("{}: {}", count(drafts.len(), "draft"), drafts.join(", "));
    if drafts.is_empty() { Ok(()) } else { labelled(out, (0, "", 0), &text, WARN, terminal_width()) }
}

/// Editions that were imported from pages that are not among those compared: how many, or all of them.
fn missing(out: &mut dyn Write, all: bool, spec: &Spec, results: &[PageCheck<'_>]) -> io::Result<()> {
    let mut absent = Vec::new();
    for document in &spec.documents {
        for edition in document.editions.iter().filter(|edition| edition.source == SourceKind::Page) {
            let read = |checked: &PageCheck<'_>| {
                checked.edition.is_some_and(|(id, of)| id == document.id && of.name == edition.name)
            };
            if !results.iter().any(|checked| read(checked) || checked.covers(&document.id, &edition.name)) {
                absent.push(format!(
                    "{} {}: its page was not found ({})",
                    document.id, edition.name, edition.title
                ));
            }
        }
    }
    if all || absent.is_empty() {
        return absent.iter().try_for_each(|line| writeln!(out, "{DIM}absent{DIM:#}   {line}"));
    }
    let have = if absent.len() == 1 { "has" } else { "have" };
    let editions = count(absent.len(), "edition");
    writeln!(out, "{DIM}absent{DIM:#}   {editions} {have} no page here; --all lists them")
}

fn print_summary(out: &mut dyn Write, source: &Source, spec: &Spec) -> io::Result<()> {
    let editions: usize = spec.documents.iter().map(|d| d.editions.len()).sum();
    let cells: usize = spec.tables.iter().flat_map(|t| t.editions.first()).map(|e| e.cells.len()).sum();
    let requirements = spec.operators.iter().flat_map(|o| o.contracts.first()).flat_map(|c| &c.requirements);
    let summary = format!(
        "{source}: {} documents in {editions} editions, {} dtypes, {cells} cells and {} requirements in the first editions, \
         {} errata: valid",
        spec.documents.len(),
        spec.dtypes.len(),
        requirements.count() + spec.table_requirements().count(),
        spec.errata.len(),
    );
    labelled(out, (0, "", 0), &summary, PLAIN, terminal_width())
}
