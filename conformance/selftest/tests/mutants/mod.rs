//! The suite finds every mutant: changed cells, seeded faults, wrong formulas, changed predicates; random cases find broad faults too.

mod boundaries;
mod causes;
mod cells;
mod diagnosis;
mod faults;
mod formulas;
mod hunt;
mod language;
mod random;

use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::suite;

/// The fixed cases of tables, and of the operators that faults are seeded in.
fn of_seeded(editions: &Editions) -> Vec<Case> {
    let wanted = |area: &str| ["cumprod", "reinterpret"].contains(&area);
    suite::of_areas(editions, &wanted).expect("the committed vectors are well-formed")
}

/// The same without those of many elements, for tests that ask all of them many times.
fn short_of_seeded(editions: &Editions) -> Vec<Case> {
    let mut cases = of_seeded(editions);
    cases.retain(|case| case.call.longest_answer() < 1 << 16);
    cases
}
