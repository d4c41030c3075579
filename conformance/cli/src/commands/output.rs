//! Where results go: reports to standard output and files, minimized failures to vector files.

use super::error::Problem;
use super::github::Runner;
use super::lines::LiveReports;
use super::pending::{Named, PendingFile, Written};
use super::print::{print_aside, print_to, say};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::report::text::{NAME as STYLE, terminal_width};
use ascertain_conformance::report::{Format, formats, lines};
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::results::files;
use ascertain_conformance::results::site::Site;
use ascertain_conformance::text;
use ascertain_conformance::verdict::{CaseResult, Run};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Placeholder for the backend's name in a path.
pub(super) const NAME: &str = "{backend}";

/// A report for programs, as written after `--report`.
#[derive(Clone, Debug)]
pub(super) struct Target {
    format: &'static Format,
    pub(super) path: String,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let forms = formats::forms();
        let (name, path) =
            text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or(format!("write {forms}"))?;
        let format = formats::named(name).ok_or(format!("unknown report format `{name}`; write {forms}"))?;
        Ok(Self { format, path: path.to_owned() })
    }
}

/// What is shown of the results, and the reports that are written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reports")]
pub(super) struct OutputArguments {
    /// Also write a report: FORMAT is html, json, jsonl, junit, markdown, ctrf, sarif or badge; PATH may be `-` for
    /// standard output. With several backends, put {backend} into PATH; it becomes the backend's name. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH")]
    pub(super) reports: Vec<Target>,

    /// Where `ascertain-spec site` wrote its site: an address or a folder. Requirements and cells in HTML and Markdown reports
    /// lead there.
    #[arg(long, value_name = "ADDRESS")]
    site: Option<Site>,

    /// On a GitHub runner, write no annotations, and nothing to the summary of the step.
    #[arg(long)]
    no_github: bool,

    /// Number of findings to show in full, or `all`.
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    findings: Limit,

    /// Exit with code 3 if no case fails, but fewer than this share of the cases is judged, in per cent. The table shows
    /// the share as the coverage of all areas.
    #[arg(long, value_name = "COVERAGE", value_parser = percent)]
    pub(super) fail_under: Option<f64>,

    /// Print the outcome alone, in one line for each backend.
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Also print the verdict of each case when it is judged, but for random cases that pass. The list of known failures
    /// is applied later.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

/// A share in per cent.
pub(super) fn percent(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or("write a number from 0 to 100")
}

impl OutputArguments {
    /// How much a terminal shows.
    fn view(&self) -> View {
        View { width: terminal_width(), findings: self.findings.0 }
    }
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

/// The reports of a run, opened before anything is asked.
pub(super) struct Reports {
    /// Those of each backend that are not written yet.
    files: Vec<Vec<(&'static Format, PendingFile)>>,
    /// The folder for vector files of each backend, if they are wanted.
    vectors: Vec<PathBuf>,
    /// Whether a report goes to standard output, so that text for people goes to standard error.
    aside: bool,
    /// How many backends there are.
    backends: usize,
    /// The runner that shows the results, if they are wanted there.
    github: Option<Runner>,
    /// Where requirements and cells in reports lead.
    site: Option<Site>,
    /// Whether all of them were written.
    pub(super) written: Written,
}

impl Reports {
    /// Opens every report, so that what is wrong with a path is found before a long run.
    pub(super) fn open(
        output: &OutputArguments,
        vectors: Option<&str>,
        backends: &[String],
    ) -> Result<Self, Problem> {
        let targets = &output.reports;
        if let Some(target) = targets.iter().find(|t| backends.len() > 1 && !t.path.contains(NAME)) {
            let what = format!(
                "{} backends would write their reports to the same file {}",
                backends.len(),
                target.path
            );
            let help = "put {backend} into the path, for example --report json=report-{backend}.json";
            return Err(Problem::usage(what, help));
        }
        if let Some(folder) = vectors.filter(|folder| backends.len() > 1 && !folder.contains(NAME)) {
            let what =
                format!("{} backends would write their vectors to the same folder {folder}", backends.len());
            return Err(Problem::usage(
                what,
                "put {backend} into the path, for example --repro found/{backend}",
            ));
        }
        let names = file_names(backends);
        let folder =
            |path: &str| names.iter().map(|name| path.replace(NAME, name).into()).collect::<Vec<PathBuf>>();
        let vectors = vectors.map(folder).unwrap_or_default();
        let mut files: Vec<Vec<(&'static Format, PendingFile)>> = Vec::new();
        for name in &names {
            let mut own = Vec::new();
            for target in targets {
                let path = PathBuf::from(target.path.replace(NAME, name));
                let file = PendingFile::open(&path)?;
                if files.iter().flatten().chain(&own).any(|(_, other)| other.is_same(&file)) {
                    let what = format!("two reports would be written to {}", path.display());
                    return Err(Problem::usage(what, "give each report a path of its own"));
                }
                own.push((target.format, file));
            }
            files.push(own);
        }
        for folder in &vectors {
            check_folder(folder).map_err(|error| Problem::Report(folder.clone(), error))?;
        }
        let aside = files.iter().flatten().any(|(_, file)| file.is_standard_output());
        let github = Runner::here(targets.iter().map(|target| &*target.path)).filter(|_| !output.no_github);
        let site = output.site.clone();
        let written = Written::default();
        Ok(Self { files, vectors, aside, backends: backends.len(), github, site, written })
    }

    /// The files that are written in some formats, and the options that name them.
    pub(super) fn paths(&self, wanted: impl Fn(&str) -> bool) -> Vec<Named> {
        let named = |(format, file): &(&Format, PendingFile)| {
            let path = file.path();
            (format!("--report {}={}", format.name, path.display()), path.to_owned())
        };
        self.files.iter().flatten().filter(|(format, _)| wanted(format.name)).map(named).collect()
    }

    /// Writes text for people.
    pub(super) fn say(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.written.note(say(self.aside, write));
    }

    /// Writes the verdicts of cases, for people.
    pub(super) fn say_verdicts<'a>(&self, results: impl Iterator<Item = &'a CaseResult>) {
        self.say(|out| results.into_iter().try_for_each(|result| terminal::write_verdict(out, result)));
    }

    /// Writes what people read about a run: one of several, or the only one.
    pub(super) fn show(&self, arguments: &OutputArguments, run: &Run, asked: &RunRequest, at: usize) {
        let several = self.backends > 1;
        // The outcome alone would not tell what to do.
        if let Some(reason) = run.not_started.as_deref().filter(|_| arguments.quiet) {
            let width = terminal_width();
            self.written.note(print_aside(|out| terminal::write_not_started(out, reason, width)));
        }
        self.say(|out| match arguments.quiet {
            true if several => {
                write!(out, "{STYLE}{}{STYLE:#} ", text::name(&asked.backend))?;
                terminal::write_outcome(out, run)
            }
            true => terminal::write_outcome(out, run),
            false => {
                if at > 0 {
                    writeln!(out)?;
                }
                terminal::write(out, run, asked, arguments.view())
            }
        });
    }

    /// Begins those reports of one backend's run that are written as it goes.
    pub(super) fn start(
        &mut self,
        backend: usize,
        cases: usize,
        options: &RunOptions,
        asked: &RunRequest,
    ) -> LiveReports {
        let files = &mut self.files[backend];
        let is_live = |(format, _): &(&Format, _)| format.name == lines::FORMAT.name;
        let (live, rest): (Vec<_>, _) = mem::take(files).into_iter().partition(is_live);
        *files = rest;
        let mut lines = LiveReports::default();
        for (_, file) in live {
            self.written.note(lines.start(file, cases, options, asked));
        }
        lines
    }

    /// Writes the reports and vectors of one backend's run. One that cannot be written is told on standard error, and
    /// the others are written all the same.
    pub(super) fn write(&mut self, backend: usize, run: &Run, asked: &RunRequest) {
        let asked = &RunRequest { site: self.site.clone(), ..asked.clone() };
        for (format, file) in self.files.get_mut(backend).map(mem::take).into_iter().flatten() {
            self.written.note(file.write(|out| (format.write)(out, run, asked)));
        }
        if let Some(folder) = self.vectors.get(backend) {
            self.written.note(write_vectors(folder, run));
        }
        if let Some(runner) = &mut self.github {
            // Nobody has named its file.
            if let Err(problem) = runner.summarize(run, asked) {
                problem.print();
            }
            let annotate = |out: &mut dyn Write| runner.annotate(out, run, asked);
            self.written.note(print_to(self.aside, annotate));
        }
    }
}

/// Whether files can be written to a folder, which is created when there is one to write.
fn check_folder(folder: &Path) -> io::Result<()> {
    // Of `a/b/c`, `a` may be there.
    let there = folder.ancestors().find(|part| part.as_os_str().is_empty() || part.exists());
    let there = there.filter(|part| !part.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(there).map(drop)
}

/// Writes each minimized failure as a vector file.
fn write_vectors(folder: &Path, run: &Run) -> Result<(), Problem> {
    let small = run.results.iter().filter_map(|result| Some((result, result.shrunk.as_deref()?)));
    for (result, small) in small {
        let stem = result.id.replace('/', "-");
        let written = fs::create_dir_all(folder).and_then(|()| write_vector(folder, &stem, &small.vector));
        written.map_err(|error| Problem::Report(folder.join(stem), error))?;
    }
    Ok(())
}

/// Writes a vector file, with a number in its name if another one, which somebody may have edited, has the name already.
fn write_vector(folder: &Path, stem: &str, text: &str) -> io::Result<()> {
    let names = (2..).map(|number| format!("{stem}-{number}.toml"));
    for path in [format!("{stem}.toml")].into_iter().chain(names).map(|name| folder.join(name)) {
        match fs::File::create_new(&path) {
            Ok(mut file) => {
                return file.write_all(text.as_bytes()).inspect_err(|_| {
                    // Half a vector is worse than none. If it cannot be removed either, the error says so.
                    let _ = fs::remove_file(&path);
                });
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Err(_) if files::read_text(&path).is_ok_and(|there| there == text) => break,
            Err(_) => {}
        }
    }
    Ok(())
}

/// A name for each backend that is safe in a path: its last word without folders and extension. Equal names get a
/// number.
pub(super) fn file_names(backends: &[String]) -> Vec<String> {
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
