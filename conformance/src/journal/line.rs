//! A line of a journal: one step of a run.

use crate::report::json::{Area, Case, Errors, Random, ReadError, Shrunk, drift};
use ascertain_judge::catalog::Catalog;
use ascertain_judge::run::{Passed, Step, Subject};
use ascertain_judge::verdict::CaseResult;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A step. A case has the form that it has in a report.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line<'a> {
    Fixed {
        cases: Vec<Case<'a>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Place>,
    },
    Large(Box<Case<'a>>),
    Random {
        asked: u64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cases: Vec<Case<'a>>,
        /// By area, in the order in which the areas came.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unlisted: Vec<(Cow<'a, str>, Area<'a>)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<Place>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        errors: Vec<Errors<'a>>,
    },
    RandomDone(Random),
    Again {
        asked: u64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fixed: Vec<(u64, Case<'a>)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        random: Vec<(u64, Case<'a>)>,
    },
    Minimized(Option<Box<Shrunk<'a>>>),
    Ended(Option<Box<Case<'a>>>),
}

/// A case that passed: its place among the fixed or the random cases, and the digest of the answer in hex.
type Place = (u64, String);

impl<'a> Line<'a> {
    pub(super) fn of(step: &'a Step) -> Self {
        let cases = |results: &'a [CaseResult]| results.iter().map(Case::of).collect();
        let places = |passed: &[Passed]| {
            passed.iter().map(|passed| (place(passed.subject), format!("{:016x}", passed.digest))).collect()
        };
        match step {
            Step::Fixed { results, passed } => Self::Fixed { cases: cases(results), passed: places(passed) },
            Step::Large(result) => Self::Large(Box::new(Case::of(result))),
            Step::Random { asked, listed, unlisted, passed, drift } => Self::Random {
                asked: *asked,
                cases: cases(listed),
                unlisted: unlisted.iter().map(|own| (own.area.into(), Area::unlisted(own))).collect(),
                passed: places(passed),
                errors: Errors::all(drift),
            },
            Step::RandomDone(random) => Self::RandomDone(Random::of(random)),
            Step::Again { asked, changed } => {
                let of = |fixed: bool| {
                    let own =
                        changed.iter().filter(|(subject, _)| matches!(subject, Subject::Fixed(_)) == fixed);
                    own.map(|(subject, result)| (place(*subject), Case::of(result))).collect()
                };
                Self::Again { asked: *asked, fixed: of(true), random: of(false) }
            }
            Step::Minimized(small) => {
                Self::Minimized(small.as_deref().map(|small| Box::new(Shrunk::of(small))))
            }
            Step::Ended(finding) => {
                Self::Ended(finding.as_deref().map(|finding| Box::new(Case::of(finding))))
            }
        }
    }

    pub(super) fn restore(&self, catalog: &Catalog<'_>) -> Result<Step, ReadError> {
        let results = |cases: &[Case<'_>]| {
            cases.iter().map(|case| case.restore(catalog)).collect::<Result<_, ReadError>>()
        };
        Ok(match self {
            Self::Fixed { cases, passed } => {
                Step::Fixed { results: results(cases)?, passed: restored(passed, fixed)? }
            }
            Self::Large(case) => Step::Large(Box::new(case.restore(catalog)?)),
            Self::Random { asked, cases, unlisted, passed, errors } => {
                let counts = |(name, area): &(Cow<'_, str>, Area<'_>)| {
                    let unknown = || ReadError::unlike(format!("this suite has no area `{name}`"));
                    area.restore(catalog.area(name).ok_or_else(unknown)?)
                };
                Step::Random {
                    asked: *asked,
                    listed: results(cases)?,
                    unlisted: unlisted.iter().map(counts).collect::<Result<_, _>>()?,
                    passed: restored(passed, Subject::Random)?,
                    drift: drift(errors)?,
                }
            }
            Self::RandomDone(random) => Step::RandomDone(random.restore()),
            Self::Again { asked, fixed: of_fixed, random } => {
                let fixed = of_fixed.iter().map(|(place, case)| Ok((fixed(*place), case.restore(catalog)?)));
                let random =
                    random.iter().map(|(index, case)| Ok((Subject::Random(*index), case.restore(catalog)?)));
                let changed = fixed.chain(random).collect::<Result<_, ReadError>>()?;
                Step::Again { asked: *asked, changed }
            }
            Self::Minimized(small) => {
                let small = small.as_ref().map(|small| small.restore(catalog)).transpose();
                Step::Minimized(small.map_err(ReadError::unlike)?.map(Box::new))
            }
            Self::Ended(case) => {
                Step::Ended(case.as_ref().map(|case| case.restore(catalog)).transpose()?.map(Box::new))
            }
        })
    }
}

const fn place(subject: Subject) -> u64 {
    match subject {
        Subject::Fixed(at) => at as u64,
        Subject::Random(index) => index,
    }
}

fn fixed(place: u64) -> Subject {
    Subject::Fixed(usize::try_from(place).unwrap_or(usize::MAX))
}

fn restored(places: &[Place], subject: fn(u64) -> Subject) -> Result<Vec<Passed>, ReadError> {
    let passed = places.iter().map(|(place, digest)| {
        let wrong = |_| ReadError::unlike(format!("`{digest}` is not a digest"));
        Ok(Passed { subject: subject(*place), digest: u64::from_str_radix(digest, 16).map_err(wrong)? })
    });
    passed.collect()
}
