//! The parts of the specification that the checks of operators and of promotion tables refer to.

use crate::check::cite::Home;
use crate::check::documents::{Doc, Docs, Ed};
use crate::check::dtypes::Names;
use crate::model::{Format, Status};
use crate::read::raw::Text;
use crate::source::Sources;

/// What the checks of operators refer to.
pub(crate) struct OperatorContext<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) names: &'a Names,
    pub(crate) statuses: &'a [Status],
    pub(crate) formats: &'a [Format],
}

/// What the checks of one promotion table in one edition refer to.
pub(crate) struct TableContext<'a> {
    pub(crate) names: &'a Names,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) doc: &'a Doc<'a>,
    pub(crate) edition: &'a Ed<'a>,
    pub(crate) id: &'a Text,
}

impl<'a> TableContext<'a> {
    /// Where the table's citations stand.
    pub(crate) fn home(&self) -> Home<'a> {
        Home::edition(self.doc.id, self.edition.name)
    }
}
