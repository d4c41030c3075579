//! Checks status codes, formats, and the types that a document lists.

use std::collections::BTreeMap;

use crate::check::cite::CitingFile;
use crate::check::documents::{Doc, Docs, EditionFile};
use crate::check::dtypes::{Names, SHORT};
use crate::check::inherited::{put, remove};
use crate::model::{Format, NamedType, OtherType, Statement, Status, TypeList};
use crate::read::raw::Text;
use crate::report::Report;
use crate::source::At;

/// Names and numbers of a kind, each used once.
#[derive(Default)]
struct Unique<'a> {
    names: BTreeMap<&'a str, At>,
    numbers: BTreeMap<i32, At>,
}

impl<'a> Unique<'a> {
    fn name(&mut self, name: &'a Text, what: &str, report: &mut Report) {
        if let Some(other) = self.names.insert(&name.value, name.at) {
            report
                .error(name.at, format!("two {what} have the name `{name}`"))
                .label("the second one")
                .note(other, "the first one");
        }
    }

    fn number(&mut self, number: i32, at: At, what: &str, report: &mut Report) {
        if let Some(other) = self.numbers.insert(number, at) {
            report
                .error(at, format!("two {what} have the number {number}"))
                .label("the second one")
                .note(other, "the first one");
        }
    }
}

/// Statements of all documents.
pub(crate) fn statements(docs: &Docs<'_>, report: &mut Report) -> Vec<Statement> {
    let mut statements = Vec::new();
    for doc in &docs.list {
        let home = CitingFile::document(doc.id);
        let raw = doc.overlay.into_iter().flat_map(|overlay| &overlay.statements);
        for raw in raw {
            if raw.tested.is_empty() == raw.untested.is_none() {
                report
                    .error(raw.says.at, "a statement is tested, or there is a reason why not")
                    .label("expected either `tested` or `untested` beside it");
            }
            statements.push(Statement {
                document: doc.id.to_owned(),
                says: raw.says.value.clone(),
                tested: raw.tested.iter().map(|id| id.value.clone()).collect(),
                untested: raw.untested.as_ref().map(|why| why.value.clone()),
                cite: docs.cite(&raw.cite, home, report),
                at: raw.at,
            });
        }
    }
    statements
}

/// Status codes of all editions.
pub(crate) fn statuses(docs: &Docs<'_>, report: &mut Report) -> Vec<Status> {
    let mut unique = Unique::default();
    let mut statuses = Vec::new();
    for (name, raw) in
        docs.list.iter().flat_map(|doc| &doc.editions).flat_map(|edition| edition.raw.statuses.iter())
    {
        unique.number(raw.number.value, raw.number.at, "status codes", report);
        for name in raw.also.iter().chain([name]) {
            unique.name(name, "status codes", report);
        }
        statuses.push(Status {
            name: name.value.clone(),
            number: raw.number.value,
            says: raw.says.clone(),
            also: raw.also.iter().map(|name| name.value.clone()).collect(),
            at: name.at,
        });
    }
    statuses
}

/// Tensor formats of all editions.
pub(crate) fn formats(docs: &Docs<'_>, report: &mut Report) -> Vec<Format> {
    let mut unique = Unique::default();
    let mut formats = Vec::new();
    for (name, number) in
        docs.list.iter().flat_map(|doc| &doc.editions).flat_map(|edition| edition.raw.formats.iter())
    {
        unique.name(name, "formats", report);
        unique.number(number.value, number.at, "formats", report);
        formats.push(Format { name: name.value.clone(), number: number.value, at: name.at });
    }
    formats
}

/// Type lists of every edition that has or inherits one.
pub(crate) fn lists(docs: &Docs<'_>, names: &Names, report: &mut Report) -> Vec<TypeList> {
    let mut lists = Vec::new();
    for doc in &docs.list {
        let mut of_edition: Vec<Option<TypeList>> = doc.editions.iter().map(|_| None).collect();
        for &index in &doc.order {
            let edition = &doc.editions[index];
            let inherited = edition.parent.and_then(|parent| of_edition[parent].clone());
            of_edition[index] = list(edition, inherited, doc, docs, names, report);
        }
        lists.extend(of_edition.into_iter().flatten());
    }
    lists
}

/// The list of one edition: the inherited list, with the edition's own types replaced or added.
fn list(
    edition: &EditionFile<'_>,
    inherited: Option<TypeList>,
    doc: &Doc<'_>,
    docs: &Docs<'_>,
    names: &Names,
    report: &mut Report,
) -> Option<TypeList> {
    let raw = edition.raw;
    if inherited.is_none() && raw.types.0.is_empty() && raw.others.0.is_empty() {
        return None;
    }
    let home = CitingFile::edition(doc.id, edition.name);
    let mut list = inherited.unwrap_or_else(|| TypeList {
        document: doc.id.to_owned(),
        edition: String::new(),
        types: Vec::new(),
        others: Vec::new(),
    });
    edition.name.clone_into(&mut list.edition);
    let mut unique = Unique::default();
    let scheme = names.schemes.iter().find(|scheme| scheme.cite.document == doc.id);
    for (name, raw) in raw.types.iter() {
        for name in raw.aliases.iter().chain([name]) {
            unique.name(name, "types", report);
        }
        if raw.removed {
            let said = raw.dtype.is_some() || raw.cite.is_some() || raw.renames.is_some();
            remove(&mut list.types, |known| known.name == name.value, ("type", name), said, report);
            continue;
        }
        let (Some(dtype), Some(cite)) = (&raw.dtype, &raw.cite) else {
            lacks(name, "`dtype` and `cite`", report);
            continue;
        };
        let cite = docs.cite(cite, home, report);
        let Some(found) = names.find(SHORT, dtype, &format!("dtype of type `{name}`"), None, report) else {
            continue;
        };
        let scheme_name = raw.renames.as_ref().unwrap_or(name);
        if let Some(scheme) = scheme.filter(|scheme| names.name(&scheme.name, found) != scheme_name.value) {
            let known = names.name(&scheme.name, found);
            report
                .error(
                    raw.renames.as_ref().unwrap_or(dtype).at,
                    format!("type `{scheme_name}` is not the name of `{dtype}` in dtypes.toml"),
                )
                .label(format!("scheme `{}` calls it `{known}`", scheme.name));
        }
        // Removing a type also removes the names of it that the edition gives to another.
        if let Some(renamed) = &raw.renames {
            list.types.retain(|known| known.name != renamed.value || known.dtype != found);
        }
        let aliases = raw.aliases.iter().map(|alias| alias.value.clone()).collect();
        let item = NamedType { name: name.value.clone(), dtype: found, aliases, cite, at: name.at };
        put(&mut list.types, item, |a, b| a.name == b.name);
    }
    for (name, raw) in raw.others.iter() {
        unique.name(name, "types", report);
        if raw.removed {
            let said = raw.says.is_some() || raw.cite.is_some();
            remove(&mut list.others, |known| known.name == name.value, ("type", name), said, report);
            continue;
        }
        let (Some(says), Some(cite)) = (&raw.says, &raw.cite) else {
            lacks(name, "`says` and `cite`", report);
            continue;
        };
        let cite = docs.cite(cite, home, report);
        let item = OtherType { name: name.value.clone(), says: says.clone(), cite, at: name.at };
        put(&mut list.others, item, |a, b| a.name == b.name);
    }
    Some(list)
}

fn lacks(name: &Text, keys: &str, report: &mut Report) {
    report.error(name.at, format!("type `{name}` lacks {keys}")).label("neither given nor `removed = true`");
}
