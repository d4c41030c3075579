//! `ascertain-spec emit`: tables, contracts and vectors for other languages.

mod vectors;

use super::load::Source;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::emit::{self, Choice, File, Language, Stamp, Unknown, WriteError};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] = &[
    ("Tables for C and Python:", "ascertain-spec emit --lang c,python --out tables"),
    ("Are they up to date?", "ascertain-spec emit --lang c,python --out tables --check"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The languages, separated by commas.
    #[arg(long = "lang", value_enum, value_delimiter = ',', required = true, value_name = "LANG")]
    langs: Vec<Lang>,

    /// The folder to write to. Other files in it stay as they are.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,

    /// The profile used by look-ups that do not name an edition. All editions are always written.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// Use another edition of one document. Repeatable.
    #[arg(long = "edition", value_name = "DOCUMENT=NAME")]
    editions: Vec<String>,

    /// Write nothing. The exit code is 1 if a file differs from what would be written.
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    /// A C99 header, which C++ can include.
    C,
    /// A typed module for Python 3.9 or later.
    Python,
    /// One JSON object, and its JSON Schema.
    Json,
    /// The vectors as JSON, and its JSON Schema.
    Vectors,
}

impl Lang {
    fn files(self, spec: &Spec, digest: &str, choice: &Choice) -> Result<Vec<File>, Problem> {
        let language = match self {
            Self::C => Language::C,
            Self::Python => Language::Python,
            Self::Json => Language::Json,
            Self::Vectors => {
                let stamp = Stamp::new(digest, "vectors", choice);
                return vectors::files(&stamp).map_err(|error| {
                    Problem::usage(error.to_string(), "this is a bug in ascertain; please report it")
                });
            }
        };
        Ok(emit::emit(spec, digest, choice, language))
    }
}

/// Exit code 1 if `--check` finds a difference.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let source = Source::of(arguments.spec.as_deref());
    let digest = emit::digest(&source.files()?);
    let spec = source.load()?;
    let choice = choice(arguments, &spec)?;
    let mut files = Vec::new();
    for lang in &arguments.langs {
        files.extend(lang.files(&spec, &digest, &choice)?);
    }
    if arguments.check {
        let difference = emit::compare(&arguments.out, &files).map_err(refused)?;
        print(|out| match &difference {
            Some(difference) => writeln!(out, "{difference}"),
            None => writeln!(out, "{}: all {} files are up to date", arguments.out.display(), files.len()),
        })?;
        return Ok(u8::from(difference.is_some()));
    }
    emit::write(&arguments.out, &files).map_err(refused)?;
    print(|out| {
        files.iter().try_for_each(|f| writeln!(out, "wrote {}", arguments.out.join(&f.name).display()))
    })?;
    Ok(0)
}

fn choice(arguments: &Arguments, spec: &Spec) -> Result<Choice, Problem> {
    let change = |text: &String| {
        let help = "write DOCUMENT=NAME, for example --edition aclnn.cumprod=2026-03";
        let (document, edition) = text
            .split_once('=')
            .ok_or_else(|| Problem::usage(format!("`--edition {text}` has no `=`"), help))?;
        Ok((document.to_owned(), edition.to_owned()))
    };
    let changes = arguments.editions.iter().map(change).collect::<Result<Vec<_>, Problem>>()?;
    Choice::new(spec, arguments.profile.as_deref(), &changes).map_err(|unknown| match unknown {
        Unknown::Profile(name) => {
            Problem::unknown("profile", &name, spec.profiles.iter().map(|p| p.name.as_str()))
        }
        Unknown::Document(id) => {
            Problem::unknown("document", &id, spec.documents.iter().map(|d| d.id.as_str()))
        }
        Unknown::Edition { document, edition } => {
            let known =
                spec.document(&document).into_iter().flat_map(|d| &d.editions).map(|e| e.name.as_str());
            Problem::unknown(&format!("edition of {document}"), &edition, known)
        }
    })
}

fn refused(refusal: WriteError) -> Problem {
    match refusal {
        WriteError::Io(path, error) => Problem::Report(path, error),
        foreign @ WriteError::Foreign(_) => Problem::usage(foreign.to_string(), "nothing was written"),
    }
}
