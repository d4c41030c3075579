//! Explanations: what the documents say about something, where they say it, and which cases test it.
//!
//! Each kind of thing has a module with one function that makes its page, and a [`Topic`].

mod case;
mod causes;
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
mod topic;

use ascertain::DType;
use ascertain::contract::{Basis, Requirement};
use ascertain::dtype::Scheme;
use ascertain_conformance::report::page::{Page, row};

pub use names::{Named, dtype as dtype_named, nearest};
pub use requirement::CaseCounts;
pub use sources::{ByRequirement, NotExplained, Sources};
pub use topic::Topic;

/// Explains `promote SYSTEM A B`, or the one thing that `words` name.
///
/// # Errors
/// When the name is unknown, or the pair of operands is incomplete.
pub fn explain(words: &[String], sources: Sources<'_>) -> Result<Page, NotExplained> {
    match words {
        [] => Ok(topics(sources)),
        [verb, rest @ ..] if verb == "promote" => promote::page(rest, sources),
        [word] => explain_word(word, sources),
        words => {
            let why = format!(
                "cannot explain {} things at once; for a pair of dtypes write: promote SYSTEM A B",
                words.len()
            );
            Err(NotExplained::Pair(why))
        }
    }
}

/// Explains the one thing called `word`. No id is also the name of a dtype, so their order does not matter.
fn explain_word(word: &str, sources: Sources<'_>) -> Result<Page, NotExplained> {
    let page = Topic::ALL.into_iter().find_map(|kind| kind.page(word, sources));
    let page = page.or_else(|| case::page(word, sources)).or_else(|| causes::page(word));
    page.ok_or_else(|| NotExplained::Unknown(word.to_owned(), nearest_topics(word, sources)))
}

/// Known names nearest to `word`; case ids only if `word` looks like one.
fn nearest_topics(word: &str, sources: Sources<'_>) -> Vec<String> {
    let topics: Vec<&str> = Topic::ALL.into_iter().flat_map(Topic::names).chain([causes::NAME]).collect();
    let schemes =
        Scheme::ALL.into_iter().flat_map(|s| DType::ALL.into_iter().filter_map(move |d| d.name_in(s)));
    let cases = sources.cases.iter().map(|c| &*c.id).filter(|_| word.contains('/'));
    names::nearest(word, topics.into_iter().chain(schemes).chain(cases))
}

/// What can be explained.
fn topics(sources: Sources<'_>) -> Page {
    let mut page = Page::new("What can be explained");
    let mut rows = vec![row(&[&"two dtypes", &"promote aclnn f16 bf16"])];
    for kind in Topic::ALL {
        let names = kind.names();
        let more = names.len().saturating_sub(NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let article = if matches!(kind, Topic::Operator | Topic::Erratum) { "an" } else { "a" };
        let names = names[..names.len().min(NAMES)].join(" ") + &more;
        rows.push(row(&[&format!("{article} {}", kind.name()), &names]));
    }
    rows.push(row(&[&"a case", &sources.cases.first().map_or("", |c| &c.id)]));
    rows.push(row(&[&"the mistakes that a run looks for", &causes::NAME]));
    page.table("", &["what", "names"], rows);
    page
}

/// Who says so, with the reason of a reading.
fn basis(basis: Option<Basis>, reason: Option<&str>) -> String {
    let name = basis.map_or("", Basis::name);
    reason.map_or_else(|| name.to_owned(), |reason| format!("{name}: {reason}"))
}

/// The level and the basis of a requirement: `must, stated`; `unspecified`.
fn level(requirement: &Requirement) -> String {
    let basis = requirement.basis.map_or(String::new(), |basis| format!(", {}", basis.name()));
    format!("{}{basis}", requirement.level.name())
}

/// Number of names of a kind to list before counting the rest.
const NAMES: usize = 60;
