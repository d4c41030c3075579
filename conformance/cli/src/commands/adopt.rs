//! `ascertain adopt`: adds cases to a file that runs ask, for example failing random cases.

use super::pending::PendingFile;
use super::vectors::{read, text, texts, wrong};
use super::{Problem, examples, print, settings};
use ascertain::document::Editions;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::results::quoted;
use ascertain_conformance::suite::vectors::read_all;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf, absolute};

const EXAMPLES: &[(&str, &str)] =
    &[("Ask a failure in every run from now on:", "ascertain adopt repro/cumprod-fuzz-7-2.toml")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// Vector files with the cases to add.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to add them to [default: what `vectors` in ascertain.toml names, `adopted.toml` in it if it is a folder;
    /// vectors/adopted.toml without it; in a checkout of ascertain, the suite's own]
    #[arg(long, value_name = "PATH")]
    to: Option<PathBuf>,
}

/// The suite's own file, in a checkout.
const OF_SUITE: &str = "conformance/judge/vectors/adopted.toml";

/// The same, of a user.
const OF_USER: &str = "vectors/adopted.toml";

/// How a new file begins.
const HEAD: &str = "format = 1\nabout = \"Cases that `ascertain adopt` has added.\"\n";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let target = Target::find(arguments.to.as_deref())?;
    let file = &target.file;
    let mut old = if file.exists() { text(file)? } else { HEAD.to_owned() };
    let beside = target.beside(&old)?;
    let mut more = Vec::new();
    for path in &arguments.files {
        if is_among(path, beside.iter().map(|(name, _)| name)) {
            let what =
                format!("{}: it is one of the files that {} stands for", path.display(), target.asked());
            return Err(Problem::usage(what, "its cases are asked already; leave it out"));
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
        writeln!(out, "{}", target.next())
    })?;
    Ok(0)
}

/// Where cases are added.
struct Target {
    file: PathBuf,
    reader: Reader,
}

/// Who asks what is in the file.
enum Reader {
    /// Every run of a program that is built from this checkout.
    Suite,
    /// Every run in this folder: `ascertain.toml` names these files and folders.
    Settings(Vec<PathBuf>),
    /// A run with `--vectors` and this path.
    Option(PathBuf),
}

impl Target {
    fn find(to: Option<&Path>) -> Result<Self, Problem> {
        let listed: Vec<PathBuf> = settings::of_run("vectors")?.into_iter().map(PathBuf::from).collect();
        let suite = Path::new(OF_SUITE);
        let file = match (to, listed.first()) {
            (Some(to), _) => to.to_owned(),
            _ if suite.exists() => suite.to_owned(),
            (None, Some(path)) if path.is_file() || path.extension().is_some_and(|e| e == "toml") => {
                path.clone()
            }
            (None, Some(folder)) => folder.join("adopted.toml"),
            (None, None) => PathBuf::from(OF_USER),
        };
        let reader = if suite.exists() && place(&file).parent() == place(suite).parent() {
            Reader::Suite
        } else if listed.iter().any(|path| place(&file).starts_with(place(path))) {
            Reader::Settings(listed)
        } else {
            let folder = file.parent().filter(|_| to.is_none());
            Reader::Option(folder.unwrap_or(&file).to_owned())
        };
        Ok(Self { file, reader })
    }

    /// Names and texts of the vector files that are read together with the file, which holds `text`.
    fn beside(&self, text: &str) -> Result<Vec<(String, String)>, Problem> {
        let paths = match &self.reader {
            Reader::Suite => return Ok(vec![(self.file.display().to_string(), text.to_owned())]),
            Reader::Settings(paths) => paths.iter().filter(|path| path.exists()).cloned().collect(),
            Reader::Option(path) => {
                Some(path.clone()).filter(|path| path.exists()).into_iter().collect::<Vec<_>>()
            }
        };
        texts(&paths)
    }

    /// The command that asks what is in the file.
    fn asked(&self) -> String {
        match &self.reader {
            Reader::Suite | Reader::Settings(_) => "`ascertain run`".to_owned(),
            Reader::Option(path) => {
                format!("`ascertain run --vectors {}`", quoted(&path.display().to_string()))
            }
        }
    }

    /// What to do next.
    fn next(&self) -> String {
        match &self.reader {
            Reader::Suite => "build again to make them part of every run".to_owned(),
            Reader::Settings(_) => format!("{} asks them, by ascertain.toml", self.asked()),
            Reader::Option(_) => format!("{} asks them", self.asked()),
        }
    }
}

/// A path from the root, whether there is something or not.
fn place(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a file has one of these names.
fn is_among<'a>(path: &Path, mut names: impl Iterator<Item = &'a String>) -> bool {
    fs::canonicalize(path)
        .is_ok_and(|own| names.any(|name| fs::canonicalize(name).is_ok_and(|place| place == own)))
}
