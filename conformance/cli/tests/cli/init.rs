//! `init`: each project has one fault, which the commands that it prints find, and none once that is mended. The project in
//! Rust, which takes long to compile, is tested by scripts/packages.sh.

#[cfg(unix)]
use crate::cli::support::Done;
use crate::cli::support::Place;
use std::path::Path;

/// Whether the Python that runs adapters has what the project in Triton needs.
#[cfg(unix)]
const TRITON: &str = "${ASCERTAIN_PYTHON:-python3} -c 'import torch, triton, numpy'";

#[cfg(unix)]
const NUMPY: &str = "${ASCERTAIN_PYTHON:-python3} -c 'import numpy'";

#[cfg(unix)]
#[test]
fn each_has_one_fault_that_its_commands_find() {
    for (language, tool, file, fault, right) in [
        ("python", "python3 --version", "adapter.py", "i >= inner", "i // inner % length"),
        ("python --numpy", NUMPY, "adapter.py", ".astype(np.float16)", ""),
        ("c", "cc --version", "mine.c", "i < inner", "i / inner % length == 0"),
        ("cpp", "c++ --version", "mine.cpp", "i < inner", "i / inner % length == 0"),
        ("triton", TRITON, "kernel.py", "carried = tl.reduce", "carried *= tl.reduce"),
    ] {
        let place = Place::new();
        if place.shell(tool).code != 0 {
            crate::cli::support::skip(&format!("`{tool}` fails here"));
            continue;
        }
        let written = place.ascertain(&format!("init {language}")).ends(0);
        // One for each line that is indented.
        let commands: Vec<&str> = written.out.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        // They add random cases, which take long here.
        let commands = commands.join("\n").replace("--findings 1", "--findings 1 --fuzz 100");
        let run = || -> Done { place.shell(&commands) };
        run().ends(1).prints("value").prints("cumprod.value");
        let text = place.read(file);
        assert_eq!(text.matches(fault).count(), 1, "{language}");
        place.write(file, &text.replace(fault, right));
        run().ends(0);
    }
}

#[test]
fn what_is_there_stays() {
    let place = Place::new();
    place.write("ascertain.h", "mine");
    place.ascertain("init c --numpy").ends(2).warns("init python --numpy");
    place.ascertain("init c").ends(2).warns("ascertain.h is there already");
    assert_eq!(place.read("ascertain.h"), "mine");
    assert!(!place.has("mine.c"));
}

#[test]
fn a_project_in_rust_takes_the_crates_from_this_checkout() {
    let place = Place::new();
    place.ascertain("init rust new").ends(0);
    let manifest: toml::Table = place.read("new/Cargo.toml").parse().expect("TOML");
    for name in ["ascertain", "ascertain-conformance"] {
        let folder = manifest["dependencies"][name]["path"].as_str().expect("a path");
        let own = std::fs::read_to_string(Path::new(folder).join("Cargo.toml"));
        let own: toml::Table = own.expect("a crate of this checkout").parse().expect("TOML");
        assert_eq!(own["package"]["name"].as_str(), Some(name));
    }
}
