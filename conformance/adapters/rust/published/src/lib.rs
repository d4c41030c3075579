//! The cumulative products of two published crates as backends: [`Ndarray`] and [`ArrRs`].
//!
//! An example of how a crate tests itself: what is tested is a function, [`Backend`] is what the suite asks, and a file
//! of two lines in `tests/` is the whole test. See `ascertain_conformance::harness`.

mod arr_rs;
mod backend;
mod element;
mod ndarray;

pub use crate::arr_rs::ArrRs;
pub use crate::backend::{CumulativeProduct, Published};
pub use crate::element::Element;
pub use crate::ndarray::Ndarray;

#[cfg(doc)]
use ascertain::backend::Backend;
