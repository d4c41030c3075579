//! The two phases of `aclnnCumprod` and `aclnnInplaceCumprod`.
//!
//! Phase one turns handles into a call, checks it against the rules and returns an [`Executor`]. Phase two checks the
//! executor, the workspace and the stream, and makes a [`Task`].

use crate::memory::{Memory, Region};
use crate::options::Options;
use crate::rules::{Decision, rules};
use crate::status::{Outcome, Refusal};
use crate::tensor::{Description, Scalar, dtype_in_words};
use ascertain::DType;
use ascertain::call::{Arg, Invocation};
use ascertain::contract::CUMPROD;

/// What phase two fills the workspace with, so that a caller who keeps other data there notices.
const WORKSPACE_FILL: u8 = 0xa5;

/// The arguments of phase one, with handles looked up; a null handle is `None`.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) inplace: bool,
    pub(crate) input: Option<(usize, Description)>,
    pub(crate) dim: Option<Scalar>,
    /// The number of an aclDataType.
    pub(crate) dtype: Option<i32>,
    /// Absent in place.
    pub(crate) out: Option<(usize, Description)>,
}

/// A tensor of a call that phase one accepted.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) name: &'static str,
    pub(crate) handle: usize,
    description: Description,
    dtype: DType,
}

/// What phase one prepares for phase two.
#[derive(Clone, Debug)]
pub(crate) struct Executor {
    /// Whether it was planned by the in-place function.
    pub(crate) inplace: bool,
    input: Operand,
    out: Option<Operand>,
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
    input: Option<Region>,
    out: Option<Region>,
    workspace: Option<Region>,
    options: Options,
}

impl Arguments {
    /// Phase one; no executor if the rules accept the call and leave nothing to run.
    pub(crate) fn plan(&self, options: &Options, memory: &Memory) -> Outcome<Option<Executor>> {
        let input = Operand::of("input", self.input.as_ref())?;
        let out = if self.inplace { None } else { Operand::of("out", self.out.as_ref())? };
        let mut call = Invocation::new(&CUMPROD).with("inplace", Arg::Flag(self.inplace));
        if let Some(number) = self.dtype.filter(|number| *number != -1) {
            let dtype = DType::from_acl_number(number).ok_or_else(|| unnamed("dtype", number))?;
            call = call.with("dtype", Arg::DType(dtype));
        }
        call = match &self.dim {
            Some(dim) => call.with("dim", Arg::Int(dim.integer())).with("dim_dtype", Arg::DType(dim.dtype)),
            None => call.with("dim", Arg::Null),
        };
        let blank = |operand: &Option<Operand>| match operand {
            Some(operand) => {
                let region = operand.region(memory)?;
                operand.description.blank(operand.dtype, region).map(Arg::Tensor)
            }
            None => Ok(Arg::Null),
        };
        let format = |operand: &Operand| Arg::Int(i64::from(operand.description.format));
        call = call.with("input", blank(&input)?);
        if let Some(input) = &input {
            call = call.with("input_format", format(input));
        }
        if !self.inplace {
            call = call.with("out", blank(&out)?);
        }
        if let Some(out) = &out {
            call = call.with("out_format", format(out));
        }
        match (rules().decide(&options.editions, &call), input) {
            (Decision::Refuse(rejection), _) => {
                let refusal = Refusal::from(rejection);
                let message = format!("{}; asked with {}", refusal.message, self.in_words());
                Err(Refusal { message, ..refusal })
            }
            (Decision::Run, Some(input)) => {
                for arg in &mut call.args {
                    if let Arg::Tensor(_) = arg {
                        *arg = Arg::Absent;
                    }
                }
                let (inplace, workspace, repeatable) = (self.inplace, options.workspace, false);
                Ok(Some(Executor { inplace, input, out, call, workspace, repeatable }))
            }
            (Decision::Run | Decision::Nothing, _) => Ok(None),
        }
    }

    fn in_words(&self) -> String {
        let tensor = |tensor: &Option<(usize, Description)>| {
            tensor.as_ref().map_or_else(|| "null".to_owned(), |(_, description)| description.in_words())
        };
        let mut words = format!("input {}", tensor(&self.input));
        words += &match &self.dim {
            Some(dim) => format!(", dim {} of {}", dim.integer(), dtype_in_words(dim.dtype.acl_number())),
            None => ", dim null".to_owned(),
        };
        if let Some(dtype) = self.dtype {
            words += &format!(", dtype {}", dtype_in_words(dtype));
        }
        if !self.inplace {
            words += &format!(", out {}", tensor(&self.out));
        }
        words
    }
}

impl Operand {
    fn of(name: &'static str, tensor: Option<&(usize, Description)>) -> Outcome<Option<Self>> {
        let Some((handle, description)) = tensor.cloned() else { return Ok(None) };
        let dtype = DType::from_acl_number(description.dtype);
        let dtype = dtype.ok_or_else(|| unnamed(&format!("{name}'s dtype"), description.dtype))?;
        Ok(Some(Self { name, handle, description, dtype }))
    }

    /// The memory of its storage, which must be live; none if it has no elements.
    fn region(&self, memory: &Memory) -> Outcome<Option<Region>> {
        let about = |refusal: Refusal| refusal.about(&format!("{}:", self.name));
        self.description.region(self.dtype, memory).map_err(about)
    }

    fn load(&self, memory: &Memory, region: Option<Region>) -> Outcome<Arg> {
        self.description.load(self.dtype, memory, region).map(Arg::Tensor)
    }
}

impl Executor {
    /// The tensors that it needs.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &Operand> {
        [&self.input].into_iter().chain(&self.out)
    }

    /// The work with its memory, all of which must be live.
    pub(crate) fn task(self, workspace: Option<Region>, options: &Options, memory: &Memory) -> Outcome<Task> {
        let input = self.input.region(memory)?;
        let out = self.out.as_ref().map_or(Ok(None), |out| out.region(memory))?;
        Ok(Task { executor: self, input, out, workspace, options: options.clone() })
    }
}

impl Task {
    /// Does the work.
    pub(crate) fn run(&self, memory: &Memory) -> Outcome {
        if let Some(workspace) = self.workspace {
            let bytes = usize::try_from(self.options.workspace).unwrap_or(0);
            memory.write(workspace, 0, &vec![WORKSPACE_FILL; bytes]);
        }
        let Executor { inplace, input, out, call, .. } = &self.executor;
        let mut call = call.clone().with("input", input.load(memory, self.input)?);
        if let Some(out) = out {
            call = call.with("out", out.load(memory, self.out)?);
        }
        let result = rules().compute(&self.options.editions, &call)?;
        let target =
            if *inplace { Some((input, self.input)) } else { out.as_ref().map(|out| (out, self.out)) };
        if let (Some(result), Some((target, region))) = (result, target) {
            target.description.store(&result, memory, region);
        }
        Ok(())
    }

    /// Whether it reads or writes a byte of `region`.
    pub(crate) fn concerns(&self, region: &Region) -> bool {
        [&self.input, &self.out, &self.workspace].into_iter().flatten().any(|own| own.meets(region))
    }

    /// Whether it reads or writes the tensor with this handle.
    pub(crate) fn uses(&self, tensor: usize) -> bool {
        self.executor.operands().any(|operand| operand.handle == tensor)
    }
}

/// Refuses a dtype that the documents do not name.
fn unnamed(what: &str, number: i32) -> Refusal {
    Refusal::invalid(format!(
        "{what} is {}, which is not one of the twelve that {} lists",
        dtype_in_words(number),
        CUMPROD.document
    ))
}
