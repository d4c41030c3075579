//! Checks status codes, formats, and the types that a document lists.

use crate::check::context::Context;
use crate::check::documents::{Doc, Docs, EditionFile};
use crate::check::dtypes::SHORT;
use crate::check::inherited::{put, remove};
use crate::model::{Format, NamedType, OtherType, Statement, Status, TypeList};
use crate::read::raw::Text;
use crate::report::Report;

/// Statements of all documents.
pub(crate) fn statements(docs: &Docs<'_>) -> Vec<Statement> {
    let mut statements = Vec::new();
    for doc in &docs.list {
        for raw in doc.overlay.into_iter().flat_map(|overlay| &overlay.statements) {
            if raw.tested.is_empty() == raw.untested.is_none() {
                let message = "a statement is tested, or there is a reason why not";
                let label = "expected either `tested` or `untested` beside it";
                docs.report.error(raw.says.at, message).label(label);
            }
            statements.push(Statement {
                document: doc.id.to_owned(),
                says: raw.says.value.clone(),
                tested: raw.tested.iter().map(|id| id.value.clone()).collect(),
                untested: raw.untested.as_ref().map(|why| why.value.clone()),
                cite: docs.cite(&raw.cite),
                at: raw.at,
            });
        }
    }
    statements
}

/// Status codes of all editions.
pub(crate) fn statuses(docs: &Docs<'_>) -> Vec<Status> {
    let mut unique = docs.report.unique("status codes");
    let mut statuses = Vec::new();
    for (name, raw) in docs.editions().flat_map(|edition| edition.raw.statuses.iter()) {
        unique.number(&raw.number);
        for name in raw.also.iter().chain([name]) {
            unique.name(name);
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
pub(crate) fn formats(docs: &Docs<'_>) -> Vec<Format> {
    let mut unique = docs.report.unique("formats");
    let mut formats = Vec::new();
    for (name, number) in docs.editions().flat_map(|edition| edition.raw.formats.iter()) {
        unique.name(name);
        unique.number(number);
        formats.push(Format { name: name.value.clone(), number: number.value, at: name.at });
    }
    formats
}

/// Type lists of every edition that has or inherits one.
pub(crate) fn lists(cx: &Context<'_>) -> Vec<TypeList> {
    let mut lists = Vec::new();
    for doc in &cx.docs.list {
        let mut of_edition: Vec<Option<TypeList>> = doc.editions.iter().map(|_| None).collect();
        for &index in &doc.order {
            let edition = &doc.editions[index];
            let inherited = edition.parent.and_then(|parent| of_edition[parent].clone());
            of_edition[index] = list(edition, inherited, doc, cx);
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
    cx: &Context<'_>,
) -> Option<TypeList> {
    let raw = edition.raw;
    if inherited.is_none() && raw.types.0.is_empty() && raw.others.0.is_empty() {
        return None;
    }
    let mut list = inherited.unwrap_or_else(|| TypeList {
        document: doc.id.to_owned(),
        edition: String::new(),
        types: Vec::new(),
        others: Vec::new(),
    });
    edition.name.clone_into(&mut list.edition);
    let mut unique = cx.report.unique("types");
    let scheme = cx.names.schemes.iter().find(|scheme| scheme.cite.document == doc.id);
    for (name, raw) in raw.types.iter() {
        for name in raw.aliases.iter().chain([name]) {
            unique.name(name);
        }
        if raw.removed {
            let said = raw.dtype.is_some() || raw.cite.is_some() || raw.renames.is_some();
            remove(&mut list.types, |known| known.name == name.value, ("type", name), said, cx.report);
            continue;
        }
        let (Some(dtype), Some(cite)) = (&raw.dtype, &raw.cite) else {
            lacks(name, "`dtype` and `cite`", cx.report);
            continue;
        };
        let cite = cx.docs.cite(cite);
        let Some(found) = cx.names.find(SHORT, dtype, &format!("dtype of type `{name}`"), None) else {
            continue;
        };
        let scheme_name = raw.renames.as_ref().unwrap_or(name);
        if let Some(scheme) = scheme.filter(|scheme| cx.names.name(&scheme.name, found) != scheme_name.value)
        {
            let known = cx.names.name(&scheme.name, found);
            let message = format!("type `{scheme_name}` is not the name of `{dtype}` in dtypes.toml");
            cx.report
                .error(raw.renames.as_ref().unwrap_or(dtype).at, message)
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
        unique.name(name);
        if raw.removed {
            let said = raw.says.is_some() || raw.cite.is_some();
            remove(&mut list.others, |known| known.name == name.value, ("type", name), said, cx.report);
            continue;
        }
        let (Some(says), Some(cite)) = (&raw.says, &raw.cite) else {
            lacks(name, "`says` and `cite`", cx.report);
            continue;
        };
        let cite = cx.docs.cite(cite);
        let item = OtherType { name: name.value.clone(), says: says.clone(), cite, at: name.at };
        put(&mut list.others, item, |a, b| a.name == b.name);
    }
    Some(list)
}

fn lacks(name: &Text, keys: &str, report: &Report) {
    report.error(name.at, format!("type `{name}` lacks {keys}")).label("neither given nor `removed = true`");
}
