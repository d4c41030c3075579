//! The suite on `ndarray`: `cargo test -p ascertain-published --test ndarray`.

use ascertain_published::{Ndarray, Published};
use std::process::ExitCode;

fn main() -> ExitCode {
    ascertain_harness::main(|| Box::new(Published(Ndarray)))
}
