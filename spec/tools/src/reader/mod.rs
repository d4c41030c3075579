//! Recognises facts in a page's blocks, by words, headings and axes, never by position.
//!
//! Names of dtypes, formats, status codes, tables and functions come from the specification; no cell of any page is in
//! this code. A structure that is not understood is a complaint, which is fatal if a fact could be lost. Every sentence of a
//! part that can hold requirements is understood, known to hold none by its form, or listed in [`Facts::unread`]:
//! that is the work of `statements`, `codes`, `account` and `explanations`. `rest` lists every other text of the page.

mod account;
mod axes;
mod by_product;
mod clause;
mod codes;
mod demands;
mod explanations;
mod harmless;
mod join;
mod names;
mod new_table;
mod operator;
mod outline;
mod page_facts;
mod parameters;
mod promotion;
mod prototype;
mod remarks;
mod rest;
mod rules;
mod statements;
mod support;
mod text;
mod types;

use crate::facts::Facts;
use crate::page::{Block, Complaint, Page};
use ascertain_spec::model::{Span, Spec};
use names::Names;
pub use new_table::{TableChoice, new_table};
pub use page_facts::PageFacts;
use page_facts::{also_about, check_whole, entry, finish};
use promotion::Section;
pub use prototype::Prototype;
pub(crate) use prototype::read as read_prototypes;

/// Which documents of a page are read.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// All that the specification has.
    Declared,
    /// The one with this id.
    Document(&'a str),
    /// That of the page's operator, which the specification may lack.
    Operator,
}

/// Reads the facts of every document that a page is about, or of `as_document` only.
///
/// # Errors
/// Why the page is refused, and all other complaints.
pub fn read(page: &Page, spec: &Spec, as_document: Option<&str>) -> Result<PageFacts, Vec<Complaint>> {
    if let Some(read) = new_table::declared_table(page, spec, as_document) {
        return read;
    }
    let Some(id) = as_document else { return read_as(page, spec, Wanted::Declared) };
    // What states a fact of another document is not text of this one, whether that document is asked for or not.
    match read_as(page, spec, Wanted::Declared) {
        Ok(mut all) if all.facts.iter().any(|facts| facts.document == id) => {
            all.facts.retain(|facts| facts.document == id);
            Ok(all)
        }
        _ => read_as(page, spec, Wanted::Document(id)),
    }
}

/// The functions that a page declares, also if other parts of it are refused.
#[must_use]
pub fn prototypes(page: &Page, spec: &Spec) -> Vec<Prototype> {
    outline::outline(page, &Names::new(spec)).prototypes
}

/// Reads a page about functions of aclnn, whether a document declares them or not.
///
/// The facts are those of one document. Its id is that of the document that declares one of the functions; if there is
/// none, it is made from the name of the first function: `aclnn.cumsum` for `aclnnCumsumGetWorkspaceSize`.
///
/// # Errors
/// Why the page is refused, and all other complaints.
pub fn operator_page(page: &Page, spec: &Spec) -> Result<PageFacts, Vec<Complaint>> {
    read_as(page, spec, Wanted::Operator)
}

fn read_as(page: &Page, spec: &Spec, wanted: Wanted<'_>) -> Result<PageFacts, Vec<Complaint>> {
    let id = if let Wanted::Document(id) = wanted { Some(id) } else { None };
    if let Some(unknown) = id.filter(|id| spec.document(id).is_none()) {
        let says = format!("document `{unknown}` is not declared in documents.toml");
        let unknown = Complaint { place: Span::None, says, fatal: true };
        return Err(page.complaints.iter().cloned().chain([unknown]).collect());
    }
    // A table without one of its rows would be refused again for everything that the row says.
    if page.is_refused() {
        return Err(page.complaints.clone());
    }
    let mut names = Names::new(spec);
    let mut facts: Vec<Facts> = Vec::new();
    let is_declared = !matches!(wanted, Wanted::Operator);
    if is_declared {
        names.learn_abbreviations(page);
        facts.extend(types::lists(page, spec, id, &mut names));
    }
    let sections = promotion::sections(page, &names);
    if is_declared {
        read_tables(&mut facts, page, &sections, id, &names);
    }
    let before = names.refusals();
    let operator = operator::read(page, &names, id, is_declared);
    let undeclared = operator.is_none() && names.refusals() > before;
    if let Some((document, operator, unread)) = operator {
        let facts = entry(&mut facts, document);
        facts.operator = Some(operator);
        facts.unread = unread;
    }
    if is_declared {
        also_about(&facts, id, undeclared, &names);
        check_whole(&facts, page, id, &names);
    } else if facts.is_empty() {
        let first = page.blocks.first().map_or(Span::None, Block::place);
        names.refuse(first, "the page declares no function under a heading such as “函数原型”");
    }
    finish(facts, page, &sections, names)
}

/// Reads the promotion tables in these sections, and what the page explains of them and of its lists of types.
fn read_tables(
    facts: &mut Vec<Facts>,
    page: &Page,
    sections: &[Section<'_>],
    as_document: Option<&str>,
    names: &Names<'_>,
) {
    let of_lists = facts.first().map(|facts| facts.document.clone());
    let tables = promotion::read(page, sections, names, as_document);
    let unread = explanations::unread(page, sections, &tables, of_lists.as_deref(), names);
    for (document, table) in tables {
        entry(facts, document).tables.push(table);
    }
    for (document, unread) in unread {
        entry(facts, document).unread.push(unread);
    }
}

/// Whether a page describes functions of aclnn: a heading names one, or code declares one.
pub fn is_operator_page(page: &Page) -> bool {
    let of_aclnn = |text: &str| text::identifiers(text).iter().any(|(_, word)| prototype::is_function(word));
    page.blocks.iter().any(|block| match block {
        Block::Heading(_, text) => of_aclnn(&text.text),
        Block::Code(text) => of_aclnn(text.text.split('(').next().unwrap_or_default()),
        _ => false,
    })
}
