//! What the drafts of a contract, a function and a parameter share: keys that are missing, places, overriding.

use crate::check::cite::CitingFile;
use crate::check::documents::{Doc, EditionFile};
use crate::check::span;
use crate::model::Citation;
use crate::nearest;
use crate::read::fields::Pair;
use crate::read::raw;
use crate::report::Report;
use crate::source::{At, Located};

/// What a contract must fit into.
pub(crate) struct Frame<'a> {
    pub(crate) operator: &'a raw::Operator,
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

    pub(super) fn cite(
        &self,
        what: &str,
        said: Option<&String>,
        (lines, bytes): (Option<&Located<Pair>>, Option<&Located<Pair>>),
        report: &mut Report,
    ) -> Citation {
        Citation {
            document: self.doc.id.to_owned(),
            edition: self.edition.name.to_owned(),
            place: said.map_or_else(|| what.to_owned(), String::clone),
            span: span::span(lines, bytes, self.edition.extent, report),
        }
    }
}

/// The citation of a section with the keys `where`, `lines` and `bytes`.
macro_rules! own_cite {
    ($place:expr, $what:expr, $raw:expr, $report:expr) => {
        $place.cite($what, $raw.place.as_ref(), ($raw.lines.as_ref(), $raw.bytes.as_ref()), $report)
    };
}
pub(super) use own_cite;

pub(super) fn replace<T: Clone>(slot: &mut Option<T>, given: Option<&T>) {
    if let Some(given) = given {
        *slot = Some(given.clone());
    }
}
