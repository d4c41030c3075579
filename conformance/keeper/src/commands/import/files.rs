//! The files of an import, and how they are written.

use crate::commands::load::FOLDER;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::print::print;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// A file of the specification: its path below the folder, and its text.
pub(super) type File = (String, String);

/// The files that an import makes.
#[derive(Default)]
pub(super) struct Files {
    /// They must not exist yet.
    pub(super) created: Vec<File>,
    /// They are replaced.
    pub(super) replaced: Vec<File>,
    /// The editions added, each by document and name.
    pub(super) editions: Vec<(String, String)>,
    /// What is printed where nothing is written.
    pub(super) printed: String,
    /// Whether a page is refused, so that nothing is written.
    pub(super) refused: bool,
}

impl Files {
    /// Writes the files below a folder, and prints which, and what to do next.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Problem> {
        let created = self.created.iter().map(|file| (file, true));
        let all = created.chain(self.replaced.iter().map(|file| (file, false)));
        for ((file, text), is_new) in all.clone() {
            let path = folder.join(file);
            let written = if is_new { create(&path, text) } else { replace(&path, text) };
            written.map_err(|error| {
                let what = format!("cannot write {}: {error}", path.display());
                Problem::usage(what, "choose a folder that can be written")
            })?;
        }
        print(|out| {
            for ((file, _), _) in all {
                writeln!(out, "wrote {}", folder.join(file).display())?;
            }
            for (id, name) in &self.editions {
                writeln!(
                    out,
                    "  no profile uses it yet: add \"{id}\" = \"{name}\" to the editions of a profile in documents.toml"
                )?;
            }
            self.next_commands(out, folder)
        })
    }

    /// Prints what to type after editions were added: rebuild and test them, and commit. The program is built with the
    /// specification of its checkout only.
    fn next_commands(&self, out: &mut dyn Write, folder: &Path) -> io::Result<()> {
        let Some((id, name)) = self.editions.first().filter(|_| folder.ends_with(FOLDER)) else {
            return Ok(());
        };
        let editions: String =
            self.editions.iter().map(|(id, name)| format!(" --edition {id}={name}")).collect();
        let folder = folder.display();
        writeln!(out, "next, in the checkout:")?;
        writeln!(out, "  ascertain-spec check {folder}  # after you have edited the overlay")?;
        writeln!(out, "  cargo run -- run{editions}  # rebuilds the program, and tests the reference")?;
        writeln!(out, "  git add {folder} && git commit -m 'spec: add {id} {name}'")
    }
}

/// Writes a file that must not exist.
fn create(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        // Half an edition is worse than none. If it cannot be removed either, the error says so.
        let _ = fs::remove_file(path);
    })
}

/// Replaces a file as a whole.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let beside = path.with_extension("toml.new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}
