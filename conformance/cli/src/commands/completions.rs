//! `ascertain completions` and `ascertain man`: made from the command line's own description.

use super::error::Problem;
use super::print::print;
use clap::{Args, Command};
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct ShellArguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args, Debug)]
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
