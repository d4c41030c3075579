//! The `ascertain` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ascertain_conformance::cli::main()
}
