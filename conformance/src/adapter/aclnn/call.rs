//! One call of `cumprod`, through both phases.

use super::api::{Api, ND, Pointer};
use super::device::{Guarded, Placed};
use super::status::Status;
use ascertain::backend::{Answer, Loss, Rejection, Reply};
use ascertain::call::{Arg, Invocation};
use ascertain::document::Status as Known;
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::ptr;

/// What lies in an output without gaps before the call: it does not matter, so that it is not what was given.
const ROOM: u8 = 0xa7;

/// Bytes of workspace that are given, or withheld, where phase one asks for none.
const WORKSPACE: u64 = 64;

/// Number of `ACL_DT_UNDEFINED`.
const UNDEFINED: i32 = -1;

/// How a question ends without an answer.
enum End {
    Reply(Reply),
    /// A call of the runtime failed, which says nothing of the operator.
    Runtime(Status),
    /// The operator's work failed on the device, which is of no use then.
    Device(Status),
}

/// A reply, and whether device and stream are still of use.
pub(super) struct Asked {
    pub(super) reply: Reply,
    pub(super) usable: bool,
}

impl From<Status> for End {
    fn from(status: Status) -> Self {
        Self::Runtime(status)
    }
}

/// Asks, and gives everything back.
pub(super) fn ask(api: &Api, call: &Invocation) -> Asked {
    let mut desk = Desk { call, input: None, out: None, dim: None, workspace: None };
    let answered = desk.ask(api);
    if let Err(End::Device(status)) = answered {
        // Nothing can be given back to a device that does not answer.
        return Asked { reply: Reply::Lost(Loss::Crash, status.to_string()), usable: false };
    }
    let released = desk.release(api);
    let reply = match (answered, released) {
        (Ok(reply) | Err(End::Reply(reply)), Ok(())) => reply,
        (Err(End::Runtime(status) | End::Device(status)), _) | (_, Err(status)) => {
            Reply::Failed(status.to_string())
        }
    };
    Asked { reply, usable: true }
}

/// What one call needs on the device.
struct Desk<'a> {
    call: &'a Invocation,
    input: Option<Placed>,
    out: Option<Placed>,
    dim: Option<Pointer>,
    workspace: Option<Guarded>,
}

impl Desk<'_> {
    fn ask(&mut self, api: &Api) -> Result<Reply, End> {
        let inplace = matches!(self.call.get("inplace"), Arg::Flag(true));
        let before = self.call.get("input");
        if let Arg::Tensor(input) = before {
            self.input = Some(Placed::new(api, input, input.storage(), self.format("input_format"))?);
        }
        let target = if inplace { tensor(before).cloned() } else { self.room()? };
        if let (false, Some(out)) = (inplace, &target) {
            self.out = Some(Placed::new(api, out, out.storage(), self.format("out_format"))?);
        }
        self.dim = self.scalar(api)?;
        let dtype = match self.call.get("dtype") {
            Arg::DType(dtype) => dtype.acl_number(),
            _ => UNDEFINED,
        };
        let handle = |placed: &Option<Placed>| placed.as_ref().map_or(ptr::null_mut(), |p| p.handle);
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
    fn run(&mut self, api: &Api, inplace: bool, size: u64, executor: Pointer) -> Result<(), End> {
        let asked = matches!(self.call.get("workspace"), Arg::Null | Arg::Flag(true));
        let size = if asked { size.max(WORKSPACE) } else { size };
        if size > 0 && *self.call.get("workspace") != Arg::Null {
            let bytes = usize::try_from(size).map_err(|_| {
                End::Reply(rejected(0, &format!("phase one asks for {size} bytes of workspace")))
            })?;
            self.workspace = Some(Guarded::new(api, &vec![ROOM; bytes])?);
        }
        let workspace = self.workspace.as_ref().map_or(ptr::null_mut(), Guarded::address);
        let phase_two = |executor| api.execute(inplace, workspace, size, executor);
        match self.call.get("executor") {
            Arg::Null => {
                let refusal = phase_two(ptr::null_mut());
                api.destroy_executor(executor)?;
                refusal.map_err(refused)?;
                api.synchronize().map_err(End::Device)?;
            }
            Arg::Flag(true) => {
                api.make_repeatable(executor).map_err(refused)?;
                phase_two(executor).map_err(refused)?;
                api.synchronize().map_err(End::Device)?;
                if let (true, Some(placed), Arg::Tensor(input)) =
                    (inplace, &self.input, self.call.get("input"))
                {
                    placed.memory.set(api, input.storage())?;
                }
                phase_two(executor).map_err(refused)?;
                api.synchronize().map_err(End::Device)?;
                api.destroy_executor(executor)?;
            }
            _ => {
                let ran = phase_two(executor);
                if ran.is_err() && self.call.get("workspace") == &Arg::Null {
                    // Refused before it ran, so it is still there.
                    api.destroy_executor(executor)?;
                }
                ran.map_err(refused)?;
                api.synchronize().map_err(End::Device)?;
            }
        }
        Ok(())
    }

    /// What lies on the device afterwards: the whole storage of the tensor that is written.
    fn result(&self, api: &Api, inplace: bool, target: &Tensor) -> Result<Reply, End> {
        let outside = |what: String| End::Reply(Reply::Lost(Loss::WroteOutside, what));
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
    fn room(&self) -> Result<Option<Tensor>, End> {
        let failed = |why: String| End::Reply(Reply::Failed(why));
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
            out.storage_mut().fill(ROOM);
        }
        Ok(Some(out))
    }

    /// The scalar `dim`; none where it is to be null.
    fn scalar(&self, api: &Api) -> Result<Option<Pointer>, End> {
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
fn refused(status: Status) -> End {
    if Known::from_name("ACLNN_ERR_RUNTIME_ERROR").is_some_and(|known| known.number == status.code) {
        return End::Runtime(status);
    }
    // Some messages name the function themselves.
    let message = match status.message.contains(status.function) {
        true => status.message,
        false => format!("{}: {}", status.function, status.message),
    };
    End::Reply(rejected(status.code, &message))
}

fn rejected(status: i32, message: &str) -> Reply {
    Reply::Rejected(Rejection { status: Some(i64::from(status)), message: message.to_owned() })
}
