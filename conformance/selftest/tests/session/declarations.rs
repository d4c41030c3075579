//! What a backend declares, and what a user demands of it.

use super::*;

fn honest(shape: Shape, accumulator: Accumulator, tiny: Tiny) -> Honest {
    let way = Evaluation::new(shape, accumulator, tiny);
    Honest { name: "honest", way, through_f32: false, otherwise: false, declared: &[] }
}

#[test]
fn a_false_declaration_or_demand_fails_by_a_kind_of_its_own() {
    let mut vectors =
        suite::of_areas(&RunOptions::default().editions, &suite::is_sample).expect("the suite builds");
    vectors.retain(|case| case.id.starts_with("cumprod/vector/"));
    let plain = honest(Shape::Sequential, Accumulator::Own, Tiny::Keep);
    let through = Honest { through_f32: true, ..plain };
    for (way, key, value) in [
        (honest(Shape::Blocks(16), Accumulator::Own, Tiny::Keep), "order", "sequential"),
        (honest(Shape::Sequential, Accumulator::F32, Tiny::Keep), "accumulator.f16", "own"),
        (plain, "accumulator.bf16", "f32"),
        (honest(Shape::Sequential, Accumulator::Own, Tiny::Before), "subnormals", "keep"),
        (through, "conversion.bf16", "direct"),
        (plain, "conversion", "through-f32"),
    ] {
        let lie: &'static [(&'static str, &'static str)] = Box::leak(Box::new([(key, value)]));
        let demand = RunOptions { expect: pairs(lie), fuzz: 1000, ..RunOptions::default() };
        let none = RunOptions { expect: Vec::new(), ..demand.clone() };
        let truth = run(&vectors, &mut way.backend(1), &none, &mut |_| ());
        assert!(truth.results.iter().all(|result| !result.judgement.verdict.is_finding()), "{way:?}");
        let lying = Honest { declared: lie, ..way };
        for (options, mut backend) in [(&none, lying.backend(1)), (&demand, way.backend(1))] {
            let run = run(&vectors, &mut backend, options, &mut |_| ());
            let failures: Vec<&CaseResult> =
                run.results.iter().filter(|result| result.judgement.verdict.is_finding()).collect();
            assert!(!failures.is_empty(), "{key}={value} is not found to be false of {way:?}");
            for failure in &failures {
                assert_eq!(failure.judgement.kind, Some(FailKind::Declaration), "{failure:#?}");
                assert_eq!(failure.judgement.requirement, None, "no document's rule is broken: {failure:#?}");
            }
            assert_eq!(run.exit_code(), 1);
            let small = failures.iter().any(|failure| failure.shrunk.is_some());
            assert!(small || key.starts_with("conversion"), "{:#?}", failures[0]);
        }
    }
}

/// A backend that widens where no dtype is given: its results have another dtype than the page's, and values that are right
/// in that dtype, or wrong in one element.
#[test]
fn a_result_of_a_wider_dtype_breaks_one_requirement_and_its_values_are_judged() {
    const WIDER: [(DType, DType); 5] = [
        (DType::S8, DType::S64),
        (DType::U8, DType::S64),
        (DType::S32, DType::S64),
        (DType::F16, DType::F32),
        (DType::Bf16, DType::F32),
    ];
    let dtypes = [WIDER.map(|(from, _)| from).as_slice(), &[DType::S64, DType::F32]].concat();
    // Converted before the product, or after it.
    let widened = |call: &Call, before: bool, spoilt: bool| {
        let right = Reference::default().ask(call);
        let (Some(given), Reply::Answer(Answer::Tensor(answer))) = (operation(call), &right) else {
            return right;
        };
        let wider = WIDER.iter().find(|(from, _)| *from == answer.dtype());
        let Some((_, to)) = wider.filter(|_| *given.get("dtype") == Arg::Absent && !in_place(given)) else {
            return right;
        };
        let wide = given.clone().with("dtype", Arg::DType(*to)).with("out", Arg::Absent);
        let mut tensor = match Reference::default().ask(&Call::Operate(wide)) {
            Reply::Answer(Answer::Tensor(tensor)) if before => tensor,
            _ => {
                let convert = ascertain::element::converter(answer.dtype(), *to).expect("a wider dtype");
                let mut tensor = Tensor::zeros(*to, answer.shape()).expect("it fits");
                let mut elements = tensor.elements().into_owned();
                let pairs = answer.elements().into_owned();
                let pairs =
                    pairs.chunks_exact(answer.dtype().size()).zip(elements.chunks_exact_mut(to.size()));
                pairs.for_each(|(from, to)| convert(from, to));
                tensor.set_elements(&elements);
                tensor
            }
        };
        if spoilt && let Some(byte) = tensor.storage_mut().first_mut() {
            *byte ^= 1;
        }
        Reply::Answer(Answer::Tensor(tensor))
    };
    let options = RunOptions { fuzz: 200, ..RunOptions::default() };
    let mut cases = cases();
    let is_asked = |case: &Case| case.id.contains("/grid/") || matches!(case.expect, Expect::Vector(_));
    cases.retain(|case| operation(&case.call).is_some_and(is_cumprod) && is_asked(case));
    let kinds = |before, spoilt, declared: &[(&str, &str)]| {
        let mut backend = Closure::new(products_of(&dtypes, declared), |call| widened(call, before, spoilt));
        let run = run(&cases, &mut backend, &options, &mut |_| ());
        let mut kinds: Vec<_> =
            run.results.iter().filter(|result| result.judgement.verdict.is_finding()).collect();
        let once = kinds.iter().filter(|result| *result.id == *"cumprod/declared/results").count();
        kinds.retain(|result| *result.id != *"cumprod/declared/results");
        let count = |kind| kinds.iter().filter(|result| result.judgement.kind == Some(kind)).count();
        let named = |id| kinds.iter().all(|result| result.judgement.requirement == Some(id));
        (once, count(FailKind::DType), count(FailKind::Value), named("cumprod.out.dtype.undefined"))
    };
    let declared = [("result.s8", "s64"), ("result.u8", "s64"), ("result.s32", "s64"), ("result.f16", "f32")];
    let all = [&declared[..], &[("result.bf16", "f32")]].concat();
    for before in [true, false] {
        let (once, dtype, value, named) = kinds(before, false, &[]);
        assert!((once, value, named) == (0, 0, true) && dtype > 50, "{before}: {dtype} {value} {named}");
        let (once, spoilt, value, _) = kinds(before, true, &[]);
        assert!(
            once == 0 && value * 2 > dtype && value + spoilt == dtype,
            "{before}: {value} + {spoilt} of {dtype}"
        );
        assert_eq!(kinds(before, false, &all), (1, 0, 0, true), "{before}");
        let (once, _, wrong, _) = kinds(before, true, &all);
        assert_eq!((once, wrong), (1, value), "{before}");
        // What is declared otherwise, or not at all, still fails.
        let (once, some, ..) = kinds(before, false, &declared);
        assert!(once == 1 && some > 0 && some < dtype, "{before}: {some} of {dtype}");
        let otherwise = all.iter().map(|(key, _)| (*key, "u64")).collect::<Vec<_>>();
        assert_eq!(kinds(before, false, &otherwise), (1, dtype, 0, true), "{before}");
    }
    // What is declared of an operator that is not asked.
    let other = RunOptions { operators: vec!["add"], ..RunOptions::default() };
    let mut backend = Closure::new(products_of(&dtypes, &declared), |call| widened(call, false, false));
    let declared = run(&[], &mut backend, &other, &mut |_| ()).results;
    assert!(declared.is_empty(), "{declared:?}");
    // What does not hold every number of the page's dtype says nothing of the values.
    let relabelled = |call: &Call| match Reference::default().ask(call) {
        Reply::Answer(Answer::Tensor(answer)) if answer.dtype() == DType::U64 => {
            let answer = Tensor::new(DType::S64, answer.shape(), answer.elements().into_owned());
            Reply::Answer(Answer::Tensor(answer.expect("the same width")))
        }
        reply => reply,
    };
    let without_dtype = |case: &&Case| {
        operation(&case.call).is_some_and(|call| {
            *call.get("dtype") == Arg::Absent && !in_place(call) && has_dtype(call, DType::U64)
        })
    };
    let cases: Vec<Case> = cases.iter().filter(without_dtype).cloned().collect();
    for (declared, verdict) in [(&[][..], Verdict::Fail), (&[("result.u64", "s64")], Verdict::Skipped)] {
        let mut backend = Closure::new(products_of(&[DType::U64], declared), relabelled);
        let judged = judgements(&mut backend, &cases);
        // Where the page leaves the call open, that it is accepted is observed.
        let fits = |judgement: &Judgement| [verdict, Verdict::Observed].contains(&judgement.verdict);
        assert!(judged.iter().all(fits) && judged.iter().any(|j| j.verdict == verdict), "{verdict:?}");
    }
}

#[test]
fn a_wrong_product_is_a_wrong_value_whatever_is_declared() {
    // A product of two factors that is one unit off.
    let off = |call: &Call| {
        changed_lines(&mut Reference::default(), call, |_, _, products| {
            products.get_mut(1).into_iter().for_each(|product| *product ^= 1);
        })
    };
    let declared = [("order", "sequential"), ("subnormals", "keep")];
    let mut backend = Closure::new(products_of(&[DType::F32, DType::F64], &declared), off);
    let options = RunOptions { fuzz: 100, ..RunOptions::default() };
    let run = run(&[], &mut backend, &options, &mut |_| ());
    let failures: Vec<&CaseResult> =
        run.results.iter().filter(|result| result.judgement.verdict == Verdict::Fail).collect();
    assert!(!failures.is_empty());
    for failure in failures {
        assert_eq!(failure.judgement.kind, Some(FailKind::Value), "{failure:#?}");
        assert!(failure.judgement.requirement.is_some_and(|id| id.ends_with(".value")), "{failure:#?}");
    }
}

#[test]
fn declarations_in_unknown_words_are_warnings() {
    let declared = [("order", "sequental"), ("oder", "sequential"), ("subnormals", "keep")];
    let mut backend = reference(products_of(&[DType::F32], &declared));
    let run = run(&[], &mut backend, &RunOptions { fuzz: 20, ..RunOptions::default() }, &mut |_| ());
    let warnings: Vec<&CaseResult> =
        run.results.iter().filter(|result| result.judgement.kind == Some(FailKind::Declaration)).collect();
    assert_eq!(
        warnings.iter().map(|w| &*w.id).collect::<Vec<_>>(),
        ["cumprod/declared/order", "cumprod/declared/oder"]
    );
    assert!(warnings.iter().all(|w| w.judgement.verdict == Verdict::Warning));
    let detail = warnings[0].judgement.detail.as_deref();
    assert!(detail.is_some_and(|detail| detail.contains("odd-even, blocks-N")), "{detail:?}");
    assert_eq!(run.exit_code(), 0, "a warning");
}

#[test]
fn many_declarations_in_unknown_words_are_one_warning() {
    let words: Vec<(String, String)> =
        (0..100_000).map(|n| (format!("order.x{n}"), "up".to_owned())).collect();
    let mut description = products_of(&[DType::F32], &[("subnormals", "keep")]);
    description.operators[0].declared.extend(words);
    let mut backend = reference(description);
    let run = run(&[], &mut backend, &RunOptions { fuzz: 20, ..RunOptions::default() }, &mut |_| ());
    let warnings: Vec<&CaseResult> =
        run.results.iter().filter(|result| result.judgement.kind == Some(FailKind::Declaration)).collect();
    let [warning] = warnings[..] else { panic!("{} warnings", warnings.len()) };
    assert_eq!((&*warning.id, warning.judgement.verdict), ("cumprod/declared", Verdict::Warning));
    let detail = warning.judgement.detail.as_deref().unwrap_or_default();
    assert!(detail.starts_with("order.x0, order.x1, ") && detail.contains(" and 99984 more "), "{detail}");
}

#[test]
fn a_backend_is_not_held_to_what_it_declares_in_unknown_words() {
    let cases = cases();
    let blocks = honest(Shape::Blocks(16), Accumulator::Own, Tiny::Keep);
    let unknown = Honest { declared: &[("order", "sequental"), ("odrer", "sequential")], ..blocks };
    assert_eq!(judgements(&mut unknown.backend(1), &cases), judgements(&mut blocks.backend(1), &cases));
}

/// A demand is judged exactly like the same declaration, and overrides what the backend declares.
#[test]
fn demands_hold_like_declarations() {
    // The fixed cases have no lines that are long enough to tell orders apart.
    let editions = Editions::default();
    let fuzzer = Fuzzer::new(1, &editions, Registry::default());
    let cases: Vec<Case> = (0..500).map(|index| fuzzer.generate(index)).collect();
    let blocks = honest(Shape::Blocks(16), Accumulator::Own, Tiny::Keep);
    let declaring = |declared| Honest { declared, ..blocks };
    let demanding = |honest: Honest, words: &[(&str, &str)]| {
        let options = RunOptions { expect: pairs(words), ..RunOptions::default() };
        let mut backend = honest.backend(1);
        let mut session = Session::start(&mut backend, &options).expect("it starts");
        session.ask(&cases).into_iter().map(|asked| asked.judgement).collect::<Vec<_>>()
    };
    let (truth, lie) = (&[("order", "blocks-16")][..], &[("order", "sequential")][..]);
    let free = demanding(blocks, &[]);
    let of_truth = demanding(declaring(truth), &[]);
    let of_lie = demanding(declaring(lie), &[]);
    let wrong = |judgements: &[Judgement]| judgements.iter().filter(|j| j.verdict == Verdict::Fail).count();
    assert_eq!((wrong(&free), wrong(&of_truth)), (0, 0));
    assert!(wrong(&of_lie) > 0);
    for (declared, demanded, same) in
        [(&[][..], truth, &of_truth), (&[], lie, &of_lie), (truth, lie, &of_lie), (lie, truth, &of_truth)]
    {
        assert_eq!(&demanding(declaring(declared), demanded), same, "{declared:?}, {demanded:?}");
    }
}
