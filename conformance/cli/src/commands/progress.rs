//! The progress bar.

use ascertain_conformance::adapter::Counter;
use ascertain_conformance::report::text::{cut, plural};
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
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        Self::with("{prefix:.cyan} {bar:24} {human_pos}/{human_len} cases, {msg}, {elapsed}", cases, backend)
    }

    /// One that shows replies too. Cases are counted when many of them are judged, and a slow backend replies to one after
    /// the other.
    pub(super) fn with_replies(cases: usize, backend: &str) -> Self {
        let template = "{prefix:.cyan} {bar:24} {human_pos}/{human_len} cases, {replies}{msg}, {elapsed}";
        let own = Self::with(template, cases, backend);
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

    fn with(template: &str, cases: usize, backend: &str) -> Self {
        let bar = ProgressBar::new(cases as u64);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(cut(backend, 28));
        bar.set_message("no findings yet");
        if !bar.is_hidden() {
            // A slow backend, or random cases that pass, may report nothing for a long time.
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self(bar)
    }

    /// Shows `words` instead of the number of findings.
    pub(super) fn saying(self, words: &'static str) -> Self {
        self.0.set_message(words);
        self
    }

    /// One more case was judged.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// More cases were judged, and there are so many findings now.
    pub(super) fn judged(&self, cases: u64, findings: u64) {
        if findings > 0 {
            self.0.set_message(plural(findings, "finding", "findings"));
        }
        self.0.inc(cases);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
