//! Compiles the operators of `spec/`, beside the specification's own documents and dtypes, to Rust in `OUT_DIR`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn compile() -> Result<(), String> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(format!("cargo did not set {name}"));
    let (here, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
    let (core, own) = (here.join("../../../spec"), here.join("spec"));
    let find = |folder: &Path| ascertain_spec::find(folder).map_err(|problems| problems.to_string());
    let mut files = find(&core)?;
    for (path, text) in find(&own)? {
        println!("cargo::rerun-if-changed={}", own.join(&path).display());
        // Documents are declared in one file; what is declared here is added to it.
        match files.iter_mut().find(|(other, _)| *other == path) {
            Some((_, declared)) => declared.push_str(&text),
            None => files.push((path, text)),
        }
    }
    let mut spec = ascertain_spec::load_files(files).map_err(|problems| problems.to_string())?;
    spec.operators.retain(|operator| operator.document.starts_with("test."));
    for artefact in ascertain_spec::emit::operators(&spec) {
        let path = out.join(artefact.name);
        fs::write(&path, artefact.text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}
