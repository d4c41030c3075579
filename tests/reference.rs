//! The reference implementation: its two phases, what it refuses, and its products against a plain loop. The conformance
//! suite tests it far more.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{CUMPROD, Contract, OperatorSpec, REINTERPRET};
use ascertain::document::{Citation, Editions, Span};
use ascertain::promote::{Key, Table};
use ascertain::reference::{Kernel, Reference};
use ascertain::{DType, Layout, Tensor};

fn run(call: &Invocation) -> Result<Tensor, Rejection> {
    let reference = Reference::default();
    let plan = reference.plan(call)?;
    plan.run(&mut vec![0; plan.workspace_size()])
}

fn cumprod(input: Tensor, dim: i64) -> Invocation {
    Invocation::new(&CUMPROD).with("input", Arg::Tensor(input)).with("dim", Arg::Int(dim))
}

/// A tensor of s32 over `storage`.
fn ints(layout: Layout, storage: &[i32]) -> Tensor {
    Tensor::view(DType::S32, layout, storage.iter().flat_map(|x| x.to_le_bytes()).collect()).unwrap()
}

fn values(tensor: &Tensor) -> Vec<i32> {
    tensor.elements().chunks_exact(4).map(|e| i32::from_le_bytes(e.try_into().unwrap())).collect()
}

/// Products by index: element `at` is the product of the input at all indices that equal its own but for a smaller or
/// equal one at `dim`.
fn by_index(shape: &[usize], elements: &[i32], dim: usize) -> Vec<i32> {
    let stride: usize = shape[dim + 1..].iter().product();
    let product = |at: usize| {
        let i = at / stride % shape[dim];
        (0..=i).fold(1_i32, |product, k| product.wrapping_mul(elements[at - (i - k) * stride]))
    };
    (0..elements.len()).map(product).collect()
}

#[test]
fn products_run_along_every_dim_of_every_view() {
    let storage: Vec<i32> = (0..400).map(|i| [3, -2, 7, 65_537, -1, 5][i % 6] + i as i32).collect();
    let shapes: [&[usize]; 5] = [&[5], &[2, 3], &[3, 1, 4], &[2, 2, 3, 2], &[1, 2, 1, 2, 1, 2, 1, 3]];
    for shape in shapes {
        let plain: Vec<isize> = Layout::contiguous(shape).strides().to_vec();
        let spread: Vec<isize> = plain.iter().map(|s| s * 3).collect();
        let backwards: Vec<isize> = plain.iter().map(|s| -s).collect();
        for (strides, offset) in [(&plain, 0), (&spread, 7), (&backwards, 100)] {
            let layout = Layout::strided(shape, strides, offset).unwrap();
            let input = ints(layout.clone(), &storage);
            for dim in 0..shape.len() {
                let expected = by_index(shape, &values(&input), dim);
                for dim in [dim as i64, dim as i64 - shape.len() as i64] {
                    let name = format!("{shape:?} {strides:?} dim {dim}");
                    let result = run(&cumprod(input.clone(), dim)).unwrap();
                    assert_eq!((values(&result), result.is_packed()), (expected.clone(), true), "{name}");
                    // Into a view: it alone changes.
                    let out = ints(layout.clone(), &vec![9; 400]);
                    let result =
                        run(&cumprod(input.clone(), dim).with("out", Arg::Tensor(out.clone()))).unwrap();
                    let mut written = out.clone();
                    written.set_elements(&result.elements());
                    assert_eq!((values(&result), &result), (expected.clone(), &written), "{name}, out");
                    // In place: the same elements, and the rest of the storage as before.
                    let result = run(&cumprod(input.clone(), dim).with("inplace", Arg::Flag(true))).unwrap();
                    let mut written = input.clone();
                    written.set_elements(&result.elements());
                    assert_eq!((values(&result), &result), (expected.clone(), &written), "{name}, in place");
                }
            }
        }
    }
}

/// Rounding sequences that tell a conversion before the product from one after it, and an f32 accumulator from an f16
/// one.
#[test]
fn input_is_converted_first_and_each_product_rounds_in_the_dtype() {
    let tensor = |dtype: DType, bytes: &[u8]| {
        Tensor::new(dtype, &[bytes.len() / dtype.size()], bytes.to_vec()).unwrap()
    };
    let product = |input: Tensor, dtype: DType| {
        let result = run(&cumprod(input, 0).with("dtype", Arg::DType(dtype))).unwrap();
        assert_eq!(result.dtype(), dtype);
        result.into_storage()
    };
    // 100 * 2 does not fit s8 but does s16; 300.7 is cut to 300 before, not 601.4 to 601 after.
    assert_eq!(product(tensor(DType::S8, &[100, 2]), DType::S16), [100, 0, 200, 0]);
    let floats = [300.7_f32, 2.0].map(f32::to_le_bytes).concat();
    assert_eq!(product(tensor(DType::F32, &floats), DType::S32), [300, 600].map(i32::to_le_bytes).concat());
    // f16: 60000 * 2 is infinite, and stays so times 0.25.
    let halves = [0x7b53_u16, 0x4000, 0x3400].map(u16::to_le_bytes).concat();
    assert_eq!(
        product(tensor(DType::F16, &halves), DType::F16),
        [0x7b53_u16, 0x7c00, 0x7c00].map(u16::to_le_bytes).concat()
    );
}

#[test]
fn refusals_carry_the_status_and_the_sentence_of_the_first_broken_rule() {
    let input = Tensor::zeros(DType::F32, &[2, 3]).unwrap();
    let refused = |call: Invocation| run(&call).unwrap_err();
    let dim = refused(cumprod(input.clone(), 2));
    assert_eq!(dim.status, Some(161_002));
    assert!(dim.message.starts_with("cumprod.dim.range: "), "{}", dim.message);
    // Null comes before what else is wrong.
    let null =
        refused(cumprod(input.clone(), 9).with("dtype", Arg::DType(DType::Bool)).with("dim", Arg::Null));
    assert_eq!(null.status, Some(161_001));
    let missing = refused(Invocation::new(&CUMPROD).with("dim", Arg::Int(0)));
    assert_eq!((missing.status, missing.message.as_str()), (None, "argument input is missing"));
    // TIK's own words, where the page has them.
    let odd = Tensor::zeros(DType::F16, &[128, 1]).unwrap();
    let cast =
        Invocation::new(&REINTERPRET).with("input", Arg::Tensor(odd)).with("dtype", Arg::DType(DType::F32));
    assert_eq!(refused(cast).message, "Error: Last dimension can't be divided.");
    // The printed range is closed, and names no dimension at its end: the reference refuses.
    assert!(run(&cumprod(input, 2).with("inplace", Arg::Flag(true))).is_err());
}

#[test]
fn ranks_zero_and_nine_and_empty_tensors() {
    let scalar = ints(Layout::contiguous(&[]), &[7]);
    for dim in [-1, 0] {
        let code = Reference::new(Editions::profile("code").unwrap());
        let call = cumprod(scalar.clone(), dim).with("out", Arg::Tensor(scalar.clone()));
        let plan = code.plan(&call).unwrap();
        assert_eq!(plan.run(&mut []).map(|t| values(&t)), Ok(vec![7]), "dim {dim}");
    }
    let nine = ints(Layout::contiguous(&[1, 1, 1, 1, 1, 1, 1, 1, 2]), &[3, 5]);
    assert_eq!(run(&cumprod(nine.clone(), -1)).map(|t| values(&t)), Ok(vec![3, 15]));
    let latest = Reference::new(Editions::profile("latest").unwrap());
    assert_eq!(latest.plan(&cumprod(nine, -1)).map(|_| ()).unwrap_err().status, Some(161_002));
    for shape in [&[0][..], &[2, 0], &[0, 3]] {
        let result = run(&cumprod(Tensor::zeros(DType::S32, shape).unwrap(), -1)).unwrap();
        assert_eq!((result.shape(), result.storage().len()), (shape, 0));
    }
}

/// An operator of somebody else's, which needs four bytes of workspace.
static TOY: OperatorSpec = OperatorSpec {
    name: "toy",
    document: "tik.reinterpret",
    arguments: &[],
    contracts: &[TOY_CONTRACT, TOY_CONTRACT],
    area: "toy",
    default_edition: "",
};

const TOY_CONTRACT: Contract = Contract {
    names: None,
    max_rank_cite: None,
    deterministic_cite: None,
    edition: "any",
    says: "",
    formula: "",
    cite: Citation { document: "tik.reinterpret", edition: "code-8.1", place: "", span: Span::None },
    max_rank: None,
    deterministic: None,
    products: &[],
    messages: &[],
    functions: &[],
    variants: &[],
    derived: &[],
    formulas: &[],
    requirements: &[],
};

#[test]
fn phase_two_wants_the_workspace_that_phase_one_asked_for() {
    let kernel = Kernel {
        workspace: |_, _| 4,
        run: |_, _, workspace| {
            workspace.fill(1);
            Tensor::new(DType::U8, &[workspace.len()], workspace.to_vec())
                .map_err(|e| Rejection { status: None, message: e.to_string() })
        },
    };
    let call = Invocation::new(&TOY);
    let without = Reference::default();
    assert_eq!(without.plan(&call).map(|_| ()).unwrap_err().message, "the reference has no operator toy");
    let reference = without.with_operator(&TOY, kernel);
    let plan = reference.plan(&call).unwrap();
    assert_eq!(plan.workspace_size(), 4);
    let short = plan.run(&mut [0; 3]).unwrap_err();
    assert_eq!(short.message, "the workspace has 3 bytes, and 4 are needed");
    assert_eq!(plan.run(&mut [0; 4]).unwrap().storage(), [1; 4]);
}

#[test]
fn the_backend_answers_by_the_chosen_editions() {
    let table = Table::named("aclnn.tensor-tensor").unwrap();
    let ask = |editions: Editions, row: DType, column: DType| {
        let call = Promote { table, row: Key::DType(row), column: Key::DType(column), ranks: None };
        Reference::new(editions).ask(&Call::Promote(call))
    };
    let dtype = |dtype| Reply::Answer(Answer::DType(dtype));
    assert_eq!(ask(Editions::default(), DType::Bf16, DType::F16), dtype(DType::F64));
    assert_eq!(ask(Editions::profile("latest").unwrap(), DType::Bf16, DType::F16), dtype(DType::F32));
    assert!(matches!(ask(Editions::default(), DType::U64, DType::Bool), Reply::Rejected(_)));
    let description = Reference::default().describe().unwrap();
    assert_eq!(description.tables.len(), 5);
    assert_eq!(description.operator("cumprod").map(|o| (o.dtypes.len(), o.strided)), Some((16, true)));
    assert!(description.operator("toy").is_none());
}
