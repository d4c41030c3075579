//! Faults that are wrong on most calls, by what they get wrong.

mod arguments;
mod dimensions;
mod floats;
mod integers;
mod reinterpretation;
mod rounding;
mod tables;
mod views;

use super::{Class, Fault, State, float, integer, lines};

/// Faults in floating-point products, integer products and conversions, dimensions and ranks, views, the arguments accepted
/// and refused, reinterpretation, and promotion tables.
pub(super) const PARTS: &[&[Fault]] = &[
    floats::FAULTS,
    rounding::FAULTS,
    integers::FAULTS,
    dimensions::FAULTS,
    views::FAULTS,
    arguments::FAULTS,
    reinterpretation::FAULTS,
    tables::FAULTS,
];
