//! Seeded faults as data: the reference implementation with one fault each. The suite must find every one of them.
//!
//! A broad fault is wrong on most calls. A narrow one is wrong on one path of a kernel: at the end of a tile, in one dtype,
//! from one length on. [`all`] lists the faults, [`harmless`] backends that look faulty, but answer as a right
//! implementation may.
//!
//! ```
//! use ascertain_selftest::faults;
//!
//! let fault = faults::named("integers/saturating").ok_or("no such fault")?;
//! assert_eq!(fault.what, "integer products stop at the ends of the dtype");
//! let mut backend = fault.backend();
//! assert_eq!(backend.describe()?.name, fault.id);
//! # Ok::<(), String>(())
//! ```

pub mod float;
pub mod integer;
pub mod lines;

mod backend;
mod bytes;
mod calls;
mod conversions;
mod elements;
mod facts;
mod leftovers;
mod named;
mod path;
mod promotions;
mod scans;
mod search;
mod shapes;
mod table;
mod tiles;
mod views;

pub use self::backend::{Faulty, State};
pub use self::search::search;
pub use self::table::read;
pub(crate) use self::table::{parse, read_fault};

use self::facts::At;
use self::float::Float;
use self::path::{Path, Wrong};
use self::scans::Scan;
use self::table::FAULTS;
use crate::score::Seen;
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use ascertain::contract::CUMPROD;
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::verdict::{Judgement, Verdict};
use serde::Deserialize;

/// One seeded fault.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name, which stays once it is given.
    pub id: &'static str,
    /// What goes wrong.
    pub what: &'static str,
    /// The kind of fault.
    pub class: Class,
    /// The requirements that it breaks: a finding must name one of them.
    pub requirements: &'static [&'static str],
    /// Where such a fault was met: an issue, or nothing.
    pub met: &'static str,
    /// The profile whose documents it breaks.
    pub profile: &'static str,
    /// Random cases of seed 1 that are enough to find it; 0 where the fixed cases are.
    pub random: u64,
    /// Elements that a call needs to show it, or a few more.
    pub needs: usize,
    /// What it declares of its arithmetic, truly or not.
    pub declares: &'static [(&'static str, &'static str)],
    /// Why it is not a fault, where no answer of it can be wrong.
    pub harmless: Option<&'static str>,
    kind: Source,
}

/// What a fault does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Elements are wrong.
    Value,
    /// Products are rounded wrongly, or kept in too few bits.
    Rounding,
    /// Factors are converted wrongly, or at the wrong time.
    Conversion,
    /// Elements are read from, or written to, wrong places of a view.
    Layout,
    /// What lies outside the result is written.
    Outside,
    /// The result has the wrong dtype.
    #[serde(rename = "dtype")]
    DType,
    /// The result has the wrong shape.
    Shape,
    /// A call that must be refused is answered.
    MissingCheck,
    /// A valid call is refused.
    NeedlessRefusal,
    /// A call is refused with the wrong status.
    Status,
    /// Answers depend on calls before.
    Memory,
    /// The arithmetic is not as declared.
    Declaration,
    /// There is no answer.
    Crash,
}

/// How a fault answers.
#[derive(Clone, Copy)]
enum Source {
    /// As listed in the folder `faults`.
    Listed(Path),
    /// By a function.
    MadeUp(fn(&mut State, &Call) -> Reply),
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 13] = [
        Self::Value,
        Self::Rounding,
        Self::Conversion,
        Self::Layout,
        Self::Outside,
        Self::DType,
        Self::Shape,
        Self::MissingCheck,
        Self::NeedlessRefusal,
        Self::Status,
        Self::Memory,
        Self::Declaration,
        Self::Crash,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Rounding => "rounding",
            Self::Conversion => "conversion",
            Self::Layout => "layout",
            Self::Outside => "writes outside",
            Self::DType => "dtype",
            Self::Shape => "shape",
            Self::MissingCheck => "missing check",
            Self::NeedlessRefusal => "needless refusal",
            Self::Status => "status",
            Self::Memory => "memory of earlier calls",
            Self::Declaration => "declared arithmetic",
            Self::Crash => "crash",
        }
    }
}

/// Every fault, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Fault> {
    FAULTS.iter().filter(|fault| fault.harmless.is_none())
}

/// The right reply of an implementation that accumulates in f32, in a narrower dtype, if it is another one.
pub(crate) fn accumulated_in_f32(call: &Call, right: &Reply, state: &mut State) -> Option<Reply> {
    let Reply::Answer(Answer::Tensor(tensor)) = right else { return None };
    let is_half = Float::of(tensor.dtype()).is_some_and(Float::is_half);
    if !is_half {
        return None;
    }
    let wrong = Wrong::Scan(Scan::Through(DType::F32));
    Path { operator: &CUMPROD, when: None, lines: At::All, wrong, with: &[] }.answer(call, right, state)
}

/// What looks like a fault, but answers as a right implementation may: no case may find it.
pub fn harmless() -> impl Iterator<Item = &'static Fault> {
    FAULTS.iter().filter(|fault| fault.harmless.is_some())
}

/// The fault, or harmless backend, with this id.
pub fn named(id: &str) -> Option<&'static Fault> {
    FAULTS.iter().find(|fault| fault.id == id)
}

impl Fault {
    /// A fault of a test alone, which answers by a function.
    pub const fn made_up(
        id: &'static str,
        what: &'static str,
        class: Class,
        requirements: &'static [&'static str],
        answer: fn(&mut State, &Call) -> Reply,
    ) -> Self {
        Self {
            id,
            what,
            class,
            requirements,
            met: "",
            profile: "documented",
            random: 0,
            needs: 8,
            declares: &[],
            harmless: None,
            kind: Source::MadeUp(answer),
        }
    }

    /// The editions of its profile.
    pub fn editions(&self) -> Editions {
        Editions::profile(self.profile).expect("faults name profiles that exist")
    }

    /// A backend with this fault.
    pub fn backend(&self) -> Box<dyn Backend> {
        Box::new(self.faulty(self.editions()))
    }

    /// The same, for other editions.
    pub fn faulty(&self, editions: Editions) -> Faulty {
        Faulty::new(*self, editions)
    }

    /// The wrong answer to a call that the reference answers by `right`, or nothing where it answers so too.
    ///
    /// This is what its backend does, for those who ask many faults the same and the reference once.
    pub fn answer(&self, call: &Call, right: &Reply, state: &mut State) -> Option<Reply> {
        let wrong = match &self.kind {
            Source::MadeUp(answer) => Some(answer(state, call)).filter(|reply| reply != right),
            Source::Listed(path) => path.answer(call, right, state),
        };
        state.asked += 1;
        wrong
    }

    /// The requirement of this fault that a finding names, or, where it names none, that its case tests.
    fn named_by(&self, case: &Case, judgement: &Judgement) -> Option<&'static str> {
        let named = match &judgement.requirement {
            Some(named) => std::slice::from_ref(named),
            None => case.requirements,
        };
        named.iter().copied().find(|id| self.requirements.contains(id))
    }

    /// How a verdict shows it. That a backend ends shows a fault that ends it, and an error of the adapter none.
    fn seen(&self, verdict: Verdict) -> Option<Seen> {
        match verdict {
            Verdict::Fail => Some(Seen::Failure),
            Verdict::Crash | Verdict::Timeout | Verdict::Protocol if self.class == Class::Crash => {
                Some(Seen::Failure)
            }
            Verdict::Warning => Some(Seen::Observation),
            _ => None,
        }
    }
}
