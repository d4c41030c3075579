//! The parts of the specification that checks refer to.

use crate::check::documents::{Doc, Docs, EditionFile};
use crate::check::dtypes::Names;
use crate::model::{Format, ProductName, Status, Table};
use crate::read::raw::Text;
use crate::report::Report;
use crate::source::Sources;
use std::ops::Deref;

/// What the checks refer to, as far as it is known.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) report: &'a Report,
    pub(crate) docs: &'a Docs<'a>,
    pub(crate) names: &'a Names<'a>,
    pub(crate) statuses: &'a [Status],
    pub(crate) formats: &'a [Format],
    pub(crate) products: &'a [ProductName],
    /// Empty until they are resolved.
    pub(crate) tables: &'a [Table],
}

/// What the checks of one promotion table in one edition refer to.
pub(crate) struct TableContext<'a> {
    pub(crate) all: &'a Context<'a>,
    pub(crate) doc: &'a Doc<'a>,
    pub(crate) edition: &'a EditionFile<'a>,
    pub(crate) id: &'a Text,
}

impl<'a> Deref for TableContext<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        self.all
    }
}
