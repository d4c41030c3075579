//! Backends in Python: an adapter of one's own, `python:adapter.py`, and frameworks by name: `numpy`, `torch` and so on.
//!
//! The Python package with the adapters of frameworks and the base class of all adapters, `adapters/python/
//! ascertain_adapters`, is part of this program. It is written to a temporary folder and run from there. So only the framework
//! has to be installed, and program and package always have the same version.
//!
//! `$ASCERTAIN_PYTHON` names the Python to use. In it `{framework}` is replaced by the framework's name, for frameworks with
//! an environment each. Without the variable it is the Python in the folder of this program, for a program in a virtual
//! environment that need not be active, otherwise `python3` on PATH.

use super::kind::{BackendKind, OpenError, split};
use super::options::Options;
use super::process::ProcessBackend;
use super::temporary;
use crate::backends::timing::TimedBackend;
use ascertain::document::Editions;
use std::path::Path;
use std::{env, fs, io};
use tempfile::TempDir;

/// An adapter in a file.
pub(super) const SCRIPT: BackendKind = BackendKind {
    name: "python",
    form: "python:FILE",
    says: "a Python adapter in a file, which may import ascertain_adapters",
    help: "run the file with that Python by hand: it must start, and wait for questions",
    open: |spec, editions, options| adapter(SCRIPT.path(spec)?, "script", editions, options),
    shapes: None,
    host: None,
};
pub(super) const NUMPY: BackendKind = framework(
    "numpy",
    "NumPy, in the Python that $ASCERTAIN_PYTHON names, or that beside this program, or python3",
);
pub(super) const TORCH: BackendKind = framework("torch", "PyTorch, likewise");
/// It compiles for each shape, which takes most of a second.
pub(super) const JAX: BackendKind = BackendKind { shapes: Some(300), ..framework("jax", "JAX, likewise") };
pub(super) const MINDSPORE: BackendKind = framework("mindspore", "MindSpore, likewise");
pub(super) const TENSORFLOW: BackendKind = framework("tensorflow", "TensorFlow, likewise");
pub(super) const PADDLE: BackendKind = framework("paddle", "PaddlePaddle, likewise");
pub(super) const TINYGRAD: BackendKind = framework("tinygrad", "tinygrad, likewise");
pub(super) const MLX: BackendKind = framework("mlx", "MLX, likewise");
pub(super) const ARRAY_API_STRICT: BackendKind =
    framework("array_api_strict", "array-api-strict, the Python array API standard, likewise");

/// A framework whose adapter is the module `name` of the package.
const fn framework(name: &'static str, says: &'static str) -> BackendKind {
    BackendKind {
        name,
        form: name,
        says,
        help: "install the framework for that Python, or name another one by $ASCERTAIN_PYTHON",
        open: |spec, editions, options| {
            let words = format!("{} {}", spec.kind, spec.argument.unwrap_or_default());
            adapter(&words, spec.kind, editions, options)
        },
        shapes: None,
        host: None,
    }
}

/// The environment variable that names the Python to use.
const PYTHON: &str = "ASCERTAIN_PYTHON";

/// The folder of the package.
const PACKAGE: &str = "ascertain_adapters";

/// What `python3 FOLDER` runs.
const ENTRY: &str = "from ascertain_adapters.__main__ import main\n\nmain()\n";

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../adapters/python/ascertain_adapters/", $name)))),*]
    };
}

/// The modules of the package that adapters need, and their text.
const SOURCES: [(&str, &str); 16] = sources![
    "__init__.py",
    "__main__.py",
    "array_api_strict.py",
    "arrays.py",
    "base.py",
    "framework.py",
    "jax.py",
    "mindspore.py",
    "mlx.py",
    "numpy.py",
    "paddle.py",
    "tensorflow.py",
    "timing.py",
    "tinygrad.py",
    "torch.py",
    "wire.py",
];

/// The adapter that the package starts with these words: the name of a framework or the path of a file, and arguments as
/// they would be typed: `--op mul`. `environment` stands for `{framework}` in the name of the Python. Nothing is started yet.
///
/// # Errors
/// When a quote in the words is not closed, or the adapter cannot be written to the folder for temporary files.
fn adapter(
    words: &str,
    environment: &str,
    editions: &Editions,
    options: &Options,
) -> Result<Box<dyn TimedBackend>, OpenError> {
    let words = split(words)?;
    let folder = folder().map_err(|error| {
        OpenError::Unusable(format!(
            "cannot write the adapter to a new folder in {}: {error}; set TMPDIR to a writable folder",
            env::temp_dir().display()
        ))
    })?;
    let (python, advice) = python(environment);
    // `-B`: no bytecode, since the folder is used once.
    let mut command = vec![python, "-B".to_owned(), folder.path().display().to_string()];
    let name = words.first().cloned().unwrap_or_default();
    command.extend(words);
    let process = ProcessBackend::new(command, editions.profile_name(), options.clone());
    Ok(Box::new(process.named(&name).in_folder(folder, advice)))
}

/// The Python to use, and what a person may change if it does not start. `environment` stands for `{framework}`.
fn python(environment: &str) -> (String, String) {
    let another = format!("{PYTHON} can name another Python");
    if let Some(named) = env::var(PYTHON).ok().filter(|python| !python.is_empty()) {
        return (named.replace("{framework}", environment), another);
    }
    let Some(beside) = beside() else { return ("python3".to_owned(), another) };
    let mut advice = format!("the Python beside the program ran it; {another}");
    if environment != "script" {
        let with =
            format!("; uvx and pipx install {environment} too if asked for 'ascertain[{environment}]'");
        advice.push_str(&with);
    }
    (beside, advice)
}

/// The Python in the folder of this program.
fn beside() -> Option<String> {
    // A link to the program, as pipx makes one, is not where its Python is.
    let program = env::current_exe().ok()?.canonicalize().ok()?;
    let python = program.with_file_name(if cfg!(windows) { "python.exe" } else { "python3" });
    python.is_file().then(|| python.display().to_string())
}

/// A new folder with the package, closed to other users.
fn folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.prefix("ascertain-").tempdir()?;
    temporary::made(folder.path());
    write(folder.path())?;
    Ok(folder)
}

fn write(folder: &Path) -> io::Result<()> {
    let package = folder.join(PACKAGE);
    fs::create_dir(&package)?;
    fs::write(folder.join("__main__.py"), ENTRY)?;
    SOURCES.iter().try_for_each(|(name, text)| fs::write(package.join(name), text))
}

#[cfg(test)]
mod tests;
