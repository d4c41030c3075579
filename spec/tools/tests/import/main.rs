//! Facts: those of editions, and those that pages are read into.

mod editions;
