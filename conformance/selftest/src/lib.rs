//! Proof that the conformance suite sees what it claims to see.
//!
//! A suite that no wrong implementation fails proves nothing. So wrong ones are made, called mutants, and each must fail:
//!
//! - [`cells`]: every cell of every promotion table, in every edition, changed to every other value,
//! - [`faults`]: implementations with one seeded fault each, most of them met in real ones,
//! - [`formulas`]: every formula of every operator, computed wrongly,
//! - [`boundaries`]: every predicate of every requirement, in every edition, made weaker and stronger.
//!
//! A mutant is killed by a failure that names a requirement which it breaks: an error of an adapter kills none, and where the
//! documents advise or leave something open, a warning or an observation shows it and is counted apart. One that no call tells from a right
//! implementation is listed with the reason. Any other survives, and shows a gap in the suite.

pub mod boundaries;
pub mod cells;
mod contrast;
pub mod diagnosis;
pub mod faults;
pub mod formulas;
pub mod score;
mod seeded;
pub mod standards;

use ascertain::document::{Editions, UnknownEdition};
use ascertain_judge::case::Case;
use ascertain_judge::suite;
use ascertain_judge::suite::vectors::VectorError;
use core::fmt;
use score::{Mutant, Part, Score};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use wildmatch::WildMatch;

/// What to test.
pub struct Options<'a> {
    /// The kinds of mutants.
    pub parts: &'a [Part],
    /// Only mutants whose id fits this pattern, where `*` stands for any characters.
    pub filter: Option<&'a str>,
    /// The suite: its cases for a choice of editions.
    pub suite: &'a dyn Fn(&Editions) -> Result<Vec<Case>, VectorError>,
}

impl Default for Options<'_> {
    /// Everything, with the suite of this version.
    fn default() -> Self {
        Self { parts: &Part::ALL, filter: None, suite: &suite::build }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("parts", &self.parts).field("filter", &self.filter).finish()
    }
}

/// Why the self-test cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelfTestError {
    /// The suite's vectors are malformed.
    Suite(VectorError),
    /// An edition does not exist.
    Edition(UnknownEdition),
    /// The reference does not pass a case, so that a finding says nothing about a mutant.
    Reference {
        /// The document.
        document: &'static str,
        /// The edition.
        edition: &'static str,
        /// The case.
        case: Arc<str>,
    },
}

impl fmt::Display for SelfTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suite(error) => error.fmt(f),
            Self::Edition(error) => error.fmt(f),
            Self::Reference { document, edition, case } => {
                write!(f, "the reference does not pass {case} by edition {edition} of {document}")
            }
        }
    }
}

impl core::error::Error for SelfTestError {}

impl From<VectorError> for SelfTestError {
    fn from(error: VectorError) -> Self {
        Self::Suite(error)
    }
}

impl From<UnknownEdition> for SelfTestError {
    fn from(error: UnknownEdition) -> Self {
        Self::Edition(error)
    }
}

/// How many mutants there are.
///
/// # Errors
/// If an edition does not exist, which the specification excludes.
pub fn count(options: &Options<'_>) -> Result<usize, SelfTestError> {
    let pattern = options.filter.map(WildMatch::new);
    let chosen = Chosen { suite: options.suite, pattern: pattern.as_ref(), built: RefCell::default() };
    let counts = options.parts.iter().map(|part| match part {
        Part::Cells => cells::count(&chosen),
        Part::Faults => Ok(seeded::count(&chosen)),
        Part::Formulas => Ok(formulas::count(&chosen)),
        Part::Boundaries => Ok(boundaries::count(&chosen)),
    });
    counts.sum()
}

/// Makes the mutants and asks each the cases that can tell it from a right implementation. `on_mutants` is told how many
/// more are done, and how many of them survive.
///
/// # Errors
/// If the suite cannot be built, or the reference itself does not pass it.
pub fn run(options: &Options<'_>, on_mutants: &mut dyn FnMut(usize, usize)) -> Result<Score, SelfTestError> {
    let start = Instant::now();
    let pattern = options.filter.map(WildMatch::new);
    let chosen = Chosen { suite: options.suite, pattern: pattern.as_ref(), built: RefCell::default() };
    let mut score = Score::default();
    for part in Part::ALL.into_iter().filter(|part| options.parts.contains(part)) {
        let mut take = |mutants: Vec<Mutant>| {
            on_mutants(mutants.len(), mutants.iter().filter(|mutant| mutant.survives()).count());
            score.mutants.extend(mutants);
        };
        match part {
            Part::Cells => score.cells = cells::run(&chosen, &mut take)?,
            Part::Faults => seeded::run(&chosen, &mut take)?,
            Part::Formulas => formulas::run(&chosen, &mut take)?,
            Part::Boundaries => boundaries::run(&chosen, &mut take)?,
        }
    }
    score.seconds = start.elapsed().as_secs_f64();
    Ok(score)
}

/// The suite, and which mutants are wanted.
struct Chosen<'a> {
    suite: &'a dyn Fn(&Editions) -> Result<Vec<Case>, VectorError>,
    pattern: Option<&'a WildMatch>,
    /// The suite of some editions: most operators have one edition, and so the same ones.
    built: RefCell<Option<(Editions, Rc<Vec<Case>>)>>,
}

impl Chosen<'_> {
    fn wants(&self, id: &str) -> bool {
        self.pattern.is_none_or(|pattern| pattern.matches(id))
    }

    fn suite(&self, editions: &Editions) -> Result<Rc<Vec<Case>>, SelfTestError> {
        let mut built = self.built.borrow_mut();
        match built.as_ref() {
            Some((of, suite)) if of == editions => Ok(Rc::clone(suite)),
            _ => {
                let suite = Rc::new((self.suite)(editions)?);
                *built = Some((editions.clone(), Rc::clone(&suite)));
                Ok(suite)
            }
        }
    }
}

/// The default editions, but with this one of a document.
fn editions(document: &str, edition: &str) -> Result<Editions, SelfTestError> {
    Ok(Editions::default().with(document, edition)?)
}
