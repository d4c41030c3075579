//! A user's own cases, as reports name them.

use ascertain::call::{Arg, Call};
use ascertain_judge::case::{Case, Expect, Question};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Cases from a user's vector files, which were asked beside those of the suite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCases {
    /// The files and folders, as they were named.
    pub paths: Vec<String>,
    /// Digest of what the cases ask, and of their answers: `sha256:…`.
    #[serde(rename = "cases")]
    pub digest: String,
}

impl OwnCases {
    /// These cases.
    #[must_use]
    pub fn new(paths: Vec<String>, cases: &[Case]) -> Self {
        Self { paths, digest: digest(cases) }
    }
}

/// A digest of what the cases ask. Vectors come from files, so that their elements are part of it.
pub(crate) fn digest(cases: &[Case]) -> String {
    let mut digest = Sha256::new();
    for case in cases {
        digest.update(format!("{}\n{}\n", case.id, Question(&case.call)));
        if let Call::Operate(call) = &case.call {
            for arg in &call.args {
                if let Arg::Tensor(tensor) = arg {
                    digest.update(tensor.storage());
                }
            }
        }
        if let Expect::Vector(stored) = &case.expect {
            digest.update(format!("{stored:?}\n"));
            stored.answers.iter().for_each(|answer| digest.update(answer.storage()));
        }
    }
    format!("sha256:{}", hex::encode(digest.finalize()))
}
