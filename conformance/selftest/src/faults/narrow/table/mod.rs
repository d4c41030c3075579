//! Every narrow fault, by what it is modelled on.

mod bytes;
mod carries;
mod conversions;
mod grid;
mod indices;
mod memory;
mod numbers;
mod operand_ranks;
mod path_data;
mod path_shapes;
mod ranks;
mod rounding;
mod tile_ends;
mod values;
mod writes;

use self::numbers::*;
use super::elements::{ALL, At, Change, Rule};
use super::facts::{Dim, Lines, View, When};
use super::witness::{Product, Witness, product};
use super::{Carry, Conversion, Fault, Kind, Path, Promoted, Read, Reread, Stale, Write, Wrong};
use crate::faults::Class;
use ascertain::DType;
use ascertain::DType::{Bf16, C32, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};
use ascertain::requirement::aclnn_tensor_tensor::CELLS as TENSOR_TENSOR_CELLS;
use ascertain::requirement::cumprod::{CONVERT_BEFORE, INPLACE_VALUE, INTEGER_WRAPS, OUTSIDE, VALUE};
use ascertain::requirement::reinterpret::BYTES;

const MANY: usize = usize::MAX;
const HALVES: &[DType] = &[F16, Bf16];
const FLOATS: &[DType] = &[F16, Bf16, F32, F64];
const SIGNED: &[DType] = &[S8, S16, S32, S64];
const WHOLE: &[DType] = &[S8, U8, S16, U16, S32, U32, S64, U64];

/// Faults in the ends of tiles, carries between tiles, the limits of a grid, indices, conversions, writes, what is left of
/// earlier calls, single ranks, dtypes and values, rounding, single paths, promotion by ranks, and reinterpretation.
pub(in crate::faults) const PARTS: &[&[Fault]] = &[
    tile_ends::FAULTS,
    carries::FAULTS,
    grid::FAULTS,
    indices::FAULTS,
    conversions::FAULTS,
    writes::FAULTS,
    memory::FAULTS,
    ranks::FAULTS,
    values::FAULTS,
    rounding::FAULTS,
    path_shapes::FAULTS,
    path_data::FAULTS,
    operand_ranks::FAULTS,
    bytes::FAULTS,
];

/// A fault that breaks the newest pages, as the first ones leave views with gaps open.
const fn fault(
    id: &'static str,
    what: &'static str,
    when: &'static [When],
    wrong: Wrong,
    class: Class,
    requirements: &'static [&'static str],
) -> Fault {
    let path = Path { when, lines: Lines::All, wrong };
    Fault::new(id, what, class, requirements, Kind::Narrow(path)).in_profile("latest")
}

type Text = &'static str;

const fn elements(id: Text, what: Text, when: &'static [When], at: At, change: Change) -> Fault {
    fault(id, what, when, Wrong::Elements(at, change), Class::Value, &[VALUE])
}

const fn steps(id: Text, what: Text, when: &'static [When], at: At, rule: Rule) -> Fault {
    fault(id, what, when, Wrong::Steps(at, rule), Class::Rounding, &[VALUE])
}

const fn tiles(
    id: Text,
    what: Text,
    when: &'static [When],
    size: usize,
    first: usize,
    carry: Carry,
) -> Fault {
    fault(id, what, when, Wrong::Tiles(size, first, carry), Class::Value, &[VALUE])
}

const fn factors(id: Text, what: Text, when: &'static [When], conversion: Conversion) -> Fault {
    fault(id, what, when, Wrong::Factors(conversion), Class::Conversion, &[CONVERT_BEFORE])
}

const fn read(id: Text, what: Text, when: &'static [When], read: Read) -> Fault {
    fault(id, what, when, Wrong::Read(read), Class::Layout, &[VALUE])
}

const fn write(id: Text, what: Text, when: &'static [When], write: Write) -> Fault {
    fault(id, what, when, Wrong::Write(write), Class::Layout, &[VALUE])
}

const fn stale(id: Text, what: Text, when: &'static [When], stale: Stale) -> Fault {
    fault(id, what, when, Wrong::Stale(stale), Class::Memory, &[VALUE])
}

const fn promote(id: Text, what: Text, promoted: Promoted) -> Fault {
    fault(id, what, &[], Wrong::Promote(promoted), Class::DType, &[TENSOR_TENSOR_CELLS])
}

const fn bytes(id: Text, what: Text, reread: Reread) -> Fault {
    fault(id, what, &[], Wrong::Reinterpret(reread), Class::Value, &[BYTES])
}

impl Fault {
    const fn of(self, lines: Lines) -> Self {
        let kind = match self.kind {
            Kind::Narrow(path) => Kind::Narrow(Path { lines, ..path }),
            kind => kind,
        };
        Self { kind, ..self }
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
}
