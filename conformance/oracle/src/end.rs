//! The ends of spans: exact numbers, infinities and zeros with their signs, and what is computed of them.

use super::{Float, Format, Magnitude};
use ascertain::formula::RoundToInteger;
use core::cmp::Ordering;
use num_bigint::{BigInt, BigUint, Sign};

/// A number, an infinity, or a zero with its sign; in order, negative zero below zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Zero {
        negative: bool,
    },
    /// `significand * 2^exponent`, not zero.
    Finite(BigInt, i64),
    Infinite {
        negative: bool,
    },
}

impl End {
    pub(super) fn of(float: Float) -> Option<Self> {
        let negative = float.negative;
        Some(match float.magnitude {
            Magnitude::Nan => return None,
            Magnitude::Zero => Self::Zero { negative },
            Magnitude::Infinite => Self::Infinite { negative },
            Magnitude::Finite(mag) => {
                let sign = if negative { Sign::Minus } else { Sign::Plus };
                Self::Finite(BigInt::from_biguint(sign, BigUint::from(mag.sig)), mag.exp - 63)
            }
        })
    }

    pub(super) fn is_negative(&self) -> bool {
        match self {
            Self::Zero { negative } | Self::Infinite { negative } => *negative,
            Self::Finite(significand, _) => significand.sign() == Sign::Minus,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Zero { .. })
    }

    /// `significand * 2^exponent`.
    pub(super) fn of_integer(significand: i64, exponent: i64) -> Self {
        match significand {
            0 => Self::Zero { negative: false },
            _ => Self::Finite(BigInt::from(significand), exponent),
        }
    }

    pub(super) fn power_of_two(exponent: i64) -> Self {
        Self::of_integer(1, exponent)
    }

    pub(super) fn magnitude(self) -> Self {
        if self.is_negative() { self.negated() } else { self }
    }

    pub(super) fn is_power_of_two(&self) -> bool {
        matches!(self, Self::Finite(significand, _) if significand.magnitude().count_ones() == 1)
    }

    /// The place of its lowest digit; of a zero, above all others.
    pub(super) fn lowest(&self) -> i64 {
        match self {
            Self::Finite(significand, exponent) => {
                exponent + significand.trailing_zeros().unwrap_or(0) as i64
            }
            _ => i64::MAX,
        }
    }

    pub(super) fn negated(self) -> Self {
        match self {
            Self::Zero { negative } => Self::Zero { negative: !negative },
            Self::Infinite { negative } => Self::Infinite { negative: !negative },
            Self::Finite(significand, exponent) => Self::Finite(-significand, exponent),
        }
    }

    /// The exact sum, that of a number and its negation being zero; none for infinities that cancel.
    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Infinite { negative }, Self::Infinite { negative: other }) if negative != other => {
                return None;
            }
            (Self::Infinite { .. }, _) => self.clone(),
            (_, Self::Infinite { .. }) => other.clone(),
            (Self::Zero { negative }, Self::Zero { negative: other }) => {
                Self::Zero { negative: *negative && *other }
            }
            (Self::Zero { .. }, _) => other.clone(),
            (_, Self::Zero { .. }) => self.clone(),
            (Self::Finite(a, a_exp), Self::Finite(b, b_exp)) => {
                let exponent = *a_exp.min(b_exp);
                let sum = match a_exp.cmp(b_exp) {
                    Ordering::Equal => a + b,
                    Ordering::Less => a + (b << (b_exp - a_exp)),
                    Ordering::Greater => (a << (a_exp - b_exp)) + b,
                };
                if sum.sign() == Sign::NoSign {
                    Self::Zero { negative: false }
                } else {
                    Self::Finite(sum, exponent)
                }
            }
        })
    }

    /// The exact product; none for zero and infinity.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let negative = self.is_negative() != other.is_negative();
        Some(match (self, other) {
            (Self::Infinite { .. }, Self::Zero { .. }) | (Self::Zero { .. }, Self::Infinite { .. }) => {
                return None;
            }
            (Self::Infinite { .. }, _) | (_, Self::Infinite { .. }) => Self::Infinite { negative },
            (Self::Zero { .. }, _) | (_, Self::Zero { .. }) => Self::Zero { negative },
            (Self::Finite(a, a_exp), Self::Finite(b, b_exp)) => Self::Finite(a * b, a_exp + b_exp),
        })
    }

    /// The quotient to 190 bits, the last of which is set where there are more: rounding finds the exact one. None for two zeros
    /// and two infinities.
    pub(super) fn divided(&self, other: &Self) -> Option<Self> {
        let negative = self.is_negative() != other.is_negative();
        Some(match (self, other) {
            (Self::Infinite { .. }, Self::Infinite { .. }) | (Self::Zero { .. }, Self::Zero { .. }) => {
                return None;
            }
            (Self::Infinite { .. }, _) | (_, Self::Zero { .. }) => Self::Infinite { negative },
            (Self::Zero { .. }, _) | (_, Self::Infinite { .. }) => Self::Zero { negative },
            (Self::Finite(a, a_exp), Self::Finite(b, b_exp)) => {
                let shift = 190 + b.bits();
                let (scaled, divisor) = (a << shift, b);
                let quotient = &scaled / divisor;
                let more = &quotient * divisor != scaled;
                let last = BigInt::from(i8::from(more) * if negative { -1 } else { 1 });
                Self::Finite((quotient << 1_u8) + last, a_exp - b_exp - shift as i64 - 1)
            }
        })
    }

    /// The whole number that stands for it.
    pub(super) fn whole(self, to: RoundToInteger) -> Self {
        let Self::Finite(significand, exponent) = &self else { return self };
        if *exponent >= 0 {
            return self;
        }
        let (negative, one) = (self.is_negative(), BigInt::from(1) << -exponent);
        // Division rounds to zero.
        let (below, rest) =
            (significand.magnitude() / one.magnitude(), significand.magnitude() % one.magnitude());
        let half: BigUint = one.magnitude() >> 1_u8;
        let up = match to {
            RoundToInteger::Trunc => false,
            RoundToInteger::Floor => negative && rest != BigUint::ZERO,
            RoundToInteger::Ceil => !negative && rest != BigUint::ZERO,
            RoundToInteger::Round => rest > half || (rest == half && below.bit(0)),
        };
        let whole = below + u8::from(up);
        if whole == BigUint::ZERO {
            return Self::Zero { negative };
        }
        Self::Finite(BigInt::from_biguint(significand.sign(), whole), 0)
    }

    /// Without its fraction; none if it is infinite.
    pub(super) fn truncated(&self) -> Option<BigInt> {
        Some(match self {
            Self::Zero { .. } => BigInt::ZERO,
            Self::Infinite { .. } => return None,
            Self::Finite(significand, exponent) if *exponent >= 0 => significand << exponent,
            // Division rounds to zero, a shift would round down.
            Self::Finite(significand, exponent) => significand / (BigInt::from(1) << -exponent),
        })
    }

    /// Rounded to nearest even.
    pub(super) fn rounded(&self, format: Format) -> Float {
        let negative = self.is_negative();
        let magnitude = match self {
            Self::Zero { .. } => Magnitude::Zero,
            Self::Infinite { .. } => Magnitude::Infinite,
            Self::Finite(significand, exponent) => {
                let bits = significand.magnitude().bits();
                // 127 bits, and whether there is more: no format has more than 64.
                let (top, scale) = if bits > 127 {
                    let cut = bits - 127;
                    let top = significand.magnitude() >> cut;
                    let exact = &top << cut == *significand.magnitude();
                    (((top << 1_u8) | BigUint::from(u8::from(!exact))), exponent + cut as i64 - 1)
                } else {
                    (significand.magnitude().clone(), *exponent)
                };
                let digits =
                    top.iter_u64_digits().rev().fold(0_u128, |all, digit| all << 64 | u128::from(digit));
                let shift = digits.leading_zeros();
                format.round_wide(digits << shift, scale + 127 - i64::from(shift))
            }
        };
        Float { negative, magnitude }
    }
}

impl PartialOrd for End {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for End {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |end: &Self| match end {
            Self::Infinite { negative: true } => -3,
            Self::Finite(..) if end.is_negative() => -2,
            Self::Zero { negative: true } => -1,
            Self::Zero { negative: false } => 1,
            Self::Finite(..) => 2,
            Self::Infinite { negative: false } => 3,
        };
        match (self, other) {
            (Self::Finite(a, a_exp), Self::Finite(b, b_exp)) if a.sign() == b.sign() => {
                let (x, y) = (a.magnitude(), b.magnitude());
                // Most differ in their highest digit, or have their lowest at the same place.
                let magnitudes = (x.bits() as i64 + a_exp).cmp(&(y.bits() as i64 + b_exp)).then_with(|| {
                    match a_exp.cmp(b_exp) {
                        Ordering::Equal => x.cmp(y),
                        Ordering::Less => x.cmp(&(y << (b_exp - a_exp))),
                        Ordering::Greater => (x << (a_exp - b_exp)).cmp(y),
                    }
                });
                if a.sign() == Sign::Minus { magnitudes.reverse() } else { magnitudes }
            }
            _ => sign(self).cmp(&sign(other)),
        }
    }
}

/// The order of two values; zeros are equal.
pub(super) fn order(a: &End, b: &End) -> Ordering {
    if a.is_zero() && b.is_zero() { Ordering::Equal } else { a.cmp(b) }
}
