//! Where results go: reports to standard output and files, minimized failures to vector files, and what GitHub shows of a run on
//! one of its runners.

use super::error::Problem;
use super::pending::{Named, PendingFile, Written};
use super::print::{is_on_runner, limit, print_aside, print_to, say};
use super::targets::{self, Target, for_each_backend};
use crate::commands::proposed::Proposed;
use ascertain_conformance::report::github::Annotations;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::report::text::{NAME, terminal_width};
use ascertain_conformance::report::{Format, formats};
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use ascertain_conformance::verdict::{CaseResult, Run};
use clap::Args;
use clap::builder::TypedValueParser;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{env, fs, mem};

/// What is shown of the results, and the reports that are written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reports")]
pub(super) struct OutputArguments {
    /// Also write a report: FORMAT is html, json, junit or markdown; PATH may be `-` for standard output. With several backends, put {backend} into PATH; it becomes the backend's name. Repeatable.
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = Proposed(names).try_map(|text| target(&text)), hide_possible_values = true)]
    reports: Vec<Target<&'static Format>>,

    /// On a GitHub runner, write no annotations, and nothing to the summary of the step.
    #[arg(long)]
    no_github: bool,

    /// Number of findings to show in full, or `all`.
    #[arg(long, value_name = "NUMBER", default_value = "10", value_parser = limit)]
    findings: usize,

    /// Exit with code 3 if no case failed, but less than this percentage of the cases could be judged. The table shows it as
    /// the coverage of all areas.
    #[arg(long, value_name = "COVERAGE", value_parser = percent)]
    pub(super) fail_under: Option<f64>,

    /// Print the outcome alone, in one line for each backend.
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// List what is one line else: groups of calls that are refused or accepted against a page.
    #[arg(long, value_name = "WHAT")]
    show: Option<Show>,

    /// Also name the edition of every document, and print each verdict as it comes, except for random cases that pass. Known
    /// failures still show as failures there.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

/// What is listed although it is one line else.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Show {
    /// Calls that are refused or accepted against a page, where other calls have wrong results
    Refusals,
}

/// A share in per cent.
fn percent(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or("write a number from 0 to 100")
}

/// The names of the formats of reports.
fn names() -> Vec<&'static str> {
    formats::FORMATS.iter().map(|format| format.name).collect()
}

fn target(text: &str) -> Result<Target<&'static Format>, String> {
    let formats: Vec<_> = formats::FORMATS.iter().map(|format| (format.name, *format)).collect();
    Target::read(text, &formats)
}

/// The reports of a run, opened before anything is asked.
pub(super) struct Reports {
    /// Those of each backend that are not written yet.
    files: Vec<Vec<(&'static Format, PendingFile)>>,
    /// The folder for vector files of each backend, if they are wanted.
    vectors: Vec<PathBuf>,
    /// Whether a report goes to standard output, so that text for people goes to standard error.
    aside: bool,
    /// The annotations that GitHub still shows, if this program is on one of its runners and they are wanted.
    annotations: Option<Annotations>,
    /// The file with the summary of a step on such a runner.
    summary: Option<PathBuf>,
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
        let (would, example) =
            ("write their reports to the same file", "--report json=report-{backend}.json");
        let paths = |target: &Target<_>| for_each_backend(&target.path, backends, would, example);
        let paths = output.reports.iter().map(paths).collect::<Result<Vec<_>, _>>()?;
        let (would, example) = ("write their vectors to the same folder", "--repro found/{backend}");
        let vectors = vectors.map(|folder| for_each_backend(folder, backends, would, example)).transpose()?;
        let of_backend = |at: usize| {
            output.reports.iter().zip(&paths).map(move |(target, paths)| (target.format, paths[at].clone()))
        };
        let mut opened = targets::open((0..backends.len()).flat_map(of_backend))?.into_iter();
        let files =
            backends.iter().map(|_| opened.by_ref().take(paths.len()).collect()).collect::<Vec<Vec<_>>>();
        let vectors = vectors.unwrap_or_default();
        for folder in &vectors {
            check_folder(folder).map_err(|error| Problem::Report(folder.clone(), error))?;
        }
        let aside = files.iter().flatten().any(|(_, file): &(_, PendingFile)| file.is_standard_output());
        let is_shown = is_on_runner() && !output.no_github;
        let annotations = is_shown.then(Annotations::default);
        let summary = env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from).filter(|path| {
            // One of the reports may be the summary.
            let is_report = output.reports.iter().any(|target| Path::new(&target.path) == path);
            is_shown && !path.as_os_str().is_empty() && !is_report
        });
        Ok(Self { files, vectors, aside, annotations, summary, written: Written::default() })
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

    /// Whether anybody is told what failures come from, besides those who are told everything.
    pub(super) fn have_causes(&self) -> bool {
        self.annotations.is_some()
            || self.summary.is_some()
            || self.files.iter().any(|files| !files.is_empty())
    }

    /// Writes what people read about a run: one of several, or the only one.
    pub(super) fn show(&self, arguments: &OutputArguments, run: &Run, asked: &RunRequest, at: usize) {
        let view = View {
            width: terminal_width(),
            findings: arguments.findings,
            verbose: arguments.verbose,
            refusals: arguments.show.is_some(),
        };
        // The outcome alone would not tell what to do.
        if let Some(reason) = run.not_started.as_deref().filter(|_| arguments.quiet) {
            self.written.note(print_aside(|out| terminal::write_not_started(out, reason, view.width)));
        }
        self.say(|out| match arguments.quiet {
            true => {
                if self.files.len() > 1 {
                    write!(out, "{NAME}{}{NAME:#} ", text::name(&asked.backend))?;
                }
                terminal::write_outcome(out, run)
            }
            false => {
                if at > 0 {
                    writeln!(out)?;
                }
                terminal::write(out, run, asked, view)
            }
        });
    }

    /// Writes the reports and vectors of one backend's run. One that cannot be written is told on standard error, and
    /// the others are written all the same.
    pub(super) fn write(&mut self, backend: usize, run: &Run, asked: &RunRequest) {
        for (format, file) in self.files.get_mut(backend).map(mem::take).into_iter().flatten() {
            self.written.note(file.write(|out| (format.write)(out, run, asked)));
        }
        if let Some(folder) = self.vectors.get(backend) {
            self.written.note(write_vectors(folder, run));
        }
        // Nobody has named its file, so that nothing is lacking without it.
        if let Some(path) = &self.summary
            && let Err(error) = summarize(path, run, asked)
        {
            Problem::Report(path.clone(), error).print();
        }
        if let Some(annotations) = &mut self.annotations {
            self.written.note(print_to(self.aside, |out| annotations.write(out, run, asked)));
        }
    }
}

/// Appends a run to the summary of a step, to which all its commands append.
fn summarize(path: &Path, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let Some(markdown) = formats::named("markdown") else { return Ok(()) };
    let mut out = BufWriter::new(fs::OpenOptions::new().create(true).append(true).open(path)?);
    (markdown.write)(&mut out, run, asked)?;
    writeln!(out)?;
    out.flush()
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
