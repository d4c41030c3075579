//! Starting a process that the system kills if this one is killed.

use crate::backends::options::MemoryLimit;
use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::LazyLock;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// A command, and where its process goes.
type Order = (Command, Sender<io::Result<Child>>);

/// Starts processes in a thread that ends with this process: the system kills a child when the thread that started it
/// ends.
static SPAWNER: LazyLock<Sender<Order>> = LazyLock::new(|| {
    let (orders, received) = channel::<Order>();
    thread::spawn(move || {
        for (mut command, child) in received {
            // The one who asked is waiting.
            let _ = child.send(command.spawn());
        }
    });
    orders
});

/// Starts `command`, which ends with this process even if that is killed, with at most `memory`.
pub(super) fn spawn(mut command: Command, memory: Option<MemoryLimit>) -> io::Result<Child> {
    let harness = getpid();
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The harness may have ended before that.
        if getppid() != Some(harness) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        memory.map_or(Ok(()), MemoryLimit::set)
    };
    // SAFETY: between fork and exec the closure makes system calls alone; it neither allocates nor takes a lock.
    unsafe { command.pre_exec(prepare) };
    let (child, started) = channel();
    let gone = || io::Error::other("the thread that starts processes has ended");
    SPAWNER.send((command, child)).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}
