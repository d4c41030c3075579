//! The `ascertain` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ascertain_cli::commands::main()
}
