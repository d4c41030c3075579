//! Places in numbers: lines or bytes of a page.

use crate::model::Span;
use crate::read::fields::Pair;
use crate::read::raw::Numbers;
use crate::report::Report;

/// How long an edition's source is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    Lines(u32),
    Bytes(u32),
}

/// The place in numbers. It must be in order and inside the edition's source.
pub(crate) fn span(numbers: &Numbers, extent: Option<Extent>, report: &Report) -> Span {
    match (&numbers.lines, &numbers.bytes) {
        (None, None) => Span::None,
        (Some(lines), None) => {
            let Pair(first, last) = lines.value;
            if first > last {
                report
                    .error(lines.at, "the last line comes before the first")
                    .label("expected `[first, last]`");
            } else if first == 0 {
                report.error(lines.at, "lines count from 1").label("expected a first line of 1 or more");
            } else if let Some(Extent::Lines(extent)) =
                extent.filter(|&e| matches!(e, Extent::Lines(n) if last > n))
            {
                let message = format!("line {last} is beyond the end of the source");
                report.error(lines.at, message).label(format!("the source has {extent} lines"));
            }
            Span::Lines(first, last)
        }
        (None, Some(bytes)) => {
            let Pair(first, last) = bytes.value;
            if first >= last {
                let label = "expected `[first, past]`, where `past` is the byte after the last";
                report.error(bytes.at, "the range of bytes is empty or reversed").label(label);
            } else if let Some(Extent::Bytes(extent)) =
                extent.filter(|&e| matches!(e, Extent::Bytes(n) if last > n))
            {
                let message = format!("byte {last} is beyond the end of the source");
                report.error(bytes.at, message).label(format!("the source has {extent} bytes"));
            }
            Span::Bytes(first, last)
        }
        (Some(lines), Some(bytes)) => {
            report
                .error(bytes.at, "a place is given in lines or in bytes")
                .label("not in both")
                .note(lines.at, "in lines here");
            Span::Lines(lines.value.0, lines.value.1)
        }
    }
}
