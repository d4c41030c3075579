//! Single calls of operators with formulas: what pages leave open is right, what is declared is exact, and beside each stands a
//! result that none may have.

use ascertain::backend::OperatorSupport;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Basis, OperatorSpec};
use ascertain::document::Editions;
use ascertain::formula::{converted, part};
use ascertain::product;
use ascertain::{DType, DTypeSet, Tensor};
use ascertain_judge::operator::{Context, Declared, Operator};
use ascertain_judge::verdict::Verdict;
use half::f16;

/// The argument of a call at each name; absent where none is given.
fn call(operator: &'static OperatorSpec, given: Vec<(&str, Arg)>) -> Invocation {
    let mut call = Invocation { operator, args: vec![Arg::Absent; operator.arguments.len()] };
    for (name, arg) in given {
        let at = operator.argument(name).unwrap_or_else(|| panic!("{} has no {name}", operator.name));
        call.args[at] = arg;
    }
    call
}

/// aclnn.cast, lines 231-232, which cumsum refers to. What infinity becomes is open. What is converted is shown as it was before.
#[test]
fn nan_becomes_zero_where_a_page_says_so() {
    let floats = |numbers: &[f32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Tensor::new(DType::F32, &[numbers.len()], bytes).expect("it fits")
    };
    let integers = |numbers: &[i32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Tensor::new(DType::S32, &[numbers.len()], bytes).expect("it fits")
    };
    for (name, right, wrong, blamed, shown) in [
        ("cast", [3, 0, i32::MAX], [3, i32::MIN, i32::MAX], "cast.nan.integer", "self = NaN"),
        ("cast", [3, 0, 7], [4, 0, 7], "cast.value", "self = 3"),
        ("cumsum", [3, 3, -1], [3, i32::MIN, -1], "cumsum.nan.integer", "self = [3, NaN]"),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let contract = operator.contract(&Editions::default());
        let mut given = vec![
            ("self", Arg::Tensor(floats(&[3.0, f32::NAN, f32::INFINITY]))),
            ("dtype", Arg::DType(DType::S32)),
            ("out", Arg::Tensor(integers(&[0, 0, 0]))),
        ];
        if name == "cumsum" {
            given.push(("dim", Arg::Int(0)));
        }
        let call = call(operator, given);
        let judge = |answer: &[i32]| {
            Declared::new(operator).judge_all(&call, &[integers(answer)], Context::new(contract, None))
        };
        let judgement = judge(&right);
        assert_eq!(judgement.verdict, Verdict::Pass, "{name}: {judgement:#?}");
        let judgement = judge(&wrong);
        assert_eq!(judgement.verdict, Verdict::Fail, "{name}: {judgement:#?}");
        assert_eq!(judgement.requirement, Some(blamed), "{name}: {judgement:#?}");
        assert!(judgement.detail.is_some_and(|detail| detail.ends_with(shown)), "{name}: {shown}");
    }
}

/// A2 vouches for a conversion to u8 from 0 on (aclnn.cast, line 240), where -0.5 becomes 0 too; and Ascend 950 alone says how
/// integers are divided, also in place.
#[test]
fn what_one_product_leaves_open_another_one_settles() {
    use DType::{F64, S8, U8};
    let tensor = |dtype: DType, bytes: &[u8]| Tensor::new(dtype, &[3], bytes.to_vec()).expect("it fits");
    let given = |dtype: DType, bytes: &[u8]| Arg::Tensor(tensor(dtype, bytes));
    let numbers = [-0.5_f64, -0.0, 0.5].map(f64::to_le_bytes).concat();
    let cast = vec![("self", given(F64, &numbers)), ("dtype", Arg::DType(U8)), ("out", given(U8, &[0; 3]))];
    let dividend = [-7_i8, 6, 1].map(i8::cast_unsigned);
    let div = vec![
        ("selfRef", given(S8, &dividend)),
        ("other", given(S8, &[2, 3, 1])),
        ("inplace", Arg::Flag(true)),
    ];
    for (name, given, dtype, right, open, wrong) in [
        ("cast", cast, U8, [0, 0, 0], [7, 0, 0], [0, 7, 0]),
        ("div", div, S8, [253, 2, 1], [252, 2, 1], [253, 3, 1]),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let (contract, call) = (operator.contract(&Editions::default()), call(operator, given));
        let passes = |answer: &[u8], product: &str| {
            let judge = || {
                let context = Context::new(contract, None);
                Declared::new(operator).judge_all(&call, &[tensor(dtype, answer)], context).verdict
            };
            let at = product::find(product).expect("a product");
            product::evaluate(at, true, judge).0 == Verdict::Pass
        };
        for (answer, on) in [(right, [true, true]), (open, [true, false]), (wrong, [false, false])] {
            assert_eq!(["A2", "950"].map(|product| passes(&answer, product)), on, "{name}: {answer:?}");
        }
    }
}

/// What frameworks do and pages leave open, and beside each a result that none may have.
#[test]
fn what_pages_leave_open_is_right_and_nothing_beside_it() {
    let tensor = |dtype: DType, shape: &[usize], numbers: &[f64]| {
        let own = part(dtype).unwrap_or(dtype);
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let elements = converted(&bytes, DType::F64, own).expect("every dtype has numbers");
        Tensor::new(dtype, shape, elements).expect("it fits")
    };
    let of = |dtype: DType, numbers: &[f64]| {
        let n = numbers.len() / if part(dtype).is_some() { 2 } else { 1 };
        tensor(dtype, &[n], numbers)
    };
    let scalar = |dtype: DType, numbers: &[f64]| Arg::Tensor(tensor(dtype, &[], numbers));
    let given = |dtype: DType, numbers: &[f64]| Arg::Tensor(of(dtype, numbers));
    let out = |dtype: DType| given(dtype, &[0.0, 0.0][..if part(dtype).is_some() { 2 } else { 1 }]);
    use DType::{Bf16, C64, C128, F16, F32, F64, S32, S64};
    let cast = |self_: Arg, dtype: DType| {
        let count = match &self_ {
            Arg::Tensor(tensor) => tensor.layout().count(),
            _ => 0,
        };
        vec![("self", self_), ("dtype", Arg::DType(dtype)), ("out", given(dtype, &vec![0.0; count]))]
    };
    let bools = || given(DType::Bool, &[0.0, 0.0]);
    let infinite = f64::INFINITY;
    let tiny = -f64::from(f32::from_bits(1));
    let add = |self_: Arg, other: Arg, alpha: Arg, dtype: DType| {
        vec![("self", self_), ("other", other), ("alpha", alpha), ("out", out(dtype))]
    };
    let unary = |self_: Arg, result: &'static str, dtype: DType| vec![("self", self_), (result, out(dtype))];
    let sum = |self_: f64| {
        let dtype = Arg::DType(F32);
        vec![("self", given(F32, &[self_])), ("dim", Arg::Int(0)), ("dtype", dtype), ("out", out(F32))]
    };
    let folded_sum = |dtype: DType, self_: &[f64]| {
        let (dims, keep) = (Arg::Ints(vec![-1].into()), Arg::Flag(true));
        let dtype_given = ("dtype", Arg::DType(dtype));
        vec![
            ("self", given(dtype, self_)),
            ("dims", dims),
            ("keepDims", keep),
            dtype_given,
            ("out", out(dtype)),
        ]
    };
    for (what, name, given, right, wrong) in [
        (
            "one times a complex number is that number",
            "add",
            add(given(C64, &[1.0, 1.0]), given(C64, &[infinite, 0.0]), scalar(C64, &[1.0, 0.0]), C64),
            of(C64, &[infinite, 1.0]),
            of(C64, &[2.0, 1.0]),
        ),
        (
            "zeros of complex numbers have either sign",
            "neg",
            unary(given(C64, &[0.0, 0.0]), "out", C64),
            of(C64, &[0.0, -0.0]),
            of(C64, &[1.0, 0.0]),
        ),
        (
            "NaN is on neither side of zero",
            "sign",
            unary(given(F32, &[f64::NAN]), "result", F32),
            of(F32, &[0.0]),
            of(F32, &[2.0]),
        ),
        (
            "a scalar that says nothing of the dtype is used as it is",
            "add",
            add(
                given(F16, &[0.0]),
                given(F16, &[1.000_976_562_5]),
                scalar(F32, &[f64::from(1_f32 / 3.0)]),
                F16,
            ),
            of(F16, &[0.333_740_234_375]),
            of(F16, &[0.334_228_515_625]),
        ),
        (
            "functions of integers are computed in f32",
            "exp",
            unary(given(S64, &[1.0]), "out", F64),
            of(F64, &[f64::from(core::f32::consts::E)]),
            of(F64, &[2.8]),
        ),
        (
            "and leave its range",
            "exp",
            unary(given(S64, &[100.0]), "out", F64),
            of(F64, &[infinite]),
            of(F64, &[1.0]),
        ),
        (
            "a graded result may be stored as a complex number",
            "exp",
            unary(given(F32, &[1.0]), "out", C64),
            of(C64, &[2.718_281_984_329_223_6, 0.0]),
            of(C64, &[2.718_281_984_329_223_6, 1.0]),
        ),
        (
            "a sum begins with zero after a number was flushed",
            "cumsum",
            sum(tiny),
            of(F32, &[0.0]),
            of(F32, &[1.0]),
        ),
        (
            "a sum along a dimension is one in any order",
            "reduce-sum",
            folded_sum(F32, &[1e8, 1.0, -1e8]),
            of(F32, &[1.0]),
            of(F32, &[2.0]),
        ),
        (
            "and loses what another order loses",
            "reduce-sum",
            folded_sum(F32, &[1e8, 1.0, -1e8]),
            of(F32, &[0.0]),
            of(F32, &[-1.0]),
        ),
        (
            "a quotient of complex numbers may overflow in between",
            "div",
            vec![
                ("self", given(C128, &[7.4e-301, -2.4e294, 1.0, 0.0])),
                ("other", given(C128, &[8.9e18, 0.0, 1.0, 0.0])),
                ("out", Arg::Tensor(of(C128, &[0.0, 0.0, 0.0, 0.0]))),
            ],
            of(C128, &[0.0, -infinite, 1.0, 0.0]),
            of(C128, &[0.0, -infinite, 2.0, 0.0]),
        ),
        (
            "no page says how infinity becomes an integer",
            "cast",
            vec![
                ("self", given(C64, &[infinite, 0.0, 3.0, 0.0])),
                ("dtype", Arg::DType(S32)),
                ("out", Arg::Tensor(of(S32, &[0.0, 0.0]))),
            ],
            of(S32, &[-2_147_483_648.0, 3.0]),
            of(S32, &[-2_147_483_648.0, 4.0]),
        ),
        (
            "nor where a flushed number is divided by",
            "div",
            vec![
                ("self", given(F16, &[-1.0, 4.0])),
                ("other", given(F16, &[6.097_555_160_522_461e-5, 2.0])),
                ("out", Arg::Tensor(of(S32, &[0.0, 0.0]))),
            ],
            of(S32, &[-2_147_483_648.0, 2.0]),
            of(S32, &[-2_147_483_648.0, 4.0]),
        ),
        (
            "a conversion to a 16-bit float may go through f32",
            "cast",
            cast(given(F64, &[f64::from_bits(0x3ff0_1000_0000_1000)]), Bf16),
            of(Bf16, &[1.0]),
            of(Bf16, &[1.015_625]),
        ),
        (
            "that of an integer too",
            "cast",
            cast(given(S32, &[f64::from(0x4040_0001)]), Bf16),
            of(Bf16, &[f64::from(0x4000_0000)]),
            of(Bf16, &[f64::from(0x4100_0000)]),
        ),
        (
            "and one before a sum",
            "cumsum",
            vec![
                ("self", given(F64, &[f64::from_bits(0x3ff0_1000_0000_1000)])),
                ("dim", Arg::Int(0)),
                ("dtype", Arg::DType(Bf16)),
                ("out", out(Bf16)),
            ],
            of(Bf16, &[1.0]),
            of(Bf16, &[1.015_625]),
        ),
        (
            "a subnormal number may be compared as zero",
            "eq",
            vec![("self", given(F32, &[tiny, 1.0])), ("other", given(F32, &[0.0, 1.0])), ("out", bools())],
            of(DType::Bool, &[1.0, 1.0]),
            of(DType::Bool, &[1.0, 0.0]),
        ),
        (
            "what is the greater of two such is not known",
            "maximum",
            vec![("self", given(F32, &[0.0])), ("other", given(F32, &[tiny])), ("out", out(F32))],
            of(F32, &[tiny]),
            of(F32, &[2.0 * tiny]),
        ),
        (
            "the whole number above may be that above zero",
            "ceil",
            unary(given(F32, &[-tiny]), "out", F32),
            of(F32, &[0.0]),
            of(F32, &[-tiny]),
        ),
        (
            "such a number may not be true",
            "logical-not",
            unary(given(F32, &[tiny]), "out", F32),
            of(F32, &[1.0]),
            of(F32, &[2.0]),
        ),
        (
            "what is converted may be read as zero",
            "cast",
            cast(given(F32, &[tiny]), F64),
            of(F64, &[-0.0]),
            of(F64, &[2.0 * tiny]),
        ),
        ("and written as zero", "cast", cast(given(F32, &[1e-5]), F16), of(F16, &[0.0]), of(F16, &[2e-5])),
        (
            "as a bool too",
            "cast",
            cast(given(F32, &[tiny, 1.0]), DType::Bool),
            of(DType::Bool, &[0.0, 1.0]),
            of(DType::Bool, &[0.0, 0.0]),
        ),
        (
            "an absolute value is moved",
            "abs",
            unary(given(F32, &[tiny]), "out", F32),
            of(F32, &[-tiny]),
            of(F32, &[0.0]),
        ),
        (
            "and so is a changed sign",
            "neg",
            unary(given(F32, &[tiny]), "out", F32),
            of(F32, &[-tiny]),
            of(F32, &[0.0]),
        ),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let contract = operator.contract(&Editions::default());
        let call = call(operator, given);
        assert_eq!(
            contract
                .broken_by(call.args())
                .filter(|r| !r.accepted_is_judged)
                .map(|r| r.id)
                .collect::<Vec<_>>(),
            [""; 0],
            "{what}"
        );
        let judge = |answer: Tensor| {
            Declared::new(operator).judge_all(&call, &[answer], Context::new(contract, None))
        };
        let judgement = judge(right);
        assert_eq!(judgement.verdict, Verdict::Pass, "{what}: {judgement:#?}");
        let judgement = judge(wrong);
        assert_eq!(judgement.verdict, Verdict::Fail, "{what}, but: {judgement:#?}");
    }
}

/// What a backend declares of subnormal numbers and of conversions holds for every operator, and then one result is right.
#[test]
fn declarations_about_subnormals_and_conversions_are_exact() {
    use DType::{Bf16, Bool, F16, F32, F64};
    let tensor = |dtype: DType, number: f64| {
        let elements = converted(&number.to_le_bytes(), DType::F64, dtype).expect("every dtype has numbers");
        Tensor::new(dtype, &[1], elements).expect("it fits")
    };
    let tiny = f64::from(f32::from_bits(1));
    let binary = |other: f64, dtype| vec![("self", F32, tiny), ("other", F32, other), ("out", dtype, 0.0)];
    let unary = |from, number, to| vec![("self", from, number), ("out", to, 0.0)];
    for (declared, name, given, right, wrong, requirement) in [
        ("subnormals=keep", "eq", binary(0.0, Bool), 0.0, 1.0, None),
        ("subnormals=flush", "eq", binary(0.0, Bool), 1.0, 0.0, None),
        ("subnormals=keep", "maximum", binary(0.0, F32), tiny, 0.0, None),
        ("subnormals=flush", "maximum", binary(0.0, F32), 0.0, tiny, None),
        ("subnormals=keep", "add", binary(tiny, F32), 2.0 * tiny, 0.0, None),
        ("subnormals=flush", "add", binary(tiny, F32), 0.0, 2.0 * tiny, None),
        ("subnormals=keep", "ceil", unary(F32, tiny, F32), 1.0, 0.0, None),
        ("subnormals=flush", "ceil", unary(F32, tiny, F32), 0.0, 1.0, None),
        ("subnormals=keep", "cast", unary(F32, tiny, Bool), 1.0, 0.0, None),
        ("subnormals=flush", "cast", unary(F32, tiny, Bool), 0.0, 1.0, None),
        ("subnormals=flush", "abs", unary(F32, tiny, F32), tiny, 0.0, Some("abs.value")),
        ("subnormals=flush", "cast", unary(F32, 1e-5, F16), 0.0, f64::from(f16::from_f32(1e-5)), None),
        (
            "conversion=direct",
            "cast",
            unary(F64, f64::from_bits(0x3ff0_1000_0000_1000), Bf16),
            1.007_812_5,
            1.0,
            None,
        ),
        (
            "conversion=through-f32",
            "cast",
            unary(F64, f64::from_bits(0x3ff0_1000_0000_1000), Bf16),
            1.0,
            1.007_812_5,
            None,
        ),
        // What nothing explains is blamed on the rounding alone.
        (
            "conversion=direct",
            "cast",
            unary(F64, f64::from_bits(0x3ff0_1000_0000_1000), Bf16),
            1.007_812_5,
            1.015_625,
            Some("cast.rounds"),
        ),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let contract = operator.contract(&Editions::default());
        let out = given.last().expect("it has a result").1;
        let mut args: Vec<_> = given
            .into_iter()
            .map(|(name, dtype, number)| (name, Arg::Tensor(tensor(dtype, number))))
            .collect();
        if name == "cast" {
            args.push(("dtype", Arg::DType(out)));
        }
        if name == "add" {
            args.push((
                "alpha",
                Arg::Tensor(Tensor::new(F32, &[], 1_f32.to_le_bytes().to_vec()).expect("it fits")),
            ));
        }
        let call = call(operator, args);
        let (key, value) = declared.split_once('=').expect("a key and its value");
        Declared::new(operator).check_declaration(key, value).expect("it can be declared of every operator");
        let support = OperatorSupport {
            name: name.to_owned(),
            dtypes: DTypeSet::default(),
            max_rank: None,
            flags: Vec::new(),
            strided: true,
            without: Vec::new(),
            declared: vec![(key.to_owned(), value.to_owned())],
        };
        let judge = |number: f64| {
            let context = Context::new(contract, Some(&support));
            Declared::new(operator).judge_all(&call, &[tensor(out, number)], context)
        };
        let judgement = judge(right);
        assert_eq!(judgement.verdict, Verdict::Pass, "{declared} {name}: {judgement:#?}");
        let judgement = judge(wrong);
        assert_eq!(
            (judgement.verdict, judgement.requirement),
            (Verdict::Fail, requirement),
            "{declared} {name}: {judgement:#?}"
        );
    }
}

/// What becomes of subnormal numbers, and by which route conversions round, is seen.
#[test]
fn subnormals_and_routes_are_observed() {
    use DType::{Bf16, Bool, F32, F64};
    let tensor = |dtype: DType, numbers: &[f64]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let elements = converted(&bytes, DType::F64, dtype).expect("every dtype has numbers");
        Tensor::new(dtype, &[numbers.len()], elements).expect("it fits")
    };
    let tiny = f64::from(f32::from_bits(1));
    let eq = || {
        vec![
            ("self", tensor(F32, &[tiny, -tiny])),
            ("other", tensor(F32, &[0.0, 0.0])),
            ("out", tensor(Bool, &[0.0, 0.0])),
        ]
    };
    let beside = f64::from_bits(0x3ff0_1000_0000_1000);
    let cast = || vec![("self", tensor(F64, &[beside, 3.0])), ("out", tensor(Bf16, &[0.0, 0.0]))];
    for (name, given, result, seen) in [
        ("eq", eq(), [0.0, 0.0], ("eq.subnormals", "subnormal numbers are kept")),
        ("eq", eq(), [1.0, 1.0], ("eq.subnormals", "subnormal numbers are read or written as zeros")),
        ("eq", eq(), [1.0, 0.0], ("eq.subnormals", "subnormal numbers are kept at some places")),
        ("cast", cast(), [1.007_812_5, 3.0], ("cast.rounds", "a conversion to bf16 rounds once")),
        ("cast", cast(), [1.0, 3.0], ("cast.rounds", "a conversion to bf16 rounds through f32")),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let contract = operator.contract(&Editions::default());
        let out = given.last().expect("it has a result").1.dtype();
        let mut args: Vec<_> = given.into_iter().map(|(name, tensor)| (name, Arg::Tensor(tensor))).collect();
        if name == "cast" {
            args.push(("dtype", Arg::DType(out)));
        }
        let call = call(operator, args);
        let judgement =
            Declared::new(operator).judge_all(&call, &[tensor(out, &result)], Context::new(contract, None));
        assert_eq!(
            (judgement.verdict, &*judgement.observations),
            (Verdict::Pass, &[(seen.0, seen.1.to_owned())][..]),
            "{judgement:#?}"
        );
    }
}

/// Other ways to compute what a page describes break a reading, which the finding names and a run can take as an observation.
#[test]
fn what_only_a_reading_excludes_is_named() {
    use DType::{Bf16, C64, F32, F64, S32};
    let tensor = |dtype: DType, shape: &[usize], elements: &[u32]| {
        let elements = elements.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        Tensor::new(dtype, shape, elements).expect("it fits")
    };
    let line = |bits: &[u32]| tensor(F32, &[bits.len()], bits);
    let dims =
        |keep| [("dim", Arg::Ints(vec![0].into())), ("keepDim", Arg::Flag(keep)), ("dtype", Arg::DType(F32))];
    let mean = |numbers: &[f32]| {
        let own = numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        let mut args = vec![("self", Arg::Tensor(line(&own)))];
        args.extend(dims(false));
        args.push(("out", Arg::Tensor(tensor(F32, &[], &[0]))));
        args
    };
    let welford = |numbers: &[f32]| {
        let next = |mean: f32, (at, number): (usize, &f32)| mean + (number - mean) / (at + 1) as f32;
        numbers.iter().enumerate().fold(0.0, next)
    };
    let numbers = [-78.180_54_f32, 183.793_53, -107.624_92];
    let unary = |bits: u32| vec![("self", Arg::Tensor(line(&[bits]))), ("out", Arg::Tensor(line(&[0])))];
    let complex = |parts: [f32; 2]| Arg::Tensor(tensor(C64, &[1], &parts.map(f32::to_bits)));
    let below_cut = tensor(C64, &[1], &[0.0_f32, -1.0].map(f32::to_bits));
    // exp(-log(-1) / 2): the cosine of pi / 2 as f32 rounds it is below zero.
    let by_logarithm = tensor(C64, &[1], &[core::f32::consts::FRAC_PI_2.cos(), -1.0].map(f32::to_bits));
    let kahan = [0x3fad_e0b7, 0x3f80_0000, 0xc072_43a1];
    let infinite = f32::INFINITY.to_bits();
    let cast = |from: Tensor, to: DType| {
        let out = Tensor::zeros(to, &[1]).expect("it fits");
        vec![("self", Arg::Tensor(from)), ("dtype", Arg::DType(to)), ("out", Arg::Tensor(out))]
    };
    let f64s = |number: f64| Tensor::new(F64, &[1], number.to_le_bytes().to_vec()).expect("it fits");
    let tiny = 1e-6_f32;
    let by_exponentials = (tiny.exp() - (-tiny).exp()) / (tiny.exp() + (-tiny).exp());
    for (name, args, result, words) in [
        (
            "cumsum",
            vec![
                ("self", Arg::Tensor(line(&kahan))),
                ("dim", Arg::Int(0)),
                ("dtype", Arg::DType(F32)),
                ("out", Arg::Tensor(line(&[0; 3]))),
            ],
            line(&[kahan[0], (f32::from_bits(kahan[0]) + 1.0).to_bits(), 0xbfb6_a68c]),
            "compensated sum",
        ),
        ("mean", mean(&numbers), tensor(F32, &[], &[welford(&numbers).to_bits()]), "every element corrects"),
        ("rsqrt", unary((-0.0_f32).to_bits()), line(&[infinite]), "signs of zeros"),
        ("rsqrt", vec![("self", complex([-1.0, -0.0])), ("out", complex([0.0; 2]))], below_cut, "branch cut"),
        (
            "rsqrt",
            vec![("self", complex([-1.0, 0.0])), ("out", complex([0.0; 2]))],
            by_logarithm.clone(),
            "real part",
        ),
        (
            "rsqrt",
            vec![("self", complex([-1.0, -0.0])), ("out", complex([0.0; 2]))],
            by_logarithm.clone(),
            "the side of a branch cut",
        ),
        (
            "sqrt",
            vec![("self", complex([-1.0, -0.0])), ("out", complex([0.0; 2]))],
            by_logarithm,
            "real part",
        ),
        ("tanh", unary(tiny.to_bits()), line(&[by_exponentials.to_bits()]), "how exact"),
        ("tanh", unary(100_f32.to_bits()), line(&[f32::NAN.to_bits()]), "quotient of exponentials"),
        (
            "cast",
            cast(f64s(f64::from_bits(0x3ff0_1000_0000_1000)), Bf16),
            Tensor::new(Bf16, &[1], vec![0x82, 0x3f]).expect("it fits"),
            "",
        ),
        ("cast", cast(f64s(1.5), S32), tensor(S32, &[1], &[2]), ""),
    ] {
        let operator = OperatorSpec::named(name).expect("it is in the specification");
        let contract = operator.contract(&Editions::default());
        let call = call(operator, args);
        let judgement = Declared::new(operator).judge_all(&call, &[result], Context::new(contract, None));
        let basis = judgement.basis.or_else(|| contract.requirement(judgement.requirement?)?.basis);
        assert_eq!(
            (judgement.verdict, basis),
            (Verdict::Fail, Some(Basis::Reading)),
            "{name}: {judgement:#?}"
        );
        let detail = judgement.detail.unwrap_or_default();
        assert!(detail.contains(words), "{name}: {detail}");
    }
}
