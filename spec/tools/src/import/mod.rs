//! Makes an edition of the specification from the facts of a page.
//!
//! [`candidate`] writes the edition's file: in full, or only the differences if it inherits. Before it is returned, it is
//! checked: the specification with the file must be valid, and the new edition must have the facts of the page. What
//! people write (requirements, predicates, errata, wording) is never changed. Wording is taken from an edition that has
//! the same fact. [`best_candidate`] also chooses the edition to inherit from.

mod change;
mod declare;
mod full;
mod places;
mod verify;
mod wording;
mod write;

use crate::diff::{Change, diff};
use crate::facts::Facts;
use ascertain_spec::model::{Document, Edition, SourceKind, Spec};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use wording::Wording;
use write::{Section, quote};

pub use declare::{Declaration, declare, declare_table};
pub use places::line_of;
pub use verify::{Match, Verification, verify};
pub use write::sentences;

/// The file of an edition, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Id of the document.
    pub document: String,
    /// Name of the edition.
    pub edition: String,
    /// The edition that it inherits from.
    pub inherits: Option<String>,
    /// Path relative to the specification's folder, with `/` between components.
    pub file: String,
    /// The file's text.
    pub text: String,
    /// Path and text of the file beside it with the page's sentences, if the facts are those of a page.
    pub sentences: Option<(String, String)>,
    /// Whether it differs from the edition that it inherits from.
    pub differs: bool,
}

impl Candidate {
    /// Its files: paths and texts.
    pub fn files(&self) -> Vec<(String, String)> {
        [(self.file.clone(), self.text.clone())].into_iter().chain(self.sentences.clone()).collect()
    }
}

/// Why a page cannot become an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// What was asked for does not exist, exists already or cannot be, in a sentence.
    Refused(String),
    /// Inheriting cannot express what the page says.
    CannotInherit {
        /// The edition to inherit from.
        from: String,
        /// The differences that cannot be expressed, in words.
        because: Vec<String>,
    },
    /// The specification is not valid with the file: the compiler's message.
    Unsound(String),
    /// The edition would differ from the page.
    Unfaithful(Vec<Change>),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(says) => f.write_str(says),
            Self::CannotInherit { from, because } => {
                write!(f, "cannot be expressed by inheriting from `{from}`: {}", because.join("; "))
            }
            Self::Unsound(problems) => write!(f, "the specification is not valid with it\n\n{problems}"),
            Self::Unfaithful(differences) => {
                let says: Vec<&str> = differences.iter().map(|difference| difference.says.as_str()).collect();
                write!(f, "the edition would not say what the page says: {}", says.join("; "))
            }
        }
    }
}

impl ImportError {
    fn no_edition(name: &str) -> Self {
        Self::Refused(format!("there is no edition `{name}` to inherit from"))
    }

    /// `documents.toml` cannot be edited.
    fn unreadable<E: fmt::Display>(why: E) -> Self {
        Self::Refused(format!("documents.toml cannot be edited: {why}"))
    }
}

impl std::error::Error for ImportError {}

/// Makes the file of edition `name` from the facts of a page: inheriting from `inherits`, or in full. Nothing is written.
/// In full, it takes the requirements of the edition that differs least, so that the overlay need not be edited.
///
/// With `replace`, an existing edition of that name is ignored, so that the candidate can be compared with it.
///
/// # Errors
/// Why the page cannot become that edition.
pub fn candidate(
    spec: &Spec,
    facts: &Facts,
    name: &str,
    inherits: Option<&str>,
    replace: bool,
) -> Result<Candidate, ImportError> {
    let id = facts.document.as_str();
    let unknown = || ImportError::Refused(format!("document `{id}` is not declared in documents.toml"));
    let document = spec.document(id).ok_or_else(unknown)?;
    check_edition_name(name)?;
    let file = format!("{}/{name}.toml", id.replacen('.', "/", 1));
    if !replace && (document.editions.iter().any(|e| e.name == name) || spec.text(&file).is_some()) {
        let says = format!("{file} already exists; choose another name for the edition");
        return Err(ImportError::Refused(says));
    }
    if let Some(functions) = alien_functions(document, spec, facts) {
        let (these, those) = (functions.join(" and "), "which are not functions of this document");
        return Err(ImportError::Refused(format!("the page is about {these}, {those}")));
    }
    let words = Wording::new(spec, id, if replace { Some(name) } else { inherits }, replace);
    let (body, differs) = match inherits {
        Some(from) => {
            let parent = Facts::of_edition(spec, id, from).ok_or_else(|| ImportError::no_edition(from))?;
            let differences = diff(&parent, facts);
            let body = change::body(facts, &parent, &differences, &words)
                .map_err(|because| ImportError::CannotInherit { from: from.to_owned(), because })?;
            (body, !differences.is_empty())
        }
        None => (full::body(facts, &words), true),
    };
    let known = document.edition(name);
    let requirements_of = match (inherits, known) {
        (Some(_), Some(known)) => known.requirements_of.clone(),
        (None, Some(known)) => known.follows().map(str::to_owned),
        (Some(_), None) => None,
        (None, None) => by_distance(spec, facts).into_iter().next().map(|(nearest, _)| nearest),
    };
    // A person has not read the sentences that no edition had before.
    let known_sentences = document.editions.iter().flat_map(|edition| edition.sentences.iter().flatten());
    let answered: HashSet<&str> =
        known_sentences.filter(|one| one.answer.is_some()).map(|one| one.digest.as_str()).collect();
    let draft =
        facts.operator.is_some() && facts.unread.iter().any(|one| !answered.contains(one.digest.as_str()));
    let mut text = head(facts, name, (inherits, requirements_of.as_deref()), known, draft);
    text.push_str(&body);
    let candidate = Candidate {
        document: id.to_owned(),
        edition: name.to_owned(),
        inherits: inherits.map(str::to_owned),
        file,
        text,
        sentences: sentences(facts, name),
        differs,
    };
    try_out(spec, &candidate.files(), facts, name)?;
    Ok(candidate)
}

/// The edition that was read from the bytes of the page.
pub fn own_edition<'a>(spec: &'a Spec, facts: &Facts) -> Option<&'a Edition> {
    let editions = &spec.document(&facts.document)?.editions;
    editions.iter().find(|edition| edition.digest.is_some() && edition.digest == facts.digest)
}

/// The editions of a page's document that were read from pages, each with the number of its differences from the page.
/// The nearest comes first, and of several the newest.
pub fn by_distance(spec: &Spec, facts: &Facts) -> Vec<(String, usize)> {
    let editions = spec.document(&facts.document).into_iter().flat_map(|document| &document.editions);
    let pages = editions.filter(|edition| edition.source == SourceKind::Page).enumerate();
    let mut found: Vec<(usize, Reverse<usize>, String)> = pages
        .filter_map(|(age, edition)| {
            let known = Facts::of_edition(spec, &facts.document, &edition.name)?;
            Some((diff(&known, facts).count(), Reverse(age), edition.name.clone()))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(differences, _, name)| (name, differences)).collect()
}

/// Makes the file of a new edition `name` from the facts of a page. It inherits from the nearest edition that can express
/// the page. If none can, every fact is written.
///
/// # Errors
/// Why the page cannot become an edition in any of these ways: what is wrong with writing every fact.
pub fn best_candidate(spec: &Spec, facts: &Facts, name: &str) -> Result<Candidate, ImportError> {
    for (parent, _) in by_distance(spec, facts) {
        match candidate(spec, facts, name, Some(&parent), false) {
            Err(ImportError::CannotInherit { .. } | ImportError::Unsound(_) | ImportError::Unfaithful(_)) => {
            }
            result => return result,
        }
    }
    candidate(spec, facts, name, None, false)
}

/// The name of an edition is also the name of its file.
fn check_edition_name(name: &str) -> Result<(), ImportError> {
    let fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(fit) {
        let says = format!("`{name}` cannot name an edition; use letters, digits, `.`, `-` and `_`");
        return Err(ImportError::Refused(says));
    }
    Ok(())
}

/// The beginning of an edition's file.
fn head(
    facts: &Facts,
    name: &str,
    (inherits, requirements_of): (Option<&str>, Option<&str>),
    known: Option<&Edition>,
    draft: bool,
) -> String {
    let from = match inherits {
        Some(_) => ": what differs from the edition that it inherits from",
        None => "",
    };
    let edition = Section::new("edition")
        .text("document", &facts.document)
        .text("name", name)
        .maybe("inherits", inherits.map(quote))
        .maybe("requirements_of", requirements_of.map(quote))
        .maybe("draft", draft.then(|| "true".to_owned()));
    let source = Section::new("edition.source")
        .text("kind", "page")
        .text("title", &facts.title)
        .text("named", known.map_or("chosen when the page was imported", |source| &source.named))
        .some("address", known.and_then(|source| source.address.as_ref()))
        .some("digest", facts.digest.as_ref())
        .some("extent", facts.extent.as_ref());
    let first = format!("# Read from the page by `ascertain-spec import`{from}.\nversion = 1\n");
    first + &edition.toml + &source.toml
}

/// Checks that the specification is valid with these files, and that the edition `name` has the facts of the page.
fn try_out(spec: &Spec, files: &[(String, String)], facts: &Facts, name: &str) -> Result<(), ImportError> {
    let with = spec.with_files(files).map_err(|problems| ImportError::Unsound(problems.to_string()))?;
    let edition = Facts::of_edition(&with, &facts.document, name);
    let edition = edition.ok_or_else(|| ImportError::no_edition(name))?;
    let differences = diff(&edition, facts).with_places();
    if differences.is_empty() { Ok(()) } else { Err(ImportError::Unfaithful(differences)) }
}

/// The functions of the page, if none of them is a function of any edition of the document.
fn alien_functions(document: &Document, spec: &Spec, facts: &Facts) -> Option<Vec<String>> {
    let functions = &facts.operator.as_ref()?.functions;
    let operator = spec.operator_of(&document.id)?;
    let known = |name: &str| operator.contracts.iter().flat_map(|c| &c.functions).any(|f| f.name == name);
    let alien = !functions.is_empty() && !functions.iter().any(|function| known(&function.name));
    alien.then(|| functions.iter().map(|function| function.name.clone()).collect())
}
