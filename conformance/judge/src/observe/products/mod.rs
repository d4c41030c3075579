//! Finds out how a backend multiplies: order, accumulator and subnormals, for each dtype.

mod lines;

use super::prober::Answered;
use super::{Candidates, Deviation, Evidence, Habit, Prober};
use crate::case::{Case, Question};
use crate::operator::declarations::format;
use crate::oracle::{Accumulator, Declared, Lines, Subnormals, judge_lines, show_bits};
use ascertain::call::Invocation;
use ascertain::{DType, Tensor};

/// The factors of cumulative products, as they lie in the elements of the result.
pub(crate) struct Factors {
    /// The dtype that they are multiplied in.
    pub(crate) dtype: DType,
    /// Their bytes, row-major.
    pub(crate) bytes: Vec<u8>,
    /// How the lines lie in them.
    pub(crate) lines: Lines,
}

/// What an operator provides, so that its habits can be found out.
pub(crate) struct Subject<'a> {
    /// Its float dtypes.
    pub(crate) dtypes: Vec<DType>,
    /// The call that multiplies the elements of a tensor of rank 1.
    pub(crate) call: &'a dyn Fn(Tensor) -> Invocation,
    /// The factors of a call. `None` if they are not floats, or if more than one conversion of them is right.
    pub(crate) factors: &'a dyn Fn(&Invocation) -> Option<Factors>,
}

/// What is known of one dtype.
struct Hypothesis {
    dtype: DType,
    candidates: Candidates<Declared>,
    failed: Option<Failed>,
}

/// The call that left no candidate.
struct Failed {
    candidate: Declared,
    case: Case,
    deviation: Deviation,
}

/// What is known of every dtype that the backend offers.
pub(crate) struct Products(Vec<Hypothesis>);

impl Products {
    /// What crafted lines tell.
    pub(crate) fn infer(prober: &mut Prober<'_, '_>, subject: &Subject<'_>) -> Self {
        Self(subject.dtypes.iter().filter_map(|dtype| infer(*dtype, prober, subject)).collect())
    }

    /// Checks the remaining candidates with the answer to a random case.
    pub(crate) fn look(&mut self, answered: &Answered<'_>, factors: &Factors) {
        let Some(hypothesis) = self.0.iter_mut().find(|h| h.dtype == factors.dtype && h.failed.is_none())
        else {
            return;
        };
        if answered.right {
            hypothesis.hold(factors, answered.tensor, answered.case);
        } else {
            hypothesis.candidates.evidence.wrong += 1;
        }
    }

    /// The habits. A deviation is minimized by further calls.
    pub(crate) fn habits(self, prober: &mut Prober<'_, '_>) -> Vec<Habit> {
        self.0.into_iter().map(|hypothesis| hypothesis.habit(prober)).collect()
    }
}

/// Candidates for one dtype, by crafted lines. `None` if the backend answers none of them.
fn infer(dtype: DType, prober: &mut Prober<'_, '_>, subject: &Subject<'_>) -> Option<Hypothesis> {
    let candidates = Candidates::new(Declared::candidates(format(dtype)?));
    let mut hypothesis = Hypothesis { dtype, candidates, failed: None };
    let crafted = lines::lines(format(dtype)?);
    let (mut names, mut calls) = (Vec::new(), Vec::new());
    for line in crafted {
        let bytes = line.factors.iter().flat_map(|word| word.to_le_bytes().into_iter().take(dtype.size()));
        let tensor = Tensor::new(dtype, &[line.factors.len()], bytes.collect()).ok()?;
        names.push(line.name);
        calls.push((subject.call)(tensor));
    }
    for (name, (call, answer)) in names.iter().zip(calls.iter().zip(prober.ask(calls.clone()))) {
        let (Some(answer), Some(factors)) = (answer, (subject.factors)(call)) else { continue };
        if hypothesis.failed.is_none()
            && answer.dtype() == dtype
            && answer.layout().count() == factors.lines.n
        {
            let case = prober.case(call.clone());
            let id = format!("{}/crafted/{dtype}/{name}", case.area);
            hypothesis.hold(&factors, &answer, &Case { id, ..case });
        }
    }
    let Evidence { elements, .. } = hypothesis.candidates.evidence;
    hypothesis.candidates.evidence = Evidence { crafted: elements, ..Evidence::default() };
    (elements > 0 || hypothesis.failed.is_some()).then_some(hypothesis)
}

impl Hypothesis {
    /// Drops the candidates that do not explain an answer.
    fn hold(&mut self, factors: &Factors, answer: &Tensor, case: &Case) {
        let (got, Factors { bytes, lines, .. }) = (answer.elements(), factors);
        let Some(format) = format(self.dtype).filter(|_| got.len() == bytes.len()) else { return };
        let explains = |one: &Declared| {
            judge_lines(format, bytes, &got, *lines, one).is_ok_and(|report| report.wrong == 0)
        };
        if let Some(candidate) = self.candidates.hold(lines.count() * lines.n, explains) {
            let deviation = deviation(self.dtype, candidate, factors, &got, case);
            let case = case.clone();
            self.failed = deviation.map(|deviation| Failed { candidate, case, deviation });
        }
    }

    fn habit(self, prober: &mut Prober<'_, '_>) -> Habit {
        let Candidates { left, evidence } = self.candidates;
        let (is, declares) = match &*left {
            [] => ("none of the orders and accumulators known by name".to_owned(), Vec::new()),
            [one] => (candidate_words(one, self.dtype), demand_words(one, self.dtype)),
            several => (several_words(several, self.dtype), Vec::new()),
        };
        let candidates = if left.len() > 1 { &*left } else { &[] };
        let deviation = self.failed.map(|Failed { candidate, case, mut deviation }| {
            let demands = demands(&candidate, self.dtype);
            if let Some(small) = prober.contradiction(&case, &demands) {
                let judgement = small.judgement;
                deviation.question = small.question;
                deviation.expected = judgement.expected.unwrap_or_default();
                deviation.got = judgement.got.unwrap_or_default();
                deviation.detail = judgement.detail.unwrap_or_default();
                deviation.vector = Some(small.vector);
            }
            Box::new(deviation)
        });
        Habit {
            operator: prober.operator().name,
            about: "products",
            of: self.dtype.name().to_owned(),
            is,
            declares,
            candidates: candidates.iter().map(|one| candidate_words(one, self.dtype)).collect(),
            evidence,
            deviation,
        }
    }
}

/// Where the last candidate was wrong.
fn deviation(
    dtype: DType,
    candidate: Declared,
    factors: &Factors,
    got: &[u8],
    case: &Case,
) -> Option<Deviation> {
    let format = format(dtype)?;
    let report = judge_lines(format, &factors.bytes, got, factors.lines, &candidate).ok()?;
    let wrong = report.first_wrong?;
    Some(Deviation {
        candidate: candidate_words(&candidate, dtype),
        case: case.id.clone(),
        question: Question(&case.call).to_string(),
        expected: wrong.expected.to_string(),
        got: show_bits(format, wrong.got_bits),
        detail: format!("element {} of its line: {}", wrong.index, wrong.kind),
        vector: None,
    })
}

/// `sequential, rounded to f16 at every step, subnormals kept`.
fn candidate_words(candidate: &Declared, dtype: DType) -> String {
    let Declared { order, accumulator, subnormals } = candidate;
    let order = order.word().unwrap_or_else(|| "any grouping".to_owned());
    format!("{order}, {}, {}", accumulator_words(*accumulator, dtype), subnormals_words(*subnormals))
}

fn accumulator_words(accumulator: Option<Accumulator>, dtype: DType) -> String {
    match accumulator {
        None => "rounded anyhow".to_owned(),
        Some(Accumulator::Own) => format!("rounded to {dtype} at every step"),
        Some(Accumulator::Wider(wide)) => format!("accumulated in {wide}"),
    }
}

const fn subnormals_words(subnormals: Option<Subnormals>) -> &'static str {
    match subnormals {
        None => "subnormals kept or flushed",
        Some(Subnormals::Keep) => "subnormals kept",
        Some(Subnormals::Flush) => "subnormals flushed",
    }
}

/// Point by point what the candidates have, `or` between.
fn several_words(candidates: &[Declared], dtype: DType) -> String {
    const FEW: usize = 4;
    let point = |words: &dyn Fn(&Declared) -> String| {
        let mut different: Vec<String> = Vec::new();
        for word in candidates.iter().map(words) {
            if !different.contains(&word) {
                different.push(word);
            }
        }
        match different.len() {
            n if n > FEW => format!("{} or {} others", different[..FEW - 1].join(" or "), n + 1 - FEW),
            _ => different.join(" or "),
        }
    };
    let order = point(&|one| one.order.word().unwrap_or_default());
    let accumulator = point(&|one| accumulator_words(one.accumulator, dtype));
    let subnormals = point(&|one| subnormals_words(one.subnormals).to_owned());
    format!("{order}, {accumulator}, {subnormals}")
}

/// The words that demand a candidate.
fn demands(candidate: &Declared, dtype: DType) -> Vec<(String, String)> {
    let words = [
        ("order", candidate.order.word()),
        ("accumulator", candidate.accumulator.map(|accumulator| accumulator.to_string())),
        ("subnormals", candidate.subnormals.map(|subnormals| subnormals.to_string())),
    ];
    words.into_iter().filter_map(|(point, word)| Some((format!("{point}.{dtype}"), word?))).collect()
}

fn demand_words(candidate: &Declared, dtype: DType) -> Vec<String> {
    demands(candidate, dtype).into_iter().map(|(key, value)| format!("{key}={value}")).collect()
}
