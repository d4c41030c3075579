//! Descriptions of tensors and scalars. Elements are read only when the operator runs.

use crate::memory::{Memory, Region};
use crate::status::{Outcome, Refusal};
use ascertain::document::FORMATS;
use ascertain::dtype::Scheme;
use ascertain::element::converter;
use ascertain::{DType, Layout, Tensor};

/// A tensor as passed to `aclCreateTensor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    /// The number of an aclDataType, which the documents may not name.
    pub(crate) dtype: i32,
    /// The number of an aclFormat.
    pub(crate) format: i32,
    layout: Layout,
    /// Elements of the storage.
    storage: usize,
    /// Address of the storage.
    data: usize,
}

/// A scalar as passed to `aclCreateScalar`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub(crate) dtype: DType,
    bytes: Vec<u8>,
}

impl Description {
    /// A tensor over the storage at `data`; contiguous if no strides are given. Lengths, strides and offset count
    /// elements.
    pub(crate) fn new(
        shape: &[i64],
        strides: Option<&[i64]>,
        offset: i64,
        storage: &[i64],
        [dtype, format]: [i32; 2],
        data: usize,
    ) -> Outcome<Self> {
        let lengths = |name: &str, dims: &[i64]| -> Outcome<Vec<usize>> {
            let length = |&d: &i64| {
                usize::try_from(d).map_err(|_| Refusal::invalid(format!("{name} has a negative length, {d}")))
            };
            dims.iter().map(length).collect()
        };
        let shape = lengths("viewDims", shape)?;
        let storage = lengths("storageDims", storage)?
            .iter()
            .try_fold(1, |n: usize, d| n.checked_mul(*d))
            .ok_or_else(|| Refusal::invalid("storageDims has more elements than any memory can hold"))?;
        let offset = usize::try_from(offset)
            .map_err(|_| Refusal::invalid(format!("offset {offset} lies before the storage")))?;
        let strides = match strides {
            Some(strides) => strides.iter().map(|s| *s as isize).collect(),
            None => Layout::contiguous(&shape).strides().to_vec(),
        };
        let layout = Layout::strided(&shape, &strides, offset)
            .map_err(|why| Refusal::invalid(format!("viewDims, stride and offset: {why}")))?;
        if reach(&layout) > storage as u128 {
            return Err(Refusal::invalid(format!(
                "the view with viewDims {shape:?}, stride {strides:?} and offset {offset} reaches outside its storage \
                 of {storage} elements"
            )));
        }
        Ok(Self { dtype, format, layout, storage, data })
    }

    /// The range of its storage in device memory; none if it has no elements.
    pub(crate) fn region(&self, dtype: DType, memory: &Memory) -> Outcome<Option<Region>> {
        if self.layout.count() == 0 {
            return Ok(None);
        }
        let what = |refusal: Refusal| Refusal::invalid(format!("its tensorData {}", refusal.message));
        memory.locate(self.data, self.storage.saturating_mul(dtype.size())).map(Some).map_err(what)
    }

    /// A tensor of this layout, filled with zeros, for checks that do not look at elements.
    pub(crate) fn blank(&self, dtype: DType, region: Option<Region>) -> Outcome<Tensor> {
        self.over(dtype, vec![0; region.map_or(0, |_| self.storage * dtype.size())])
    }

    /// The tensor with the bytes of its storage.
    pub(crate) fn load(&self, dtype: DType, memory: &Memory, region: Option<Region>) -> Outcome<Tensor> {
        self.over(dtype, region.map(|region| memory.read(region)).unwrap_or_default())
    }

    /// Writes the elements of `result` to this view of a region. Bytes between them stay as they are.
    pub(crate) fn store(&self, result: &Tensor, memory: &Memory, region: Option<Region>) {
        let size = result.dtype().size();
        let Some(region) = region else { return };
        for (element, at) in result.elements().chunks_exact(size).zip(self.layout.positions()) {
            memory.write(region, at * size, element);
        }
    }

    fn over(&self, dtype: DType, bytes: Vec<u8>) -> Outcome<Tensor> {
        let tensor = Tensor::view(dtype, self.layout.clone(), bytes);
        tensor.map_err(|why| Refusal::named("ACLNN_ERR_INNER", why.to_string()))
    }

    /// Dtype and shape in words, and the format if it is not ND.
    pub(crate) fn in_words(&self) -> String {
        let format = FORMATS.iter().find(|format| format.number == self.format);
        let format = match format {
            Some(format) if format.name == "ND" => String::new(),
            Some(format) => format!(" in format {}", format.name),
            None => format!(" in format number {}", self.format),
        };
        format!("{}{:?}{format}", dtype_in_words(i64::from(self.dtype)), self.layout.shape())
    }
}

impl Scalar {
    /// A scalar of `dtype` with these bytes.
    pub(crate) const fn new(dtype: DType, bytes: Vec<u8>) -> Self {
        Self { dtype, bytes }
    }

    /// It as a tensor without dimensions.
    pub(crate) fn tensor(&self) -> Outcome<Tensor> {
        let tensor = Tensor::view(self.dtype, Layout::contiguous(&[]), self.bytes.clone());
        tensor.map_err(|why| Refusal::named("ACLNN_ERR_INNER", why.to_string()))
    }

    /// Value and dtype in words.
    pub(crate) fn in_words(&self) -> String {
        let mut value = [0; 8];
        let value = match converter(self.dtype, DType::F64) {
            Some(convert) if self.dtype != DType::S64 => {
                convert(&self.bytes, &mut value);
                f64::from_le_bytes(value).to_string()
            }
            _ => self.integer().to_string(),
        };
        format!("{value} of {}", dtype_in_words(i64::from(self.dtype.acl_number())))
    }

    /// Its value as an integer; 0 if an integer cannot hold it.
    pub(crate) fn integer(&self) -> i64 {
        if self.dtype == DType::S64 {
            return self.bytes.as_slice().try_into().map_or(0, i64::from_le_bytes);
        }
        let mut value = [0; 8];
        if let Some(convert) = converter(self.dtype, DType::S64) {
            convert(&self.bytes, &mut value);
        }
        i64::from_le_bytes(value)
    }
}

/// How many elements of storage the view needs. The layout has checked that none lies before the storage.
fn reach(layout: &Layout) -> u128 {
    if layout.count() == 0 {
        return 0;
    }
    let steps = layout.shape().iter().zip(layout.strides()).filter(|(_, s)| **s > 0);
    let last = steps.fold(layout.offset() as u128, |last, (d, s)| last + (*d as u128 - 1) * *s as u128);
    last + 1
}

/// The name of an aclDataType, or its number if no document names it.
pub(crate) fn dtype_in_words(number: i64) -> String {
    let dtype = i32::try_from(number).ok().and_then(DType::from_acl_number);
    match dtype.and_then(|dtype| dtype.name_in(Scheme::Acl)) {
        Some(name) => name.to_owned(),
        None if number == -1 => "ACL_DT_UNDEFINED".to_owned(),
        None => format!("aclDataType {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_views_that_the_documents_print_lie_in_their_storage() {
        for (shape, strides) in [([6, 5], [10, 1]), ([4, 3], [20, 2])] {
            let made = Description::new(&shape, Some(&strides), 22, &[10, 10], [0, 2], 0);
            assert!(made.is_ok(), "{made:?}");
        }
        let outside = Description::new(&[6, 5], Some(&[20, 1]), 22, &[10, 10], [0, 2], 0);
        assert!(outside.is_err_and(|r| r.message.contains("reaches outside its storage of 100 elements")));
    }

    #[test]
    fn a_dim_keeps_its_sign_in_every_width() {
        for (dtype, bytes) in [
            (DType::S8, vec![0xfe]),
            (DType::S32, vec![0xfe, 255, 255, 255]),
            (DType::S64, vec![0xfe, 255, 255, 255, 255, 255, 255, 255]),
        ] {
            assert_eq!(Scalar::new(dtype, bytes).integer(), -2, "{dtype}");
        }
    }
}
