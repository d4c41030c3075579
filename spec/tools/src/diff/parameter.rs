//! Compares parameters of functions.

use super::accepted::{list, ranged};
use super::change::{Change, ChangeType};
use super::kind::FactKind;
use crate::facts::{ParameterFact, Ranks};
use ascertain_spec::model::Direction;

pub(super) fn parameter(function: &str, old: &ParameterFact, new: &ParameterFact, changes: &mut Vec<Change>) {
    let subject = format!("{function}.{}", new.name);
    let first = changes.len();
    if old.c != new.c {
        changes.push(Change::between(FactKind::CType, ChangeType::Changed, &*subject, (&old.c, &new.c)));
    }
    if old.direction != new.direction {
        let words = (direction(old.direction), direction(new.direction));
        changes.push(Change::between(FactKind::Direction, ChangeType::Changed, &*subject, words));
    }
    list(FactKind::DTypes, "dtypes", &subject, (&old.dtypes, &new.dtypes), changes);
    list(FactKind::Formats, "formats", &subject, (&old.formats, &new.formats), changes);
    for (kind, what, before, after) in [
        (FactKind::Empty, "tensors without elements", old.empty, new.empty),
        (FactKind::Strided, "views with gaps", old.strided, new.strided),
    ] {
        let (was, is) = (before.map(taken), after.map(taken));
        let (how, says) = match (was, is) {
            (None, Some(is)) => (ChangeType::Added, format!("{is}, not said before")),
            (Some(was), None) => (ChangeType::Removed, format!("not said whether {was}")),
            (Some(was), Some(is)) if was != is => (
                if is == taken(true) { ChangeType::Widened } else { ChangeType::Narrowed },
                format!("{is} now, were {was}"),
            ),
            _ => continue,
        };
        let change = Change::new(kind, how, &*subject, was, is);
        changes.push(change.saying(format!("{subject}: {what} {says}")));
    }
    let (was, is) = (old.range.as_deref(), new.range.as_deref());
    if was != is {
        let how = silence(was, is).unwrap_or(ChangeType::Changed);
        let mut change = Change::new(FactKind::Range, how, &*subject, was, is);
        if let (Some(was), Some(is)) = (was, is) {
            ranged(&mut change, was, is);
        }
        changes.push(change);
    }
    ranks(&subject, old.ranks, new.ranks, changes);
    let of_products = |p: &ParameterFact| -> Vec<String> {
        let pairs = p.product_dtypes.iter().flat_map(|of| {
            of.products.iter().flat_map(|product| of.dtypes.iter().map(move |dtype| (dtype, product)))
        });
        pairs.map(|(dtype, product)| format!("{dtype} on {product}")).collect()
    };
    let words = (of_products(old), of_products(new));
    list(FactKind::ProductDTypes, "dtypes by product", &subject, (&words.0, &words.1), changes);
    for change in &mut changes[first..] {
        (change.before_place, change.after_place) = (old.place, new.place);
        let key = match change.kind {
            FactKind::CType => "c",
            FactKind::ProductDTypes => "product_dtypes",
            FactKind::Ranks => "max_rank",
            kind => kind.name(),
        };
        change.path = ["parameter", &old.name, key].map(str::to_owned).to_vec();
    }
}

fn ranks(subject: &str, before: Option<Ranks>, after: Option<Ranks>, changes: &mut Vec<Change>) {
    let words = |ranks: Option<Ranks>| ranks.and_then(Ranks::in_words);
    let (was, is) = (words(before), words(after));
    if was == is {
        return;
    }
    let how = silence(was.as_ref(), is.as_ref()).unwrap_or_else(|| {
        let bounds = |ranks: Option<Ranks>| {
            let ranks = ranks.unwrap_or_default();
            (ranks.least.unwrap_or(0), ranks.most.unwrap_or(u32::MAX))
        };
        let (old, new) = (bounds(before), bounds(after));
        match (new.0 <= old.0 && old.1 <= new.1, old.0 <= new.0 && new.1 <= old.1) {
            (true, false) => ChangeType::Widened,
            (false, true) => ChangeType::Narrowed,
            _ => ChangeType::Changed,
        }
    });
    changes.push(Change::new(FactKind::Ranks, how, subject, was.as_deref(), is.as_deref()));
}

/// How a statement changed that one of two versions does not make.
fn silence<T>(was: Option<T>, is: Option<T>) -> Option<ChangeType> {
    match (was, is) {
        (None, Some(_)) => Some(ChangeType::Added),
        (Some(_), None) => Some(ChangeType::Removed),
        _ => None,
    }
}

const fn taken(taken: bool) -> &'static str {
    if taken { "taken" } else { "refused" }
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "in and out",
    }
}
