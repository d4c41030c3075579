//! `ascertain replay` and `ascertain adopt`: vector files, for example of failing random cases.

use super::error::Problem;
use super::examples::examples;
use super::pending::PendingFile;
use super::print::print;
use super::run;
use ascertain_conformance::files;
use ascertain_conformance::suite::vectors::{self, Vector};
use clap::Args;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

const REPLAY: &[(&str, &str)] =
    &[("Ask again what failed at random before:", "ascertain replay -b numpy repro/cumprod-fuzz-7-2.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(REPLAY))]
pub(super) struct ReplayArguments {
    /// Vector files, for example those written by `run --repro`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: run::Arguments,
}

const ADOPT: &[(&str, &str)] =
    &[("Make a failure part of every run:", "ascertain adopt repro/cumprod-fuzz-7-2.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(ADOPT))]
pub(super) struct AdoptArguments {
    /// Vector files to add.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to add them to.
    #[arg(long, value_name = "PATH", default_value = "conformance/judge/vectors/adopted.toml")]
    to: PathBuf,
}

pub(super) fn replay(mut arguments: ReplayArguments) -> Result<u8, Problem> {
    let editions = run::editions(&arguments.run)?;
    let mut all = Vec::new();
    for file in &arguments.files {
        all.extend(vectors_of(file, &text_of(file)?)?);
    }
    let cases = vectors::replayed(&all, &editions);
    if cases.is_empty() {
        let what = "none of these vectors applies to the chosen editions";
        return Err(Problem::usage(what, "choose the profile or edition that they were found with"));
    }
    arguments.run.cases.files = arguments.files.iter().map(|file| file.display().to_string()).collect();
    run::run_cases(&arguments.run, &editions, cases, (0, None))
}

pub(super) fn adopt(arguments: &AdoptArguments) -> Result<u8, Problem> {
    let to = &arguments.to;
    if !to.exists() {
        let what = format!("{} is not here: vectors are added to a file of the source tree", to.display());
        return Err(Problem::usage(what, "run it in a checkout of ascertain, or name the file: --to PATH"));
    }
    let mut text = text_of(to)?;
    let out = PendingFile::open(to)?;
    let mut ids: HashSet<String> = vectors_of(to, &text)?.into_iter().map(|v| v.id).collect();
    let mut added = Vec::new();
    for file in &arguments.files {
        let more = text_of(file)?;
        for vector in vectors_of(file, &more)? {
            if !ids.insert(vector.id.clone()) {
                let what = format!("{}: {} already has a vector {}", file.display(), to.display(), vector.id);
                return Err(Problem::usage(what, "give it another id, or leave it out"));
            }
            added.push(vector.id);
        }
        // Vectors come last in a file, so everything from the first one on can be added unchanged.
        if let Some(start) = more.find("[[vector]]") {
            text.push('\n');
            text.push_str(&more[start..]);
        }
    }
    vectors_of(to, &text)?;
    out.write(|out| out.write_all(text.as_bytes()))?;
    print(|out| {
        added.iter().try_for_each(|id| writeln!(out, "added {id}"))?;
        writeln!(out, "build again to make them part of every run")
    })?;
    Ok(0)
}

fn text_of(file: &Path) -> Result<String, Problem> {
    files::read_text(file).map_err(|error| {
        Problem::usage(
            format!("cannot read {}: {error}", file.display()),
            "give the path of a vector file; `adopt --to` names the file that vectors are added to",
        )
    })
}

fn vectors_of(file: &Path, text: &str) -> Result<Vec<Vector>, Problem> {
    let problem = |error: vectors::VectorError| {
        Problem::usage(
            error.to_string(),
            "the format is described in conformance/judge/src/suite/vectors/mod.rs",
        )
    };
    vectors::read(&file.display().to_string(), text).map_err(problem)
}
