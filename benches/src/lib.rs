//! Benches live beside this file.
