//! Compares two whole specifications: every edition that both have, and what only one has.

use super::change::{Change, Differences};
use super::kind::{ChangeType, FactKind};
use super::named::{ANY, Named, compare};
use super::requirement::of_editions;
use ascertain_spec::model::{DTypeInfo, Document, Format, Span, Spec, Status};

/// The heading for dtypes, status codes and formats, which all documents share.
const SHARED: &str = "all documents";

/// Compares two states of a specification: first dtypes, status codes and formats, then each document, edition by edition.
/// Only differences are listed, under the names of their editions.
pub fn of_specs(before: &Spec, after: &Spec) -> Vec<(String, Differences)> {
    let mut all = Vec::new();
    let mut shared = Differences::of(SHARED, Vec::new());
    names(before, after, &mut shared);
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
pub(super) fn whole(kind: FactKind, how: ChangeType, document: &str, name: &str) -> Differences {
    let said = if how == ChangeType::Added { (None, Some(name)) } else { (Some(name), None) };
    let says = format!("{} {name} {}", kind.name(), how.name());
    Differences::of(document, vec![Change::new(kind, name, said).saying(says)])
}

/// Dtypes, status codes and formats: by name, with their numbers.
fn names(before: &Spec, after: &Spec, found: &mut Differences) {
    let dtype = |dtype: &DTypeInfo| (dtype.name.clone(), described(dtype));
    let status = |status: &Status| {
        let also = if status.also.is_empty() { "" } else { ", also " };
        (status.name.clone(), format!("{}{also}{}", status.number, status.also.join(", ")))
    };
    let format = |format: &Format| (format.name.clone(), format.number.to_string());
    numbers(FactKind::DType, [&before.dtypes, &after.dtypes], dtype, found);
    numbers(FactKind::Status, [&before.statuses, &after.statuses], status, found);
    numbers(FactKind::Format, [&before.formats, &after.formats], format, found);
}

/// Things with a name and what is said of them.
fn numbers<T>(
    kind: FactKind,
    both: [&[T]; 2],
    said: impl Fn(&T) -> (String, String),
    found: &mut Differences,
) {
    let named = |_, thing: &T| {
        let (name, says) = said(thing);
        let named = Named::new(kind.name(), &name, Span::None);
        let (subject, content) = (named.shown.clone(), says.clone());
        Named { subject, more: format!(" ({says})"), content, says, ..named }
    };
    compare(kind, both, named, (&[], ANY), found, |[old, new], _, found| {
        let ((name, was), (_, is)) = (said(old), said(new));
        found.changes.extend(Change::between(kind, &format!("{} {name}", kind.name()), (&was, &is)));
    });
}

fn described(dtype: &DTypeInfo) -> String {
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
