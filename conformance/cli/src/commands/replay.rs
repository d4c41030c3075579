//! `ascertain replay` and `ascertain adopt`: failures of random cases, kept as vector files.

use super::error::Problem;
use super::print::print;
use super::run;
use ascertain_conformance::suite::vectors::{self, Vector};
use clap::Args;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct ReplayArguments {
    /// Vector files: what `run --repro` has written, or any other.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: run::Arguments,
}

#[derive(Args, Debug)]
pub(super) struct AdoptArguments {
    /// Vector files to add to the golden set.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file of the golden set that they are added to.
    #[arg(long, value_name = "PATH", default_value = "conformance/judge/vectors/adopted.toml")]
    to: PathBuf,
}

pub(super) fn replay(arguments: &ReplayArguments) -> Result<u8, Problem> {
    let editions = run::editions(&arguments.run)?;
    let mut all = Vec::new();
    for file in &arguments.files {
        all.extend(vectors_of(file, &text_of(file)?)?);
    }
    let cases = vectors::replayed(&all, &editions);
    if cases.is_empty() {
        let what = "no vector of these files stands in the chosen editions";
        return Err(Problem::usage(what, "choose the profile or edition that they were found in"));
    }
    run::run_cases(&arguments.run, &editions, cases)
}

pub(super) fn adopt(arguments: &AdoptArguments) -> Result<u8, Problem> {
    let to = &arguments.to;
    let mut text = text_of(to)?;
    let mut ids: HashSet<String> = vectors_of(to, &text)?.into_iter().map(|v| v.id).collect();
    let mut added = Vec::new();
    for file in &arguments.files {
        let more = text_of(file)?;
        for vector in vectors_of(file, &more)? {
            if !ids.insert(vector.id.clone()) {
                let what = format!("{}: vector {} is in {} already", file.display(), vector.id, to.display());
                return Err(Problem::usage(what, "give it another id, or leave it out"));
            }
            added.push(vector.id);
        }
        // Vectors come last in a file, so that everything from the first one on can be added as it is.
        if let Some(start) = more.find("[[vector]]") {
            text.push('\n');
            text.push_str(&more[start..]);
        }
    }
    vectors_of(to, &text)?;
    fs::write(to, text).map_err(|error| Problem::Report(to.clone(), error))?;
    print(|out| {
        added.iter().try_for_each(|id| writeln!(out, "adopted {id}"))?;
        writeln!(out, "build again, and every run asks them")
    })?;
    Ok(0)
}

fn text_of(file: &Path) -> Result<String, Problem> {
    fs::read_to_string(file).map_err(|error| {
        Problem::usage(
            format!("cannot read {}: {error}", file.display()),
            "name a vector file, or where the golden set is with --to",
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
