//! Elements as Rust number types, for the dtypes that have one.

use ascertain::{DType, Tensor};

/// A number type with a dtype.
pub trait Element: Copy + Sized {
    /// The dtype.
    const DTYPE: DType;

    /// The elements of a tensor of that dtype, in row-major order.
    fn elements(tensor: &Tensor) -> Vec<Self>;

    /// The bytes of elements.
    fn bytes(elements: &[Self]) -> Vec<u8>;
}

macro_rules! elements {
    ($($rust:ty => $dtype:ident,)*) => {$(
        impl Element for $rust {
            const DTYPE: DType = DType::$dtype;

            fn elements(tensor: &Tensor) -> Vec<Self> {
                let mut bytes = [0; size_of::<Self>()];
                let read = |chunk: &[u8]| {
                    bytes.copy_from_slice(chunk);
                    Self::from_le_bytes(bytes)
                };
                tensor.elements().chunks_exact(size_of::<Self>()).map(read).collect()
            }

            fn bytes(elements: &[Self]) -> Vec<u8> {
                elements.iter().flat_map(|element| element.to_le_bytes()).collect()
            }
        }
    )*};
}

elements! {
    f32 => F32, f64 => F64,
    i8 => S8, i16 => S16, i32 => S32, i64 => S64,
    u8 => U8, u16 => U16, u32 => U32, u64 => U64,
}
