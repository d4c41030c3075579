//! A child process with everything that it starts, which end together. Every wait has a limit.
//!
//! Killing only the child would leave a grandchild that holds its pipes. So the child leads a process group, which is
//! signalled as a whole before the child is reaped; until then the group's number cannot be reused. On Linux what has left
//! the group ends too.

use crate::backends::options::MemoryLimit;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How often to check whether a process has ended.
const POLL: Duration = Duration::from_millis(2);

/// The leader of a process group.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    status: Option<ExitStatus>,
    #[cfg(target_os = "linux")]
    mark: super::daemons::Mark,
}

impl Group {
    /// Starts `command` as the leader of a group of its own, with at most `memory` for each of its processes.
    pub(super) fn spawn(mut command: Command, memory: Option<MemoryLimit>) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(target_os = "linux")]
        let mark = super::daemons::Mark::new(&mut command);
        #[cfg(target_os = "linux")]
        let child = super::spawn::spawn(command, memory)?;
        #[cfg(not(target_os = "linux"))]
        let child = command.spawn()?;
        #[cfg(not(target_os = "linux"))]
        let _: Option<MemoryLimit> = memory; // Cannot be made on such a system.
        Ok(Self {
            child,
            status: None,
            #[cfg(target_os = "linux")]
            mark,
        })
    }

    /// The child's pipes.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Bytes of addresses that the leader has, where the system tells.
    pub(super) fn addresses(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
        Some(size.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
    }

    /// Whether the leader has ended. It is not reaped.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error says that there is no such child: it has been waited for.
        self.status.is_some()
            || waitid(WaitId::Pid(Pid::from_child(&self.child)), look).map_or(true, |s| s.is_some())
    }

    /// Whether the leader has ended.
    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Waits until the leader has ended, at most `limit`. Returns whether it has.
    pub(super) fn wait(&mut self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        while !self.has_ended() {
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(POLL);
        }
        true
    }

    /// Ends the whole group: asks, waits for `grace`, then kills. Returns how the leader ended.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        if self.status.is_none() {
            if !self.has_ended() {
                self.signal(false);
                self.wait(grace);
            }
            self.signal(true);
            self.status = self.child.wait().ok();
            #[cfg(target_os = "linux")]
            self.mark.end_all();
        }
        self.status
    }

    /// Asks the group to end, or kills it.
    #[cfg(unix)]
    fn signal(&self, kill: bool) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = if kill { Signal::KILL } else { Signal::TERM };
        // Fails only if no process is left.
        let _ = kill_process_group(Pid::from_child(&self.child), signal);
    }

    /// Kills the child; nothing can be asked.
    #[cfg(not(unix))]
    fn signal(&mut self, kill: bool) {
        if kill {
            let _ = self.child.kill();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
