//! Tensors in messages: `{"dtype","shape"}`, for views also `strides` and `offset`, and the bytes as `hex`, as base64
//! `data`, or as the range `at`, `len` of the message's frame.

use super::text::Writer;
use super::{Malformed, first_items};
use ascertain::{DType, Layout, Tensor};
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// Standard base64, with or without padding, since some encoders leave it out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Most bytes of an output without bytes in the message.
const MOST_ZEROS: u64 = 8 << 30;

/// Most bytes of elements that share a smaller storage.
const MOST_SHARED: u64 = 16 << 20;

/// Most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 64;

/// A tensor in a message.
#[derive(Deserialize)]
pub(super) struct WireTensor<'a> {
    #[serde(borrow)]
    dtype: Cow<'a, str>,
    shape: Dimensions<usize>,
    strides: Option<Dimensions<isize>>,
    offset: Option<usize>,
    #[serde(borrow)]
    hex: Option<Text<'a>>,
    #[serde(borrow)]
    data: Option<Text<'a>>,
    at: Option<usize>,
    len: Option<usize>,
}

/// One number for each dimension.
struct Dimensions<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Dimensions<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match first_items(deserializer, MOST_DIMENSIONS)? {
            (numbers, count) if count == numbers.len() => Ok(Self(numbers)),
            (_, count) => {
                let why =
                    format!("a tensor has {count} dimensions, and at most {MOST_DIMENSIONS} are allowed");
                Err(D::Error::custom(why))
            }
        }
    }
}

/// A string that is copied only if it has escapes. Serde always copies an `Option<Cow<str>>`.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl WireTensor<'_> {
    /// The dtype's name.
    pub(super) fn dtype(&self) -> &str {
        &self.dtype
    }

    /// The tensor.
    pub(super) fn tensor(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        self.over(dtype, self.bytes(frame)?.ok_or(Malformed::Missing("hex"))?)
    }

    /// The tensor, with zeros if no bytes are given, as for an output.
    pub(super) fn tensor_or_zeros(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        match self.bytes(frame)? {
            Some(bytes) => self.over(dtype, bytes),
            None => {
                Tensor::check_size(dtype, &self.shape.0, MOST_ZEROS)?;
                Ok(Tensor::zeros(dtype, &self.shape.0)?)
            }
        }
    }

    fn over(&self, dtype: DType, bytes: Vec<u8>) -> Result<Tensor, Malformed> {
        if self.strides.is_none() && self.offset.is_none() {
            let bytes_given = bytes.len();
            let wrong = |_| Malformed::Size { dtype, shape: self.shape.0.clone(), bytes: bytes_given };
            return Tensor::new(dtype, &self.shape.0, bytes).map_err(wrong);
        }
        Tensor::check_size(dtype, &self.shape.0, MOST_SHARED.max(bytes.len() as u64))?;
        let offset = self.offset.unwrap_or(0);
        let layout = match &self.strides {
            Some(strides) => Layout::strided(&self.shape.0, &strides.0, offset)?,
            None => Layout::strided(&self.shape.0, Layout::contiguous(&self.shape.0).strides(), offset)?,
        };
        Ok(Tensor::view(dtype, layout, bytes)?)
    }

    fn bytes(&self, frame: &[u8]) -> Result<Option<Vec<u8>>, Malformed> {
        match (&self.hex, &self.data, self.at, self.len) {
            (None, None, None, None) => Ok(None),
            (Some(hex), None, None, None) => {
                let odd =
                    |_| Malformed::Payload("`hex` is not an even number of hexadecimal digits".to_owned());
                hex::decode(&*hex.0).map(Some).map_err(odd)
            }
            (None, Some(data), None, None) => {
                let bytes = BASE64.decode(data.0.as_bytes());
                bytes.map(Some).map_err(|e| Malformed::Payload(format!("`data` is not base64: {e}")))
            }
            (None, None, Some(at), Some(len)) => {
                let range = at.checked_add(len).and_then(|end| frame.get(at..end));
                range.map(|bytes| Some(bytes.to_vec())).ok_or(Malformed::Range {
                    at,
                    len,
                    frame: frame.len(),
                })
            }
            (None, None, ..) => Err(Malformed::Conflict("`at` and `len` of a tensor need each other")),
            _ => {
                Err(Malformed::Conflict("a tensor must have only one of `hex`, `data`, and `at` with `len`"))
            }
        }
    }
}

/// Writes a tensor with its bytes: those of its elements if it is plain, otherwise its whole storage.
pub(super) fn write(out: &mut Writer, tensor: &Tensor) {
    describe(out, tensor);
    out.payload(tensor.storage());
    out.close('}');
}

/// Writes a tensor without bytes: a plain output.
pub(super) fn write_bare(out: &mut Writer, tensor: &Tensor) {
    describe(out, tensor);
    out.close('}');
}

fn describe(out: &mut Writer, tensor: &Tensor) {
    out.open('{');
    out.member("dtype", tensor.dtype().name());
    out.key("shape");
    out.numbers(tensor.shape());
    if !tensor.is_packed() {
        out.key("strides");
        out.numbers(tensor.layout().strides());
        out.key("offset");
        out.plain(tensor.layout().offset());
    }
}
