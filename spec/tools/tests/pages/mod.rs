//! Reading pages: every format, every damage, random tables and mutations.

mod common;
mod damage;
mod formats;
mod inline;
mod oracle;
mod property;
mod scale;
