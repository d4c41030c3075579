//! The golden vectors: well formed, and what they store is right, by the oracle too. Every other answer is rejected.

mod accepts;
mod malformed;
mod own;
mod rejects;
mod two_results;

use crate::suite::editions;
use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::contract::OPERATORS;
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect, Stored};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::suite::vectors::{FILES, Vector, read, replayed};
use ascertain_judge::verdict::{Judgement, Verdict};
use std::collections::HashSet;
use std::ffi::OsString;

/// The vectors of the crate.
fn committed() -> Vec<Vector> {
    FILES.iter().flat_map(|(name, text)| read(name, text).unwrap_or_else(|e| panic!("{e}"))).collect()
}

/// The vectors that store an answer, as cases of a profile, each with its answer.
fn stored_cases(editions: &Editions) -> Vec<(Case, Stored)> {
    let cases = replayed(&committed(), editions);
    let stored = cases.into_iter().filter_map(|case| match &case.expect {
        Expect::Vector(stored) => Some((case.clone(), (**stored).clone())),
        _ => None,
    });
    stored.collect()
}

/// Judges replies in one profile.
struct VectorJudge {
    editions: Editions,
    description: Description,
}

impl VectorJudge {
    /// Whether the documents decide a case: what a vector stores does not close what they leave open.
    fn decides(&self, case: &Case, stored: &Stored) -> bool {
        let answer = |answer| self.answers(&by_documents(case), answer).verdict;
        stored.answers.first().is_none_or(|right| answer(right) != Verdict::Observed)
    }

    fn new(profile: &str) -> Self {
        let editions = editions(profile);
        let description = Reference::new(editions.clone()).describe().unwrap_or_else(|e| panic!("{e}"));
        Self { editions, description }
    }

    fn judge(&self, case: &Case, reply: &Reply) -> Judgement {
        Judge::new(&self.editions, Registry::default(), &self.description).judge(case, reply, None)
    }

    fn answer(&self, case: &Case, answer: &Tensor) -> Judgement {
        self.answers(case, &Answer::Tensor(answer.clone()))
    }

    fn answers(&self, case: &Case, answer: &Answer) -> Judgement {
        self.judge(case, &Reply::Answer(answer.clone()))
    }
}

/// The same question, answered from the documents alone: by the rules and the oracle.
fn by_documents(case: &Case) -> Case {
    Case { expect: Expect::Documents, ..case.clone() }
}

fn right(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Pass | Verdict::Observed)
}

#[test]
fn vectors_are_listed_cite_what_exists_and_apply_to_the_first_editions() {
    let vectors = committed();
    assert!(vectors.len() >= 200, "{} vectors", vectors.len());
    let requirements: HashSet<&str> =
        OPERATORS.iter().flat_map(|o| o.contracts[0].requirements).map(|r| r.id).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {folder}: {e}"));
    let names = files.map(|file| file.unwrap_or_else(|e| panic!("cannot read {folder}: {e}")).file_name());
    let names: HashSet<_> = names.collect();
    let listed: HashSet<_> = FILES.iter().map(|(name, _)| OsString::from(name)).collect();
    assert_eq!(names, listed, "the files of {folder}, and those of FILES");
    assert_eq!(listed.len(), FILES.len(), "a file stands in FILES twice");
    let mut ids = HashSet::new();
    for vector in &vectors {
        let id = &vector.id;
        assert!(ids.insert(id), "{id} twice");
        assert!(id.starts_with(&format!("{}/vector/", vector.call.operator.name)), "{id}");
        assert!(!vector.requirements.is_empty(), "{id} tests nothing");
        let unknown: Vec<_> =
            vector.requirements.iter().filter(|r| !requirements.contains(r.as_str())).collect();
        assert!(unknown.is_empty(), "{id} names {unknown:?}, which no contract has");
        if let Some(stored) = &vector.stored {
            assert!(!stored.note.is_empty(), "{id} does not say why it exists");
            let document = stored.cite.split(", ").next().unwrap_or_default();
            assert!(
                DOCUMENTS.iter().any(|d| d.id == document),
                "{id} cites {document}, which is not declared"
            );
        }
    }
    // Vectors come from the first edition: one that names a requirement unknown there would be dropped silently.
    let cases: HashSet<String> =
        replayed(&vectors, &Editions::default()).into_iter().map(|case| case.id.to_string()).collect();
    for vector in &vectors {
        assert!(cases.contains(&vector.id), "{} is not a case of the default profile", vector.id);
    }
}
