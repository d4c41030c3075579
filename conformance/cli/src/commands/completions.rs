//! `ascertain completions` and `ascertain man`: made from the command line's own description.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use clap::{Args, Command};
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;

const COMPLETIONS: &[(&str, &str)] = &[(
    "For bash, from the next session on:",
    "ascertain completions bash > ~/.local/share/bash-completion/completions/ascertain",
)];

#[derive(Args, Debug)]
#[command(after_help = examples(COMPLETIONS))]
pub(super) struct ShellArguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

const MAN: &[(&str, &str)] =
    &[("Write the pages, and read one with `man man/ascertain-run.1`:", "ascertain man man")];

#[derive(Args, Debug)]
#[command(after_help = examples(MAN))]
pub(super) struct ManArguments {
    /// The folder, which is created.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn completions(arguments: &ShellArguments, command: &mut Command) -> Result<u8, Problem> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, command, "ascertain", &mut text);
    print(|out| out.write_all(&text))?;
    Ok(0)
}

pub(super) fn man(arguments: &ManArguments, command: Command) -> Result<u8, Problem> {
    let folder = &arguments.folder;
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|error| Problem::Report(folder.clone(), error))?;
    Ok(0)
}
