//! The facts of a page by document, and why it is refused.

use super::names::Names;
use super::promotion::Section;
use super::rest::rest;
use crate::facts::{Facts, UnreadFact};
use crate::page::{Block, Complaint, Page, Text};
use std::collections::BTreeSet;

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
