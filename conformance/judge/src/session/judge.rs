//! The judge: from a case and the reply to a verdict.
//!
//! It knows the levels of requirements. Which of them a call breaks, the contract says, and whether a value is right, the
//! operator.

use super::broken::{Broken, show_statuses};
use super::silence::silence;
use crate::case::{Case, Cited, Expect, Stored, hex_word, promotion};
use crate::operator::conversions::is_same;
use crate::operator::{Context, Mark, Observes, Operator, Registry, declarations, numbers};
use crate::verdict::{FailKind, Judgement, Verdict};
use ascertain::Tensor;
use ascertain::backend::{Answer, BackendFault, Description, Rejection, Reply};
use ascertain::call::{Call, Invocation, Promote};
use ascertain::contract::{Basis, Level, Requirement};
use ascertain::document::{Editions, Status};
use ascertain::product::{self, ProductSet};

/// Judges cases for one choice of editions.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    editions: &'a Editions,
    registry: Registry,
    description: &'a Description,
    observe_readings: bool,
    observes: Observes<'a>,
}

impl<'a> Judge<'a> {
    /// Judges the replies of the backend that `description` describes.
    #[must_use]
    pub fn new(editions: &'a Editions, registry: Registry, description: &'a Description) -> Self {
        Self { editions, registry, description, observe_readings: false, observes: Observes::Everything }
    }

    /// Makes what breaks this project's own readings an observation, if `observe` is true.
    #[must_use]
    pub fn observe_readings(self, observe: bool) -> Self {
        Self { observe_readings: observe, ..self }
    }

    /// Says less of answers that hold.
    #[must_use]
    pub(super) fn observing(self, observes: Observes<'a>) -> Self {
        Self { observes, ..self }
    }

    /// The verdict on a reply. `other` is the reply to the other question, where the case compares two.
    #[must_use]
    pub fn judge(&self, case: &Case, reply: &Reply, other: Option<&Reply>) -> Judgement {
        let judge = || self.judge_by_rules(case, reply, other);
        let Call::Operate(call) = &case.call else { return judge() };
        let support = self.description.operator(call.operator.name);
        if let Some(product) = support.and_then(|support| declarations::product(&support.declared)) {
            return product::evaluate(product, true, judge).0;
        }
        self.judge_by_products(call, &judge)
    }

    /// What is known of each element of an answer to a valid call, by the rules of one product: that is declared, or the first.
    /// None for a tensor of which no formula says what is right.
    #[must_use]
    pub fn marks(&self, call: &Invocation, answers: &[Tensor]) -> Vec<Option<Vec<Mark>>> {
        let Some((operator, context)) = self.context(call) else { return Vec::new() };
        let declared = context.support.and_then(|support| declarations::product(&support.declared));
        let marks = || operator.marks(call, answers, context);
        product::evaluate(declared.unwrap_or(0), declared.is_some(), marks).0
    }

    /// Judges by the rules of each product that the page supports, where they differ. What one of them allows is right.
    fn judge_by_products(&self, call: &Invocation, judge: &dyn Fn() -> Judgement) -> Judgement {
        let (first, alike) = product::evaluate(0, false, judge);
        if alike == ProductSet::ALL {
            return first;
        }
        let contract = call.operator.contract(self.editions);
        let supported = contract.products(true);
        let mut left = supported.without(alike);
        let mut judged: Vec<(ProductSet, Judgement)> = Vec::new();
        if supported.and(alike) != ProductSet::default() {
            judged.push((alike.and(supported), first));
        }
        while let Some(product) = left.first() {
            let (judgement, alike) = product::evaluate(product, false, judge);
            judged.push((alike.and(supported), judgement));
            left = left.without(alike);
        }
        let obeying = judged.iter().filter(|(_, judgement)| !judgement.verdict.is_finding());
        let obeyed = obeying.fold(ProductSet::default(), |all, (products, _)| all.or(*products));
        let worth = |verdict| match verdict {
            Verdict::Pass => 0,
            Verdict::Observed => 1,
            Verdict::Warning => 2,
            _ => 3,
        };
        let expected = |judgement: &Judgement| judgement.expected.clone();
        let differ = judged.iter().any(|(_, one)| expected(one) != expected(&judged[0].1));
        let best = judged.into_iter().min_by_key(|(_, judgement)| worth(judgement.verdict));
        let Some((products, mut judgement)) = best else { return judge() };
        if differ && judgement.verdict == Verdict::Fail {
            let detail = judgement.detail.take().map_or(String::new(), |detail| format!("{detail}; "));
            judgement.detail = Some(format!("{detail}by the rules of {products}, and wrong by those of all"));
        }
        if obeyed != supported && obeyed != ProductSet::default() {
            let open = contract.requirement(&format!("{}.{}", call.operator.name, declarations::PRODUCT));
            judgement.observations.extend(open.map(|open| (open.id, obeyed.to_string())));
        }
        judgement
    }

    /// The verdict by the rules of one product.
    fn judge_by_rules(&self, case: &Case, reply: &Reply, other: Option<&Reply>) -> Judgement {
        let mut judgement = self.decide(case, reply, other);
        let requirement = judgement.requirement.and_then(|id| self.requirement(&case.call, id));
        judgement.basis = judgement.basis.or(requirement.and_then(|r| r.basis));
        judgement.cite = judgement.cite.or_else(|| Some(requirement?.cite.into()));
        if self.observe_readings && judgement.basis == Some(Basis::Reading) {
            return observed(judgement);
        }
        judgement
    }

    /// The requirement with this id, in the chosen editions.
    fn requirement(&self, call: &Call, id: &str) -> Option<&'static Requirement> {
        match call {
            Call::Promote(call) => call.table.requirements_in(self.editions).find(|r| r.id == id),
            Call::Operate(call) => call.operator.contract(self.editions).requirement(id),
        }
    }

    fn decide(&self, case: &Case, reply: &Reply, other: Option<&Reply>) -> Judgement {
        for reply in [Some(reply), other].into_iter().flatten() {
            if let Reply::Lost(BackendFault::WroteOutside, got) = reply
                && let Some(id) = self.broken(case, FailKind::WroteOutside)
            {
                let right = "nothing written but the result";
                return Judgement::fail(id, FailKind::WroteOutside, right, got);
            }
            if let Some(judgement) = no_answer(reply) {
                return judgement;
            }
        }
        match (&case.expect, &case.call) {
            (Expect::SameAs(id, _), _) => self.judge_same(id, &case.call, reply, other),
            (_, Call::Promote(call)) => self.judge_promotion(case, call, reply),
            (Expect::Vector(stored), Call::Operate(call)) => self.judge_stored(case, stored, call, reply),
            (Expect::Documents, Call::Operate(call)) => self.judge_operation(call, reply),
        }
    }

    /// The requirement that a failure of this kind breaks, where the answer does not show a narrower one.
    fn broken(&self, case: &Case, kind: FailKind) -> Option<&'static str> {
        let of_operator = match &case.call {
            Call::Operate(call) => self
                .context(call)
                .and_then(|(operator, context)| operator.broken(kind, call, context.contract)),
            Call::Promote(_) => None,
        };
        of_operator.or_else(|| case.requirements.first().copied())
    }

    fn context(&self, call: &Invocation) -> Option<(&'static dyn Operator, Context<'_>)> {
        let operator = self.registry.operator(call.operator)?;
        let contract = call.operator.contract(self.editions);
        let support = self.description.operator(call.operator.name);
        Some((operator, Context { contract, support, observes: self.observes }))
    }

    fn judge_promotion(&self, case: &Case, call: &Promote, reply: &Reply) -> Judgement {
        let Some(cell) = call.table.cell(self.editions, call.row, call.column) else {
            return Judgement::of(Verdict::Skipped).with_detail("the table has no such cell");
        };
        // `None` for a dtype that no document names.
        let (got, words) = match reply {
            Reply::Answer(Answer::DType(dtype)) => (Some(Some(*dtype)), dtype.name()),
            Reply::Answer(Answer::OtherDType(name)) => (None, name.as_str()),
            Reply::Rejected(_) => (Some(None), promotion(None)),
            _ => return Judgement::of(Verdict::Protocol).with_detail("expected a dtype, got a tensor"),
        };
        let all = || call.table.requirements_in(self.editions);
        let (open, about): (Vec<_>, Vec<_>) =
            all().filter(|r| case.requirements.contains(&r.id)).partition(|r| r.level == Level::Contradicted);
        let accepts =
            |other| call.table.accepted(self.editions, call.row, call.column).any(|(_, r)| r == other);
        if let Some(got) = got.filter(|got| *got == cell.result || accepts(*got)) {
            let Some(requirement) = open.first() else { return Judgement::of(Verdict::Pass) };
            let mut judgement = by(Judgement::of(Verdict::Observed), requirement);
            judgement.observations.push((requirement.id, promotion(got).to_owned()));
            return judgement;
        }
        // One about some cells is narrower than one about all.
        let about = about.into_iter().max_by_key(|r| r.cells.is_some());
        let Some(about) = about.or_else(|| all().find(|r| !r.ranks)) else {
            return Judgement::of(Verdict::Observed).with_detail("no requirement is about this table");
        };
        let kind = match (cell.result, got) {
            (None, _) => FailKind::AcceptedInvalid,
            (_, Some(None)) => FailKind::RejectedValid,
            _ => FailKind::DType,
        };
        let mut judgement = Judgement::fail(about.id, kind, promotion(cell.result), words);
        if let Reply::Rejected(Rejection { message, .. }) = reply {
            judgement.detail = Some(message.clone());
        }
        judgement.basis = about.basis.max(Some(cell.basis));
        if about.level == Level::Should {
            judgement.verdict = Verdict::Warning;
        }
        cited(judgement, cell.cite.into())
    }

    fn judge_operation(&self, call: &Invocation, reply: &Reply) -> Judgement {
        let Some((operator, context)) = self.context(call) else {
            return Judgement::of(Verdict::Skipped).with_detail("no operator of that operator");
        };
        let broken = Broken::of(context.contract, call);
        match reply {
            Reply::Rejected(rejection) => judge_rejection(&broken, operator, call, context, rejection),
            Reply::Answer(answer) => {
                let (wanted, answers) = (operator.results(call, context.contract), answer.tensors());
                match answers.len() {
                    0 => Judgement::of(Verdict::Protocol).with_detail("expected a tensor, got a dtype"),
                    found if found != wanted && broken.must.is_empty() => {
                        let what = format!("expected tensors: {wanted}, got: {found}");
                        Judgement::of(Verdict::Protocol).with_detail(what)
                    }
                    _ => judge_acceptance(&broken, operator, context, call, answers),
                }
            }
            _ => Judgement::of(Verdict::Protocol).with_detail("expected a tensor"),
        }
    }

    fn judge_stored(&self, case: &Case, stored: &Stored, call: &Invocation, reply: &Reply) -> Judgement {
        let cite = Box::new(Cited { words: stored.cite.clone(), address: None });
        if stored.answers.is_empty() {
            return cited(self.judge_stored_rejection(case, stored, call, reply), cite);
        }
        // What the vector stores decides; the oracle, which must agree, words the failure.
        let judgement = self.judge_operation(call, reply);
        let Reply::Answer(answer) = reply else { return judgement };
        let answers = answer.tensors();
        // One that has another number of tensors is judged by that.
        if answers.len() != stored.answers[0].tensors().len() {
            return judgement;
        }
        let same = stored.answers.iter().find(|right| same_results(right.tensors(), answers));
        let is_wrong = |answer: &Answer| {
            self.judge_operation(call, &Reply::Answer(answer.clone())).verdict == Verdict::Fail
        };
        let is_other =
            |right: &Answer| right.tensors().iter().zip(answers).any(|(a, b)| a.dtype() != b.dtype());
        match (same, judgement.verdict) {
            // Of neither do the stored elements say anything.
            (Some(_), Verdict::Fail)
                if matches!(judgement.kind, Some(FailKind::WroteOutside | FailKind::Declaration)) =>
            {
                judgement
            }
            (Some(right), Verdict::Fail) if is_wrong(right) => cited(
                Judgement { verdict: Verdict::Error, ..judgement }.with_detail(
                    "the vector's answer is not what the documents say: correct your own vector; report one of the suite",
                ),
                cite,
            ),
            // A vector does not close what the documents leave open. Alike but for NaNs is wrong where these have one value.
            (Some(_), _) | (None, Verdict::Fail | Verdict::Observed) => judgement,
            // In a dtype that is declared for it, and charged once: only its values are judged, by the oracle.
            (None, _) if stored.answers.iter().any(|right| is_other(right) && !is_wrong(right)) => judgement,
            (None, _) => {
                let mut pairs = stored.answers[0].tensors().iter().zip(answers);
                let Some((right, answer)) = pairs.find(|(a, b)| !same_elements(a, b)) else { return judgement };
                let kind = match right {
                    right if right.dtype() != answer.dtype() => FailKind::DType,
                    right if right.shape() != answer.shape() => FailKind::Shape,
                    _ => FailKind::Value,
                };
                let (right, got) = (numbers::tensor(right), numbers::tensor(answer));
                cited(of_vector(self.broken(case, kind), kind, right, got), cite)
            }
        }
    }

    fn judge_stored_rejection(
        &self,
        case: &Case,
        stored: &Stored,
        call: &Invocation,
        reply: &Reply,
    ) -> Judgement {
        let broken = self.context(call).map(|(_, context)| Broken::of(context.contract, call));
        let must = broken.as_ref().is_none_or(|broken| !broken.must.is_empty());
        let of_contract = broken.and_then(|broken| broken.must.into_iter().chain(broken.should).next());
        let id = of_contract.map(|r| r.id).or_else(|| case.requirements.first().copied());
        let Reply::Rejected(rejection) = reply else {
            let failure = of_vector(id, FailKind::AcceptedInvalid, "a rejection", "accepted");
            return if must { failure } else { Judgement { verdict: Verdict::Warning, ..failure } };
        };
        let allowed = |status: i64| {
            stored.statuses.is_empty() || stored.statuses.iter().any(|s| i64::from(*s) == status)
        };
        match rejection.status.filter(|status| !allowed(*status)) {
            None => Judgement::of(Verdict::Pass),
            Some(status) => {
                let names = stored
                    .statuses
                    .iter()
                    .filter_map(|s| Status::from_number(*s))
                    .map(|s| (s.name, s.number));
                let right = show_statuses(&names.collect::<Vec<_>>());
                of_vector(id, FailKind::Status, right, status.to_string()).with_detail(&rejection.message)
            }
        }
    }

    fn judge_same(&self, id: &str, call: &Call, reply: &Reply, other: Option<&Reply>) -> Judgement {
        let requirement = self.requirement(call, id);
        let (Some(requirement), Some(other)) = (requirement, other) else {
            return Judgement::of(Verdict::Skipped).with_detail("there is nothing to compare with");
        };
        let (here, there) = (in_short(reply), in_short(other));
        let same = match (reply, other) {
            (Reply::Answer(a), Reply::Answer(b)) => match (a.tensors(), b.tensors()) {
                ([], []) => a == b,
                (a, b) => same_results(a, b),
            },
            (Reply::Rejected(_), Reply::Rejected(_)) => true,
            _ => false,
        };
        let verdict = match requirement.level {
            Level::Unspecified | Level::Contradicted => {
                let words = match (call, same) {
                    (Call::Promote(_), true) => "as with operands of rank 1".to_owned(),
                    (Call::Promote(_), false) => format!("{here} where operands of rank 1 give {there}"),
                    (Call::Operate(_), true) => "identical on repeat".to_owned(),
                    (Call::Operate(_), false) => "different on repeat".to_owned(),
                };
                let mut judgement = by(Judgement::of(Verdict::Observed), requirement);
                judgement.observations.push((requirement.id, words));
                return judgement;
            }
            _ if same => return Judgement::of(Verdict::Pass),
            Level::Must => Verdict::Fail,
            Level::Should => Verdict::Warning,
        };
        let kind = match call {
            Call::Promote(_) => FailKind::DType,
            Call::Operate(_) => FailKind::Nondeterministic,
        };
        let right = format!("{there}, as without that");
        Judgement { verdict, ..Judgement::fail(requirement.id, kind, right, here) }
    }
}

/// A finding about a reading, as an observation; any other judgement as it is.
fn observed(judgement: Judgement) -> Judgement {
    let (Verdict::Fail | Verdict::Warning, Some(requirement)) = (judgement.verdict, judgement.requirement)
    else {
        return judgement;
    };
    let words = |text: Option<&str>| text.unwrap_or("nothing").to_owned();
    let kind = judgement.kind.map_or("fail", FailKind::name);
    let (right, got) = (words(judgement.expected.as_deref()), words(judgement.got.as_deref()));
    let mut judgement = Judgement { verdict: Verdict::Observed, kind: None, ..judgement };
    judgement.observations.push((requirement, format!("{kind}: {got} where the reading gives {right}")));
    judgement
}

/// A failure by a stored vector.
fn of_vector(
    requirement: Option<&'static str>,
    kind: FailKind,
    expected: impl Into<String>,
    got: impl Into<String>,
) -> Judgement {
    requirement.map_or_else(
        || {
            Judgement::of(Verdict::Error)
                .with_detail("no rule is known for this: name one in the vector's `requirements`")
        },
        |id| Judgement::fail(id, kind, expected, got),
    )
}

/// The judgement of a reply that neither answers nor refuses.
fn no_answer(reply: &Reply) -> Option<Judgement> {
    let (verdict, detail) = match reply {
        Reply::Answer(_) | Reply::Rejected(_) => return None,
        Reply::Unsupported(reason) => (Verdict::Unsupported, reason),
        Reply::NotAsked(reason) => (Verdict::Skipped, reason),
        Reply::Failed(message) => (Verdict::Error, message),
        Reply::Lost(loss, detail) => return Some(lost(*loss, detail)),
    };
    Some(Judgement::of(verdict).with_detail(detail))
}

/// The judgement of a backend that gave no valid reply.
pub(super) fn lost(loss: BackendFault, detail: &str) -> Judgement {
    let verdict = match loss {
        BackendFault::Crash => Verdict::Crash,
        BackendFault::Timeout => Verdict::Timeout,
        BackendFault::Protocol | BackendFault::Stray | BackendFault::WroteOutside => Verdict::Protocol,
    };
    Judgement::of(verdict).with_detail(detail)
}

/// A reply in a few words.
fn in_short(reply: &Reply) -> String {
    match reply {
        Reply::Answer(Answer::DType(dtype)) => dtype.name().into(),
        Reply::Answer(Answer::OtherDType(name)) => name.clone(),
        Reply::Answer(answer) => {
            answer.tensors().iter().map(|tensor| format!("{tensor:?}")).collect::<Vec<_>>().join(", ")
        }
        Reply::Rejected(_) => "rejected".into(),
        Reply::Unsupported(_) => "unsupported".into(),
        Reply::Failed(_) | Reply::Lost(..) | Reply::NotAsked(_) => "no answer".into(),
    }
}

fn judge_rejection(
    broken: &Broken,
    operator: &dyn Operator,
    call: &Invocation,
    context: Context<'_>,
    rejection: &Rejection,
) -> Judgement {
    if let Some(requirement) = broken.must.first().or_else(|| broken.should.first()) {
        let statuses = broken.statuses();
        let wrong = rejection
            .status
            .filter(|s| !statuses.is_empty() && !statuses.iter().any(|(_, n)| i64::from(*n) == *s));
        return match wrong {
            None => Judgement::of(Verdict::Pass),
            Some(status) => {
                let sources = [&broken.must, &broken.should, &broken.open].into_iter().flatten();
                let basis = sources.filter_map(|r| r.status_basis).min();
                let (right, got) = (show_statuses(&statuses), status.to_string());
                let judgement = Judgement::fail(requirement.id, FailKind::Status, right, got);
                Judgement { basis, ..judgement.with_detail(&rejection.message) }
            }
        };
    }
    if let Some(requirement) = broken.open.first() {
        let words = match rejection.status {
            Some(status) => format!("rejected with status {status}"),
            None => "rejected".into(),
        };
        let mut judgement = by(Judgement::of(Verdict::Observed), requirement);
        judgement.observations.push((requirement.id, words));
        return judgement;
    }
    let message = if rejection.message.is_empty() {
        "rejected".into()
    } else {
        format!("rejected: {}", rejection.message)
    };
    match operator.broken(FailKind::RejectedValid, call, context.contract) {
        Some(id) if operator.knows(call, context.contract) => {
            let judgement = Judgement::fail(id, FailKind::RejectedValid, "accepted", message);
            match silence(call, context.contract) {
                None => judgement,
                Some(why) => Judgement { basis: Some(Basis::Reading), ..judgement.with_detail(why) },
            }
        }
        _ => Judgement::of(Verdict::Observed).with_detail(message),
    }
}

fn judge_acceptance(
    broken: &Broken,
    operator: &dyn Operator,
    context: Context<'_>,
    call: &Invocation,
    answers: &[Tensor],
) -> Judgement {
    if let Some(requirement) = broken.must.first() {
        let answer = &answers[0];
        let got = format!("accepted, with {}{:?}", answer.dtype(), answer.shape());
        let right = match requirement.code() {
            Some((name, number)) => format!("a rejection, {name} ({number})"),
            None => "a rejection".into(),
        };
        return Judgement::fail(requirement.id, FailKind::AcceptedInvalid, right, got);
    }
    // That is never right, even where it is open whether the call is valid.
    if let Some(id) = operator.broken(FailKind::WroteOutside, call, context.contract)
        && let Some(failure) = operator
            .targets(call)
            .iter()
            .zip(answers)
            .find_map(|(target, answer)| wrote_outside(id, target, answer))
    {
        return failure;
    }
    // Most answers pass, and what those show is only wanted where everything is.
    let may_pass = broken.open.is_empty() && broken.should.is_empty();
    let in_short = may_pass && matches!(context.observes, Observes::Other(_));
    let observes = if in_short { Observes::Nothing } else { context.observes };
    let mut judgement = operator.judge_all(call, answers, Context { observes, ..context });
    // Beside a tensor that is open or wrong, another may hold.
    if in_short && judgement.verdict != Verdict::Pass && answers.len() > 1 {
        judgement = operator.judge_all(call, answers, Context::new(context.contract, context.support));
    }
    if let Some(requirement) = broken.open.first() {
        if judgement.verdict.is_finding() && broken.open.iter().all(|r| r.accepted_is_judged) {
            judgement.observations.push((requirement.id, "accepted".into()));
            return judgement;
        }
        let words = match judgement.verdict {
            Verdict::Fail => "accepted, but by other rules than ordinary input",
            Verdict::Observed | Verdict::Skipped if !operator.knows(call, context.contract) => "accepted",
            _ => "accepted; same result as for ordinary input",
        };
        let mut observed = by(Judgement::of(Verdict::Observed), requirement);
        observed.observations = judgement.observations;
        observed.observations.push((requirement.id, words.into()));
        observed.elements = judgement.elements;
        return observed;
    }
    if let Some(requirement) = broken.should.first()
        && (judgement.verdict == Verdict::Pass || !operator.knows(call, context.contract))
    {
        judgement.verdict = Verdict::Warning;
        judgement.kind = Some(FailKind::AcceptedInvalid);
        (judgement.expected, judgement.got) = (Some("a rejection".into()), Some("accepted".into()));
        return by(judgement, requirement);
    }
    judgement
}

/// A failure when bytes outside the view changed. An answer without the call's storage cannot show it.
fn wrote_outside(requirement: &'static str, target: &Tensor, answer: &Tensor) -> Option<Judgement> {
    if target.is_packed()
        || target.layout() != answer.layout()
        || target.storage().len() != answer.storage().len()
    {
        return None;
    }
    let size = target.dtype().size();
    let mut allowed = target.clone();
    allowed.set_elements(&answer.elements());
    if allowed.storage() == answer.storage() {
        return None;
    }
    let mut bytes = allowed.storage().iter().zip(answer.storage());
    let at = bytes.position(|(allowed, after)| allowed != after)? / size;
    let word = |bytes: &[u8]| hex_word(&bytes[at * size..][..size]);
    let (right, got) = (word(target.storage()), word(answer.storage()));
    Some(Judgement::fail(requirement, FailKind::WroteOutside, right, got).with_detail(format!(
        "storage element {at} of {} lies outside the view and changed",
        target.storage().len() / size
    )))
}

/// As many tensors, each with the same elements.
fn same_results(right: &[Tensor], answers: &[Tensor]) -> bool {
    right.len() == answers.len()
        && right.iter().zip(answers).all(|(right, answer)| same_elements(right, answer))
}

/// The same dtype, shape and bits; any two NaNs of a float are the same.
fn same_elements(right: &Tensor, answer: &Tensor) -> bool {
    if right.dtype() != answer.dtype() || right.shape() != answer.shape() {
        return false;
    }
    let size = right.dtype().size();
    let (a, b) = (right.elements(), answer.elements());
    a.chunks_exact(size).zip(b.chunks_exact(size)).all(|(a, b)| is_same(right.dtype(), a, b))
}

fn cited(judgement: Judgement, cite: Box<Cited>) -> Judgement {
    Judgement { cite: Some(cite), ..judgement }
}

fn by(judgement: Judgement, requirement: &Requirement) -> Judgement {
    Judgement { requirement: Some(requirement.id), cite: Some(requirement.cite.into()), ..judgement }
}
