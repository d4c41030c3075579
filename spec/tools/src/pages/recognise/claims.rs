//! What the modules that read a page answer for, so that the rest can be listed.

use super::text::{plain, sentences};
use crate::facts::words;
use ascertain_spec::model::Span;
use std::collections::HashMap;

/// The [words] of sentences and clauses that other modules answer for, by place; how often each.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims(HashMap<(u32, u32), HashMap<String, usize>>);

impl Claims {
    pub(super) fn add(&mut self, text: &str, place: Span) {
        let here = self.0.entry(ends(place)).or_default();
        for said in sentences(text) {
            *here.entry(words(&plain(said))).or_default() += 1;
        }
    }

    /// Whether anything at this place was ever claimed.
    pub(super) fn reach(&self, place: Span) -> bool {
        self.0.contains_key(&ends(place))
    }

    /// Takes a sentence or clause out.
    pub(super) fn take(&mut self, said: &str, place: Span) -> bool {
        let left = self.0.get_mut(&ends(place)).and_then(|here| here.get_mut(&words(said)));
        left.is_some_and(|left| {
            let claimed = *left > 0;
            *left = left.saturating_sub(1);
            claimed
        })
    }
}

/// A place as two numbers.
pub(super) fn ends(place: Span) -> (u32, u32) {
    match place {
        Span::Lines(first, last) | Span::Bytes(first, last) => (first, last),
        Span::None => (0, 0),
    }
}
