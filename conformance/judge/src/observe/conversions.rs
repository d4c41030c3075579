//! Finds out how a backend converts: how often it rounds on the way to a 16-bit float, and what it gives for values that
//! an integer dtype cannot hold.

use super::prober::Answered;
use super::{Candidates, Deviation, Evidence, Habit, Prober};
use crate::case::{Question, hex_word};
use crate::operator::conversions::{converted, has_routes, is_same, open_conversions};
use crate::operator::declarations::Route;
use crate::operator::out_of_range::{self, Value};
use crate::oracle::Lines;
use ascertain::call::{Call, Invocation};
use ascertain::element::converter;
use ascertain::{DType, Tensor};
use std::borrow::Cow;

/// A conversion that a call makes before anything else, as its result shows it.
pub(crate) struct Converted<'a> {
    pub(crate) input: &'a Tensor,
    pub(crate) to: DType,
    /// The lines whose first elements are converted factors and nothing more.
    pub(crate) lines: Lines,
}

/// What is known of one pair of dtypes.
struct Pair {
    from: DType,
    to: DType,
    /// The ways that explain everything so far, alone or two together: vectorised loops convert the rest of an array
    /// otherwise than the bulk of it.
    candidates: Candidates<(Way, Way)>,
    deviation: Option<Box<Deviation>>,
}

/// A way of converting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Rounds(Route),
    /// Beyond the range.
    Beyond(out_of_range::Conversion),
}

impl Way {
    fn words(self) -> String {
        match self {
            Self::Rounds(Route::Direct) => "rounds once".to_owned(),
            Self::Rounds(Route::Through(middle)) => format!("rounds to {middle} first"),
            Self::Beyond(habit) => habit.words().to_owned(),
        }
    }

    /// The elements of `input`, converted. `None` if this way does not apply to all of them.
    fn convert(self, input: &Tensor, to: DType) -> Option<Vec<u8>> {
        match self {
            Self::Rounds(route) => converted(input, to, route).map(Cow::into_owned),
            Self::Beyond(habit) => {
                let mut result = Vec::with_capacity(input.layout().count() * to.size());
                for element in input.elements().chunks_exact(input.dtype().size()) {
                    let word = habit.convert(Value::of(input.dtype(), element)?, to)?;
                    result.extend_from_slice(&word.to_le_bytes()[..to.size()]);
                }
                Some(result)
            }
        }
    }
}

/// What is known of every pair of dtypes whose conversion the documents leave open.
pub(crate) struct Conversions(Vec<Pair>);

impl Conversions {
    /// What crafted values tell. `call` converts a tensor of shape (n, 1) to a dtype and leaves it at that.
    pub(crate) fn infer(
        prober: &mut Prober<'_, '_>,
        dtypes: &[DType],
        call: &dyn Fn(Tensor, DType) -> Invocation,
    ) -> Self {
        let mut pairs = Vec::new();
        for &from in dtypes {
            for &to in dtypes.iter().filter(|to| **to != from) {
                let Some((pair, input)) = Pair::new(from, to) else { continue };
                pairs.push((pair, input));
            }
        }
        let calls = pairs.iter().map(|(pair, input)| call(input.clone(), pair.to)).collect();
        let answers = prober.ask(calls);
        let mut known = Vec::new();
        for ((mut pair, input), answer) in pairs.into_iter().zip(answers) {
            let n = input.layout().count();
            let (Some(answer), lines) = (answer, Lines { outer: n, n: 1, inner: 1 }) else { continue };
            let asked = call(input.clone(), pair.to);
            pair.hold(&input, &answer, lines, &asked, "crafted values");
            pair.candidates.evidence = Evidence { crafted: n as u64, ..Evidence::default() };
            known.push(pair);
        }
        Self(known)
    }

    /// Checks the remaining candidates with the answer to a random case.
    pub(crate) fn look(&mut self, answered: &Answered<'_>, converted: &Converted<'_>) {
        let Converted { input, to, lines } = *converted;
        let Some(pair) = self.0.iter_mut().find(|pair| (pair.from, pair.to) == (input.dtype(), to)) else {
            return;
        };
        if answered.right {
            pair.hold(input, answered.tensor, lines, answered.call, &answered.case.id);
        }
    }

    /// The habits found.
    pub(crate) fn habits(self, prober: &Prober<'_, '_>) -> Vec<Habit> {
        let of = |to: DType| self.0.iter().filter(move |pair| pair.to == to && to.is_float());
        // A declaration is about all conversions to a dtype.
        let declares = |to: DType| {
            let of_all = |way| of(to).all(|pair| pair.candidates.left.contains(&(way, way)));
            let routes: Vec<Route> =
                Route::DECLARABLE.into_iter().filter(|route| of_all(Way::Rounds(*route))).collect();
            match routes.as_slice() {
                [route] if to.is_float() => vec![format!("conversion.{to}={route}")],
                _ => Vec::new(),
            }
        };
        let declared: Vec<Vec<String>> = self.0.iter().map(|pair| declares(pair.to)).collect();
        let habit = |(pair, declares): (Pair, Vec<String>)| Habit {
            operator: prober.operator().name,
            about: pair.about(),
            of: format!("{} to {}", pair.from, pair.to),
            is: pair.words(),
            declares,
            evidence: pair.candidates.evidence,
            deviation: pair.deviation,
            ..Habit::default()
        };
        self.0.into_iter().zip(declared).map(habit).collect()
    }
}

impl Pair {
    /// A pair, and values for which its candidates differ. `None` if the documents leave nothing open.
    fn new(from: DType, to: DType) -> Option<(Self, Tensor)> {
        let (ways, bytes) = if has_routes(from, to) {
            (
                [Route::Direct, Route::Through(DType::F32), Route::Through(DType::F64)]
                    .map(Way::Rounds)
                    .to_vec(),
                ties(from, to),
            )
        } else if to.is_integer() {
            (out_of_range::Conversion::ALL.map(Way::Beyond).to_vec(), beyond(from, to))
        } else {
            return None;
        };
        let input = Tensor::new(from, &[bytes.len() / from.size(), 1], bytes).ok()?;
        let ways: Vec<Way> = ways.into_iter().filter(|way| way.convert(&input, to).is_some()).collect();
        let mut left: Vec<(Way, Way)> = ways.iter().map(|way| (*way, *way)).collect();
        for (at, one) in ways.iter().enumerate() {
            left.extend(ways[at + 1..].iter().map(|other| (*one, *other)));
        }
        let pair = Self { from, to, candidates: Candidates::new(left), deviation: None };
        (input.layout().count() > 0).then_some((pair, input))
    }

    fn about(&self) -> &'static str {
        match (self.to.is_integer(), self.from.is_integer()) {
            (true, true) => "integer to integer, out of range",
            (true, false) => "float to integer, out of range",
            _ => "to a 16-bit float",
        }
    }

    /// Drops the ways that do not explain the first elements of all lines.
    fn hold(&mut self, input: &Tensor, answer: &Tensor, lines: Lines, call: &Invocation, id: &str) {
        let (size, to) = (self.to.size(), self.to);
        let open = open_conversions(input, to);
        let first = (0..lines.count()).filter(|_| lines.n > 0).map(|line| lines.at(line, 0));
        // Values in range may lie beside the others: only those beyond are looked at.
        let first: Vec<usize> = first.filter(|&at| open.as_ref().is_none_or(|open| open[at])).collect();
        if first.is_empty() || answer.dtype() != to || answer.shape() != input.shape() {
            return;
        }
        let got = answer.elements();
        let unlike = |(one, other): (Way, Way)| {
            let (Some(a), Some(b)) = (one.convert(input, to), other.convert(input, to)) else {
                return Some(0);
            };
            let gives =
                |bytes: &[u8], at: usize| is_same(to, &bytes[at * size..][..size], &got[at * size..][..size]);
            first.iter().copied().find(|&at| !gives(&a, at) && !gives(&b, at))
        };
        if let Some((last, _)) = self.candidates.hold(first.len(), |ways| unlike(*ways).is_none()) {
            let at = unlike((last, last)).unwrap_or_default();
            let show = |bytes: &[u8], size: usize| hex_word(&bytes[at * size..][..size]);
            self.deviation = Some(Box::new(Deviation {
                candidate: last.words(),
                case: id.to_owned(),
                question: Question(&Call::Operate(call.clone())).to_string(),
                expected: last.convert(input, to).map_or(String::new(), |bytes| show(&bytes, size)),
                got: show(&got, size),
                detail: format!("element {at}, of {}", show(&input.elements(), self.from.size())),
                vector: None,
            }));
        }
    }

    fn words(&self) -> String {
        match self.candidates.left.first() {
            None => "in none of the known ways".to_owned(),
            // Where ways agree on all values, the simplest stands for them.
            Some((one, other)) if one == other => one.words(),
            Some((one, other)) => format!("{} at some places, and {} at others", one.words(), other.words()),
        }
    }
}

/// Values beside the middle of two neighbours in a 16-bit float, so near that f32, or f64, puts them on it.
fn ties(from: DType, to: DType) -> Vec<u8> {
    let mut bytes = Vec::new();
    // An odd number of one bit more than the precision is in the middle.
    let middles = [1, 3, 5, 11].map(|odd| (1_u64 << to.precision()) + odd);
    for middle in middles {
        if from.is_integer() {
            let room =
                from.bits() - u32::from(from.class() == ascertain::dtype::Class::Signed) - to.precision() - 1;
            for shift in [room / 2, room.saturating_sub(3), room] {
                for beside in [(middle << shift) - 1, (middle << shift) + 1] {
                    bytes.extend_from_slice(&beside.to_le_bytes()[..from.size()]);
                }
            }
        } else {
            for beside in [2f64.powi(-30), -2f64.powi(-30), 2f64.powi(-40)] {
                for sign in [1.0, -1.0] {
                    let value = sign * (middle as f64 + beside) / 2f64.powi(to.precision() as i32);
                    bytes.extend_from_slice(&value.to_le_bytes());
                }
            }
        }
    }
    bytes
}

/// Values that the target cannot hold.
fn beyond(from: DType, to: DType) -> Vec<u8> {
    let mut bytes = Vec::new();
    if from.is_integer() {
        let words =
            [u64::MAX, 1 << (to.bits() - 1), 1 << (from.bits() - 1), 200, 300, 40_000, 70_000, 3_000_000_000]
                .into_iter()
                .chain([(1 << 33) + 5, (1 << 63) + 77, 130_u64.wrapping_neg(), 40_000_u64.wrapping_neg()]);
        words.for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()[..from.size()]));
    } else {
        let Some(convert) = converter(DType::F64, from) else { return bytes };
        let magnitudes = [
            1.0, 2.5, 129.0, 200.0, 300.0, 4e4, 6.5e4, 7e4, 2.2e9, 3e9, 5e9, 1e10, 9.5e18, 1.2e19, 3e19, 1e30,
        ];
        let values = magnitudes.into_iter().chain([f64::INFINITY, f64::NAN]).flat_map(|x| [x, -x]);
        // At the end, where loops finish off what their vectors leave, values that tell all habits apart.
        let telling = [1.3, -1.3, 1.7, -1.7].map(|x| x * 2f64.powi(to.bits() as i32));
        for value in values.chain(telling) {
            let mut element = [0; 8];
            convert(&value.to_le_bytes(), &mut element);
            bytes.extend_from_slice(&element[..from.size()]);
        }
    }
    // Those that it can hold say nothing.
    let Ok(all) = Tensor::new(from, &[bytes.len() / from.size()], bytes) else { return Vec::new() };
    let open = open_conversions(&all, to).unwrap_or_default();
    let elements = all.elements();
    let kept = elements.chunks_exact(from.size()).zip(open).filter(|(_, open)| *open);
    kept.flat_map(|(element, _)| element.to_vec()).collect()
}
