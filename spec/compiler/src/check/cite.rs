//! Checks citations: the document and edition exist, and the place can be in them.

use crate::check::documents::{Docs, EditionFile, Extent};
use crate::model::{Citation, Span};
use crate::read::fields::Pair;
use crate::read::raw;
use crate::report::Report;
use crate::source::Located;

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
        citation.span = span(raw.lines.as_ref(), raw.bytes.as_ref(), edition, report);
        citation
    }
}

/// The place in numbers. It must be in order and inside the edition's source.
pub(crate) fn span(
    lines: Option<&Located<Pair>>,
    bytes: Option<&Located<Pair>>,
    edition: Option<&EditionFile<'_>>,
    report: &mut Report,
) -> Span {
    let extent = edition.and_then(|edition| edition.extent);
    match (lines, bytes) {
        (None, None) => Span::None,
        (Some(lines), None) => {
            let Pair(first, last) = lines.value;
            if first > last {
                report
                    .error(lines.at, "the last line comes before the first")
                    .label("expected `[first, last]`");
            } else if first == 0 {
                report.error(lines.at, "lines count from 1").label("expected a first line of 1 or more");
            } else if let Some(Extent::Lines(extent)) =
                extent.filter(|&e| matches!(e, Extent::Lines(n) if last > n))
            {
                let message = format!("line {last} is beyond the end of the source");
                report.error(lines.at, message).label(format!("the source has {extent} lines"));
            }
            Span::Lines(first, last)
        }
        (None, Some(bytes)) => {
            let Pair(first, last) = bytes.value;
            if first >= last {
                let label = "expected `[first, past]`, where `past` is the byte after the last";
                report.error(bytes.at, "the range of bytes is empty or reversed").label(label);
            } else if let Some(Extent::Bytes(extent)) =
                extent.filter(|&e| matches!(e, Extent::Bytes(n) if last > n))
            {
                let message = format!("byte {last} is beyond the end of the source");
                report.error(bytes.at, message).label(format!("the source has {extent} bytes"));
            }
            Span::Bytes(first, last)
        }
        (Some(lines), Some(bytes)) => {
            report
                .error(bytes.at, "a place is given in lines or in bytes")
                .label("not in both")
                .note(lines.at, "in lines here");
            Span::Lines(lines.value.0, lines.value.1)
        }
    }
}
