//! Calls that were made before others like them: what an implementation may have kept of them.

use super::asked::Asked;
use super::relation::{Relation, Subject, plain};
use super::relations::recomputed;
use ascertain::DType;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, Direction};
use std::collections::HashMap;
use std::rc::Rc;

/// The dtypes and shapes of what a call reads.
type Key = Vec<(DType, Vec<usize>)>;

/// The first call with the same dtypes and shapes, and the last one before it.
pub(super) type Earlier = [Option<Rc<Invocation>>; 2];

const WHICH: [&str; 2] = ["the first call", "the call before"];

/// The calls of an operator that were made.
#[derive(Default)]
pub(super) struct History(HashMap<Key, [Rc<Invocation>; 2]>);

impl History {
    /// Those before a call that is to be made.
    pub(super) fn earlier(&self, call: &Invocation) -> Earlier {
        self.0.get(&key(call)).map_or([None, None], |known| known.clone().map(Some))
    }

    pub(super) fn add(&mut self, call: &Invocation) {
        let call = Rc::new(call.clone());
        let known = self.0.entry(key(&call)).or_insert_with(|| [Rc::clone(&call), Rc::clone(&call)]);
        known[1] = call;
    }
}

fn key(call: &Invocation) -> Key {
    let arguments = call.operator.arguments.iter().zip(&call.args);
    let of = |(argument, arg): (&Argument, &Arg)| match arg {
        Arg::Tensor(tensor) if argument.direction != Direction::Out => {
            Some((tensor.dtype(), tensor.shape().to_vec()))
        }
        _ => None,
    };
    arguments.filter_map(of).collect()
}

/// That something of an earlier call stands in place of a call's own.
pub(super) fn relations(subjects: &[Subject], all: &mut Vec<Relation>) {
    for (which, call) in WHICH.into_iter().enumerate() {
        for (operand, name) in subjects.iter().copied() {
            let says = format!("is as if {name} were that of {call} with these shapes and dtypes");
            all.push(plain(says, move |asked| {
                let earlier = asked.earlier[which].as_deref()?;
                let kept: Vec<_> = asked.tensors_of(earlier).cloned().collect();
                asked.computed(None, |place, _| {
                    kept.get(place).filter(|_| operand.is_none_or(|own| own == place)).cloned()
                })
            }));
        }
        let says = format!("is as if what is no tensor were as in {call} with these shapes and dtypes");
        all.push(plain(says, move |asked| of_others(asked, asked.earlier[which].as_deref()?)));
    }
}

/// The result of a call with the numbers, flags and dtypes of another.
fn of_others(asked: &Asked, earlier: &Invocation) -> Option<Vec<u8>> {
    let pairs = || asked.call.args.iter().zip(&earlier.args);
    let is_tensor = |arg: &Arg| matches!(arg, Arg::Tensor(_));
    let differs = pairs().any(|(own, other)| !is_tensor(own) && own != other);
    let args = pairs().map(|(own, other)| if is_tensor(own) { own } else { other }.clone());
    differs.then(|| recomputed(asked, args.collect()))?
}
