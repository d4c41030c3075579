//! `ascertain adopt`: adds cases to a file that runs ask, for example failing random cases.

use super::error::Problem;
use super::examples::examples;
use super::pending::PendingFile;
use super::print::print;
use super::vectors::{read, text, texts, wrong};
use ascertain::document::Editions;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::results::quoted;
use ascertain_conformance::suite::vectors::read_all;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] =
    &[("Ask a failure in every run from now on:", "ascertain adopt repro/cumprod-fuzz-7-2.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Vector files with the cases to add.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to add them to; `adopted.toml` in it if it is a folder. What runs read, as `run --vectors PATH`.
    #[arg(long, value_name = "PATH", default_value = "vectors")]
    to: PathBuf,
}

/// How a new file begins.
const HEAD: &str = "format = 1\nabout = \"Cases that `ascertain adopt` has added.\"\n";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let asked = &arguments.to;
    let is_file = asked.extension().is_some_and(|extension| extension == "toml");
    let file = &if is_file { asked.clone() } else { asked.join("adopted.toml") };
    let mut old = if file.exists() { text(file)? } else { HEAD.to_owned() };
    let runs = format!("`ascertain run --vectors {}`", quoted(&asked.display().to_string()));
    // What runs read together with the file.
    let beside = if asked.exists() { texts(std::slice::from_ref(asked))? } else { Vec::new() };
    let mut more = Vec::new();
    for path in &arguments.files {
        if is_among(path, beside.iter().map(|(name, _)| name)) {
            let what = format!("{}: it is one of the files that {runs} asks", path.display());
            return Err(Problem::usage(what, "leave it out"));
        }
        more.push((path.display().to_string(), text(path)?));
    }
    let all = [beside, more.clone()].concat();
    read(&all, &Editions::default())?;
    let name = file.display().to_string();
    let ids = |name: &str, text: &str| -> Result<Vec<String>, Problem> {
        let (vectors, problems) = read_all(Registry::default(), name, text);
        if problems.is_empty() {
            Ok(vectors.into_iter().map(|v| v.id).collect())
        } else {
            Err(wrong(&problems))
        }
    };
    let (mut before, mut added) = (ids(&name, &old)?, Vec::new());
    for (from, more) in &more {
        added.extend(ids(from, more)?);
        // Vectors come last in a file, so everything from the first one on can be added unchanged.
        let at = more.lines().position(|line| line.trim_start().starts_with("[[vector]]")).unwrap_or(0);
        old.extend(["\n"].into_iter().chain(more.split_inclusive('\n').skip(at)));
        if !old.ends_with('\n') {
            old.push('\n');
        }
    }
    before.extend(added.iter().cloned());
    if !ids(&name, &old).is_ok_and(|now| now == before) {
        let what = format!("{name}: these files cannot be added as they are");
        return Err(Problem::usage(what, "write each case below a line [[vector]], after everything else"));
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(|error| Problem::Report(folder.to_owned(), error))?;
    }
    PendingFile::open(file)?.update(|out| out.write_all(old.as_bytes()))?;
    print(|out| {
        added.iter().try_for_each(|id| writeln!(out, "added {id} to {name}"))?;
        writeln!(out, "{runs} asks them")
    })?;
    Ok(0)
}

/// Whether a file has one of these names.
fn is_among<'a>(path: &Path, mut names: impl Iterator<Item = &'a String>) -> bool {
    fs::canonicalize(path)
        .is_ok_and(|own| names.any(|name| fs::canonicalize(name).is_ok_and(|place| place == own)))
}
