//! Reading pages: every format, every damage, random tables, mutations, and vendors' pages if they are available.

mod common;
mod damage;
mod formats;
mod inline;
mod oracle;
mod property;
mod scale;
mod triples;
mod vendors;
