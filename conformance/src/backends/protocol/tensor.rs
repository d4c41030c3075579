//! Tensors in messages: `{"dtype","shape"}`, for views also `strides` and `offset`, and the bytes as `hex`, as base64
//! `data`, or as the range `at`, `len` of the message's frame.

use super::write::Frame;
use super::{HEX_UP_TO, Malformed, first_items};
use ascertain::{DType, Layout, Tensor};
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
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

/// A tensor in a message, or a dtype alone.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct WireTensor<'a> {
    #[serde(borrow)]
    pub(super) dtype: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shape: Option<Dimensions<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strides: Option<Dimensions<isize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    hex: Option<Text<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    data: Option<Text<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    len: Option<usize>,
}

/// One number for each dimension.
#[derive(Serialize)]
pub(super) struct Dimensions<T>(Vec<T>);

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
#[derive(Serialize, Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> WireTensor<'a> {
    /// A dtype alone.
    pub(super) fn named(dtype: impl Into<Cow<'a, str>>) -> Self {
        Self { dtype: dtype.into(), ..Self::default() }
    }

    /// A tensor without bytes: a plain output.
    pub(super) fn bare(tensor: &Tensor) -> Self {
        let layout = Some(tensor.layout()).filter(|_| !tensor.is_packed());
        Self {
            shape: Some(Dimensions(tensor.shape().to_vec())),
            strides: layout.map(|layout| Dimensions(layout.strides().to_vec())),
            offset: layout.map(Layout::offset),
            ..Self::named(tensor.dtype().name())
        }
    }

    /// A tensor with its bytes: those of its elements if it is plain, otherwise its whole storage.
    pub(super) fn of(tensor: &Tensor, frame: &mut Frame) -> Self {
        let (bare, bytes) = (Self::bare(tensor), tensor.storage());
        match frame.place(bytes) {
            Some(place) => Self { at: Some(place.start), len: Some(place.len()), ..bare },
            None if bytes.len() > HEX_UP_TO => Self { data: Some(Text(BASE64.encode(bytes).into())), ..bare },
            None => Self { hex: Some(Text(hex::encode(bytes).into())), ..bare },
        }
    }

    pub(super) fn tensor(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        self.over(dtype, self.bytes(frame)?.ok_or(Malformed::Missing("hex"))?)
    }

    /// The tensor, with zeros if no bytes are given, as for an output.
    pub(super) fn tensor_or_zeros(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        match self.bytes(frame)? {
            Some(bytes) => self.over(dtype, bytes),
            None => {
                Tensor::check_size(dtype, self.shape()?, MOST_ZEROS)?;
                Ok(Tensor::zeros(dtype, self.shape()?)?)
            }
        }
    }

    fn shape(&self) -> Result<&[usize], Malformed> {
        self.shape.as_ref().map(|shape| &shape.0[..]).ok_or(Malformed::Missing("shape"))
    }

    fn over(&self, dtype: DType, bytes: Vec<u8>) -> Result<Tensor, Malformed> {
        let shape = self.shape()?;
        if self.strides.is_none() && self.offset.is_none() {
            let given = bytes.len();
            let wrong = |_| format!("wrong size of a tensor: {given} bytes for {dtype}{shape:?}");
            return Tensor::new(dtype, shape, bytes).map_err(|error| Malformed::Invalid(wrong(error)));
        }
        Tensor::check_size(dtype, shape, MOST_SHARED.max(bytes.len() as u64))?;
        let offset = self.offset.unwrap_or(0);
        let layout = match &self.strides {
            Some(strides) => Layout::strided(shape, &strides.0, offset)?,
            None => Layout::strided(shape, Layout::contiguous(shape).strides(), offset)?,
        };
        Ok(Tensor::view(dtype, layout, bytes)?)
    }

    fn bytes(&self, frame: &[u8]) -> Result<Option<Vec<u8>>, Malformed> {
        let unreadable =
            |why: String| Malformed::Invalid(format!("cannot read the bytes of a tensor: {why}"));
        match (&self.hex, &self.data, self.at, self.len) {
            (None, None, None, None) => Ok(None),
            (Some(hex), None, None, None) => {
                let odd = |_| unreadable("`hex` is not an even number of hexadecimal digits".to_owned());
                hex::decode(&*hex.0).map(Some).map_err(odd)
            }
            (None, Some(data), None, None) => {
                let wrong = |error| unreadable(format!("`data` is not base64: {error}"));
                BASE64.decode(data.0.as_bytes()).map(Some).map_err(wrong)
            }
            (None, None, Some(at), Some(len)) => {
                let range = at.checked_add(len).and_then(|end| frame.get(at..end));
                let outside = || {
                    let size = frame.len();
                    format!("`at` {at} and `len` {len} of a tensor reach outside the frame of {size} bytes")
                };
                range.map(|bytes| Some(bytes.to_vec())).ok_or_else(|| Malformed::Invalid(outside()))
            }
            (None, None, ..) => Err(Malformed::invalid("`at` and `len` of a tensor need each other")),
            _ => Err(Malformed::invalid("a tensor must have only one of `hex`, `data`, and `at` with `len`")),
        }
    }
}
