//! Writing to standard output and standard error.

use super::error::Problem;
use std::io::{self, Write};

/// Writes to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

/// Writes to standard error, for when standard output carries a report for programs.
pub(super) fn print_aside(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = io::BufWriter::new(anstream::stderr().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

fn forgive(written: io::Result<()>) -> Result<(), Problem> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Problem::Output(error)),
        _ => Ok(()),
    }
}
