//! What kernels get wrong whatever they compute is found in each operator that has a formula, by its fixed cases alone.

use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{ArgumentKind, Direction, OPERATORS, OperatorSpec};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::Case;
use ascertain_judge::operator::is_declared;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_judge::suite;
use std::collections::HashMap;

/// Answers one operator wrongly: a change of the call, of the result, or of both.
struct Wrong {
    operator: &'static OperatorSpec,
    fault: fn(&mut Kernel, Invocation) -> Reply,
    kernel: Kernel,
}

#[derive(Default)]
struct Kernel {
    reference: Reference,
    /// First results, by the shapes and dtypes of the call.
    results: HashMap<String, Tensor>,
}

impl Kernel {
    /// The reference's answer, whose first tensor is changed.
    fn changed(&mut self, call: Invocation, change: impl FnOnce(&mut Self, &mut Tensor)) -> Reply {
        let mut reply = self.reference.ask(&Call::Operate(call));
        match &mut reply {
            Reply::Answer(Answer::Tensor(tensor)) => change(self, tensor),
            Reply::Answer(Answer::Tensors(tensors)) => change(self, &mut tensors[0]),
            _ => {}
        }
        reply
    }
}

impl Backend for Wrong {
    fn describe(&mut self) -> Result<Description, String> {
        self.kernel.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let right = self.kernel.reference.ask(call);
        match (call, &right) {
            (Call::Operate(call), Reply::Answer(_)) if core::ptr::eq(call.operator, self.operator) => {
                (self.fault)(&mut self.kernel, call.clone())
            }
            _ => right,
        }
    }
}

/// The tensors that a call reads.
fn read(call: &mut Invocation) -> impl Iterator<Item = &mut Tensor> {
    let arguments = call.operator.arguments.iter().zip(&mut call.args);
    arguments.filter_map(|(argument, arg)| match arg {
        Arg::Tensor(tensor)
            if argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In =>
        {
            Some(tensor)
        }
        _ => None,
    })
}

/// The last elements, fewer than 32, keep what was there.
fn loses_the_tail(kernel: &mut Kernel, call: Invocation) -> Reply {
    kernel.changed(call, |_, result| {
        let (mut elements, size) = (result.elements().into_owned(), result.dtype().size());
        let count = elements.len() / size;
        if count > 32 {
            elements[count / 32 * 32 * size..].fill(0);
            result.set_elements(&elements);
        }
    })
}

/// A view is read as if it were dense.
fn reads_views_as_dense(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    for tensor in read(&mut call).filter(|tensor| !tensor.is_packed()) {
        let size = tensor.dtype().size();
        let mut storage = tensor.storage().to_vec();
        storage.resize(tensor.layout().count() * size, 0);
        *tensor = Tensor::new(tensor.dtype(), tensor.shape(), storage).expect("as many elements as before");
    }
    kernel.reference.ask(&Call::Operate(call))
}

/// An operand that is broadcast is read at the flat index, modulo its size.
fn broadcasts_by_flat_index(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    let shapes = read(&mut call).map(|tensor| tensor.shape().to_vec());
    let largest = shapes.max_by_key(|shape| shape.iter().product::<usize>()).unwrap_or_default();
    let count = largest.iter().product::<usize>();
    for tensor in read(&mut call).filter(|tensor| tensor.layout().count() > 1 && tensor.shape() != largest) {
        let elements = tensor.elements().into_owned().repeat(count);
        let elements = elements[..count * tensor.dtype().size()].to_vec();
        *tensor = Tensor::new(tensor.dtype(), &largest, elements).expect("as many elements as the shape has");
    }
    kernel.reference.ask(&Call::Operate(call))
}

/// The result of the first call with these shapes and dtypes is kept for all others.
fn keeps_results(kernel: &mut Kernel, call: Invocation) -> Reply {
    let tensors =
        call.args.iter().filter_map(|arg| if let Arg::Tensor(tensor) = arg { Some(tensor) } else { None });
    let alike: String = tensors.map(|tensor| format!("{}{:?}", tensor.dtype(), tensor.shape())).collect();
    kernel.changed(call, |kernel, result| {
        let kept = kernel.results.entry(alike).or_insert_with(|| result.clone());
        result.set_elements(&kept.elements());
    })
}

/// Of a vector the first block is read alone.
fn reads_a_block(kernel: &mut Kernel, mut call: Invocation) -> Reply {
    const BLOCK: usize = 1024;
    for tensor in read(&mut call).filter(|tensor| tensor.shape().len() == 1) {
        let (mut elements, size) = (tensor.elements().into_owned(), tensor.dtype().size());
        for at in (BLOCK * size..elements.len()).step_by(size) {
            elements.copy_within(..size, at);
        }
        tensor.set_elements(&elements);
    }
    kernel.reference.ask(&Call::Operate(call))
}

#[test]
fn each_is_found_in_every_operator() {
    type Fault = fn(&mut Kernel, Invocation) -> Reply;
    let faults: [(&str, Fault, usize); 5] = [
        ("loses the tail", loses_the_tail, 1),
        ("reads views as dense", reads_views_as_dense, 1),
        ("broadcasts by flat index", broadcasts_by_flat_index, 2),
        ("keeps results", keeps_results, 1),
        ("reads a block", reads_a_block, 1),
    ];
    let operators = OPERATORS.iter().filter(|spec| is_declared(spec));
    let (mut missed, options) = (Vec::new(), RunOptions::default());
    for operator in operators {
        let mut cases =
            suite::of_areas(&Editions::default(), &|area| area == operator.name).expect("the suite builds");
        cases.retain(|case| case.area == operator.name);
        // Those that find them come last.
        cases.reverse();
        let tensors = operator
            .arguments
            .iter()
            .filter(|argument| argument.kind == ArgumentKind::Tensor && argument.direction == Direction::In);
        let tensors = tensors.count();
        for (name, fault, least) in faults {
            let mut wrong = Wrong { operator, fault, kernel: Kernel::default() };
            let mut session = Session::start(&mut wrong, &options).expect("it starts");
            let mut is_found = |cases: &[Case]| {
                session.ask(cases).iter().any(|outcome| outcome.judgement.verdict.is_failure())
            };
            if tensors >= least && !cases.chunks(64).any(&mut is_found) {
                missed.push(format!("{}: {name}", operator.name));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
