//! `ascertain-spec manual`: manual pages and completions, made from the command lines' own descriptions.

use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::{Path, PathBuf};
use std::{fs, io};

const EXAMPLES: &[(&str, &str)] = &[(
    "Write them where packages keep them, and read one with `man share/man/man1/ascertain-run.1`:",
    "ascertain-spec manual share",
)];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The folder, such as /usr/local/share. Older files of these programs in it are replaced.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Where packages keep completions, below the folder.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Fish, "fish/vendor_completions.d"),
    (Shell::Zsh, "zsh/site-functions"),
];

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let written = [ascertain_cli::commands::command(), super::command()]
        .into_iter()
        .try_for_each(|command| write(command, &arguments.folder));
    written.map_err(|error| Problem::Report(arguments.folder.clone(), error))?;
    Ok(0)
}

fn write(mut command: Command, folder: &Path) -> io::Result<()> {
    let name = command.get_name().to_owned();
    for (shell, place) in COMPLETIONS {
        fs::create_dir_all(folder.join(place))?;
        clap_complete::generate_to(shell, &mut command, &name, folder.join(place))?;
    }
    let pages = folder.join("man/man1");
    fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(command, pages)
}
