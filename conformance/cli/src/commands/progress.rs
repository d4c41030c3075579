//! The progress bar.

use ascertain_conformance::adapter::Counter;
use ascertain_conformance::report::text::cut;
use core::fmt::Write;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::sync::OnceLock;
use std::time::Duration;

/// Counts the replies of all backends outside this process.
pub(super) fn replies() -> &'static Counter {
    static REPLIES: OnceLock<Counter> = OnceLock::new();
    REPLIES.get_or_init(Counter::default)
}

/// A bar on standard error during a run, if that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar that counts cases, and shows replies too. Cases are counted when many of them are judged, and a slow backend
    /// replies to one after the other.
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        let own = Self::of("cases", cases, backend, "no findings yet");
        let before = replies().get();
        let count = move |_: &ProgressState, out: &mut dyn Write| {
            // None from a backend in this process.
            if let Some(count) = replies().get().checked_sub(before).filter(|count| *count > 0) {
                let _ = write!(out, "{count} replies, ");
            }
        };
        own.0.set_style(own.0.style().with_key("replies", count));
        own
    }

    /// A bar that counts `what`, under a name, and shows `words` until there is a finding.
    pub(super) fn of(what: &str, count: usize, name: &str, words: &'static str) -> Self {
        let bar = ProgressBar::new(count as u64);
        let template = format!(
            "{{prefix:.cyan}} {{bar:24}} {{human_pos}}/{{human_len}} {what}, {{replies}}{{msg}}, {{elapsed}}"
        );
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.set_prefix(cut(name, 28));
        bar.set_message(words);
        if !bar.is_hidden() {
            // A slow backend, or random cases that pass, may report nothing for a long time.
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self(bar)
    }

    /// One more is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// `count` more are done, and `words` say how.
    pub(super) fn advance(&self, count: u64, words: Option<String>) {
        if let Some(words) = words {
            self.0.set_message(words);
        }
        self.0.inc(count);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
