//! Proofs by enumeration, which need the oracle's insides; the rest is tested from outside, in `tests/oracle/`.

mod exhaustive;
mod interval;
mod permuted;
