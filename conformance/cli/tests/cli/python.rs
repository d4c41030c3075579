//! Which Python runs an adapter: the one that $ASCERTAIN_PYTHON names, the one beside the program, `python3` on PATH.

use crate::support::folder;
use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// A `python3` that says its name and ends.
fn stand_in(folder: &Path, name: &str) {
    fs::create_dir_all(folder).expect("a temporary folder");
    let path = folder.join("python3");
    fs::write(&path, format!("#!/bin/sh\necho it was {name} >&2\nexit 3\n")).expect("a temporary folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of this test");
}

#[test]
fn the_python_beside_the_program_comes_before_that_on_path() {
    let place = folder();
    let at = |name: &str| place.path().join(name);
    let program = at("environment/ascertain");
    for name in ["environment", "path", "named"] {
        stand_in(&at(name), name);
    }
    let built = Path::new(env!("CARGO_BIN_EXE_ascertain"));
    fs::copy(built, &program).expect("room for the program");
    // As pipx makes one.
    symlink(&program, at("link")).expect("a temporary folder");

    let named = at("named/python3").display().to_string();
    let runs = [
        (program.as_path(), None, "environment"),
        (&at("link"), None, "environment"),
        (&program, Some(named.as_str()), "named"),
        (&program, Some(""), "environment"),
        (built, None, "path"),
    ];
    for (program, variable, expected) in runs {
        for backend in ["numpy", "python:adapter.py"] {
            let mut command = Command::new(program);
            command.args(["doctor", "--backend", backend]).env("PATH", at("path")).env("COLUMNS", "500");
            command.env_remove("ASCERTAIN_PYTHON");
            command.envs(variable.map(|python| ("ASCERTAIN_PYTHON", python)));
            let done = command.output().expect("a program");
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(said.contains(&format!("it was {expected}")), "{expected}, {backend}: {said}");
            // What to do is said too.
            assert!(said.contains("ASCERTAIN_PYTHON can name another Python"), "{said}");
        }
    }
}
