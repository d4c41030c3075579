//! Declares a document that the specification does not have yet, from its page.

use super::files::{File, Files};
use crate::commands::page::{self, complaints, count, refuse};
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::{print_aside, shown};
use ascertain_conformance::report::text::{BAD, DIM, GOOD, PLAIN, labelled, terminal_width};
use ascertain_spec::model::{Spec, TableReading};
use ascertain_spec_tools::import::{declare as declare_operator, declare_table};
use ascertain_spec_tools::reader::{self, TableChoice};
use clap::Args;
use std::path::Path;

/// How the promotion table of a new document is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Promotion table of a new document")]
pub(super) struct TableOptions {
    /// The tables of the page that add up to it, the first being 1 [default: all]
    #[arg(long = "table", value_name = "NUMBER", value_delimiter = ',', requires = "new_document")]
    tables: Vec<u32>,

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
            reading: TableReading {
                tables: self.tables.clone(),
                without: self.without.clone(),
                symmetric: self.symmetric,
            },
            names: self.names.clone(),
            mark: self.mark.clone(),
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

/// The files of document `id` in an edition, below `folder`. Its page is that of an operator, or has promotion tables.
pub(super) fn declare(
    path: &Path,
    spec: &Spec,
    (id, edition): (&str, &str),
    table: &TableOptions,
    folder: &Path,
) -> Result<Files, Problem> {
    let refused = || Files { refused: true, ..Files::default() };
    let page = page::read(path, spec)?;
    let read = match reader::is_operator_page(&page) {
        true => reader::operator_page(&page, spec).map(|reading| (reading, None)),
        false => reader::new_table(&page, spec, id, table.choice())
            .map(|(reading, choice)| (reading, Some(choice))),
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
        for (missing, sentence) in &declared.missing {
            labelled(out, (2, "", 0), missing, PLAIN, terminal_width())?;
            let sentence = sentence.as_deref().map(page::words);
            sentence.map_or(Ok(()), |says| labelled(out, (6, "", 0), &says, DIM, terminal_width()))?;
        }
        Ok(())
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
