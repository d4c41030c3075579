//! Runs cases on a backend: asks what it offers, judges what it replies.

mod offers;

use self::offers::misdeclared;
pub use self::offers::offers;
use crate::case::{Case, Expect, Question};
use crate::fuzz::Fuzzer;
use crate::judge::Judge;
use crate::model::{Model, Registry};
use crate::shrink::shrink;
use crate::suite::exercised;
use crate::suite::vectors::write::{self, Words};
use crate::verdict::{CaseResult, FailKind, Judgement, Run, SmallCase, Verdict};
use ascertain::backend::{Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// How many cases are asked at once.
const WINDOW: usize = 1024;

/// How many failures of one kind are made small.
const SHRUNK: usize = 3;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The editions that decide.
    pub editions: Editions,
    /// Seed of the random cases.
    pub seed: u64,
    /// How many random cases to make after the given ones.
    pub fuzz: u64,
    /// How long to make random cases; with a number of them too, whichever ends first.
    pub time: Option<Duration>,
    /// Which part of the random cases, and of how many; parts count from 1. The given cases are divided already.
    pub shard: Option<[u32; 2]>,
    /// The operators known.
    pub registry: Registry,
    /// What the user demands of the backend's arithmetic, as if the backend had declared it: `order` to `sequential`.
    pub expect: Vec<(String, String)>,
}

impl RunOptions {
    /// Whether the random case at `index` falls into the part that is asked.
    #[must_use]
    pub fn takes(&self, index: u64) -> bool {
        self.shard.is_none_or(|[part, of]| index % u64::from(of.max(1)) + 1 == u64::from(part))
    }
}

/// A backend that has introduced itself, and its judge.
pub struct Session<'a> {
    backend: &'a mut dyn Backend,
    description: Description,
    editions: &'a Editions,
    models: Vec<Box<dyn Model>>,
    misdeclared: Vec<CaseResult>,
}

impl<'a> Session<'a> {
    /// Asks the backend who it is.
    ///
    /// # Errors
    /// A sentence, when it does not start.
    pub fn start(backend: &'a mut dyn Backend, options: &'a RunOptions) -> Result<Self, String> {
        let description = backend.describe()?;
        let models = options.registry.models();
        let misdeclared = misdeclared(&description, &models);
        let mut session = Self { backend, description, editions: &options.editions, models, misdeclared };
        session.demand(&options.expect);
        Ok(session)
    }

    /// Holds every operator to this, as if the backend had declared it, whatever it has declared.
    fn demand(&mut self, demands: &[(String, String)]) {
        for operator in &mut self.description.operators {
            // The first one found counts.
            operator.declared.splice(0..0, demands.iter().cloned());
        }
    }

    /// Does something while every operator is held to these demands too.
    pub(crate) fn demanding<T>(
        &mut self,
        demands: &[(String, String)],
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.demand(demands);
        let done = act(self);
        for operator in &mut self.description.operators {
            operator.declared.drain(..demands.len());
        }
        done
    }

    /// Warnings about what the backend declares in words that nobody knows, and is therefore not held to.
    #[must_use]
    pub fn misdeclared(&self) -> &[CaseResult] {
        &self.misdeclared
    }

    /// Who the backend says that it is.
    #[must_use]
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// The editions that decide.
    #[must_use]
    pub const fn editions(&self) -> &'a Editions {
        self.editions
    }

    /// The operators known.
    #[must_use]
    pub fn models(&self) -> &[Box<dyn Model>] {
        &self.models
    }

    /// Asks some cases, in order, each but once. What the backend does not offer is not asked: that is the judgement
    /// of it.
    pub fn ask(&mut self, cases: &[Case]) -> Vec<Result<Reply, Box<Judgement>>> {
        let offered: Vec<_> =
            cases.iter().map(|case| offers(&self.description, case, self.editions)).collect();
        let asked = cases.iter().zip(&offered).filter(|(_, offered)| offered.is_ok());
        let calls: Vec<&Call> = asked.map(|(case, _)| &case.call).collect();
        let mut replies = Vec::with_capacity(calls.len());
        self.backend.ask_all(&calls, &mut replies);
        let mut replies = replies.into_iter();
        offered.into_iter().map(|offered| offered.map(|()| replies.next().unwrap_or_else(missing))).collect()
    }

    /// The verdict on a reply to a case that compares it with no other.
    #[must_use]
    pub fn judge_reply(&self, case: &Case, reply: &Reply) -> Judgement {
        Judge::new(self.editions, &self.models, &self.description).judge(case, reply, None)
    }

    /// Asks and judges some cases, in order.
    pub fn judge(&mut self, cases: &[Case]) -> Vec<Judgement> {
        let offered: Vec<_> =
            cases.iter().map(|case| offers(&self.description, case, self.editions)).collect();
        let mut calls = Vec::with_capacity(cases.len());
        for (case, _) in cases.iter().zip(&offered).filter(|(_, offered)| offered.is_ok()) {
            calls.push(&case.call);
            if let Expect::Alike(_, other) = &case.expect {
                calls.push(other);
            }
        }
        let mut replies = Vec::with_capacity(calls.len());
        self.backend.ask_all(&calls, &mut replies);
        let mut replies = replies.into_iter();
        let judge = Judge::new(self.editions, &self.models, &self.description);
        let judged = cases.iter().zip(offered).map(|(case, offered)| match offered {
            Err(judgement) => *judgement,
            Ok(()) => {
                let reply = replies.next().unwrap_or_else(missing);
                let again =
                    matches!(case.expect, Expect::Alike(..)).then(|| replies.next().unwrap_or_else(missing));
                judge.judge(case, &reply, again.as_ref())
            }
        });
        judged.collect()
    }
}

/// Runs `cases` on `backend`, then random ones if wanted, and calls `on_result` with each result, in order. Random
/// cases that pass, or only repeat an observation, are counted and not listed.
pub fn run(
    cases: &[Case],
    backend: &mut dyn Backend,
    options: &RunOptions,
    on_result: &mut dyn FnMut(&CaseResult),
) -> Run {
    let start = Instant::now();
    let mut run = Run {
        backend: "unknown".into(),
        version: String::new(),
        profile: options.editions.profile_name().into(),
        editions: options.editions.iter().map(|(d, e)| (d.id, e.name)).collect(),
        seed: options.seed,
        results: Vec::with_capacity(cases.len()),
        fuzzed: Vec::new(),
        not_started: None,
        seconds: 0.0,
    };
    match Session::start(backend, options) {
        Ok(mut session) => {
            (run.backend, run.version) =
                (session.description.name.clone(), session.description.version.clone());
            for warning in session.misdeclared() {
                on_result(warning);
                run.results.push(warning.clone());
            }
            for window in cases.chunks(WINDOW) {
                for (case, judgement) in window.iter().zip(session.judge(window)) {
                    let result = result(case, judgement);
                    on_result(&result);
                    run.results.push(result);
                }
            }
            fuzz(&mut session, options, &mut run, on_result);
        }
        Err(why) => run.not_started = Some(why),
    }
    run.seconds = start.elapsed().as_secs_f64();
    run
}

/// The reply that never came.
fn missing() -> Reply {
    Reply::Failed("the adapter gave fewer replies than it was asked for".into())
}

fn fuzz(
    session: &mut Session<'_>,
    options: &RunOptions,
    run: &mut Run,
    on_result: &mut dyn FnMut(&CaseResult),
) {
    let start = Instant::now();
    let models = options.registry.models();
    let fuzzer = Fuzzer::new(options.seed, &options.editions, &models);
    let limit = if options.fuzz == 0 && options.time.is_some() { u64::MAX } else { options.fuzz };
    let mut index = 0;
    let (mut kinds, mut observed): (HashMap<_, usize>, HashSet<_>) = (HashMap::new(), HashSet::new());
    while index < limit && options.time.is_none_or(|time| start.elapsed() < time) {
        let end = limit.min(index + WINDOW as u64 / 4);
        let taken = (index..end).filter(|index| options.takes(*index));
        let cases: Vec<Case> = taken.map(|index| fuzzer.generate(index)).collect();
        for (case, judgement) in cases.iter().zip(session.judge(&cases)) {
            let seen =
                |judgement: &Judgement| judgement.observations.iter().all(|(id, _)| observed.contains(id));
            let known = judgement.verdict == Verdict::Observed && seen(&judgement);
            if judgement.verdict == Verdict::Pass || known {
                run.count_fuzzed(case.area, &judgement);
            } else {
                observed.extend(judgement.observations.iter().map(|(id, _)| *id));
                let mut result = result(case, judgement);
                let alike = kinds
                    .entry((case.area, result.judgement.kind, result.judgement.requirement))
                    .or_default();
                if result.judgement.verdict == Verdict::Fail && *alike < SHRUNK {
                    *alike += 1;
                    result.shrunk = make_small(session, &models, case, &result.judgement).map(Box::new);
                }
                on_result(&result);
                run.results.push(result);
            }
        }
        index = end;
    }
}

/// The same failure of a random case, made small, as a vector.
pub(crate) fn make_small(
    session: &mut Session<'_>,
    models: &[Box<dyn Model>],
    case: &Case,
    judgement: &Judgement,
) -> Option<SmallCase> {
    let Call::Operate(call) = &case.call else { return None };
    let model = models.iter().find(|m| core::ptr::eq(m.operator(), call.operator))?;
    let contract = call.operator.contract(session.editions);
    let small = shrink(session, model.as_ref(), contract, call.clone(), judgement.clone());
    let requirements = exercised(contract, &small.call);
    let words = Words {
        id: &case.id.replacen("/fuzz/", "/found/", 1),
        requirements: &requirements,
        cite: (call.operator.document, contract.cite.place),
        note: small
            .judgement
            .detail
            .as_deref()
            .unwrap_or(small.judgement.kind.map_or("fails", FailKind::name)),
    };
    Some(SmallCase {
        question: Question(&Call::Operate(small.call.clone())).to_string(),
        vector: write::file(&words, &small.call),
        judgement: small.judgement,
        evaluations: small.evaluations,
    })
}

fn result(case: &Case, judgement: Judgement) -> CaseResult {
    CaseResult {
        id: case.id.clone(),
        area: case.area,
        requirements: case.requirements.clone(),
        question: Question(&case.call).to_string(),
        judgement,
        shrunk: None,
    }
}
