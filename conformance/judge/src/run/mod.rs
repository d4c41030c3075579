//! Runs cases on a backend: fixed ones, large ones and random ones. Then findings and some passing cases are asked again,
//! and a few failures are minimized.
//!
//! A run is a list of tasks. One session performs them, or several at the same time; what comes of them is added up in the
//! order of the tasks, step by step, so that the results do not depend on who performed them. A run that has steps of an
//! earlier, interrupted one goes on where that ended.

mod recheck;
mod step;
mod task;
mod workers;

pub use self::step::{Passed, Step, to_minimize};
pub use self::task::{Subject, not_asked_large};
pub use self::workers::{Make, Started};
pub use crate::listing::Listing;

use self::step::{RunState, beside, passed};
use self::task::{JudgedCase, Plan, Task, TaskOutcome};
use self::workers::{Alone, Pool, Workers};
use crate::case::{Case, Question};
use crate::options::RunOptions;
use crate::session::Session;
use crate::verdict::{Beside, CaseResult, Evidence, Judgement, RandomCases, Run, Verdict, of_all};
use ascertain::backend::{Backend, Reply};
use std::cell::Cell;
use std::mem;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// How many cases are asked at once.
const BATCH: usize = 256;

/// The same where time is limited.
const TIMED_BATCH: usize = 64;

/// How long cases in flight may take after the time for random cases is up. Then their backend is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of the replies to failing cases that are kept to look for the cause.
const KEPT_BYTES: usize = 32 << 20;

/// Why a run that ends at the first failure is incomplete.
const FAILED: &str = "stopped at the first failure";

/// Who is asked.
pub enum Backends<'a> {
    /// One backend.
    One(&'a mut dyn Backend),
    /// As many backends of one kind as are given here, at the same time. Each is made in a thread of its own.
    Many(usize, &'a Make<'a>),
}

/// Follows a run.
pub trait Listener {
    /// The backend has started.
    ///
    /// # Errors
    /// Why it must not be asked.
    fn started(&mut self, started: &Started) -> Result<(), String> {
        let _ = started;
        Ok(())
    }

    /// A task is done.
    fn step(&mut self, step: &Step);
}

/// Runs `cases` on `backend`, then large and random ones if wanted, and calls `on_result` with each result, in order. Random
/// cases that pass or only repeat an observation, and very many of one kind, are counted and not listed. Ends early when
/// `options.stop` is set.
pub fn run(
    cases: &[Case],
    backend: &mut dyn Backend,
    options: &RunOptions,
    on_result: &mut dyn FnMut(&CaseResult),
) -> Run {
    run_all(cases, Backends::One(backend), options, Vec::new(), &mut Results(on_result))
}

/// Runs `cases` as [`run`] does, on one backend or several at the same time. `earlier` are the steps of an interrupted run
/// with the same cases and options, in order.
pub fn run_all(
    cases: &[Case],
    backends: Backends<'_>,
    options: &RunOptions,
    earlier: Vec<Step>,
    listener: &mut dyn Listener,
) -> Run {
    let start = Instant::now();
    let plan = Plan::new(cases, options);
    let mut found = RunState::default();
    let failed = options.fail_fast && earlier.iter().any(Step::has_failure);
    earlier.into_iter().for_each(|step| found.add(step));
    let (evidence, room) = (Evidence::default(), KEPT_BYTES);
    let mut runner = Runner { plan: &plan, found, listener, failed, evidence, room };
    let started = match backends {
        Backends::One(backend) => Session::start(backend, options).and_then(|session| {
            let started = Started::of(&session);
            runner.run(started, &mut Alone { plan: &plan, session })
        }),
        Backends::Many(jobs, make) => thread::scope(|scope| {
            let (started, mut pool) = Pool::start(scope, &plan, jobs, make)?;
            runner.run(started, &mut pool)
        }),
    };
    let mut run = runner.outcome(started);
    run.seconds = start.elapsed().as_secs_f64();
    run
}

/// Tells results one by one.
struct Results<'a>(&'a mut dyn FnMut(&CaseResult));

impl Listener for Results<'_> {
    fn started(&mut self, started: &Started) -> Result<(), String> {
        started.declaration_warnings.iter().for_each(&mut self.0);
        Ok(())
    }

    fn step(&mut self, step: &Step) {
        step.results().for_each(&mut self.0);
    }
}

/// A run as it goes.
struct Runner<'a, 'p> {
    plan: &'a Plan<'p>,
    found: RunState,
    listener: &'a mut dyn Listener,
    /// Whether there was a failure, so that a run that ends at the first one ends.
    failed: bool,
    evidence: Evidence,
    /// Bytes of replies that may still be kept.
    room: usize,
}

impl Runner<'_, '_> {
    /// Performs all tasks that are not done yet.
    ///
    /// # Errors
    /// Why the backend must not be asked.
    fn run(&mut self, started: Started, workers: &mut dyn Workers) -> Result<Started, String> {
        self.listener.started(&started)?;
        self.plan.draw_from(&started.description);
        self.ask_fixed(workers);
        self.ask_large(workers);
        self.ask_random(workers);
        self.ask_again(workers);
        self.minimize(workers);
        let finding = workers.finish();
        if self.found.ended.is_none() && !self.is_over() {
            self.add(Step::Ended(finding.map(Box::new)));
        } else if self.found.ended.is_none() {
            self.found.ended = Some(finding);
        }
        Ok(started)
    }

    fn is_over(&self) -> bool {
        self.plan.options.stop.why().is_some()
    }

    fn ask_fixed(&mut self, workers: &mut dyn Workers) {
        let subjects: Vec<Subject> =
            (self.found.fixed.len()..self.plan.cases.len()).map(Subject::Fixed).collect();
        self.ask(workers, &mut subjects.chunks(BATCH).map(<[_]>::to_vec), |runner, subjects, judged, _| {
            let (passed, beside) = (passed(subjects, &judged), beside(runner.plan, subjects, &judged));
            let results = subjects.iter().zip(judged).map(|(subject, JudgedCase { judgement, .. })| {
                runner.plan.result(&runner.plan.case(*subject), judgement)
            });
            Step::Fixed { results: results.collect(), passed, beside }
        });
    }

    fn ask_large(&mut self, workers: &mut dyn Workers) {
        let all = &self.plan.options.large.cases;
        for large in all.iter().skip(self.found.large.len()) {
            if self.is_over() || self.failed {
                return;
            }
            // One after the other: each needs gigabytes.
            workers.perform(&mut [Task::Large(large.clone())].into_iter(), &mut |_, done| {
                // One in flight when the run must end is asked again by the run that goes on with it.
                if let TaskOutcome::Large(result) = done
                    && !(self.is_over() && result.judgement.verdict == Verdict::Skipped)
                {
                    self.add(Step::Large(result));
                }
                ControlFlow::Continue(())
            });
        }
    }

    fn ask_random(&mut self, workers: &mut dyn Workers) {
        let options = self.plan.options;
        let limit = self.plan.random_limit();
        if limit == 0 || self.found.random_done.is_some() {
            return;
        }
        let end = options.time.and_then(|time| Instant::now().checked_add(time));
        options.stop.end_random_at(end.map(|end| end + GRACE));
        let batch = if options.time.is_some() { TIMED_BATCH } else { BATCH };
        let mut drawn = self.found.asked;
        let plan = self.plan;
        let mut indices = plan.random();
        let with = |sum, index| RandomCases::joined(sum, plan.digest(index));
        let digest =
            Cell::new(indices.by_ref().take(usize::try_from(drawn).unwrap_or(usize::MAX)).fold(0, with));
        let mut batches = std::iter::from_fn(|| {
            let batch: Vec<Subject> = indices.by_ref().take(batch).map(Subject::Random).collect();
            drawn += batch.len() as u64;
            let in_time = end.is_none_or(|end| Instant::now() < end);
            (in_time && !batch.is_empty()).then_some(batch)
        });
        self.ask(workers, &mut batches, |runner, subjects, judged, drift| {
            for (subject, _) in subjects.iter().zip(&judged) {
                if let Subject::Random(index) = subject {
                    digest.set(with(digest.get(), *index));
                }
            }
            runner.found.random_step(runner.plan, subjects, judged, drift)
        });
        options.stop.end_random_at(None);
        if !self.is_over() && !self.failed {
            let asked = self.found.asked;
            // Of those that the backend offers there may be fewer than are wanted.
            let are_left = asked < drawn || indices.next().is_some();
            let next = options.places(limit).nth(usize::try_from(asked).unwrap_or(usize::MAX));
            let next = next.filter(|_| are_left);
            let (fuzz, out_of_time, digest) = (next.unwrap_or(limit), next.is_some(), digest.get());
            let random = RandomCases { asked, fuzz, out_of_time, digest };
            self.add(Step::RandomDone(random));
        }
    }

    /// Asks cases, and makes a step of what comes of each batch. Ends with the batch that was not asked to its end.
    fn ask(
        &mut self,
        workers: &mut dyn Workers,
        batches: &mut dyn Iterator<Item = Vec<Subject>>,
        step: impl Fn(&Self, &[Subject], Vec<JudgedCase>, crate::error_statistics::ErrorStatistics) -> Step,
    ) {
        let stop = &self.plan.options.stop;
        if self.failed {
            return;
        }
        let mut tasks = batches.take_while(|_| !stop.is_set()).map(Task::Ask);
        workers.perform(&mut tasks, &mut |task, done| {
            let (Task::Ask(subjects), TaskOutcome::Asked(mut judged, drift)) = (task, done) else {
                return ControlFlow::Break(());
            };
            let all = judged.len() == subjects.len();
            if !judged.is_empty() {
                self.keep_replies(&subjects, &mut judged);
                let step = step(self, &subjects, judged, drift);
                self.add(step);
            }
            if all && !self.failed { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// Keeps what the backend replied to cases that failed, as long as there is room.
    fn keep_replies(&mut self, subjects: &[Subject], judged: &mut [JudgedCase]) {
        for (subject, judged) in subjects.iter().zip(judged) {
            let Some(reply) = judged.reply.take() else { continue };
            let bytes = match &reply {
                Reply::Answer(answer) => answer.tensors().iter().map(|tensor| tensor.storage().len()).sum(),
                _ => 0,
            };
            if bytes <= self.room {
                self.room -= bytes;
                self.evidence.replies.push((self.plan.case(*subject).id.clone(), reply));
            }
        }
    }

    fn ask_again(&mut self, workers: &mut dyn Workers) {
        let options = self.plan.options;
        if options.once || self.is_over() {
            return;
        }
        let all = self.found.to_ask_again();
        let rest = all.get(self.found.again..).unwrap_or_default();
        let mut batches = rest.chunks(BATCH);
        let mut tasks = rest
            .chunks(BATCH)
            .take_while(|_| !options.stop.is_set())
            .map(|batch| Task::Ask(batch.iter().map(|(subject, _)| *subject).collect()));
        workers.perform(&mut tasks, &mut |_, done| {
            let (TaskOutcome::Asked(judged, _), Some(batch)) = (done, batches.next()) else {
                return ControlFlow::Break(());
            };
            let asked = judged.len();
            let changed = batch.iter().zip(judged).filter_map(|((subject, digest), second)| {
                let case = self.plan.case(*subject);
                let judgement = match digest {
                    Some(digest) => {
                        let same = second.digest == Some(*digest);
                        recheck::of_pass(&case, second.judgement, same, &options.editions)
                    }
                    None => recheck::of_finding(&self.found.result(*subject)?.judgement, &second.judgement),
                };
                Some((*subject, self.plan.result(&case, judgement?)))
            });
            let changed = changed.collect();
            self.add(Step::Again { asked: asked as u64, changed });
            if asked == batch.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    fn minimize(&mut self, workers: &mut dyn Workers) {
        let stop = &self.plan.options.stop;
        let rest: Vec<u64> = to_minimize(&self.found.random).skip(self.found.minimized).collect();
        let task = |index: u64| {
            let judgement = self.found.random.get(&index)?.judgement.clone();
            Some(Task::Minimize(index, Box::new(judgement)))
        };
        let tasks: Vec<Task> = rest.into_iter().filter_map(task).collect();
        workers.perform(&mut tasks.into_iter().take_while(|_| !stop.is_set()), &mut |_, done| match done {
            // Half a minimization is worth nothing to a run that goes on with this one.
            TaskOutcome::Minimized(small) if !stop.is_set() => {
                self.add(Step::Minimized(small));
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        });
    }

    fn add(&mut self, step: Step) {
        self.failed |= self.plan.options.fail_fast && step.has_failure();
        self.listener.step(&step);
        self.found.add(step);
    }

    /// The run, with everything that was found.
    fn outcome(self, started: Result<Started, String>) -> Run {
        let Plan { cases, options, .. } = self.plan;
        let over = options.stop.why().or(self.failed.then_some(FAILED));
        let found = self.found;
        let mut run = Run {
            backend: "unknown".into(),
            version: String::new(),
            profile: options.editions.profile_name().into(),
            editions: options.editions.iter().map(|(d, e)| (d.id, e.name)).collect(),
            seed: options.seed,
            results: Vec::new(),
            unlisted: found.unlisted,
            random: found.random_done,
            telling: found.telling,
            drift: found.drift,
            beside: options.standard.map(|(standard, decides)| Beside {
                standard: standard.name.clone(),
                decides,
                classes: of_all(&found.beside),
                kinds: found.beside,
            }),
            evidence: self.evidence,
            diagnoses: Vec::new(),
            known: Vec::new(),
            not_started: None,
            incomplete: over.map(str::to_owned),
            fail_under: None,
            seconds: 0.0,
        };
        let is_interrupted = options.stop.why().is_some();
        match started {
            Ok(started) => {
                (run.backend, run.version) = (started.name, started.version);
                run.evidence.description = started.description;
                run.results.extend(started.declaration_warnings);
            }
            Err(why) if !is_interrupted => {
                run.not_started = Some(why);
                run.incomplete = None;
                return run;
            }
            Err(_) => {}
        }
        let why = format!("not asked: {}", over.unwrap_or("nothing was asked"));
        let (fixed, large) = (found.fixed.len(), found.large.len());
        // They are most of a run's memory, so they are not copied.
        let warnings = mem::replace(&mut run.results, found.fixed);
        run.results.splice(..0, warnings);
        run.results.extend(cases.iter().skip(fixed).map(|case| not_asked(case, &why)));
        run.results.extend(found.large);
        run.results.extend(options.large.cases.iter().skip(large).map(|large| not_asked_large(large, &why)));
        run.results.extend(found.random.into_values());
        run.results.extend(found.ended.flatten());
        let limit = self.plan.random_limit();
        if run.random.is_none() && over.is_some() && limit > 0 {
            let asked = found.asked;
            let next = options.places(limit).nth(usize::try_from(asked).unwrap_or(usize::MAX));
            run.random =
                Some(RandomCases { asked, fuzz: next.unwrap_or(limit), out_of_time: false, digest: 0 });
        }
        run
    }
}

impl Step {
    fn has_failure(&self) -> bool {
        self.results().any(|result| result.judgement.verdict.is_failure())
    }

    /// How many cases were judged for the first time.
    #[must_use]
    pub fn cases(&self) -> u64 {
        match self {
            Self::Fixed { results, .. } => results.len() as u64,
            Self::Large(_) => 1,
            Self::Random { asked, .. } => *asked,
            Self::RandomDone(_) | Self::Again { .. } | Self::Minimized(_) | Self::Ended(_) => 0,
        }
    }

    /// All results in it.
    pub fn results_mut(&mut self) -> Vec<&mut CaseResult> {
        match self {
            Self::Fixed { results, .. } | Self::Random { listed: results, .. } => {
                results.iter_mut().collect()
            }
            Self::Large(result) => vec![result],
            Self::Ended(finding) => finding.as_deref_mut().into_iter().collect(),
            Self::Again { changed, .. } => changed.iter_mut().map(|(_, result)| result).collect(),
            Self::RandomDone(_) | Self::Minimized(_) => Vec::new(),
        }
    }

    /// The results of the cases that were judged for the first time.
    pub fn results(&self) -> impl Iterator<Item = &CaseResult> {
        let results = match self {
            Self::Fixed { results, .. } | Self::Random { listed: results, .. } => &results[..],
            Self::Large(result) => std::slice::from_ref(&**result),
            Self::Ended(Some(finding)) => std::slice::from_ref(&**finding),
            Self::Ended(None) | Self::RandomDone(_) | Self::Again { .. } | Self::Minimized(_) => &[],
        };
        results.iter()
    }
}

/// The result of a case that was not asked.
#[must_use]
pub fn not_asked(case: &Case, why: &str) -> CaseResult {
    let judgement = Judgement::of(Verdict::Skipped).with_detail(why);
    let question = Question(&case.call).to_string();
    CaseResult {
        requirements: case.requirements,
        ..CaseResult::without_details(&*case.id, case.area, question, judgement)
    }
}
