//! Texts in a page's parts that are not about one product, parameter or status code. They may state requirements too.

use crate::page::Text;
use ascertain_spec::model::Span;

/// A text in a part of a page that is outside the description of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    /// The items around it, outermost first: the products that it is about, or the words before a list.
    pub(super) under: Vec<String>,
    /// Plain text.
    pub(super) says: String,
    pub(super) place: Span,
}

/// Collects the remarks of a part, and what is around each.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// Items around the current one, with their depths.
    around: Vec<(u8, String)>,
    pub(super) found: Vec<Remark>,
}

impl Remarks {
    /// Adds an item at a depth.
    pub(super) fn item(&mut self, depth: u8, text: &Text) {
        self.around.retain(|(outer, _)| *outer < depth);
        self.text(text);
        self.around.push((depth, text.plain()));
    }

    /// Adds any other text. It belongs to the item above it.
    pub(super) fn text(&mut self, text: &Text) {
        self.found.push(Remark {
            under: self.around.iter().map(|(_, said)| said.clone()).collect(),
            says: text.plain(),
            place: text.place,
        });
    }

    /// Leaves all items: a table or a heading follows.
    pub(super) fn leave(&mut self) {
        self.around.clear();
    }
}
