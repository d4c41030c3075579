//! `ascertain completions` and `ascertain man`: made from the command line's own description.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use ascertain_conformance::files;
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::{Path, PathBuf};
use std::{fs, io};

const COMPLETIONS: &[(&str, &str)] =
    &[("For bash; source the file in ~/.bashrc:", "ascertain completions bash > ~/.ascertain.bash")];

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
    /// The folder, which is created. Pages of another version of this program in it are replaced.
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
    let written = fs::create_dir_all(folder).and_then(|()| {
        let new = tempfile::tempdir()?;
        clap_mangen::generate_to(command, new.path())?;
        let pages =
            fs::read_dir(new.path())?.map(|page| Ok(page?.file_name())).collect::<io::Result<Vec<_>>>()?;
        if let Some(foreign) = pages.iter().map(|page| folder.join(page)).find(|page| !may_replace(page)) {
            return Err(io::Error::other(format!("{} is not a page of this program", foreign.display())));
        }
        pages.iter().try_for_each(|page| fs::copy(new.path().join(page), folder.join(page)).map(drop))
    });
    written.map_err(|error| Problem::Report(folder.clone(), error))?;
    Ok(0)
}

/// Whether there is nothing, or a manual page of this program, perhaps of another version.
fn may_replace(page: &Path) -> bool {
    match files::read_text(page) {
        Ok(text) => text.contains("\n.TH ascertain"),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
