//! From text to sections: TOML syntax, unknown and missing keys, types of values. Nothing here looks across files.

pub(crate) mod fields;
pub(crate) mod raw;

use toml::de::{DeTable, DeValue};

use crate::nearest;
use crate::report::Report;
use crate::source::{At, FileId, SourceFile, Sources};
use fields::{Read, Reader};

/// All files of a specification, as written.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    pub(crate) documents: Option<(FileId, raw::Documents)>,
    pub(crate) dtypes: Option<(FileId, raw::DTypes)>,
    pub(crate) overlays: Vec<File<raw::Overlay>>,
    pub(crate) editions: Vec<File<raw::Edition>>,
}

/// A file of a document.
#[derive(Debug)]
pub(crate) struct File<T> {
    pub(crate) id: FileId,
    /// The document, by the file's place: `aclnn/cumprod.toml` is of `aclnn.cumprod`.
    pub(crate) document: String,
    /// The file's name without `.toml`.
    pub(crate) stem: String,
    /// What it says; absent where it could not be read.
    pub(crate) content: Option<T>,
}

/// Reads every file; problems go into `report`.
pub(crate) fn read(sources: &Sources, report: &mut Report) -> Raw {
    let mut raw = Raw::default();
    for (id, file) in sources.iter() {
        let components: Vec<&str> =
            file.path.strip_suffix(".toml").unwrap_or(&file.path).split('/').collect();
        match components[..] {
            ["documents"] => raw.documents = content(id, file, report).map(|content| (id, content)),
            ["dtypes"] => raw.dtypes = content(id, file, report).map(|content| (id, content)),
            [system, document] => raw.overlays.push(File {
                id,
                document: format!("{system}.{document}"),
                stem: document.to_owned(),
                content: content(id, file, report),
            }),
            [system, document, edition] => raw.editions.push(File {
                id,
                document: format!("{system}.{document}"),
                stem: edition.to_owned(),
                content: content(id, file, report),
            }),
            _ => {
                let help = match nearest::nearest(components[0], ["documents", "dtypes"]) {
                    Some(meant) if components.len() == 1 => format!("did you mean `{meant}.toml`?"),
                    _ => "files are documents.toml, dtypes.toml, SYSTEM/DOCUMENT.toml and \
                          SYSTEM/DOCUMENT/EDITION.toml"
                        .to_owned(),
                };
                report.error(At::whole(id), "no file of a specification belongs here").help(help);
            }
        }
    }
    raw
}

/// The content of one file. A file with mistakes of syntax is not read further: what follows one is a guess.
fn content<T: Read>(id: FileId, file: &SourceFile, report: &mut Report) -> Option<T> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    if errors.is_empty() {
        let value = DeValue::Table(table.into_inner());
        return T::read(&value, At::whole(id), &mut Reader::new(id, report));
    }
    report.damage(id);
    // One mistake of syntax is followed by guesses, and a doubled `[header]` by its doubled keys: neither says more.
    let (doubled, mut broken): (Vec<_>, Vec<_>) =
        errors.iter().partition(|error| error.message() == "duplicate key");
    let span = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    broken.sort_by_key(|error| span(error).start);
    if let Some(error) = broken.first() {
        report.error(At::new(id, span(error)), format!("this is no TOML: {}", error.message()));
    }
    let mut skip_to = 0;
    for span in doubled.into_iter().map(span) {
        if span.start < skip_to {
            continue;
        }
        let name = file.text.get(span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
        report
            .error(At::new(id, span.clone()), format!("`{name}` stands twice in the same table"))
            .label("the second one");
        let line = file.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        if file.text[line..].starts_with('[') {
            skip_to = file.text[span.end..].find("\n[").map_or(file.text.len(), |next| span.end + next);
        }
    }
    None
}
