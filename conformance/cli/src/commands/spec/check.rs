//! `ascertain spec check`: is the specification sound, and is it what the pages say?

use super::load;
use super::page::{self, complaints, count, line};
use crate::commands::error::Problem;
use crate::commands::print;
use ascertain_conformance::report::text::{BAD, DIM, GOOD};
use ascertain_spec::model::{Edition, SourceKind, Spec};
use ascertain_spec_tools::import::{Disagreement, Match, Verification, line_of, verify};
use ascertain_spec_tools::pages::Complaint;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder of the specification.
    #[arg(default_value = "spec", value_name = "DIR")]
    folder: PathBuf,

    /// Compare it with the pages in this folder, and those below it: fact by fact, and every place.
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
}

/// Exit code 1 where an edition is not what its page says.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let spec = load(&arguments.folder)?;
    print(|out| sound(out, &arguments.folder, &spec))?;
    let Some(docs) = &arguments.docs else {
        print(|out| writeln!(out, "the pages were not compared: name their folder with --docs"))?;
        return Ok(0);
    };
    let mut results = Vec::new();
    for path in page::below(docs)? {
        let page = page::read(&path)?;
        let of = spec.documents.iter().flat_map(|d| d.editions.iter().map(move |e| (d.id.as_str(), e)));
        let edition =
            of.into_iter().find(|(_, edition)| edition.source.digest.as_ref() == Some(&page.digest));
        results.push(Held { verification: verify(&spec, &page), path, edition });
    }
    let differs = results.iter().any(Held::is_wrong);
    print(|out| {
        for held in &results {
            held.write(out, &arguments.folder, &spec)?;
        }
        missing(out, &spec, &results)
    })?;
    Ok(u8::from(differs))
}

/// A file held against the specification.
struct Held<'a> {
    path: PathBuf,
    verification: Result<Vec<Verification>, Vec<Complaint>>,
    /// The document and edition that were read from these bytes.
    edition: Option<(&'a str, &'a Edition)>,
}

impl Held<'_> {
    /// Whether a committed edition is not what its page says, or its page can no longer be read.
    fn is_wrong(&self) -> bool {
        match &self.verification {
            Ok(verifications) => verifications.iter().any(|verification| {
                verification.by == Match::Digest && !verification.disagreements.is_empty()
            }),
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

    fn write(&self, out: &mut dyn Write, folder: &Path, spec: &Spec) -> io::Result<()> {
        let path = self.path.display();
        let verifications = match &self.verification {
            Ok(verifications) => verifications,
            Err(found) => {
                match self.edition {
                    Some((document, edition)) => writeln!(
                        out,
                        "{BAD}refused{BAD:#}  {document} {}  {path}: the page of this edition can no longer be read",
                        edition.name
                    )?,
                    None => writeln!(out, "{DIM}no page{DIM:#}  {path}: nothing to compare")?,
                }
                return complaints(out, &self.path, found.iter().filter(|complaint| complaint.fatal));
            }
        };
        for verification in verifications {
            let (id, name) = (&verification.document, &verification.edition);
            let found = verification.disagreements.len();
            match verification.by {
                Match::Digest if found == 0 => {
                    let facts = count(verification.facts, "fact");
                    writeln!(out, "{GOOD}equal{GOOD:#}    {id} {name}  {path}: {facts}, every place")?;
                }
                Match::Facts => {
                    let facts = count(verification.facts, "fact");
                    writeln!(
                        out,
                        "{GOOD}equal{GOOD:#}    {id} {name}  {path}: {facts}; another page that says the same"
                    )?;
                }
                Match::Digest => {
                    writeln!(
                        out,
                        "{BAD}differs{BAD:#}  {id} {name}  {path}: {}",
                        count(found, "disagreement")
                    )?;
                    let edition = spec.document(id).and_then(|d| d.editions.iter().find(|e| e.name == *name));
                    disagreements(out, &self.path, folder, edition, &verification.disagreements, spec)?;
                }
                Match::None => writeln!(
                    out,
                    "{DIM}other{DIM:#}    {id}  {path}: a page of no edition; {} otherwise than in {name}; `ascertain spec import` shows them",
                    count(found, "fact"),
                )?,
            }
        }
        Ok(())
    }
}

/// Both sides of each disagreement, with their places.
fn disagreements(
    out: &mut dyn Write,
    page: &Path,
    folder: &Path,
    edition: Option<&Edition>,
    found: &[Disagreement],
    spec: &Spec,
) -> io::Result<()> {
    let file = edition.map_or_else(|| folder.to_owned(), |edition| folder.join(&edition.file));
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    for difference in found {
        let path = page::printed_keys(&difference.path, spec);
        writeln!(out, "  {}", difference.what)?;
        let said = |said: &Option<String>| said.clone().unwrap_or_else(|| "nothing".to_owned());
        writeln!(out, "    {}{}: {}", page.display(), line(difference.page_place), said(&difference.page))?;
        writeln!(out, "    {}:{}: {}", file.display(), line_of(&text, &path), said(&difference.edition))?;
    }
    Ok(())
}

/// Editions that were read from pages, and whose pages are not at hand.
fn missing(out: &mut dyn Write, spec: &Spec, results: &[Held<'_>]) -> io::Result<()> {
    for document in &spec.documents {
        for edition in document.editions.iter().filter(|edition| edition.source.kind == SourceKind::Page) {
            let read = |held: &Held<'_>| {
                held.edition.is_some_and(|(id, of)| id == document.id && of.name == edition.name)
            };
            if !results.iter().any(|held| read(held) || held.covers(&document.id, &edition.name)) {
                let (id, name) = (&document.id, &edition.name);
                writeln!(
                    out,
                    "{DIM}absent{DIM:#}   {id} {name}: its page is not at hand ({})",
                    edition.source.title
                )?;
            }
        }
    }
    Ok(())
}

fn sound(out: &mut dyn Write, folder: &Path, spec: &Spec) -> io::Result<()> {
    let editions: usize = spec.documents.iter().map(|d| d.editions.len()).sum();
    let cells: usize = spec.tables.iter().flat_map(|t| t.editions.first()).map(|e| e.cells.len()).sum();
    let requirements = spec.operators.iter().flat_map(|o| o.contracts.first()).flat_map(|c| &c.requirements);
    writeln!(
        out,
        "{}: {} documents in {editions} editions, {} dtypes, {cells} cells and {} requirements in the first editions, \
         {} errata: sound",
        folder.display(),
        spec.documents.len(),
        spec.dtypes.len(),
        requirements.count() + spec.table_requirements.len(),
        spec.errata.len(),
    )
}
