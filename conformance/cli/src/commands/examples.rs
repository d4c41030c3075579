//! Examples at the end of each `--help`.

use clap::builder::Styles;

/// Each a sentence, and the command line below it.
pub fn examples(all: &[(&str, &str)]) -> String {
    let heading = *Styles::styled().get_header();
    let mut text = format!("{heading}Examples:{heading:#}");
    for (says, command) in all {
        text.push_str(&format!("\n  {says}\n    {command}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::commands::Cli;
    use ascertain_conformance::backends::KINDS;
    use ascertain_conformance::report::text::columns;
    use clap::{Command, CommandFactory};

    /// The commands that run something, with their names in full.
    fn leaves(command: Command, name: &str, found: &mut Vec<(String, Command)>) {
        let own = format!("{name} {}", command.get_name()).trim().to_owned();
        let below: Vec<Command> = command.get_subcommands().cloned().collect();
        found.push((own.clone(), command));
        below.into_iter().for_each(|command| leaves(command, &own, found));
    }

    #[test]
    fn every_help_has_examples_that_are_right() {
        let mut commands = Vec::new();
        leaves(Cli::command(), "", &mut commands);
        for (name, command) in commands {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let lines: Vec<&str> =
                help.lines().filter_map(|line| line.strip_prefix("    ascertain ")).collect();
            assert!(!lines.is_empty(), "`{name} --help` has no example");
            for line in lines {
                let line = format!("ascertain {line}");
                assert!(columns(&line) <= 76, "`{line}` is too wide for a terminal of 80 columns");
                assert!(
                    format!("{line} ").starts_with(&format!("{name} ")),
                    "`{name} --help` shows `{line}`"
                );
                // Where the output goes is for the shell.
                let words =
                    shlex::split(line.split(" > ").next().unwrap_or_default()).expect("quotes are closed");
                if let Err(error) = Cli::command().try_get_matches_from(words) {
                    panic!("`{line}`: {error}");
                }
            }
        }
    }

    #[test]
    fn where_a_backend_is_named_all_kinds_are() {
        for name in ["run", "replay", "bench", "doctor", "observe"] {
            let mut command = Cli::command();
            let command = command.find_subcommand_mut(name).expect("a command");
            let argument = command.get_arguments().find(|argument| argument.get_long() == Some("backend"));
            let argument = argument.expect("an argument");
            assert_eq!(argument.get_short(), Some('b'), "{name}");
            let help = argument.get_long_help().expect("a help").to_string();
            for kind in KINDS {
                assert!(help.contains(kind.form), "`{name} --help` does not name {}: {help}", kind.form);
            }
        }
    }
}
