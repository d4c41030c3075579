//! Writing to standard output and standard error.
//!
//! Text for people goes through [`say`]: parts of it are others' (names, messages, paths), and it must not command what
//! shows it. [`text`] has made visible in them what has power over a terminal.

use super::error::Problem;
use ascertain_conformance::report::text::{BAD, NAME};
use ascertain_conformance::text;
use clap::ValueEnum;
use serde::Serialize;
use std::env;
use std::io::{self, Write};
use std::path::Path;

/// Who reads the output of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// A path that others may have named, in one line.
pub fn shown(path: &Path) -> String {
    text::name(&path.display().to_string())
}

/// Writes text for people to standard output or, `aside`, to standard error.
pub fn say(aside: bool, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut text = Vec::new();
    write(&mut text).map_err(Problem::Output)?;
    if is_on_runner() {
        text = without_commands(&String::from_utf8_lossy(&text)).into_bytes();
    }
    print_to(aside, |out| out.write_all(&text))
}

/// Writes text for people to standard error.
pub fn print_aside(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    say(true, write)
}

/// Writes what programs read to standard output, as it is. A closed pipe (`| head`) is not an error.
pub fn print_data(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

/// Writes to standard output, as it is, without the colours where it shows none.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    forgive(write(&mut out).and_then(|()| out.flush()))
}

/// Writes a value as JSON to standard output.
pub fn print_json(value: &impl Serialize) -> Result<(), Problem> {
    print_data(|out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        writeln!(out)
    })
}

/// The same as [`print()`], to standard error if standard output carries a report for programs.
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

impl Problem {
    /// Prints it on standard error.
    pub fn print(&self) {
        let (what, help) = match self {
            Self::Usage { what, help } => (what.clone(), help.clone()),
            Self::Report(path, error) => (
                format!("cannot write {}: {error}", path.display()),
                vec!["choose a path that can be written".to_owned()],
            ),
            Self::Output(error) => (format!("cannot write to standard output: {error}"), Vec::new()),
            Self::Interrupted => ("interrupted; nothing was written".to_owned(), Vec::new()),
        };
        // Names, paths and lines of files are part of both. Line by line, since a list of mistakes may be long; none but the
        // first begins where those of this program do.
        let shown = |words: &str| words.split('\n').map(text::name).collect::<Vec<_>>().join("\n  ");
        // The terminal may be gone.
        let _ = print_aside(|out| {
            writeln!(out, "{BAD}error:{BAD:#} {}", shown(&what))?;
            help.iter().try_for_each(|line| writeln!(out, "  {NAME}help:{NAME:#} {}", shown(line)))
        });
    }
}

/// Whether this program is on a runner of GitHub.
pub(super) fn is_on_runner() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Text in which the runner follows no commands: a backend may say `::error::` too. The runner looks for `::` where a line
/// begins, after blanks, and for `##[` anywhere.
fn without_commands(text: &str) -> String {
    let line = |line: &str| {
        let words = after_blanks(line);
        let mark = if words.starts_with("::") { "\\" } else { "" };
        format!("{}{mark}{}", &line[..line.len() - words.len()], words.replace("##[", "#\\#["))
    };
    text.split_inclusive('\n').map(line).collect()
}

/// What follows the blanks and styles at the start of a line.
fn after_blanks(line: &str) -> &str {
    let rest = line.trim_start();
    match rest.strip_prefix("\u{1b}[").and_then(|style| style.split_once('m')) {
        Some((_, rest)) => after_blanks(rest),
        None => rest,
    }
}

/// How many findings to show: a number, or `all`.
///
/// # Errors
/// When it is neither.
pub fn limit(text: &str) -> Result<usize, &'static str> {
    match text {
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| "write a number, or `all`"),
    }
}
