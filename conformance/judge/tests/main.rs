//! All tests of the crate in one program, since each program takes long to link.

mod oracle;
mod run;
mod session;
mod suite;
mod support;
