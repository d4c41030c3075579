//! The parts of the specification that the checks of operators and of promotion tables refer to.

use crate::check::cite::CitingFile;
use crate::check::documents::{Doc, Docs, EditionFile};
use crate::check::dtypes::Names;
use crate::model::{Format, ProductName, Status, Table};
use crate::read::raw::Text;
use crate::source::Sources;

/// What the checks of operators refer to.
pub(crate) struct OperatorContext<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) names: &'a Names,
    pub(crate) statuses: &'a [Status],
    pub(crate) formats: &'a [Format],
    pub(crate) tables: &'a [Table],
    pub(crate) products: &'a [ProductName],
}

/// What the checks of one promotion table in one edition refer to.
pub(crate) struct TableContext<'a> {
    pub(crate) names: &'a Names,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) doc: &'a Doc<'a>,
    pub(crate) edition: &'a EditionFile<'a>,
    pub(crate) id: &'a Text,
}

impl<'a> TableContext<'a> {
    /// The file that the table's citations are in.
    pub(crate) fn home(&self) -> CitingFile<'a> {
        CitingFile::edition(self.doc.id, self.edition.name)
    }
}
