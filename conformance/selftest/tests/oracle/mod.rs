//! The oracle from outside: what it accepts, what it rejects, what it infers, and its arithmetic. What needs its insides,
//! such as the enumeration of every line of a tiny format, is tested in `judge/src/oracle/tests/`.

mod accepts;
mod arithmetic;
mod formulas;
mod lines;
mod open;
mod rejects;
