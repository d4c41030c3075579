//! Files that appear when they are complete: written beside their place, and renamed.

use super::error::{Problem, USAGE};
use super::print::print_data;
use ascertain_conformance::backends::temporary;
use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file to be written at the end of a long command. What can be wrong with its path is found at the start.
#[derive(Debug)]
pub struct PendingFile {
    /// As the user wrote it.
    path: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    StandardOutput,
    /// A pipe or a device, which is opened when there is something to write: opening a pipe waits for its reader. Or a
    /// file in a folder that takes no other.
    Direct,
    /// A file to be created or replaced, without links in its path, and what is renamed to it.
    File(PathBuf, NamedTempFile),
}

impl PendingFile {
    /// Makes sure that the file at `path` can be written. `-` is standard output.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let place = Place::of(path).map_err(|error| Problem::Report(path.to_owned(), error))?;
        Ok(Self { path: path.to_owned(), place })
    }

    /// Whether it goes to standard output, by whatever name.
    pub fn is_standard_output(&self) -> bool {
        matches!(self.place, Place::StandardOutput)
    }

    /// Whether both are one file.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.place, &other.place) {
            (Place::StandardOutput, Place::StandardOutput) => true,
            (Place::File(one, _), Place::File(other, _)) => one == other,
            _ => false,
        }
    }

    /// As the user wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file. Until then, what was there before stays. If it cannot be written, an older file there is removed:
    /// nobody must take it for this one.
    pub fn write(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
        let target = if let Place::File(target, _) = &self.place { Some(target.clone()) } else { None };
        self.update(write).map_err(|problem| match (problem, target.map(fs::remove_file)) {
            (Problem::Report(path, error), Some(Ok(()))) => {
                let what = format!("{error}; the older file there was removed");
                Problem::Report(path, io::Error::new(error.kind(), what))
            }
            (problem, _) => problem,
        })
    }

    /// The same, but what was there before stays if the file cannot be written: the new one holds parts of it.
    pub fn update(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
        let written = match self.place {
            Place::StandardOutput => return print_data(write),
            Place::Direct => File::create(&self.path).and_then(|file| {
                let mut out = BufWriter::new(file);
                write(&mut out)?;
                out.flush()
            }),
            Place::File(target, temporary) => replace(&target, temporary, write),
        };
        written.map_err(|error| Problem::Report(self.path, error))
    }
}

/// A file of a command, and the option or argument that names it.
pub type Named = (String, PathBuf);

/// A file that is named by its path alone.
pub fn named(path: &Path) -> Named {
    (path.display().to_string(), path.to_owned())
}

/// Makes sure that no file is written over another one that the command writes or reads.
///
/// # Errors
/// The first two that are the same.
pub fn check_apart(written: &[Named], read: &[Named]) -> Result<(), Problem> {
    for (at, (name, path)) in written.iter().enumerate() {
        let Some(file) = identity(path) else { continue };
        let others = written[..at].iter().chain(read);
        if let Some((other, _)) = others.into_iter().find(|(_, path)| identity(path).as_ref() == Some(&file))
        {
            let what = format!("{other} and {name} are the same file");
            return Err(Problem::usage(what, "give each a path of its own; nothing was written"));
        }
    }
    Ok(())
}

/// Which regular file a path leads to, by whatever name: its device and number, or its place if it is not there yet.
fn identity(path: &Path) -> Option<(u64, u64, PathBuf)> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => None,
        #[cfg(unix)]
        Ok(found) => {
            use std::os::unix::fs::MetadataExt;
            Some((found.dev(), found.ino(), PathBuf::new()))
        }
        #[cfg(not(unix))]
        Ok(_) => Some((0, 0, fs::canonicalize(path).ok()?)),
        Err(_) => Some((0, 0, missing(path).ok()?)),
    }
}

/// Whether everything that a command has to write was written.
#[derive(Debug, Default)]
pub struct Written {
    lacking: Cell<bool>,
}

impl Written {
    /// Notes that something was written. If it could not be, that is told on standard error.
    pub fn note(&self, done: Result<(), Problem>) {
        if let Err(problem) = done {
            problem.print();
            self.lacking.set(true);
        }
    }

    /// A failure found by the run outweighs a report that could not be written; otherwise exit code 2.
    pub fn exit_code(&self, code: u8) -> u8 {
        if code != 0 || !self.lacking.get() {
            return code;
        }
        // The outcome, which was shown, knows of the run alone.
        let what = "the exit code is 2, as not everything was written";
        Problem::usage(what, "what was found stands above").print();
        USAGE
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        if path == OsStr::new("-") {
            return Ok(Self::StandardOutput);
        }
        let (target, permissions) = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            // `/dev/stdout`, and the file that standard output goes to: renaming would part the two.
            Ok(found) if is_open_as(&found, &io::stdout()) => return Ok(Self::StandardOutput),
            Ok(found) if !found.is_file() || is_open_as(&found, &io::stderr()) => return Ok(Self::Direct),
            Ok(found) => {
                // A file that may not be written is not replaced either.
                OpenOptions::new().write(true).open(path)?;
                (fs::canonicalize(path)?, Some(found.permissions()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (missing(path)?, None),
            Err(error) => return Err(error),
        };
        let folder = target.parent().unwrap_or(Path::new("."));
        let mut temporary = match new_file(folder) {
            // The file is there, and can be written.
            Err(_) if permissions.is_some() => return Ok(Self::Direct),
            temporary => temporary?,
        };
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions)?;
        }
        // A full disk takes an empty file, and nothing in it.
        temporary.write_all(&[b' '; 4096])?;
        temporary.flush()?;
        Ok(Self::File(target, temporary))
    }
}

/// Where a file that is not there yet will be, without links in its path.
fn missing(path: &Path) -> io::Result<PathBuf> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match path.file_name().filter(|_| folder.is_dir()) {
        Some(name) => Ok(fs::canonicalize(folder)?.join(name)),
        None => {
            let why = format!("{} is not a folder", folder.display());
            Err(io::Error::new(io::ErrorKind::NotFound, why))
        }
    }
}

/// A new file, with the permissions of any other that this program creates.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".ascertain-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    temporary::made(file.path());
    Ok(file)
}

/// Writes `temporary` and renames it to `target`. If that fails, what was written stays where it is.
fn replace(
    target: &Path,
    mut temporary: NamedTempFile,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    temporary.as_file().set_len(0)?;
    temporary.seek(SeekFrom::Start(0))?;
    let mut out = BufWriter::new(&mut temporary);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    temporary.as_file().sync_all()?;
    let Err(failed) = temporary.persist(target) else { return Ok(()) };
    // A file that is mounted by itself cannot be replaced, but it can be written.
    if fs::copy(failed.file.path(), target).is_ok() {
        return Ok(());
    }
    let kept = failed.file.keep().map(|(_, path)| format!("; it is in {}", path.display()));
    Err(io::Error::new(failed.error.kind(), format!("{}{}", failed.error, kept.unwrap_or_default())))
}

/// Whether a file is the one that a standard stream of this program goes to.
#[cfg(unix)]
fn is_open_as(found: &Metadata, stream: &impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = stream.as_fd().try_clone_to_owned().map(File::from).and_then(|file| file.metadata());
    own.is_ok_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn is_open_as<T>(_: &Metadata, _: &T) -> bool {
    false
}
