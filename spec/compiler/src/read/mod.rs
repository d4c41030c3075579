//! Reads files into sections, one file at a time: TOML syntax, unknown and missing keys, types of values.

pub(crate) mod fields;
pub(crate) mod raw;
pub(crate) mod sentences;

use std::cmp::Ordering;

use toml::de::{DeTable, DeValue};

use crate::report::Report;
use crate::source::{At, FileId, SENTENCES, SourceFile, Sources};
use ascertain_language::nearest;
use fields::{Given, Read};

/// All files of a specification, as written.
#[derive(Default)]
pub(crate) struct Raw {
    pub(crate) documents: Option<(FileId, raw::Documents)>,
    pub(crate) dtypes: Option<(FileId, raw::DTypes)>,
    /// Sorted by document.
    pub(crate) overlays: Vec<File<raw::Overlay>>,
    /// What imports read as requirements.
    pub(crate) requirements: Vec<File<raw::Requirements>>,
    /// Sorted by document and edition.
    pub(crate) editions: Vec<File<raw::Edition>>,
    /// The sentences of the editions' pages.
    pub(crate) texts: Vec<File<Vec<sentences::Sentence>>>,
}

/// A file of a document.
pub(crate) struct File<T> {
    pub(crate) id: FileId,
    /// The document, by the file's path: `aclnn/cumprod.toml` belongs to `aclnn.cumprod`.
    pub(crate) document: String,
    /// The file's name without `.toml`.
    pub(crate) stem: String,
    /// Its content; absent if it could not be read.
    pub(crate) content: Option<T>,
}

impl Raw {
    /// Reads every file, and adds problems to `report`.
    pub(crate) fn read(sources: &Sources, report: &Report) -> Self {
        let mut raw = Self::default();
        for (id, file) in sources.iter() {
            raw.add(id, file, report);
        }
        raw.overlays.sort_by(File::by_document);
        raw.editions.sort_by(File::by_document);
        raw
    }

    fn add(&mut self, id: FileId, file: &SourceFile, report: &Report) {
        if let Some(path) = file.path.strip_suffix(SENTENCES) {
            let (document, stem) = path.rsplit_once('/').unwrap_or(("", path));
            let content = sentences::read(id, &file.text, report);
            self.texts.push(File {
                id,
                document: document.replacen('/', ".", 1),
                stem: stem.to_owned(),
                content,
            });
            return;
        }
        let components: Vec<&str> =
            file.path.strip_suffix(".toml").unwrap_or(&file.path).split('/').collect();
        match components[..] {
            // They say nothing of documents, and the judge reads them.
            ["standards", _] => {}
            ["documents"] => self.documents = content(id, file, report).map(|content| (id, content)),
            ["dtypes"] => self.dtypes = content(id, file, report).map(|content| (id, content)),
            [system, document] => {
                self.overlays.push(File::read(format!("{system}.{document}"), document, id, file, report));
            }
            [system, document, "requirements"] => {
                let document = format!("{system}.{document}");
                self.requirements.push(File::read(document, "requirements", id, file, report));
            }
            [system, document, stem] => {
                let document = format!("{system}.{document}");
                self.editions.push(File::read(document, stem, id, file, report));
            }
            _ => {
                let help = match nearest::nearest(components[0], ["documents", "dtypes"]) {
                    Some(meant) if components.len() == 1 => format!("did you mean `{meant}.toml`?"),
                    _ => "files are documents.toml, dtypes.toml, SYSTEM/DOCUMENT.toml and \
                          SYSTEM/DOCUMENT/EDITION.toml, and EDITION.sentences and requirements.toml beside it"
                        .to_owned(),
                };
                report.error(At::whole(id), "a specification has no file with this path").help(help);
            }
        }
    }
}

impl<T: Read> File<T> {
    fn read(document: String, stem: &str, id: FileId, file: &SourceFile, report: &Report) -> Self {
        Self { id, document, stem: stem.to_owned(), content: content(id, file, report) }
    }

    fn by_document(&self, other: &Self) -> Ordering {
        (&self.document, &self.stem).cmp(&(&other.document, &other.stem))
    }
}

/// The content of one file. Reading stops at mistakes of syntax, as what follows would be a guess.
fn content<T: Read>(id: FileId, file: &SourceFile, report: &Report) -> Option<T> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    if errors.is_empty() {
        let value = DeValue::Table(table.into_inner());
        return T::read(Given::file(id, &value, report));
    }
    report.damage(id);
    // Only the first mistake of syntax is reported, and a doubled `[header]` without its doubled keys.
    let (doubled, broken): (Vec<_>, Vec<_>) =
        errors.iter().partition(|error| error.message() == "duplicate key");
    let span = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    if let Some(error) = broken.iter().min_by_key(|error| span(error).start) {
        report.error(At::new(id, span(error)), format!("invalid TOML: {}", error.message()));
    }
    let mut skip_to = 0;
    for span in doubled.into_iter().map(span) {
        if span.start < skip_to {
            continue;
        }
        let name = file.text.get(span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
        report
            .error(At::new(id, span.clone()), format!("`{name}` appears twice in the same table"))
            .label("the second one");
        let line = file.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        if file.text[line..].starts_with('[') {
            skip_to = file.text[span.end..].find("\n[").map_or(file.text.len(), |next| span.end + next);
        }
    }
    None
}
