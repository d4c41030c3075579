//! The messages of the process protocol, version 1, as `PROTOCOL.md` describes them for authors of adapters.
//!
//! Nothing here names an operator, a table or one of their arguments: requests are written and read by the names
//! and kinds that the specification gives. How messages travel is not this module's concern.
//!
//! - [`request`]: calls to messages and back.
//! - [`answer`]: replies to messages and back.
//! - [`hello`]: what an adapter says of itself.

pub mod answer;
pub mod hello;
pub mod request;
mod tensor;
mod text;

use core::fmt;

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// Longest payload written as `hex`, in bytes; longer ones are shorter as base64 `data`.
pub const HEX_UP_TO: usize = 64;

/// Longest payload kept in the line when frames may be used, in bytes; below, a range of a frame saves nothing.
pub const FRAME_ABOVE: usize = 1024;

/// Where a payload may start within a frame, in bytes: readers can use it in place as any dtype.
pub const FRAME_ALIGNMENT: usize = 16;

/// One message: a JSON object on a line, and the raw bytes that follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The line, without its newline.
    pub line: String,
    /// The bytes after the newline; as many as the line's key `frame` says, none where it has no such key.
    pub frame: Vec<u8>,
}

impl Message {
    /// Bytes on the wire.
    #[must_use]
    pub fn len(&self) -> usize {
        self.line.len() + 1 + self.frame.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty() && self.frame.is_empty()
    }
}

/// How the bytes of tensors travel.
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

/// Why a message, or a part of it, is not what the protocol allows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// It is not JSON, or a value has another type than the protocol gives it.
    Json(String),
    /// A refusal where there is nothing to refuse: why.
    Refused(String),
    /// A key is missing.
    Missing(&'static str),
    /// The parts of a message contradict each other.
    Conflict(&'static str),
    /// A name that the specification does not have.
    Unknown {
        /// What it should be the name of: `dtype`, `table`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A tensor has more or fewer bytes than its elements take.
    Size {
        /// The dtype.
        dtype: ascertain::DType,
        /// The shape.
        shape: Vec<usize>,
        /// Bytes given.
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
    /// An argument has another kind of value than the operator's.
    Argument {
        /// The argument.
        name: &'static str,
        /// Why its value does not do.
        why: String,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(what) => write!(f, "no message of this protocol: {what}"),
            Self::Refused(why) => f.write_str(why),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Conflict(what) => f.write_str(what),
            Self::Unknown { kind, name } => write!(f, "no {kind} is called `{name}`"),
            Self::Size { dtype, shape, bytes } => {
                write!(f, "a tensor of the wrong size: {bytes} bytes are not {dtype}{shape:?}")
            }
            Self::Tensor(error) => write!(f, "a tensor that cannot be: {error}"),
            Self::Payload(what) => write!(f, "the bytes of a tensor cannot be read: {what}"),
            Self::Range { at, len, frame } => {
                write!(f, "a tensor's `at` {at} and `len` {len} reach outside a frame of {frame} bytes")
            }
            Self::Length { asked, answered } => write!(f, "{answered} answers to {asked} questions"),
            Self::Argument { name, why } => write!(f, "argument {name}: {why}"),
        }
    }
}

impl core::error::Error for Malformed {}

impl From<serde_json::Error> for Malformed {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error.to_string())
    }
}

impl From<ascertain::tensor::TensorError> for Malformed {
    fn from(error: ascertain::tensor::TensorError) -> Self {
        Self::Tensor(error)
    }
}
