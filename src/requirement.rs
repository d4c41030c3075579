//! The id of every requirement as a constant, in a module for each operator and table.
//!
//! Code that names a requirement uses its constant, so that an id that does not exist does not compile. Generated
//! from the specification; [`Contract::requirement`](crate::contract::Contract::requirement) finds what an id stands for.
//!
//! ```
//! use ascertain::contract::{CUMPROD, Level};
//! use ascertain::requirement::cumprod;
//!
//! assert_eq!(cumprod::DIM_RANGE, "cumprod.dim.range");
//! let requirement = CUMPROD.contracts[0].requirement(cumprod::DIM_RANGE).ok_or("no such requirement")?;
//! assert_eq!(requirement.level, Level::Must);
//! # Ok::<(), &str>(())
//! ```
//!
//! ```compile_fail,E0425
//! let no_such_id = ascertain::requirement::cumprod::DIM_RANGES;
//! ```

include!(concat!(env!("OUT_DIR"), "/requirement.rs"));
