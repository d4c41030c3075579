//! The messages of the process protocol, version 1. `PROTOCOL.md` describes them for authors of adapters.
//!
//! This module names no operator, table or argument: the names and kinds come from the specification. It does not send
//! or receive.
//!
//! - [`request`]: converts calls to messages and back.
//! - [`answer`]: converts replies to messages and back.
//! - [`hello`]: what an adapter says about itself.

pub mod answer;
pub mod hello;
pub mod request;
mod tensor;
mod write;

use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// What every message about such a write has.
pub(crate) const LATE: &str = "after the call had returned";

/// Longest payload written as `hex`, in bytes. Longer ones are written as base64 `data`, which is shorter.
pub const HEX_UP_TO: usize = 64;

/// Longest payload kept in the line when frames may be used, in bytes. Up to this length a frame saves nothing.
pub const FRAME_ABOVE: usize = 1024;

/// Alignment of payloads within a frame, in bytes, so that readers can use them in place as any dtype.
pub const FRAME_ALIGNMENT: usize = 16;

/// One message: a JSON object on a line, and the raw bytes that follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The line, without its newline.
    pub line: String,
    /// The bytes after the newline. Their number is the line's key `frame`; without the key there are none.
    pub frame: Vec<u8>,
}

/// How the bytes of tensors are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Framing {
    /// All in the line.
    #[default]
    Line,
    /// Long ones in a frame after the line.
    Frame,
}

impl Framing {
    /// Its name in hello.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Frame => "frame",
        }
    }
}

/// Why a message, or a part of it, is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// It is not JSON, or a value has the wrong type.
    Json(String),
    /// The adapter refused a message that it must not refuse.
    Refused(String),
    /// A key is missing.
    Missing(&'static str),
    /// A name that is not in the specification.
    Unknown {
        /// What it should name: `dtype`, `table`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A value is out of its range, or parts of the message contradict each other: a sentence.
    Invalid(String),
}

impl Malformed {
    fn invalid(what: impl Into<String>) -> Self {
        Self::Invalid(what.into())
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(what) => write!(f, "not a message of the protocol: {what}"),
            Self::Refused(what) | Self::Invalid(what) => f.write_str(what),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Unknown { kind, name } => write!(f, "unknown {kind} `{name}`"),
        }
    }
}

impl core::error::Error for Malformed {}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        // Names of types mean nothing to people who write adapters.
        const WORDS: [(&str, &str); 5] = [
            ("expected u64", "expected a whole number"),
            ("expected i64", "expected a whole number"),
            ("expected usize", "expected a whole number"),
            ("expected a sequence", "expected a list"),
            ("expected a map", "expected an object"),
        ];
        let plain = |what: String, (from, to): &(&str, &str)| what.replace(from, to);
        Self::Json(WORDS.iter().fold(error.to_string(), plain))
    }
}

impl From<ascertain::tensor::TensorError> for Malformed {
    fn from(error: ascertain::tensor::TensorError) -> Self {
        Self::Invalid(format!("invalid tensor: {error}"))
    }
}

/// Says that a list of answers is not as long as the list of questions.
fn wrong_length(asked: usize, answered: usize) -> Malformed {
    Malformed::Invalid(format!("expected {asked} answers, got {answered}"))
}

/// The first `most` items of a list, and how many it has: a line has room for millions.
fn first_items<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    list: D,
    most: usize,
) -> Result<(Vec<T>, usize), D::Error> {
    struct Items<T>(usize, PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = (Vec<T>, usize);

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut items = Vec::new();
            while items.len() < self.0 {
                match list.next_element()? {
                    Some(item) => items.push(item),
                    None => break,
                }
            }
            let mut count = items.len();
            while list.next_element::<IgnoredAny>()?.is_some() {
                count += 1;
            }
            Ok((items, count))
        }
    }

    list.deserialize_seq(Items(most, PhantomData))
}
