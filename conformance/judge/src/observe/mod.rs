//! Records what a backend does where the documents are silent or contradict each other.
//!
//! There are three parts. For each `unspecified` or `contradicted` requirement, what the fixed cases showed. And, by calls
//! made for it, a **fingerprint**: habits that single answers do not show, such as the order of products. A habit is
//! inferred from crafted inputs, on which the candidates differ, and then compared with the results of random cases. Both
//! are up to the operator's [`Fingerprint`]. Of functions whose accuracy no page states, how exact they are.

mod accuracy;
mod conversions;
mod cumprod;
mod prober;
mod products;
mod reinterpret;
mod unspecified;

use crate::case::Case;
use crate::operator::{Cumprod, Reinterpret};
use crate::options::RunOptions;
use crate::run;
use crate::session::Session;
use crate::verdict::CaseResult;
use ascertain::backend::Backend;
use ascertain::contract::OperatorSpec;
use serde::Serialize;
use std::collections::BTreeMap;

pub use accuracy::ACCURACY;
pub use prober::Prober;
pub use unspecified::{Saw, UnspecifiedPoint};

/// Finds out a backend's habits in one operator.
pub trait Fingerprint: Sync {
    /// The operator.
    fn spec(&self) -> &'static OperatorSpec;

    /// How a backend does what the documents leave open, where single answers do not tell.
    fn habits(&self, prober: &mut Prober<'_, '_>) -> Vec<Habit>;
}

/// Of the operators of the specification.
pub static FINGERPRINTS: &[&dyn Fingerprint] = &[&Cumprod, &Reinterpret];

/// Observations of one backend. As JSON, it is the report of `ascertain observe`, version 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Observed {
    /// The format's version.
    pub version: u32,
    /// The suite's version.
    pub suite: &'static str,
    /// The backend's name and version.
    pub backend: String,
    /// Name of the profile.
    pub profile: String,
    /// Edition of each document, by id.
    pub editions: BTreeMap<&'static str, &'static str>,
    /// Seed of the random cases, as a string: JSON numbers lose precision.
    pub seed: String,
    /// Random cases of each operator that habits are held against.
    pub fuzz: u64,
    /// The `unspecified` and `contradicted` requirements, in the order of the specification.
    #[serde(rename = "left_open")]
    pub unspecified: Vec<UnspecifiedPoint>,
    /// The fingerprint.
    pub habits: Vec<Habit>,
}

/// One habit of a backend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Habit {
    /// The operator.
    pub operator: &'static str,
    /// Subject: `products`, `float to integer, out of range`.
    pub about: &'static str,
    /// Where it applies: a dtype, a pair of dtypes, a rank.
    pub of: String,
    /// The habit, in words.
    pub is: String,
    /// The words by which a backend declares it, or a user demands it: `order.f16=sequential`. Empty where several
    /// candidates are left, or there are no such words.
    pub declares: Vec<String>,
    /// The remaining candidates, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// Evidence for it.
    pub evidence: Evidence,
    /// The first thing that no candidate explains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Box<Deviation>>,
}

/// Evidence for a habit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// Elements of crafted calls.
    pub crafted: u64,
    /// Random cases that the habit held for.
    pub cases: u64,
    /// Their elements.
    pub elements: u64,
    /// Random cases set aside, their results being wrong whatever the habit.
    pub wrong: u64,
}

/// The candidates for a habit that explain everything so far, the simplest first, and the evidence for them.
struct Candidates<C> {
    left: Vec<C>,
    evidence: Evidence,
}

impl<C: Copy> Candidates<C> {
    fn new(left: Vec<C>) -> Self {
        Self { left, evidence: Evidence::default() }
    }

    /// Drops those that do not explain an answer of so many elements. If none is left, returns the first of these.
    fn hold(&mut self, elements: usize, explains: impl FnMut(&C) -> bool) -> Option<C> {
        let last = *self.left.first()?;
        self.left.retain(explains);
        if self.left.is_empty() {
            return Some(last);
        }
        self.evidence.cases += 1;
        self.evidence.elements += elements as u64;
        None
    }
}

/// Where the last candidate failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deviation {
    /// The candidate that lasted longest.
    pub candidate: String,
    /// The call that it does not explain: a random case's id, or what the crafted one is.
    pub case: String,
    /// The question in one line; the call is minimized if possible.
    pub question: String,
    /// What the candidate gives.
    pub expected: String,
    /// The backend's result.
    pub got: String,
    /// Which element.
    pub detail: String,
    /// A vector that repeats the question, if the call was minimized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector: Option<String>,
}

/// Observes a backend: what `cases` show, and its habits in every operator that it supports, or in those of
/// `options.operators`, each checked with `options.fuzz` random cases. `on_result` is called with each result of `cases`.
///
/// # Errors
/// A message, if the backend does not start.
pub fn observe(
    cases: &[Case],
    backend: &mut dyn Backend,
    options: &RunOptions,
    fingerprints: &[&dyn Fingerprint],
    on_result: &mut dyn FnMut(&CaseResult),
) -> Result<Observed, String> {
    let suite_alone = RunOptions { fuzz: 0, time: None, ..options.clone() };
    let run = run::run(cases, backend, &suite_alone, on_result);
    if let Some(why) = run.not_started {
        return Err(why);
    }
    let unspecified = unspecified::points(&run.results, options);
    let mut session = Session::start(backend, options)?;
    let mut habits = Vec::new();
    let is_asked = |session: &Session<'_>, spec: &OperatorSpec| {
        (options.operators.is_empty() || options.operators.contains(&spec.name))
            && options.registry.operator(spec).is_some()
            && session.description().operator(spec.name).is_some()
    };
    for fingerprint in fingerprints {
        let spec = fingerprint.spec();
        if is_asked(&session, spec) {
            habits.extend(fingerprint.habits(&mut Prober::new(&mut session, options, spec)));
        }
    }
    for operator in options.registry.operators() {
        if is_asked(&session, operator.spec()) {
            let mut prober = Prober::new(&mut session, options, operator.spec());
            habits.extend(accuracy::habits(&mut prober, *operator, options.fuzz));
        }
    }
    Ok(Observed {
        version: 1,
        suite: crate::suite::VERSION,
        backend: format!("{} {}", run.backend, run.version).trim().to_owned(),
        profile: run.profile,
        editions: run.editions,
        seed: options.seed.to_string(),
        fuzz: options.fuzz,
        unspecified,
        habits,
    })
}
