//! Writing JSON directly, without building a tree first, since messages are many and small.

use super::{FRAME_ABOVE, FRAME_ALIGNMENT, Framing, HEX_UP_TO, Message};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use core::fmt::{Display, Write};
use core::mem;

/// A message being written: a JSON object whose members are added one by one.
pub(super) struct Writer {
    line: String,
    frame: Vec<u8>,
    /// Payloads of at least this length go into the frame.
    framed_from: usize,
}

impl Writer {
    /// A message that begins with its id.
    pub(super) fn with_id(id: u64, framing: Framing) -> Self {
        let framed_from = match framing {
            Framing::Line => usize::MAX,
            Framing::Frame => FRAME_ABOVE + 1,
        };
        Self::new(id, framed_from, Vec::new())
    }

    fn new(id: u64, framed_from: usize, frame: Vec<u8>) -> Self {
        let mut writer = Self { line: String::with_capacity(256), frame, framed_from };
        writer.open('{');
        writer.key("id");
        writer.plain(id);
        writer
    }

    /// The line of a message whose payloads all go into a file of bytes, which many messages share.
    pub(super) fn file_line(id: u64, file: &mut Vec<u8>, write: impl FnOnce(&mut Self)) -> String {
        let mut writer = Self::new(id, 0, mem::take(file));
        write(&mut writer);
        writer.close('}');
        *file = writer.frame;
        writer.line
    }

    /// The finished message, with the size of its frame if it has one.
    pub(super) fn finish(mut self) -> Message {
        if !self.frame.is_empty() {
            self.key("frame");
            self.plain(self.frame.len());
        }
        self.close('}');
        Message { line: self.line, frame: self.frame }
    }

    /// Begins an object `{` or a list `[`.
    pub(super) fn open(&mut self, bracket: char) {
        self.line.push(bracket);
    }

    /// Ends an object `}` or a list `]`.
    pub(super) fn close(&mut self, bracket: char) {
        self.line.push(bracket);
    }

    /// Writes a comma, unless this is the first item of its object or list.
    pub(super) fn separate(&mut self) {
        if !self.line.ends_with(['{', '[', ':', ',']) {
            self.line.push(',');
        }
    }

    /// The key of the next member.
    pub(super) fn key(&mut self, key: &str) {
        self.separate();
        self.text(key);
        self.line.push(':');
    }

    /// A string.
    pub(super) fn text(&mut self, text: &str) {
        self.line.push('"');
        for c in text.chars() {
            match c {
                '"' => self.line.push_str("\\\""),
                '\\' => self.line.push_str("\\\\"),
                '\n' => self.line.push_str("\\n"),
                // Not required by JSON, but some readers take U+2028 and U+2029 for line ends.
                c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                    self.escape(c);
                }
                c => self.line.push(c),
            }
        }
        self.line.push('"');
    }

    fn escape(&mut self, c: char) {
        let _ = write!(self.line, "\\u{:04x}", u32::from(c));
    }

    /// A number or truth value.
    pub(super) fn plain(&mut self, value: impl Display) {
        let _ = write!(self.line, "{value}");
    }

    /// Text that is JSON already.
    pub(super) fn raw(&mut self, json: &str) {
        self.line.push_str(json);
    }

    /// A list of numbers.
    pub(super) fn numbers<T: Display>(&mut self, numbers: &[T]) {
        self.open('[');
        for number in numbers {
            self.separate();
            self.plain(number);
        }
        self.close(']');
    }

    /// A member whose value is a string.
    pub(super) fn member(&mut self, key: &str, text: &str) {
        self.key(key);
        self.text(text);
    }

    /// The members with a tensor's bytes.
    pub(super) fn payload(&mut self, bytes: &[u8]) {
        if bytes.len() >= self.framed_from {
            let at = self.frame.len().next_multiple_of(FRAME_ALIGNMENT);
            self.frame.reserve(at - self.frame.len() + bytes.len());
            self.frame.resize(at, 0);
            self.frame.extend_from_slice(bytes);
            self.key("at");
            self.plain(at);
            self.key("len");
            self.plain(bytes.len());
        } else if bytes.len() > HEX_UP_TO {
            self.key("data");
            self.line.push('"');
            BASE64.encode_string(bytes, &mut self.line);
            self.line.push('"');
        } else {
            self.key("hex");
            self.line.push('"');
            self.line.push_str(&hex::encode(bytes));
            self.line.push('"');
        }
    }
}
