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
mod sources;
mod status;
mod table;

use ascertain_conformance::report::page::{Block, Page};

pub use names::{Named, dtype as dtype_named, nearest};
pub use requirement::CaseCounts;
pub use sources::{NotExplained, Sources};

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
