//! The requirements that the documents leave open, and what the cases showed.

use crate::options::RunOptions;
use crate::ordered::sort_by_key;
use crate::verdict::{CaseResult, Verdict};
use ascertain::contract::{Level, Requirement};
use ascertain::promote::TABLES;
use serde::Serialize;

/// An `unspecified` or `contradicted` requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnspecifiedPoint {
    /// Its id.
    pub requirement: &'static str,
    /// `unspecified` or `contradicted`.
    pub level: &'static str,
    /// The statement.
    pub says: &'static str,
    /// What the backend did, the most frequent first.
    pub saw: Vec<Saw>,
    /// Why nothing was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<String>,
}

/// One way of doing it, and how often it was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Saw {
    /// In words.
    pub what: String,
    /// Number of cases.
    pub cases: u64,
}

/// All of them, in the order of the specification; with chosen operators, theirs.
pub(super) fn points(results: &[CaseResult], options: &RunOptions) -> Vec<UnspecifiedPoint> {
    let chosen = &options.operators;
    let tables = TABLES.iter().filter(|_| chosen.is_empty());
    let of_tables = tables.flat_map(|table| table.requirements_in(&options.editions));
    let operators = options.registry.operators().iter().map(|operator| operator.spec());
    let operators = operators.filter(|spec| chosen.is_empty() || chosen.contains(&spec.name));
    let of_operators = operators.flat_map(|o| o.contract(&options.editions).requirements);
    let open = of_tables.chain(of_operators);
    let open = open.filter(|r| matches!(r.level, Level::Unspecified | Level::Contradicted));
    open.map(|requirement| point(requirement, results)).collect()
}

fn point(requirement: &'static Requirement, results: &[CaseResult]) -> UnspecifiedPoint {
    let mut saw: Vec<Saw> = Vec::new();
    let words = results.iter().flat_map(|result| &result.judgement.observations);
    for (_, what) in words.filter(|(id, _)| *id == requirement.id) {
        match saw.iter_mut().find(|saw| saw.what == *what) {
            Some(saw) => saw.cases += 1,
            None => saw.push(Saw { what: what.clone(), cases: 1 }),
        }
    }
    sort_by_key(&mut saw, |saw| core::cmp::Reverse(saw.cases));
    UnspecifiedPoint {
        requirement: requirement.id,
        level: requirement.level.name(),
        says: requirement.says,
        unseen: saw.is_empty().then(|| unseen(requirement, results)),
        saw,
    }
}

/// Why no case shows anything.
fn unseen(requirement: &Requirement, results: &[CaseResult]) -> String {
    let asked = || results.iter().filter(|result| result.requirements.contains(&requirement.id));
    let silent = |v| matches!(v, Verdict::Unsupported | Verdict::Skipped | Verdict::Error);
    if let Some(via) = requirement.via {
        return format!("can be asked through the interface {via} alone");
    }
    match asked().find(|result| silent(result.judgement.verdict)) {
        Some(result) => {
            let why = result.judgement.detail.as_deref().unwrap_or("for no reason given");
            format!("{}: {why}", result.judgement.verdict.name())
        }
        None if asked().next().is_none() => "no case asks it".to_owned(),
        None => "other rules decided every case".to_owned(),
    }
}
