//! Processes that an adapter started and that have left its group: on Linux they end with it.
//!
//! They are known by a variable in their environment, which they inherit. One that has cleared it is not found here; the
//! program ends it with itself.

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const VARIABLE: &str = "ASCERTAIN_BACKEND";

/// How long to look for more: each may have started others before it ended.
const PATIENCE: Duration = Duration::from_millis(200);

/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(2);

/// What the environment of one adapter's processes has, and of no others.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Marks a command that is not started yet.
    pub(super) fn new(command: &mut Command) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let value = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(VARIABLE, &value);
        Self(format!("{VARIABLE}={value}\0"))
    }

    /// Kills the processes with this mark.
    pub(super) fn end_all(&self) {
        let deadline = Instant::now() + PATIENCE;
        while self.kill_all() > 0 && Instant::now() < deadline {
            std::thread::sleep(INTERVAL);
        }
    }

    /// How many were there.
    fn kill_all(&self) -> usize {
        let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let numbers = processes.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
        let marked = numbers.filter(|&process| {
            // What is opened stays the same process, though its number may be given to another.
            self.is_on(process)
                && pidfd_open(process, PidfdFlags::empty()).is_ok_and(|opened| {
                    self.is_on(process) && pidfd_send_signal(opened, Signal::KILL).is_ok()
                })
        });
        marked.count()
    }

    /// One that has ended has no environment, and those of other users cannot be read.
    fn is_on(&self, process: Pid) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
        environment.split_inclusive(|byte| *byte == 0).any(|variable| variable == self.0.as_bytes())
    }
}
