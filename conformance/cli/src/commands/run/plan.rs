//! The order of a run: what is opened first, backend after backend, and where the results go.

use super::arguments::OutcomeArguments;
use crate::commands::error::Problem;
use crate::commands::interrupt;
use crate::commands::journal::{JournalArguments, OpenJournal};
use crate::commands::output::Reports;
use crate::commands::pending::{Named, check_apart};
use crate::commands::progress::Progress;
use crate::commands::settings::FILE;
use crate::commands::vectors::files_of;
use ascertain::call::Call;
use ascertain_conformance::case::Case;
use ascertain_conformance::case_index::CaseIndex;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::text::plural;
use ascertain_conformance::results::known_file;
use ascertain_conformance::results::{Limits, RunRequest, Selection};
use ascertain_conformance::run::{Backends, Listener, Started, Step};
use ascertain_conformance::session::Session;
use ascertain_conformance::verdict::{ExpectedFailure, Run};
use ascertain_conformance::{known, run};
use ascertain_selftest::diagnosis::diagnose;
use std::mem;
use std::path::Path;

/// What to ask, and what to do with the answers.
pub struct RunPlan<'a> {
    /// The fixed cases.
    pub cases: &'a [Case],
    /// How they were chosen.
    pub selection: Selection,
    /// Limits of the backends' processes.
    pub limits: Limits,
    /// What else is asked, and how it is judged.
    pub options: RunOptions,
    /// What the answers must satisfy, and where the results go.
    pub outcome: &'a OutcomeArguments,
    /// Where the journal goes.
    pub journal: &'a JournalArguments,
    /// The command that asks again, if it is not `ascertain run` or `replay`.
    pub again: Option<String>,
}

impl RunPlan<'_> {
    /// Runs the cases on each backend and reports the results. Backends have the names that people write. Returns the exit
    /// code.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(mut self, backends: Vec<(String, Backends<'_>)>) -> Result<u8, Problem> {
        let known = self.outcome.known.as_deref().map(known_failures).transpose()?.unwrap_or_default();
        // Open all reports first: a run may take long.
        let specs: Vec<String> = backends.iter().map(|(spec, _)| spec.clone()).collect();
        let output = &self.outcome.output;
        let mut reports = Reports::open(output, self.outcome.repro.as_deref(), &specs)?;
        let journals = self.journal.paths(&specs)?;
        check_apart(&[reports.paths(|_| true), journals.clone()].concat(), &self.files_read(&specs)?)?;
        self.selection.demands = self.outcome.demanded.words();
        self.selection.observe_readings = self.outcome.demanded.observes_readings();
        self.options.standard = self.outcome.demanded.standard();
        self.selection.standard = self.options.standard.map(|(standard, _)| standard.name.clone());
        self.selection.by_standard = self.options.standard.is_some_and(|(_, decides)| decides);
        self.selection.shard = self.options.shard;
        self.options.expect = self.selection.expected();
        self.options.observe_readings = self.selection.observe_readings;
        self.options.listed = known::random_cases(&known, self.options.seed);
        self.options.stop = interrupt::stop();
        let request = |spec: &String| {
            let asked = RunRequest::of(spec, self.selection.clone(), self.cases.len(), &self.options);
            let known = self.outcome.known.as_ref().map(|path| path.display().to_string());
            RunRequest { limits: self.limits, known, again: self.again.clone(), ..asked }.sanitized()
        };
        let asked: Vec<RunRequest> = specs.iter().map(request).collect();
        let journals = self.journal.open(journals, self.cases, &self.options, &asked)?;
        let mut codes = Vec::new();
        for (at, ((backends, asked), journal)) in backends.into_iter().zip(asked).zip(journals).enumerate() {
            let (spec, backends) = backends;
            self.options.large.copies = if spec == "reference" { COPIES } else { COPIES_ELSEWHERE };
            self.options.large.available = available_memory();
            let mut run = self.ask(&spec, backends, journal, &reports)?;
            run.fail_under = output.fail_under;
            known::apply(&mut run, &known, asked.selection.is_whole());
            let unjudged = || no_formula(self.cases, self.options.registry);
            run.incomplete = run.incomplete.take().or_else(unjudged).filter(|_| run.not_started.is_none());
            // Reports first: the terminal may be gone.
            reports.write(at, &run, &asked);
            reports.show(output, &run, &asked, at);
            codes.push(run.exit_code());
        }
        let badness = |code: &u8| [0, 3, 1].iter().position(|c| c == code);
        let code = codes.into_iter().max_by_key(badness).unwrap_or(3);
        Ok(reports.written.exit_code(code))
    }

    /// Asks a backend the cases and judges the answers, but for those in the journal.
    fn ask(
        &self,
        spec: &str,
        backends: Backends<'_>,
        mut journal: Option<OpenJournal>,
        reports: &Reports,
    ) -> Result<Run, Problem> {
        let (options, output) = (&self.options, &self.outcome.output);
        let random = options.shard.unwrap_or_default().count(options.fuzz.min(options.random_limit()));
        let random = usize::try_from(random).unwrap_or(usize::MAX);
        let fixed = self.cases.len() + options.large.cases.len();
        let progress = match output.quiet {
            true => Progress::hidden(),
            false => Progress::new(fixed.saturating_add(random), spec),
        };
        let earlier = journal.as_mut().map(|journal| mem::take(&mut journal.earlier)).unwrap_or_default();
        let verdicts = output.verbose.then_some(reports);
        let mut told = ProgressListener { progress, findings: 0, journal, verdicts };
        earlier.iter().for_each(|step| told.show(step));
        // Replies of other parts, or before an interruption, are not known.
        let is_whole = options.shard.is_none() && earlier.is_empty();
        let is_told = !output.quiet || reports.have_causes();
        let mut backends = backends;
        let again = match &mut backends {
            Backends::One(backend) => Backends::One(&mut **backend),
            Backends::Many(jobs, make) => Backends::Many(*jobs, make),
        };
        let mut run = run::run_all(self.cases, again, options, earlier, &mut told);
        if is_whole && is_told && run.results.iter().any(|result| result.judgement.verdict.is_failure()) {
            let index = CaseIndex::new(&options.editions, options.registry, self.cases);
            let mut made = None;
            let backend = match backends {
                // Recorded answers are to the cases of the run alone.
                _ if options.once => None,
                Backends::One(backend) => Some(backend),
                Backends::Many(_, make) => make().ok().map(|backend| made.insert(backend).as_mut()),
            };
            let mut session = backend.and_then(|backend| Session::start(backend, options).ok());
            diagnose(&mut run, &index, &mut |cases| {
                session.as_mut().map_or_else(Vec::new, |session| session.ask(cases))
            });
            if let Some(mut session) = session {
                session.finish();
            }
        }
        told.journal.map_or(Ok(()), |journal| journal.close(&reports.written))?;
        Ok(run)
    }

    /// The files that the run reads, and what names them.
    fn files_read(&self, specs: &[String]) -> Result<Vec<Named>, Problem> {
        let known =
            self.outcome.known.iter().map(|path| (format!("--known {}", path.display()), path.clone()));
        let mut read: Vec<Named> = known.chain([(FILE.to_owned(), FILE.into())]).collect();
        let own = self.selection.own.iter().flat_map(|own| &own.paths);
        read.extend(files_of(own.chain(&self.selection.files))?);
        // A backend may be a script or a library.
        let words = specs
            .iter()
            .flat_map(|spec| spec.split([' ', ':', ',', '"', '\'']).map(move |word| (spec, word)));
        read.extend(words.map(|(spec, word)| (format!("--backend {spec}"), word.into())));
        Ok(read)
    }
}

/// What is said of a run that asks for operators without a formula, whose values nobody judges.
fn no_formula(cases: &[Case], registry: Registry) -> Option<String> {
    let (mut names, mut others): (Vec<&str>, _) = (Vec::new(), false);
    for case in cases {
        let operator =
            if let Call::Operate(call) = &case.call { registry.operator(call.operator) } else { None };
        match operator.filter(|operator| !operator.is_complete()) {
            Some(operator) if names.contains(&operator.spec().name) => {}
            Some(operator) => names.push(operator.spec().name),
            None => others = true,
        }
    }
    let [have, of] = if names.len() == 1 { ["has", " of it"] } else { ["have", " of them"] };
    let of = if others { of } else { "" };
    (!names.is_empty()).then(|| format!("{} {have} no formula: no value{of} was judged", names.join(", ")))
}

/// Shows how a run goes: a progress bar, and the verdicts of cases. And writes its journal.
struct ProgressListener<'a> {
    progress: Progress,
    findings: u64,
    journal: Option<OpenJournal>,
    /// Where the verdict of each case goes, if it is wanted.
    verdicts: Option<&'a Reports>,
}

impl Listener for ProgressListener<'_> {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        self.journal.as_mut().map_or(Ok(()), |open| open.journal.started(started))
    }

    fn step(&mut self, step: &Step) {
        if let Some(open) = &mut self.journal {
            open.journal.step(step);
        }
        self.show(step);
    }
}

impl ProgressListener<'_> {
    fn show(&mut self, step: &Step) {
        self.findings += step.results().filter(|result| result.judgement.verdict.is_finding()).count() as u64;
        let words = (self.findings > 0).then(|| plural(self.findings, "finding", "findings"));
        self.progress.advance(step.cases(), words);
        if let Some(reports) = self.verdicts {
            self.progress.suspend(|| reports.say_verdicts(step.results()));
        }
    }
}

/// Copies of a large tensor in memory at once: input, `out` and the answer.
const COPIES: u64 = 3;

/// The same for a backend in another process: messages on both sides, and memory of the device. Five copies were measured
/// with NumPy, nine with the aclnn interface.
const COPIES_ELSEWHERE: u64 = 10;

/// Bytes of memory that can be used without swapping. `None` where the system does not say.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = |line: &str| line.strip_prefix("MemAvailable:")?.strip_suffix("kB")?.trim().parse().ok();
    text.lines().find_map(kilobytes).map(|kilobytes: u64| kilobytes * 1024)
}

fn known_failures(path: &Path) -> Result<Vec<ExpectedFailure>, Problem> {
    known_file::read(path).map_err(|error| {
        let help = "`ascertain known write REPORT.json` shows what such a list looks like";
        Problem::usage(format!("{}: {error}", path.display()), help)
    })
}
