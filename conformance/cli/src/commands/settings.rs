//! `ascertain.toml`: options that need not be typed.
//!
//! Its keys are the long options of the commands:
//!
//! ```toml
//! backend = "lib:./libmine.so"    # for every command that has such an option
//! known = "known.toml"
//!
//! [run]                           # for one command
//! fuzz = 20000
//! report = ["html=report.html", "json=report.json"]
//! ```
//!
//! What is typed comes before what is written there.

use super::error::{Problem, did_you_mean};
use super::host;
use crate::explain::nearest;
use ascertain_conformance::results::files;
use ascertain_conformance::text;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The file, in the folder where the program runs.
pub(super) const FILE: &str = "ascertain.toml";

/// The arguments of one of the `commands`, with those of the file, which come right after the name of the command. Also says which
/// they are.
///
/// # Errors
/// When the file cannot be read, or has a key that is not an option.
pub(super) fn with_file(
    commands: &Command,
    arguments: Vec<OsString>,
) -> Result<(Vec<OsString>, Option<String>), Problem> {
    // The file may give what is required.
    let lenient = commands.clone().mut_subcommands(|command| command.mut_args(|one| one.required(false)));
    // What is typed wrongly is told by the parser that runs next.
    let Ok(matches) = lenient.try_get_matches_from(&arguments) else { return Ok((arguments, None)) };
    let Some((name, typed)) =
        matches.subcommand().filter(|(name, _)| *name != host::NAME && Path::new(FILE).is_file())
    else {
        return Ok((arguments, None));
    };
    let added = Settings { text: &text()?, commands, name, typed }.options()?;
    if added.is_empty() {
        return Ok((arguments, None));
    }
    let said = format!("{FILE}: {}", added.join(" "));
    let at = arguments.iter().position(|word| word == name).map_or(arguments.len(), |at| at + 1);
    let (before, after) = arguments.split_at(at);
    let added = added.into_iter().map(OsString::from);
    Ok((before.iter().cloned().chain(added).chain(after.iter().cloned()).collect(), Some(said)))
}

fn text() -> Result<String, Problem> {
    files::read_text(Path::new(FILE))
        .map_err(|error| Problem::usage(format!("cannot read {FILE}: {error}"), "mend or move the file"))
}

/// The file, and what was typed.
struct Settings<'a> {
    text: &'a str,
    commands: &'a Command,
    /// The command that was typed, and its arguments.
    name: &'a str,
    typed: &'a ArgMatches,
}

impl Settings<'_> {
    /// The options for the command, but for those that were typed.
    fn options(&self) -> Result<Vec<String>, Problem> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.wrong(error.span().unwrap_or(0..0), error.message()))?;
        let mut options = Vec::new();
        for (key, value) in table.get_ref() {
            let (key, at) = (key.get_ref().as_ref(), key.span());
            match (value.get_ref(), self.commands.find_subcommand(key)) {
                (DeValue::Table(table), Some(command)) => {
                    for (key, value) in table {
                        let argument = self.argument(&[command], key.get_ref(), key.span())?;
                        if command.get_name() == self.name {
                            options.extend(self.given(argument, value)?);
                        }
                    }
                }
                _ => {
                    let all: Vec<&Command> = self.commands.get_subcommands().collect();
                    self.argument(&all, key, at)?;
                    let own =
                        self.commands.find_subcommand(self.name).and_then(|command| option(command, key));
                    options.extend(own.map_or(Ok(Vec::new()), |argument| self.given(argument, value))?);
                }
            }
        }
        Ok(options)
    }

    /// The option called `key` of any of these commands.
    fn argument<'c>(
        &self,
        commands: &[&'c Command],
        key: &str,
        at: Range<usize>,
    ) -> Result<&'c Arg, Problem> {
        let found = commands.iter().find_map(|command| option(command, key));
        found.ok_or_else(|| {
            let known = commands.iter().flat_map(|command| command.get_arguments()).filter_map(Arg::get_long);
            let near = nearest(key, known);
            let help =
                if near.is_empty() { "`--help` lists the options".to_owned() } else { did_you_mean(&near) };
            Problem::usage(format!("{}no option is called `{}`", self.place(at), text::word(key)), help)
        })
    }

    /// The option as it would be typed, once for each value; nothing if it was typed.
    fn given(&self, argument: &Arg, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Problem> {
        if self.typed.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine) {
            return Ok(Vec::new());
        }
        let key = argument.get_long().unwrap_or_default();
        let one = |value: &Spanned<DeValue<'_>>| match (value.get_ref(), argument.get_action().takes_values())
        {
            (DeValue::Boolean(given), false) => Ok(given.then(|| format!("--{key}"))),
            (DeValue::String(text), true) => Ok(Some(format!("--{key}={text}"))),
            (DeValue::Integer(number), true) => Ok(Some(format!("--{key}={number}"))),
            (DeValue::Float(number), true) => Ok(Some(format!("--{key}={number}"))),
            (_, false) => Err(self.wrong(value.span(), &format!("`{key}` is true or false"))),
            (_, true) => {
                Err(self.wrong(value.span(), &format!("`{key}` is a text, a number or a list of them")))
            }
        };
        match value.get_ref() {
            DeValue::Array(values) => values.iter().filter_map(|value| one(value).transpose()).collect(),
            _ => Ok(one(value)?.into_iter().collect()),
        }
    }

    fn wrong(&self, at: Range<usize>, what: &str) -> Problem {
        Problem::usage(format!("{}{what}", self.place(at)), "the keys are the long options of the commands")
    }

    /// `ascertain.toml, line 3: `.
    fn place(&self, at: Range<usize>) -> String {
        let line = 1 + self.text.bytes().take(at.start).filter(|byte| *byte == b'\n').count();
        format!("{FILE}, line {line}: ")
    }
}

/// The option of a command by its long name.
fn option<'c>(command: &'c Command, key: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|argument| argument.get_long() == Some(key))
}
