//! The `ascertain-spec` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ascertain_keeper::commands::main()
}
