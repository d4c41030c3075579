//! `--report FORMAT=PATH`, and the paths of what is written for several backends.

use super::error::Problem;
use super::pending::PendingFile;
use std::path::{Path, PathBuf};

/// Placeholder for the backend's name in a path.
const NAME: &str = "{backend}";

/// A report to write.
#[derive(Clone, Debug)]
pub(super) struct Target<F> {
    pub(super) format: F,
    pub(super) path: String,
}

impl<F: Copy> Target<F> {
    /// Reads `FORMAT=PATH`, with one of these formats.
    pub(super) fn read(text: &str, formats: &[(&str, F)]) -> Result<Self, String> {
        let forms: Vec<String> = formats.iter().map(|(name, _)| format!("{name}=PATH")).collect();
        let known = |word: &str| formats.iter().find(|(name, _)| *name == word).map(|(name, _)| *name);
        let forms = match Path::new(text).extension().and_then(|extension| extension.to_str()) {
            _ if known(text).is_some() => format!("write {text}=PATH"),
            Some(extension) if !text.contains('=') && known(of_extension(extension)).is_some() => {
                format!("write {}={text}", of_extension(extension))
            }
            _ => format!("write {}", forms.join(" or ")),
        };
        let (name, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or(forms.clone())?;
        // Once `bench` called Markdown so.
        let full = if name == "md" { "markdown" } else { name };
        let found = formats.iter().find(|(known, _)| *known == full);
        let (_, format) = found.ok_or(format!("unknown report format `{name}`; {forms}"))?;
        Ok(Self { format: *format, path: path.to_owned() })
    }
}

/// The format that files with this extension usually have.
fn of_extension(extension: &str) -> &str {
    match extension {
        "htm" => "html",
        "md" => "markdown",
        "xml" => "junit",
        other => other,
    }
}

/// Opens reports, before a long command.
///
/// # Errors
/// When one cannot be written, or two would go to one place.
pub(super) fn open<F>(targets: impl Iterator<Item = (F, PathBuf)>) -> Result<Vec<(F, PendingFile)>, Problem> {
    let mut files: Vec<(F, PendingFile)> = Vec::new();
    for (format, path) in targets {
        let file = PendingFile::open(&path)?;
        if files.iter().any(|(_, other)| other.is_same(&file)) {
            let place = match file.is_standard_output() {
                true => "mix on standard output".to_owned(),
                false => format!("be written to {}", path.display()),
            };
            return Err(Problem::usage(format!("two reports would {place}"), "give each a file of its own"));
        }
        files.push((format, file));
    }
    Ok(files)
}

/// The path for each backend, with its name in place of `{backend}`.
///
/// # Errors
/// When several backends `would` use the same one. There is an example of what to type.
pub(super) fn for_each_backend(
    path: &str,
    backends: &[String],
    would: &str,
    example: &str,
) -> Result<Vec<PathBuf>, Problem> {
    if backends.len() > 1 && !path.contains(NAME) {
        let what = format!("{} backends would {would} {path}", backends.len());
        return Err(Problem::usage(what, format!("put {NAME} into the path, for example {example}")));
    }
    Ok(file_names(backends).iter().map(|name| path.replace(NAME, name).into()).collect())
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
