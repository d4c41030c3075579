//! Where results go: reports to standard output and files, minimized failures to vector files.

use super::error::Problem;
use super::print::{print, print_aside};
use ascertain_conformance::report::{Format, RunRequest, formats};
use ascertain_conformance::verdict::Run;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Placeholder for the backend's name in a path.
const NAME: &str = "{backend}";

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

/// A report of one backend.
struct ReportFile {
    format: &'static Format,
    path: PathBuf,
}

/// All outputs of a run.
pub(super) struct Outputs {
    /// The report files of each backend.
    reports: Vec<Vec<ReportFile>>,
    /// The folder for vector files.
    vectors: Option<PathBuf>,
    /// Whether a report goes to standard output, so that text for people goes to standard error.
    aside: bool,
}

impl Outputs {
    /// Works out the paths and checks that their folders exist.
    pub(super) fn new(
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
        let files = |name: &String| {
            let file = |t: &Target| ReportFile { format: t.format, path: t.path.replace(NAME, name).into() };
            targets.iter().map(file).collect()
        };
        let reports: Vec<Vec<ReportFile>> = file_names(backends).iter().map(files).collect();
        for ReportFile { path, .. } in reports.iter().flatten() {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !folder.is_dir() {
                let missing =
                    io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", folder.display()));
                return Err(Problem::Report(path.clone(), missing));
            }
        }
        let aside = targets.iter().any(|t| t.path == "-");
        Ok(Self { reports, vectors: vectors.map(Path::to_owned), aside })
    }

    /// Writes text for people.
    pub(super) fn say(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
        if self.aside { print_aside(write) } else { print(write) }
    }

    /// Writes the reports and vectors of one backend's run.
    pub(super) fn write(&self, backend: usize, run: &Run, asked: &RunRequest) -> Result<(), Problem> {
        for ReportFile { format, path } in self.reports.get(backend).into_iter().flatten() {
            if path.as_os_str() == "-" {
                print(|out| (format.write)(out, run, asked))?;
                continue;
            }
            let written = fs::File::create(path).and_then(|file| {
                let mut out = io::BufWriter::new(file);
                (format.write)(&mut out, run, asked)?;
                out.flush()
            });
            written.map_err(|error| Problem::Report(path.clone(), error))?;
        }
        self.vectors.as_ref().map_or(Ok(()), |folder| write_vectors(folder, run))
    }
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
fn file_names(backends: &[String]) -> Vec<String> {
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
