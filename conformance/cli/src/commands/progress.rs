//! The progress bar.

use ascertain_conformance::backends::Counter;
use ascertain_conformance::report::text::cut;
use core::fmt::Write;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Counts the replies of all backends outside this process.
pub fn replies() -> &'static Counter {
    static REPLIES: OnceLock<Counter> = OnceLock::new();
    REPLIES.get_or_init(Counter::default)
}

/// A bar on standard error during a run, if that is a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar that counts cases. A slow backend replies to one after the other, whereas cases are counted when many of them
    /// are judged: until the first are, it shows replies.
    pub fn new(cases: usize, backend: &str) -> Self {
        let own = Self::of("cases", cases, backend, "no findings yet");
        let before = replies().get();
        // What was counted last, and since when.
        let last = Arc::new(Mutex::new(((0, 0), Instant::now())));
        let count = move |state: &ProgressState, out: &mut dyn Write| {
            let (count, now) = (replies().get().wrapping_sub(before), (replies().get(), state.pos()));
            let still = last.lock().map_or(Duration::ZERO, |mut last| {
                if last.0 != now {
                    *last = (now, Instant::now());
                }
                last.1.elapsed()
            });
            _ = match (count, state.pos()) {
                // A backend in this process has no replies to wait for, once it has begun.
                (1.., _) | (0, 0) if still >= Duration::from_secs(3) => {
                    write!(out, "waiting for a reply, {} s", still.as_secs())
                }
                (1.., 0) => write!(out, "{count} replies"),
                _ => return pace(state, out),
            };
        };
        own.0.set_style(own.0.style().with_key("pace", count));
        own
    }

    /// Says how many replies came, and for how long, while nothing can be counted beforehand.
    pub fn waiting(name: &str) -> Self {
        let own = Self::new(0, name);
        let style = ProgressStyle::with_template("{prefix:.cyan} {pace}").ok();
        if let Some(style) = style {
            let words = |state: &ProgressState, out: &mut dyn Write| {
                _ = write!(out, "{} replies, {} s", replies().get(), state.elapsed().as_secs());
            };
            own.0.set_style(style.with_key("pace", words));
        }
        own
    }

    /// A bar that nobody sees.
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// A bar that counts `what`, under a name, and shows `words` until there is a finding.
    pub fn of(what: &str, count: usize, name: &str, words: &'static str) -> Self {
        let template =
            format!("{{prefix:.cyan}} {{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{pace}}, {{msg}}");
        // Invariant: the template is one.
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        // All of it before the first frame.
        let bar = ProgressBar::new(count as u64)
            .with_style(style.with_key("pace", pace))
            .with_prefix(cut(name, 16))
            .with_message(words);
        if !bar.is_hidden() {
            // A slow backend, or random cases that pass, may report nothing for a long time.
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self(bar)
    }

    /// One more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// `count` more are done, and `words` say how.
    pub fn advance(&self, count: u64, words: Option<String>) {
        if let Some(words) = words {
            self.0.set_message(words);
        }
        self.0.inc(count);
        // Nobody knows how many random cases fit into a time.
        if self.0.length().is_some_and(|length| length < self.0.position()) {
            self.0.set_length(self.0.position());
        }
    }

    /// Writes to the terminal without the bar in between.
    pub fn suspend(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }
}

/// How many a second, and the time that is left.
fn pace(state: &ProgressState, out: &mut dyn Write) {
    let rate = HumanCount(state.per_sec() as u64);
    let _ = match (state.pos(), state.len()) {
        (0, _) => write!(out, "starting"),
        (at, Some(all)) if at < all => write!(out, "{rate}/s, {:#} left", HumanDuration(state.eta())),
        _ => write!(out, "{rate}/s"),
    };
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
