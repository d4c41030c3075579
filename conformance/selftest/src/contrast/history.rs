//! Calls that were made before others like them: what an implementation may have kept of them.

use ascertain::DType;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Argument, Direction};
use std::collections::HashMap;
use std::rc::Rc;

/// The dtypes and shapes of what a call reads.
type Key = Vec<(DType, Vec<usize>)>;

/// The first call with the same dtypes and shapes, and the last one before it.
pub(super) type Earlier = [Option<Rc<Invocation>>; 2];

pub(super) const EARLIER: [&str; 2] = ["the first call", "the call before"];

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
