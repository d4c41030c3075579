//! Proofs by enumeration, which need the oracle's insides; the rest is tested from outside, in `tests/oracle_*.rs`.

mod exhaustive;
mod interval;
