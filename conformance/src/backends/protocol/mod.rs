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
mod text;

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

impl Message {
    /// Length in bytes, as sent.
    #[must_use]
    pub fn len(&self) -> usize {
        self.line.len() + 1 + self.frame.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty() && self.frame.is_empty()
    }
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
    /// It is longer than answers of its kind may be.
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The greatest length in bytes.
        most: usize,
    },
    /// The adapter refused a message that it must not refuse.
    Refused(String),
    /// The adapter uses another version of the protocol.
    Version(u64),
    /// A key is missing.
    Missing(&'static str),
    /// The parts of a message contradict each other.
    Conflict(&'static str),
    /// A name that is not in the specification.
    Unknown {
        /// What it should name: `dtype`, `table`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A tensor has the wrong number of bytes.
    Size {
        /// The dtype.
        dtype: ascertain::DType,
        /// The shape.
        shape: Vec<usize>,
        /// Number of bytes in the message.
        bytes: usize,
    },
    /// Strides and offset do not fit shape and storage.
    Tensor(ascertain::tensor::TensorError),
    /// The bytes of a tensor cannot be read.
    Payload(String),
    /// A range outside the frame.
    Range {
        /// First byte.
        at: usize,
        /// Number of bytes.
        len: usize,
        /// Bytes of the frame.
        frame: usize,
    },
    /// A list of answers is not as long as the list of questions.
    Length {
        /// Number of questions.
        asked: usize,
        /// Number of answers.
        answered: usize,
    },
    /// An argument has a wrong value.
    Argument {
        /// The argument.
        name: &'static str,
        /// What is wrong with the value.
        why: String,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(what) => write!(f, "not a message of the protocol: {what}"),
            Self::TooLong { bytes, most } => {
                write!(f, "{bytes} bytes are longer than {most}, the most allowed")
            }
            Self::Refused(why) => f.write_str(why),
            Self::Version(version) => write!(
                f,
                "the adapter answers by version {version} of the protocol; the version asked for is {VERSION}"
            ),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Conflict(what) => f.write_str(what),
            Self::Unknown { kind, name } => write!(f, "unknown {kind} `{name}`"),
            Self::Size { dtype, shape, bytes } => {
                write!(f, "wrong size of a tensor: {bytes} bytes for {dtype}{shape:?}")
            }
            Self::Tensor(error) => write!(f, "invalid tensor: {error}"),
            Self::Payload(what) => write!(f, "cannot read the bytes of a tensor: {what}"),
            Self::Range { at, len, frame } => {
                write!(f, "`at` {at} and `len` {len} of a tensor reach outside the frame of {frame} bytes")
            }
            Self::Length { asked, answered } => write!(f, "expected {asked} answers, got {answered}"),
            Self::Argument { name, why } => write!(f, "argument {name}: {why}"),
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
        Self::Tensor(error)
    }
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
