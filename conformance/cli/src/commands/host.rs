//! `ascertain host`: serves a backend in a process of its own. Not for people; `run --backend lib:PATH` starts it.

use super::error::Problem;
use super::select::EditionArguments;
use ascertain_conformance::adapter::{open_hosted, serve};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A backend that can live in this process, `lib:PATH` for example.
    #[arg(value_name = "BACKEND")]
    backend: String,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Bytes that are read or written at once.
const CHUNK: usize = 1 << 17;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    // Before anything of the backend runs: what it prints must not get among the answers.
    let (input, output) = streams().map_err(Problem::Output)?;
    let editions = arguments.editions.resolve()?;
    let mut backend = open_hosted(&arguments.backend, &editions)
        .map_err(|error| Problem::Usage { what: error.to_string(), help: Vec::new() })?;
    let input = BufReader::with_capacity(CHUNK, input);
    let output = BufWriter::with_capacity(CHUNK, output);
    match serve::serve(backend.as_mut(), input, output) {
        // A harness that is gone needs no answers.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Problem::Output(error)),
        _ => Ok(0),
    }
}

/// Standard input and output for the protocol alone: whatever else this process does meets an empty input, and
/// writes to standard error.
#[cfg(unix)]
fn streams() -> io::Result<(File, File)> {
    let (input, output) = (rustix::io::dup(io::stdin())?, rustix::io::dup(io::stdout())?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((input.into(), output.into()))
}

/// Where descriptors cannot be moved, a backend must not print.
#[cfg(not(unix))]
fn streams() -> io::Result<(io::Stdin, io::Stdout)> {
    Ok((io::stdin(), io::stdout()))
}
