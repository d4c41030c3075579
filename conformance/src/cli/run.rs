//! `ascertain run`.

use super::backend::PatienceArguments;
use super::error::Problem;
use super::progress::Progress;
use super::select::{CaseArguments, EditionArguments, Shard, all_cases};
use super::{backend, print, print_aside};
use crate::case::Case;
use crate::report::terminal::View;
use crate::report::text::terminal_width;
use crate::report::{Asked, compare, edition_arguments, json, terminal};
use crate::runner::{self, RunOptions};
use crate::verdict::Run;
use ascertain::DType;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The implementation under test: `reference`, or `process:COMMAND` for a program that speaks the protocol.
    /// Several are asked one after another, and the worst exit code counts: 1 before 3 before 0.
    #[arg(long = "backend", value_name = "BACKEND", default_value = "reference")]
    backends: Vec<String>,

    #[command(flatten)]
    patience: PatienceArguments,

    #[command(flatten)]
    editions: EditionArguments,

    #[command(flatten)]
    cases: CaseArguments,

    /// Only part K of N of the cases; parts count from 1.
    #[arg(long, value_name = "K/N", help_heading = "Cases")]
    shard: Option<Shard>,

    /// Also ask this many random cases.
    #[arg(long, value_name = "NUMBER", help_heading = "Random cases")]
    fuzz: Option<u64>,

    /// Also ask random cases for so long: `90s`, `5m`, `2h`. With --fuzz, whichever ends first.
    #[arg(long, value_name = "DURATION", value_parser = duration, help_heading = "Random cases")]
    time: Option<Duration>,

    /// Seed of the random cases; the same seed makes the same ones, bit for bit.
    #[arg(long, value_name = "NUMBER", help_heading = "Random cases")]
    seed: Option<u64>,

    /// Demand an arithmetic as if the backend had declared it: order=sequential, accumulator.f16=f32,
    /// subnormals=keep. May be given several times.
    #[arg(long = "expect", value_name = "KEY=VALUE", help_heading = "Backends")]
    demands: Vec<Demand>,

    /// Also write a report for programs, `json=PATH`; `-` is standard output. With several backends PATH holds
    /// {backend}, which becomes the backend's name.
    #[arg(long = "report", value_name = "FORMAT=PATH", help_heading = "Reports")]
    reports: Vec<Target>,

    /// Also write the failures of random cases, made small, as vectors into this folder.
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    repro: Option<PathBuf>,

    /// How many findings to show one by one, or `all`.
    #[arg(long, value_name = "NUMBER", default_value = "10", help_heading = "Reports")]
    findings: Limit,
}

/// Where a report for programs goes.
#[derive(Clone, Debug)]
struct Target {
    path: String,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some(("json", path)) if !path.is_empty() => Ok(Self { path: path.to_owned() }),
            Some((format, _)) if format != "json" => {
                Err(format!("no report has the format `{format}`; write json=PATH"))
            }
            _ => Err("write json=PATH".to_owned()),
        }
    }
}

/// What is demanded of the backend's arithmetic.
#[derive(Clone, Debug)]
struct Demand {
    key: String,
    value: String,
}

impl FromStr for Demand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const KEYS: [&str; 3] = ["order", "accumulator", "subnormals"];
        let (key, value) = text.split_once('=').ok_or("write KEY=VALUE, for example order=sequential")?;
        let (point, dtype) = key.split_once('.').map_or((key, None), |(point, dtype)| (point, Some(dtype)));
        if !KEYS.contains(&point) {
            return Err(format!("nothing called `{point}` can be demanded; there are: {}", KEYS.join(", ")));
        }
        if let Some(dtype) = dtype.filter(|name| DType::from_name(name).is_none()) {
            return Err(format!(
                "no dtype is called `{dtype}`; write its short name, for example {point}.f16"
            ));
        }
        Ok(Self { key: key.to_owned(), value: value.to_owned() })
    }
}

/// `90s`, `5m`, `2h`; seconds without a unit.
fn duration(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let scale = match unit {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a number with s, m or h, for example 90s"),
    };
    let seconds = number.parse().ok().map(|n: f64| n * scale).filter(|s| *s > 0.0 && *s <= 1e9);
    seconds.map(Duration::from_secs_f64).ok_or("write a number above 0 with s, m or h, for example 90s")
}

/// How many findings to show.
#[derive(Clone, Copy, Debug)]
struct Limit(usize);

impl FromStr for Limit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(usize::MAX)),
            number => number.parse().map(Self).map_err(|_| "write a number, or `all`"),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let editions = arguments.editions.resolve()?;
    let random = arguments.fuzz.is_some() || arguments.time.is_some();
    let cases = arguments.cases.select(all_cases(&editions)?, &editions, random)?;
    let cases = arguments.shard.map_or(Ok(cases.clone()), |shard| part(shard, &cases))?;
    let targets = targets(arguments)?;
    let backends = arguments.backends.iter().map(|spec| backend::open(spec, &editions, &arguments.patience));
    let mut backends = backends.collect::<Result<Vec<_>, _>>()?;
    let options = options(arguments, &editions);
    let view = View { width: terminal_width(), findings: arguments.findings.0 };
    let aside = arguments.reports.iter().any(|t| t.path == "-");
    let mut runs: Vec<(Run, Asked)> = Vec::new();
    for ((spec, backend), paths) in arguments.backends.iter().zip(&mut backends).zip(targets) {
        let asked = asked(arguments, spec, &editions);
        let run = ask(spec, backend.as_mut(), &cases, &options);
        let first = runs.is_empty();
        let show = |out: &mut dyn Write| {
            if !first {
                writeln!(out)?;
            }
            terminal::write(out, &run, &asked, view)
        };
        if aside {
            print_aside(show)?
        } else {
            print(show)?
        }
        for path in &paths {
            write_report(path, &run, &asked)?;
        }
        if let Some(folder) = &arguments.repro {
            write_vectors(folder, &run)?;
        }
        runs.push((run, asked));
    }
    if runs.len() > 1 {
        let show = |out: &mut dyn Write| compare::write(out, &runs, view.width);
        if aside { print_aside(show)? } else { print(show)? }
    }
    Ok(runs
        .iter()
        .map(|(run, _)| run.exit_code())
        .max_by_key(|code| [0, 3, 1].iter().position(|c| c == code))
        .unwrap_or(3))
}

fn part(shard: Shard, cases: &[Case]) -> Result<Vec<Case>, Problem> {
    let part = shard.take(cases.to_vec());
    if part.is_empty() {
        let what = format!("part {} of {} of {} cases is empty", shard.part, shard.of, cases.len());
        return Err(Problem::usage(what, "ask for fewer parts"));
    }
    Ok(part)
}

fn options(arguments: &Arguments, editions: &Editions) -> RunOptions {
    RunOptions {
        editions: editions.clone(),
        seed: arguments.seed.unwrap_or(0),
        fuzz: arguments.fuzz.unwrap_or(0),
        time: arguments.time,
        expect: arguments.demands.iter().map(|d| (d.key.clone(), d.value.clone())).collect(),
    }
}

/// Asks a backend the cases and judges the answers.
fn ask(spec: &str, backend: &mut dyn Backend, cases: &[Case], options: &RunOptions) -> Run {
    let mut progress = Progress::new(cases.len(), spec);
    let mut findings = 0;
    runner::run(cases, backend, options, &mut |result| {
        findings += usize::from(result.judgement.verdict.is_finding());
        progress.step(findings);
    })
}

fn asked(arguments: &Arguments, spec: &str, editions: &Editions) -> Asked {
    Asked {
        backend: spec.to_owned(),
        editions: edition_arguments(editions),
        filters: arguments.cases.filters.clone(),
        skips: arguments.cases.skips.clone(),
        requirements: arguments.cases.requirements.clone(),
        demands: arguments.demands.iter().map(|d| format!("{}={}", d.key, d.value)).collect(),
        shard: arguments.shard.map(|s| (s.part, s.of)),
    }
}

/// The paths of each backend's reports. Checked before anything is asked: a run may take long.
fn targets(arguments: &Arguments) -> Result<Vec<Vec<PathBuf>>, Problem> {
    const NAME: &str = "{backend}";
    let several = arguments.backends.len() > 1;
    if let Some(target) = arguments.reports.iter().find(|t| several && !t.path.contains(NAME)) {
        let what = format!(
            "{} backends would write over each other's report {}",
            arguments.backends.len(),
            target.path
        );
        return Err(Problem::usage(
            what,
            "put {backend} into the path, for example --report json=report-{backend}.json",
        ));
    }
    let names = file_names(&arguments.backends);
    let paths =
        |name: &String| arguments.reports.iter().map(|t| PathBuf::from(t.path.replace(NAME, name))).collect();
    let all: Vec<Vec<PathBuf>> = names.iter().map(paths).collect();
    for path in all.iter().flatten() {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let missing =
                io::Error::new(io::ErrorKind::NotFound, format!("{} is no folder", folder.display()));
            return Err(Problem::Report(path.clone(), missing));
        }
    }
    Ok(all)
}

/// A name for each backend that may stand in a path: its last word without folders and extension, numbered where
/// two are alike.
fn file_names(backends: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for backend in backends {
        let word = backend.rsplit([' ', ':']).next().unwrap_or(backend);
        let stem = Path::new(word)
            .file_stem()
            .map_or_else(|| "backend".into(), |s| s.to_string_lossy().into_owned());
        let name: String = stem
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' })
            .collect();
        let alike = names.iter().filter(|n| **n == name || n.starts_with(&format!("{name}-"))).count();
        names.push(if alike == 0 { name } else { format!("{name}-{}", alike + 1) });
    }
    names
}

fn write_report(path: &Path, run: &Run, asked: &Asked) -> Result<(), Problem> {
    if path.as_os_str() == "-" {
        return print(|out| json::write(out, run, asked));
    }
    let written = fs::File::create(path).and_then(|file| {
        let mut out = io::BufWriter::new(file);
        json::write(&mut out, run, asked)?;
        out.flush()
    });
    written.map_err(|error| Problem::Report(path.to_owned(), error))
}

/// Writes each failure that was made small as a vector file.
fn write_vectors(folder: &Path, run: &Run) -> Result<(), Problem> {
    let small = run.results.iter().filter_map(|result| Some((result, result.shrunk.as_deref()?)));
    for (result, small) in small {
        let path = folder.join(format!("{}.toml", result.id.replace('/', "-")));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &small.vector));
        written.map_err(|error| Problem::Report(path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::file_names;

    #[test]
    fn backends_get_names_for_files() {
        let backends = [
            "reference",
            "process:python3 a/numpy_adapter.py",
            "process:./x y/numpy_adapter.py",
            "reference",
        ];
        let names = file_names(&backends.map(str::to_owned));
        assert_eq!(names, ["reference", "numpy_adapter", "numpy_adapter-2", "reference-2"]);
    }
}
