//! Reading pages: every format, every damage, random tables, mutations, and the vendors' pages where they are at hand.

mod common;
mod damage;
mod formats;
mod property;
mod vendors;
