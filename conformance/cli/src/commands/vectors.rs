//! `--vectors`: a user's own cases, beside those of the suite.

use super::error::Problem;
use super::pending::{Named, named};
use super::print::print_aside;
use super::select::cases_of;
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::case_files::{self, CaseFiles};
use ascertain_conformance::report::text::plural;
use ascertain_conformance::results::files;
use ascertain_conformance::results::{OwnCases, Selection};
use ascertain_conformance::suite::large::LargeCase;
use ascertain_conformance::suite::vectors::{VectorError, own};
use clap::Args;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Own cases.
#[derive(Args, Debug)]
pub(super) struct VectorArguments {
    /// Also use the cases in this file, or in the files in this folder and below: vectors (`.toml`), which `run --repro` and
    /// `adopt` write, and the case files of ATK, TTK, cann-bench and ONNX. docs/vectors.md describes them. Repeatable.
    #[arg(long, value_name = "PATH", help_heading = "Cases")]
    pub(super) vectors: Vec<PathBuf>,
}

/// Cases, those that are made when they are asked, and what reports say of the user's own.
pub(super) type WithOwn = (Vec<Case>, Vec<LargeCase>, Option<OwnCases>);

impl VectorArguments {
    /// The cases of the suite that `asked` may select, with the user's own ones of each operator after the suite's, those that are
    /// made when they are asked, with the values of a seed, and what reports say of the user's.
    pub(super) fn with_suite(
        &self,
        asked: &Selection,
        editions: &Editions,
        seed: u64,
    ) -> Result<WithOwn, Problem> {
        if self.vectors.is_empty() {
            return Ok((cases_of(asked, editions)?, Vec::new(), None));
        }
        let vectors = self.vectors.iter().filter(|path| !case_files::may_be(path)).cloned();
        let mut own = read(&texts(&vectors.collect::<Vec<_>>())?, editions)?;
        let others = self.case_files(editions, seed)?;
        own.cases.extend(others.cases);
        if !own.left_out.is_empty() {
            let count = plural(own.left_out.len() as u64, "own case is", "own cases are");
            let why = "not for these editions, in which their requirements read otherwise";
            let ids = own.left_out.join(", ");
            print_aside(|out| writeln!(out, "{count} left out, {why}: {ids}"))?;
        }
        let mut large = others.large;
        if own.cases.is_empty() && large.is_empty() {
            let what = format!("{}: no case is left to ask", shown(&self.vectors));
            let help = "`ascertain adopt FILE` adds what `run --repro DIR` found, and docs/vectors.md shows how to write a case";
            return Err(Problem::usage(what, help));
        }
        let paths = self.vectors.iter().map(|path| path.display().to_string()).collect();
        // The small ones first: whoever stops before the end has most of the cases.
        large.sort_by_key(|case| case.bytes);
        let not_asked = others.not_asked.into_iter().map(|(why, (count, _))| (why, count)).collect();
        let told = OwnCases { not_asked, ..OwnCases::new(paths, &own.cases, &large) };
        let mut cases = cases_of(asked, editions)?;
        cases.extend(own.cases);
        let areas: Vec<&str> = cases.iter().map(|case| case.area).collect();
        let first: HashMap<&str, usize> =
            areas.iter().enumerate().rev().map(|(at, area)| (*area, at)).collect();
        cases.sort_by_key(|case| first[case.area]);
        Ok((cases, large, Some(told)))
    }

    /// The cases of other people's case files. What cannot be asked is told, with the reasons.
    fn case_files(&self, editions: &Editions, seed: u64) -> Result<CaseFiles, Problem> {
        let mut all = CaseFiles::default();
        let files = files_with(&self.vectors, case_files::may_be)?;
        for (name, file) in files.into_iter().filter(|(_, file)| case_files::may_be(file)) {
            let help = "docs/vectors.md says which case files can be read";
            all.add(&name, &file, editions, seed).map_err(|what| Problem::usage(what, help))?;
        }
        print_aside(|out| {
            let count: u64 = all.not_asked.values().map(|(count, _)| count).sum();
            if count > 0 {
                writeln!(out, "not asked: {}", plural(count, "case or file", "cases and files"))?;
            }
            for (why, (count, first)) in &all.not_asked {
                let more = if *count > 1 { " and more" } else { "" };
                writeln!(out, "{count:>8}  {why} ({first}{more})")?;
            }
            let mut differing = all.differing.iter();
            differing.try_for_each(|what| writeln!(out, "the file's own answer is not the page's: {what}"))
        })?;
        Ok(all)
    }
}

/// The user's own cases in these files.
pub(super) fn read(files: &[(String, String)], editions: &Editions) -> Result<own::OwnCases, Problem> {
    own::read(files, editions).map_err(|problems| wrong(&problems))
}

/// Most problems that are shown.
const SHOWN: usize = 50;

/// Everything that is wrong with vector files.
pub(super) fn wrong(problems: &[VectorError]) -> Problem {
    let mut lines: Vec<String> = problems.iter().take(SHOWN).map(ToString::to_string).collect();
    if problems.len() > SHOWN {
        lines.push(format!("and {} more", problems.len() - SHOWN));
    }
    Problem::usage(lines.join("\n"), "docs/vectors.md shows what a vector file looks like")
}

/// Vector files and what is in them; of folders all files whose names end in `.toml`.
pub(super) fn texts(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Problem> {
    let mut seen = HashSet::new();
    let mut texts = Vec::new();
    for (name, file) in files_of(paths)? {
        if fs::canonicalize(&file).map_or(true, |place| seen.insert(place)) {
            texts.push((name, text(&file)?));
        }
    }
    Ok(texts)
}

/// Vector files; of folders all files whose names end in `.toml`.
pub(super) fn files_of(paths: impl IntoIterator<Item: AsRef<Path>>) -> Result<Vec<Named>, Problem> {
    files_with(paths, |file| file.extension().is_some_and(|extension| extension == "toml"))
}

/// The files themselves; of folders those that are wanted.
fn files_with(
    paths: impl IntoIterator<Item: AsRef<Path>>,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<Named>, Problem> {
    let mut all = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let mut files = below(path).map_err(|error| {
            let help = "check that the path exists and can be read";
            Problem::usage(format!("cannot read {}: {error}", path.display()), help)
        })?;
        files.retain(|file| file == path || wanted(file));
        all.extend(files.iter().map(|file| named(file)));
    }
    Ok(all)
}

/// The files below a folder, sorted, without hidden ones; a file itself. A folder that several links lead to counts once.
fn below(folder: &Path) -> Result<Vec<PathBuf>, walkdir::Error> {
    let mut seen = HashSet::new();
    let is_hidden =
        |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| {
        let mut is_new = || fs::canonicalize(entry.path()).is_ok_and(|place| seen.insert(place));
        !is_hidden(entry) && (!entry.file_type().is_dir() || is_new())
    });
    let leads_back = |entry: &Result<DirEntry, walkdir::Error>| {
        entry.as_ref().is_err_and(|error| error.loop_ancestor().is_some())
    };
    let files = entries
        .filter(|entry| !leads_back(entry) && entry.as_ref().map_or(true, |e| e.file_type().is_file()));
    files.map(|entry| Ok(entry?.into_path())).collect()
}

/// What is in a vector file.
pub(super) fn text(file: &Path) -> Result<String, Problem> {
    let text = files::read_text(file).map_err(|error| {
        let help = "give the path of a vector file, which can be read";
        Problem::usage(format!("cannot read {}: {error}", file.display()), help)
    })?;
    // No TOML begins so.
    if text.trim_start().starts_with('{') {
        let what = format!("{} is JSON, but a vector file is TOML", file.display());
        return Err(Problem::usage(
            what,
            "`ascertain run --repro DIR` writes failing random cases as vector files",
        ));
    }
    Ok(text)
}

fn shown(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}
