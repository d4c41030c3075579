//! What an implementation under test is asked, and how it answers.

use crate::call::Call;
use crate::{DType, DTypeSet, Tensor};

/// An implementation under test.
///
/// The simplest one answers [`Backend::ask`] for the calls it knows and `Reply::Unsupported` for the rest.
pub trait Backend {
    /// Who it is and what it takes. Calls outside that are not made, and count as unsupported.
    ///
    /// # Errors
    /// A sentence, when the implementation cannot be started or does not introduce itself.
    fn describe(&mut self) -> Result<Description, String>;

    /// Answers one call.
    fn ask(&mut self, call: &Call) -> Reply;

    /// Answers many calls, in order. To be overridden where asking one by one is slow.
    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        replies.extend(calls.iter().map(|call| self.ask(call)));
    }
}

/// What a backend says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// Interfaces through which it can be asked beside values: `aclnn` takes null pointers and enum numbers.
    pub interfaces: Vec<String>,
    /// Ids of the promotion tables it answers for.
    pub tables: Vec<String>,
    /// Operators it has.
    pub operators: Vec<OperatorSupport>,
}

impl Description {
    /// What it says of an operator.
    #[must_use]
    pub fn operator(&self, name: &str) -> Option<&OperatorSupport> {
        self.operators.iter().find(|o| o.name == name)
    }
}

/// What a backend says of one operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorSupport {
    /// The operator's name.
    pub name: String,
    /// Dtypes of tensors it takes; others are not asked for as valid input.
    pub dtypes: DTypeSet,
    /// The most dimensions it takes.
    pub max_rank: Option<usize>,
    /// Names of the flags it takes (`inplace`).
    pub flags: Vec<String>,
    /// Whether tensors may have gaps.
    pub strided: bool,
    /// What it declares about its arithmetic, as words: `order` to `sequential`, `accumulator.f16` to `f32`.
    pub declared: Vec<(String, String)>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The implementation's result.
    Answer(Answer),
    /// The implementation refused the arguments.
    Rejected(Rejection),
    /// The implementation does not offer this, and why. Never a pass.
    Unsupported(String),
    /// The adapter or the machine failed, not the implementation.
    Failed(String),
    /// No answer came.
    Lost(Loss, String),
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A dtype.
    DType(DType),
    /// A dtype that no document names, by the implementation's own name.
    OtherDType(String),
    /// A tensor. Where the call gave storage to write to, its storage is that storage afterwards.
    Tensor(Tensor),
}

/// A refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rejection {
    /// The status code, where the interface has one.
    pub status: Option<i64>,
    /// The message.
    pub message: String,
}

/// Why no answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// The process ended or was killed by a signal.
    Crash,
    /// Nothing came in time.
    Timeout,
    /// What came was no answer to what was asked.
    Protocol,
    /// It wrote to memory that is not its own, so that no answer of it counts.
    WroteOutside,
}
