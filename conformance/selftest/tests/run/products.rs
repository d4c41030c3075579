//! Judgements of single calls: factors that are permuted, and factors that are converted first.

use crate::support::cases_without_long_answers;
use crate::support::closure::products_of;
use crate::support::honest::Honest;
use crate::support::honest::table::HONEST;
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain::{DType, Tensor};
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::operator::Registry;
use ascertain_judge::operator::declarations::check;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::{FailKind, Judgement, Verdict};
use ascertain_selftest::faults::lines::converted;

const ALL: [DType; 6] = [DType::F16, DType::Bf16, DType::F32, DType::F64, DType::S32, DType::S64];

/// The judgement on `got` as the cumulative product of one line, from a backend that declares `words`.
fn judged(from: DType, input: &[u64], to: DType, got: &[u64], words: &[(&str, &str)]) -> Judgement {
    judged_as(&[input.len()], 0, from, input, to, got, words)
}

/// The same for lines along `dim` of a tensor of this shape.
fn judged_as(
    shape: &[usize],
    dim: i64,
    from: DType,
    input: &[u64],
    to: DType,
    got: &[u64],
    words: &[(&str, &str)],
) -> Judgement {
    let tensor = |dtype: DType, words: &[u64]| {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes().into_iter().take(dtype.size()));
        Tensor::new(dtype, shape, bytes.collect()).expect("as many words as the shape has elements")
    };
    let call = Invocation::new(&CUMPROD)
        .with("input", Arg::Tensor(tensor(from, input)))
        .with("dim", Arg::Int(dim))
        .with("dtype", Arg::DType(to))
        .with("out", Arg::Tensor(tensor(to, &vec![0; got.len()])));
    let (call, expect) = (Call::Operate(call), Expect::Documents);
    let case = Case { id: "".into(), area: "cumprod", requirements: &[], call, expect };
    let (editions, description) = (Editions::default(), products_of(&ALL, words));
    let reply = Reply::Answer(Answer::Tensor(tensor(to, got)));
    Judge::new(&editions, Registry::default(), &description).judge(&case, &reply, None)
}

/// Bits of numbers that the dtype holds, or rounds.
fn words(dtype: DType, numbers: &[f64]) -> Vec<u64> {
    converted(&numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), DType::F64, dtype)
}

#[test]
fn permuted_factors_are_right_if_they_are_declared() {
    // 256 * 2^-8 * 256 as (a * c) * b: a * c overflows.
    let f16 = |numbers: &[f64]| words(DType::F16, numbers);
    let line = f16(&[256.0, 2f64.powi(-8), 256.0]);
    let permuted = f16(&[256.0, 1.0, f64::INFINITY]);
    for declared in [&[][..], &[("order", "sequential")], &[("accumulator", "own"), ("subnormals", "keep")]] {
        let judgement = judged(DType::F16, &line, DType::F16, &permuted, declared);
        assert_eq!((judgement.verdict, judgement.kind), (Verdict::Fail, Some(FailKind::Value)));
    }
    for declared in [&[("order", "permuted")][..], &[("order.f16", "permuted"), ("subnormals", "keep")]] {
        let judgement = judged(DType::F16, &line, DType::F16, &permuted, declared);
        assert_eq!((judgement.verdict, judgement.order_sensitive), (Verdict::Pass, 1), "{judgement:#?}");
    }
    // What no permutation explains fails with the declaration too.
    let wrong = f16(&[256.0, 1.0, 512.0]);
    for declared in [&[][..], &[("order", "permuted")], &[("order", "permuted"), ("accumulator", "own")]] {
        let judgement = judged(DType::F16, &line, DType::F16, &wrong, declared);
        assert_eq!((judgement.verdict, judgement.kind), (Verdict::Fail, Some(FailKind::Value)));
    }
    // A false declaration of another kind is that, whatever permutations give: another grouping explains it.
    let line = f16(&[256.0, 256.0, 2f64.powi(-8)]);
    let grouped = f16(&[256.0, f64::INFINITY, 256.0]);
    let judgement = judged(DType::F16, &line, DType::F16, &grouped, &[("order", "sequential")]);
    assert_eq!(judgement.kind, Some(FailKind::Declaration), "{judgement:#?}");
}

#[test]
fn permuted_is_a_word_for_an_order() {
    for key in ["order", "order.f16", "order.f64"] {
        assert_eq!(check(key, "permuted"), Ok(()));
    }
    assert!(check("order", "permute").is_err_and(|why| why.contains("chained-blocks-N, permuted")));
}

#[test]
fn backends_that_permute_pass_once_they_declare_it() {
    let cases = cases_without_long_answers(&Editions::default());
    let options = RunOptions { seed: 3, fuzz: 600, ..RunOptions::default() };
    for &honest in HONEST.iter().filter(|honest| honest.declared.contains(&("order", "permuted"))) {
        let declared = run(&cases, &mut honest.backend(5), &options, &mut |_| ());
        let failed = declared.results.iter().find(|result| result.judgement.verdict.is_finding());
        assert!(failed.is_none(), "{}: {failed:#?}", honest.name);
        let silent = Honest { declared: &[], ..honest };
        let undeclared = run(&cases, &mut silent.backend(5), &options, &mut |_| ());
        assert!(undeclared.has_failures(), "{}", honest.name);
    }
}

/// What becomes of a converted number: its words in, a factor, and verdicts where nothing is declared, where flushing is,
/// and where subnormal numbers are kept.
struct Conversion {
    from: DType,
    to: DType,
    input: f64,
    factor: f64,
    verdicts: [Verdict; 3],
}

#[test]
fn conversions_flush_subnormal_numbers_unless_they_are_declared_to_be_kept() {
    use DType::{Bf16, F16, F32, F64};
    use Verdict::{Fail, Pass};
    let (tiny, least) = (2f64.powi(-140), 2f64.powi(-14));
    let rounds_up = least * (1.0 - 2f64.powi(-13));
    for (from, to, input, factor, verdicts) in [
        // Subnormal inputs count as themselves, or as zeros.
        (F32, F64, tiny, tiny, [Pass, Pass, Pass]),
        (F32, F64, tiny, 0.0, [Pass, Pass, Fail]),
        (F32, F64, -tiny, -0.0, [Pass, Pass, Fail]),
        (F32, F64, -tiny, 0.0, [Fail, Fail, Fail]),
        (Bf16, F32, 2f64.powi(-130), 0.0, [Pass, Pass, Fail]),
        (F16, F32, 2f64.powi(-20), 0.0, [Pass, Pass, Fail]),
        // Nothing else is flushed, and they are not anything else.
        (F32, F64, tiny, 2.0 * tiny, [Fail, Fail, Fail]),
        (F32, F64, 2f64.powi(-126), 0.0, [Fail, Fail, Fail]),
        (F16, F32, least, 0.0, [Fail, Fail, Fail]),
        // Tiny before it is rounded, normal after.
        (F32, F16, rounds_up, least, [Pass, Pass, Pass]),
        (F32, F16, rounds_up, 0.0, [Pass, Pass, Fail]),
        (F64, F32, 2f64.powi(-126) * (1.0 - 2f64.powi(-30)), 0.0, [Pass, Pass, Fail]),
        (F32, F16, least, 0.0, [Fail, Fail, Fail]),
        (F32, F16, rounds_up, least / 2.0, [Fail, Fail, Fail]),
    ] {
        let Conversion { from, to, input, factor, verdicts } =
            Conversion { from, to, input, factor, verdicts };
        let input = words(from, &[3.0, input, 2.0]);
        let got = words(to, &[3.0, 3.0 * factor, 6.0 * factor]);
        for (declared, verdict) in
            [&[][..], &[("subnormals", "flush")], &[("subnormals", "keep")]].into_iter().zip(verdicts)
        {
            let judgement = judged(from, &input, to, &got, declared);
            assert_eq!(
                judgement.verdict, verdict,
                "{from} to {to}, {factor:e}, {declared:?}: {judgement:#?}"
            );
        }
    }
}

/// Threads may flush or not: what is flushed is decided for each line.
#[test]
fn lines_are_flushed_each_on_its_own() {
    let (tiny, one) = (2f64.powi(-140), 1.0);
    let verdict = |got: &[f64], declared: &[(&str, &str)]| {
        let input = words(DType::F32, &[tiny, one, one, tiny, tiny, one]);
        judged_as(&[3, 2], 1, DType::F32, &input, DType::F64, &words(DType::F64, got), declared).verdict
    };
    let mixed = [tiny, tiny, one, 0.0, tiny, tiny];
    assert_eq!(verdict(&mixed, &[]), Verdict::Pass);
    assert_eq!(verdict(&mixed, &[("subnormals.f32", "keep")]), Verdict::Fail);
    assert_eq!(verdict(&[tiny, tiny, one, 0.0, one, one], &[]), Verdict::Fail);
}

/// The dtype that is declared to keep its subnormal numbers decides: the input's for what is read, the result's for what
/// is rounded.
#[test]
fn the_dtype_whose_numbers_are_flushed_decides() {
    let (tiny, rounds_up) = (2f64.powi(-140), 2f64.powi(-14) * (1.0 - 2f64.powi(-13)));
    for (from, to, x, key, verdict) in [
        (DType::F32, DType::F64, tiny, "subnormals.f32", Verdict::Fail),
        (DType::F32, DType::F64, tiny, "subnormals.f64", Verdict::Pass),
        (DType::F32, DType::F16, rounds_up, "subnormals.f32", Verdict::Pass),
        (DType::F32, DType::F16, rounds_up, "subnormals.f16", Verdict::Fail),
    ] {
        let judgement = judged(from, &words(from, &[x]), to, &[0], &[(key, "keep")]);
        assert_eq!(judgement.verdict, verdict, "{from} to {to}, {key}: {judgement:#?}");
        if verdict == Verdict::Fail {
            assert_eq!(judgement.kind, Some(FailKind::Declaration), "{judgement:#?}");
        }
    }
}

#[test]
fn lines_change_the_route_of_their_conversions_near_their_end_or_not_at_all() {
    // Just above the middle of two neighbours in bf16, and so near that f32 puts it there: rounded once it goes up, through
    // f32 to the even one.
    let x = 1.0 + 2f64.powi(-8) + 2f64.powi(-40);
    let (once, twice) = (1.0 + 2f64.powi(-7), 1.0);
    let judged = |factors: &[(usize, f64)], conversion: &[(&str, &str)]| {
        let (mut input, mut got, mut product) = (vec![1.0; 200], Vec::new(), 1.0);
        for (at, input) in input.iter_mut().enumerate() {
            if let Some((_, factor)) = factors.iter().find(|(place, _)| *place == at) {
                *input = x;
                // Exact in f64; rounded by the table of conversions.
                let word = words(DType::Bf16, &[product * factor]);
                product = f64::from_bits(converted(&word, DType::Bf16, DType::F64)[0]);
            }
            got.push(product);
        }
        let (input, got) = (words(DType::F64, &input), words(DType::Bf16, &got));
        judged(DType::F64, &input, DType::Bf16, &got, &[&[("order", "sequential")], conversion].concat())
    };
    for (factors, verdict) in [
        ([(10, once), (50, once), (190, once), (195, once)], Verdict::Pass),
        ([(10, twice), (50, twice), (190, twice), (195, twice)], Verdict::Pass),
        ([(10, once), (50, once), (190, twice), (195, twice)], Verdict::Pass),
        ([(10, twice), (50, twice), (190, twice), (195, once)], Verdict::Pass),
        // Too far from the end, and twice.
        ([(10, twice), (50, once), (190, once), (195, once)], Verdict::Fail),
        ([(10, once), (50, once), (190, twice), (195, once)], Verdict::Fail),
    ] {
        let judgement = judged(&factors, &[]);
        assert_eq!(judgement.verdict, verdict, "{factors:?}: {judgement:#?}");
        let of_one_route = factors.iter().all(|(_, factor)| *factor == once);
        let judgement = judged(&factors, &[("conversion", "direct")]);
        assert_eq!(judgement.verdict == Verdict::Pass, of_one_route, "{factors:?}: {judgement:#?}");
    }
}

/// What an integer cannot hold may become anything, but what follows is multiplied with what came of it.
#[test]
fn integers_after_a_conversion_left_open_follow_from_the_element_before() {
    for (input, got, wrong) in [
        (&[3.0, -2.0, 5.0, 300.0, 7.0][..], &[3, 250, 226, 11, 77][..], None),
        (&[3.0, -2.0, 5.0, 300.0, 7.0], &[3, 250, 227, 11, 77], Some(2)),
        (&[3.0, -2.0, 5.0, 300.0, 7.0], &[3, 250, 226, 11, 78], Some(4)),
        (&[300.0, 9.0, f64::NAN, 2.0], &[44, 140, 1, 2], None),
        (&[300.0, 9.0, f64::NAN, 2.0], &[44, 140, 1, 1], Some(3)),
        // Zero stays, given or as what came of a conversion.
        (&[5.0, 0.0, 300.0, 7.0], &[5, 0, 0, 0], None),
        (&[5.0, 0.0, 300.0, 7.0], &[5, 0, 44, 52], Some(2)),
        (&[300.0, 7.0, -1.0, 3.0], &[0, 0, 0, 0], None),
        (&[300.0, 7.0, -1.0, 3.0], &[0, 0, 255, 253], Some(2)),
    ] {
        let judgement = judged(DType::F32, &words(DType::F32, input), DType::U8, got, &[]);
        assert_eq!(judgement.at, wrong.map(|at| vec![at]), "{input:?} as {got:?}: {judgement:#?}");
        assert_eq!(judgement.verdict.is_failure(), wrong.is_some(), "{input:?} as {got:?}");
    }
}
