//! What explains failures.

use ascertain::backend::{Description, Reply};
use core::fmt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a diagnosis needs beside the results.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// What the backend says of itself, demands of the user included.
    pub description: Description,
    /// The ids of cases that failed, and the replies to them, as far as there was room.
    pub replies: Vec<(Arc<str>, Reply)>,
}

/// A known mistake that gives a backend's own wrong results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// What goes wrong, and in which calls: a sentence without its full stop.
    pub says: String,
    /// How many failing cases have the results that it gives. They name it as their cause.
    pub explains: usize,
    /// How many cases of the same area failed and were compared: those that are about which calls are refused, or all others.
    pub failures: usize,
    /// How many cases of the same area passed. By the mistake, they pass too.
    pub passes: usize,
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { says, explains, failures, passes } = self;
        write!(f, "{says}: explains {explains} of {failures} failures")?;
        if *passes > 0 { write!(f, ", contradicts none of {passes} passes") } else { Ok(()) }
    }
}
