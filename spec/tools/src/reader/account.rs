//! Accounts for the sentences of a page about an operator that describe no parameter: each is understood, holds no
//! requirement, or is listed as unread.
//!
//! What the operator does and its formulas are not understood by definition: every sentence of that part is unread, so that
//! a page with another formula is another page. Examples, headings, and products with their marks state no requirements in
//! sentences; who reads them refuses what is unclear.

use super::clause::{self, Scope};
use super::harmless::{self, Expected};
use super::names::Names;
use super::outline::Part;
use super::prototype::{self, Prototype};
use super::remarks::Remark;
use super::statements::{label, sentence, twice};
use super::text::{plain, row_place, sentences, squeezed};
use crate::facts::{OperatorFacts, UnreadFact};
use crate::page::{Block, PageTable, Text};
use crate::vocabulary::forms;
use ascertain_spec::model::Span;

/// A block, its part, and the function whose section it is in.
pub(super) type Placed<'a> = (&'a Block, Part, Option<usize>);

/// Reads one page's remaining sentences.
pub(super) struct Account<'a> {
    pub(super) names: &'a Names<'a>,
    prototypes: &'a [Prototype],
    pub(super) unread: Vec<UnreadFact>,
}

/// A limit that holds for the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    MaxRank(u32),
    Deterministic(bool),
}

impl<'a> Account<'a> {
    pub(super) fn new(names: &'a Names<'a>, prototypes: &'a [Prototype]) -> Self {
        Self { names, prototypes, unread: Vec::new() }
    }

    /// Accounts for texts in the sections of a function that describe no parameter and no status code.
    pub(super) fn remarks(&mut self, remarks: Vec<Remark>, about: &str) {
        for remark in remarks {
            // What is around an item says when it holds: below other products it is another sentence.
            let around = remark.under.iter().filter(|said| !said.ends_with('。'));
            let around: String = around.map(|said| format!("{said} ")).collect();
            for said in sentences(&remark.says) {
                if !harmless::holds_nothing(said, Expected::Phrases, self.names) {
                    self.names.claim(said, remark.place);
                    self.unread.push(UnreadFact::new(about, &format!("{around}{said}"), remark.place));
                }
            }
        }
    }

    /// Accounts for all blocks but products, and the parameters and results of a function, whose remarks are accounted for.
    pub(super) fn blocks(&mut self, blocks: &[Placed<'_>], facts: &mut OperatorFacts) {
        let mut above = Above::default();
        for (block, part, function) in blocks {
            let name = function.map(|index| self.prototypes[index].name.as_str());
            match part {
                Part::Support | Part::Supported | Part::Example => {}
                Part::Parameters | Part::Returns if name.is_some() => {}
                Part::Constraints => self.constraint(block, &mut above, facts),
                Part::Prototype => {
                    let (Block::Code(text) | Block::Paragraph(text) | Block::Item(_, text)) = block else {
                        self.block(block, "prototype", Expected::References);
                        continue;
                    };
                    // The reader of prototypes passes over comments and values of arguments that may be left out.
                    let more = ["//", "/*", "="].iter().any(|mark| text.text.contains(mark));
                    match prototype::read(&text.text, text.place) {
                        Ok(found) if found.is_empty() => self.block(block, "prototype", Expected::References),
                        Ok(_) if more => {
                            self.unread.push(UnreadFact::new("prototype", &text.text, text.place));
                        }
                        Ok(_) => self.names.claim(&text.text, text.place),
                        Err(_) => {}
                    }
                }
                Part::Description => self.block(block, "description", Expected::References),
                Part::Parameters => {
                    let about = name.map_or("parameters".to_owned(), |name| format!("{name}, parameters"));
                    self.block(block, &about, Expected::References);
                }
                Part::Returns => {
                    let about =
                        name.map_or("return values".to_owned(), |name| format!("{name}, return value"));
                    self.block(block, &about, Expected::References);
                }
                Part::Other => self.block(block, name.unwrap_or("page"), Expected::Phrases),
            }
        }
    }

    /// Lists the sentences of a block that hold or may hold requirements.
    fn block(&mut self, block: &Block, about: &str, expected: Expected) {
        match block {
            Block::Heading(..) => {}
            Block::Paragraph(text) | Block::Item(_, text) => self.text(text, about, expected),
            Block::Code(text) => self.unread.push(UnreadFact::new(about, &text.text, text.place)),
            Block::Table(grid) => {
                if let Some(caption) = &grid.caption {
                    self.text(caption, about, Expected::Phrases);
                }
                self.unread.extend(rows_of(grid, about));
            }
        }
    }

    /// Lists the sentences of a text that hold or may hold requirements.
    pub(super) fn text(&mut self, text: &Text, about: &str, expected: Expected) {
        self.unread.extend(sentences_of(text, about, expected, self.names));
    }

    /// Reads limits of the operator.
    fn constraint(&mut self, block: &Block, above: &mut Above, facts: &mut OperatorFacts) {
        let (Block::Paragraph(text) | Block::Item(_, text)) = block else {
            self.block(block, "constraints", Expected::References);
            return;
        };
        let mut limited = above.limits(block);
        let scope = Scope { names: self.names, parameter: "", products: &[] };
        for said in sentences(&text.text) {
            let read = |clause: &str| limit(clause, self.prototypes).map(|limit| vec![limit]);
            let reading = sentence(&plain(said), &scope, (Expected::References, text.place), read);
            limited |= label(&plain(said)).is_some();
            if !reading.whole || (limited && !reading.stated.is_empty()) {
                self.unread.push(UnreadFact::new("constraints", said, text.place));
            }
            if !limited {
                reading.stated.into_iter().for_each(|limit| self.limit(limit, text.place, facts));
            }
        }
    }

    /// Notes a limit of the operator, which the page must not state in two ways.
    fn limit(&self, limit: Limit, place: Span, facts: &mut OperatorFacts) {
        let other = match limit {
            Limit::MaxRank(rank) => {
                let known = facts.max_rank.get_or_insert((rank, place));
                (known.0 != rank).then_some((known.1, "the most dimensions"))
            }
            Limit::Deterministic(is) => {
                let known = facts.deterministic.get_or_insert((is, place));
                (known.0 != is).then_some((known.1, "whether it is deterministic"))
            }
        };
        if let Some((other, what)) = other {
            let says = format!("the page contradicts itself: {}", twice(what, other, place));
            self.names.refuse(place, says);
        }
    }
}

/// A heading that may hold a requirement.
pub(super) fn heading(text: &Text, names: &Names<'_>) -> Option<UnreadFact> {
    let holds = !harmless::heading_holds_nothing(&text.plain(), names);
    holds.then(|| UnreadFact::new("heading", &text.text, text.place))
}

/// The rows of a table that is not understood.
pub(super) fn rows_of(grid: &PageTable, about: &str) -> Vec<UnreadFact> {
    let said = |row: &Vec<Text>| {
        let cells: Vec<&str> = row.iter().map(|text| text.text.as_str()).collect();
        let says_something = cells.iter().any(|cell| !cell.is_empty());
        says_something.then(|| UnreadFact::new(about, &cells.join(" | "), row_place(row)))
    };
    grid.rows.iter().filter_map(said).collect()
}

/// The sentences of a text that hold or may hold requirements.
pub(super) fn sentences_of(
    text: &Text,
    about: &str,
    expected: Expected,
    names: &Names<'_>,
) -> Vec<UnreadFact> {
    sentences(&text.text)
        .filter(|said| !harmless::holds_nothing(&plain(said), expected, names))
        .map(|said| UnreadFact::new(about, said, text.place))
        .collect()
}

/// The items and the paragraph above an item, and whether each limits when it holds.
#[derive(Default)]
struct Above {
    paragraph: bool,
    items: Vec<(u8, bool)>,
}

impl Above {
    /// Whether something above limits a block. What stands below the block will be limited by it, unless it is a mere label.
    fn limits(&mut self, block: &Block) -> bool {
        match block {
            Block::Item(depth, text) => {
                self.items.retain(|(other, _)| other < depth);
                let label = harmless::is_label(&text.plain());
                // A label of its own begins another subject than the paragraph above the list.
                self.paragraph &= !(label && self.items.is_empty());
                let limited = self.paragraph || self.items.iter().any(|(_, limits)| *limits);
                self.items.push((*depth, !label));
                limited
            }
            Block::Paragraph(text) => {
                self.items.clear();
                let said = text.plain();
                self.paragraph = !said.ends_with(['。', '.']) && !harmless::is_label(&said);
                false
            }
            _ => false,
        }
    }
}

/// The limit that a clause states for all functions.
fn limit(clause: &str, prototypes: &[Prototype]) -> Option<Limit> {
    let clause = squeezed(clause);
    if let Some(found) = forms("deterministic").captures(&clause) {
        let named = found.name("names").map_or("", |names| names.as_str());
        return speaks_of_all(named, prototypes).then(|| Limit::Deterministic(found.name("not").is_none()));
    }
    const TENSORS: [&str; 4] = ["所有", "输入输出", "输入和输出", "输入"];
    let subject = TENSORS.iter().find_map(|subject| clause.strip_prefix(subject)).unwrap_or(&clause);
    let ranks = clause::ranks(subject.trim_start_matches('的'))?;
    ranks.most.filter(|_| ranks.least.is_none()).map(Limit::MaxRank)
}

/// Whether a list of names is that of all functions, or empty. Both calls of a function have one name.
fn speaks_of_all(named: &str, prototypes: &[Prototype]) -> bool {
    let base = |name: &str| name.strip_suffix("GetWorkspaceSize").unwrap_or(name).to_owned();
    let named: Vec<String> = super::text::identifiers(named)
        .into_iter()
        .map(|(_, name)| base(name))
        .filter(|name| name != "and")
        .collect();
    let declared: Vec<String> = prototypes.iter().map(|prototype| base(&prototype.name)).collect();
    named.is_empty()
        || (named.iter().all(|name| declared.contains(name))
            && declared.iter().all(|name| named.contains(name)))
}
