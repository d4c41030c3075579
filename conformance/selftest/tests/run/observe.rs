//! What `observe` finds out: how a backend multiplies and converts, where random cases contradict that, and what it does
//! where the documents are silent.

use crate::support::closure::{Closure, pairs, products_of};
use crate::support::evaluate::{Accumulator, Evaluation, Tiny};
use crate::support::honest::{Honest, HonestBackend};
use crate::support::scans::Shape;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call};
use ascertain::reference::Reference;
use ascertain::{DType, DTypeSet};
use ascertain_judge::observe::{FINGERPRINTS, Habit, Observed, observe};
use ascertain_judge::operator::declarations::order;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, FailKind, Verdict};
use ascertain_selftest::faults::lines::changed_lines;

fn honest(shape: Shape, accumulator: Accumulator, tiny: Tiny) -> Honest {
    let way = Evaluation::new(shape, accumulator, tiny);
    Honest { name: "honest", way, through_f32: false, otherwise: false, declared: &[] }
}

/// A backend that multiplies in one way for tensors of rank 1 and in another for others, and offers only some dtypes.
struct Offering {
    dtypes: DTypeSet,
    rank_one: HonestBackend,
    others: HonestBackend,
}

impl Offering {
    fn new(honest: Honest, dtypes: &[DType]) -> Self {
        Self { dtypes: DTypeSet::of(dtypes), rank_one: honest.backend(1), others: honest.backend(2) }
    }
}

impl Backend for Offering {
    fn describe(&mut self) -> Result<Description, String> {
        let mut description = self.rank_one.describe()?;
        description.operators.iter_mut().for_each(|operator| operator.dtypes = self.dtypes);
        Ok(description)
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let rank_one = matches!(call, Call::Operate(c) if matches!(c.get("input"), Arg::Tensor(t) if t.shape().len() == 1));
        if rank_one { self.rank_one.ask(call) } else { self.others.ask(call) }
    }
}

fn observed(backend: &mut dyn Backend, fuzz: u64) -> Observed {
    let options = RunOptions { fuzz, ..RunOptions::default() };
    observe(&[], backend, &options, FINGERPRINTS, &mut |_| ()).expect("the backend starts")
}

fn products(observed: &Observed) -> impl Iterator<Item = &Habit> {
    observed.habits.iter().filter(|habit| habit.about == "products")
}

#[test]
fn ways_of_multiplying_are_told_apart() {
    use DType::{Bf16, F16, F32, F64};
    for (shape, accumulator, tiny, dtype, declares) in [
        (Shape::Sequential, Accumulator::Own, Tiny::Keep, F16, Some(["sequential", "own", "keep"])),
        (Shape::Sequential, Accumulator::F32, Tiny::Keep, F16, Some(["sequential", "f32", "keep"])),
        (Shape::Sequential, Accumulator::F32, Tiny::Keep, Bf16, Some(["sequential", "f32", "keep"])),
        (Shape::Sequential, Accumulator::F64, Tiny::Keep, F32, Some(["sequential", "f64", "keep"])),
        (Shape::Sequential, Accumulator::X87, Tiny::Keep, F64, Some(["sequential", "x87", "keep"])),
        (Shape::Blocks(16), Accumulator::Own, Tiny::Keep, F32, Some(["blocks-16", "own", "keep"])),
        (Shape::OddEven, Accumulator::Own, Tiny::InputsButF16, F32, Some(["odd-even", "own", "flush"])),
        (Shape::OddEven, Accumulator::Own, Tiny::InputsButF16, F16, Some(["odd-even", "own", "keep"])),
        (Shape::Sequential, Accumulator::Own, Tiny::Before, F64, Some(["sequential", "own", "flush"])),
        (Shape::Sequential, Accumulator::Own, Tiny::After, Bf16, Some(["sequential", "own", "flush"])),
        (Shape::RandomLine, Accumulator::Own, Tiny::Keep, F32, None),
        (Shape::RandomLine, Accumulator::Mixed, Tiny::Keep, F16, None),
        // Permuting is not a fixed order, and is not taken for one.
        (Shape::Lanes, Accumulator::Own, Tiny::Keep, F32, None),
    ] {
        let way = honest(shape, accumulator, tiny);
        let observed = observed(&mut Offering::new(way, &[dtype]), 200);
        let habits: Vec<&Habit> = products(&observed).collect();
        let [habit] = habits.as_slice() else { panic!("{way:?} of {dtype}: {habits:#?}") };
        let points = ["order", "accumulator", "subnormals"];
        let words =
            |values: [&str; 3]| points.iter().zip(values).map(|(p, v)| format!("{p}.{dtype}={v}")).collect();
        let right: Vec<String> = declares.map_or(Vec::new(), words);
        assert_eq!(habit.declares, right, "{way:?} of {dtype}: {habit:#?}");
        assert_eq!(habit.deviation.is_some(), declares.is_none(), "{way:?} of {dtype}: {habit:#?}");
        assert_eq!(habit.evidence.cases > 0, declares.is_some(), "{way:?} of {dtype}: {habit:#?}");
    }
}

#[test]
fn orders_of_scans_are_told_apart() {
    for (name, blocks) in [
        ("kogge-stone", false),
        ("sklansky", false),
        ("blocks-8", false),
        ("blocks-64", false),
        ("chained-blocks-32", false),
        ("chained-blocks-512", true),
        ("blocks-1024", true),
    ] {
        let order = order(name).expect("an order");
        let mut backend = Closure::new(products_of(&[DType::F32], &[]), |call| {
            changed_lines(&mut Reference::default(), call, |_, factors, products| {
                let mut values: Vec<f32> = factors.iter().map(|&word| f32::from_bits(word as u32)).collect();
                order.scan(&mut values, |a, b| a * b);
                products.iter_mut().zip(values).for_each(|(product, x)| *product = x.to_bits().into());
            })
        });
        let observed = observed(&mut backend, 100);
        let habits: Vec<&Habit> = products(&observed).collect();
        let [habit] = habits.as_slice() else { panic!("{name}: {habits:#?}") };
        let start = format!("{name}, rounded to f32 at every step, subnormals kept");
        if blocks {
            // Recursion makes a difference only to lines that are longer than any here.
            assert!(habit.candidates.len() == 2 && habit.candidates.contains(&start), "{name}: {habit:#?}");
        } else {
            assert_eq!(habit.is, start, "{habit:#?}");
        }
        assert!(habit.deviation.is_none() && habit.evidence.cases > 0, "{name}: {habit:#?}");
    }
}

#[test]
fn a_random_case_that_deviates_is_minimized() {
    let sequential = honest(Shape::Sequential, Accumulator::Own, Tiny::Keep);
    let blocks = honest(Shape::Blocks(16), Accumulator::Own, Tiny::Keep);
    // The crafted calls are of rank 1, so only random cases show that others differ.
    let mut backend = Offering::new(sequential, &[DType::F32]);
    backend.others = blocks.backend(2);
    let observed = observed(&mut backend, 2000);
    let habit = products(&observed).next().expect("one");
    let deviation = habit.deviation.as_deref().expect("blocks of 16 are not sequential");
    assert!(habit.evidence.cases > 0 && habit.declares.is_empty(), "{habit:#?}");
    assert!(deviation.case.starts_with("cumprod/fuzz/0/"), "{deviation:#?}");
    assert!(deviation.candidate.starts_with("sequential"), "{deviation:#?}");
    let vector = deviation.vector.as_deref().expect("it is minimized");
    let vectors = suite::vectors::read("deviation.toml", vector).expect("well formed");
    let again = suite::vectors::replayed(&vectors, &RunOptions::default().editions);
    let demand = RunOptions { expect: pairs(&[("order", "sequential")]), ..RunOptions::default() };
    let run = run(&again, &mut backend, &demand, &mut |_| ());
    assert_eq!(kinds(&run.results), [(Verdict::Fail, Some(FailKind::Declaration))]);
}

#[test]
fn conversions_and_shapes_are_observed() {
    let through = Honest { through_f32: true, ..honest(Shape::Sequential, Accumulator::Own, Tiny::Keep) };
    let otherwise = Honest { otherwise: true, ..honest(Shape::Sequential, Accumulator::Own, Tiny::Keep) };
    let mut narrow = Reference::default();
    for (backend, expected) in [
        (
            &mut narrow as &mut dyn Backend,
            [
                ("to a 16-bit float", "f64 to bf16", "rounds once"),
                ("float to integer, out of range", "f32 to s8", "saturates, NaN as 0"),
                ("integer to integer, out of range", "s64 to u8", "keeps the low bits"),
                ("narrowing shape", "rank 2", "multiplies the last dimension"),
            ],
        ),
        (
            &mut through.backend(1),
            [
                ("to a 16-bit float", "f64 to bf16", "rounds to f32 first"),
                ("to a 16-bit float", "s64 to bf16", "rounds to f32 first"),
                ("to a 16-bit float", "s32 to f16", "rounds once"),
                ("narrowing shape", "rank 1", "multiplies the last dimension"),
            ],
        ),
        (
            &mut otherwise.backend(1),
            [
                ("to a 16-bit float", "f64 to f16", "rounds once"),
                ("float to integer, out of range", "f64 to u32", "in none of the known ways"),
                ("integer to integer, out of range", "s16 to s8", "in none of the known ways"),
                ("narrowing shape", "rank 3", "appends a dimension"),
            ],
        ),
    ] {
        let observed = observed(backend, 0);
        for (about, of, is) in expected {
            let habit = observed.habits.iter().find(|habit| (habit.about, habit.of.as_str()) == (about, of));
            let habit = habit.unwrap_or_else(|| panic!("{about}: {of} is not observed"));
            assert_eq!(habit.is, is, "{habit:#?}");
            assert_eq!(habit.deviation.is_some(), is.starts_with("in none"), "{habit:#?}");
        }
    }
}

#[test]
fn behaviour_where_the_documents_are_silent_is_observed() {
    let options = RunOptions::default();
    let cases = suite::of_areas(&options.editions, &suite::is_sample).expect("the suite builds");
    let otherwise = Honest { otherwise: true, ..honest(Shape::Sequential, Accumulator::Own, Tiny::Keep) };
    for (backend, answers) in [
        (
            &mut Reference::default() as &mut dyn Backend,
            [
                ("cumprod.inplace.dim.end", "rejected with status 161002"),
                ("cumprod.strided", "accepted; same result as for ordinary input"),
                ("reinterpret.narrow.shape.higher", "multiplies the last dimension"),
            ],
        ),
        (
            &mut otherwise.backend(1),
            [
                ("cumprod.inplace.dim.end", "accepted"),
                ("cumprod.strided", "accepted; same result as for ordinary input"),
                ("reinterpret.narrow.shape.higher", "appends a dimension"),
            ],
        ),
    ] {
        let observed =
            observe(&cases, backend, &options, FINGERPRINTS, &mut |_| ()).expect("the backend starts");
        for (requirement, answer) in answers {
            let point = observed.unspecified.iter().find(|point| point.requirement == requirement);
            let saw = &point.expect("every open requirement is listed").saw;
            assert!(saw.first().is_some_and(|saw| saw.what.starts_with(answer)), "{requirement}: {saw:#?}");
        }
        let open = observed.unspecified.iter();
        assert!(open.clone().count() > 10);
        for point in open {
            assert!(point.saw.is_empty() == point.unseen.is_some(), "{point:#?}");
        }
    }
}

fn kinds(results: &[CaseResult]) -> Vec<(Verdict, Option<FailKind>)> {
    results.iter().map(|result| (result.judgement.verdict, result.judgement.kind)).collect()
}

/// One number of each dtype, whose exponential is three units off.
#[test]
fn how_exact_functions_are_is_told_with_the_farthest_result() {
    let accuracies = |backend: &mut dyn Backend| {
        let observed = observed(backend, 20);
        let exp = observed.habits.into_iter().filter(|h| h.operator == "exp" && h.about == "accuracy");
        exp.map(|habit| (habit.of, habit.is)).collect::<Vec<_>>()
    };
    let right = accuracies(&mut Reference::default());
    assert_eq!(right.iter().map(|(of, _)| &**of).collect::<Vec<_>>(), ["f16", "bf16", "f32"]);
    assert!(right.iter().all(|(_, is)| is == "correctly rounded"), "{right:?}");
    let (mut reference, description) =
        (Reference::default(), Reference::default().describe().expect("it starts"));
    let mut off = Closure::new(description, |call| match (reference.ask(call), call) {
        (Reply::Answer(Answer::Tensor(mut answer)), Call::Operate(asked)) if asked.operator.name == "exp" => {
            let (size, mut elements) = (answer.dtype().size(), answer.elements().into_owned());
            let one =
                |element: &&mut [u8]| matches!(**element, [0, 0x3c] | [0x80, 0x3f] | [0, 0, 0x80, 0x3f]);
            // Results that are one: of zero, and of numbers near it.
            if let Some(element) = elements.chunks_exact_mut(size).find(one) {
                element[0] += 3;
            }
            answer.set_elements(&elements);
            Reply::Answer(Answer::Tensor(answer))
        }
        (reply, _) => reply,
    });
    for (dtype, is) in accuracies(&mut off) {
        assert!(
            is.contains("correctly rounded, under 0.0") || is.contains(" % correctly rounded, "),
            "{dtype}: {is}"
        );
        assert!(is.contains("within 4 ulp; at most 3, of "), "{dtype}: {is}");
    }
}
