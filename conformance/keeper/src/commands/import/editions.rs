//! Declares editions of documents that the specification has, from their pages.

use super::Arguments;
use super::files::Files;
use crate::commands::load::Source;
use crate::commands::page::{self, complaints, count, refuse};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{print_aside, shown};
use ascertain_conformance::report::text::{BAD, GOOD};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::{Differences, diff};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{
    Candidate, ImportError, best_candidate, by_distance, candidate, own_edition, sentences,
};
use ascertain_spec_tools::reader;
use std::io::Write;
use std::path::Path;

/// The word for not inheriting.
const NOTHING: &str = "none";
/// The name of an edition that is only printed.
const UNNAMED: &str = "new";

/// The files of the editions that pages make. Each page is read with the editions of those before it.
pub(super) fn declare(wanted: &Arguments, mut spec: Spec, source: &Source) -> Result<Files, Problem> {
    let mut files = Files::default();
    for path in &wanted.pages {
        let reading = match reader::read(&page::read(path, &spec)?, &spec, wanted.document.as_deref()) {
            Ok(reading) => reading,
            Err(found) => {
                files.refused = true;
                refuse(path, &found)?;
                continue;
            }
        };
        print_aside(|out| complaints(out, path, &reading.notes))?;
        for facts in &reading.facts {
            let new = match wanted.write && wanted.edition.is_none() {
                true => record(path, facts, &spec, wanted, &mut files)?,
                false => edition(path, facts, &spec, wanted, &mut files)?,
            };
            if !new.is_empty() {
                spec = spec.with_files(&new).map_err(|problems| source.invalid(&problems))?;
            }
        }
    }
    Ok(files)
}

/// Records again the sentences of the edition of these bytes. Returns the file, if it changes.
fn record(
    path: &Path,
    facts: &Facts,
    spec: &Spec,
    wanted: &Arguments,
    files: &mut Files,
) -> Result<Vec<(String, String)>, Problem> {
    let (id, page) = (&facts.document, shown(path));
    let Some(name) = own_edition(spec, facts).map(|edition| edition.name.as_str()) else {
        let help = "name the new edition with `--edition NAME`";
        return Err(Problem::usage(format!("{page} is not the page of an edition of {id}"), help));
    };
    let known = Facts::of_edition(spec, id, name);
    let recorded = known.as_ref().and_then(|known| sentences(known, name));
    let file = sentences(facts, name).filter(|file| recorded.as_ref() != Some(file));
    let found = known.map(|known| diff(&known, facts)).unwrap_or_default();
    print_aside(|out| {
        let count = count(facts.unread.len(), "sentence");
        let recorded = if file.is_some() { "recorded" } else { "already recorded" };
        writeln!(out, "{GOOD}read{GOOD:#}     {page}: {id} {name}, {count} not understood, {recorded}")?;
        said(out, path, facts, &found, wanted)
    })?;
    files.replaced.extend(file.clone());
    Ok(file.into_iter().collect())
}

/// Makes an edition of a page. Returns its files, if they are to be written.
fn edition(
    path: &Path,
    facts: &Facts,
    spec: &Spec,
    wanted: &Arguments,
    files: &mut Files,
) -> Result<Vec<(String, String)>, Problem> {
    let (id, own) = (&facts.document, own_edition(spec, facts));
    let replace = wanted.edition.is_none() && own.is_some();
    let name = wanted.edition.as_deref().or(own.map(|edition| edition.name.as_str())).unwrap_or(UNNAMED);
    let made = match (wanted.inherits.as_deref(), own) {
        (Some(NOTHING), _) => candidate(spec, facts, name, None, replace),
        (Some(parent), _) => candidate(spec, facts, name, Some(parent), replace),
        // The page of an existing edition is shown as that edition is stored.
        (None, Some(own)) if replace => candidate(spec, facts, name, own.inherits.as_deref(), replace),
        (None, _) => best_candidate(spec, facts, name),
    };
    let candidate = match made {
        Ok(candidate) => candidate,
        Err(refusal) => {
            files.refused = true;
            let help = help(spec, facts, wanted.edition.as_deref().unwrap_or(UNNAMED), &refusal);
            print_aside(|out| writeln!(out, "{BAD}refused{BAD:#}  {}: {id}: {refusal}{help}", shown(path)))?;
            return Ok(Vec::new());
        }
    };
    let nearest = || by_distance(spec, facts).into_iter().next().map(|(name, _)| name);
    let against = own.map(|own| own.name.clone()).or_else(|| candidate.inherits.clone()).or_else(nearest);
    let against = against.and_then(|name| Some((Facts::of_edition(spec, id, &name)?, name)));
    let found = against.as_ref().map(|(edition, _)| diff(edition, facts)).unwrap_or_default();
    print_aside(|out| {
        let against = against.as_ref().map_or(NOTHING, |(_, name)| name);
        let (page, differences) = (shown(path), count(found.count(), "difference"));
        writeln!(out, "{GOOD}read{GOOD:#}     {page}: {id}, {differences} from edition {against}")?;
        said(out, path, facts, &found, wanted)
    })?;
    if !wanted.write {
        files.printed.push_str(&candidate.text);
        return Ok(Vec::new());
    }
    // Who names the edition to inherit from wants it written all the same.
    if let (None, Some(parent), false) = (&wanted.inherits, &candidate.inherits, candidate.differs) {
        print_aside(|out| {
            writeln!(
                out,
                "{id}: nothing differs, so no new edition is needed; `--inherits {parent}` writes one all the same"
            )
        })?;
        return Ok(Vec::new());
    }
    let new = candidate.files();
    files.editions.push((candidate.document, candidate.edition));
    files.created.extend(new.clone());
    Ok(new)
}

/// Prints what a page changes, and the sentences that are not understood.
fn said(
    out: &mut dyn Write,
    path: &Path,
    facts: &Facts,
    found: &Differences,
    wanted: &Arguments,
) -> std::io::Result<()> {
    let page = shown(path).to_string();
    page::differences(out, &page, found, wanted.hint())?;
    page::unread(out, &page, &facts.unread, found.accounted, wanted.hint())
}

/// What works instead, if it has been tried.
fn help(spec: &Spec, facts: &Facts, name: &str, refusal: &ImportError) -> String {
    let ImportError::CannotInherit { .. } = refusal else { return String::new() };
    match best_candidate(spec, facts, name) {
        Ok(Candidate { inherits: Some(parent), .. }) => {
            format!("\n  help: `--inherits {parent}` can express it, and is the default")
        }
        Ok(_) => {
            format!(
                "\n  help: write the whole edition with `--inherits {NOTHING}`, which is the default here"
            )
        }
        Err(_) => String::new(),
    }
}
