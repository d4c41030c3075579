//! The interface of an implementation under test: what it is asked, and how it replies.

use crate::call::Call;
use crate::dtype::{DType, DTypeSet};
use crate::tensor::Tensor;

/// An implementation under test.
///
/// A simple one answers the calls that it knows, and replies [`Reply::Unsupported`] to the rest.
pub trait Backend {
    /// Its name and what it supports. Other calls are not made, and count as unsupported.
    ///
    /// # Errors
    /// A sentence, if the implementation cannot be started or does not describe itself.
    fn describe(&mut self) -> Result<Description, String>;

    /// Answers one call.
    fn ask(&mut self, call: &Call) -> Reply;

    /// Answers many calls, in order. Override it if asking one by one is slow.
    fn ask_all(&mut self, calls: &[&Call], replies: &mut Vec<Reply>) {
        replies.extend(calls.iter().map(|call| self.ask(call)));
    }

    /// Ends the implementation after the last call. It may start again if it is called again.
    ///
    /// # Errors
    /// A fault that belongs to no call, and what it is: a crash at the end, or output that nothing asked for.
    fn finish(&mut self) -> Result<(), (BackendFault, String)> {
        Ok(())
    }
}

/// What a backend says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// Interfaces that take more than values: `aclnn` also takes null pointers and enum numbers.
    pub interfaces: Vec<String>,
    /// Ids of the promotion tables that it can be asked about.
    pub tables: Vec<String>,
    /// Operators that it supports.
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
    /// Dtypes of tensors that it takes; others are never sent as valid input.
    pub dtypes: DTypeSet,
    /// The most dimensions it takes.
    pub max_rank: Option<usize>,
    /// Names of the flags it takes (`inplace`).
    pub flags: Vec<String>,
    /// Whether tensors may have gaps.
    pub strided: bool,
    /// Names of the optional arguments that it does not have (`out`, `dtype`).
    pub without: Vec<String>,
    /// What it declares about its arithmetic, as pairs of words: (`order`, `sequential`), (`accumulator.f16`, `f32`).
    pub declared: Vec<(String, String)>,
}

/// A reply to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The implementation's result.
    Answer(Answer),
    /// The implementation refused the arguments.
    Rejected(Rejection),
    /// The implementation does not support the call, and why. This never counts as a pass.
    Unsupported(String),
    /// The adapter or the machine failed, not the implementation.
    Failed(String),
    /// No valid reply came, and why.
    Lost(BackendFault, String),
    /// The call was not made, and why. This says nothing about the implementation.
    NotAsked(String),
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A dtype.
    DType(DType),
    /// A dtype that no document names, under the implementation's name for it.
    OtherDType(String),
    /// A tensor. If the call passed storage to write to, this is that storage afterwards.
    Tensor(Tensor),
    /// The tensors of an operator with several results, in the order of its arguments.
    Tensors(Vec<Tensor>),
}

impl Answer {
    /// The tensors in it.
    #[must_use]
    pub fn tensors(&self) -> &[Tensor] {
        match self {
            Self::Tensor(tensor) => core::slice::from_ref(tensor),
            Self::Tensors(tensors) => tensors,
            Self::DType(_) | Self::OtherDType(_) => &[],
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rejection {
    /// The status code, if the interface has one.
    pub status: Option<i64>,
    /// The message.
    pub message: String,
}

/// Why no valid reply came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackendFault {
    /// The process ended or was killed by a signal.
    Crash,
    /// The time limit passed.
    Timeout,
    /// The reply was malformed, or not a reply to this call.
    Protocol,
    /// Where replies are expected, it printed something else.
    Stray,
    /// It wrote outside the memory that it was given, so its reply does not count.
    WroteOutside,
}
