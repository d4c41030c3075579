//! The progress bar.

use ascertain_conformance::backends::Counter;
use ascertain_conformance::report::text::cut;
use core::fmt::Write;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::sync::OnceLock;
use std::time::Duration;

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
        let count =
            move |state: &ProgressState, out: &mut dyn Write| match replies().get().wrapping_sub(before) {
                // The first case may hang.
                0 if state.pos() == 0 && state.elapsed() >= Duration::from_secs(3) => {
                    _ = write!(out, "waiting for a reply, {} s", state.elapsed().as_secs());
                }
                0 => pace(state, out),
                count if state.pos() == 0 => _ = write!(out, "{count} replies"),
                _ => pace(state, out),
            };
        own.0.set_style(own.0.style().with_key("pace", count));
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
