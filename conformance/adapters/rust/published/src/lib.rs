//! The cumulative products of two published crates as backends: [`Ndarray`] and [`ArrRs`].
//!
//! An example of how a crate tests itself: a function, a [`Backend`] around it, and a test file of two lines in
//! `tests/`. See `ascertain_harness`.

mod arr_rs;
mod backend;
mod ndarray;

pub use crate::arr_rs::ArrRs;
pub use crate::backend::{CumulativeProduct, Published};
pub use crate::ndarray::Ndarray;

#[cfg(doc)]
use ascertain::backend::Backend;

/// The guide's program, which has to compile.
#[cfg(doctest)]
#[doc = include_str!("../../../../../docs/guides/rust.md")]
struct Guide;
