//! The functions of which no page says how exact they are.

/// A function whose value must be rounded, and whose accuracy pages leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the functions")]
pub enum Graded {
    Sqrt,
    Rsqrt,
    Exp,
    Log,
    Sin,
    Cos,
    Tanh,
}

impl Graded {
    /// Its value, within two units in the last place of f64. The same on every machine.
    #[must_use]
    pub fn of(self, x: f64) -> f64 {
        match self {
            Self::Sqrt => libm::sqrt(x),
            Self::Rsqrt => 1.0 / libm::sqrt(x),
            Self::Exp => libm::exp(x),
            Self::Log => libm::log(x),
            Self::Sin => libm::sin(x),
            Self::Cos => libm::cos(x),
            Self::Tanh => libm::tanh(x),
        }
    }
}
