//! Every subtle fault, by what it is modelled on.

mod bytes;
mod carries;
mod conversions;
mod ends;
mod grid;
mod indices;
mod numbers;
mod paths;
mod promotions;
mod ranks;
mod rounding;
mod stale;
mod values;
mod writes;

use self::numbers::*;
use super::elements::{ALL, At, Change, Rule};
use super::facts::{Dim, Lines, View, When};
use super::witness::{Product, Witness, product};
use super::{Carry, Conversion, Fault, Promoted, Read, Reread, Stale, Subtle, Write};
use ascertain::DType;
use ascertain::DType::{Bf16, C32, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};

const MANY: usize = usize::MAX;
const HALVES: &[DType] = &[F16, Bf16];
const FLOATS: &[DType] = &[F16, Bf16, F32, F64];
const SIGNED: &[DType] = &[S8, S16, S32, S64];
const WHOLE: &[DType] = &[S8, U8, S16, U16, S32, U32, S64, U64];

/// Faults of one part of a kernel.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) faults: &'static [Subtle],
}

/// Every fault.
pub(crate) const PARTS: &[Part] = &[
    Part { name: "ends of tiles", faults: ends::FAULTS },
    Part { name: "carries between tiles", faults: carries::FAULTS },
    Part { name: "limits of the grid", faults: grid::FAULTS },
    Part { name: "index arithmetic", faults: indices::FAULTS },
    Part { name: "conversions", faults: conversions::FAULTS },
    Part { name: "in place, and where it is written", faults: writes::FAULTS },
    Part { name: "stale state", faults: stale::FAULTS },
    Part { name: "code for some ranks and dimensions", faults: ranks::FAULTS },
    Part { name: "code for some dtypes and values", faults: values::FAULTS },
    Part { name: "rounding", faults: rounding::FAULTS },
    Part { name: "one path of many", faults: paths::FAULTS },
    Part { name: "promotion by ranks", faults: promotions::FAULTS },
    Part { name: "reinterpretation", faults: bytes::FAULTS },
];

const fn fault(name: &'static str, when: &'static [When], fault: Fault) -> Subtle {
    Subtle { name, when, lines: Lines::All, fault, declares: &[], earlier: None, witness: None, never: None }
}

const fn elements(name: &'static str, when: &'static [When], at: At, change: Change) -> Subtle {
    fault(name, when, Fault::Elements(at, change))
}

const fn steps(name: &'static str, when: &'static [When], at: At, rule: Rule) -> Subtle {
    fault(name, when, Fault::Steps(at, rule))
}

const fn tiles(name: &'static str, when: &'static [When], size: usize, first: usize, carry: Carry) -> Subtle {
    fault(name, when, Fault::Tiles(size, first, carry))
}

const fn factors(name: &'static str, when: &'static [When], conversion: Conversion) -> Subtle {
    fault(name, when, Fault::Factors(conversion))
}

const fn read(name: &'static str, when: &'static [When], read: Read) -> Subtle {
    fault(name, when, Fault::Read(read))
}

const fn write(name: &'static str, when: &'static [When], write: Write) -> Subtle {
    fault(name, when, Fault::Write(write))
}

const fn stale(name: &'static str, when: &'static [When], stale: Stale) -> Subtle {
    fault(name, when, Fault::Stale(stale))
}

const fn promote(name: &'static str, promoted: Promoted) -> Subtle {
    fault(name, &[], Fault::Promote(promoted))
}

const fn bytes(name: &'static str, reread: Reread) -> Subtle {
    fault(name, &[], Fault::Reinterpret(reread))
}

impl Subtle {
    const fn of(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    const fn declaring(self, declares: &'static [(&'static str, &'static str)]) -> Self {
        Self { declares, ..self }
    }

    const fn shown(self, product: Product) -> Self {
        Self { witness: Some(Witness::Product(product)), ..self }
    }

    const fn after(self, product: Product) -> Self {
        Self { earlier: Some(Witness::Product(product)), ..self }
    }

    const fn reread(self, bytes: Product) -> Self {
        Self { witness: Some(Witness::Bytes(bytes)), ..self }
    }

    const fn promoting(self, row: DType, column: DType, ranks: (u8, u8)) -> Self {
        Self { witness: Some(Witness::Promotion(row, column, ranks)), ..self }
    }

    const fn never(self, proof: &'static str) -> Self {
        Self { never: Some(proof), ..self }
    }
}
