//! Finds out which shape a backend's narrowing reinterpretation gives.

use super::{Evidence, Fingerprint, Habit, Prober};
use crate::operator::{Reinterpret, patterned};
use ascertain::call::Invocation;
use ascertain::contract::{OperatorSpec, REINTERPRET};
use ascertain::{DType, Tensor};

impl Fingerprint for Reinterpret {
    fn spec(&self) -> &'static OperatorSpec {
        &REINTERPRET
    }

    fn habits(&self, prober: &mut Prober<'_, '_>) -> Vec<Habit> {
        let narrowing = |shape: &[usize]| Self::call(patterned(DType::U32, shape), DType::U8);
        habits(prober, DType::U32.size() / DType::U8.size(), &narrowing)
    }
}

/// The habit of each rank; `call` reads a tensor of the given shape as a dtype `factor` times narrower.
fn habits(prober: &mut Prober<'_, '_>, factor: usize, call: &dyn Fn(&[usize]) -> Invocation) -> Vec<Habit> {
    let shapes: [&[usize]; 3] = [&[3], &[2, 3], &[2, 1, 3]];
    let mut habits = Vec::new();
    for shape in shapes {
        let Some(answer) = prober.ask(vec![call(shape)]).pop().flatten() else { continue };
        habits.push(Habit {
            operator: prober.operator().name,
            about: "narrowing shape",
            of: format!("rank {}", shape.len()),
            is: words(shape, factor, &answer),
            evidence: Evidence { crafted: answer.layout().count() as u64, ..Evidence::default() },
            ..Habit::default()
        });
    }
    habits
}

fn words(shape: &[usize], factor: usize, answer: &Tensor) -> String {
    let mut scaled = shape.to_vec();
    scaled.iter_mut().last().into_iter().for_each(|last| *last *= factor);
    match answer.shape() {
        got if got == scaled => "multiplies the last dimension".to_owned(),
        got if got == [shape, &[factor]].concat() => "appends a dimension".to_owned(),
        [n] if *n == answer.layout().count() => "gives a flat vector".to_owned(),
        got => format!("gives shape {got:?} for {shape:?}"),
    }
}
