//! Every mutant, by what it gets wrong.

mod axes;
mod floats;
mod integers;
mod layouts;
mod reinterpretation;
mod rules;
mod tables;

use super::faulty::Mutant;

/// One kind of mutants.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) mutants: &'static [Mutant],
}

/// Every mutant.
pub(crate) const KINDS: [Kind; 7] = [
    Kind { name: "Floating-point products", mutants: floats::MUTANTS },
    Kind { name: "Integer products and conversions", mutants: integers::MUTANTS },
    Kind { name: "Axes, ranks and empty tensors", mutants: axes::MUTANTS },
    Kind { name: "Views, gaps and in-place results", mutants: layouts::MUTANTS },
    Kind { name: "Arguments refused and accepted", mutants: rules::MUTANTS },
    Kind { name: "Reinterpretation of bytes", mutants: reinterpretation::MUTANTS },
    Kind { name: "Promotion tables", mutants: tables::MUTANTS },
];
