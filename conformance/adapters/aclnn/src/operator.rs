//! The two phases of every operator that the specification describes.
//!
//! Phase one turns handles and numbers into a call, checks it against the rules and returns an [`Executor`]. Phase two
//! checks the executor, the workspace and the stream, and makes a [`Task`].

use crate::memory::{Memory, Region};
use crate::options::Options;
use crate::rules::{Decision, rules};
use crate::status::{Outcome, Refusal};
use crate::tensor::{Description, Scalar, dtype_in_words};
use ascertain::DType;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{ArgumentKind, Contract, Function, OPERATORS, OperatorSpec, Parameter};
use ascertain::document::Editions;
use std::iter;

/// What phase two fills the workspace with, so that a caller who keeps other data there notices.
const WORKSPACE_FILL: u8 = 0xa5;

/// Number of `ACL_DT_UNDEFINED`.
const UNDEFINED: i64 = -1;

/// A function of an operator, in the editions that are followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperatorFunction {
    operator: &'static OperatorSpec,
    contract: &'static Contract,
    pub(crate) function: &'static Function,
}

/// An argument of phase one, with its handle looked up; a null handle is `None`.
#[derive(Debug)]
pub(crate) enum Given {
    Tensor(Option<(usize, Description)>),
    Scalar(Option<Scalar>),
    Ints(Option<Vec<i64>>),
    /// A number, a bool, or the number of an aclDataType.
    Number(i64),
}

/// A tensor of a call that phase one accepted.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) name: &'static str,
    pub(crate) handle: usize,
    written: bool,
    description: Description,
    dtype: DType,
}

/// What phase one prepares for phase two.
#[derive(Clone, Debug)]
pub(crate) struct Executor {
    /// The function of phase two that can run it.
    pub(crate) then: Option<&'static str>,
    /// In the order of the operator's arguments.
    operands: Vec<Operand>,
    /// The call, without the bytes of its tensors.
    call: Invocation,
    /// Bytes of workspace that phase two needs.
    pub(crate) workspace: u64,
    /// Whether it can run more than once.
    pub(crate) repeatable: bool,
}

/// Work on a stream: what to compute, and the memory that it reads and writes.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    executor: Executor,
    /// The storage of each operand.
    regions: Vec<Option<Region>>,
    workspace: Option<Region>,
    options: Options,
}

impl OperatorFunction {
    /// The function with this name.
    pub(crate) fn find(name: &str, editions: &Editions) -> Outcome<Self> {
        let of = |operator: &&'static OperatorSpec| {
            let contract = operator.contract(editions);
            let function = contract.functions.iter().find(|function| function.name == name)?;
            Some(Self { operator, contract, function })
        };
        let missing = || Refusal::named("ACLNN_ERR_INNER", format!("no edition in force describes {name}"));
        OPERATORS.iter().find_map(of).ok_or_else(missing)
    }

    /// The parameters that hold arguments: all but those for the workspace and the executor.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        self.operator.parameters_of(self.function)
    }

    /// The message for arguments that break the rule of phase two called `aspect`, if the operator has it.
    pub(crate) fn breaks(&self, aspect: &str, what: &str) -> String {
        let id = format!("{}.{aspect}", self.operator.name);
        match self.contract.requirement(&id) {
            Some(requirement) => format!("breaks rule {id}: {what}; {}", requirement.cite),
            None => what.to_owned(),
        }
    }

    /// Phase one; no executor if the rules accept the call and leave nothing to run.
    pub(crate) fn plan(
        &self,
        given: &[Given],
        options: &Options,
        memory: &Memory,
    ) -> Outcome<Option<Executor>> {
        let (mut call, mut operands) = (Invocation::new(self.operator), Vec::new());
        for (parameter, given) in self.parameters().zip(given) {
            let name = parameter.name;
            // What the interface alone can be asked: the dtype of a number, the format of a tensor.
            let aside = |call: Invocation, what: &str, arg: Arg| {
                let beside = format!("{name}_{what}");
                if self.operator.argument(&beside).is_some() { call.with(&beside, arg) } else { call }
            };
            call = match given {
                Given::Tensor(None) | Given::Scalar(None) | Given::Ints(None) => call.with(name, Arg::Null),
                Given::Tensor(Some((handle, description))) => {
                    let operand = self.operand(parameter, *handle, description)?;
                    let blank = description.blank(operand.dtype, operand.region(memory)?)?;
                    operands.push(operand);
                    let format = Arg::Int(i64::from(description.format));
                    aside(call.with(name, Arg::Tensor(blank)), "format", format)
                }
                Given::Scalar(Some(scalar)) if self.kind(name) == ArgumentKind::Int => {
                    aside(call.with(name, Arg::Int(scalar.integer())), "dtype", Arg::DType(scalar.dtype))
                }
                Given::Scalar(Some(scalar)) => call.with(name, Arg::Tensor(scalar.tensor()?)),
                Given::Ints(Some(values)) => call.with(name, Arg::Ints(values.clone().into())),
                Given::Number(number) => match self.kind(name) {
                    ArgumentKind::DType if *number == UNDEFINED => call,
                    ArgumentKind::DType => call.with(name, Arg::DType(dtype(name, *number)?)),
                    ArgumentKind::Flag => call.with(name, Arg::Flag(*number != 0)),
                    _ => call.with(name, Arg::Int(*number)),
                },
            };
        }
        call = self.of_variant(call);
        match rules().decide(&options.editions, &call) {
            Decision::Nothing => Ok(None),
            Decision::Refuse(rejection) => {
                let refusal = Refusal::from(rejection);
                let message = format!("{}; asked with {}", refusal.message, self.in_words(given));
                Err(Refusal { message, ..refusal })
            }
            // The rules may accept a null tensor to write to, and then nothing is written.
            Decision::Run if operands.is_empty() => Ok(None),
            Decision::Run => {
                // Their bytes are read when they are needed.
                call = operands.iter().fold(call, |call, operand| call.with(operand.name, Arg::Absent));
                operands.sort_by_key(|operand| self.operator.argument(operand.name));
                let (then, workspace, repeatable) = (self.function.then, options.workspace, false);
                Ok(Some(Executor { then, operands, call, workspace, repeatable }))
            }
        }
    }

    fn operand(
        &self,
        parameter: &'static Parameter,
        handle: usize,
        description: &Description,
    ) -> Outcome<Operand> {
        let name = parameter.name;
        let dtype = dtype(&format!("{name}'s dtype"), i64::from(description.dtype))?;
        let written = self.operator.writes(parameter);
        Ok(Operand { name, handle, written, description: description.clone(), dtype })
    }

    fn kind(&self, name: &str) -> ArgumentKind {
        self.operator.arguments[self.operator.place(name)].kind
    }

    /// The call with the flag that chooses this function, if one does.
    fn of_variant(&self, call: Invocation) -> Invocation {
        let flags =
            self.operator.arguments.iter().filter(|a| a.kind == ArgumentKind::Flag && a.via.is_none());
        let unsaid = flags.filter(|flag| *call.get(flag.name) == Arg::Absent);
        let chosen = iter::once(call.clone())
            .chain(unsaid.map(|flag| call.clone().with(flag.name, Arg::Flag(true))))
            .find(|call| self.contract.variant(call.args()) == Some(self.function.variant));
        chosen.unwrap_or(call)
    }

    fn in_words(&self, given: &[Given]) -> String {
        let words = self.parameters().zip(given).map(|(parameter, given)| {
            let value = match given {
                Given::Tensor(None) | Given::Scalar(None) | Given::Ints(None) => "null".to_owned(),
                Given::Tensor(Some((_, description))) => description.in_words(),
                Given::Scalar(Some(scalar)) => scalar.in_words(),
                Given::Ints(Some(values)) => format!("{values:?}"),
                Given::Number(number) => match self.kind(parameter.name) {
                    ArgumentKind::DType => dtype_in_words(*number),
                    ArgumentKind::Flag => (*number != 0).to_string(),
                    _ => number.to_string(),
                },
            };
            format!("{} {value}", parameter.name)
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

impl Operand {
    /// The memory of its storage, which must be live; none if it has no elements.
    fn region(&self, memory: &Memory) -> Outcome<Option<Region>> {
        let about = |refusal: Refusal| refusal.about(&format!("{}:", self.name));
        self.description.region(self.dtype, memory).map_err(about)
    }
}

impl Executor {
    /// The tensors that it needs.
    pub(crate) fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The work with its memory, all of which must be live.
    pub(crate) fn task(self, workspace: Option<Region>, options: &Options, memory: &Memory) -> Outcome<Task> {
        let regions = self.operands.iter().map(|operand| operand.region(memory)).collect::<Outcome<_>>()?;
        Ok(Task { executor: self, regions, workspace, options: options.clone() })
    }
}

impl Task {
    /// Does the work.
    pub(crate) fn run(&self, memory: &Memory) -> Outcome {
        if let Some(workspace) = self.workspace {
            let bytes = usize::try_from(self.options.workspace).unwrap_or(0);
            memory.write(workspace, 0, &vec![WORKSPACE_FILL; bytes]);
        }
        let mut call = self.executor.call.clone();
        for (operand, region) in self.operands() {
            let tensor = operand.description.load(operand.dtype, memory, region)?;
            call = call.with(operand.name, Arg::Tensor(tensor));
        }
        let results = rules().compute(&self.options.editions, &call)?;
        let written = self.operands().filter(|(operand, _)| operand.written);
        for ((operand, region), result) in written.zip(&results) {
            operand.description.store(result, memory, region);
        }
        Ok(())
    }

    fn operands(&self) -> impl Iterator<Item = (&Operand, Option<Region>)> {
        self.executor.operands.iter().zip(self.regions.iter().copied())
    }

    /// Whether it reads or writes a byte of `region`.
    pub(crate) fn concerns(&self, region: &Region) -> bool {
        self.regions.iter().chain([&self.workspace]).flatten().any(|own| own.meets(region))
    }

    /// Whether it reads or writes the tensor with this handle.
    pub(crate) fn uses(&self, tensor: usize) -> bool {
        self.executor.operands.iter().any(|operand| operand.handle == tensor)
    }
}

/// The dtype with this number. Refuses one that the documents do not name.
fn dtype(what: &str, number: i64) -> Outcome<DType> {
    let dtype = i32::try_from(number).ok().and_then(DType::from_acl_number);
    let unnamed = || format!("{what} is {}, which no document names", dtype_in_words(number));
    dtype.ok_or_else(|| Refusal::invalid(unnamed()))
}
