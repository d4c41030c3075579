//! What the drafts of a contract, a function and a parameter share: keys that are missing, places, overriding.

use crate::check::cite::CitingFile;
use crate::check::documents::{Doc, EditionFile};
use crate::check::span;
use crate::model::Citation;
use crate::read::raw;
use crate::report::Report;
use crate::source::At;
use ascertain_language::nearest;

/// What a contract must fit into.
pub(crate) struct Frame<'a> {
    pub(crate) operator: &'a raw::Operator,
    /// The names of its variants, and when a call is of them.
    pub(crate) variants: &'a [(raw::Text, raw::Text)],
    pub(crate) edition: &'a str,
    /// Where the edition describes the operator.
    pub(crate) place: At,
    /// Whether missing keys may be in a part of a file that could not be read.
    pub(crate) damaged: bool,
}

/// Required keys that are neither given nor inherited.
#[derive(Default)]
pub(super) struct MissingKeys(Vec<&'static str>);

impl MissingKeys {
    pub(super) fn unless<T>(&mut self, value: Option<T>, key: &'static str) -> Option<T> {
        if value.is_none() {
            self.0.push(key);
        }
        value
    }

    pub(super) fn report(self, frame: &Frame<'_>, at: At, what: &str, report: &mut Report) {
        if !self.0.is_empty() && !frame.damaged {
            let message = format!("{what} lacks {}", nearest::list(self.0));
            report.error(at, message).label("neither given here nor inherited");
        }
    }
}

/// Where something is stated in an edition's own page: the place in words if it is given, and in numbers.
pub(super) struct OwnPlace<'a> {
    pub(super) doc: &'a Doc<'a>,
    pub(super) edition: &'a EditionFile<'a>,
}

impl OwnPlace<'_> {
    pub(super) fn home(&self) -> CitingFile<'_> {
        CitingFile::edition(self.doc.id, self.edition.name)
    }

    /// The citation of a place. `what` is where it usually is, in words.
    pub(super) fn cite(&self, what: &str, raw: &raw::Place, report: &mut Report) -> Citation {
        Citation {
            document: self.doc.id.to_owned(),
            edition: self.edition.name.to_owned(),
            place: raw.words.clone().unwrap_or_else(|| what.to_owned()),
            span: span::span(&raw.numbers, self.edition.extent, report),
        }
    }
}

/// Overrides keys of a section with those that a later edition gives.
macro_rules! override_with {
    ($own:expr, $later:expr, $($key:ident),+) => { $(
        if $later.$key.is_some() {
            $own.$key.clone_from(&$later.$key);
        }
    )+ };
}
pub(super) use override_with;
