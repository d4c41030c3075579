//! The facts of a page by document, whether it says all that it should, and why it is refused.

use super::names::Names;
use super::promotion::Section;
use super::rest::rest;
use super::types;
use crate::facts::{Facts, UnreadFact};
use crate::page::{Block, Complaint, Page, Text};
use crate::vocabulary::has_word;
use ascertain_spec::model::Span;
use std::collections::{BTreeSet, HashSet};

/// The facts of every document that a page is about, and what a person should check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// Facts by document, in the page's order; at least one.
    pub facts: Vec<Facts>,
    /// What the page leaves unclear or says twice. None of it is fatal.
    pub notes: Vec<Complaint>,
}

/// The facts, each with what is the whole page's: its title, digest and extent, and every text that no reader claimed. Or why
/// the page is refused.
pub(super) fn finish(
    mut facts: Vec<Facts>,
    page: &Page,
    sections: &[Section<'_>],
    names: Names<'_>,
) -> Result<PageFacts, Vec<Complaint>> {
    let title = title(page);
    let unread: Vec<UnreadFact> = facts.iter().flat_map(|facts| facts.unread.clone()).collect();
    let rest = rest(page, &unread, sections, &names);
    for facts in &mut facts {
        facts.title.clone_from(&title);
        facts.digest = Some(page.digest.clone()).filter(|digest| !digest.is_empty());
        facts.extent = Some(page.extent.clone()).filter(|extent| !extent.is_empty());
        facts.rest = Some(rest.clone());
    }
    let is_refused = names.refusals() > 0;
    let mut complaints = page.complaints.clone();
    complaints.extend(names.complaints.into_inner());
    // A cell that spans several rows is read in each of them.
    let mut said = BTreeSet::new();
    complaints.retain(|complaint| said.insert(complaint.says.clone()));
    if is_refused { Err(complaints) } else { Ok(PageFacts { facts, notes: complaints }) }
}

/// The facts of a document, created if there are none yet.
pub(super) fn entry(facts: &mut Vec<Facts>, document: String) -> &mut Facts {
    let index = facts.iter().position(|facts| facts.document == document).unwrap_or_else(|| {
        facts.push(Facts { document, ..Facts::default() });
        facts.len() - 1
    });
    &mut facts[index]
}

/// The first heading, or the first text.
pub(super) fn title(page: &Page) -> String {
    let heading = page.blocks.iter().find_map(|block| match block {
        Block::Heading(_, text) => Some(text),
        _ => None,
    });
    heading.or_else(|| page.blocks.iter().find_map(Block::prose)).map(Text::plain).unwrap_or_default()
}

/// A note about which documents were found on a page that is about several, or about one that is `undeclared`.
pub(super) fn also_about(facts: &[Facts], as_document: Option<&str>, undeclared: bool, names: &Names<'_>) {
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

/// Refuses a page that says nothing, or less than every edition of its document: it is a stub, or was cut.
pub(super) fn check_whole(facts: &[Facts], page: &Page, as_document: Option<&str>, names: &Names<'_>) {
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
        block => block.prose().is_some_and(|text| has_word("announces_tables", &text.text.to_lowercase())),
    })
}
