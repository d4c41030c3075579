use super::of_call;
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::OperatorSpec;
use ascertain::promote::{Key, Number, Table};
use ascertain::{DType, Layout, Tensor};

fn promote(table: &str, row: Key, column: Key, ranks: Option<(u8, u8)>) -> Option<String> {
    let table = Table::named(table).expect("it exists");
    of_call(&Call::Promote(Promote { table, row, column, ranks }))
}

#[test]
fn pairs_are_added() {
    let [f16, bf16, c32] = [DType::F16, DType::Bf16, DType::C32].map(Key::DType);
    let made = promote("aclnn.tensor-tensor", f16, bf16, None).expect("NumPy has both");
    assert_eq!(
        made,
        "import ml_dtypes\nimport numpy as np\n\nprint((np.zeros(1, np.float16) + np.zeros(1, ml_dtypes.bfloat16)).dtype)\n"
    );
    let made = promote("aclnn.tensor-tensor", f16, f16, Some((0, 2))).expect("NumPy has both");
    assert!(made.contains("np.zeros((), np.float16) + np.zeros((1, 1), np.float16)"), "{made}");
    let made = promote("aclnn.tensor-scalar", f16, f16, None).expect("NumPy has both");
    assert!(made.contains("np.float16(1)") && made.contains("np.zeros(1, np.float16)"), "{made}");
    let made = promote("mindspore.number-tensor", Key::Number(Number::Int), f16, None);
    assert!(made.is_some_and(|made| made.contains("(1 + np.zeros(1, np.float16)).dtype")));
    assert_eq!(promote("aclnn.tensor-tensor", f16, c32, None), None);
}

#[test]
fn bytes_are_the_ones_of_the_call() {
    let spec = |name| OperatorSpec::named(name).expect("it exists");
    let plain = Tensor::new(DType::S16, &[1, 2], vec![1, 0, 2, 0]).expect("it fits");
    let call = Invocation::new(spec("cumprod"))
        .with("input", Arg::Tensor(plain.clone()))
        .with("dim", Arg::Int(-1))
        .with("dtype", Arg::DType(DType::F32));
    let made = of_call(&Call::Operate(call.clone())).expect("NumPy has it");
    let line = "x = np.frombuffer(bytearray.fromhex(\"01000200\"), np.int16).reshape((1, 2))\n";
    assert!(made.contains(line), "{made}");
    assert!(made.contains("print(np.cumprod(x, axis=-1, dtype=np.float32))"), "{made}");
    let layout = Layout::strided(&[2], &[-2], 3).expect("it fits");
    let view = Tensor::view(DType::S8, layout, vec![1, 2, 3, 4]).expect("it fits");
    let made = of_call(&Call::Operate(call.clone().with("out", Arg::Tensor(view.clone()))));
    let line = "out = np.ndarray((2,), np.int8, bytearray.fromhex(\"01020304\"), offset=3, strides=(-2,))\n";
    assert!(made.is_some_and(|made| made.contains(line) && made.contains(", out=out)")));
    let view = Invocation::new(spec("reinterpret"))
        .with("input", Arg::Tensor(plain))
        .with("dtype", Arg::DType(DType::F16));
    let made = of_call(&Call::Operate(view)).expect("NumPy has it");
    assert!(made.contains("print(x.view(np.float16))"), "{made}");
    let large = Tensor::zeros(DType::F64, &[100]).expect("it fits");
    assert_eq!(of_call(&Call::Operate(call.with("input", Arg::Tensor(large)))), None);
    assert_eq!(of_call(&Call::Operate(Invocation::new(spec("cumprod")))), None);
}
