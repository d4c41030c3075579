//! Compiles the specification in `spec/` to Rust files in `OUT_DIR`. Reads `CARGO_MANIFEST_DIR` and `OUT_DIR`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            // The exit code for an invalid specification, everywhere in this project.
            ExitCode::from(2)
        }
    }
}

fn compile() -> Result<(), String> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(format!("cargo did not set {name}"));
    let (spec_dir, out) = (variable("CARGO_MANIFEST_DIR")?.join("spec"), variable("OUT_DIR")?);
    // With the digests of pages' sentences, which are not packaged: each must have an answer.
    let all = ascertain_spec::find(&spec_dir).map_err(|problems| problems.to_string())?;
    // Folders too, so that cargo notices an added edition. Relative to the package, so that a copy of the checkout with its
    // target folder is not compiled again.
    let folders = all.iter().filter_map(|(path, _)| Path::new(path).parent());
    for path in all.iter().map(|(path, _)| Path::new(path)).chain(folders) {
        println!("cargo::rerun-if-changed={}", Path::new("spec").join(path).display());
    }
    let spec = ascertain_spec::load_files(all.clone()).map_err(|problems| problems.to_string())?;
    let files: Vec<_> = all.into_iter().filter(|(path, _)| path.ends_with(".toml")).collect();
    let digest = ascertain_spec::digest(&files);
    write(&out.join("files.rs"), &format!("&{files:?}"))?;
    write(&out.join("digest.rs"), &format!("{digest:?}"))?;
    for artefact in ascertain_spec::emit::rust(&spec) {
        write(&out.join(artefact.name), &artefact.text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}
