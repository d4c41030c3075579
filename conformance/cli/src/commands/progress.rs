//! The progress bar.

use ascertain_conformance::report::text::{cut, plural};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar on standard error during a run, if that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        let bar = ProgressBar::new(cases as u64);
        let template = "{prefix:.cyan} {bar:24} {human_pos}/{human_len} cases, {msg}, {elapsed}";
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
