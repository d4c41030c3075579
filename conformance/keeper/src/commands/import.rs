//! `ascertain-spec import`: turns a page into an edition of the specification.
//!
//! The edition's file goes to standard output, or with `--write` into the specification. Notes about the page go to
//! standard error.

use super::load::{self, Source};
use super::page::{self, complaints, count};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::{print, print_aside, shown};
use ascertain_conformance::report::text::{BAD, GOOD};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::diff;
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{
    Candidate, ImportError, best_candidate, by_distance, candidate, choose, declare, declare_table, sentences,
};
use ascertain_spec_tools::reader::TableChoice;
use ascertain_spec_tools::page::{Complaint, Page};
use ascertain_spec_tools::reader;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The word for not inheriting.
const NOTHING: &str = "none";
/// The file with the profiles.
const DOCUMENTS: &str = "documents.toml";
/// The name of an edition that is only printed.
const UNNAMED: &str = "new";

const EXAMPLES: &[(&str, &str)] = &[
    ("What does a new page change?", "ascertain-spec import page.md"),
    ("Add it to the specification:", "ascertain-spec import page.md --edition cann-24.0 --write"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The pages, as published.
    #[arg(required = true, value_name = "PAGE")]
    pages: Vec<PathBuf>,

    /// Only import what the pages say about this document.
    #[arg(long = "as", value_name = "DOCUMENT")]
    document: Option<String>,

    /// Name of the new edition: the vendor's version, or the date of the page.
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,

    /// The edition to inherit from, or `none` to write every fact. Default: the page that differs least, if inheriting can
    /// express the differences.
    #[arg(long, value_name = "NAME")]
    inherits: Option<String>,

    /// Declare this document, which the specification does not have yet, from its page: `aclnn.cumsum`.
    #[arg(long, value_name = "DOCUMENT", requires = "edition", conflicts_with_all = ["document", "inherits", "profile"])]
    new_document: Option<String>,

    #[command(flatten)]
    table: TableOptions,

    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,

    /// Add the edition to the specification. Leave out --edition for a page that is an edition already: then only the record
    /// of its sentences is renewed.
    #[arg(long)]
    write: bool,

    /// With --write: let this profile use the new edition.
    #[arg(long, value_name = "NAME", requires = "write")]
    profile: Option<String>,

    /// List every sentence that the program does not understand.
    #[arg(long)]
    all: bool,
}

/// How the promotion table of a new document is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Promotion table of a new document")]
struct TableOptions {
    /// The tables of the page that add up to it, the first being 1 [default: all]
    #[arg(long = "table", value_name = "NUMBER", value_delimiter = ',', requires = "new_document")]
    tables: Vec<usize>,

    /// What the page calls a dtype, and its short name: `i2=s16`.
    #[arg(long = "name", value_name = "PRINTED=DTYPE", value_delimiter = ',', value_parser = pair, requires = "new_document")]
    names: Vec<(String, String)>,

    /// Names of rows, columns and results that stand for no dtype, and are left out: `i*`.
    #[arg(long, value_name = "PRINTED", value_delimiter = ',', requires = "new_document")]
    without: Vec<String>,

    /// The mark for what does not promote.
    #[arg(long, value_name = "MARK", requires = "new_document")]
    mark: Option<String>,

    /// A pair that is not printed promotes as in the other order.
    #[arg(long, requires = "new_document")]
    symmetric: bool,

    /// What rows and columns stand for, if not two tensors: `tensor,number`.
    #[arg(long, value_name = "ROWS,COLUMNS", value_parser = axes, requires = "new_document")]
    axes: Option<[String; 2]>,
}

impl TableOptions {
    fn choice(&self) -> TableChoice {
        TableChoice {
            tables: self.tables.clone(),
            names: self.names.clone(),
            without: self.without.clone(),
            mark: self.mark.clone(),
            is_symmetric: self.symmetric,
            axes: self.axes.clone(),
        }
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (printed, short) = text.split_once('=').ok_or("write PRINTED=DTYPE, for example i2=s16")?;
    Ok((printed.to_owned(), short.to_owned()))
}

fn axes(text: &str) -> Result<[String; 2], String> {
    const ROLES: [&str; 3] = ["tensor", "scalar", "number"];
    match text.split(',').collect::<Vec<_>>().as_slice() {
        [rows, columns] if ROLES.contains(rows) && ROLES.contains(columns) => {
            Ok([(*rows).to_owned(), (*columns).to_owned()])
        }
        _ => Err(format!("write two of {}, for example tensor,number", ROLES.join(", "))),
    }
}

/// Exit code 1 if a page is refused.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let source = Source::of(arguments.spec.as_deref());
    if let (true, Source::BuiltIn) = (arguments.write, &source) {
        let help = "run it in a checkout of ascertain, or name the folder of a specification: --spec DIR";
        return Err(Problem::usage(
            "--write needs the files of a specification, and there are none here",
            help,
        ));
    }
    let spec = source.load()?;
    if let (Some(id), Some(edition)) = (&arguments.new_document, &arguments.edition) {
        let [page] = arguments.pages.as_slice() else {
            return Err(Problem::usage("--new-document takes one page", "import other pages afterwards"));
        };
        return new_document((arguments, &source), &spec, page, id, edition);
    }
    let mut import =
        Import { arguments, source: &source, spec, added: Vec::new(), refreshed: Vec::new(), refused: false };
    for path in &arguments.pages {
        import.page(path, &page::read(path, &import.spec)?)?;
    }
    if import.refused {
        if arguments.write {
            print_aside(|out| writeln!(out, "nothing was written"))?;
        }
        return Ok(1);
    }
    if arguments.write {
        import.write()?;
    }
    Ok(0)
}

/// Declares a document from its page.
fn new_document(
    (arguments, source): (&Arguments, &Source),
    spec: &Spec,
    path: &Path,
    id: &str,
    edition: &str,
) -> Result<u8, Problem> {
    let page = page::read(path, spec)?;
    // An operator's page, or promotion tables.
    let read = match reader::is_operator_page(&page) {
        true => reader::operator_page(&page, spec).map(|reading| (reading, None)),
        false => reader::new_table(&page, spec, id, arguments.table.choice())
            .map(|(reading, choice)| (reading, Some(choice))),
    };
    let (reading, choice) = match read {
        Ok(read) => read,
        Err(found) => return refuse(path, &found),
    };
    print_aside(|out| complaints(out, path, &reading.notes))?;
    let Some(facts) = reading.facts.first() else { return refuse(path, &[]) };
    let declared = match &choice {
        None => declare(spec, facts, id, edition),
        Some(choice) => declare_table(spec, facts, choice, (id, edition)),
    };
    let declared = match declared {
        Ok(declared) => declared,
        Err(refusal) => {
            print_aside(|out| writeln!(out, "{BAD}refused{BAD:#}  {}: {refusal}", shown(path)))?;
            return Ok(1);
        }
    };
    print_aside(|out| {
        let (path, written) = (shown(path), count(declared.requirements, "requirement"));
        writeln!(out, "{GOOD}read{GOOD:#}     {path}: {id}, {written} from facts alone; still to write:")?;
        declared.missing.iter().try_for_each(|missing| writeln!(out, "  {missing}"))
    })?;
    let folder = source.folder();
    let added = [&declared.overlay, &declared.required, &declared.edition];
    if !arguments.write {
        // Nobody reads the digests of sentences.
        print(|out| {
            for (file, text) in added {
                writeln!(out, "# {}\n{text}", folder.join(file).display())?;
            }
            Ok(())
        })?;
        return Ok(0);
    }
    let created: Vec<_> = added.into_iter().chain(&declared.sentences).cloned().collect();
    let changed: Vec<_> = [&declared.documents].into_iter().chain(&declared.dtypes).cloned().collect();
    write_files(folder, &created, &changed)?;
    print(|out| {
        let mut files = created.iter().chain(&changed);
        files.try_for_each(|(file, _)| writeln!(out, "wrote {}", folder.join(file).display()))
    })?;
    Ok(0)
}

/// Says why a page is refused.
fn refuse(path: &Path, found: &[Complaint]) -> Result<u8, Problem> {
    print_aside(|out| {
        writeln!(out, "{BAD}refused{BAD:#}  {}", shown(path))?;
        complaints(out, path, found)
    })?;
    Ok(1)
}

struct Import<'a> {
    arguments: &'a Arguments,
    source: &'a Source,
    /// The specification, with the editions to add.
    spec: Spec,
    /// Editions to add.
    added: Vec<Candidate>,
    /// Files of editions whose record of sentences changes, with their new text.
    refreshed: Vec<(String, String)>,
    refused: bool,
}

impl Import<'_> {
    /// Reads one page; with `--write` its editions are added to the specification.
    fn page(&mut self, path: &Path, page: &Page) -> Result<(), Problem> {
        let reading = match reader::read(page, &self.spec, self.arguments.document.as_deref()) {
            Ok(reading) => reading,
            Err(found) => {
                self.refused = true;
                return refuse(path, &found).map(|_| ());
            }
        };
        print_aside(|out| complaints(out, path, &reading.notes))?;
        for facts in &reading.facts {
            if self.arguments.write && self.arguments.edition.is_none() {
                self.refresh(path, facts)?;
                continue;
            }
            match self.candidate(facts) {
                Ok(candidate) => self.show(path, facts, candidate)?,
                Err(refusal) => {
                    self.refused = true;
                    let help = self.help(facts, &refusal);
                    let id = &facts.document;
                    print_aside(|out| {
                        writeln!(out, "{BAD}refused{BAD:#}  {}: {id}: {refusal}{help}", shown(path))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Records again the sentences of the edition of these bytes.
    fn refresh(&mut self, path: &Path, facts: &Facts) -> Result<(), Problem> {
        let (id, page) = (&facts.document, shown(path));
        let Some(edition) = of_digest(facts, &self.spec) else {
            let help = "name the new edition with `--edition NAME`";
            return Err(Problem::usage(format!("{page} is not the page of an edition of {id}"), help));
        };
        let known = Facts::of_edition(&self.spec, id, &edition.name);
        let name = edition.name.clone();
        let same = known.as_ref().is_some_and(|known| sentences(known, &name) == sentences(facts, &name));
        let found = known.map(|known| diff(&known, facts)).unwrap_or_default();
        let count = count(facts.unread.len(), "sentence");
        if let (false, Some((file, text))) = (same, sentences(facts, &name)) {
            let with = self.spec.with(&file, &text);
            self.spec = with.map_err(|problems| self.source.invalid(&problems))?;
            self.refreshed.push((file, text));
        }
        print_aside(|out| {
            let recorded = if same { "already recorded" } else { "recorded" };
            writeln!(out, "{GOOD}read{GOOD:#}     {page}: {id} {name}, {count} not understood, {recorded}")?;
            page::differences(out, &page.to_string(), &found, self.hint())?;
            page::unread(out, &page.to_string(), &facts.unread, found.accounted, self.hint())
        })
    }

    /// How to see all sentences that are not read, where not all are printed.
    fn hint(&self) -> Option<&'static str> {
        (!self.arguments.all).then_some("--all lists them")
    }

    fn candidate(&self, facts: &Facts) -> Result<Candidate, ImportError> {
        let (spec, known) = (&self.spec, of_digest(facts, &self.spec));
        let named = self.arguments.edition.as_deref();
        let name = named.or(known.map(|edition| edition.name.as_str())).unwrap_or(UNNAMED);
        let replace = named.is_none() && known.is_some();
        match (self.arguments.inherits.as_deref(), known) {
            (Some(NOTHING), _) => candidate(spec, facts, name, None, replace),
            (Some(parent), _) => candidate(spec, facts, name, Some(parent), replace),
            // The page of an existing edition is shown as that edition is stored.
            (None, Some(edition)) if named.is_none() => {
                candidate(spec, facts, name, edition.inherits.as_deref(), replace)
            }
            (None, _) => best_candidate(spec, facts, name),
        }
    }

    /// What works instead, if it has been tried.
    fn help(&self, facts: &Facts, refusal: &ImportError) -> String {
        let ImportError::CannotInherit { .. } = refusal else { return String::new() };
        match best_candidate(&self.spec, facts, self.arguments.edition.as_deref().unwrap_or(UNNAMED)) {
            Ok(Candidate { inherits: Some(parent), .. }) => {
                format!("\n  help: `--inherits {parent}` can express it, and is the default")
            }
            Ok(_) => format!(
                "\n  help: write the whole edition with `--inherits {NOTHING}`, which is the default here"
            ),
            Err(_) => String::new(),
        }
    }

    /// Prints what the page changes; then prints the file, or keeps it for writing.
    fn show(&mut self, path: &Path, facts: &Facts, candidate: Candidate) -> Result<(), Problem> {
        let (id, spec) = (&candidate.document, &self.spec);
        let own = of_digest(facts, spec).map(|edition| edition.name.clone());
        let nearest = || by_distance(spec, facts).into_iter().next().map(|(name, _)| name);
        let against = own.or_else(|| candidate.inherits.clone()).or_else(nearest);
        let edition = against.as_ref().and_then(|name| Facts::of_edition(spec, id, name));
        let found = edition.map(|edition| diff(&edition, facts)).unwrap_or_default();
        print_aside(|out| {
            let (page, against) = (shown(path), against.as_deref().unwrap_or(NOTHING));
            let differences = count(found.count(), "difference");
            writeln!(out, "{GOOD}read{GOOD:#}     {page}: {id}, {differences} from edition {against}")?;
            page::differences(out, &page, &found, self.hint())?;
            page::unread(out, &page, &facts.unread, found.accounted, self.hint())
        })?;
        if !self.arguments.write {
            return print(|out| write!(out, "{}", candidate.text));
        }
        // Who names the edition to inherit from wants it written all the same.
        if let (None, Some(parent), false) =
            (&self.arguments.inherits, &candidate.inherits, candidate.differs)
        {
            return print_aside(|out| {
                writeln!(
                    out,
                    "{id}: nothing differs, so no new edition is needed; `--inherits {parent}` writes one all the same"
                )
            });
        }
        let with = self.spec.with_files(&candidate.files());
        self.spec = with.map_err(|problems| self.source.invalid(&problems))?;
        self.added.push(candidate);
        Ok(())
    }

    /// Writes the new editions, after checking them with the profile that will use them.
    fn write(&self) -> Result<(), Problem> {
        let folder = self.source.folder();
        let mut replaced = self.refreshed.clone();
        if let Some(profile) = &self.arguments.profile {
            // Without one, nothing would have been loaded.
            let mut text = self.spec.text(DOCUMENTS).unwrap_or_default().to_owned();
            for added in &self.added {
                text = choose(&text, profile, &added.document, &added.edition)
                    .map_err(|error| Problem::usage(error.to_string(), "choose another profile"))?;
            }
            self.spec.with(DOCUMENTS, &text).map_err(|problems| self.source.invalid(&problems))?;
            replaced.extend(Some((DOCUMENTS.to_owned(), text)).filter(|_| !self.added.is_empty()));
        }
        let created: Vec<_> = self.added.iter().flat_map(Candidate::files).collect();
        write_files(folder, &created, &replaced)?;
        print(|out| {
            for (file, _) in &self.refreshed {
                writeln!(out, "wrote {}", folder.join(file).display())?;
            }
            for added in &self.added {
                writeln!(out, "wrote {}", folder.join(&added.file).display())?;
                if self.arguments.profile.is_none() {
                    let (id, name) = (&added.document, &added.edition);
                    writeln!(
                        out,
                        "  no profile uses it yet: add \"{id}\" = \"{name}\" to the editions of a profile in documents.toml"
                    )?;
                }
            }
            let added = self.added.iter().map(|added| (added.document.as_str(), added.edition.as_str()));
            next_commands(out, folder, &added.collect::<Vec<_>>())
        })
    }
}

/// Prints what to type after editions were added: rebuild and test them, and commit. The program is built with the
/// specification of its checkout only.
fn next_commands(out: &mut dyn Write, folder: &Path, added: &[(&str, &str)]) -> io::Result<()> {
    let Some((id, name)) = added.first().filter(|_| folder.ends_with(load::FOLDER)) else { return Ok(()) };
    let editions: String = added.iter().map(|(id, name)| format!(" --edition {id}={name}")).collect();
    let folder = folder.display();
    writeln!(out, "next, in the checkout:")?;
    writeln!(out, "  ascertain-spec check {folder}  # after you have edited the overlay")?;
    writeln!(out, "  cargo run --release -- run{editions}  # rebuilds the program, and tests the reference")?;
    writeln!(out, "  git add {folder} && git commit -m 'spec: add {id} {name}'")
}

/// The edition that was imported from the same bytes.
fn of_digest<'a>(facts: &Facts, spec: &'a Spec) -> Option<&'a ascertain_spec::model::Edition> {
    let editions = &spec.document(&facts.document)?.editions;
    editions.iter().find(|edition| edition.digest.is_some() && edition.digest == facts.digest)
}

/// Writes files that must not exist, and then replaces others: paths and texts.
fn write_files(
    folder: &Path,
    created: &[(String, String)],
    replaced: &[(String, String)],
) -> Result<(), Problem> {
    let all = created.iter().map(|file| (file, true)).chain(replaced.iter().map(|file| (file, false)));
    for ((file, text), is_new) in all {
        let path = folder.join(file);
        let written = if is_new { create(&path, text) } else { replace(&path, text) };
        written.map_err(|error| {
            let what = format!("cannot write {}: {error}", path.display());
            Problem::usage(what, "choose a folder that can be written")
        })?;
    }
    Ok(())
}

/// Writes a file that must not exist.
fn create(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // Half an edition is worse than none. If it cannot be removed either, the error says so.
        let _ = fs::remove_file(path);
    })
}

/// Replaces a file as a whole.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension("toml.new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}
