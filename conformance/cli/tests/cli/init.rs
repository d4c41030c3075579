//! `init`: each project has one fault, which the commands that it prints find, and none once that is mended. The project in
//! Rust, which takes long to compile, is tested by scripts/packages.sh.

use crate::support::{ascertain, folder};
use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

/// The commands that `init` prints, one for each line that is indented.
fn commands(said: &str) -> Vec<&str> {
    said.lines().filter_map(|line| line.strip_prefix("    ")).collect()
}

/// Whether the Python that runs adapters has what the project in Triton needs.
const TRITON: &str = "${ASCERTAIN_PYTHON:-python3} -c 'import torch, triton, numpy'";

/// Runs commands in a folder, all of them whatever comes of each. The last decides.
fn shell(folder: &Path, commands: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_ascertain"));
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_owned).into_iter().chain(env::split_paths(&others));
    let mut shell = Command::new("sh");
    shell.args(["-c", &commands.join("\n")]).current_dir(folder);
    shell.env("PATH", env::join_paths(folders).expect("folders without `:`"));
    shell.output().expect("a shell")
}

/// Whether a command succeeds; says so if it does not.
fn works(command: &str) -> bool {
    let works = Command::new("sh").args(["-c", command]).output().is_ok_and(|done| done.status.success());
    if !works {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: `{command}` fails here");
    }
    works
}

#[cfg(unix)]
#[test]
fn each_has_one_fault_that_its_commands_find() {
    let projects = [
        ("python", "python3 --version", "adapter.py", "i >= inner", "i // inner % length"),
        ("c", "cc --version", "mine.c", "i < inner", "i / inner % length == 0"),
        ("cpp", "c++ --version", "mine.cpp", "i < inner", "i / inner % length == 0"),
        ("triton", TRITON, "kernel.py", "carried = tl.reduce", "carried *= tl.reduce"),
    ];
    for (language, tool, file, fault, right) in projects {
        if !works(tool) {
            continue;
        }
        let folder = folder();
        let written = ascertain(&["init", language, &folder.path().display().to_string()]);
        let commands = commands(&written.out);

        let found = shell(folder.path(), &commands);
        let report = String::from_utf8_lossy(&found.stdout);
        assert_eq!(found.status.code(), Some(1), "{language}: {report}");
        assert!(report.contains("value") && report.contains("cumprod.value"), "{language}: {report}");

        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("it was written");
        assert_eq!(text.matches(fault).count(), 1, "{language}");
        fs::write(&path, text.replace(fault, right)).expect("a file of this test");
        let mended = shell(folder.path(), &commands);
        assert_eq!(mended.status.code(), Some(0), "{language}: {}", String::from_utf8_lossy(&mended.stdout));
    }
}

#[test]
fn what_is_there_stays() {
    let folder = folder();
    let (path, other) = (folder.path().join("ascertain.h"), folder.path().join("mine.c"));
    fs::write(&path, "mine").expect("a file of this test");
    let refused = ascertain(&["init", "c", &folder.path().display().to_string()]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("ascertain.h is there already"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("mine"));
    assert!(!other.exists());
}

#[test]
fn a_project_in_rust_takes_the_crates_from_this_checkout() {
    let folder = folder();
    assert_eq!(ascertain(&["init", "rust", &folder.path().display().to_string()]).code, 0);
    let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).expect("it was written");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    for name in ["ascertain", "ascertain-conformance"] {
        let folder = manifest["dependencies"][name]["path"].as_str().expect("a path");
        let own: toml::Table = fs::read_to_string(Path::new(folder).join("Cargo.toml"))
            .expect("a crate of this checkout")
            .parse()
            .expect("TOML");
        assert_eq!(own["package"]["name"].as_str(), Some(name));
    }
}
