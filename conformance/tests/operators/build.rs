//! Compiles the operators of `spec/`, beside the specification's own documents and dtypes, to Rust in `OUT_DIR`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

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
    println!("cargo::rerun-if-changed={}", here.join("formulas").display());
    let formulas = formulas(&here.join("formulas")).map_err(|e| format!("formulas: {e}"))?;
    for path in find(&own)?.iter().map(|(path, _)| path) {
        println!("cargo::rerun-if-changed={}", own.join(path).display());
    }
    for (path, text) in find(&own)?.into_iter().chain(formulas) {
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

/// The files of the operators of formulas.
fn formulas(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let read = |name| fs::read_to_string(folder.join(name));
    let (list, overlay, edition) = (read("list.txt")?, read("overlay.txt")?, read("edition.txt")?);
    let mut files = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        // Only the first three bars divide: a formula may have more.
        let [name, listed, out, ..] = parts.as_slice() else { continue };
        let each = line.splitn(4, '|').last().unwrap_or_default().trim();
        let listed: Vec<String> = listed.split(' ').map(|dtype| format!("{dtype:?}")).collect();
        let fill = |text: &str| {
            let text = text.replace("NAME", name).replace("EACH", each).replace("OUT", out);
            text.replace("LISTED", &listed.join(", "))
        };
        let declared = format!(
            "\n[document.\"test.{name}\"]\ntitle = \"{name}, an operator of this project's tests\"\nsays = \"a formula of elements\"\nfirst = \"1\"\n"
        );
        files.push(("documents.toml".to_owned(), declared));
        files.push((format!("test/{name}.toml"), fill(&overlay)));
        files.push((format!("test/{name}/1.toml"), fill(&edition)));
    }
    Ok(files)
}
