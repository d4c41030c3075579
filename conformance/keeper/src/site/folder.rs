//! The folder of a site. It is written beside the old one and then takes its place, so that nothing is lost on the way.

use ascertain_conformance::results::files;
use ascertain_spec_tools::emit::WriteError;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The file that lists the others: a folder with it, and with nothing that it does not list, may be replaced.
const LIST: &str = ".ascertain-site";

/// Writes files to a folder, which must be empty, absent, or written like this before.
///
/// # Errors
/// When the folder holds anything else, or cannot be written. It is then as it was.
pub fn write(folder: &Path, files: &[(String, String)]) -> Result<(), WriteError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| WriteError::Io(path, error)
    };
    // A link stays, and what it leads to is replaced.
    let folder = match folder.canonicalize() {
        Err(error) if error.kind() == ErrorKind::NotFound => folder.to_owned(),
        found => found.map_err(at(folder))?,
    };
    let exists = folder.exists();
    if exists {
        check(&folder)?;
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(at(parent))?;
    let aside = tempfile::tempdir_in(parent).map_err(at(parent))?;
    let (new, old) = (aside.path().join("new"), aside.path().join("old"));
    for (name, text) in files {
        let path = new.join(name);
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text))
            .map_err(at(&path))?;
    }
    let list: String = files.iter().map(|(name, _)| format!("{name}\n")).collect();
    fs::write(new.join(LIST), list).map_err(at(&new))?;
    if exists {
        fs::rename(&folder, &old).map_err(at(&folder))?;
    }
    fs::rename(&new, &folder).map_err(|error| {
        if exists && fs::rename(&old, &folder).is_err() {
            // It must not go with the temporary folder.
            let kept = aside.keep();
            return WriteError::Io(kept.join("old"), error);
        }
        WriteError::Io(folder.clone(), error)
    })
}

/// Whether everything in a folder was written by this program.
fn check(folder: &Path) -> Result<(), WriteError> {
    let list = match files::read_text(&folder.join(LIST)) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| WriteError::Io(folder.join(LIST), error))?,
    };
    let listed: BTreeSet<PathBuf> =
        list.lines().map(|name| folder.join(name)).chain([folder.join(LIST)]).collect();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let read = |error| WriteError::Io(folder.clone(), error);
        for entry in fs::read_dir(&folder).map_err(read)? {
            let entry = entry.map_err(read)?;
            if entry.file_type().map_err(read)?.is_dir() {
                folders.push(entry.path());
            } else if !listed.contains(&entry.path()) {
                return Err(WriteError::Foreign(entry.path()));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{WriteError, write};
    use std::fs;

    fn files(names: &[&str]) -> Vec<(String, String)> {
        names.iter().map(|name| ((*name).to_owned(), format!("text of {name}"))).collect()
    }

    #[test]
    fn replaces_what_it_wrote_and_nothing_else() {
        let outside = tempfile::tempdir().expect("a temporary folder");
        let folder = outside.path().join("a").join("site");
        write(&folder, &files(&["index.html", "kind/a.html"])).expect("a new folder");
        write(&folder, &files(&["index.html", "kind/b.html"])).expect("its own folder");
        assert!(folder.join("kind/b.html").is_file() && !folder.join("kind/a.html").exists());
        fs::write(folder.join("kind/mine.txt"), "mine").expect("a file");
        let refused = write(&folder, &files(&["other.html"])).expect_err("a file that it did not write");
        assert!(matches!(refused, WriteError::Foreign(path) if path.ends_with("kind/mine.txt")));
        assert!(folder.join("kind/b.html").is_file() && folder.join("kind/mine.txt").is_file());
        fs::remove_file(folder.join("kind/mine.txt")).expect("it is there");
        // A file where a folder must be: an error in the middle leaves the old site.
        let error = write(&folder, &files(&["kind", "kind/a.html"])).expect_err("both a file and a folder");
        assert!(matches!(error, WriteError::Io(..)));
        assert!(folder.join("kind/b.html").is_file());
        let parent = fs::read_dir(folder.parent().expect("it has one")).expect("a folder");
        assert_eq!(parent.count(), 1, "no temporary folder is left");
        let empty = outside.path().join("empty");
        fs::create_dir(&empty).expect("a folder");
        write(&empty, &files(&["index.html"])).expect("an empty folder");
    }
}
