//! Errors that hardly any bound excludes: faults show in the statistics of a run, honest implementations do not.

use crate::support::closure::{Closure, everything};
use crate::support::honest::table::HONEST;
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::Call;
use ascertain::reference::Reference;
use ascertain_judge::error_statistics::Errors;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_selftest::faults::float::Float;
use ascertain_selftest::faults::lines::{changed_lines, set_words, words};

/// The errors of random cases of an operator.
fn errors_of(operator: &'static str, backend: &mut dyn Backend, seed: u64, fuzz: u64) -> Vec<Errors> {
    let options = RunOptions { seed, fuzz, operators: vec![operator], ..RunOptions::default() };
    run(&[], backend, &options, &mut |_| ()).drift.errors().copied().collect()
}

fn errors(backend: &mut dyn Backend, seed: u64, fuzz: u64) -> Vec<Errors> {
    errors_of("cumprod", backend, seed, fuzz)
}

/// `cargo run --release -p ascertain-benches --example false_alarms` asks a million of each.
#[test]
fn honest_implementations_are_explained() {
    let mut concluded = 0;
    // Some of every kind: they stand beside each other in the list.
    for (honest, seed) in HONEST.iter().step_by(3).zip(1..) {
        for errors in errors(&mut honest.backend(seed), seed, 900) {
            assert!(!errors.unexplained(), "{}, seed {seed}: {errors:#?}", honest.name);
            concluded += u32::from(errors.lines >= 24);
        }
    }
    assert!(concluded > 50, "{concluded}");
}

/// A fault of one dtype: its name, the factors from which on it strikes, and the element of so many factors, from the exact
/// product.
type Fault = (&'static str, DType, usize, fn(Float, f64) -> f64);

const FAULTS: [Fault; 7] = [
    ("doubled after the 256th", DType::Bf16, 257, |format, exact| format.round(2.0 * format.round(exact))),
    ("a factor of 1.5 dropped", DType::Bf16, 257, |format, exact| format.round(exact / 1.5)),
    ("a factor of 1.01, bf16", DType::Bf16, 9, |format, exact| format.round(exact * 1.01)),
    ("a factor of 1.01, f16", DType::F16, 65, |format, exact| format.round(exact * 1.01)),
    ("truncated, bf16", DType::Bf16, 9, truncated),
    ("truncated, f32", DType::F32, 9, truncated),
    ("a quarter too much or too little", DType::Bf16, 257, |format, exact| {
        format.round(exact * if exact.to_bits().count_ones() % 2 == 0 { 1.25 } else { 0.75 })
    }),
];

fn truncated(format: Float, exact: f64) -> f64 {
    let nearest = format.round(exact);
    let up = nearest.abs() > exact.abs() && nearest.is_finite();
    if up { format.value(format.word(nearest) - 1) } else { nearest }
}

/// Correctly rounded products but for the fault. f64 is a running product wide enough for the other floats.
fn faulty((_, dtype, from, change): Fault) -> impl Backend {
    let mut reference = Reference::default();
    Closure::new(everything(), move |call| {
        changed_lines(&mut reference, call, |of, factors, products| {
            if of != dtype {
                return;
            }
            let format = Float::get(of);
            let mut exact = 1.0;
            for (at, (word, &factor)) in products.iter_mut().zip(factors).enumerate() {
                exact *= format.value(factor);
                // Near the ends of the range a changed product would be seen as what it is.
                let small = format.round(exact / 4.0).abs() < format.least_normal();
                if at > 0 && !small && format.round(exact * 4.0).is_finite() {
                    let right = at + 1 < from;
                    *word = format.word(if right { format.round(exact) } else { change(format, exact) });
                }
            }
        })
    })
}

#[test]
fn faults_that_hardly_any_bound_excludes_are_observed() {
    for fault in FAULTS {
        let (name, dtype, from, _) = fault;
        // Of long lines there are few.
        let found = errors(&mut faulty(fault), 4, if from > 256 { 14_400 } else { 4_800 });
        let unexplained: Vec<_> = found.iter().filter(|errors| errors.unexplained()).collect();
        assert!(!unexplained.is_empty(), "{name}: {found:#?}");
        for errors in unexplained {
            assert_eq!(errors.dtype, dtype, "{name}");
            assert!(errors.most().is_none_or(|most| most >= from), "{name}: {errors:#?}");
        }
    }
}

/// The sums of the first one, two, three and so on terms of a line.
type Way = fn(Float, &[f64]) -> Vec<f64>;

/// The reference, which adds lines of floats up in another way where it neither converts nor folds dimensions of several tensors.
struct Summed(Reference, Way);

impl Backend for Summed {
    fn describe(&mut self) -> Result<Description, String> {
        self.0.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let mut reply = self.0.ask(call);
        let (Reply::Answer(Answer::Tensor(answer)), Call::Operate(call)) = (&mut reply, call) else {
            return reply;
        };
        let formula = call.operator.contracts[0].formula(call.args()).expect("a formula");
        let space = formula.space(call.args()).expect("a valid call");
        let (dtype, line) = (space.compute, space.line.expect("sums of lines"));
        let Some(format) = Float::of(dtype).filter(|_| answer.dtype() == dtype) else { return reply };
        let operands = space.operands().expect("they convert");
        let word = |at: usize| {
            let mut word = [0; 8];
            word[..dtype.size()].copy_from_slice(&operands[0][at * dtype.size()..][..dtype.size()]);
            u64::from_le_bytes(word)
        };
        let mut results = words(answer);
        for (at, result) in results.iter_mut().enumerate() {
            // The last result of each line, and of a scan those before it.
            let Some(last) = line.last_joined(at).filter(|last| line.index(*last) + 1 == line.n) else {
                continue;
            };
            let terms: Vec<f64> = line.up_to(last).map(|at| format.value(word(at))).collect();
            *result = format.word(format.round(*self.1(format, &terms).last().expect("a term")));
        }
        set_words(answer, &results);
        reply
    }
}

/// Each sum added to the next term, rounded.
fn running(terms: &[f64], round: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    terms
        .iter()
        .map(|term| {
            sum = round(sum + term);
            sum
        })
        .collect()
}

/// In blocks of so many, and then their sums.
fn in_blocks(format: Float, terms: &[f64], of: usize) -> Vec<f64> {
    let sums: Vec<f64> =
        terms.chunks(of).map(|block| running(block, |sum| format.round(sum))[block.len() - 1]).collect();
    running(&sums, |sum| format.round(sum))
}

#[test]
fn honest_sums_are_explained_and_faulty_ones_are_not() {
    let honest: [(&str, Way); 5] = [
        ("sequential", |format, terms| running(terms, |sum| format.round(sum))),
        ("backwards", |format, terms| {
            running(&terms.iter().rev().copied().collect::<Vec<_>>(), |sum| format.round(sum))
        }),
        ("blocks", |format, terms| in_blocks(format, terms, 32)),
        ("f32", |_, terms| running(terms, |sum| f64::from(sum as f32))),
        ("f64", |_, terms| running(terms, |sum| sum)),
    ];
    let mut concluded = 0;
    let of_folds = honest.map(|way| ("reduce-sum", way)).into_iter();
    for (operator, (name, way)) in of_folds.chain([("cumsum", honest[2])]) {
        for errors in errors_of(operator, &mut Summed(Reference::default(), way), 1, 6_000) {
            assert!(!errors.unexplained(), "{operator}, {name}: {errors:#?}");
            concluded += u32::from(errors.lines >= 24);
        }
    }
    assert!(concluded >= 12, "{concluded}");
    let faulty: [(&str, Way); 2] = [
        ("a hundredth too much", |_, terms| running(terms, |sum| sum).iter().map(|sum| 1.01 * sum).collect()),
        ("cut off on the way", |format, terms| {
            let cut = |sum: f64| {
                let near = format.round(sum);
                if near.abs() > sum.abs() { format.value(format.word(near) - 1) } else { near }
            };
            running(terms, cut)
        }),
    ];
    for (name, way) in faulty {
        let found = errors_of("reduce-sum", &mut Summed(Reference::default(), way), 1, 6_000);
        assert!(found.iter().any(Errors::unexplained), "{name}: {found:#?}");
    }
}
