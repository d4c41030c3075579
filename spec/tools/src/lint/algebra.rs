//! Checks that a table of two tensors has the properties of a promotion: those of the join of a semilattice.
//!
//! - **Symmetric**: both orders of a pair give the same.
//! - **Associative**: three operands give the same in any grouping. Ordered triples are checked; those in which a pair
//!   does not promote are skipped.
//! - **Monotone**, in the order that the table defines: `A` contains `a` if both orders of the two give `A`. If `A`
//!   contains `a`, then `A ⊔ b` contains `a ⊔ b` for every `b`: a larger operand never gives a smaller result. This is
//!   checked for the left operand; for the right one it follows from symmetry, which is checked separately.
//! - **Holding**: the result is of no lower category than an operand (complex, float, integer, bool). Of floats and complex
//!   numbers it has at least the precision and the exponent bits of each, and of integers, where it is one, the range. How
//!   much of an integer a float holds is not compared: every known table promotes s64 with f16 to f16.

use super::{Finding, TableView, result};
use ascertain_spec::model::{Class, DTypeInfo};

pub(super) fn check(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    let Some(join) = SquareTable::new(grid) else { return };
    join.symmetric(findings);
    join.associative(findings);
    join.monotone(findings);
    join.holds(findings);
}

/// A table of two tensors with the same dtypes on both axes.
struct SquareTable<'a> {
    grid: &'a TableView<'a>,
    /// Number of dtypes.
    size: usize,
    /// Index of each cell's result among the axis's dtypes; none if the pair does not promote.
    results: Vec<Option<usize>>,
}

impl<'a> SquareTable<'a> {
    fn new(grid: &'a TableView<'a>) -> Option<Self> {
        let table = grid.table;
        let tensors = table.rows.role == "lhs" && table.columns.role == "rhs";
        if !tensors || table.rows.keys != table.columns.keys {
            return None;
        }
        let name = |index: usize| grid.row(index);
        let size = table.rows.keys.len();
        let place = |result: &str| (0..size).find(|&index| name(index) == result);
        let results = grid.cells().map(|(_, _, cell)| place(result(grid.spec, cell.result))).collect();
        Some(Self { grid, size, results })
    }

    fn join(&self, a: usize, b: usize) -> Option<usize> {
        self.results[a * self.size + b]
    }

    /// Whether `large` contains `small`, according to the table.
    fn contains(&self, large: usize, small: usize) -> bool {
        self.join(large, small) == Some(large) && self.join(small, large) == Some(large)
    }

    fn name(&self, index: usize) -> &'a str {
        self.grid.row(index)
    }

    fn says(&self, a: usize, b: usize) -> String {
        let result = result(self.grid.spec, self.grid.cell(a, b).result);
        format!("{} with {} gives {result}", self.name(a), self.name(b))
    }

    /// A finding about some dtypes, with the cells that show it.
    fn finding(&self, check: &str, about: &[usize], says: String, cells: &[(usize, usize)]) -> Finding {
        let subject: Vec<&str> = about.iter().map(|&index| self.name(index)).collect();
        let mut cites = Vec::new();
        for &(a, b) in cells {
            let cite = &self.grid.cell(a, b).cite;
            if !cites.contains(cite) {
                cites.push(cite.clone());
            }
        }
        self.grid.finding(check, &subject.join(","), says, cites)
    }

    fn symmetric(&self, findings: &mut Vec<Finding>) {
        for a in 0..self.size {
            for b in a + 1..self.size {
                if self.grid.cell(a, b).result != self.grid.cell(b, a).result {
                    let says = format!("{}, and {}", self.says(a, b), self.says(b, a));
                    findings.push(self.finding("symmetric", &[a, b], says, &[(a, b), (b, a)]));
                }
            }
        }
    }

    fn associative(&self, findings: &mut Vec<Finding>) {
        for a in 0..self.size {
            for b in 0..self.size {
                let Some(ab) = self.join(a, b) else { continue };
                for c in 0..self.size {
                    let Some(bc) = self.join(b, c) else { continue };
                    let (Some(left), Some(right)) = (self.join(ab, c), self.join(a, bc)) else { continue };
                    if left == right {
                        continue;
                    }
                    let [a_, b_, c_, left, right] = [a, b, c, left, right].map(|index| self.name(index));
                    let says = format!("({a_} ⊔ {b_}) ⊔ {c_} is {left}, {a_} ⊔ ({b_} ⊔ {c_}) is {right}");
                    let cells = [(a, b), (ab, c), (b, c), (a, bc)];
                    findings.push(self.finding("associative", &[a, b, c], says, &cells));
                }
            }
        }
    }

    fn monotone(&self, findings: &mut Vec<Finding>) {
        for small in 0..self.size {
            for large in (0..self.size).filter(|&large| large != small && self.contains(large, small)) {
                for b in 0..self.size {
                    let (Some(less), Some(more)) = (self.join(small, b), self.join(large, b)) else {
                        continue;
                    };
                    if self.contains(more, less) {
                        continue;
                    }
                    let says = format!(
                        "{}, and with {}, which contains {}, {}, which does not contain {}",
                        self.says(small, b),
                        self.name(large),
                        self.name(small),
                        self.name(more),
                        self.name(less),
                    );
                    let cells = [(small, b), (large, b), (small, large), (less, more)];
                    findings.push(self.finding("monotone", &[small, large, b], says, &cells));
                }
            }
        }
    }

    fn holds(&self, findings: &mut Vec<Finding>) {
        for (a, b, cell) in self.grid.cells() {
            let Some(result) = cell.result.map(|dtype| self.grid.spec.dtype_of(dtype)) else { continue };
            let operands =
                [a, b].map(|index| self.grid.spec.dtypes.iter().find(|d| d.name == self.name(index)));
            let lost = operands.into_iter().flatten().find(|operand| !holds(result, operand));
            if let Some(operand) = lost {
                let says = format!("{}, which cannot hold {}", self.says(a, b), spelt(operand));
                let says = format!("{says}: it has {}", format_of(result));
                findings.push(self.finding("holds", &[a, b], says, &[(a, b)]));
            }
        }
    }
}

/// Whether a result keeps the category of an operand, and its precision and range.
fn holds(result: &DTypeInfo, operand: &DTypeInfo) -> bool {
    // Bits of an integer without its sign.
    let magnitude = |dtype: &DTypeInfo| dtype.bits - u32::from(dtype.class == Class::Signed);
    let Some((precision, exponent)) = operand.precision.zip(operand.exponent_bits) else {
        return match (operand.class, result.class) {
            (Class::Bool, _) | (_, Class::Float | Class::Complex) => true,
            (_, Class::Bool) | (Class::Signed, Class::Unsigned) => false,
            _ => magnitude(result) >= magnitude(operand),
        };
    };
    let keeps = |(p, e): (u32, u32)| precision <= p && exponent <= e;
    result.precision.zip(result.exponent_bits).is_some_and(keeps)
        && (operand.class != Class::Complex || result.class == Class::Complex)
}

fn spelt(dtype: &DTypeInfo) -> String {
    format!("{} ({})", dtype.name, format_of(dtype))
}

fn format_of(dtype: &DTypeInfo) -> String {
    match (dtype.precision, dtype.exponent_bits) {
        (Some(precision), Some(exponent)) => {
            let of = if dtype.class == Class::Complex { " a part" } else { "" };
            format!("{precision} bits of precision and {exponent} of exponent{of}")
        }
        _ if dtype.class == Class::Bool => "one bit".to_owned(),
        _ if dtype.class == Class::Signed => format!("{} bits with a sign", dtype.bits),
        _ => format!("{} bits", dtype.bits),
    }
}
