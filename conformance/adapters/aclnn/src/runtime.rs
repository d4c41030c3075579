//! The state of the runtime, and what each `acl` and `aclnn` function does to it.
//!
//! One lock guards the state: memory, streams, tensors, scalars and executors that the caller holds.

use crate::handles::{Handles, Kind};
use crate::memory::{Memory, Region};
use crate::operator::{Executor, Given, OperatorFunction, Task};
use crate::options::{Leaks, Options};
use crate::status::{Outcome, Refusal, acl_status};
use crate::tensor::{Description, Scalar};
use std::collections::VecDeque;
use std::mem;
use std::sync::{Mutex, PoisonError};

/// How many devices there are.
pub(crate) const DEVICES: u32 = 1;

static RUNTIME: Mutex<Runtime> = Mutex::new(Runtime::new());

/// Does something with the runtime, while no other thread can.
pub(crate) fn with<T>(act: impl FnOnce(&mut Runtime) -> T) -> T {
    // A panic while the lock was held was reported to the caller who caused it. The state is consistent at every step.
    act(&mut RUNTIME.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A stream: work that has not run yet. Work waits if streams are strict; otherwise there is none.
type Stream = VecDeque<Task>;

/// What the process holds.
#[derive(Debug)]
pub(crate) struct Runtime {
    /// Between aclInit and aclFinalize.
    options: Option<Options>,
    device: bool,
    memory: Memory,
    default_stream: Stream,
    streams: Handles<Stream>,
    pub(crate) tensors: Handles<Description>,
    pub(crate) scalars: Handles<Scalar>,
    pub(crate) lists: Handles<Vec<i64>>,
    executors: Handles<Executor>,
    /// What was still live when its device was reset, in words.
    leaked: Vec<String>,
}

/// Where one end of a copy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Host,
    Device,
}

impl Runtime {
    const fn new() -> Self {
        Self {
            options: None,
            device: false,
            memory: Memory::new(),
            default_stream: Stream::new(),
            streams: Handles::new(Kind::Stream),
            tensors: Handles::new(Kind::Tensor),
            scalars: Handles::new(Kind::Scalar),
            lists: Handles::new(Kind::List),
            executors: Handles::new(Kind::Executor),
            leaked: Vec::new(),
        }
    }

    pub(crate) fn initialize(&mut self) -> Outcome {
        if self.options.is_some() {
            return Err(Refusal::new(acl_status::REPEAT_INITIALIZE, "aclInit was called before"));
        }
        self.options = Some(Options::from_environment()?);
        Ok(())
    }

    /// Ends the runtime, and reports what the caller did not give back.
    pub(crate) fn finalize(&mut self) -> Outcome {
        let leaks = self.initialized()?.leaks;
        self.drop_device();
        let mut lost = mem::take(&mut self.leaked);
        let tensors = self.tensors.iter().map(|(_, tensor)| format!("aclTensor {}", tensor.in_words()));
        lost.extend(tensors);
        lost.extend(self.scalars.iter().map(|(_, scalar)| format!("aclScalar {}", scalar.integer())));
        lost.extend(self.lists.iter().map(|(_, list)| format!("aclIntArray {list:?}")));
        lost.extend(self.executors.iter().map(|_| "aclOpExecutor that no phase two has run".to_owned()));
        self.tensors.clear();
        self.scalars.clear();
        self.lists.clear();
        self.executors.clear();
        self.options = None;
        if leaks == Leaks::Ignore || lost.is_empty() {
            return Ok(());
        }
        let report = format!("{} not destroyed or freed before aclFinalize: {}", lost.len(), lost.join("; "));
        eprintln!("ascertain-aclnn: {report}");
        if leaks == Leaks::Fail { Err(Refusal::new(acl_status::INTERNAL, report)) } else { Ok(()) }
    }

    /// Drops the device with its streams and its memory, and notes what was still live.
    fn drop_device(&mut self) {
        self.leaked.extend(self.streams.iter().map(|_| "aclrtStream".to_owned()));
        let blocks = self.memory.iter().map(|(_, len)| format!("device memory of {len} bytes"));
        self.leaked.extend(blocks);
        self.default_stream.clear();
        self.streams.clear();
        self.memory.clear();
        self.device = false;
    }

    pub(crate) fn initialized(&self) -> Outcome<&Options> {
        let missing =
            || Refusal::new(acl_status::UNINITIALIZED, "the runtime is not initialised; call aclInit first");
        self.options.as_ref().ok_or_else(missing)
    }

    /// The options, if a device is set.
    pub(crate) fn ready(&self) -> Outcome<&Options> {
        let options = self.initialized()?;
        if self.device {
            return Ok(options);
        }
        Err(Refusal::new(acl_status::CONTEXT_NULL, "no device is set; call aclrtSetDevice first"))
    }

    pub(crate) fn set_device(&mut self, id: i32) -> Outcome {
        self.initialized()?;
        self.check_device(id)?;
        self.device = true;
        Ok(())
    }

    pub(crate) fn reset_device(&mut self, id: i32) -> Outcome {
        self.ready()?;
        self.check_device(id)?;
        self.drop_device();
        Ok(())
    }

    fn check_device(&self, id: i32) -> Outcome {
        if u32::try_from(id).is_ok_and(|id| id < DEVICES) {
            return Ok(());
        }
        Err(Refusal::new(
            acl_status::INVALID_DEVICE,
            format!("there is no device {id}; the only one is device 0"),
        ))
    }

    pub(crate) fn allocate(&mut self, size: usize) -> Outcome<usize> {
        self.ready()?;
        if size == 0 {
            return Err(Refusal::new(acl_status::RT_PARAM_INVALID, "a size of 0 bytes cannot be allocated"));
        }
        self.memory.allocate(size)
    }

    pub(crate) fn free(&mut self, address: usize) -> Outcome {
        self.ready()?;
        let region = self.memory.block(address).map_err(|refusal| refusal.about("devPtr"))?;
        self.check_idle(region, "freed")?;
        self.memory.free(address)
    }

    /// All device memory.
    pub(crate) const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Checks one end of a copy: the range of device memory, or none on the host.
    pub(crate) fn end(&self, name: &str, address: usize, len: usize, end: End) -> Outcome<Option<Region>> {
        self.ready()?;
        let memory = &self.memory;
        if address == 0 {
            return Err(Refusal::new(acl_status::RT_PARAM_INVALID, format!("{name} is null")));
        }
        match end {
            End::Host if memory.touches(address, len) => Err(Refusal::new(
                acl_status::RT_PARAM_INVALID,
                format!("{name} is device memory, and this kind of copy needs host memory"),
            )),
            End::Host => Ok(None),
            End::Device => {
                let region = memory.locate(address, len).map_err(|refusal| refusal.about(name))?;
                self.check_idle(region, "copied")?;
                Ok(Some(region))
            }
        }
    }

    /// The work that waits on all streams.
    fn waiting(&self) -> impl Iterator<Item = &Task> {
        self.streams.iter().map(|(_, stream)| stream).chain([&self.default_stream]).flatten()
    }

    /// Refuses memory that work on a stream still needs.
    fn check_idle(&self, region: Region, what: &str) -> Outcome {
        if self.waiting().any(|task| task.concerns(&region)) {
            return Err(Refusal::new(
                acl_status::RT_PARAM_INVALID,
                format!("memory is {what} while a stream has work on it; call aclrtSynchronizeStream first"),
            ));
        }
        Ok(())
    }

    pub(crate) fn create_stream(&mut self) -> Outcome<usize> {
        self.ready()?;
        Ok(self.streams.insert(Stream::new()))
    }

    pub(crate) fn destroy_stream(&mut self, handle: usize) -> Outcome {
        self.ready()?;
        let stream = self.streams.get(handle).map_err(|what| no_stream(&what))?;
        if !stream.is_empty() {
            return Err(Refusal::new(
                acl_status::STREAM,
                "stream still has work; call aclrtSynchronizeStream first",
            ));
        }
        self.streams.remove(handle).map(drop).map_err(|what| no_stream(&what))
    }

    pub(crate) fn synchronize(&mut self, handle: usize) -> Outcome {
        self.ready()?;
        let work = mem::take(self.stream(handle)?);
        work.iter().try_for_each(|task| task.run(&self.memory))
    }

    /// The stream with this handle; null is the default stream.
    fn stream(&mut self, handle: usize) -> Outcome<&mut Stream> {
        match handle {
            0 => Ok(&mut self.default_stream),
            _ => self.streams.get_mut(handle).map_err(|what| no_stream(&what)),
        }
    }

    pub(crate) fn destroy_tensor(&mut self, handle: usize) -> Outcome {
        if self.waiting().any(|task| task.uses(handle)) {
            return Err(Refusal::invalid(
                "tensor is destroyed while a stream has work on it; call aclrtSynchronizeStream first",
            ));
        }
        self.tensors.remove(handle).map(drop).map_err(|what| handle_refusal("tensor", handle, &what))
    }

    pub(crate) fn destroy_scalar(&mut self, handle: usize) -> Outcome {
        self.scalars.remove(handle).map(drop).map_err(|what| handle_refusal("scalar", handle, &what))
    }

    pub(crate) fn destroy_list(&mut self, handle: usize) -> Outcome {
        self.lists.remove(handle).map(drop).map_err(|what| handle_refusal("array", handle, &what))
    }

    /// Phase one of the function `name`, with its arguments as numbers: bytes of workspace and the executor, null if there is
    /// none.
    pub(crate) fn plan(&mut self, name: &str, words: &[i64]) -> Outcome<(u64, usize)> {
        let options = self.ready().map_err(runtime_error)?;
        let function = OperatorFunction::find(name, &options.editions)?;
        let given = function.parameters().zip(words).map(|(parameter, word)| {
            let (name, handle) = (parameter.name, *word as usize);
            Ok(match parameter.c {
                c if c.contains("aclTensor") => {
                    Given::Tensor(live(&self.tensors, name, handle)?.map(|tensor| (handle, tensor)))
                }
                c if c.contains("aclScalar") => Given::Scalar(live(&self.scalars, name, handle)?),
                c if c.contains("aclIntArray") => Given::Ints(live(&self.lists, name, handle)?),
                _ => Given::Number(*word),
            })
        });
        let given: Vec<Given> = given.collect::<Outcome<_>>()?;
        Ok(match function.plan(&given, options, &self.memory)? {
            Some(executor) => (executor.workspace, self.executors.insert(executor)),
            None => (0, 0),
        })
    }

    /// Phase two.
    pub(crate) fn execute(
        &mut self,
        name: &str,
        (workspace, size): (usize, u64),
        handle: usize,
        stream: usize,
    ) -> Outcome {
        let options = self.ready().map_err(runtime_error)?.clone();
        let function = OperatorFunction::find(name, &options.editions)?;
        let wrong = |what: &str| handle_refusal("executor", handle, what);
        if handle == 0 {
            let what = "executor is null; pass the one that phase one returned";
            return Err(Refusal::null(function.breaks("executor.null", what)));
        }
        let executor = self.executors.get(handle).map_err(|what| wrong(&what))?.clone();
        if let Some(then) = executor.then.filter(|then| *then != name) {
            return Err(wrong(&format!("was planned for {then}")));
        }
        self.stream(stream).map_err(runtime_error)?;
        let workspace = self.workspace(&function, &executor, workspace, size)?;
        for operand in executor.operands() {
            self.tensors.get(operand.handle).map_err(|what| {
                wrong(&format!("needs its tensor {} until it has run, and that {what}", operand.name))
            })?;
        }
        let repeatable = executor.repeatable;
        let task = executor.task(workspace, &options, &self.memory)?;
        if !repeatable {
            self.executors.remove(handle).map_err(|what| wrong(&what))?;
        }
        if options.strict_stream {
            self.stream(stream)?.push_back(task);
            return Ok(());
        }
        task.run(&self.memory)
    }

    fn workspace(
        &self,
        function: &OperatorFunction,
        executor: &Executor,
        address: usize,
        size: u64,
    ) -> Outcome<Option<Region>> {
        if size > 0 && address == 0 {
            let what =
                format!("workspace is null and workspaceSize is {size}; allocate what phase one asked for");
            return Err(Refusal::null(function.breaks("workspace.null", &what)));
        }
        if size < executor.workspace {
            return Err(Refusal::invalid(format!(
                "workspaceSize is {size}, and phase one asked for {} bytes",
                executor.workspace
            )));
        }
        if size == 0 {
            return Ok(None);
        }
        let len = usize::try_from(size)
            .map_err(|_| Refusal::invalid("workspaceSize is more than any memory has"))?;
        let region = self.memory.locate(address, len);
        region.map(Some).map_err(|refusal| Refusal::invalid(refusal.about("workspace").message))
    }

    pub(crate) fn make_repeatable(&mut self, handle: usize) -> Outcome {
        let executor = self.executors.get_mut(handle);
        executor.map_err(|what| handle_refusal("executor", handle, &what))?.repeatable = true;
        Ok(())
    }

    pub(crate) fn destroy_executor(&mut self, handle: usize) -> Outcome {
        self.executors.remove(handle).map(drop).map_err(|what| handle_refusal("executor", handle, &what))
    }
}

/// The thing with this handle; none if it is null.
fn live<T: Clone>(things: &Handles<T>, name: &str, handle: usize) -> Outcome<Option<T>> {
    match handle {
        0 => Ok(None),
        _ => match things.get(handle) {
            Ok(thing) => Ok(Some(thing.clone())),
            Err(what) => Err(handle_refusal(name, handle, &what)),
        },
    }
}

/// Refuses a handle, as `what` says; null has its own status.
fn handle_refusal(name: &str, handle: usize, what: &str) -> Refusal {
    let message = format!("{name} {what}");
    if handle == 0 { Refusal::null(message) } else { Refusal::invalid(message) }
}

fn no_stream(what: &str) -> Refusal {
    Refusal::new(acl_status::STREAM, format!("stream {what}"))
}

/// A refusal of the runtime with the code by which `aclnn` functions report it.
fn runtime_error(refusal: Refusal) -> Refusal {
    Refusal::named("ACLNN_ERR_RUNTIME_ERROR", refusal.message)
}
