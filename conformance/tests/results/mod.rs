//! Results that were written: read back, and joined.

mod backends;
mod support;

mod journal;
mod known;
mod merge;
mod round_trip;
