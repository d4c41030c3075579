//! Tests the suite itself: backends with a seeded fault each, which it must find.

pub mod faults;
