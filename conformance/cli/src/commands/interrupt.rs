//! Signals that end the program: it first stops its backends and writes what was judged.
//!
//! A second signal ends it at once: nothing more is written, and processes and temporary files go.

use super::error::Problem;
use ascertain_conformance::options::Stop;

/// The flag that signals set. From the first call on they are caught, but for those that were ignored when the program
/// was started, as `nohup` does.
pub(super) fn stop() -> Stop {
    #[cfg(unix)]
    return unix::caught().stop.clone();
    #[cfg(not(unix))]
    Stop::default()
}

/// For commands whose results are worth nothing if they are incomplete.
///
/// # Errors
/// When a signal was caught.
pub(super) fn check() -> Result<(), Problem> {
    if stop().is_set() { Err(Problem::Interrupted) } else { Ok(()) }
}

/// Ends the program by the signal that was caught, if one was, so that whoever started it can see that.
pub fn end() {
    #[cfg(unix)]
    unix::end();
}

#[cfg(unix)]
mod unix {
    use super::Stop;
    use crate::commands::orphans;
    use ascertain_conformance::backends::temporary;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};
    use std::io::{self, Read};
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::thread;

    /// What signals leave behind.
    pub(super) struct Caught {
        pub(super) stop: Stop,
        /// The number of the last one, or 0.
        signal: Arc<AtomicUsize>,
        /// Whether the next one ends the program, whatever it does.
        last: Arc<AtomicBool>,
    }

    static CAUGHT: OnceLock<Caught> = OnceLock::new();

    /// What was caught. The first call registers the handlers.
    pub(super) fn caught() -> &'static Caught {
        CAUGHT.get_or_init(|| {
            let caught = Caught { stop: Stop::default(), signal: Arc::default(), last: Arc::default() };
            // Without a handler the signal ends the program, as it would have without this.
            if let Ok((read, write)) = UnixStream::pair() {
                for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)) {
                    let _ = caught.register(signal, &write);
                }
                let last = Arc::clone(&caught.last);
                thread::spawn(move || end_at_second(read, &last));
            }
            caught
        })
    }

    impl Caught {
        fn register(&self, signal: i32, each: &UnixStream) -> io::Result<()> {
            flag::register_conditional_default(signal, Arc::clone(&self.last))?;
            flag::register_usize(signal, Arc::clone(&self.signal), usize::try_from(signal).unwrap_or(0))?;
            flag::register(signal, self.stop.flag())?;
            low_level::pipe::register(signal, each.try_clone()?)?;
            Ok(())
        }
    }

    /// Waits for two signals, whose handlers send a byte each.
    fn end_at_second(mut signals: UnixStream, last: &AtomicBool) {
        if signals.read_exact(&mut [0; 2]).is_ok() {
            last.store(true, Ordering::SeqCst);
            orphans::end_all();
            temporary::remove_all();
            end();
        }
    }

    /// Whether the signal was ignored when the program was started.
    fn is_ignored(signal: i32) -> bool {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: without a new action the call only writes the present one, to memory of its type.
        let done = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) };
        // SAFETY: the call has written it, since it has not failed.
        done == 0 && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
    }

    pub(super) fn end() {
        if let Some(caught) = CAUGHT.get()
            && let signal @ 1.. = caught.signal.load(Ordering::SeqCst)
        {
            // It fails only for signals that do not exist.
            let _ = low_level::emulate_default_handler(i32::try_from(signal).unwrap_or(0));
        }
    }
}
