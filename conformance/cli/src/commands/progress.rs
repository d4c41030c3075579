//! The progress bar.

use ascertain_conformance::report::text::{cut, plural};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar on standard error during a run, if that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        Self::of("cases", cases, backend, "no findings yet")
    }

    /// A bar that counts `what`, under a name, and shows `words` until there is a finding.
    pub(super) fn of(what: &str, count: usize, name: &str, words: &'static str) -> Self {
        let bar = ProgressBar::new(count as u64);
        let template =
            format!("{{prefix:.cyan}} {{bar:24}} {{human_pos}}/{{human_len}} {what}, {{msg}}, {{elapsed}}");
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

    /// Shows `words` instead of the number of findings.
    pub(super) fn saying(self, words: &'static str) -> Self {
        self.0.set_message(words);
        self
    }

    /// One more case was judged.
    pub(super) fn step(&self, findings: usize) {
        if findings > 0 {
            self.0.set_message(plural(findings as u64, "finding", "findings"));
        }
        self.0.inc(1);
    }

    /// `count` more are done, and `words` say how.
    pub(super) fn advance(&self, count: usize, words: Option<String>) {
        if let Some(words) = words {
            self.0.set_message(words);
        }
        self.0.inc(count as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
