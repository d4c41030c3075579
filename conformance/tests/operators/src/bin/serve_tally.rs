//! `tally` behind the process protocol, for the tests. With an argument its sums are wrong past 100 elements.

use ascertain::reference::{Kernel, Reference};
use ascertain_conformance::backends::serve::serve_with;
use ascertain_test_operators::{KERNEL, REGISTRY, TALLY, forgetful};
use std::io;

fn main() -> io::Result<()> {
    let kernel = match std::env::args().nth(1) {
        Some(_) => Kernel { run: forgetful, ..KERNEL },
        None => KERNEL,
    };
    let mut backend = Reference::default().with_operator(&TALLY, kernel);
    serve_with(REGISTRY, &mut backend, io::stdin().lock(), io::stdout().lock())
}
