//! Finds out what products are where they are NaN or zero: of NaNs no verdict compares the bits.

use super::prober::Answered;
use super::products::{Factors, Subject};
use super::{Evidence, Habit, Prober};
use crate::operator::cumprod::declared::format;
use crate::oracle::{Format, Magnitude};
use ascertain::{DType, Tensor};
use std::collections::BTreeSet;

/// Different words that are listed; what differs more often has no habit.
const LISTED: usize = 4;

/// What was seen of one dtype.
struct Seen {
    dtype: DType,
    about: &'static str,
    words: BTreeSet<String>,
    evidence: Evidence,
}

/// What was seen of every dtype that the backend offers.
pub(super) struct Specials(Vec<Seen>);

impl Specials {
    /// What crafted products of two factors tell.
    pub(super) fn infer(prober: &mut Prober<'_, '_>, subject: &Subject<'_>) -> Self {
        let mut specials = Self(Vec::new());
        for &dtype in &subject.dtypes {
            let Some(format) = format(dtype) else { continue };
            let (one, infinity, minus) = (format.one_bits(), format.infinity_bits(), format.sign_bit());
            // A payload that is a number of every format.
            let (quiet, signalling) = (format.nan_bits() | 0b10, infinity | 0b10);
            let pairs = [(infinity, 0), (minus, infinity), (one, quiet), (quiet, one), (one, signalling)];
            let pairs =
                pairs.into_iter().chain([(signalling, one), (minus, one), (one | minus, 0), (0, one)]);
            let calls: Vec<_> = pairs
                .filter_map(|(a, b)| {
                    let bytes =
                        [a, b].into_iter().flat_map(|word| word.to_le_bytes().into_iter().take(dtype.size()));
                    Some((subject.call)(Tensor::new(dtype, &[2], bytes.collect()).ok()?))
                })
                .collect();
            for (call, answer) in calls.iter().zip(prober.ask(calls.clone())) {
                if let (Some(answer), Some(factors)) = (answer, (subject.factors)(call)) {
                    specials.hold(&factors, &answer);
                }
            }
        }
        for Seen { evidence, .. } in &mut specials.0 {
            *evidence = Evidence { crafted: evidence.elements, ..Evidence::default() };
        }
        specials
    }

    /// What the answer to a random case shows.
    pub(super) fn look(&mut self, answered: &Answered<'_>, factors: &Factors) {
        if answered.right {
            self.hold(factors, answered.tensor);
        }
    }

    fn hold(&mut self, factors: &Factors, answer: &Tensor) {
        let (dtype, lines, got) = (factors.dtype, factors.lines, answer.elements());
        let Some(format) =
            format(dtype).filter(|_| answer.dtype() == dtype && got.len() == factors.bytes.len())
        else {
            return;
        };
        let mut met = BTreeSet::new();
        for line in 0..lines.count() {
            let (mut nans, mut negative) = (Vec::new(), false);
            for index in 0..lines.n {
                let at = lines.at(line, index);
                let (factor, result) = (format.load(&factors.bytes, at), format.load(&got, at));
                negative ^= factor & format.sign_bit() != 0;
                if format.decode(factor).is_nan() {
                    nans.push(factor);
                }
                let (about, words) = match (format.decode(result).magnitude, nans.as_slice()) {
                    // The first element is copied, and which of several NaNs a product shows depends on the order.
                    _ if index == 0 => continue,
                    (Magnitude::Nan, []) => ("NaN of infinity and zero", nan_words(format, result)),
                    (Magnitude::Nan, [nan]) => ("NaN as a factor", passed_on(format, *nan, result)),
                    (Magnitude::Zero, []) => ("sign of zero", zero_words(format, result, negative)),
                    _ => continue,
                };
                let seen = self.seen(dtype, about);
                seen.words.insert(words);
                seen.evidence.elements += 1;
                seen.evidence.cases += u64::from(met.insert(about));
            }
        }
    }

    fn seen(&mut self, dtype: DType, about: &'static str) -> &mut Seen {
        let at = self.0.iter().position(|seen| (seen.dtype, seen.about) == (dtype, about));
        let at = at.unwrap_or_else(|| {
            self.0.push(Seen { dtype, about, words: BTreeSet::new(), evidence: Evidence::default() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// The habits found.
    pub(super) fn habits(self, prober: &Prober<'_, '_>) -> impl Iterator<Item = Habit> {
        let operator = prober.operator().name;
        self.0.into_iter().map(move |Seen { dtype, about, words, evidence }| {
            let more = if words.len() > LISTED { "; and others" } else { "" };
            let listed: Vec<String> = words.into_iter().take(LISTED).collect();
            Habit {
                operator,
                about,
                of: dtype.name().to_owned(),
                is: listed.join("; ") + more,
                evidence,
                ..Habit::default()
            }
        })
    }
}

/// The bit that makes a NaN quiet.
const fn quiet_bit(format: Format) -> u64 {
    format.nan_bits() & !format.infinity_bits()
}

/// `negative, quiet`: the sign, the kind and the payload of a NaN.
fn nan_words(format: Format, bits: u64) -> String {
    let sign = if bits & format.sign_bit() == 0 { "positive" } else { "negative" };
    let kind = if bits & quiet_bit(format) == 0 { "signalling" } else { "quiet" };
    match bits & (quiet_bit(format) - 1) {
        0 => format!("{sign}, {kind}"),
        payload => format!("{sign}, {kind}, payload {payload:#x}"),
    }
}

/// What became of a NaN among the factors.
fn passed_on(format: Format, nan: u64, result: u64) -> String {
    let kind = if nan & quiet_bit(format) == 0 { "signalling" } else { "quiet" };
    match result {
        same if same == nan => format!("{kind}: kept"),
        quiet if quiet == nan | quiet_bit(format) => format!("{kind}: made quiet"),
        other => format!("{kind}: becomes {}", nan_words(format, other)),
    }
}

fn zero_words(format: Format, zero: u64, negative: bool) -> String {
    match (zero & format.sign_bit() != 0, negative) {
        (got, right) if got == right => "that of the product".to_owned(),
        (true, _) => "negative where the product is positive".to_owned(),
        (false, _) => "positive where the product is negative".to_owned(),
    }
}
