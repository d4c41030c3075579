//! The programs printed in the README are the ones that are tested.

use std::fs;
use std::path::Path;

#[test]
fn the_readme_prints_the_adapters_as_they_are() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(readme) = fs::read_to_string(here.join("../README.md")) else {
        println!("skipped: the README is not beside this crate, which was packaged alone");
        return;
    };
    for file in ["examples/own_backend.rs", "adapters/python/minimal_adapter.py", "adapters/c/example.c"] {
        let program = fs::read_to_string(here.join(file)).expect("a file of this crate");
        assert!(
            readme.contains(program.trim_end()),
            "the README does not print {file} as it is: copy it there"
        );
        assert!(program.lines().count() <= 40, "{file} is no short program any more");
    }
}
