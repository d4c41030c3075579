//! `ascertain host`: serves a backend in a process of its own. Started by `run --backend lib:PATH`, not by people.

use super::error::Problem;
use super::examples::examples;
use super::select::EditionArguments;
use ascertain_conformance::backends::{open_hosted, serve};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};

/// What the program runs for a backend that needs a process of its own.
pub(super) const NAME: &str = "host";

const EXAMPLES: &[(&str, &str)] =
    &[("Serve a shared library, as `run` does by itself:", "ascertain host lib:./mine.so")];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The backend to serve, for example `lib:PATH`.
    #[arg(value_name = "BACKEND")]
    backend: String,

    #[command(flatten)]
    editions: EditionArguments,
}

/// Size of the buffers, in bytes.
const CHUNK: usize = 1 << 17;

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    // Before any code of the backend runs: what it prints must not mix with the answers.
    let (input, output) = streams().map_err(Problem::Output)?;
    let editions = arguments.editions.resolve()?;
    let mut backend = open_hosted(&arguments.backend, &editions)
        .map_err(|error| Problem::Usage { what: error.to_string(), help: Vec::new() })?;
    let input = BufReader::with_capacity(CHUNK, input);
    let output = BufWriter::with_capacity(CHUNK, output);
    match serve::serve(backend.as_mut(), input, output) {
        // What the backend did wrong: the harness reads it from here.
        Err(error) if error.kind() == io::ErrorKind::Other => {
            eprintln!("{error}");
            Ok(1)
        }
        // The harness is gone and needs no answers.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Problem::Output(error)),
        _ => Ok(0),
    }
}

/// Standard input and output, kept for the protocol. All other code in this process reads an empty input and writes
/// to standard error.
#[cfg(unix)]
fn streams() -> io::Result<(File, File)> {
    let (input, output) = (rustix::io::dup(io::stdin())?, rustix::io::dup(io::stdout())?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((input.into(), output.into()))
}

/// On this system descriptors cannot be moved, so a backend must not print.
#[cfg(not(unix))]
fn streams() -> io::Result<(io::Stdin, io::Stdout)> {
    Ok((io::stdin(), io::stdout()))
}
