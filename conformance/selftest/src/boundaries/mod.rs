//! Every predicate of every requirement of every operator, in every edition, made weaker and stronger.
//!
//! The backend is the reference with one predicate replaced. Where the documents leave open whether a call is valid, the
//! reference takes it, so there the backend refuses what breaks the requirement: if the predicate is too strong, it refuses
//! valid calls, which is a failure; if it is too weak, only the observation changes.

mod backend;
mod changes;
mod equivalent;
mod language;

use self::backend::Checking;
use self::changes::Change;
pub use self::language::Language;
use crate::score::{Kill, Mutant, Outcome, Part, Seen};
use crate::{Chosen, SelfTestError, editions};
use ascertain::backend::Backend;
use ascertain::call::{Args, Call, Invocation};
use ascertain::contract::{Contract, Level, OPERATORS, OperatorSpec, Requirement};
use ascertain::reference::Reference;
use ascertain_judge::case::Case;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_judge::suite::rules::of_every_dtype;
use ascertain_judge::verdict::{FailKind, Judgement, Verdict};
use ascertain_language::expr::{Expr, Function, Type};
use std::cell::OnceCell;

pub use self::equivalent::{EQUIVALENT, Equivalent};

/// How many cases that tell a mutant from the reference are asked at once.
const WINDOW: usize = 16;

/// How many mutants there are.
pub(crate) fn count(chosen: &Chosen<'_>) -> usize {
    contracts().map(|(operator, contract)| wanted(chosen, &Language::of(operator, contract)).len()).sum()
}

/// Tests them. Calls `take` with the mutants of one requirement after another.
pub(crate) fn run(chosen: &Chosen<'_>, take: &mut dyn FnMut(Vec<Mutant>)) -> Result<(), SelfTestError> {
    for (operator, contract) in contracts() {
        let language = Language::of(operator, contract);
        let mutants = wanted(chosen, &language);
        if mutants.is_empty() {
            continue;
        }
        let editions = editions(operator.document, contract.edition)?;
        let suite = chosen.suite(&editions)?;
        let of_operator = (1..).zip(suite.iter()).filter(|(_, case)| case.area == operator.name);
        let options = RunOptions { editions, ..RunOptions::default() };
        let (cases, of_dtypes) = (of_operator.collect(), OnceCell::new());
        let contracted = Contracted { language, operator, contract, cases, options, of_dtypes };
        contracted.check_reference()?;
        for of_requirement in mutants.chunk_by(|a, b| a.at == b.at) {
            take(of_requirement.iter().map(|mutant| mutant.tested(&contracted)).collect());
        }
    }
    Ok(())
}

fn contracts() -> impl Iterator<Item = (&'static OperatorSpec, &'static Contract)> {
    OPERATORS.iter().flat_map(|operator| operator.contracts.iter().map(move |contract| (*operator, contract)))
}

/// The mutants of a contract that are wanted.
fn wanted(chosen: &Chosen<'_>, language: &Language) -> Vec<Replaced> {
    let requirements = language.contract.requirements.iter().enumerate();
    let mutants = requirements.flat_map(|(at, requirement)| Replaced::all(language, at, requirement));
    mutants.filter(|mutant| chosen.wants(&mutant.id(language))).collect()
}

/// A contract and the cases of its operator, with their places in the suite.
struct Contracted<'a> {
    operator: &'static OperatorSpec,
    contract: &'static Contract,
    language: Language,
    cases: Vec<(u64, &'a Case)>,
    options: RunOptions,
    /// Calls of every dtype that break one requirement at most, with bit `i` for requirement `i`; and what any of them breaks.
    of_dtypes: OnceCell<(Vec<(Invocation, u128)>, u128)>,
}

/// Which predicate of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    When,
    Require,
}

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Self::When => "when",
            Self::Require => "require",
        }
    }
}

/// A requirement with one predicate changed.
struct Replaced {
    at: usize,
    requirement: &'static Requirement,
    side: Side,
    change: Change,
    /// The predicate that is not changed, if there is one.
    other: Option<Expr>,
}

impl<'a> Contracted<'a> {
    /// The cases that tell two backends apart, by what each thinks that a call breaks.
    fn telling(&self, differ: impl Fn(&Invocation) -> bool) -> Vec<(u64, &'a Case)> {
        let tells = |case: &Case| matches!(&case.call, Call::Operate(call) if differ(call));
        self.cases.iter().copied().filter(|(_, case)| tells(case)).collect()
    }

    fn of_dtypes(&self) -> &(Vec<(Invocation, u128)>, u128) {
        self.of_dtypes.get_or_init(|| {
            let Some(operator) = Registry::default().operator(self.operator) else {
                return Default::default();
            };
            let requirements = || self.contract.requirements.iter().enumerate();
            // Where the acceptance of a call is open for another reason than its dtypes, its dtypes are judged like any other's.
            let counts = |r: &Requirement| {
                let of_dtypes = r.require.is_some_and(|p| is_of_dtypes(&self.language.parse(p.text)));
                !r.accepted_is_judged || of_dtypes
            };
            let counts: Vec<bool> = self.contract.requirements.iter().map(counts).collect();
            let broken = |call: &Invocation| {
                let broken = requirements().filter(|(at, r)| counts[*at] && r.is_broken_by(call.args()));
                broken.fold(0_u128, |bits, (at, _)| bits | 1 << at)
            };
            let calls = of_every_dtype(operator, self.contract).into_iter();
            let mut calls: Vec<(Invocation, u128)> =
                calls.map(|call| (call.clone(), broken(&call))).collect();
            let reached = calls.iter().fold(0, |reached, (_, broken)| reached | broken);
            calls.retain(|(_, broken)| broken.count_ones() <= 1);
            (calls, reached)
        })
    }

    fn ask(&self, backend: &mut dyn Backend, cases: &[(u64, &Case)]) -> Vec<Judgement> {
        let cases: Vec<Case> = cases.iter().map(|(_, case)| (*case).clone()).collect();
        match Session::start(backend, &self.options) {
            Ok(mut session) => session.ask(&cases).into_iter().map(|asked| asked.judgement).collect(),
            Err(_) => Vec::new(),
        }
    }

    /// A finding about the reference itself would be taken for one about a mutant.
    fn check_reference(&self) -> Result<(), SelfTestError> {
        let mut reference = Reference::new(self.options.editions.clone());
        let judgements = self.ask(&mut reference, &self.cases);
        match judgements.iter().zip(&self.cases).find(|(judgement, _)| judgement.verdict.is_finding()) {
            None => Ok(()),
            Some((_, (_, case))) => Err(SelfTestError::Reference {
                document: self.operator.document,
                edition: self.contract.edition,
                case: case.id.clone(),
            }),
        }
    }
}

impl Replaced {
    /// Every way to change the predicates of a requirement.
    fn all(language: &Language, at: usize, requirement: &'static Requirement) -> Vec<Self> {
        let Some(require) = requirement.require.map(|p| language.parse(p.text)) else {
            return Vec::new();
        };
        let when = requirement.when.map(|p| language.parse(p.text));
        let replaced = |side, change, other| Self { at, requirement, side, change, other };
        let of_require = changes::every(&require, true).into_iter();
        let mut all: Vec<Self> =
            of_require.map(|change| replaced(Side::Require, change, when.clone())).collect();
        if let Some(when) = when {
            // `when` that never holds is the same as `require` that always does.
            let of_when = changes::every(&when, false).into_iter();
            all.extend(of_when.map(|change| replaced(Side::When, change, Some(require.clone()))));
        }
        all
    }

    /// The predicate instead.
    fn text(&self, language: &Language) -> String {
        match self.change.toggled {
            None => language.text(&self.change.expr),
            Some(dtype) => format!("{} but for {dtype}", language.text(&self.change.expr)),
        }
    }

    fn id(&self, language: &Language) -> String {
        let (id, edition) = (self.requirement.id, language.contract.edition);
        format!("{id}/{edition}/{}: {}", self.side.name(), self.text(language))
    }

    /// Whether the changed requirement is broken.
    fn is_broken_by(&self, language: &Language, args: Args<'_>) -> bool {
        let changed = || language.holds(&self.change.expr, self.change.toggled, args);
        let other = || self.other.as_ref().map_or(Some(true), |other| language.holds(other, None, args));
        match self.side {
            Side::When => changed() == Some(true) && other() == Some(false),
            Side::Require => other() == Some(true) && changed() == Some(false),
        }
    }

    fn tested(&self, contracted: &Contracted<'_>) -> Mutant {
        let before = match self.side {
            Side::When => self.requirement.when,
            Side::Require => self.requirement.require,
        };
        let text = self.text(&contracted.language);
        Mutant {
            part: Part::Boundaries,
            id: self.id(&contracted.language),
            what: format!("{} `{}` is `{text}`", self.side.name(), before.map_or("", |p| p.text)),
            class: None,
            requirement: Some(self.requirement.id),
            outcome: self.outcome(contracted, &text),
        }
    }

    fn outcome(&self, contracted: &Contracted<'_>, text: &str) -> Outcome {
        let killed = self.kill(contracted);
        let listed =
            EQUIVALENT.iter().find(|entry| entry.is_about(self.requirement.id, self.side.name(), text));
        match (killed, listed) {
            (Some(kill), None) => Outcome::Killed(kill),
            (None, Some(entry)) => Outcome::Equivalent(entry.why.clone()),
            (Some(kill), Some(entry)) => Outcome::Survived(format!(
                "it is listed as equivalent ({}), but {} finds it: remove the entry",
                entry.why, kill.case
            )),
            (None, None) if self.is_masked(contracted) => Outcome::Equivalent(
                "wherever dtypes make a difference, the call breaks another requirement too".to_owned(),
            ),
            (None, None) if matches!(self.requirement.level, Level::Unspecified | Level::Contradicted) => {
                Outcome::Equivalent(
                    "the page leaves open which calls these are, so nobody can fail by it".to_owned(),
                )
            }
            (None, None) => Outcome::Survived("no case tells it from the reference".to_owned()),
        }
    }

    /// Whether it is about dtypes alone, and no dtypes of the arguments tell it from the reference where other requirements
    /// are met.
    fn is_masked(&self, contracted: &Contracted<'_>) -> bool {
        let is_alone = |broken: u128| broken == 0 || broken == 1 << self.at;
        let same = |(call, broken): &(Invocation, u128)| {
            !is_alone(*broken)
                || self.is_broken_by(&contracted.language, call.args())
                    == self.requirement.is_broken_by(call.args())
        };
        is_of_dtypes(&self.change.expr)
            && self.other.as_ref().is_none_or(is_of_dtypes)
            && self.requirement.require.is_some_and(|p| is_of_dtypes(&contracted.language.parse(p.text)))
            && (contracted.of_dtypes().1 >> self.at & 1 == 1 || self.requirement.unbreakable.is_some())
            && contracted.of_dtypes().0.iter().all(same)
    }

    /// The first failure that names the requirement, or else one of another case, or else a warning or an observation.
    fn kill(&self, contracted: &Contracted<'_>) -> Option<Kill> {
        let language = &contracted.language;
        let differ = |call: &Invocation| {
            self.is_broken_by(language, call.args()) != self.requirement.is_broken_by(call.args())
        };
        let about = |(_, case): &(u64, &Case)| case.requirements.contains(&self.requirement.id);
        let (own, others): (Vec<_>, Vec<_>) = contracted.telling(differ).into_iter().partition(about);
        let mut observed = None;
        for cases in own.chunks(WINDOW).chain(others.chunks(WINDOW)) {
            for kill in self.kills(contracted, cases) {
                match kill.seen {
                    Seen::Failure => return Some(kill),
                    Seen::Observation => observed = observed.or(Some(kill)),
                }
            }
        }
        observed
    }

    /// What tells the mutant from the reference, case by case.
    fn kills(&self, contracted: &Contracted<'_>, cases: &[(u64, &Case)]) -> Vec<Kill> {
        let changed = contracted.ask(&mut Checking::of(contracted, self, true), cases);
        let right = contracted.ask(&mut Checking::of(contracted, self, false), cases);
        let judged = cases.iter().zip(changed.into_iter().zip(right));
        let kill = |((place, case), (changed, right)): (&(u64, &Case), (Judgement, Judgement))| {
            let seen = match changed.verdict {
                Verdict::Fail => Seen::Failure,
                Verdict::Warning => Seen::Observation,
                _ if changed.observations != right.observations => Seen::Observation,
                _ => return None,
            };
            // Which rule allows a call that is refused is guessed from its arguments; the case may say it.
            let own = case.requirements.iter().copied().find(|id| *id == self.requirement.id);
            let requirement = own.filter(|_| changed.kind == Some(FailKind::RejectedValid));
            let requirement =
                requirement.or(changed.requirement).or_else(|| case.requirements.first().copied())?;
            Some(Kill { requirement, case: case.id.clone(), cases: *place, seen })
        };
        judged.filter_map(kill).collect()
    }
}

/// Whether a predicate is about dtypes and flags alone.
fn is_of_dtypes(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Of(function, _) => {
            matches!(function, Function::DTypeOf | Function::Present | Function::IsNull)
        }
        Expr::Argument(_, kind) => *kind != Type::Int,
        Expr::Derived(..) => false,
        _ => true,
    };
    own && expr.parts().all(is_of_dtypes)
}
