//! `ascertain-spec emit`: tables, contracts and vectors for other languages.

mod vectors;

use super::load::Source;
use ascertain::contract::OPERATORS;
use ascertain::document::Editions;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print;
use ascertain_conformance::{case_files, suite};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::emit::{self, File, Language, Stamp, WriteError};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &[(&str, &str)] =
    &[("Tables for C and Python:", "ascertain-spec emit --lang c,python --out tables")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The languages, separated by commas.
    #[arg(
        long = "lang",
        value_enum,
        value_delimiter = ',',
        required_unless_present = "target",
        value_name = "LANG"
    )]
    langs: Vec<Lang>,

    /// The fixed cases of operators as case files of another tool.
    #[arg(long = "for", value_enum, value_name = "TOOL", conflicts_with = "langs", requires = "operators")]
    target: Option<Target>,

    /// The operators, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "target")]
    operators: Vec<String>,

    /// The folder to write to. Other files in it stay as they are.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The folder of the specification [default: `spec` in a checkout, or else what this program was built with]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// TTK's table of aclnn functions, and the inputs and goldens that it replays.
    Ttk,
}

impl Lang {
    fn files(self, spec: &Spec, digest: &str) -> Result<Vec<File>, Problem> {
        let language = match self {
            Self::C => Language::C,
            Self::Python => Language::Python,
            Self::Json => Language::Json,
            Self::Vectors => {
                let stamp = Stamp::new(digest, "vectors");
                return vectors::files(&stamp).map_err(|error| {
                    Problem::usage(error.to_string(), "this is a bug in ascertain; please report it")
                });
            }
        };
        Ok(emit::emit(spec, digest, language))
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    if let Some(Target::Ttk) = arguments.target {
        return emit_ttk(arguments);
    }
    let source = Source::of(arguments.spec.as_deref());
    let digest = emit::digest(&source.files()?);
    let spec = source.load()?;
    let mut files = Vec::new();
    for lang in &arguments.langs {
        files.extend(lang.files(&spec, &digest)?);
    }
    emit::write(&arguments.out, &files).map_err(refused)?;
    print(|out| {
        files.iter().try_for_each(|f| writeln!(out, "wrote {}", arguments.out.join(&f.name).display()))
    })?;
    Ok(0)
}

fn emit_ttk(arguments: &Arguments) -> Result<u8, Problem> {
    let (editions, out) = (Editions::default(), &arguments.out);
    for name in &arguments.operators {
        let operator = OPERATORS.iter().find(|operator| operator.name == name);
        let all = OPERATORS.iter().map(|operator| operator.name);
        let operator = operator.ok_or_else(|| Problem::unknown("operator", name, all))?;
        let cases = suite::of_areas(&editions, &|area| area == operator.name);
        let mut cases =
            cases.map_err(|error| Problem::usage(error.to_string(), "this is a bug in ascertain"))?;
        // Tables are in every suite.
        cases.retain(|case| case.area == operator.name);
        let written = case_files::write_ttk(out, operator.name, &cases, &editions);
        let written = written.map_err(|error| Problem::Report(out.clone(), error))?;
        print(|out| writeln!(out, "wrote {written} of {} cases of {name}", cases.len()))?;
    }
    Ok(0)
}

fn refused(refusal: WriteError) -> Problem {
    match refusal {
        WriteError::Io(path, error) => Problem::Report(path, error),
        foreign @ WriteError::Foreign(_) => Problem::usage(foreign.to_string(), "nothing was written"),
    }
}
