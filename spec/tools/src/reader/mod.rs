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

use crate::facts::{Facts, UnreadFact};
use crate::page::{Block, Complaint, Page};
use crate::vocabulary::has_word;
use ascertain_spec::model::{Span, Spec};
use names::{Names, prose};
pub use new_table::{TableChoice, new_table};
pub use page_facts::PageFacts;
use page_facts::{entry, finish};
use std::collections::HashSet;

/// Reads the facts of every document that a page is about, or of `as_document` only.
///
/// # Errors
/// Why the page is refused, and all other complaints.
pub fn read(page: &Page, spec: &Spec, as_document: Option<&str>) -> Result<PageFacts, Vec<Complaint>> {
    if let Some(read) = new_table::declared_table(page, spec, as_document) {
        return read;
    }
    // What states a fact of another document is not text of this one, whether that document is asked for or not.
    if let Some(id) = as_document
        && let Ok(mut all) = read_as(page, spec, None)
        && all.facts.iter().any(|facts| facts.document == id)
    {
        all.facts.retain(|facts| facts.document == id);
        return Ok(all);
    }
    read_as(page, spec, as_document)
}

fn read_as(page: &Page, spec: &Spec, as_document: Option<&str>) -> Result<PageFacts, Vec<Complaint>> {
    if let Some(unknown) = as_document.filter(|id| spec.document(id).is_none()) {
        let says = format!("document `{unknown}` is not declared in documents.toml");
        let unknown = Complaint { place: Span::None, says, fatal: true };
        return Err(page.complaints.iter().cloned().chain([unknown]).collect());
    }
    // A table without one of its rows would be refused again for everything that the row says.
    if page.is_refused() {
        return Err(page.complaints.clone());
    }
    let mut names = Names::new(spec);
    names.learn_abbreviations(page);
    let lists = type_lists(page, spec, as_document, &mut names);
    let mut facts: Vec<Facts> = Vec::new();
    let sections = promotion::sections(page, &names);
    let tables = promotion::read(page, &sections, &names, as_document);
    let of_lists = lists.as_ref().map(|(document, _)| document.as_str());
    let unread = explanations::unread(page, &sections, &tables, of_lists, &names);
    for (document, table) in tables {
        entry(&mut facts, document, page).tables.push(table);
    }
    for (document, unread) in unread {
        entry(&mut facts, document, page).unread.push(unread);
    }
    if let Some((document, types)) = lists {
        let facts = entry(&mut facts, document, page);
        (facts.types, facts.others) = (types.types, types.others);
    }
    let before = names.refusals();
    let operator = operator::read(page, &names, as_document, true);
    let undeclared = operator.is_none() && names.refusals() > before;
    if let Some((document, operator, unread)) = operator {
        let facts = entry(&mut facts, document, page);
        facts.operator = Some(operator);
        facts.unread = unread;
    }
    let unread: Vec<UnreadFact> = facts.iter().flat_map(|facts| facts.unread.clone()).collect();
    let rest = rest::rest(page, &unread, &sections, &names);
    facts.iter_mut().for_each(|facts| facts.rest = Some(rest.clone()));
    also_about(&facts, as_document, undeclared, &names);
    check_whole(&facts, page, as_document, &names);
    finish(facts, page, names)
}

/// A note about which documents were found on a page that is about several, or about one that is `undeclared`.
fn also_about(facts: &[Facts], as_document: Option<&str>, undeclared: bool, names: &Names<'_>) {
    let ids: Vec<String> = facts.iter().map(|facts| format!("`{}`", facts.document)).collect();
    let says = match (as_document, undeclared, facts) {
        (None, true, [_, ..]) => {
            format!("the page is also about {}; `--as` reads one document alone", ids.join(" and "))
        }
        (None, false, [_, _, ..]) => format!("the page is about {}", ids.join(" and ")),
        _ => return,
    };
    names.note(Span::None, says);
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

/// Reads a page about functions of aclnn, whether a document declares them or not.
///
/// The facts are those of one document. Its id is that of the document that declares one of the functions; if there is
/// none, it is made from the name of the first function: `aclnn.cumsum` for `aclnnCumsumGetWorkspaceSize`.
///
/// # Errors
/// Why the page is refused, and all other complaints.
pub fn operator_page(page: &Page, spec: &Spec) -> Result<PageFacts, Vec<Complaint>> {
    if page.is_refused() {
        return Err(page.complaints.clone());
    }
    let names = Names::new(spec);
    let mut facts: Vec<Facts> = Vec::new();
    match operator::read(page, &names, None, false) {
        Some((document, operator, unread)) => {
            let facts = entry(&mut facts, document, page);
            facts.operator = Some(operator);
            facts.unread = unread;
            facts.rest = Some(rest::rest(page, &facts.unread, &promotion::sections(page, &names), &names));
        }
        None => {
            let place = page.blocks.first().map_or(Span::None, Block::place);
            names.refuse(place, "the page declares no function under a heading such as “函数原型”");
        }
    }
    finish(facts, page, names)
}

/// The types that the page lists, and their document: the one whose editions list types in the same scheme. Their names
/// are added to `names`.
fn type_lists<'a>(
    page: &Page,
    spec: &'a Spec,
    wanted: Option<&str>,
    names: &mut Names<'a>,
) -> Option<(String, types::Types)> {
    if !page.blocks.iter().any(|block| matches!(block, Block::Table(grid) if types::is_list(grid))) {
        return None;
    }
    let mut documents: Vec<&str> = spec.type_lists.iter().map(|list| list.document.as_str()).collect();
    documents.dedup();
    let document = documents.into_iter().find(|id| wanted.is_none_or(|wanted| wanted == *id))?;
    let scheme = spec.schemes.iter().find(|scheme| scheme.cite.document == document)?;
    let types = types::read(page, &scheme.name, names);
    names.define(types.names());
    (!types.types.is_empty()).then(|| (document.to_owned(), types))
}

/// Refuses a page that says nothing, or less than every edition of its document: it is a stub, or was cut.
fn check_whole(facts: &[Facts], page: &Page, as_document: Option<&str>, names: &Names<'_>) {
    let spec = names.spec;
    let first = page.blocks.first().map_or(Span::None, Block::place);
    let refuse = |says: String| names.refuse(first, says);
    if facts.is_empty() {
        let what = as_document.map_or("any document".to_owned(), |id| format!("`{id}`"));
        refuse(format!("the page says nothing about {what}: has it moved, or is it the wrong page?"));
    }
    for facts in facts {
        let id = &facts.document;
        let known = spec.tables.iter().filter(|table| table.document == *id);
        let lacking = known.filter(|table| !facts.tables.iter().any(|known| known.id == table.id));
        let lacking: Vec<&str> = lacking.map(|table| table.id.as_str()).collect();
        let lists = spec.type_lists.iter().filter(|list| list.document == *id);
        let listed: HashSet<&String> = lists.flat_map(|list| &list.types).map(|ty| &ty.name).collect();
        let known = facts.types.iter().filter(|ty| listed.contains(&ty.name)).count();
        let other = announces_tables(page) || 2 * known < facts.types.len();
        if !lacking.is_empty() && facts.tables.is_empty() && !other {
            let tables = lacking.join("` and `");
            let says = format!(
                "the page has no word about `{tables}`: it is from before the tables, or was cut in front of them"
            );
            names.note(first, says);
        } else {
            for table in lacking {
                refuse(format!("the page of `{id}` lacks the table `{table}`; is it complete?"));
            }
        }
        if spec.type_lists.iter().any(|list| list.document == *id) && facts.types.is_empty() {
            refuse(format!("the page of `{id}` lacks its list of types; is it complete?"));
        }
        let dtypes: Vec<&str> = facts.types.iter().map(|ty| ty.dtype.as_str()).collect();
        for table in &facts.tables {
            let rows = table.axes().0;
            for dtype in dtypes.iter().filter(|dtype| !rows.contains(dtype)) {
                refuse(format!(
                    "the page lists `{dtype}` and `{}` has no row for it; is it complete?",
                    table.id
                ));
            }
        }
    }
}

/// Whether a page speaks of promotion, or has a table that could be one about it.
fn announces_tables(page: &Page) -> bool {
    page.blocks.iter().any(|block| match block {
        Block::Table(grid) => !types::is_list(grid),
        block => prose(block).is_some_and(|text| has_word("announces_tables", &text.text.to_lowercase())),
    })
}
