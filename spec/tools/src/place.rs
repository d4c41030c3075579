//! Places in pages: how they are joined, compared, worded and serialized.

use ascertain_spec::model::Span;
use serde::Serializer;
use serde::ser::SerializeMap;

/// A place, beside the other keys of a fact: `"lines": [first, last]`, `"bytes": [first, end]`, or nothing if it is not
/// known.
pub(crate) fn serialize<S: Serializer>(span: &Span, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    entry(&mut map, *span)?;
    map.end()
}

/// A place as an entry of a map.
pub(crate) fn entry<M: SerializeMap>(map: &mut M, span: Span) -> Result<(), M::Error> {
    match span {
        Span::None => Ok(()),
        Span::Lines(first, last) => map.serialize_entry("lines", &[first, last]),
        Span::Bytes(first, end) => map.serialize_entry("bytes", &[first, end]),
    }
}

/// The smallest place that contains both.
pub(crate) fn hull(a: Span, b: Span) -> Span {
    match (a, b) {
        (Span::Lines(a, b), Span::Lines(c, d)) => Span::Lines(a.min(c), b.max(d)),
        (Span::Bytes(a, b), Span::Bytes(c, d)) => Span::Bytes(a.min(c), b.max(d)),
        (Span::None, other) | (other, _) => other,
    }
}

/// A place as two numbers, to put places into the page's order. What is not known comes last.
pub(crate) fn ends(place: Span) -> (u32, u32) {
    match place {
        Span::Lines(first, last) | Span::Bytes(first, last) => (first, last),
        Span::None => (u32::MAX, 0),
    }
}
