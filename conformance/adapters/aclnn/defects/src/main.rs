//! The program `ascertain`, as the tests of this crate start it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ascertain_cli::commands::main()
}
