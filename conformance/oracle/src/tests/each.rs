//! Formulas in tiny formats: every operand, every rounding, kept or flushed, against the hull.
//!
//! The enumeration shares no arithmetic with the oracle: values are f64, in which sums and products of a few tiny numbers are
//! exact.

use super::super::Format;
use super::super::each::{Place, Possible, possible};
use super::super::spans::Hull;
use super::exhaustive::{round, value};
use ascertain_language::expr::{Expr, Function, Op, Type};
use ascertain_language::{Scope, Tree};
use std::collections::BTreeSet;

/// Formulas of three operands, and how many data of all operands are accepted at most for each that can be reached.
const FORMULAS: [(&str, f64); 11] = [
    ("x + y", 1.0),
    ("x - y", 1.0),
    ("x * y", 1.0),
    ("min(x, -y)", 1.0),
    ("max(abs(x), y)", 1.0),
    ("abs(x - y)", 1.0),
    ("x * y + z", 1.04),
    ("(x + y) * z", 1.04),
    ("x - 2 * y", 1.03),
    ("if x < y { x * z } else { -z }", 1.0),
    ("if x * y == z || !(x <= 1) { 1 } else { y }", 1.0),
];

/// Every value that an honest implementation may have for a part of a formula, as bits of f64.
struct Honest<'a> {
    format: Format,
    operands: &'a [f64],
}

impl Honest<'_> {
    /// Rounded, and with its sign where that gives zero.
    fn rounded(&self, x: f64) -> f64 {
        if x.is_nan() { x } else { round(self.format, x.abs()).copysign(x) }
    }

    fn is_tiny(&self, x: f64) -> bool {
        x != 0.0 && x.abs() < 2_f64.powi(self.format.min_exp() as i32)
    }

    /// An operand of an operation that rounds: kept, or flushed.
    fn operand(&self, expr: &Expr) -> Vec<f64> {
        let values = self.values(expr).into_iter().map(f64::from_bits);
        values.flat_map(|x| [Some(x), self.is_tiny(x).then_some(0_f64.copysign(x))]).flatten().collect()
    }

    /// An exact result: rounded, or not since it is fused or computed in a wide format; and flushed.
    fn results(&self, exact: f64) -> Vec<f64> {
        let rounded = self.rounded(exact);
        let tiny = self.is_tiny(exact) || self.is_tiny(rounded);
        let flushed = tiny.then_some(0_f64.copysign(exact));
        [rounded, exact].into_iter().chain(flushed).collect()
    }

    fn values(&self, expr: &Expr) -> BTreeSet<u64> {
        let each = |x: &Expr, f: &dyn Fn(f64) -> f64| {
            self.values(x).into_iter().map(|bits| f(f64::from_bits(bits)).to_bits()).collect()
        };
        let pairs = |x: &[f64], y: &[f64], f: &dyn Fn(f64, f64) -> Vec<f64>| {
            x.iter().flat_map(|x| y.iter().flat_map(|y| f(*x, *y))).map(f64::to_bits).collect()
        };
        let plain = |x: &Expr| self.values(x).into_iter().map(f64::from_bits).collect::<Vec<_>>();
        match expr {
            Expr::Argument(at, _) => BTreeSet::from([self.operands[*at].to_bits()]),
            Expr::Number(number) => match number.as_ref() {
                Expr::Int(number) => BTreeSet::from([(*number as f64).to_bits()]),
                other => unreachable!("{other:?}"),
            },
            Expr::Neg(x) => each(x, &|x| -x),
            Expr::Apply(Function::Abs, x) => each(x, &f64::abs),
            Expr::Binary(Op::Add, x, y) => {
                pairs(&self.operand(x), &self.operand(y), &|x, y| self.results(x + y))
            }
            Expr::Binary(Op::Sub, x, y) => {
                pairs(&self.operand(x), &self.operand(y), &|x, y| self.results(x - y))
            }
            Expr::Binary(Op::Mul, x, y) => {
                pairs(&self.operand(x), &self.operand(y), &|x, y| self.results(x * y))
            }
            Expr::Binary(op @ (Op::Min | Op::Max), x, y) => {
                let is_first = |x: f64, y: f64| if *op == Op::Min { x < y } else { x > y };
                let read = pairs(&self.operand(x), &self.operand(y), &|x, y| extremes(x, y, is_first(x, y)));
                // Compared as zeros, and then chosen as they are.
                let is_zero = |x: f64| x == 0.0 || self.is_tiny(x);
                let alike = |x: f64, y: f64| if is_zero(x) && is_zero(y) { vec![x, y] } else { Vec::new() };
                read.union(&pairs(&plain(x), &plain(y), &alike)).copied().collect()
            }
            Expr::If(condition, yes, no) => {
                let truths = self.truths(condition);
                let of = |truth: bool, branch| {
                    if truths.contains(&truth) { self.values(branch) } else { BTreeSet::new() }
                };
                of(true, yes).union(&of(false, no)).copied().collect()
            }
            other => unreachable!("{other:?}"),
        }
    }

    fn truths(&self, expr: &Expr) -> BTreeSet<bool> {
        match expr {
            Expr::Not(x) => self.truths(x).into_iter().map(|truth| !truth).collect(),
            Expr::Binary(Op::Or, x, y) => {
                let y = self.truths(y);
                self.truths(x).into_iter().flat_map(|x| y.iter().map(move |y| x || *y)).collect()
            }
            Expr::Binary(op, x, y) => {
                let (x, y) = (self.operand(x), self.operand(y));
                let pairs = x.iter().flat_map(|x| y.iter().map(move |y| (*x, *y)));
                pairs
                    .map(|(x, y)| match op {
                        Op::Eq => x == y,
                        Op::Lt => x < y,
                        Op::Le => x <= y,
                        other => unreachable!("{other:?}"),
                    })
                    .collect()
            }
            other => unreachable!("{other:?}"),
        }
    }
}

/// The chosen one of two; either of NaN and another, and of two zeros.
fn extremes(x: f64, y: f64, first: bool) -> Vec<f64> {
    if x.is_nan() || y.is_nan() || (x == 0.0 && y == 0.0) {
        vec![x, y]
    } else {
        vec![if first { x } else { y }]
    }
}

#[test]
fn hulls_have_everything_that_can_be_reached() {
    let scope =
        Scope { arguments: vec![("x", None), ("y", None), ("z", None)], elements: true, ..Scope::default() };
    for (text, most) in FORMULAS {
        let expr = Tree::parse(text).and_then(|tree| tree.element(&scope)).expect(text);
        assert_eq!(expr.kind(), Type::Element);
        let three = expr.elements().len() == 3;
        let format = Format::ieee(if three { 2 } else { 3 }, 3);
        let data = || 0..=format.magnitude_mask() * 2 + 1;
        let third = if three { data() } else { 0..=0 };
        let (mut reached, mut accepted) = (0_u64, 0_u64);
        for (x, y, z) in data()
            .flat_map(|x| data().map(move |y| (x, y)))
            .flat_map(|(x, y)| third.clone().map(move |z| (x, y, z)))
        {
            let bits = [x, y, z];
            let signed = |bits: u64| {
                let magnitude = value(format, bits & format.magnitude_mask());
                if bits & format.sign_bit() == 0 { magnitude } else { -magnitude }
            };
            let honest = Honest { format, operands: &bits.map(signed) };
            let results = honest.values(&expr).into_iter().map(|bits| honest.rounded(f64::from_bits(bits)));
            // Of NaN there is one.
            let results: BTreeSet<u64> =
                results.map(|x| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }).collect();
            let place = Place {
                format,
                distance: None,
                is_complex: false,
                element: &|at, _| Some(Hull::of(format.decode(bits[at]))),
                int: &|number| match number {
                    Expr::Int(number) => Some(*number),
                    _ => None,
                },
                truth: &|_| None,
            };
            let Some(Possible::Element(hull)) = possible(&expr, &place) else { panic!("{text}") };
            let own: Vec<u64> = data().filter(|bits| hull.contains(format, *bits)).collect();
            let own: BTreeSet<u64> = own
                .into_iter()
                .map(signed)
                .map(|x| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() })
                .collect();
            let missing = results.difference(&own).next();
            assert_eq!(missing.copied().map(f64::from_bits), None, "{text} of {:?}", bits.map(signed));
            reached += results.len() as u64;
            accepted += own.len() as u64;
        }
        let ratio = accepted as f64 / reached as f64;
        println!("{text}: {accepted} accepted, {reached} reachable, {ratio:.3}");
        assert!(ratio <= most, "{text}: {ratio}");
    }
}
