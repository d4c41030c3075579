//! Wrong command lines: exit code 2, and a hint how to fix them.

use crate::cli::support::ascertain;

/// The commands in a text, each after `$ `, with the words that must be printed below it.
pub(crate) fn commands(text: &str) -> impl Iterator<Item = (&str, std::str::Lines<'_>)> {
    let blocks = text.split("\n\n").filter_map(|block| block.strip_prefix("$ "));
    blocks
        .map(|block| block.split_once('\n').map_or((block, "".lines()), |(line, rest)| (line, rest.lines())))
}

#[test]
fn mistakes_are_named_with_what_is_near() {
    for (command, parts) in commands(include_str!("errors.txt")) {
        let done = ascertain(command).ends(2);
        assert_eq!(done.out, "", "{command}: nothing on standard output");
        parts.fold(done, |done, part| done.warns(part));
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in ["--help", "--version", "run --help", "explain --help"] {
        assert_eq!(ascertain(arguments).ends(0).err, "", "{arguments}");
    }
    let help = ascertain("--help");
    ["run", "list", "explain", "doctor", "compare", "Exit codes:"]
        .into_iter()
        .fold(help, |help, part| help.prints(part));
    // No command is a wrong command line.
    ascertain("").ends(2);
}
