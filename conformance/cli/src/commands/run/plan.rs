//! The order of a run: what is opened first, backend after backend, and where the results go.

use super::arguments::{OutcomeArguments, Readings};
use super::listener::ProgressListener;
use crate::commands::error::Problem;
use crate::commands::journal::{self, JournalArguments, OpenJournal};
use crate::commands::lines::LiveReports;
use crate::commands::output::Reports;
use crate::commands::pending::{Named, check_apart};
use crate::commands::progress::Progress;
use crate::commands::settings::FILE;
use crate::commands::vectors::files_of;
use crate::commands::{interrupt, memory};
use ascertain_conformance::case::Case;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::several;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::results::known_file;
use ascertain_conformance::results::{RunRequest, edition_arguments};
use ascertain_conformance::run::Backends;
use ascertain_conformance::verdict::{ExpectedFailure, Run};
use ascertain_conformance::{known, run};
use std::mem;
use std::path::Path;

/// What to ask, and what to do with the answers.
pub(in crate::commands) struct RunPlan<'a> {
    pub(in crate::commands) cases: &'a [Case],
    /// How they were chosen.
    pub(in crate::commands) asked: RunRequest,
    pub(in crate::commands) options: RunOptions,
    pub(in crate::commands) outcome: &'a OutcomeArguments,
    pub(in crate::commands) journal: &'a JournalArguments,
}

impl RunPlan<'_> {
    /// Runs the cases on each backend and reports the results. Backends have the names that people write. Returns the exit
    /// code.
    pub(in crate::commands) fn run(mut self, backends: Vec<(String, Backends<'_>)>) -> Result<u8, Problem> {
        let known = self.outcome.known.as_deref().map(known_failures).transpose()?.unwrap_or_default();
        // Open all reports first: a run may take long.
        let specs: Vec<String> = backends.iter().map(|(spec, _)| spec.clone()).collect();
        let output = &self.outcome.output;
        let mut reports = Reports::open(output, self.outcome.repro.as_deref(), &specs)?;
        self.options.stop = interrupt::stop();
        self.options.observe_readings = self.outcome.readings == Readings::Observe;
        self.options.expect = self.outcome.demands.iter().map(|d| (d.key.clone(), d.value.clone())).collect();
        let written = [reports.paths(|_| true), self.journal.paths(&specs)].concat();
        check_apart(&written, &self.files_read(&specs)?)?;
        let asked = specs.iter().map(|spec| self.request(spec)).collect::<Vec<_>>();
        let journals = journal::open(self.journal, self.cases, &self.options, &asked)?;
        let mut runs: Vec<(Run, RunRequest)> = Vec::new();
        for (at, (((spec, backends), asked), journal)) in
            backends.into_iter().zip(asked).zip(journals).enumerate()
        {
            let own = spec == "reference";
            self.options.large.copies = if own { COPIES } else { COPIES_ELSEWHERE };
            self.options.large.available = memory::available();
            let mut live = reports.start(at, self.cases.len(), &self.options, &asked);
            let mut run = self.ask(&spec, backends, journal, &reports, &mut live)?;
            run.fail_under = output.fail_under;
            known::apply(&mut run, &known, asked.is_whole());
            live.end(&run, &reports.written);
            // Reports first: the terminal may be gone.
            reports.write(at, &run, &asked);
            reports.show(output, &run, &asked, at);
            runs.push((run, asked));
        }
        if runs.len() > 1 && !output.quiet {
            reports.say(|out| several::write(out, &runs, terminal_width()));
        }
        let badness = |code: &u8| [0, 3, 1].iter().position(|c| c == code);
        let code = runs.iter().map(|(run, _)| run.exit_code()).max_by_key(badness).unwrap_or(3);
        Ok(reports.written.exit_code(code))
    }

    /// Asks a backend the cases and judges the answers, but for those in the journal.
    fn ask(
        &self,
        spec: &str,
        backends: Backends<'_>,
        mut journal: Option<OpenJournal>,
        reports: &Reports,
        live: &mut LiveReports,
    ) -> Result<Run, Problem> {
        let (options, output) = (&self.options, &self.outcome.output);
        let random = options.shard.unwrap_or_default().count(options.fuzz);
        let random = usize::try_from(random).unwrap_or(usize::MAX);
        let fixed = self.cases.len() + options.large.cases.len();
        let progress = match output.quiet {
            true => Progress::hidden(),
            false => Progress::new(fixed.saturating_add(random), spec),
        };
        let earlier = journal.as_mut().map(|journal| mem::take(&mut journal.earlier)).unwrap_or_default();
        let verdicts = output.verbose.then_some(reports);
        let mut told = ProgressListener { progress, findings: 0, journal, verdicts, live };
        earlier.iter().for_each(|step| told.show(step));
        let run = run::run_all(self.cases, backends, options, earlier, &mut told);
        told.journal.map_or(Ok(()), |journal| journal.close(&reports.written))?;
        Ok(run)
    }

    /// The files that the run reads, and what names them.
    fn files_read(&self, specs: &[String]) -> Result<Vec<Named>, Problem> {
        let known =
            self.outcome.known.iter().map(|path| (format!("--known {}", path.display()), path.clone()));
        let mut read: Vec<Named> = known.chain([(FILE.to_owned(), FILE.into())]).collect();
        let own = self.asked.own.iter().flat_map(|own| &own.paths);
        read.extend(files_of(own.chain(&self.asked.files))?);
        // A backend may be a script or a library.
        let words = specs
            .iter()
            .flat_map(|spec| spec.split([' ', ':', ',', '"', '\'']).map(move |word| (spec, word)));
        read.extend(words.map(|(spec, word)| (format!("--backend {spec}"), word.into())));
        Ok(read)
    }

    /// What reports say about how a backend was asked.
    fn request(&self, spec: &str) -> RunRequest {
        let options = &self.options;
        RunRequest {
            backend: spec.to_owned(),
            editions: edition_arguments(&options.editions),
            demands: options.expect.iter().map(|(key, value)| format!("{key}={value}")).collect(),
            shard: options.shard,
            large: !options.large.cases.is_empty(),
            observe_readings: options.observe_readings,
            ..self.asked.clone()
        }
        .sanitized()
    }
}

/// Copies of a large tensor in memory at once: input, `out` and the answer.
const COPIES: u64 = 3;

/// The same for a backend in another process: messages on both sides, and memory of the device. Five copies were measured
/// with NumPy, nine with the aclnn interface.
const COPIES_ELSEWHERE: u64 = 10;

fn known_failures(path: &Path) -> Result<Vec<ExpectedFailure>, Problem> {
    known_file::read(path).map_err(|error| {
        let help = "`ascertain known write REPORT.json` shows what such a list looks like";
        Problem::usage(format!("{}: {error}", path.display()), help)
    })
}
