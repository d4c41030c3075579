//! Replays the inputs that were findings of the fuzzer: each was a fault once, and is none now.

use std::fs;
use std::path::Path;

use ascertain_fuzz::TARGETS;

#[test]
fn no_finding_is_a_fault_any_more() {
    let findings = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings");
    for folder in fs::read_dir(&findings).expect("the folder of findings") {
        let folder = folder.expect("a folder").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let target = TARGETS.iter().find(|target| target.name == name);
        let target = target.unwrap_or_else(|| panic!("no target is called {name}"));
        for input in fs::read_dir(&folder).expect("a folder") {
            let input = input.expect("a file").path();
            println!("{}", input.display());
            (target.check)(&fs::read(&input).expect("a file"));
        }
    }
}

/// So many inputs of a target are asked here. The fuzzer itself begins with all.
const MOST: usize = 64;

/// What the fuzzer begins with: vectors, conversations, pages, and inputs of a byte or two.
#[test]
fn no_input_to_begin_with_is_a_fault() {
    for target in TARGETS {
        let inputs = (target.seeds)();
        assert!(inputs.len() >= 5, "{}", target.name);
        let step = inputs.len().div_ceil(MOST);
        let mut inputs: Vec<Vec<u8>> = inputs.into_iter().step_by(step).collect();
        inputs.extend((0..16).flat_map(|head| [vec![head], vec![head, 0]]));
        for (at, input) in inputs.iter().enumerate() {
            println!("{}, input {at}", target.name);
            (target.check)(input);
        }
    }
}
