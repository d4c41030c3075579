//! Where results go: reports to standard output and files, minimized failures to vector files.

use super::error::Problem;
use super::pending::PendingFile;
use super::print::{print, print_aside};
use ascertain_conformance::html::site::Site;
use ascertain_conformance::report::{Format, RunRequest, formats};
use ascertain_conformance::verdict::Run;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Placeholder for the backend's name in a path.
pub(super) const NAME: &str = "{backend}";

/// A report for programs, as written after `--report`.
#[derive(Clone, Debug)]
pub(super) struct Target {
    format: &'static Format,
    path: String,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let forms = formats::forms();
        let (name, path) =
            text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or(format!("write {forms}"))?;
        let format = formats::named(name).ok_or(format!("unknown report format `{name}`; write {forms}"))?;
        Ok(Self { format, path: path.to_owned() })
    }
}

/// The reports of a run, opened before anything is asked.
pub(super) struct Reports {
    /// Those of each backend that are not written yet.
    files: Vec<Vec<(&'static Format, PendingFile)>>,
    /// The folder for vector files.
    vectors: Option<PathBuf>,
    /// Whether a report goes to standard output, so that text for people goes to standard error.
    aside: bool,
    site: Option<Site>,
}

impl Reports {
    /// Opens every report, so that what is wrong with a path is found before a long run.
    pub(super) fn open(
        targets: &[Target],
        vectors: Option<&Path>,
        backends: &[String],
    ) -> Result<Self, Problem> {
        if let Some(target) = targets.iter().find(|t| backends.len() > 1 && !t.path.contains(NAME)) {
            let what = format!(
                "{} backends would write their reports to the same file {}",
                backends.len(),
                target.path
            );
            let help = "put {backend} into the path, for example --report json=report-{backend}.json";
            return Err(Problem::usage(what, help));
        }
        let mut files: Vec<Vec<(&'static Format, PendingFile)>> = Vec::new();
        for name in file_names(backends) {
            let mut own = Vec::new();
            for target in targets {
                let path = PathBuf::from(target.path.replace(NAME, &name));
                let file = PendingFile::open(&path)?;
                if files.iter().flatten().chain(&own).any(|(_, other)| other.is_same(&file)) {
                    let what = format!("two reports would be written to {}", path.display());
                    return Err(Problem::usage(what, "give each report a path of its own"));
                }
                own.push((target.format, file));
            }
            files.push(own);
        }
        if let Some(folder) = vectors {
            check_folder(folder).map_err(|error| Problem::Report(folder.to_owned(), error))?;
        }
        let aside = files.iter().flatten().any(|(_, file)| file.is_standard_output());
        Ok(Self { files, vectors: vectors.map(Path::to_owned), aside, site: None })
    }

    /// Lets reports lead to the site of the specification.
    pub(super) fn link_to(&mut self, site: Option<&Site>) {
        self.site = site.cloned();
    }

    /// Writes text for people.
    pub(super) fn say(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        tell(if self.aside { print_aside(write) } else { print(write) });
    }

    /// Writes the reports and vectors of one backend's run. One that cannot be written is told on standard error, and
    /// changes neither the others nor the exit code.
    pub(super) fn write(&mut self, backend: usize, run: &Run, asked: &RunRequest) {
        let asked = &RunRequest { site: self.site.clone(), ..asked.clone() };
        for (format, file) in self.files.get_mut(backend).map(mem::take).into_iter().flatten() {
            tell(file.write(|out| (format.write)(out, run, asked)));
        }
        if let Some(folder) = &self.vectors {
            tell(write_vectors(folder, run));
        }
    }
}

pub(super) fn tell(done: Result<(), Problem>) {
    if let Err(problem) = done {
        problem.print();
    }
}

/// Whether files can be written to a folder, which is created when there is one to write.
fn check_folder(folder: &Path) -> io::Result<()> {
    // Of `a/b/c`, `a` may be there.
    let there = folder.ancestors().find(|part| part.as_os_str().is_empty() || part.exists());
    let there = there.filter(|part| !part.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(there).map(drop)
}

/// Writes each minimized failure as a vector file.
fn write_vectors(folder: &Path, run: &Run) -> Result<(), Problem> {
    let small = run.results.iter().filter_map(|result| Some((result, result.shrunk.as_deref()?)));
    for (result, small) in small {
        let path = folder.join(format!("{}.toml", result.id.replace('/', "-")));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &small.vector));
        written.map_err(|error| Problem::Report(path, error))?;
    }
    Ok(())
}

/// A name for each backend that is safe in a path: its last word without folders and extension. Equal names get a
/// number.
pub(super) fn file_names(backends: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for backend in backends {
        let word = backend.rsplit([' ', ':']).next().unwrap_or(backend);
        let stem = Path::new(word)
            .file_stem()
            .map_or_else(|| "backend".into(), |s| s.to_string_lossy().into_owned());
        let name: String = stem
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' })
            .collect();
        let alike = names.iter().filter(|n| **n == name || n.starts_with(&format!("{name}-"))).count();
        names.push(if alike == 0 { name } else { format!("{name}-{}", alike + 1) });
    }
    names
}

#[cfg(test)]
mod tests {
    use super::file_names;

    #[test]
    fn backends_get_names_for_files() {
        let backends = [
            "reference",
            "process:python3 a/numpy_adapter.py",
            "process:./x y/numpy_adapter.py",
            "reference",
        ];
        let names = file_names(&backends.map(str::to_owned));
        assert_eq!(names, ["reference", "numpy_adapter", "numpy_adapter-2", "reference-2"]);
    }
}
