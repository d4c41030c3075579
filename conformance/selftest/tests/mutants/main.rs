//! The suite finds every mutant: changed cells, seeded faults, changed predicates; random cases find broad faults too.

mod boundaries;
mod cells;
mod diagnosis;
mod faults;
mod hunt;
mod random;
