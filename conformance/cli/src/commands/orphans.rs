//! Daemons that backends leave behind: they end with the program.
//!
//! On Linux a process can ask to become the parent of its descendants whose own parents end. This holds for the whole
//! process, so only the program asks, never the library. The system makes them children of the main thread, whereas
//! backends are children of the thread that starts them: so all children of the main thread are orphans.

/// From now on the program has the orphans of its backends.
pub(super) fn adopt() {
    #[cfg(target_os = "linux")]
    linux::adopt();
}

/// Kills the orphans that are left. No backend may run any more.
pub(super) fn end() {
    #[cfg(target_os = "linux")]
    linux::end();
}

/// Kills whatever runs, for a program that ends at once.
pub(super) fn end_all() {
    #[cfg(target_os = "linux")]
    linux::end_all();
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, set_child_subreaper, waitid,
    };
    use std::fs;
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Time between looks for orphans that have ended. Until then each takes a place in the system's table.
    const INTERVAL: Duration = Duration::from_millis(500);

    /// How long to wait for processes that were killed. The system may keep one that uses a device.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Whether orphans come here.
    static ADOPTS: OnceLock<bool> = OnceLock::new();

    /// Held from listing orphans to waiting for them, so that nothing else has their numbers.
    static LISTED: Mutex<()> = Mutex::new(());

    pub(super) fn adopt() {
        ADOPTS.get_or_init(|| {
            // A shell may have started processes before it became this program. Their orphans would come here too.
            let alone = children().is_some_and(|children| children.is_empty());
            alone && set_child_subreaper(Some(getpid())).is_ok() && {
                thread::spawn(|| {
                    loop {
                        thread::sleep(INTERVAL);
                        visit(|_| {});
                    }
                });
                true
            }
        });
    }

    pub(super) fn end() {
        if ADOPTS.get() != Some(&true) {
            return;
        }
        // A process that ends may leave more.
        let deadline = Instant::now() + PATIENCE;
        while visit(|orphan| _ = kill_process(orphan, Signal::KILL)) > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Does `what` to each orphan and reaps those that have ended. Returns how many there were.
    fn visit(what: impl Fn(Pid)) -> usize {
        let _listed = LISTED.lock().unwrap_or_else(PoisonError::into_inner);
        let orphans = children().unwrap_or_default();
        for &orphan in &orphans {
            what(orphan);
            let _ = waitid(WaitId::Pid(orphan), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
        }
        orphans.len()
    }

    pub(super) fn end_all() {
        // Other threads have backends. They become zombies, since those who start them wait for them.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let adopts = ADOPTS.get() == Some(&true);
        let deadline = Instant::now() + PATIENCE;
        // One that ends while they are listed may leave more, so nothing is left when two looks show nothing.
        let mut quiet = 0;
        while quiet < 2 && Instant::now() < deadline {
            let threads = fs::read_dir("/proc/self/task").into_iter().flatten().filter_map(Result::ok);
            let threads =
                threads.filter_map(|thread| Pid::from_raw(thread.file_name().to_str()?.parse().ok()?));
            let threads = threads.filter(|thread| adopts || *thread != getpid());
            let mut running: Vec<Pid> = threads.filter_map(children_of).flatten().collect();
            running.retain(|child| waitid(WaitId::Pid(*child), look).is_ok_and(|ended| ended.is_none()));
            quiet = if running.is_empty() { quiet + 1 } else { 0 };
            running.into_iter().for_each(|child| _ = kill_process(child, Signal::KILL));
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The children of the main thread. None if the system does not tell.
    fn children() -> Option<Vec<Pid>> {
        children_of(getpid())
    }

    fn children_of(thread: Pid) -> Option<Vec<Pid>> {
        let path = format!("/proc/self/task/{}/children", thread.as_raw_nonzero());
        let text = fs::read_to_string(path).ok()?;
        text.split_whitespace().map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
    }
}
