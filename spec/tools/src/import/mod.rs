//! From what a page says to an edition of the specification.

mod compare;

pub use compare::{Disagreement, disagreements, words};
