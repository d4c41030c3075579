//! The suite finds every mutant: changed cells, seeded faults, wrong formulas, changed predicates; random cases find broad faults too.

mod boundaries;
mod cells;
mod diagnosis;
mod faults;
mod formulas;
mod hunt;
mod random;
