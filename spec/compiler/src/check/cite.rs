//! Checks citations: the document and edition exist, and the place can be in them.

use crate::check::documents::Docs;
use crate::check::span;
use crate::model::{Citation, Span};
use crate::read::raw;
use crate::report::Report;

/// The file that a citation is in: what it cites unless it names something else.
#[derive(Clone, Copy)]
pub(crate) struct CitingFile<'a> {
    /// The document; none in `dtypes.toml`.
    pub(crate) document: Option<&'a str>,
    /// The edition; the document's first one if none.
    pub(crate) edition: Option<&'a str>,
}

impl<'a> CitingFile<'a> {
    /// A file of one edition.
    pub(crate) fn edition(document: &'a str, edition: &'a str) -> Self {
        Self { document: Some(document), edition: Some(edition) }
    }

    /// An overlay, which means the first edition unless it names another.
    pub(crate) fn document(document: &'a str) -> Self {
        Self { document: Some(document), edition: None }
    }

    /// A file about all documents.
    pub(crate) fn none() -> Self {
        Self { document: None, edition: None }
    }
}

impl Docs<'_> {
    /// Resolves a citation. What does not exist is reported, and left out of the result.
    pub(crate) fn cite(&self, raw: &raw::Cite, home: CitingFile<'_>, report: &mut Report) -> Citation {
        let document = match (&raw.document, home.document) {
            (Some(name), _) => self.find(name, report),
            (None, Some(home)) => self.get(home),
            (None, None) => {
                report
                    .error(raw.at, "a citation in this file must name its document")
                    .label("add `document`");
                None
            }
        };
        let mut citation = Citation {
            document: document.map_or_else(String::new, |doc| doc.id.to_owned()),
            edition: String::new(),
            place: raw.place.clone(),
            span: Span::None,
        };
        let Some(doc) = document else { return citation };
        let edition = match &raw.edition {
            Some(name) => doc.find(name, report),
            None => {
                let own = home.edition.filter(|_| home.document == Some(doc.id));
                doc.edition(own.unwrap_or(doc.first()))
            }
        };
        citation.edition = edition.map_or_else(String::new, |edition| edition.name.to_owned());
        citation.span = span::span(&raw.numbers, edition.and_then(|edition| edition.extent), report);
        citation
    }
}
