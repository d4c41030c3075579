//! Reads `EDITION.sentences`: the sentences of the edition's page that are not facts, one a line. Each line has the place, the
//! digest, with a `!` if an import could not read the sentence, and what it is about: `28-30 9ecd641d519bc08b! description`. A
//! place is the first line and the last, or `b` and a range of bytes, or `-`. Lines that begin with `#` are comments.

use super::fields::Pair;
use super::raw::{Numbers, Text};
use crate::report::Report;
use crate::source::{At, FileId, Located};

/// A sentence, as written.
pub(crate) struct Sentence {
    pub(crate) about: String,
    pub(crate) digest: Text,
    pub(crate) unread: bool,
    pub(crate) numbers: Numbers,
}

/// The sentences of a file. `None` if a line has another form, which is reported.
pub(crate) fn read(id: FileId, text: &str, report: &Report) -> Option<Vec<Sentence>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = At::new(id, start..start + line.trim_end().len());
        start += line.len();
        if line.starts_with('#') {
            continue;
        }
        let Some(sentence) = sentence(line.trim_end(), at) else {
            report.damage(id);
            report
                .error(at, "this line is not a sentence of a page")
                .label("expected a place, a digest and what it is about");
            return None;
        };
        sentences.push(sentence);
    }
    Some(sentences)
}

fn sentence(line: &str, at: At) -> Option<Sentence> {
    let mut parts = line.splitn(3, ' ');
    let (place, digest, about) = (parts.next()?, parts.next()?, parts.next()?);
    let pair = |text: &str| {
        let (first, last) = text.split_once('-')?;
        Some(Located { value: Pair(first.parse().ok()?, last.parse().ok()?), at })
    };
    let (lines, bytes) = match (place, place.strip_prefix('b')) {
        ("-", _) => (None, None),
        (_, Some(bytes)) => (None, Some(pair(bytes)?)),
        (lines, None) => (Some(pair(lines)?), None),
    };
    let (digest, unread) = digest.strip_suffix('!').map_or((digest, false), |digest| (digest, true));
    let digest = Located { value: digest.to_owned(), at };
    Some(Sentence { about: about.to_owned(), digest, unread, numbers: Numbers { lines, bytes } })
}
