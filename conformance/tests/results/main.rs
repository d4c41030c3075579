//! Results that were written: read back, and joined.

mod backends;
mod support;

mod round_trip;
