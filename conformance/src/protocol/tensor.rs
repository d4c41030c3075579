//! Tensors on the wire: `{"dtype","shape"}` with `strides` and `offset` where they are not plain, and the bytes as
//! `hex`, as base64 `data`, or as the range `at`, `len` of the message's frame.

use super::Malformed;
use super::text::Writer;
use ascertain::{DType, Layout, Tensor};
use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Deserialize;
use std::borrow::Cow;

/// Standard base64, with or without its padding: some encoders leave it out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A tensor as it stands in a message.
#[derive(Deserialize)]
pub(super) struct WireTensor<'a> {
    #[serde(borrow)]
    dtype: Cow<'a, str>,
    shape: Vec<usize>,
    strides: Option<Vec<isize>>,
    offset: Option<usize>,
    #[serde(borrow)]
    hex: Option<Text<'a>>,
    #[serde(borrow)]
    data: Option<Text<'a>>,
    at: Option<usize>,
    len: Option<usize>,
}

/// A string that is copied only where it has escapes; serde copies an `Option<Cow<str>>` always.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl WireTensor<'_> {
    /// The dtype's name.
    pub(super) fn dtype(&self) -> &str {
        &self.dtype
    }

    /// The tensor, of a dtype that the specification names.
    pub(super) fn tensor(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        self.over(dtype, self.bytes(frame)?.ok_or(Malformed::Missing("hex"))?)
    }

    /// The tensor, zeros where no bytes are given: an output that nothing lies in before the call.
    pub(super) fn tensor_or_zeros(&self, dtype: DType, frame: &[u8]) -> Result<Tensor, Malformed> {
        match self.bytes(frame)? {
            Some(bytes) => self.over(dtype, bytes),
            None => Ok(Tensor::zeros(dtype, &self.shape)?),
        }
    }

    fn over(&self, dtype: DType, bytes: Vec<u8>) -> Result<Tensor, Malformed> {
        if self.strides.is_none() && self.offset.is_none() {
            let bytes_given = bytes.len();
            let wrong = |_| Malformed::Size { dtype, shape: self.shape.clone(), bytes: bytes_given };
            return Tensor::new(dtype, &self.shape, bytes).map_err(wrong);
        }
        let offset = self.offset.unwrap_or(0);
        let layout = match &self.strides {
            Some(strides) => Layout::strided(&self.shape, strides, offset)?,
            None => Layout::strided(&self.shape, Layout::contiguous(&self.shape).strides(), offset)?,
        };
        Ok(Tensor::view(dtype, layout, bytes)?)
    }

    fn bytes(&self, frame: &[u8]) -> Result<Option<Vec<u8>>, Malformed> {
        match (&self.hex, &self.data, self.at, self.len) {
            (None, None, None, None) => Ok(None),
            (Some(hex), None, None, None) => {
                let odd = |_| Malformed::Payload("`hex` is no even number of hexadecimal digits".to_owned());
                hex::decode(&*hex.0).map(Some).map_err(odd)
            }
            (None, Some(data), None, None) => {
                let bytes = BASE64.decode(data.0.as_bytes());
                bytes.map(Some).map_err(|e| Malformed::Payload(format!("`data` is no base64: {e}")))
            }
            (None, None, Some(at), Some(len)) => {
                let range = at.checked_add(len).and_then(|end| frame.get(at..end));
                range.map(|bytes| Some(bytes.to_vec())).ok_or(Malformed::Range {
                    at,
                    len,
                    frame: frame.len(),
                })
            }
            (None, None, ..) => Err(Malformed::Conflict("`at` and `len` stand together or not at all")),
            _ => Err(Malformed::Conflict("a tensor has one of `hex`, `data` and `at` with `len`")),
        }
    }
}

/// A tensor with its bytes: those of its elements where it is plain, else its whole storage.
pub(super) fn write(out: &mut Writer, tensor: &Tensor) {
    describe(out, tensor);
    out.payload(tensor.storage());
    out.close('}');
}

/// A tensor whose bytes do not matter: an output without gaps.
pub(super) fn write_bare(out: &mut Writer, tensor: &Tensor) {
    describe(out, tensor);
    out.close('}');
}

/// Whether dtype and shape say all of the layout. A plain tensor whose dimensions of length 1 have strides of their
/// own is not: implementations trip over those.
pub(super) fn is_bare(tensor: &Tensor) -> bool {
    tensor.is_plain() && *tensor.layout() == Layout::contiguous(tensor.shape())
}

fn describe(out: &mut Writer, tensor: &Tensor) {
    out.open('{');
    out.member("dtype", tensor.dtype().name());
    out.key("shape");
    out.numbers(tensor.shape());
    if !is_bare(tensor) {
        out.key("strides");
        out.numbers(tensor.layout().strides());
        out.key("offset");
        out.plain(tensor.layout().offset());
    }
}
