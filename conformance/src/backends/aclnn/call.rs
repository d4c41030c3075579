//! One call of an operator, through both phases of the interface.

use super::api::{Api, ND, Pointer, Status};
use super::device::GuardedMemory;
use crate::results::ordered::sort_by_key;
use ascertain::backend::{Answer, BackendFault, Rejection, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Direction, Function, Parameter};
use ascertain::document::Status as Known;
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::ptr;

/// The byte that fills plain outputs before the call. Their content does not matter.
const FILLER: u8 = 0xa7;

/// Bytes of workspace to give, or to withhold, when phase one asks for none.
const WORKSPACE: u64 = 64;

/// Number of `ACL_DT_UNDEFINED`.
const UNDEFINED: isize = -1;

/// Why a call gave no answer.
enum Failure {
    Reply(Reply),
    /// A runtime function failed, which says nothing about the operator.
    Runtime(Status),
    /// The operator's work failed on the device, which cannot be used any more.
    Device(Status),
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        Self::Runtime(status)
    }
}

/// Makes the call by `function`, phase one of its variant, and releases everything. The reply, and whether device and stream
/// can still be used.
pub(super) fn ask(api: &Api, call: &Invocation, function: &'static Function) -> (Reply, bool) {
    let mut device_call = DeviceCall::new(call, function);
    let answered = device_call.ask(api);
    if let Err(Failure::Device(status)) = answered {
        // A device that does not answer cannot release anything.
        return (Reply::Lost(BackendFault::Crash, status.to_string()), false);
    }
    let released = device_call.release(api);
    let reply = match (answered, released) {
        (Ok(reply) | Err(Failure::Reply(reply)), Ok(())) => reply,
        (Err(Failure::Runtime(status) | Failure::Device(status)), _) | (_, Err(status)) => {
            Reply::Failed(status.to_string())
        }
    };
    (reply, true)
}

/// What one call allocates on the device.
struct DeviceCall<'a> {
    call: &'a Invocation,
    function: &'static Function,
    memories: Vec<GuardedMemory>,
    tensors: Vec<Placed>,
    scalars: Vec<Pointer>,
    lists: Vec<Pointer>,
    workspace: Option<GuardedMemory>,
}

/// A tensor on the device.
struct Placed {
    name: &'static str,
    handle: Pointer,
    /// As it was before the call.
    tensor: Tensor,
    /// Which of the memories holds it: that of another one, for an alias.
    memory: usize,
    written: bool,
}

impl<'a> DeviceCall<'a> {
    fn new(call: &'a Invocation, function: &'static Function) -> Self {
        let (memories, tensors, scalars, lists) = Default::default();
        Self { call, function, memories, tensors, scalars, lists, workspace: None }
    }

    fn ask(&mut self, api: &Api) -> Result<Reply, Failure> {
        let own = self.call.operator.parameters_of(self.function);
        let words = own.map(|parameter| self.word(api, parameter)).collect::<Result<Vec<_>, _>>()?;
        let (size, executor) = api.plan(self.function, &words).map_err(refused)?;
        if executor.is_null() {
            return Ok(rejected(0, "phase one returned 0 and left no executor"));
        }
        if !self.tensors.iter().any(|placed| placed.written) {
            // A null tensor was accepted. Phase two would only use a null address, so do not run it.
            api.destroy_executor(executor)?;
            let nothing = Tensor::zeros(DType::F32, &[0]);
            return Ok(nothing.map_or_else(
                |why| Reply::Failed(why.to_string()),
                |nothing| Reply::Answer(Answer::Tensor(nothing)),
            ));
        }
        self.run(api, size, executor)?;
        self.results(api)
    }

    /// The argument for a parameter as a number: its value, or the handle of what is created for it.
    fn word(&mut self, api: &Api, parameter: &'static Parameter) -> Result<usize, Failure> {
        let name = parameter.name;
        Ok(match (parameter.c, self.call.get(name)) {
            (c, Arg::Tensor(scalar)) if c.contains("aclScalar") => {
                self.scalar(api, scalar.dtype(), scalar.elements().into_owned())?
            }
            (c, Arg::Int(value)) if c.contains("aclScalar") => {
                let dtype = match self.call.get(&format!("{name}_dtype")) {
                    Arg::DType(dtype) => *dtype,
                    _ => DType::S32,
                };
                let mut bytes = vec![0; dtype.size()];
                match converter(DType::S64, dtype) {
                    Some(convert) => convert(&value.to_le_bytes(), &mut bytes),
                    // A bool or a complex number, to be rejected whatever its value.
                    None => bytes[0] = u8::from(*value != 0),
                }
                self.scalar(api, dtype, bytes)?
            }
            (_, Arg::Tensor(tensor)) => self.place(api, parameter, tensor.clone())?,
            (c, Arg::Absent) if c.contains("aclTensor") => {
                let room = self.room(name)?;
                self.place(api, parameter, room)?
            }
            (_, Arg::Ints(values)) => {
                self.lists.push(api.create_list(values)?);
                self.lists[self.lists.len() - 1] as usize
            }
            (_, Arg::DType(dtype)) => dtype.acl_number() as usize,
            (c, Arg::Absent) if c.contains("aclDataType") => UNDEFINED as usize,
            (_, Arg::Int(value)) => *value as usize,
            (_, Arg::Flag(value)) => usize::from(*value),
            (_, Arg::Absent | Arg::Null) => 0,
        })
    }

    fn scalar(&mut self, api: &Api, dtype: DType, bytes: Vec<u8>) -> Result<usize, Failure> {
        let scalar = api.create_scalar(dtype, bytes)?;
        self.scalars.push(scalar);
        Ok(scalar as usize)
    }

    /// Puts a tensor on the device. An alias gets the memory of the first one there instead of its own.
    fn place(
        &mut self,
        api: &Api,
        parameter: &'static Parameter,
        mut tensor: Tensor,
    ) -> Result<usize, Failure> {
        let name = parameter.name;
        let is_out = self.is_out(name);
        let alias = is_out && *self.call.get("alias") == Arg::Flag(true);
        if is_out && tensor.is_packed() {
            tensor.storage_mut().fill(FILLER);
        }
        let memory = match self.tensors.first() {
            Some(other) if alias => other.memory,
            _ => {
                self.memories.push(GuardedMemory::new(api, tensor.storage())?);
                self.memories.len() - 1
            }
        };
        let format = match self.call.get(&format!("{name}_format")) {
            // Some cases pass numbers that are not formats; an enum is an int.
            Arg::Int(number) => i32::try_from(*number).unwrap_or(i32::MAX),
            _ => ND,
        };
        let handle = self.memories[memory].describe(api, &tensor, format)?;
        let written = self.call.operator.writes(parameter);
        self.tensors.push(Placed { name, handle, tensor, memory, written });
        Ok(handle as usize)
    }

    /// Phase two, once or twice as the case needs it.
    fn run(&mut self, api: &Api, size: u64, executor: Pointer) -> Result<(), Failure> {
        let Some(second) = self.function.then else {
            return Err(Failure::Reply(Reply::Failed(format!("{} has no phase two", self.function.name))));
        };
        let asked = matches!(self.call.get("workspace"), Arg::Null | Arg::Flag(true));
        let size = if asked { size.max(WORKSPACE) } else { size };
        if size > 0 && *self.call.get("workspace") != Arg::Null {
            let bytes = usize::try_from(size).map_err(|_| {
                Failure::Reply(rejected(0, &format!("phase one asks for {size} bytes of workspace")))
            })?;
            self.workspace = Some(GuardedMemory::new(api, &vec![FILLER; bytes])?);
        }
        let workspace = self.workspace.as_ref().map_or(ptr::null_mut(), GuardedMemory::address);
        let start = |executor| api.execute(second, workspace, size, executor).map_err(refused);
        let run = |executor| start(executor).and_then(|()| api.synchronize().map_err(Failure::Device));
        match self.call.get("executor") {
            Arg::Null => {
                let ran = start(ptr::null_mut());
                api.destroy_executor(executor)?;
                ran?;
                api.synchronize().map_err(Failure::Device)?;
            }
            Arg::Flag(true) => {
                api.make_repeatable(executor).map_err(refused)?;
                run(executor)?;
                // What was read and written is as before the first time.
                for placed in
                    self.tensors.iter().filter(|placed| matches!(self.call.get(placed.name), Arg::Tensor(_)))
                {
                    if self.is_written(placed.memory) && !self.is_out(placed.name) {
                        self.memories[placed.memory].set(api, placed.tensor.storage())?;
                    }
                }
                run(executor)?;
                api.destroy_executor(executor)?;
            }
            _ => {
                let ran = run(executor);
                if !matches!(ran, Ok(()) | Err(Failure::Device(_)))
                    && self.call.get("workspace") == &Arg::Null
                {
                    // It was rejected before it ran, so the executor still exists.
                    api.destroy_executor(executor)?;
                }
                ran?;
            }
        }
        Ok(())
    }

    fn is_written(&self, memory: usize) -> bool {
        self.tensors.iter().any(|placed| placed.memory == memory && placed.written)
    }

    fn is_out(&self, name: &str) -> bool {
        let operator = self.call.operator;
        operator.arguments[operator.place(name)].direction == Direction::Out
    }

    /// The results: the whole storage of each tensor that is written, in the order of the operator's arguments.
    fn results(&self, api: &Api) -> Result<Reply, Failure> {
        let outside = |what: String| Failure::Reply(Reply::Lost(BackendFault::WroteOutside, what));
        if let Some(workspace) = &self.workspace {
            let content = workspace.content(api)?;
            content.map_err(|what| outside(format!("wrote outside the workspace: {what}")))?;
        }
        let mut results = Vec::new();
        for placed in &self.tensors {
            let content = self.memories[placed.memory].content(api)?;
            let content =
                content.map_err(|what| outside(format!("wrote outside `{}`: {what}", placed.name)))?;
            if placed.written {
                let tensor = Tensor::view(placed.tensor.dtype(), placed.tensor.layout().clone(), content);
                results.push((self.call.operator.argument(placed.name), tensor));
            } else if !self.is_written(placed.memory) && placed.tensor.storage() != content {
                return Err(outside(format!("changed `{}`, which is only for reading", placed.name)));
            }
        }
        sort_by_key(&mut results, |(at, _)| *at);
        let results: Result<Vec<Tensor>, _> = results.into_iter().map(|(_, tensor)| tensor).collect();
        Ok(match results {
            Ok(mut one) if one.len() == 1 => Reply::Answer(Answer::Tensor(one.remove(0))),
            Ok(results) => Reply::Answer(Answer::Tensors(results)),
            Err(why) => Reply::Failed(why.to_string()),
        })
    }

    /// Allocates a result of the operand's shape, for calls without `out`.
    fn room(&self, name: &str) -> Result<Tensor, Failure> {
        let failed = |why: String| Failure::Reply(Reply::Failed(why));
        let [operand] = self.tensors.as_slice() else {
            return Err(failed(format!("the call has no `{name}`, nor one tensor that tells its shape")));
        };
        let dtype = match self.call.get("dtype") {
            Arg::DType(dtype) => *dtype,
            _ => operand.tensor.dtype(),
        };
        Tensor::zeros(dtype, operand.tensor.shape()).map_err(|why| failed(why.to_string()))
    }

    fn release(self, api: &Api) -> Result<(), Status> {
        self.tensors.iter().try_for_each(|placed| api.destroy_tensor(placed.handle))?;
        self.scalars.iter().try_for_each(|scalar| api.destroy_scalar(*scalar))?;
        self.lists.iter().try_for_each(|list| api.destroy_list(*list))?;
        self.memories.into_iter().chain(self.workspace).try_for_each(|memory| memory.release(api))
    }
}

/// A status of the operator's functions. A runtime failure says nothing about the arguments.
fn refused(status: Status) -> Failure {
    if Known::from_name("ACLNN_ERR_RUNTIME_ERROR").is_some_and(|known| known.number == status.code) {
        return Failure::Runtime(status);
    }
    // Some messages already name the function.
    let message = match status.message.contains(status.function) {
        true => status.message,
        false => format!("{}: {}", status.function, status.message),
    };
    Failure::Reply(rejected(status.code, &message))
}

fn rejected(status: i32, message: &str) -> Reply {
    Reply::Rejected(Rejection { status: Some(i64::from(status)), message: message.to_owned() })
}
