//! How results are told: to people, and to other programs.
//!
//! [`terminal`], [`html`] and the modules of [`formats`] each write one run, [`compare`] writes more of them.
//! [`page`] prints explanations. What all of them tell stands in [`results`](crate::results).

mod as_tests;
pub mod compare;
pub(crate) mod facts;
pub mod formats;
pub mod github;
pub mod grid;
pub mod html;
mod junit;
pub mod machine;
pub mod markdown;
pub mod markup;
pub mod observed;
pub mod outcome;
pub mod page;
pub mod rules;
pub mod terminal;
pub mod text;
mod words;

use crate::results::RunRequest;
use ascertain_judge::verdict::Run;
use std::io::{self, Write};

/// A format of the report for programs.
#[derive(Debug)]
pub struct Format {
    /// Its name after `--report`: `json`.
    pub name: &'static str,
    /// Writes the report of one run.
    pub write: fn(&mut dyn Write, &Run, &RunRequest) -> io::Result<()>,
}
