//! Records what a backend does where the documents are silent or contradict each other: for each `unspecified` or
//! `contradicted` requirement, what the fixed cases showed; of functions whose accuracy no page states, how exact they are.

mod accuracy;
mod unspecified;

use crate::case::Case;
use crate::options::RunOptions;
use crate::run;
use crate::session::Session;
use crate::verdict::CaseResult;
use ascertain::backend::Backend;
use serde::Serialize;
use std::collections::BTreeMap;

pub use accuracy::Accuracy;
pub use unspecified::{Saw, UnspecifiedPoint};

/// Observations of one backend. As JSON, it is the report of `ascertain observe`, version 2.
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
    /// The `unspecified` and `contradicted` requirements, in the order of the specification.
    #[serde(rename = "left_open")]
    pub unspecified: Vec<UnspecifiedPoint>,
    /// How exact functions are.
    pub accuracy: Vec<Accuracy>,
}

/// Observes a backend: what `cases` show, and how exact its functions are, of every operator that it supports, or of those of
/// `options.operators`. `options.fuzz` says how many inputs of a wider format they are asked. `on_result` is called with each
/// result of `cases`.
///
/// # Errors
/// A message, if the backend does not start.
pub fn observe(
    cases: &[Case],
    backend: &mut dyn Backend,
    options: &RunOptions,
    on_result: &mut dyn FnMut(&CaseResult),
) -> Result<Observed, String> {
    let suite_alone = RunOptions { fuzz: 0, time: None, ..options.clone() };
    let run = run::run(cases, backend, &suite_alone, on_result);
    if let Some(why) = run.not_started {
        return Err(why);
    }
    let unspecified = unspecified::points(&run.results, options);
    let mut session = Session::start(backend, options)?;
    let mut accuracy = Vec::new();
    for operator in options.registry.operators() {
        let name = operator.spec().name;
        if (options.operators.is_empty() || options.operators.contains(&name))
            && session.description().operator(name).is_some()
        {
            accuracy.extend(accuracy::of(&mut session, *operator, options));
        }
    }
    Ok(Observed {
        version: 2,
        suite: crate::suite::VERSION,
        backend: format!("{} {}", run.backend, run.version).trim().to_owned(),
        profile: run.profile,
        editions: run.editions,
        unspecified,
        accuracy,
    })
}
