//! Checks citations: the document and edition exist, and the place can be in them.

use crate::check::basis::Cited;
use crate::check::documents::Docs;
use crate::check::span;
use crate::model::{Citation, Span};
use crate::read::raw;

impl Docs<'_> {
    /// Resolves a citation. One that names no document or edition is of those of its file; an overlay means the first edition.
    /// What does not exist is reported, and left out of the result.
    pub(crate) fn cite(&self, raw: &raw::Cite) -> Citation {
        let (home, own) = self.home(raw.at.file);
        let document = match &raw.document {
            Some(name) => self.find(name),
            None => home,
        };
        if raw.document.is_none() && home.is_none() {
            let message = "a citation in this file must name its document";
            self.report.error(raw.at, message).label("add `document`");
        }
        let mut citation = Citation {
            document: document.map_or_else(String::new, |doc| doc.id.to_owned()),
            edition: String::new(),
            place: raw.place.clone(),
            span: Span::None,
        };
        let Some(doc) = document else { return citation };
        let edition = match &raw.edition {
            Some(name) => doc.find(name),
            None => own
                .filter(|_| home.is_some_and(|home| home.id == doc.id))
                .or_else(|| doc.edition(doc.first())),
        };
        citation.edition = edition.map_or_else(String::new, |edition| edition.name.to_owned());
        citation.span = span::span(&raw.numbers, edition.and_then(|edition| edition.extent), self.report);
        citation
    }

    /// Resolves citations.
    pub(crate) fn cited(&self, cites: &raw::Cites) -> Vec<Cited> {
        cites.0.iter().map(|raw| (self.cite(raw), raw.at)).collect()
    }

    /// The citation of a place in an edition's own page. `what` is where it usually is, in words.
    pub(crate) fn own(&self, what: &str, raw: &raw::Place) -> Citation {
        let (doc, edition) = self.home(raw.at.file);
        Citation {
            document: doc.map_or_else(String::new, |doc| doc.id.to_owned()),
            edition: edition.map_or_else(String::new, |edition| edition.name.to_owned()),
            place: raw.words.clone().unwrap_or_else(|| what.to_owned()),
            span: span::span(&raw.numbers, edition.and_then(|edition| edition.extent), self.report),
        }
    }
}
