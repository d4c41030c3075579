//! All tests of the crate in one program, since each program takes long to link. What asks wrong or honest implementations is
//! among the tests of `ascertain-selftest`, which depends on this crate.

mod parts;
mod suite;
