//! `ascertain-spec implementations`: the table of implementations, from reports.

use crate::implementations::{Folder, Implementation, ImplementationRow, Observations, Unreadable, markdown};
use ascertain_cli::bench::report::BenchReport as Times;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::pending::PendingFile;
use ascertain_cli::commands::print::say;
use ascertain_cli::commands::select::all_cases;
use ascertain_conformance::case_index::CaseIndex;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::text::{PLAIN, labelled, plural, terminal_width};
use ascertain_conformance::results::files;
use ascertain_conformance::results::{ReadError, Report};
use clap::Args;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Add an implementation, or renew its row:",
        "ascertain-spec implementations run.json observe.json bench.json",
    ),
    ("Write the page again, after explanations were changed:", "ascertain-spec implementations"),
    ("A table of your own:", "ascertain-spec implementations run.json --dir kernels"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// JSON reports of `run`, `observe` and `bench`. They belong together by the backend's name and version.
    #[arg(value_name = "REPORT")]
    reports: Vec<PathBuf>,

    /// The folder with a row for each implementation. The page is written beside it: DIR.md.
    #[arg(long, value_name = "DIR", default_value = "docs/implementations")]
    dir: PathBuf,
}

/// What tells the three kinds of reports apart.
#[derive(Deserialize)]
struct ReportForm {
    #[serde(default)]
    habits: Option<IgnoredAny>,
    #[serde(default)]
    environment: Option<IgnoredAny>,
}

/// The reports, by kind, each with its path.
#[derive(Default)]
struct Reports<'a> {
    runs: Vec<&'a Path>,
    observations: Vec<(&'a Path, Observations)>,
    times: Vec<(&'a Path, Times)>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let dir = &arguments.dir;
    let reports = Reports::read(&arguments.reports)?;
    let mut folder = Folder::read(dir).map_err(|error| unreadable(&error))?;
    let mut changed: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for path in &reports.runs {
        let (name, row) = row(path, &folder)?;
        let notes = Folder::notes(dir, &name).map_err(|error| unreadable(&error))?;
        changed.entry(name.clone()).or_default().push("a run");
        folder.put(Implementation { name, row, notes });
    }
    for (path, observations) in &reports.observations {
        let taken = folder.implementations.iter_mut().find(|one| one.row.title() == observations.backend);
        let one = taken.ok_or_else(|| without_run(path, &observations.backend))?;
        one.row.observe(observations);
        changed.entry(one.name.clone()).or_default().push("observations");
    }
    for (path, times) in &reports.times {
        let mut taken = false;
        for one in &mut folder.implementations {
            if one.row.time(times) {
                taken = true;
                changed.entry(one.name.clone()).or_default().push("times");
            }
        }
        if !taken {
            let names = times.backends.iter().map(|entry| format!("{} {}", entry.name, entry.version));
            return Err(without_run(path, &names.collect::<Vec<_>>().join(", ")));
        }
    }
    write(dir, &folder, &changed)?;
    let width = terminal_width();
    say(false, |out| {
        for one in &folder.implementations {
            let from = changed.get(&one.name);
            if from.is_none() && one.unexplained().next().is_none() && one.idle().next().is_none() {
                continue;
            }
            let from = from.map_or("as before".to_owned(), |from| from.join(", "));
            writeln!(out, "{} {}: {from}", one.title(), one.row.version)?;
            for difference in one.unexplained() {
                let requirement = difference.requirement.as_deref().unwrap_or("no single requirement");
                let cases = plural(difference.cases, "case", "cases");
                let what = format!("{cases} of {requirement}, such as {}", difference.example);
                labelled(out, (2, "not explained", 15), &what, PLAIN, width)?;
            }
            for explanation in one.idle() {
                let (areas, kind) = (explanation.areas.join(", "), &explanation.kind);
                let what = format!("{}.toml explains {kind} in {areas}", one.name);
                labelled(out, (2, "not there", 15), &what, PLAIN, width)?;
            }
        }
        let count = plural(folder.implementations.len() as u64, "implementation", "implementations");
        writeln!(out, "wrote {}: {count}", page_of(dir).display())
    })?;
    Ok(0)
}

impl<'a> Reports<'a> {
    fn read(paths: &'a [PathBuf]) -> Result<Self, Problem> {
        let mut reports = Self::default();
        for path in paths {
            match parse::<ReportForm>(path)? {
                ReportForm { habits: Some(_), .. } => reports.observations.push((path, parse(path)?)),
                ReportForm { environment: Some(_), .. } => reports.times.push((path, parse(path)?)),
                ReportForm { .. } => reports.runs.push(path),
            }
        }
        Ok(reports)
    }
}

fn parse<T: DeserializeOwned>(path: &Path) -> Result<T, Problem> {
    let not_one = |error: &dyn std::fmt::Display| {
        Problem::usage(
            format!("{}: {error}", path.display()),
            "give JSON reports of `ascertain run`, `observe` and `bench`",
        )
    };
    let text = files::read_text(path).map_err(|error| not_one(&error))?;
    serde_json::from_str(&text).map_err(|error| not_one(&error))
}

/// The row of a report, and its name.
fn row(path: &Path, folder: &Folder) -> Result<(String, ImplementationRow), Problem> {
    let in_file = |error: ReadError| Problem::from(error.in_file(&path.display().to_string()));
    let report = Report::open(path)?;
    let editions = report.editions().map_err(in_file)?;
    let asked = report.request();
    if asked.selection.own.is_some() {
        let help =
            "it asked cases of its own too, which nobody else has; run the suite alone, without --vectors";
        return Err(Problem::usage(format!("{}: this makes no row", path.display()), help));
    }
    let cases = all_cases(&editions)?;
    let case_index = CaseIndex::new(&editions, Registry::default(), &cases);
    let run = report.restore(&case_index).map_err(in_file)?;
    let row = ImplementationRow::of(&run, &asked, &editions, folder.documents.cases())
        .map_err(|why| Problem::usage(format!("{}: this makes no row", path.display()), why))?;
    // A name of files.
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = row.backend.chars().map(plain).collect();
    if name.is_empty() {
        let what = format!("{}: the backend has no name", path.display());
        return Err(Problem::usage(what, "its adapter says it, in its answer to hello"));
    }
    Ok((name, row))
}

fn without_run(path: &Path, backend: &str) -> Problem {
    let what = format!("{}: there is no row for {backend}", path.display());
    Problem::usage(
        what,
        "give the JSON report of a run of this version too: `ascertain run --report json=PATH`",
    )
}

fn unreadable(error: &Unreadable) -> Problem {
    Problem::usage(error.to_string(), "mend the file, or choose another --dir")
}

fn page_of(dir: &Path) -> PathBuf {
    dir.with_extension("md")
}

fn write(dir: &Path, folder: &Folder, changed: &BTreeMap<String, Vec<&'static str>>) -> Result<(), Problem> {
    let beside_guides = page_of(dir).with_file_name("guides/add-an-implementation.md").is_file();
    let page = markdown(folder, beside_guides).map_err(|error| {
        Problem::usage(
            format!("the page cannot be made: {error}"),
            "this is a bug in ascertain; please report it",
        )
    })?;
    fs::create_dir_all(dir).map_err(|error| Problem::Report(dir.to_owned(), error))?;
    for one in folder.implementations.iter().filter(|one| changed.contains_key(&one.name)) {
        PendingFile::open(&dir.join(format!("{}.json", one.name)))?.update(|out| {
            serde_json::to_writer_pretty(&mut *out, &one.row)?;
            writeln!(out)
        })?;
    }
    PendingFile::open(&page_of(dir))?.update(|out| out.write_all(page.as_bytes()))
}
