//! The progress bar of long runs.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar on standard error that appears when a run takes long and a terminal is there.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: bool,
}

impl Progress {
    pub(super) fn new(cases: usize, backend: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(cases as u64), ProgressDrawTarget::hidden());
        let template = "{prefix:.cyan} {bar:32} {human_pos}/{human_len} cases, {msg}, {elapsed}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(backend.to_owned());
        bar.set_message("no finding yet");
        Self { bar, start: Instant::now(), shown: false }
    }

    /// One more case was judged.
    pub(super) fn step(&mut self, findings: usize) {
        if !self.shown && self.start.elapsed() > PATIENCE {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            // Random cases report only what did not pass; the clock shows that they go on.
            self.bar.enable_steady_tick(Duration::from_millis(250));
            self.shown = true;
        }
        if findings > 0 {
            self.bar.set_message(crate::report::text::plural(findings as u64, "finding", "findings"));
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
