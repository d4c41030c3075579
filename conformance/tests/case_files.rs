//! Case files of other people, made by hand, become cases.

use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::Direction;
use ascertain::document::Editions;
use ascertain::formula::converted;
use ascertain::{DType, Tensor};
use ascertain_conformance::case::Case;
use ascertain_conformance::case_files::{CaseFiles, write_ttk};
use ascertain_conformance::suite;
use std::fs;
use std::path::Path;

/// The cases of one file of this name.
fn read(name: &str, text: impl AsRef<[u8]>, seed: u64) -> CaseFiles {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file of this test");
    of_path(&path, seed)
}

fn of_path(path: &Path, seed: u64) -> CaseFiles {
    let mut files = CaseFiles::default();
    assert_eq!(files.add("own", path, &Editions::default(), seed), Ok(()));
    files
}

/// All cases, made.
fn cases(files: &CaseFiles) -> Vec<Case> {
    let large = files.large.iter().map(|large| large.make(&Editions::default()).expect("it fits"));
    files.cases.iter().cloned().chain(large).collect()
}

fn call<'a>(cases: &'a [Case], id: &str) -> &'a Invocation {
    let ids: Vec<&str> = cases.iter().map(|case| &*case.id).collect();
    match cases.iter().find(|case| &*case.id == id).map(|case| &case.call) {
        Some(Call::Operate(call)) => call,
        _ => panic!("{id} is none of {ids:?}"),
    }
}

fn tensor<'a>(call: &'a Invocation, name: &str) -> &'a Tensor {
    match call.get(name) {
        Arg::Tensor(tensor) => tensor,
        other => panic!("{name} is {other:?}"),
    }
}

fn numbers(tensor: &Tensor) -> Vec<f64> {
    let bytes = converted(&tensor.elements(), tensor.dtype(), DType::F64).expect("numbers");
    bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
}

/// Why cases are not asked, and how many.
fn reasons(files: &CaseFiles) -> Vec<(&str, u64)> {
    files.not_asked.iter().map(|(why, (count, _))| (why.as_str(), *count)).collect()
}

const ATK: &str = r#"[
{"id": 3, "aclnn_name": "Cumsum", "inputs": [
  {"name": "x", "type": "tensor", "dtype": "fp16", "shape": [4, 300], "range_values": [-3, 5]},
  {"name": "dim", "type": "attr", "dtype": "int", "shape": null, "range_values": -1},
  {"name": "dtype", "type": "attr", "dtype": "int", "shape": null, "range_values": 0}]},
{"id": 4, "aclnn_name": "aclnnAdds", "inputs": [
  {"name": "", "type": "tensor", "dtype": "bf16", "shape": [9000], "range_values": ["-inf", "inf"]},
  {"name": "", "type": "scalar", "dtype": "fp32", "shape": null, "range_values": 2.5},
  {"name": "alpha", "type": "scalar", "dtype": "fp32", "shape": null, "range_values": [1]}]},
{"id": 5, "aclnn_name": "Amax", "inputs": [
  {"name": "", "type": "tensor", "dtype": "int64", "shape": [2, 3], "range_values": {"name": "nd", "mean": [7, 7], "std": [0, 0]}},
  [{"name": "dim", "type": "attrs", "dtype": "int", "range_values": 0}, {"name": "dim", "type": "attrs", "dtype": "int", "range_values": 1}],
  {"name": "keepdim", "type": "attr", "dtype": "bool", "range_values": true},
  {"name": "format", "type": "attr", "dtype": "non_param", "range_values": "NCHW_ND"}]},
{"id": 6, "aclnn_name": "Cummax", "inputs": [
  {"name": "x", "type": "tensor", "dtype": "int8", "shape": [5], "range_values": [100, 1000]},
  {"name": "dim", "type": "attr", "dtype": "int", "range_values": [-1, 0]}]},
{"id": 7, "aclnn_name": "Histc", "inputs": []},
{"id": 8, "aclnn_name": "Histc", "inputs": []},
{"id": 9, "aclnn_name": "Abs", "inputs": [{"type": "tensor", "dtype": "fp32", "shape": [1], "range_values": "null"}]},
{"id": 10, "aclnn_name": "Abs", "inputs": [{"type": "tensor", "dtype": "int4", "shape": [1], "range_values": 1}]},
{"id": 11, "aclnn_name": "Abs", "inputs": [{"type": "tensor", "dtype": "fp32", "format": ["FRACTAL_NZ"], "shape": [1], "range_values": 1}]}
]"#;

#[test]
fn atk_json_gives_cases_that_the_seed_decides() {
    let files = read("sums.json", ATK, 1);
    let all = cases(&files);
    let sum = call(&all, "cumsum/atk/sums/3");
    let input = tensor(sum, "self");
    assert_eq!((input.dtype(), input.shape()), (DType::F16, &[4, 300][..]));
    assert!(numbers(input).iter().all(|number| (-3.0..=5.0).contains(number)));
    assert_eq!((sum.get("dim"), sum.get("dtype")), (&Arg::Int(-1), &Arg::DType(DType::F32)));
    assert_eq!((tensor(sum, "out").dtype(), tensor(sum, "out").shape()), (DType::F32, &[4, 300][..]));
    // Both infinite ends occur, and no NaN.
    let adds = call(&all, "adds/atk/sums/4");
    let input = numbers(tensor(adds, "self"));
    assert!(input.contains(&f64::INFINITY) && input.contains(&f64::NEG_INFINITY));
    assert!(
        input.iter().filter(|number| number.is_finite()).count() > 7000 && !input.iter().any(|n| n.is_nan())
    );
    assert_eq!(numbers(tensor(adds, "other")), [2.5]);
    assert!(files.large.iter().any(|large| large.id() == "adds/atk/sums/4"), "it is made when it is asked");
    let amax = call(&all, "amax/atk/sums/5");
    assert_eq!(numbers(tensor(amax, "self")), [7.0; 6]);
    assert_eq!((amax.get("dim"), amax.get("keepDim")), (&Arg::Ints(vec![0, 1].into()), &Arg::Flag(true)));
    assert_eq!(tensor(amax, "out").shape(), [1, 1]);
    // Beyond the dtype's range.
    let cummax = call(&all, "cummax/atk/sums/6");
    assert!(numbers(tensor(cummax, "self")).iter().all(|number| (100.0..=127.0).contains(number)));
    assert!(matches!(cummax.get("dim"), Arg::Int(-1 | 0)));
    assert_eq!(
        reasons(&files),
        [
            ("an empty tensor, of which the file does not say the shape", 1),
            ("format FRACTAL_NZ does not lie row by row", 1),
            ("no page of aclnnHistc here", 2),
            ("there is no dtype int4 here", 1),
        ]
    );
    assert_eq!(all.len() + 5, 9, "every case is asked or told");
    let elements = |seed| {
        tensor(call(&cases(&read("sums.json", ATK, seed)), "cumsum/atk/sums/3"), "self")
            .elements()
            .into_owned()
    };
    assert!(elements(1) == elements(1) && elements(1) != elements(2));
}

#[test]
fn a_result_that_no_memory_holds_is_not_made_when_a_file_is_read() {
    let tensor =
        |shape| format!(r#"{{"type": "tensor", "dtype": "fp32", "shape": {shape}, "range_values": 1}}"#);
    let inputs = [tensor("[1000000, 1]"), tensor("[1, 1000000]")].join(", ");
    let files = read("wide.json", format!(r#"[{{"id": 1, "aclnn_name": "Mul", "inputs": [{inputs}]}}]"#), 1);
    assert_eq!(files.large.iter().map(|large| large.bytes).collect::<Vec<_>>(), [4_000_000_000_000]);
}

const TTK: &str = "\u{feff}testcase_name,api_name,op_name,tensor_view_shapes,tensor_dtypes,tensor_view_strides,tensor_view_offsets,\
    tensor_storage_shapes,scalar_dtypes,attributes,input_shapes,input_dtypes,input_data_ranges,output_shapes,output_dtypes,is_enabled\r\n\
    strided,aclnnCumsum,,\"((2,3),(2,3))\",\"('float32','float32')\",\"((8,2),())\",\"(1,0)\",\"((3,8),())\",,\
    \"{'dim': -1, 'dtype': 'float32'}\",,,\"((1.,2,),)\",,,True\r\n\
    must,,add,,,,,,,{},\"((40,), (1,))\",\"('float16', )\",\"((-1, 1, nan, inf), (None, None))\",\"((40,),)\",\"('float16',)\",\r\n\
    must,,reduce_sum,,,,,,,\"{'axes': [0], 'keep_dims': False}\",\"[[2,3],[1]]\",\"('float32','int32')\",\"(0,0)\",\"((3,))\",\"('float32')\",\r\n\
    must,,reduce_sum,,,,,,,\"{'axes': [0], 'keep_dims': False}\",\"[[2,3],[1]]\",\"('float32','int32')\",\"(0,0)\",\"((3,))\",\"('float32')\",\r\n\
    off,,abs,,,,,,,{},\"((2,),)\",\"('float32',)\",,,,FALSE\r\n\
    other,,exp,,,,,,,{'base': 10.0},\"((2,),)\",\"('float32',)\",,,,\r\n\
    refused,,bitwise_and,,,,,,,{},\"((2,),(2,))\",\"('float32',)\",,\"((2,),)\",\"('float32',)\",\r\n\
    wrong,,abs,,,,,,,{},\"((2,\",\"('float32',)\",,,,\r\n";

#[test]
fn ttk_tables_ask_kernels_and_functions_with_layouts() {
    let files = read("mixed.csv", TTK, 1);
    let all = cases(&files);
    let strided = call(&all, "cumsum/ttk/mixed/strided");
    let layout = tensor(strided, "self").layout();
    assert_eq!((layout.shape(), layout.strides(), layout.offset()), (&[2, 3][..], &[8, 2][..], 1));
    assert_eq!(tensor(strided, "self").storage().len(), 24 * 4);
    assert!(numbers(tensor(strided, "self")).iter().all(|number| (1.0..=2.0).contains(number)));
    let must = call(&all, "add/ttk/mixed/must");
    let input = numbers(tensor(must, "self"));
    assert!(input.iter().any(|n| n.is_nan()) && input.contains(&f64::INFINITY));
    assert!(input.iter().any(|n| n.abs() <= 1.0) && numbers(tensor(must, "other"))[0].abs() <= 2.0);
    assert_eq!(numbers(tensor(must, "alpha")), [1.0]);
    // A name twice.
    for id in ["reduce-sum/ttk/mixed/must", "reduce-sum/ttk/mixed/must+"] {
        let sum = call(&all, id);
        assert_eq!((sum.get("dims"), tensor(sum, "out").shape()), (&Arg::Ints(vec![0].into()), &[3][..]));
    }
    assert_eq!(
        reasons(&files),
        [
            ("attribute base = 10.0, which exp does not have", 1),
            ("input_shapes: `((2,` is not a literal of Python", 1),
            ("is_enabled is False", 1),
            ("the page does not take such a call: bitwise-and.self.dtype", 1),
        ]
    );
}

const CANN_BENCH: &str = "operator,case_id,input_shape,dtype,attrs,value_range,note\n\
    Maximum,1,\"[[2, 3], [3]]\",\"[\"\"float32\"\", \"\"float32\"\"]\",{},\"[4, 4]\",\"a, b\"\n\
    Cummin,2,[[30]],\"[\"\"float16\"\"]\",\"{\"\"dim\"\": -1}\",\"[\"\"nan\"\", \"\"nan\"\"]\",\n\
    Softmax,3,[[30]],\"['float16']\",{},\"[0, 1]\",\n";

#[test]
fn cann_bench_tables_have_one_range_for_all_inputs() {
    let files = read("cases.csv", CANN_BENCH, 1);
    let all = cases(&files);
    let most = call(&all, "maximum/cann-bench/1");
    assert_eq!((numbers(tensor(most, "self")), numbers(tensor(most, "other"))), (vec![4.0; 6], vec![4.0; 3]));
    let least = numbers(tensor(call(&all, "cummin/cann-bench/2"), "self"));
    assert!(least.iter().any(|n| n.is_nan()) && least.iter().any(|n| n.abs() <= 1.0));
    assert_eq!(reasons(&files), [("no operator here is Softmax", 1)]);
}

/// A field of a message of protobuf: bytes under a number.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, bytes.len().try_into().expect("short")], bytes].concat()
}

fn integer(number: u8, value: u8) -> [u8; 2] {
    [number << 3, value]
}

/// A tensor of 2 elements, of a dtype of ONNX.
fn onnx_tensor(dtype: u8, raw: &[u8]) -> Vec<u8> {
    [&field(1, &[2])[..], &integer(2, dtype), &field(9, raw)].concat()
}

/// A node of ONNX that casts `x` to BFLOAT16, as a graph.
fn cast_to_bfloat16() -> Vec<u8> {
    let value =
        |name: &str, dtype| [field(1, name.as_bytes()), field(2, &field(1, &integer(1, dtype)))].concat();
    // Number 20 takes two bytes.
    let to = [&field(1, b"to")[..], &integer(3, 16), &[0xa0, 1, 2]].concat();
    let node = [field(1, b"x"), field(2, b"y"), field(4, b"Cast"), field(5, &to)].concat();
    [field(1, &node), field(11, &value("x", 1)), field(12, &value("y", 16))].concat()
}

#[test]
fn onnx_answers_are_compared_with_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let graph = cast_to_bfloat16();
    let x = [1.0_f32, 1.005].map(f32::to_le_bytes).concat();
    for (name, second, differs) in [("rounded", 0x3f81_u16, false), ("cut", 0x3f80, true)] {
        let test = folder.path().join(name);
        let set = test.join("test_data_set_0");
        fs::create_dir_all(&set).expect("a folder");
        fs::write(test.join("model.onnx"), field(7, &graph)).expect("a model");
        fs::write(set.join("input_0.pb"), onnx_tensor(1, &x)).expect("an input");
        // ONNX stores bits of BFLOAT16 as UINT16.
        let y = [0x3f80, second].map(u16::to_le_bytes).concat();
        fs::write(set.join("output_0.pb"), onnx_tensor(4, &y)).expect("an output");
        let files = of_path(&test.join("model.onnx"), 1);
        assert_eq!(reasons(&files), []);
        let cast = cases(&files);
        assert_eq!(tensor(call(&cast, &format!("cast/onnx/{name}")), "self").elements(), x);
        assert_eq!(files.differing.len(), usize::from(differs), "{:?}", files.differing);
    }
}

/// Bytes of files of every kind are changed, and each file is cut off at some 200 places.
#[test]
fn no_damaged_file_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let test = folder.path().join("cast");
    let set = test.join("test_data_set_0");
    fs::create_dir_all(&set).expect("a folder");
    // A reduction without inputs is a graph too.
    let without_inputs = field(7, &field(1, &field(4, b"ReduceMax")));
    let whole = [
        (test.join("model.onnx"), without_inputs),
        (test.join("model.onnx"), field(7, &cast_to_bfloat16())),
        (set.join("input_0.pb"), onnx_tensor(1, &[0; 8])),
        (set.join("output_0.pb"), onnx_tensor(4, &[0; 4])),
        (folder.path().join("a.json"), ATK.as_bytes().to_vec()),
        (folder.path().join("a.csv"), TTK.as_bytes().to_vec()),
        (folder.path().join("b.csv"), CANN_BENCH.as_bytes().to_vec()),
    ];
    for (path, bytes) in &whole {
        let model = test.join("model.onnx");
        let read = if path.extension().is_some_and(|kind| kind == "pb") { &model } else { path };
        let ask = |bytes: &[u8]| {
            fs::write(path, bytes).expect("a file of this test");
            // What comes of it is another test's.
            let _ = CaseFiles::default().add("own", read, &Editions::default(), 0);
        };
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
            ask(&bytes[..at]);
            for other in [0, b'9', b',', b'[', b'"', 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = other;
                ask(&damaged);
            }
        }
        ask(bytes);
    }
}

#[test]
fn what_is_no_case_file_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, told) in [
        ("other.json", "{\"a\": 1}", Ok(())),
        ("other.csv", "a,b\n1,2\n", Ok(())),
        ("empty.csv", "", Ok(())),
        ("model.onnx", "", Ok(())),
        ("broken.json", "[\n{", Err("own:2")),
        ("broken.csv", "testcase_name\n\"a", Err("own:2")),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file of this test");
        let mut files = CaseFiles::default();
        let found = files.add("own", &path, &Editions::default(), 0);
        match (&found, told) {
            (Ok(()), Ok(())) => {
                assert_eq!(reasons(&files).iter().map(|(_, count)| count).sum::<u64>(), 1, "{name}");
            }
            (Err(error), Err(place)) => assert!(error.starts_with(place), "{error}"),
            _ => panic!("{name}: {found:?}"),
        }
    }
}

#[test]
fn a_table_for_ttk_is_read_back() {
    let editions = Editions::default();
    for operator in ["add", "cumsum", "max-dim", "sqrt", "eq-scalar"] {
        let folder = tempfile::tempdir().expect("a folder");
        let suite = suite::of_areas(&editions, &|area| area == operator).expect("the suite");
        // Each writes several files.
        let suite: Vec<Case> = suite.into_iter().filter(|case| case.area == operator).step_by(7).collect();
        let written = write_ttk(folder.path(), operator, &suite, &editions).expect("files");
        let files = of_path(&folder.path().join(format!("{operator}.csv")), 1);
        assert_eq!(
            (reasons(&files), &files.differing),
            (vec![], &vec![]),
            "{operator}: goldens are right by the page"
        );
        let read = cases(&files);
        assert!(read.len() == written && written > 10, "{operator}: {written} of {}", suite.len());
        for case in &read {
            let letters = |id: &str| id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
            let id = case.id.replace(&format!("/ttk/{operator}/"), "/");
            let own: Vec<&Case> = suite.iter().filter(|own| letters(&own.id) == letters(&id)).collect();
            let is_same = |own: &&Case| match (&own.call, &case.call) {
                (Call::Operate(own), Call::Operate(read)) => same(own, read),
                _ => false,
            };
            assert!(own.iter().any(is_same), "{}", case.id);
        }
    }
}

/// Whether two calls ask the same. The contents of a result's memory do not matter, and a flag that is false may be left out.
fn same(a: &Invocation, b: &Invocation) -> bool {
    let mut args = a.operator.arguments.iter().zip(a.args.iter().zip(&b.args));
    args.all(|(argument, pair)| match pair {
        (Arg::Tensor(a), Arg::Tensor(b)) if argument.direction == Direction::Out => {
            a.dtype() == b.dtype() && a.layout() == b.layout() && a.storage().len() == b.storage().len()
        }
        (Arg::Absent, Arg::Flag(false)) | (Arg::Flag(false), Arg::Absent) => true,
        (a, b) => a == b,
    })
}
