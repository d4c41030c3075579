//! The guides against the program: the files that they show are written, their commands are typed into a shell, and what
//! they show is printed. Commands of blocks with `setup` install things; here they are built already.
#![cfg(unix)]

use std::env;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository. None where this crate was packaged alone.
fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = root.join("docs/guides").is_dir();
    if !found {
        println!("skipped: the guides are not beside this crate, which was packaged alone");
    }
    found.then_some(root)
}

/// Whether there is such a program; says so where there is none.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success());
    if !found {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: {program} is not on PATH");
    }
    found
}

/// A folder with the program, as if it was installed.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    symlink(env!("CARGO_BIN_EXE_ascertain"), folder.path().join("ascertain")).expect("an empty folder");
    folder
}

/// Follows a guide in `folder`. Returns how many commands were typed.
fn follow(root: &Path, guide: &str, folder: &Path) -> usize {
    let text = fs::read_to_string(root.join("docs/guides").join(guide)).expect("a guide");
    let parts: Vec<&str> = text.split("```").collect();
    let (mut printed, mut typed) = (String::new(), 0);
    for pair in parts.chunks(2) {
        let [prose, block] = pair else { break };
        let (language, block) = block.split_once('\n').expect("a block of lines");
        match language {
            "sh" => {
                printed.clear();
                for command in block.lines() {
                    printed += &type_in(folder, command);
                    typed += 1;
                }
            }
            "text" => assert_printed(guide, block, &printed),
            "python" | "cpp" => {
                let name = prose.rsplit("Save it as `").next().and_then(|rest| rest.split('`').next());
                fs::write(folder.join(name.expect("a name in backticks")), block)
                    .expect("a file in the folder");
            }
            _ => {}
        }
    }
    typed
}

/// What a command prints. It ends with the exit code that the guide says, or with 0.
fn type_in(folder: &Path, command: &str) -> String {
    // Whole runs take long here.
    let chooses = ["--filter", "-f"].iter().any(|option| command.split(' ').any(|word| word == *option));
    let whole = command.starts_with("ascertain run") && !chooses;
    let few = if whole { "ascertain run --operators cumprod --fuzz 300" } else { "ascertain run" };
    let command = &command.replacen("ascertain run", few, 1);
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap_or_default());
    let done = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("BACKEND", "python:mine.py")
        .output()
        .expect("a shell");
    let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let code = command.split_once("exit code ").map_or("0", |(_, code)| &code[..1]);
    assert_eq!(done.status.code().map(|code| code.to_string()).as_deref(), Some(code), "{command}\n{said}");
    said
}

/// Every line shown must be printed, in this order; `…` stands for any number of lines.
fn assert_printed(guide: &str, shown: &str, printed: &str) {
    let mut left = printed.lines();
    for line in shown.lines().filter(|line| *line != "…") {
        assert!(left.any(|printed| printed == line), "{guide} shows `{line}`, which is not in:\n{printed}");
    }
}

#[test]
fn the_guides_to_python_and_ci() {
    let Some(root) = root() else { return };
    if has("python3") {
        let folder = workplace();
        assert!(follow(&root, "python.md", folder.path()) > 5);
        for file in ["report.html", "known.toml"] {
            assert!(folder.path().join(file).is_file(), "{file}");
        }
        // On the backend of the first guide.
        assert!(follow(&root, "ci.md", folder.path()) > 1);
    }
}

#[test]
fn the_page_about_observing() {
    let Some(root) = root() else { return };
    assert_eq!(follow(&root, "../observing.md", workplace().path()), 1);
}

#[test]
fn the_guide_to_c_and_cpp() {
    let Some(root) = root() else { return };
    if has("c++") {
        let folder = workplace();
        assert!(follow(&root, "c-and-cpp.md", folder.path()) > 5);
        assert!(folder.path().join("report.html").is_file());
    }
}

#[test]
fn the_guide_to_triton() {
    let Some(root) = root() else { return };
    let python = env::var("ASCERTAIN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let modules = Command::new(&python).args(["-c", "import torch, triton, numpy"]).output();
    if !modules.is_ok_and(|done| done.status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: {python} has no torch, triton and numpy");
        return;
    }
    let folder = workplace();
    assert!(follow(&root, "triton.md", folder.path()) > 4);
    assert!(folder.path().join("report.html").is_file());
}

#[test]
fn the_guide_to_one_result() {
    let Some(root) = root() else { return };
    let python = env::var("ASCERTAIN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let modules = Command::new(&python).args(["-c", "import numpy, pytest"]).output();
    if !modules.is_ok_and(|done| done.status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: {python} has no numpy and pytest");
        return;
    }
    let folder = workplace();
    let package = root.join("conformance/adapters/python").canonicalize().expect("a folder");
    let script = format!("#!/bin/sh\nPYTHONPATH='{}' exec '{python}' -B \"$@\"\n", package.display());
    let path = folder.path().join("python3");
    fs::write(&path, script).expect("a file in the folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an own file");
    assert!(follow(&root, "one-result.md", folder.path()) > 4);
}
