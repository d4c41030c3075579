//! Explanations: what the documents say about a pair of dtypes, a requirement, an operator, a dtype, a case, an
//! erratum, a document, a table, a status code or a profile, where they say it, and which cases test it.

mod case;
mod document;
mod dtype;
mod erratum;
mod names;
mod operator;
mod promote;
mod requirement;
mod status;
mod table;

use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::report::page::{Block, Page};
use core::fmt;

pub use names::{Named, dtype as dtype_named, nearest};
pub use requirement::Tally;

/// What explanations are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The chosen editions.
    pub editions: &'a Editions,
    /// Every case of the suite in those editions.
    pub cases: &'a [Case],
}

/// Why there is nothing to explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotExplained {
    /// Nothing goes by this name; what comes nearest.
    Unknown(String, Vec<String>),
    /// A pair of operands that no table takes, and why.
    Pair(String),
}

impl fmt::Display for NotExplained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word, _) => write!(f, "nothing here is called `{word}`"),
            Self::Pair(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for NotExplained {}

/// Explains what `words` name: `promote SYSTEM A B`, or the name of one thing.
///
/// # Errors
/// When nothing goes by that name, or a pair of operands is incomplete.
pub fn explain(words: &[String], sources: Sources<'_>) -> Result<Page, NotExplained> {
    match words {
        [] => Ok(topics(sources)),
        [verb, rest @ ..] if verb == "promote" => promote::page(rest, sources),
        [word] => one(word, sources),
        words => {
            let why = format!(
                "cannot explain {} things at once; for a pair of dtypes say: promote SYSTEM A B",
                words.len()
            );
            Err(NotExplained::Pair(why))
        }
    }
}

/// Explains the one thing called `word`. Ids come first: no id is also the name of a dtype.
fn one(word: &str, sources: Sources<'_>) -> Result<Page, NotExplained> {
    let pages: [fn(&str, Sources<'_>) -> Option<Page>; 9] = [
        operator::page,
        requirement::page,
        document::page,
        table::page,
        erratum::page,
        case::page,
        status::page,
        dtype::page,
        document::profile_page,
    ];
    let page = pages.into_iter().find_map(|page| page(word, sources));
    page.ok_or_else(|| NotExplained::Unknown(word.to_owned(), names::nearest_topics(word, sources)))
}

/// What can be explained.
fn topics(sources: Sources<'_>) -> Page {
    let mut page = Page::new("What can be explained");
    let mut rows = vec![["two dtypes".to_owned(), "promote aclnn f16 bf16".to_owned()]];
    for (kind, names) in names::topics() {
        let more = names.len().saturating_sub(NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        rows.push([kind.to_owned(), names[..names.len().min(NAMES)].join(" ") + &more]);
    }
    rows.push(["a case".to_owned(), sources.cases.first().map_or_else(String::new, |c| c.id.clone())]);
    page.section("", vec![Block::table(&["what", "names"], rows.into_iter().map(Vec::from).collect())]);
    page
}

/// How many names of a kind the list of topics shows before it counts the rest.
const NAMES: usize = 60;

/// How many case ids a page lists before it counts the rest.
const IDS: usize = 8;

/// A section's blocks on cases: the first ids, how many more, and how to ask them.
fn cases_block<'a>(cases: impl Iterator<Item = &'a Case>, selector: &str) -> Vec<Block> {
    let items = ids(cases);
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Items(items), Block::Command(format!("ascertain run --backend … {selector}"))]
}

/// The first ids, and how many more there are.
fn ids<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<String> {
    let mut ids: Vec<String> = cases.map(|c| c.id.clone()).collect();
    let more = ids.len().saturating_sub(IDS);
    if more > 1 {
        ids.truncate(IDS);
        ids.push(format!("and {more} more"));
    }
    ids
}
