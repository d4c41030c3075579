//! Writing to standard output and standard error.
//!
//! Text for people goes through [`say`]: parts of it are others' (names, messages, paths), and it must not command what
//! shows it. [`text`] has made visible in them what has power over a terminal.

use super::error::Problem;
use super::github;
use ascertain_conformance::text;
use std::io::{self, Write};
use std::path::Path;

/// A path that others may have named, in one line.
pub fn shown(path: &Path) -> String {
    text::name(&path.display().to_string())
}

/// Writes text for people to standard output or, `aside`, to standard error.
pub fn say(aside: bool, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut text = Vec::new();
    write(&mut text).map_err(Problem::Output)?;
    if github::is_here() {
        text = github::without_commands(&String::from_utf8_lossy(&text)).into_bytes();
    }
    print_to(aside, |out| out.write_all(&text))
}

/// Writes text for people to standard error.
pub fn print_aside(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    say(true, write)
}

/// Writes to standard output, as it is. A closed pipe (`| head`) is not an error.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

/// The same, to standard error if standard output carries a report for programs.
pub fn print_to(aside: bool, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    if !aside {
        return print(write);
    }
    let mut out = io::BufWriter::new(anstream::stderr().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

fn forgive(written: io::Result<()>) -> Result<(), Problem> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Problem::Output(error)),
        _ => Ok(()),
    }
}
