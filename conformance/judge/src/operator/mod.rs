//! What the harness knows of an operator beyond its contract: which answers are right, and what calls look like.
//!
//! A new operator is its TOML, and is [`Declared`]: its formula says which answers are right. What no formula can say takes a kernel
//! for the reference and an [`Operator`] of its own; two operators have one, and are named here alone.

pub(crate) mod conversions;
pub mod cumprod;
pub mod declarations;
mod declared;
pub(crate) mod formula;
pub mod numbers;
mod registry;
mod reinterpret;

use crate::error_statistics::ErrorStatistics;
use crate::properties::Properties;
use crate::random::Source;
use crate::stored::Name;
use crate::verdict::{FailKind, Judgement};
use ascertain::backend::OperatorSupport;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{self, ArgumentKind, Contract, Direction, OperatorSpec};
use ascertain::element::converter;
use ascertain::{DType, DTypeSet, Layout, Tensor};
use std::collections::HashSet;
use std::sync::LazyLock;

pub use cumprod::Cumprod;
pub use declared::Declared;
pub use formula::{Mark, is_graded};
pub use registry::Registry;
pub use reinterpret::Reinterpret;

/// What a judgement depends on, besides the call.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The contract in the chosen edition.
    pub contract: &'static Contract,
    /// The backend's description of its support for the operator.
    pub support: Option<&'a OperatorSupport>,
    /// What is said of an answer that holds.
    pub observes: Observes<'a>,
}

impl<'a> Context<'a> {
    /// One in which all that an answer shows is said.
    #[must_use]
    pub const fn new(contract: &'static Contract, support: Option<&'a OperatorSupport>) -> Self {
        Self { contract, support, observes: Observes::Everything }
    }
}

/// What is said of an answer that holds, of which a page leaves something open. To find it takes longer than to judge, and few
/// random cases are shown.
#[derive(Clone, Copy, Debug)]
pub enum Observes<'a> {
    /// All that it shows.
    Everything,
    /// What it shows of other requirements than these, at least.
    Other(&'a HashSet<Name>),
    /// Only what is left when none of its elements is judged.
    Nothing,
}

impl Observes<'_> {
    /// Whether what an answer shows of a requirement is said.
    #[must_use]
    pub fn wants(self, requirement: &str) -> bool {
        match self {
            Self::Everything => true,
            Self::Other(known) => !known.contains(requirement),
            Self::Nothing => false,
        }
    }
}

/// An operator: which answers are right, and what calls look like.
pub trait Operator: Send + Sync {
    /// What the documents say about it.
    fn spec(&self) -> &'static OperatorSpec;

    /// Whether a call that breaks no requirement is valid, and [`Operator::judge`] knows its result. If not, requirements
    /// are missing, and what a backend does with such a call is not judged.
    fn is_complete(&self) -> bool {
        true
    }

    /// The same about one call: a formula may have no value for it.
    fn knows(&self, _call: &Invocation, _contract: &'static Contract) -> bool {
        self.is_complete()
    }

    /// Judges an answer to a call that breaks no `must`.
    fn judge(&self, call: &Invocation, answer: &Tensor, context: Context<'_>) -> Judgement;

    /// How many tensors it gives for a call.
    fn results(&self, _call: &Invocation, _contract: &'static Contract) -> usize {
        1
    }

    /// Judges all tensors of an answer, as many as there are [results](Self::results).
    fn judge_all(&self, call: &Invocation, answers: &[Tensor], context: Context<'_>) -> Judgement {
        self.judge(call, &answers[0], context)
    }

    /// What is known of each element of an answer's tensors. None where no formula says what is right.
    fn marks(&self, _: &Invocation, _: &[Tensor], _: Context<'_>) -> Vec<Option<Vec<Mark>>> {
        Vec::new()
    }

    /// The lowest and the highest right elements of each result of a valid call, where that is known.
    fn bounds(&self, _call: &Invocation, _context: Context<'_>) -> Vec<Option<[Tensor; 2]>> {
        Vec::new()
    }

    /// Compares a right answer of float sums or products with the exact ones. `index` is that of the random case.
    fn compare(
        &self,
        _index: u64,
        _call: &Invocation,
        _answer: &Tensor,
        _contract: &Contract,
        _drift: &mut ErrorStatistics,
    ) {
    }

    /// Adds what the arguments of a call are like for this operator.
    fn describe(&self, _call: &Invocation, _contract: &'static Contract, _properties: &mut Properties) {}

    /// Small valid calls over all dtypes, ranks and variants. They are always the same, and each has a stable name.
    fn grid(&self, contract: &'static Contract) -> Vec<(String, Invocation)>;

    /// Valid calls with more than 2^31 elements.
    fn large(&self) -> &'static [LargeCall] {
        &[]
    }

    /// A few valid calls, at least one of each variant. Rules are tested by changing single arguments of these.
    fn samples(&self, contract: &'static Contract) -> Vec<Invocation>;

    /// At most so many calls that break one requirement, and so many that just satisfy it.
    fn calls_of_a_requirement(&self) -> [usize; 2] {
        [48, 48]
    }

    /// Adapts the arguments that depend on others, such as the dtype and shape of an output.
    fn complete(&self, call: &mut Invocation, contract: &'static Contract);

    /// A random valid call.
    fn fuzz(&self, source: &mut Source, contract: &'static Contract) -> Invocation;

    /// Weight of the operator among the random cases; 0 if it has none.
    fn fuzz_weight(&self) -> usize {
        1
    }

    /// Checks a declaration about the operator: can `key` be `value`?
    ///
    /// # Errors
    /// What is wrong, and what can be declared.
    fn check_declaration(&self, key: &str, _value: &str) -> Result<(), String> {
        Err(format!("nothing called `{key}` can be declared of {}", self.spec().name))
    }

    /// The failure of a backend that declares what a requirement denies. It counts once, whatever the cases come to.
    fn broken_by_declaration(&self, _: &OperatorSupport, _: &Contract) -> Option<Judgement> {
        None
    }

    /// The requirement that a failure of this kind breaks, where no single element shows it. A valid call that is refused
    /// breaks the one that allows it.
    fn broken(&self, _: FailKind, _: &Invocation, _: &'static Contract) -> Option<&'static str> {
        None
    }

    /// The tensors that the operator writes to.
    fn targets<'a>(&self, call: &'a Invocation) -> Vec<&'a Tensor> {
        let written = self.spec().arguments.iter().enumerate();
        let written = written.filter(|(_, argument)| argument.direction != Direction::In);
        written.filter_map(|(at, _)| call.args().tensor(at)).collect()
    }

    /// The first of them, if the call has one.
    fn target<'a>(&self, call: &'a Invocation) -> Option<&'a Tensor> {
        self.targets(call).into_iter().next()
    }
}

/// A valid call with more elements than an index of 32 bits counts.
#[derive(Clone, Copy, Debug)]
pub struct LargeCall {
    /// Its name, unique for the operator.
    pub name: &'static str,
    /// Bytes of its largest tensor.
    pub bytes: u64,
    /// Makes it. `None` if it does not fit the address space.
    pub make: fn(&'static Contract) -> Option<Invocation>,
}

/// The operators of the specification with code in this crate.
const CODED: [&dyn Operator; 2] = [&Cumprod, &Reinterpret];

/// Whether an operator is only [`Declared`].
#[must_use]
pub fn is_declared(spec: &OperatorSpec) -> bool {
    CODED.iter().all(|operator| !core::ptr::eq(operator.spec(), spec))
}

/// The operators of the specification: those with code in this crate, then those that are only declared.
pub static OPERATORS: LazyLock<Vec<&dyn Operator>> = LazyLock::new(|| {
    let mut operators = CODED.to_vec();
    let declared = contract::OPERATORS.iter().filter(|spec| is_declared(spec));
    // They live as long as the program, like the specification that they stand for.
    operators.extend(declared.map(|spec| &*Box::leak(Box::new(Declared::new(spec))) as &dyn Operator));
    operators
});

/// The dtypes that a parameter may have, where some are listed.
pub(crate) fn listed(contract: &Contract, parameter: &str) -> DTypeSet {
    let mut parameters = contract.functions.iter().flat_map(|function| function.parameters);
    parameters.find(|p| p.name == parameter).map(|p| p.dtypes).unwrap_or_default()
}

/// Whether the variant of the function that these arguments select has a parameter for each of them.
pub(crate) fn askable(contract: &'static Contract, call: &Invocation) -> bool {
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
    let known = |name| function.is_some_and(|f| f.parameters.iter().any(|p| p.name == name));
    call.operator.arguments.iter().zip(&call.args).all(|(argument, arg)| {
        matches!(arg, Arg::Absent)
            || argument.via.is_some()
            || argument.kind == ArgumentKind::Flag
            || known(argument.name)
    })
}

/// A tensor to write a result to. What it holds is like few results, so that elements that are not written show, and sums to
/// which it is added.
pub(crate) fn unwritten(dtype: DType, shape: &[usize]) -> Option<Tensor> {
    let count = shape.iter().try_fold(dtype.size(), |count, length| count.checked_mul(*length))?;
    // As a float, some thousands; of bools, every second is true.
    let mut elements = vec![if dtype == DType::Bool { 0 } else { 0x45 }; count];
    if dtype == DType::Bool {
        elements.iter_mut().skip(1).step_by(2).for_each(|element| *element = 1);
    }
    Tensor::new(dtype, shape, elements).ok()
}

pub(crate) fn first_tensor(call: &Invocation) -> Option<&Tensor> {
    call.args.iter().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    })
}

/// `2x3`, or `scalar` for rank 0.
#[must_use]
pub fn shape_name(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "scalar".to_owned();
    }
    let mut name = String::with_capacity(3 * shape.len());
    for length in shape {
        if !name.is_empty() {
            name.push('x');
        }
        // Most are one digit, and there are a hundred thousand of them.
        match u8::try_from(*length) {
            Ok(digit @ 0..=9) => name.push(char::from(b'0' + digit)),
            _ => name.push_str(&length.to_string()),
        }
    }
    name
}

/// A plain tensor of zeros.
fn zeros(dtype: DType, shape: &[usize]) -> Tensor {
    fill(Tensor::zeros(dtype, shape), false)
}

/// The same with every element one, where the dtype has a one that can be written as a byte; zeros otherwise.
pub(crate) fn ones(mut tensor: Tensor) -> Tensor {
    let size = tensor.dtype().size();
    if let Some(convert) = converter(DType::U8, tensor.dtype()) {
        tensor.storage_mut().chunks_exact_mut(size).for_each(|element| convert(&[1], element));
    }
    tensor
}

/// A plain tensor whose every byte differs from its neighbours, so that misplaced bytes show.
pub(crate) fn patterned(dtype: DType, shape: &[usize]) -> Tensor {
    fill(Tensor::zeros(dtype, shape), true)
}

/// The same, with a layout.
fn patterned_view(dtype: DType, layout: Layout, elements: usize) -> Tensor {
    fill(Tensor::view(dtype, layout, vec![0; elements * dtype.size()]), true)
}

fn fill(tensor: Result<Tensor, ascertain::tensor::TensorError>, pattern: bool) -> Tensor {
    // Invariant: callers build layouts that fit their storage.
    #[expect(clippy::unwrap_used, reason = "the layouts are written in this module's children")]
    let mut tensor = tensor.unwrap();
    let mut state = 0x9e37_79b9_u32;
    let bytes = if pattern { tensor.storage_mut() } else { &mut [] };
    for byte in bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (state >> 24) as u8;
    }
    tensor
}

/// The index of the element with a row-major number.
pub(crate) fn place(shape: &[usize], mut number: usize) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for (place, &d) in place.iter_mut().zip(shape).rev() {
        (*place, number) = (number % d.max(1), number / d.max(1));
    }
    place
}

/// Whether the result of a call is judged: it breaks no requirement, or only such that leave open whether it is accepted.
pub(crate) fn is_judged(contract: &Contract, call: &Invocation) -> bool {
    contract.broken_by(call.args()).all(|broken| broken.accepted_is_judged)
}
