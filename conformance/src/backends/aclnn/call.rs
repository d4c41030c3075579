//! One call of `cumprod`, through both phases of the interface.

use super::api::{Api, ND, Pointer, Status};
use super::device::{DeviceTensor, GuardedMemory};
use ascertain::backend::{Answer, BackendFault, Rejection, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::document::Status as Known;
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::ptr;

/// The byte that fills plain outputs before the call. Their content does not matter.
const FILLER: u8 = 0xa7;

/// Bytes of workspace to give, or to withhold, when phase one asks for none.
const WORKSPACE: u64 = 64;

/// Number of `ACL_DT_UNDEFINED`.
const UNDEFINED: i32 = -1;

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

/// Makes the call and releases everything. The reply, and whether device and stream can still be used.
pub(super) fn ask(api: &Api, call: &Invocation) -> (Reply, bool) {
    let mut device_call =
        DeviceCall { call, input: None, out: None, alias: None, dim: None, workspace: None };
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
    input: Option<DeviceTensor>,
    out: Option<DeviceTensor>,
    /// The handle of an out in input's memory.
    alias: Option<Pointer>,
    dim: Option<Pointer>,
    workspace: Option<GuardedMemory>,
}

impl DeviceCall<'_> {
    fn ask(&mut self, api: &Api) -> Result<Reply, Failure> {
        let inplace = matches!(self.call.get("inplace"), Arg::Flag(true));
        let mut target = None;
        if let Arg::Tensor(input) = self.call.get("input") {
            target = Some(input.clone());
            self.input = Some(DeviceTensor::new(api, input, input.storage(), self.format("input_format"))?);
        }
        if !inplace {
            target = self.room()?;
        }
        if let (false, Some(out)) = (inplace, &target) {
            let format = self.format("out_format");
            match &self.input {
                Some(input) if self.call.get("alias") == &Arg::Flag(true) => {
                    self.alias = Some(input.memory.describe(api, out, format)?);
                }
                _ => self.out = Some(DeviceTensor::new(api, out, out.storage(), format)?),
            }
        }
        self.dim = self.scalar(api)?;
        let dtype = match self.call.get("dtype") {
            Arg::DType(dtype) => dtype.acl_number(),
            _ => UNDEFINED,
        };
        let handle = |placed: &Option<DeviceTensor>| placed.as_ref().map_or(ptr::null_mut(), |p| p.handle);
        let (input, out) =
            (handle(&self.input), (!inplace).then(|| self.alias.unwrap_or_else(|| handle(&self.out))));
        let planned = api.plan(input, self.dim.unwrap_or(ptr::null_mut()), dtype, out);
        let (size, executor) = planned.map_err(refused)?;
        if executor.is_null() {
            return Ok(rejected(0, "phase one returned 0 and left no executor"));
        }
        let Some(target) = target else {
            // A null tensor was accepted. Phase two would only use a null address, so do not run it.
            api.destroy_executor(executor)?;
            let nothing = Tensor::zeros(DType::F32, &[0]);
            return Ok(nothing.map_or_else(
                |why| Reply::Failed(why.to_string()),
                |nothing| Reply::Answer(Answer::Tensor(nothing)),
            ));
        };
        self.run(api, inplace, size, executor)?;
        self.result(api, inplace, &target)
    }

    /// Phase two, once or twice as the case needs it.
    fn run(&mut self, api: &Api, inplace: bool, size: u64, executor: Pointer) -> Result<(), Failure> {
        let asked = matches!(self.call.get("workspace"), Arg::Null | Arg::Flag(true));
        let size = if asked { size.max(WORKSPACE) } else { size };
        if size > 0 && *self.call.get("workspace") != Arg::Null {
            let bytes = usize::try_from(size).map_err(|_| {
                Failure::Reply(rejected(0, &format!("phase one asks for {size} bytes of workspace")))
            })?;
            self.workspace = Some(GuardedMemory::new(api, &vec![FILLER; bytes])?);
        }
        let workspace = self.workspace.as_ref().map_or(ptr::null_mut(), GuardedMemory::address);
        let start = |executor| api.execute(inplace, workspace, size, executor).map_err(refused);
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
                if let (true, Some(placed), Arg::Tensor(input)) =
                    (inplace || self.alias.is_some(), &self.input, self.call.get("input"))
                {
                    placed.memory.set(api, input.storage())?;
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

    /// The result: the whole storage of the tensor that is written.
    fn result(&self, api: &Api, inplace: bool, target: &Tensor) -> Result<Reply, Failure> {
        let outside = |what: String| Failure::Reply(Reply::Lost(BackendFault::WroteOutside, what));
        if let Some(workspace) = &self.workspace {
            let content = workspace.content(api)?;
            content.map_err(|what| outside(format!("wrote outside the workspace: {what}")))?;
        }
        let mut written = None;
        let in_input = inplace || self.alias.is_some();
        for (name, placed, is_target) in [("input", &self.input, in_input), ("out", &self.out, !in_input)] {
            let Some(placed) = placed else { continue };
            let content = placed.memory.content(api)?;
            let content = content.map_err(|what| outside(format!("wrote outside `{name}`: {what}")))?;
            if is_target {
                written = Some(content);
            } else if let Arg::Tensor(tensor) = self.call.get(name)
                && tensor.storage() != content
            {
                return Err(outside(format!("changed `{name}`, which is only for reading")));
            }
        }
        let result = Tensor::view(target.dtype(), target.layout().clone(), written.unwrap_or_default());
        Ok(match result {
            Ok(tensor) => Reply::Answer(Answer::Tensor(tensor)),
            Err(why) => Reply::Failed(why.to_string()),
        })
    }

    /// The output tensor; `None` if it is null.
    fn room(&self) -> Result<Option<Tensor>, Failure> {
        let failed = |why: String| Failure::Reply(Reply::Failed(why));
        let mut out = match (self.call.get("out"), self.call.get("input")) {
            (Arg::Null, _) => return Ok(None),
            (Arg::Tensor(out), _) => out.clone(),
            (_, Arg::Tensor(input)) => {
                let dtype = match self.call.get("dtype") {
                    Arg::DType(dtype) => *dtype,
                    _ => input.dtype(),
                };
                Tensor::zeros(dtype, input.shape()).map_err(|why| failed(why.to_string()))?
            }
            _ => return Err(failed("the call has neither input nor out".to_owned())),
        };
        if out.is_packed() {
            out.storage_mut().fill(FILLER);
        }
        Ok(Some(out))
    }

    /// The scalar `dim`; `None` if it is null.
    fn scalar(&self, api: &Api) -> Result<Option<Pointer>, Failure> {
        let Arg::Int(dim) = self.call.get("dim") else { return Ok(None) };
        let dtype = match self.call.get("dim_dtype") {
            Arg::DType(dtype) => *dtype,
            _ => DType::S32,
        };
        let mut bytes = vec![0; dtype.size()];
        match converter(DType::S64, dtype) {
            Some(convert) => convert(&dim.to_le_bytes(), &mut bytes),
            // A bool or a complex number, to be rejected whatever its value.
            None => bytes[0] = u8::from(*dim != 0),
        }
        Ok(Some(api.create_scalar(dtype, bytes)?))
    }

    fn format(&self, name: &str) -> i32 {
        match self.call.get(name) {
            // Some cases pass numbers that are not formats; an enum is an int.
            Arg::Int(number) => i32::try_from(*number).unwrap_or(i32::MAX),
            _ => ND,
        }
    }

    fn release(self, api: &Api) -> Result<(), Status> {
        if let Some(alias) = self.alias {
            api.destroy_tensor(alias)?;
        }
        for placed in [self.input, self.out].into_iter().flatten() {
            placed.release(api)?;
        }
        if let Some(dim) = self.dim {
            api.destroy_scalar(dim)?;
        }
        self.workspace.map_or(Ok(()), |workspace| workspace.release(api))
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
