//! The progress bar of long runs.

use ascertain_conformance::report::text::{cut, plural};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar on standard error that appears when a run takes long and a terminal is there.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(cases as u64), ProgressDrawTarget::hidden());
        let template = "{prefix:.cyan} {bar:24} {human_pos}/{human_len} cases, {msg}, {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(cut(backend, 28));
        bar.set_message("no finding yet");
        if io::stderr().is_terminal() {
            // By a thread of its own: a slow backend, or random cases that pass, may long report nothing.
            let bar = bar.clone();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if !bar.is_finished() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(Duration::from_millis(250));
                }
            });
        }
        Self(bar)
    }

    /// The same with other words than those about findings.
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
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
