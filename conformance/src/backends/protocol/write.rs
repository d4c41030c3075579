//! Writing messages: lines of JSON, and where the bytes of their tensors go.

use super::{FRAME_ABOVE, FRAME_ALIGNMENT, Framing, Message};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io;
use std::ops::Range;

/// The bytes of a message's tensors that do not lie in its line.
pub(super) struct Frame {
    pub(super) bytes: Vec<u8>,
    /// Payloads of at least this length go here.
    from: usize,
}

impl Frame {
    /// An empty one. With [`Framing::Line`] it stays empty.
    pub(super) fn new(framing: Framing) -> Self {
        let from = match framing {
            Framing::Line => usize::MAX,
            Framing::Frame => FRAME_ABOVE + 1,
        };
        Self { bytes: Vec::new(), from }
    }

    /// A file with the bytes of all tensors of many messages.
    pub(super) fn file(bytes: Vec<u8>) -> Self {
        Self { bytes, from: 0 }
    }

    /// Appends a payload and says where it lies; `None` if it belongs into the line.
    pub(super) fn place(&mut self, payload: &[u8]) -> Option<Range<usize>> {
        if payload.len() < self.from {
            return None;
        }
        let at = self.bytes.len().next_multiple_of(FRAME_ALIGNMENT);
        self.bytes.reserve(at - self.bytes.len() + payload.len());
        self.bytes.resize(at, 0);
        self.bytes.extend_from_slice(payload);
        Some(at..self.bytes.len())
    }
}

/// The message with this id and these keys, an object, whose tensors lie in `frame`.
pub(super) fn message(id: u64, keys: &impl Serialize, frame: Frame) -> Message {
    let size = Some(frame.bytes.len()).filter(|size| *size > 0);
    Message { line: line(id, keys, size), frame: frame.bytes }
}

/// A line with this id and these keys, an object.
pub(super) fn line<T: Serialize>(id: u64, keys: &T, frame: Option<usize>) -> String {
    #[derive(Serialize)]
    struct Line<'a, T> {
        id: u64,
        #[serde(flatten)]
        keys: &'a T,
        #[serde(skip_serializing_if = "Option::is_none")]
        frame: Option<usize>,
    }
    let mut line = Vec::with_capacity(256);
    let written = Line { id, keys, frame }.serialize(&mut Serializer::with_formatter(&mut line, OneLine));
    written.expect("a vector takes everything, and all keys are strings");
    String::from_utf8(line).expect("JSON is UTF-8")
}

/// JSON without blanks, in which text has no line end by anybody's rules.
struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        // Not required by JSON, but some readers take U+2028, U+2029 and control characters for line ends.
        let hidden = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        for part in text.split_inclusive(hidden) {
            let shown = part.trim_end_matches(hidden);
            out.write_all(shown.as_bytes())?;
            part[shown.len()..].chars().try_for_each(|c| write!(out, "\\u{:04x}", u32::from(c)))?;
        }
        Ok(())
    }
}
