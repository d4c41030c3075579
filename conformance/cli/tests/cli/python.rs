//! Which Python runs an adapter: the one that $ASCERTAIN_PYTHON names, the one beside the program, `python3` on PATH.

use crate::cli::support::{Place, run_by};
use std::process::Command;

const BUILT: &str = env!("CARGO_BIN_EXE_ascertain");

/// Three folders with a `python3` that says its name, one with the program too, and a link to that program, as pipx makes
/// one. A shell writes them: a program that this process has open for writing cannot be run.
const FOLDERS: &str = r#"
set -e
for name in environment path named; do
  mkdir $name
  printf '#!/bin/sh\necho it was %s >&2\nexit 3\n' $name >$name/python3
  chmod +x $name/python3
done
cp "$(command -v ascertain)" environment/ascertain
ln -s environment/ascertain link"#;

#[test]
fn the_python_beside_the_program_comes_before_that_on_path() {
    let place = Place::new();
    place.shell(FOLDERS).ends(0);
    let at = |name: &str| place.at(name).display().to_string();
    for (program, variable, expected) in [
        (at("environment/ascertain"), None, "environment"),
        (at("environment/ascertain"), Some(String::new()), "environment"),
        (at("link"), None, "environment"),
        (at("environment/ascertain"), Some(at("named/python3")), "named"),
        (BUILT.to_owned(), None, "path"),
    ] {
        for backend in ["numpy", "python:adapter.py"] {
            let mut command = Command::new(&program);
            command.args(["doctor", "--backend", backend]).env("PATH", at("path")).env("COLUMNS", "500");
            command.env_remove("ASCERTAIN_PYTHON").envs(variable.iter().map(|it| ("ASCERTAIN_PYTHON", it)));
            run_by(&mut command).prints(&format!("it was {expected}")).prints("ASCERTAIN_PYTHON");
        }
    }
}
