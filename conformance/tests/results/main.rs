//! Results that were written: read back, and joined.

mod backends;
mod support;

mod merge;
mod round_trip;
