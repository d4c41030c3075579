//! Small tensors as people read them.

use ascertain::{DType, Tensor};
use ascertain_judge::operator::numbers::tensor;

#[test]
fn few_elements_are_numbers_and_many_are_bits() {
    for (dtype, bytes, shown) in [
        (DType::F16, vec![0x00, 0x40, 0x00, 0xb8], "f16[2]: 2 -0.5 (0x4000 0xb800)"),
        (DType::S8, vec![0xff, 5], "s8[2]: -1 5 (0xff 0x05)"),
        (DType::Bool, vec![0, 1], "bool[2]: false true (0x00 0x01)"),
        (DType::U32, vec![255, 255, 255, 255], "u32[1]: 4294967295 (0xffffffff)"),
        (DType::C64, vec![0, 0, 0x80, 0x3f, 0, 0, 0, 0x80], "c64[1]: (1, -0) (0x800000003f800000)"),
    ] {
        let made = Tensor::new(dtype, &[bytes.len() / dtype.size()], bytes).expect("it fits");
        assert_eq!(tensor(&made), shown);
    }
    let many = Tensor::zeros(DType::U8, &[9]).expect("it fits");
    assert_eq!(tensor(&many), "u8[9] [00 00 00 00 00 00 00 00 00]");
}
