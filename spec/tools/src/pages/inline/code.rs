//! Finds the ends of code spans.

use std::collections::HashMap;

/// Where the last run of each number of backticks starts.
#[derive(Debug, Default)]
pub(in super::super) struct CodeSpans {
    last: HashMap<usize, usize>,
}

impl CodeSpans {
    /// The code spans of a text.
    pub(in super::super) fn new(text: &str) -> Self {
        let mut last = HashMap::new();
        let mut at = 0;
        while let Some(offset) = text[at..].find('`') {
            let from = at + offset;
            let run = run(text, from);
            last.insert(run, from);
            at = from + run;
        }
        CodeSpans { last }
    }

    /// The byte after the code span that `ticks` backticks open at `at`: as many close it.
    pub(in super::super) fn end(&self, text: &str, at: usize, ticks: usize) -> Option<usize> {
        if self.last.get(&ticks).is_none_or(|last| *last <= at) {
            return None;
        }
        let mut next = at + ticks;
        while let Some(offset) = text[next..].find('`') {
            let from = next + offset;
            let run = run(text, from);
            if run == ticks {
                return Some(from + run);
            }
            next = from + run;
        }
        None
    }
}

/// How many backticks are at a byte.
fn run(text: &str, at: usize) -> usize {
    text[at..].len() - text[at..].trim_start_matches('`').len()
}
