//! Checks documents, the inheritance of their editions, and profiles.

use crate::check::span::{self, Extent};
use crate::model::{
    Citation, Document, Edition, EditionChoice, PageSentence, Patch, ProductName, Profile, SourceKind,
    TableReading,
};
use crate::read::raw::{self, Text};
use crate::read::sentences::Sentence;
use crate::read::{File, Raw};
use crate::report::Report;
use crate::source::{At, FileId, Sources};
use ascertain_language::nearest;

/// All documents, with their files.
pub(crate) struct Docs<'a> {
    pub(crate) report: &'a Report,
    pub(crate) list: Vec<Doc<'a>>,
}

/// A document and its files.
pub(crate) struct Doc<'a> {
    pub(crate) report: &'a Report,
    pub(crate) id: &'a str,
    at: At,
    raw: &'a raw::Document,
    /// The first edition first, the others sorted by path.
    pub(crate) editions: Vec<EditionFile<'a>>,
    /// Indices of the editions whose line of inheritance is complete, parents before children.
    pub(crate) order: Vec<usize>,
    pub(crate) overlay: Option<&'a raw::Overlay>,
    imported: Option<&'a raw::Requirements>,
    /// Its files.
    files: Vec<FileId>,
    /// Whether part of one of its files could not be read: what seems to be missing may be there.
    pub(crate) damaged: bool,
    /// Names of editions whose files could not be read at all.
    unread: Vec<&'a str>,
}

pub(crate) struct EditionFile<'a> {
    pub(crate) name: &'a str,
    pub(crate) raw: &'a raw::Edition,
    pub(crate) extent: Option<Extent>,
    pub(crate) file: FileId,
    /// Index of the edition that it inherits from.
    pub(crate) parent: Option<usize>,
    /// Index of the edition whose requirements hold in it too, where no list names this one.
    follows: Option<usize>,
    /// The sentences of its page, if it records them.
    sentences: Option<Vec<PageSentence>>,
}

impl<'a> Docs<'a> {
    /// Assigns each file to its document.
    pub(crate) fn new(raw: &'a Raw, declared: &'a raw::Documents, report: &'a Report) -> Self {
        let mut docs = Self { report, list: Vec::new() };
        for (id, document) in declared.documents.iter() {
            if !id.value.contains('.') {
                let message = format!("`{id}` is not the id of a document");
                report
                    .error(id.at, message)
                    .label("expected `SYSTEM.DOCUMENT`, the folder and the name of its files");
            }
            docs.list.push(Doc {
                report,
                id: &id.value,
                at: id.at,
                raw: document,
                editions: Vec::new(),
                order: Vec::new(),
                overlay: None,
                imported: None,
                files: Vec::new(),
                damaged: false,
                unread: Vec::new(),
            });
        }
        for file in &raw.overlays {
            let content = file.content.as_ref();
            if let Some(doc) = docs.place(file, content.map(|content| &content.document)) {
                doc.overlay = content;
            }
        }
        for file in &raw.requirements {
            let content = file.content.as_ref();
            if let Some(doc) = docs.place(file, content.map(|content| &content.document)) {
                doc.imported = content;
            }
        }
        for file in &raw.editions {
            let content = file.content.as_ref();
            match (docs.place(file, content.map(|content| &content.head.document)), content) {
                (Some(doc), Some(content)) => doc.add(file, content),
                (Some(doc), None) => doc.unread.push(&file.stem),
                (None, _) => {}
            }
        }
        let damaged = docs.damaged();
        for file in &raw.texts {
            let doc = docs.list.iter_mut().find(|doc| doc.id == file.document);
            let edition =
                doc.and_then(|doc| doc.editions.iter_mut().find(|edition| edition.name == file.stem));
            match (edition, &file.content) {
                (Some(edition), Some(text)) => edition.sentences = Some(sentences(text, edition, report)),
                (Some(_), None) => {}
                (None, _) if damaged => {}
                (None, _) => {
                    let message = format!("the sentences of `{}`, which is not an edition", file.stem);
                    report.error(At::whole(file.id), message).help(format!(
                        "expected an edition {}.toml beside it; remove the file if there is none",
                        file.stem
                    ));
                }
            }
        }
        for index in 0..docs.list.len() {
            docs.list[index].put_first();
            docs.link(index);
            docs.list[index].sort_by_inheritance();
        }
        docs
    }

    /// The document with id `id`.
    pub(crate) fn get(&self, id: &str) -> Option<&Doc<'a>> {
        self.list.iter().find(|doc| doc.id == id)
    }

    /// The document that a file is of, and its edition if it is one's.
    pub(crate) fn home(&self, file: FileId) -> (Option<&Doc<'a>>, Option<&EditionFile<'a>>) {
        let doc = self.list.iter().find(|doc| doc.files.contains(&file));
        (doc, doc.and_then(|doc| doc.editions.iter().find(|edition| edition.file == file)))
    }

    /// The editions of all documents.
    pub(crate) fn editions(&self) -> impl Iterator<Item = &EditionFile<'a>> {
        self.list.iter().flat_map(|doc| &doc.editions)
    }

    /// Whether part of any document's file could not be read: a name that seems unknown may be there.
    pub(crate) fn damaged(&self) -> bool {
        self.list.iter().any(|doc| doc.damaged)
    }

    fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.list.iter().map(|doc| doc.id)
    }

    /// The document that a name in a file refers to. If there is none, reports a problem.
    pub(crate) fn find(&self, name: &Text) -> Option<&Doc<'a>> {
        let found = self.get(&name.value);
        if found.is_none() {
            let message = format!("document `{name}` is not declared");
            self.report.unknown(name, message, "no such document in documents.toml", self.ids());
        }
        found
    }

    /// Reports a `via` that is not the system of any document.
    pub(crate) fn check_via(&self, via: &Text) {
        let mut systems: Vec<&str> = self.list.iter().filter_map(|doc| doc.id.split('.').next()).collect();
        systems.dedup();
        if !systems.contains(&via.value.as_str()) {
            let message = format!("interface `{via}` is not the system of any document");
            self.report.unknown(via, message, "expected the first part of a document's id", systems);
        }
    }

    /// The document that a file belongs to, which has it then. Its path and the document that it names must agree.
    fn place<T>(&mut self, file: &File<T>, said: Option<&Text>) -> Option<&mut Doc<'a>> {
        let index = self.list.iter().position(|doc| doc.id == file.document);
        match said {
            Some(said) if said.value != file.document => {
                let help = nearest::nearest(&said.value, self.ids());
                self.report
                    .error(said.at, format!("document `{said}` in a file of `{}`", file.document))
                    .label(format!("expected `{}`, as the file's place says", file.document))
                    .help(help.map(|meant| format!("did you mean `{meant}`?")));
                return None;
            }
            Some(said) => {
                self.find(said)?;
            }
            None if index.is_none() => {
                let message = format!("a file of `{}`, which is not declared", file.document);
                self.report
                    .error(At::whole(file.id), message)
                    .help(nearest::help(&file.document, self.ids()));
            }
            None => {}
        }
        let doc = &mut self.list[index?];
        doc.files.push(file.id);
        doc.damaged |= self.report.is_damaged(file.id);
        Some(doc)
    }

    /// Finds the editions that each edition inherits from, and whose requirements hold in it.
    fn link(&mut self, index: usize) {
        for edition in 0..self.list[index].editions.len() {
            let head = &self.list[index].editions[edition].raw.head;
            let parent = head.inherits.as_ref().and_then(|name| self.sibling(index, edition, name));
            let of = head.requirements_of.as_ref().and_then(|name| self.sibling(index, edition, name));
            let this = &mut self.list[index].editions[edition];
            this.parent = parent;
            this.follows = of.or(parent);
        }
    }

    /// The index of another edition of the same document, which `name` refers to.
    fn sibling(&self, index: usize, edition: usize, name: &Text) -> Option<usize> {
        let doc = &self.list[index];
        let this = doc.editions[edition].name;
        if name.value == this {
            let message = match &doc.editions[edition].raw.head.inherits {
                Some(inherits) if inherits.at == name.at => format!("edition `{this}` inherits from itself"),
                _ => format!("edition `{this}` takes its own requirements"),
            };
            self.report.error(name.at, message).label("expected another edition of the document");
            return None;
        }
        let found = doc.editions.iter().position(|other| other.name == name.value);
        if found.is_none() && !doc.lost(&name.value) {
            let elsewhere = self.list.iter().find(|other| other.edition(&name.value).is_some());
            let message = match elsewhere {
                Some(other) => format!("edition `{name}` is one of `{}`, not of `{}`", other.id, doc.id),
                None => format!("edition `{name}` of `{}` does not exist", doc.id),
            };
            let others = doc.names().filter(|&name| name != this);
            self.report.unknown(name, message, "expected another edition of the document", others);
        }
        found
    }

    /// The checked documents.
    pub(crate) fn model(&self, sources: &Sources) -> Vec<Document> {
        let edition = |ed: &EditionFile<'_>| Edition {
            name: ed.name.to_owned(),
            inherits: ed.raw.head.inherits.as_ref().map(|text| text.value.clone()),
            draft: ed.raw.head.draft,
            requirements_of: ed.raw.head.requirements_of.as_ref().map(|text| text.value.clone()),
            sentences: ed.sentences.clone(),
            source: ed.raw.head.source.kind,
            title: ed.raw.head.source.title.clone(),
            address: ed.raw.head.source.address.clone(),
            named: ed.raw.head.source.named.clone(),
            digest: ed.raw.head.source.digest.as_ref().map(|text| text.value.clone()),
            no_digest: ed.raw.head.source.no_digest.as_ref().map(|text| text.value.clone()),
            extent: ed.raw.head.source.extent.as_ref().map(|text| text.value.clone()),
            reading: ed.raw.head.reading.as_ref().map(|reading| TableReading {
                tables: reading.tables.clone(),
                without: reading.without.clone(),
                symmetric: reading.symmetric,
            }),
            file: sources.file(ed.file).path.clone(),
            at: ed.raw.head.name.at,
        };
        let document = |doc: &Doc<'_>| Document {
            id: doc.id.to_owned(),
            title: doc.raw.title.clone(),
            says: doc.raw.says.clone(),
            default_edition: String::new(),
            editions: doc.editions.iter().map(edition).collect(),
            at: doc.at,
        };
        self.list.iter().map(document).collect()
    }

    /// The profiles, with an edition for every document.
    pub(crate) fn profiles(&self, raw: &raw::Documents) -> Vec<Profile> {
        let mut default: Option<At> = None;
        let mut profiles = Vec::new();
        for (name, profile) in raw.profiles.iter() {
            let is_default = profile.default.as_ref().is_some_and(|default| default.value);
            if let (true, Some(said)) = (is_default, &profile.default) {
                if let Some(other) = default {
                    self.report
                        .error(said.at, "two profiles are the default")
                        .label("expected exactly one")
                        .note(other, "the other one");
                }
                default.get_or_insert(said.at);
            }
            let first = |doc: &Doc<'_>| EditionChoice {
                document: doc.id.to_owned(),
                edition: doc.raw.first.value.clone(),
            };
            let mut editions: Vec<EditionChoice> = self.list.iter().map(first).collect();
            for (document, edition) in profile.editions.iter() {
                let Some(doc) = self.find(document) else { continue };
                doc.find(edition);
                if let Some(index) = self.list.iter().position(|other| other.id == doc.id) {
                    editions[index].edition = edition.value.clone();
                }
            }
            profiles.push(Profile {
                name: name.value.clone(),
                says: profile.says.clone(),
                default: is_default,
                editions,
                at: name.at,
            });
        }
        if let (None, Some((name, _))) = (default, raw.profiles.iter().next()) {
            self.report
                .error(name.at, "no profile is the default")
                .label("expected `default = true` in exactly one profile");
        }
        profiles
    }
}

impl<'a> Doc<'a> {
    /// The name of its first edition.
    pub(crate) fn first(&self) -> &'a str {
        &self.raw.first.value
    }

    /// The edition named `name`.
    pub(crate) fn edition(&self, name: &str) -> Option<&EditionFile<'a>> {
        self.editions.iter().find(|edition| edition.name == name)
    }

    /// Names of its editions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.editions.iter().map(|edition| edition.name)
    }

    /// Whether an edition seems to be missing because its file could not be read.
    fn lost(&self, edition: &str) -> bool {
        self.unread.contains(&edition)
    }

    /// The edition that a name in a file refers to. If there is none, reports a problem.
    pub(crate) fn find(&self, name: &Text) -> Option<&EditionFile<'a>> {
        let found = self.edition(&name.value);
        if found.is_none() && !self.lost(&name.value) {
            let message = format!("edition `{name}` of `{}` does not exist", self.id);
            self.report.unknown(name, message, "no such edition", self.names());
        }
        found
    }

    /// Indices of the editions in a list; all if there is no list.
    pub(crate) fn chosen(&self, names: Option<&[Text]>) -> Vec<usize> {
        let Some(names) = names else { return (0..self.editions.len()).collect() };
        let mut chosen = Vec::new();
        for name in names {
            if self.find(name).is_none() {
                continue;
            }
            let index = self.editions.iter().position(|edition| edition.name == name.value);
            if let Some(index) = index.filter(|index| !chosen.contains(index)) {
                chosen.push(index);
            } else {
                let message = format!("edition `{name}` appears twice in the list");
                self.report.error(name.at, message).label("the second one");
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// Indices of the editions that a requirement or a derived value holds in. An edition that no list names follows the
    /// edition that it names in `requirements_of` or inherits from, so that an edition can be added without editing the
    /// overlay.
    pub(crate) fn holding(&self, names: Option<&[Text]>) -> Vec<usize> {
        let mut chosen = self.chosen(names);
        let derived = self
            .overlay
            .and_then(|overlay| overlay.operator.as_ref())
            .into_iter()
            .flat_map(|o| o.derived.iter());
        let lists = self.requirements().filter_map(|raw| raw.editions.as_ref());
        let named: Vec<&str> = lists
            .chain(derived.filter_map(|raw| raw.editions.as_ref()))
            .flatten()
            .map(|name| name.value.as_str())
            .collect();
        for (index, edition) in self.editions.iter().enumerate() {
            if named.contains(&edition.name) || chosen.contains(&index) {
                continue;
            }
            // The first edition of the line that a list names decides.
            let decides = self.line(index).find(|at| named.contains(&self.editions[*at].name));
            if decides.is_some_and(|at| chosen.contains(&at)) {
                chosen.push(index);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// The requirements of the overlay, and those that an import read and the overlay does not write again.
    pub(crate) fn requirements(&self) -> impl Iterator<Item = &'a raw::Requirement> + use<'a> {
        let written = self.overlay.map_or(&[][..], |overlay| &overlay.requirements);
        let imported = self.imported.map_or(&[][..], |imported| &imported.requirements);
        let again = |one: &&raw::Requirement| written.iter().any(|own| own.id.value == one.id.value);
        written.iter().chain(imported.iter().filter(move |one| !again(one)))
    }

    /// An edition, the one that it follows, and so on. Ends where the editions follow each other in a circle.
    fn line(&self, edition: usize) -> impl Iterator<Item = usize> {
        let next = |&at: &usize| self.editions[at].follows;
        std::iter::successors(Some(edition), next).take(self.editions.len())
    }

    /// Whether a citation is to an edition, given by its index, or to one that it inherits from.
    /// Also if its line of inheritance is incomplete, which has been reported.
    pub(crate) fn speaks(&self, edition: usize, cite: &Citation) -> bool {
        if !self.order.contains(&edition) {
            return true;
        }
        let line = std::iter::successors(Some(edition), |&at| self.editions[at].parent);
        cite.document == self.id && line.map(|at| self.editions[at].name).any(|name| name == cite.edition)
    }

    /// Whether an erratum of this document lists the cell in that edition. Row and column are the project's own names.
    pub(crate) fn has_erratum_on(&self, edition: &str, table: &str, row: &str, column: &str) -> bool {
        self.overlay.iter().flat_map(|overlay| &overlay.errata).any(|erratum| {
            let names = |at: usize| erratum.editions.iter().any(|name| name.value == self.editions[at].name);
            let index = self.editions.iter().position(|known| known.name == edition);
            (erratum.editions.is_empty() || index.is_some_and(|index| self.line(index).any(names)))
                && erratum.cells.iter().any(|cell| {
                    cell.table.value == table && cell.row.value == row && cell.column.value == column
                })
        })
    }

    fn add(&mut self, file: &File<raw::Edition>, raw: &'a raw::Edition) {
        let name = &raw.head.name;
        if let Some(other) = self.edition(&name.value) {
            let message = format!("edition `{name}` of `{}` is declared twice", self.id);
            self.report.twice(name.at, message, other.raw.head.name.at);
            return;
        }
        if name.value != file.stem {
            self.report
                .error(name.at, format!("edition `{name}` in a file named `{}.toml`", file.stem))
                .label(format!("expected `{}`, as the file's name says", file.stem));
        }
        let extent = raw.head.source.extent.as_ref().and_then(|text| extent(text, self.report));
        check_digest(&raw.head.source, self.report);
        self.editions.push(EditionFile {
            name: &name.value,
            raw,
            extent,
            file: file.id,
            parent: None,
            follows: None,
            sentences: None,
        });
    }

    fn put_first(&mut self) {
        if self.editions.is_empty() && !self.damaged {
            self.report
                .error(self.at, format!("document `{}` has no edition", self.id))
                .label(format!("expected a file {}/EDITION.toml", self.id.replacen('.', "/", 1)));
            return;
        }
        let first = &self.raw.first;
        match self.editions.iter().position(|edition| edition.name == first.value) {
            Some(index) => self.editions[..=index].rotate_right(1),
            None => {
                self.find(first);
            }
        }
    }

    /// Fills `order`; reports circles.
    fn sort_by_inheritance(&mut self) {
        let mut done = vec![false; self.editions.len()];
        // An edition whose parent is unknown or itself has been reported. It and its children are left out.
        let whole = |ed: &EditionFile<'_>| ed.parent.is_some() || ed.raw.head.inherits.is_none();
        while let Some(next) = (0..done.len()).find(|&index| {
            let edition = &self.editions[index];
            !done[index] && whole(edition) && edition.parent.is_none_or(|parent| done[parent])
        }) {
            done[next] = true;
            self.order.push(next);
        }
        for start in 0..done.len() {
            let mut circle = vec![start];
            let mut at = start;
            while let Some(parent) = self.editions[at].parent.filter(|parent| !circle.contains(parent)) {
                circle.push(parent);
                at = parent;
            }
            // Reported once, for its first edition.
            if self.editions[at].parent == Some(start) && circle.iter().min() == Some(&start) {
                let names: Vec<_> = circle.iter().map(|&index| self.editions[index].name).collect();
                let inherits =
                    |index: usize| self.editions[index].raw.head.inherits.as_ref().map(|text| text.at);
                let mut places = circle.iter().filter_map(|&index| inherits(index));
                let Some(place) = places.next() else { continue };
                let message = format!("editions {} inherit in a circle", nearest::list(names));
                let mut problem = self.report.error(place, message);
                problem.label("expected an edition that does not inherit from this one");
                for place in places {
                    problem.note(place, "the circle continues here");
                }
            }
        }
    }
}

fn extent(text: &Text, report: &Report) -> Option<Extent> {
    let extent = text.value.split_once(' ').and_then(|(number, unit)| match (number.parse(), unit) {
        (Ok(number), "lines") => Some(Extent::Lines(number)),
        (Ok(number), "bytes") => Some(Extent::Bytes(number)),
        _ => None,
    });
    if extent.is_none() {
        report
            .error(text.at, format!("`{text}` is not an extent"))
            .label("expected `NUMBER lines` or `NUMBER bytes`");
    }
    extent
}

/// The sentences of an edition's page.
fn sentences(text: &[Sentence], edition: &EditionFile<'_>, report: &Report) -> Vec<PageSentence> {
    let sentence = |raw: &Sentence| {
        if !is_hex(&raw.digest.value, 16) {
            report
                .error(raw.digest.at, "this is not the digest of a sentence")
                .label("expected 16 hexadecimal digits in lower case");
        }
        PageSentence {
            about: raw.about.clone(),
            digest: raw.digest.value.clone(),
            unread: raw.unread,
            answer: None,
            at: raw.digest.at,
            span: span::span(&raw.numbers, edition.extent, report),
        }
    };
    text.iter().map(sentence).collect()
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The patches of pages. None adds or removes a line, so that places stay those of the page as published.
pub(crate) fn patches(raw: &raw::Documents, report: &Report) -> Vec<Patch> {
    let patch = |raw: &raw::Patch| {
        if !raw.page.value.starts_with("sha256:") {
            report.error(raw.page.at, "this is not the digest of a page").label("expected `sha256:…`");
        }
        for text in [&raw.find, &raw.put].into_iter().filter(|text| text.value.contains('\n')) {
            report.error(text.at, "a patch of more than one line").label("expected a part of one line");
        }
        let (page, find, put) = (raw.page.value.clone(), raw.find.value.clone(), raw.put.value.clone());
        Patch { page, says: raw.says.clone(), line: raw.line, find, put }
    };
    raw.patches.iter().map(patch).collect()
}

/// The names of hardware products. Each belongs to one.
pub(crate) fn products(raw: &raw::Documents, report: &Report) -> Vec<ProductName> {
    let mut known: Vec<&Text> = Vec::new();
    for name in raw.products.iter().flat_map(|(name, product)| product.names.iter().chain([name])) {
        if let Some(other) = known.iter().find(|other| other.value == name.value) {
            report.error(name.at, format!("`{name}` is a product already")).note(other.at, "the other one");
        }
        known.push(name);
    }
    let names = |product: &raw::ProductName| product.names.iter().map(|name| name.value.clone()).collect();
    let products = raw.products.iter();
    products
        .map(|(name, product)| ProductName { name: name.value.clone(), names: names(product), at: name.at })
        .collect()
}

/// A page has a digest, or a reason why not.
fn check_digest(source: &raw::Source, report: &Report) {
    let digest = match (&source.digest, &source.no_digest) {
        (Some(digest), None) => digest,
        (Some(_), Some(why)) => {
            report.error(why.at, "the source has a digest").label("leave this out");
            return;
        }
        (None, None) if source.kind == SourceKind::Page => {
            report
                .error(source.at, "a page without a digest")
                .label("add `digest`, or `no_digest` with the reason");
            return;
        }
        (None, _) => return,
    };
    if !digest.value.strip_prefix("sha256:").is_some_and(|text| is_hex(text, 64)) {
        report
            .error(digest.at, "this is not a digest")
            .label("expected `sha256:` and 64 hexadecimal digits in lower case");
    }
}
