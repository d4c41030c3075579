//! Errors that hardly any bound excludes: faults show in the statistics of a run, honest implementations do not.

use crate::support::closure::{Closure, everything};
use crate::support::honest::table::HONEST;
use ascertain::DType;
use ascertain::backend::Backend;
use ascertain::reference::Reference;
use ascertain_judge::error_statistics::Errors;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_selftest::faults::float::Float;
use ascertain_selftest::faults::lines::changed_lines;

/// The errors of random cases.
fn errors(backend: &mut dyn Backend, seed: u64, fuzz: u64) -> Vec<Errors> {
    run(
        &[],
        backend,
        &RunOptions { seed, fuzz, operators: vec!["cumprod"], ..RunOptions::default() },
        &mut |_| (),
    )
    .drift
    .errors()
    .copied()
    .collect()
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
