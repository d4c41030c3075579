//! What was asked, and whether two results are of one run.

use crate::results::{RunRequest, is_default};
use ascertain::document::Editions;
use ascertain_judge::options::RunOptions;
use ascertain_judge::suite;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a run was asked: what stored results say first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunIdentity {
    /// The version of the suite.
    pub(crate) suite: String,
    pub(crate) profile: String,
    pub(crate) editions: BTreeMap<String, String>,
    /// A string: JSON numbers lose precision beyond 2^53 in many readers.
    pub(crate) seed: String,
    /// The backend as named on the command line.
    #[serde(rename = "asked")]
    pub(crate) backend: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) selection: RunRequest,
    /// Fixed cases.
    pub(crate) cases: u64,
    /// Random cases, if their number is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) random: Option<u64>,
}

/// One thing in which two runs differ.
pub(crate) struct Differs {
    /// `seed`.
    pub(crate) what: String,
    pub(crate) own: String,
    pub(crate) other: String,
}

impl RunIdentity {
    /// Of a run with so many cases of the suite.
    pub(crate) fn of(cases: usize, options: &RunOptions, asked: &RunRequest) -> Self {
        let limit = Some(options.random_limit()).filter(|limit| *limit < u64::MAX);
        let random = limit.map(|limit| options.shard.unwrap_or_default().count(limit));
        Self {
            suite: suite::VERSION.to_owned(),
            profile: options.editions.profile_name().to_owned(),
            editions: editions(&options.editions),
            seed: options.seed.to_string(),
            backend: asked.backend.clone(),
            selection: asked.selection(),
            cases: (cases + options.large.cases.len()) as u64,
            random,
        }
    }

    /// In what another run differs, the most important first. The number of cases follows from the rest.
    pub(crate) fn differences(&self, other: &Self) -> Vec<Differs> {
        let mut all = vec![
            ("version of the suite".to_owned(), [self, other].map(|asked| asked.suite.clone())),
            ("backend".to_owned(), [self, other].map(|asked| asked.backend.clone())),
            ("profile".to_owned(), [self, other].map(|asked| asked.profile.clone())),
        ];
        let edition =
            |asked: &Self, document: &String| asked.editions.get(document).cloned().unwrap_or_default();
        all.extend(self.editions.keys().map(|document| {
            (format!("edition of {document}"), [self, other].map(|asked| edition(asked, document)))
        }));
        all.push(("seed".to_owned(), [self, other].map(|asked| asked.seed.clone())));
        let [own, others] = [self, other].map(|asked| asked.selection.words());
        let selected = own.into_iter().zip(others);
        all.extend(selected.map(|((what, own), (_, other))| (what.to_owned(), [own, other])));
        if let (Some(own), Some(other)) = (self.random, other.random) {
            all.push(("number of random cases".to_owned(), [own, other].map(|number| number.to_string())));
        }
        let shown = |text: String| if text.is_empty() { "none".to_owned() } else { text };
        let differs = all.into_iter().filter(|(_, [own, other])| own != other);
        differs.map(|(what, [own, other])| Differs { what, own: shown(own), other: shown(other) }).collect()
    }
}

/// The edition of each document, by id.
pub(crate) fn editions(editions: &Editions) -> BTreeMap<String, String> {
    editions.iter().map(|(document, edition)| (document.id.to_owned(), edition.name.to_owned())).collect()
}
