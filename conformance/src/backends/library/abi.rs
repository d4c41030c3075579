//! The structs of `adapters/c/ascertain.h` in Rust, field by field. The header documents them.

use ascertain::DType;
use ascertain::dtype::Class;
use core::ffi::{c_char, c_void};

/// The version of the interface.
pub(super) const ABI: u32 = 1;

/// The symbol that a library exports.
pub(super) const SYMBOL: &str = "ascertain_backend_v1";

/// The type of [`SYMBOL`].
pub(super) type Entry = unsafe extern "C" fn() -> *const Backend;

/// `DLDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DataType {
    pub(super) code: u8,
    pub(super) bits: u8,
    pub(super) lanes: u16,
}

/// DLPack's type codes.
mod code {
    pub(super) const INT: u8 = 0;
    pub(super) const UINT: u8 = 1;
    pub(super) const FLOAT: u8 = 2;
    pub(super) const BFLOAT: u8 = 4;
    pub(super) const COMPLEX: u8 = 5;
    pub(super) const BOOL: u8 = 6;
}

impl From<DType> for DataType {
    fn from(dtype: DType) -> Self {
        let code = match dtype.class() {
            Class::Float if dtype == DType::Bf16 => code::BFLOAT,
            Class::Float => code::FLOAT,
            Class::Signed => code::INT,
            Class::Unsigned => code::UINT,
            Class::Bool => code::BOOL,
            Class::Complex => code::COMPLEX,
        };
        // No dtype of the documents is wider than 128 bits.
        Self { code, bits: dtype.bits() as u8, lanes: 1 }
    }
}

impl DataType {
    /// The dtype with this data type, if the documents have one.
    pub(super) fn dtype(self) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| Self::from(*dtype) == self)
    }
}

/// `DLDevice`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Device {
    pub(super) device_type: i32,
    pub(super) device_id: i32,
}

/// `kDLCPU`.
pub(super) const CPU: Device = Device { device_type: 1, device_id: 0 };

/// `DLTensor`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tensor {
    pub(super) data: *mut c_void,
    pub(super) device: Device,
    pub(super) ndim: i32,
    pub(super) dtype: DataType,
    pub(super) shape: *mut i64,
    pub(super) strides: *mut i64,
    pub(super) byte_offset: u64,
}

/// The kind of an argument.
pub(super) mod kind {
    pub(in super::super) const ABSENT: i32 = 0;
    pub(in super::super) const NULL: i32 = 1;
    pub(in super::super) const TENSOR: i32 = 2;
    pub(in super::super) const INT: i32 = 3;
    pub(in super::super) const DTYPE: i32 = 4;
    pub(in super::super) const FLAG: i32 = 5;
    pub(in super::super) const INTS: i32 = 6;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Argument {
    pub(super) name: *const c_char,
    pub(super) kind: i32,
    pub(super) dtype: DataType,
    pub(super) integer: i64,
    pub(super) tensor: *mut Tensor,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Call {
    pub(super) name: *const c_char,
    pub(super) count: usize,
    pub(super) arguments: *const Argument,
    pub(super) target: *mut Tensor,
}

#[repr(C)]
#[derive(Debug)]
pub(super) struct Promotion {
    pub(super) table: *const c_char,
    pub(super) row: *const c_char,
    pub(super) column: *const c_char,
    pub(super) row_dtype: DataType,
    pub(super) column_dtype: DataType,
    pub(super) row_rank: i32,
    pub(super) column_rank: i32,
}

/// The outcome of a call, as returned by the library.
pub(super) mod outcome {
    pub(in super::super) const OK: i32 = 0;
    pub(in super::super) const REJECTED: i32 = 1;
    pub(in super::super) const UNSUPPORTED: i32 = 2;
    pub(in super::super) const FAILED: i32 = 3;
}

/// Allocates memory for a result.
pub(super) type MakeRoom = unsafe extern "C" fn(*mut Reply, DataType, i32, *const i64) -> *mut c_void;

#[repr(C)]
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: i64,
    pub(super) has_status: i32,
    pub(super) dtype: DataType,
    pub(super) dtype_name: [c_char; 32],
    pub(super) message: [c_char; 256],
    pub(super) result: MakeRoom,
    pub(super) harness: *mut c_void,
}

/// Calls an operator.
pub(super) type Run = unsafe extern "C" fn(*const Call, *mut Reply) -> i32;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub(super) name: *const c_char,
    pub(super) dtypes: *const c_char,
    pub(super) flags: *const c_char,
    pub(super) declares: *const c_char,
    pub(super) max_rank: i32,
    pub(super) run: Option<Run>,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Backend {
    pub(super) abi: u32,
    pub(super) size: u32,
    pub(super) name: *const c_char,
    pub(super) version: *const c_char,
    pub(super) interfaces: *const c_char,
    pub(super) tables: *const c_char,
    pub(super) promote: Option<unsafe extern "C" fn(*const Promotion, *mut Reply) -> i32>,
    pub(super) operators: *const Operator,
    pub(super) operator_count: usize,
    pub(super) start: Option<unsafe extern "C" fn(*mut Reply) -> i32>,
    pub(super) stop: Option<unsafe extern "C" fn()>,
}

#[cfg(test)]
mod tests {
    use super::{DataType, Tensor};
    use ascertain::DType;
    use core::mem::{offset_of, size_of};

    #[test]
    fn tensors_are_laid_out_as_dlpacks() {
        if size_of::<usize>() == 8 {
            let offsets = [
                offset_of!(Tensor, data),
                offset_of!(Tensor, device),
                offset_of!(Tensor, ndim),
                offset_of!(Tensor, dtype),
                offset_of!(Tensor, shape),
                offset_of!(Tensor, strides),
                offset_of!(Tensor, byte_offset),
                size_of::<Tensor>(),
            ];
            assert_eq!(offsets, [0, 8, 16, 20, 24, 32, 40, 48]);
        }
        assert_eq!(size_of::<DataType>(), 4);
    }

    #[test]
    fn dtypes_survive_the_way_there_and_back() {
        for dtype in DType::ALL {
            assert_eq!(DataType::from(dtype).dtype(), Some(dtype));
        }
        assert_eq!(DataType { code: 2, bits: 80, lanes: 1 }.dtype(), None);
        assert_eq!(DataType { code: 2, bits: 32, lanes: 2 }.dtype(), None);
    }
}
