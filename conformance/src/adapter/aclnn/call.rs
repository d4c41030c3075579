//! One call of `cumprod`, through both phases.

use super::api::{Api, ND, Pointer};
use super::device::{DeviceTensor, GuardedMemory};
use super::status::Status;
use ascertain::backend::{Answer, Loss, Rejection, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::document::Status as Known;
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::ptr;

/// What lies in an output without gaps before the call: it does not matter, so that it is not what was given.
const FILLER: u8 = 0xa7;

/// Bytes of workspace that are given, or withheld, where phase one asks for none.
const WORKSPACE: u64 = 64;

/// Number of `ACL_DT_UNDEFINED`.
const UNDEFINED: i32 = -1;

/// How a question ends without an answer.
enum Failure {
    Reply(Reply),
    /// A call of the runtime failed, which says nothing of the operator.
    Runtime(Status),
    /// The operator's work failed on the device, which is of no use then.
    Device(Status),
}

/// A reply, and whether device and stream are still of use.
pub(super) struct CallResult {
    pub(super) reply: Reply,
    pub(super) device_usable: bool,
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        Self::Runtime(status)
    }
}

/// Asks, and gives everything back.
pub(super) fn ask(api: &Api, call: &Invocation) -> CallResult {
    let mut desk = DeviceCall { call, input: None, out: None, dim: None, workspace: None };
    let answered = desk.ask(api);
    if let Err(Failure::Device(status)) = answered {
        // Nothing can be given back to a device that does not answer.
        return CallResult { reply: Reply::Lost(Loss::Crash, status.to_string()), device_usable: false };
    }
    let released = desk.release(api);
    let reply = match (answered, released) {
        (Ok(reply) | Err(Failure::Reply(reply)), Ok(())) => reply,
        (Err(Failure::Runtime(status) | Failure::Device(status)), _) | (_, Err(status)) => {
            Reply::Failed(status.to_string())
        }
    };
    CallResult { reply, device_usable: true }
}

/// What one call needs on the device.
struct DeviceCall<'a> {
    call: &'a Invocation,
    input: Option<DeviceTensor>,
    out: Option<DeviceTensor>,
    dim: Option<Pointer>,
    workspace: Option<GuardedMemory>,
}

impl DeviceCall<'_> {
    fn ask(&mut self, api: &Api) -> Result<Reply, Failure> {
        let inplace = matches!(self.call.get("inplace"), Arg::Flag(true));
        let before = self.call.get("input");
        if let Arg::Tensor(input) = before {
            self.input = Some(DeviceTensor::new(api, input, input.storage(), self.format("input_format"))?);
        }
        let target = if inplace { tensor(before).cloned() } else { self.room()? };
        if let (false, Some(out)) = (inplace, &target) {
            self.out = Some(DeviceTensor::new(api, out, out.storage(), self.format("out_format"))?);
        }
        self.dim = self.scalar(api)?;
        let dtype = match self.call.get("dtype") {
            Arg::DType(dtype) => dtype.acl_number(),
            _ => UNDEFINED,
        };
        let handle = |placed: &Option<DeviceTensor>| placed.as_ref().map_or(ptr::null_mut(), |p| p.handle);
        let (input, out) = (handle(&self.input), (!inplace).then(|| handle(&self.out)));
        let planned = api.plan(input, self.dim.unwrap_or(ptr::null_mut()), dtype, out);
        let (size, executor) = planned.map_err(refused)?;
        if executor.is_null() {
            return Ok(rejected(0, "phase one returned 0 and left no executor"));
        }
        let Some(target) = target else {
            // Null where a tensor belongs, and accepted. Running that would only show what a null address does.
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

    /// Phase two, as often as the question wants it.
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
        let phase_two = |executor| api.execute(inplace, workspace, size, executor);
        match self.call.get("executor") {
            Arg::Null => {
                let refusal = phase_two(ptr::null_mut());
                api.destroy_executor(executor)?;
                refusal.map_err(refused)?;
                api.synchronize().map_err(Failure::Device)?;
            }
            Arg::Flag(true) => {
                api.make_repeatable(executor).map_err(refused)?;
                phase_two(executor).map_err(refused)?;
                api.synchronize().map_err(Failure::Device)?;
                if let (true, Some(placed), Arg::Tensor(input)) =
                    (inplace, &self.input, self.call.get("input"))
                {
                    placed.memory.set(api, input.storage())?;
                }
                phase_two(executor).map_err(refused)?;
                api.synchronize().map_err(Failure::Device)?;
                api.destroy_executor(executor)?;
            }
            _ => {
                let ran = phase_two(executor);
                if ran.is_err() && self.call.get("workspace") == &Arg::Null {
                    // Refused before it ran, so it is still there.
                    api.destroy_executor(executor)?;
                }
                ran.map_err(refused)?;
                api.synchronize().map_err(Failure::Device)?;
            }
        }
        Ok(())
    }

    /// What lies on the device afterwards: the whole storage of the tensor that is written.
    fn result(&self, api: &Api, inplace: bool, target: &Tensor) -> Result<Reply, Failure> {
        let outside = |what: String| Failure::Reply(Reply::Lost(Loss::WroteOutside, what));
        if let Some(workspace) = &self.workspace {
            let content = workspace.content(api)?;
            content.map_err(|what| outside(format!("wrote outside the workspace: {what}")))?;
        }
        let mut written = None;
        for (name, placed, is_target) in [("input", &self.input, inplace), ("out", &self.out, !inplace)] {
            let Some(placed) = placed else { continue };
            let content = placed.memory.content(api)?;
            let content = content.map_err(|what| outside(format!("wrote outside `{name}`: {what}")))?;
            if is_target {
                written = Some(content);
            } else if let Arg::Tensor(tensor) = self.call.get(name)
                && tensor.storage() != content
            {
                return Err(outside(format!("changed `{name}`, which it was only to read")));
            }
        }
        let result = Tensor::view(target.dtype(), target.layout().clone(), written.unwrap_or_default());
        Ok(match result {
            Ok(tensor) => Reply::Answer(Answer::Tensor(tensor)),
            Err(why) => Reply::Failed(why.to_string()),
        })
    }

    /// The tensor to write, out of place; none where it is to be null.
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
            _ => return Err(failed("there is neither input nor out".to_owned())),
        };
        if out.is_plain() {
            out.storage_mut().fill(FILLER);
        }
        Ok(Some(out))
    }

    /// The scalar `dim`; none where it is to be null.
    fn scalar(&self, api: &Api) -> Result<Option<Pointer>, Failure> {
        let Arg::Int(dim) = self.call.get("dim") else { return Ok(None) };
        let dtype = match self.call.get("dim_dtype") {
            Arg::DType(dtype) => *dtype,
            _ => DType::S32,
        };
        let mut bytes = vec![0; dtype.size()];
        match converter(DType::S64, dtype) {
            Some(convert) => convert(&dim.to_le_bytes(), &mut bytes),
            // A bool or a complex number: a dtype to be refused, whatever its value.
            None => bytes[0] = u8::from(*dim != 0),
        }
        Ok(Some(api.create_scalar(dtype, bytes)?))
    }

    fn format(&self, name: &str) -> i32 {
        match self.call.get(name) {
            // Numbers that are no formats are asked too, and an enum is an int.
            Arg::Int(number) => i32::try_from(*number).unwrap_or(i32::MAX),
            _ => ND,
        }
    }

    fn release(self, api: &Api) -> Result<(), Status> {
        for placed in [self.input, self.out].into_iter().flatten() {
            placed.release(api)?;
        }
        if let Some(dim) = self.dim {
            api.destroy_scalar(dim)?;
        }
        self.workspace.map_or(Ok(()), |workspace| workspace.release(api))
    }
}

fn tensor(arg: &Arg) -> Option<&Tensor> {
    match arg {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    }
}

/// A status of the operator's own functions. That the runtime failed says nothing of the arguments.
fn refused(status: Status) -> Failure {
    if Known::from_name("ACLNN_ERR_RUNTIME_ERROR").is_some_and(|known| known.number == status.code) {
        return Failure::Runtime(status);
    }
    // Some messages name the function themselves.
    let message = match status.message.contains(status.function) {
        true => status.message,
        false => format!("{}: {}", status.function, status.message),
    };
    Failure::Reply(rejected(status.code, &message))
}

fn rejected(status: i32, message: &str) -> Reply {
    Reply::Rejected(Rejection { status: Some(i64::from(status)), message: message.to_owned() })
}
