//! Faults that are wrong on most calls, by what they get wrong.

mod arguments;
mod dimensions;
mod editions;
mod floats;
mod integers;
mod interface;
mod reinterpretation;
mod rounding;
mod tables;
mod views;

use super::{Class, Fault, State, float, integer, lines};

/// Faults in floating-point products, integer products and conversions, dimensions and ranks, views, the arguments accepted
/// and refused, reinterpretation, promotion
/// tables, the C interface, and what some editions alone say.
pub(super) const PARTS: &[&[Fault]] = &[
    floats::FAULTS,
    rounding::FAULTS,
    integers::FAULTS,
    dimensions::FAULTS,
    views::FAULTS,
    arguments::FAULTS,
    reinterpretation::FAULTS,
    tables::FAULTS,
    interface::FAULTS,
    editions::FAULTS,
];
