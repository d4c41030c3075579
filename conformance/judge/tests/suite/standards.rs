//! Precision standards: each limit on results that are just within and just beyond it, and files with mistakes.

use ascertain::call::{Arg, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::document::Editions;
use ascertain::{DType, Tensor};
use ascertain_judge::standard::{Golden, STANDARDS, Standard, tensor};

/// A standard with one rule for f32.
fn standard(head: &str, rule: &str) -> Standard {
    let text = format!(
        "version = 1\ntitle = \"\"\nedition = \"\"\nreading = \"\"\ncite = []\n{head}\n[[rule]]\ndtypes = [\"f32\"]\n{rule}\n"
    );
    Standard::parse("made-up", &text).unwrap_or_else(|why| panic!("{rule}: {why}"))
}

const EQUAL: &str = "golden = \"rounded\"\nequal-nan = true\nspecials = \"equal\"";

fn f32s(numbers: &[f64]) -> Tensor {
    tensor(DType::F32, &[numbers.len()], numbers.iter().copied()).expect("a tensor")
}

/// Whether a standard passes numbers beside golden ones: those of a sum with zeros.
fn passes(standard: &Standard, golden: &[f64], got: &[f64]) -> bool {
    let add = OperatorSpec::named("add").expect("an operator");
    let zeros = vec![0.0; golden.len()];
    let one = Tensor::new(DType::F32, &[], 1_f32.to_le_bytes().into()).expect("a scalar");
    let call = Invocation::new(add)
        .with("self", Arg::Tensor(f32s(golden)))
        .with("other", Arg::Tensor(f32s(&zeros)))
        .with("alpha", Arg::Tensor(one))
        .with("out", Arg::Tensor(f32s(&zeros)));
    let said = standard.of_results(&call, &[f32s(got)], &Editions::default()).expect("a float result");
    said.passes
}

/// A rule, golden numbers, and numbers that pass and that fail beside them.
type Row<'a> = (&'a str, &'a [f64], &'a [f64], &'a [f64]);

#[test]
fn a_limit_is_where_it_is_stated() {
    let inf = f64::INFINITY;
    let rows: [Row; 11] = [
        ("limits = [{ atol = 0.25, rtol = \"2^-2\" }]", &[1.0, -4.0], &[1.5, -2.75], &[1.5, -2.7]),
        ("limits = [{ atol = 1, rtol = 0.5, larger = true }]", &[4.0], &[8.0], &[8.1]),
        ("limits = [{ of = \"share\", atol = 0.5, most = 0.5 }]", &[0.0, 0.0], &[0.5, 99.0], &[0.6, 99.0]),
        (
            "limits = [{ of = \"mean\", atol = 1, most = 0.5, strict = true }]",
            &[0.0, 0.0],
            &[0.9, 0.0],
            &[1.0, 0.0],
        ),
        ("limits = [{ of = \"rms\", atol = 1, most = 5 }]", &[0.0, 0.0], &[5.0, 5.0], &[2.0, 7.0]),
        ("limits = [{ of = \"count\", atol = 1, most = 1 }]", &[0.0, 0.0], &[9.0, 1.0], &[9.0, 2.0]),
        ("limits = [{ atol = 0.001, ulp = 32 }]", &[1024.0], &[1024.00390625], &[1024.004]),
        (
            "limits = [{ atol = 1, from = 2, below = \"2 * 2^1\" }]",
            &[1.0, 2.0, 4.0],
            &[9.0, 3.0, 9.0],
            &[1.0, 3.1, 4.0],
        ),
        (
            "limits = [{ of = \"count\", atol = 1, most = 2, peer = true, least = 1 }]",
            &[0.0; 3],
            &[9.0, 9.0, 0.0],
            &[9.0; 3],
        ),
        // The peer, here, has no error.
        ("limits = [{ atol = 1, most = 10, peer = true }]", &[1.0], &[1.0], &[1.0000002]),
        ("limits = [{ atol = 1 }]", &[inf, -inf, f64::NAN], &[inf, -inf, f64::NAN], &[inf, 9.0, f64::NAN]),
    ];
    for (rule, golden, right, wrong) in rows {
        let own = standard(EQUAL, rule);
        assert!(passes(&own, golden, golden), "{rule}: no error");
        assert!(passes(&own, golden, right), "{rule}: {right:?}");
        assert!(!passes(&own, golden, wrong), "{rule}: {wrong:?}");
    }
    // An excuse is about some elements, and what it takes no later one has.
    let excuses = "excuses = [{ of = \"count\", atol = 1, below = 1, most = 1 }, { of = \"count\", atol = 1, most = 0 }]";
    let own = standard(EQUAL, &format!("limits = [{{ atol = 1 }}]\n{excuses}"));
    for (got, is_right) in [([9.0, 0.0, 2.0], true), ([9.0, 9.0, 2.0], false), ([9.0, 0.0, 9.0], false)] {
        assert_eq!(passes(&own, &[0.0, 0.0, 2.0], &got), is_right, "{got:?}");
    }
}

#[test]
fn infinities_and_nan_compare_as_a_standard_says() {
    let (inf, nan, most) = (f64::INFINITY, f64::NAN, f64::from(f32::MAX));
    for (specials, golden, got, is_right) in [
        ("equal", inf, inf, true),
        ("equal", inf, -inf, false),
        ("equal", inf, most, false),
        ("equal", nan, nan, false),
        ("near", inf, 0.0, true),
        ("near", 1.0, inf, false),
        ("near", most, inf, true),
        ("near", 1.0, nan, false),
        ("largest", inf, most, true),
        ("largest", most, inf, true),
        ("largest", inf, -inf, false),
        ("largest", inf, 1.0, false),
        ("peer", inf, inf, true),
        ("peer", 1.0, inf, false),
    ] {
        let head = format!("golden = \"rounded\"\nequal-nan = false\nspecials = \"{specials}\"");
        let own = standard(&head, "limits = [{ atol = 0.5 }]");
        assert_eq!(passes(&own, &[golden], &[got]), is_right, "{specials}: {got} beside {golden}");
    }
}

#[test]
fn every_standard_passes_what_is_rounded_correctly_and_fails_what_is_far_off() {
    assert!(STANDARDS.len() >= 12, "{}", STANDARDS.len());
    let cumsum = OperatorSpec::named("cumsum").expect("an operator");
    for own in STANDARDS.iter() {
        assert!(
            own.cite.iter().all(|cite| cite.contains(" at ") && cite.contains(", lines ")),
            "{}",
            own.name
        );
        assert_eq!(Standard::named(&own.name), Some(own));
        for dtype in
            [DType::F16, DType::Bf16, DType::F32, DType::F64].into_iter().filter(|dtype| own.covers(*dtype))
        {
            let of = |numbers: &[f64]| tensor(dtype, &[3], numbers.iter().copied()).expect("a tensor");
            let call = Invocation::new(cumsum)
                .with("self", Arg::Tensor(of(&[1.0, 2.0, 4.0])))
                .with("dim", Arg::Int(0))
                .with("dtype", Arg::DType(dtype))
                .with("out", Arg::Tensor(of(&[0.0; 3])));
            let contract = cumsum.contract(&Editions::profile("latest").expect("a profile"));
            let golden =
                Golden::of(contract.formula(call.args()).expect("a formula"), &call).expect("a float");
            let judged = |numbers: &[f64]| own.judge(&golden, &of(numbers)).expect("a rule").passes;
            assert!(judged(&[1.0, 3.0, 7.0]), "{}, {dtype}", own.name);
            assert!(!judged(&[1.0, 3.0, 14.0]), "{}, {dtype}", own.name);
        }
        assert!(!own.covers(DType::S32));
    }
}

#[test]
fn mistakes_in_a_standard_have_a_place() {
    let right = "version = 1\ntitle = \"\"\nedition = \"\"\nreading = \"\"\ncite = []\ngolden = \"f64\"\nequal-nan = true\nspecials = \"peer\"\n";
    let rule = "[[rule]]\ndtypes = [\"f16\"]\nlimits = [{ atol = 1 }]\n";
    assert!(Standard::parse("right", &format!("{right}{rule}")).is_ok());
    for (text, line, says) in [
        (format!("{right}{}", rule.replace("atol", "attol")), 11, "did you mean `atol`?"),
        (format!("{right}specails = \"peer\"\n{rule}"), 9, "did you mean `specials`?"),
        (format!("{right}{}", rule.replace("f16", "s32")), 10, "s32 is not f16"),
        (format!("{right}{}", rule.replace("dtypes = [\"f16\"]\n", "")), 9, "`dtypes` is missing"),
        (format!("{right}{}", rule.replace("= 1", "= \"2^x\"")), 11, "2^x is not a number"),
        (right.replace("peer", "per"), 8, "did you mean `peer`?"),
    ] {
        let why = Standard::parse("wrong", &text).expect_err(says);
        assert!(why.starts_with(&format!("line {line}: ")) && why.contains(says), "{says}: {why}");
    }
    let version = format!("{}{rule}", right.replace("version = 1", "version = 2"));
    assert!(Standard::parse("later", &version).expect_err("a later version").contains("version 2"));
}
