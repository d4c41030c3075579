//! Texts in a page's parts that are not about one product, parameter or status code. They may state requirements too.

use super::outline::Part;
use crate::pages::Text;
use ascertain_spec::model::Span;

/// A text in a part of a page that is outside the description of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    pub(super) part: Part,
    /// The function in whose section it is; none if it is about all.
    pub(super) function: Option<String>,
    /// The items around it, outermost first: the products that it is about, or the words before a list.
    pub(super) under: Vec<String>,
    /// Plain text.
    pub(super) says: String,
    pub(super) place: Span,
}

/// Collects the remarks of a part, and what is around each.
#[derive(Debug)]
pub(super) struct Remarks {
    part: Part,
    function: Option<String>,
    /// Items around the current one, with their depths.
    around: Vec<(u8, String)>,
    pub(super) found: Vec<Remark>,
}

impl Remarks {
    pub(super) fn new(part: Part, function: Option<&str>) -> Self {
        Self { part, function: function.map(str::to_owned), around: Vec::new(), found: Vec::new() }
    }

    /// Adds an item at a depth.
    pub(super) fn item(&mut self, depth: u8, text: &Text) {
        self.around.retain(|(outer, _)| *outer < depth);
        self.text(text);
        self.around.push((depth, super::text::plain(&text.text)));
    }

    /// Adds any other text. It belongs to the item above it.
    pub(super) fn text(&mut self, text: &Text) {
        self.found.push(Remark {
            part: self.part,
            function: self.function.clone(),
            under: self.around.iter().map(|(_, said)| said.clone()).collect(),
            says: super::text::plain(&text.text),
            place: text.place,
        });
    }

    /// Leaves all items: a table or a heading follows.
    pub(super) fn leave(&mut self) {
        self.around.clear();
    }
}
