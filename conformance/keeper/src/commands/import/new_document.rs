//! Declares a document that the specification does not have yet, from its page.

use super::files::{File, Files};
use crate::commands::page::{self, complaints, count, refuse};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{print_aside, shown};
use ascertain_conformance::report::text::{BAD, GOOD};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::import::{declare as declare_operator, declare_table};
use ascertain_spec_tools::reader::{self, TableChoice};
use std::path::Path;

/// The files of document `id` in an edition, below `folder`. Its page is that of an operator, or has promotion tables.
pub(super) fn declare(
    path: &Path,
    spec: &Spec,
    (id, edition): (&str, &str),
    choice: TableChoice,
    folder: &Path,
) -> Result<Files, Problem> {
    let refused = || Files { refused: true, ..Files::default() };
    let page = page::read(path, spec)?;
    let read = match reader::is_operator_page(&page) {
        true => reader::operator_page(&page, spec).map(|reading| (reading, None)),
        false => reader::new_table(&page, spec, id, choice).map(|(reading, choice)| (reading, Some(choice))),
    };
    let (reading, choice) = match read {
        Ok(read) => read,
        Err(found) => return refuse(path, &found).map(|()| refused()),
    };
    print_aside(|out| complaints(out, path, &reading.notes))?;
    let Some(facts) = reading.facts.first() else { return refuse(path, &[]).map(|()| refused()) };
    let declared = match &choice {
        None => declare_operator(spec, facts, id, edition),
        Some(choice) => declare_table(spec, facts, choice, (id, edition)),
    };
    let declared = match declared {
        Ok(declared) => declared,
        Err(refusal) => {
            print_aside(|out| writeln!(out, "{BAD}refused{BAD:#}  {}: {refusal}", shown(path)))?;
            return Ok(refused());
        }
    };
    print_aside(|out| {
        let (path, written) = (shown(path), count(declared.requirements, "requirement"));
        writeln!(out, "{GOOD}read{GOOD:#}     {path}: {id}, {written} from facts alone; still to write:")?;
        declared.missing.iter().try_for_each(|missing| writeln!(out, "  {missing}"))
    })?;
    let added = [declared.overlay, declared.required, declared.edition];
    // Nobody reads the digests of sentences.
    let shown = |(file, text): &File| format!("# {}\n{text}\n", folder.join(file).display());
    Ok(Files {
        printed: added.iter().map(shown).collect(),
        created: added.into_iter().chain(declared.sentences).collect(),
        replaced: [declared.documents].into_iter().chain(declared.dtypes).collect(),
        ..Files::default()
    })
}
