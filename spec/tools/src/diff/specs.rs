//! Compares two whole specifications: every edition that both have, and what only one has.

use super::change::{Change, ChangeType};
use super::differences::Differences;
use super::kind::FactKind;
use super::requirement::of_editions;
use ascertain_spec::model::{DType, Document, Format, Spec, Status};

/// The heading for dtypes, status codes and formats, which all documents share.
const SHARED: &str = "all documents";

/// Compares two states of a specification: first dtypes, status codes and formats, then each document, edition by edition.
/// Only differences are listed, under the names of their editions.
pub fn of_specs(before: &Spec, after: &Spec) -> Vec<(String, Differences)> {
    let mut all = Vec::new();
    let mut shared = Differences { document: SHARED.to_owned(), ..Differences::default() };
    names(before, after, &mut shared.changes);
    all.push((String::new(), shared));
    for old in before.documents.iter().filter(|old| after.document(&old.id).is_none()) {
        all.push((String::new(), whole(FactKind::Document, ChangeType::Removed, &old.id, &old.id)));
    }
    for new in &after.documents {
        match before.document(&new.id) {
            Some(old) => editions((before, old), (after, new), &mut all),
            None => all.push((String::new(), whole(FactKind::Document, ChangeType::Added, &new.id, &new.id))),
        }
    }
    all.retain(|(_, differences)| !differences.is_empty());
    all
}

fn editions(old: (&Spec, &Document), new: (&Spec, &Document), all: &mut Vec<(String, Differences)>) {
    let has = |document: &Document, name: &str| document.editions.iter().any(|edition| edition.name == name);
    let id = &new.1.id;
    for edition in old.1.editions.iter().filter(|edition| !has(new.1, &edition.name)) {
        all.push((edition.name.clone(), whole(FactKind::Edition, ChangeType::Removed, id, &edition.name)));
    }
    for edition in &new.1.editions {
        if !has(old.1, &edition.name) {
            all.push((edition.name.clone(), whole(FactKind::Edition, ChangeType::Added, id, &edition.name)));
            continue;
        }
        let found = of_editions((old.0, &edition.name), (new.0, &edition.name), id);
        // Both have the edition, as the look-up above shows.
        all.extend(found.map(|differences| (edition.name.clone(), differences)));
    }
}

/// A document or an edition that only one of the two has.
fn whole(kind: FactKind, how: ChangeType, document: &str, name: &str) -> Differences {
    let (was, is) = if how == ChangeType::Added { (None, Some(name)) } else { (Some(name), None) };
    let change =
        Change::new(kind, how, name, was, is).saying(format!("{} {name} {}", kind.name(), how.name()));
    Differences { document: document.to_owned(), changes: vec![change], ..Differences::default() }
}

/// Dtypes, status codes and formats: by name, with their numbers.
fn names(before: &Spec, after: &Spec, changes: &mut Vec<Change>) {
    let dtype = |d: &DType| (d.name.clone(), described(d));
    let status = |s: &Status| {
        let also = if s.also.is_empty() { String::new() } else { format!(", also {}", s.also.join(", ")) };
        (s.name.clone(), format!("{}{also}", s.number))
    };
    let format = |f: &Format| (f.name.clone(), f.number.to_string());
    for (kind, old, new) in [
        (
            FactKind::DType,
            before.dtypes.iter().map(dtype).collect(),
            after.dtypes.iter().map(dtype).collect(),
        ),
        (
            FactKind::Status,
            before.statuses.iter().map(status).collect(),
            after.statuses.iter().map(status).collect(),
        ),
        (
            FactKind::Format,
            before.formats.iter().map(format).collect(),
            after.formats.iter().map(format).collect(),
        ),
    ] {
        named(kind, &old, &new, changes);
    }
}

type Named = Vec<(String, String)>;

fn named(kind: FactKind, before: &Named, after: &Named, changes: &mut Vec<Change>) {
    let find =
        |list: &Named, name: &str| list.iter().find(|(other, _)| other == name).map(|(_, is)| is.clone());
    for (name, was) in before {
        let same = |(other, is): &&(String, String)| is == was && find(before, other).is_none();
        let subject = format!("{} {name}", kind.name());
        changes.push(match (find(after, name), after.iter().find(same)) {
            (Some(is), _) if is == *was => continue,
            (Some(is), _) => Change::between(kind, ChangeType::Changed, subject, (was, &is)),
            (None, Some((other, _))) => Change::between(kind, ChangeType::Renamed, subject, (name, other)),
            (None, None) => Change::new(kind, ChangeType::Removed, &*subject, Some(was), None)
                .saying(format!("{subject} ({was}) removed")),
        });
    }
    for (name, is) in after.iter().filter(|(name, _)| find(before, name).is_none()) {
        if !before.iter().any(|(other, was)| was == is && find(after, other).is_none()) {
            let subject = format!("{} {name}", kind.name());
            let says = format!("{subject} ({is}) added");
            changes.push(Change::new(kind, ChangeType::Added, subject, None, Some(is)).saying(says));
        }
    }
}

fn described(dtype: &DType) -> String {
    let format = dtype.precision.zip(dtype.exponent_bits);
    let format = format.map(|(p, e)| format!(", precision {p}, exponent {e}")).unwrap_or_default();
    // The short name is the one that both have.
    let names = dtype.names[1..].iter().map(|name| format!(", {} {}", name.scheme, name.name));
    let names: Vec<String> = names.collect();
    format!(
        "{} of {} bits{format}, number {}{}",
        dtype.class.name(),
        dtype.bits,
        dtype.number,
        names.concat()
    )
}
