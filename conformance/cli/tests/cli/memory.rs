//! The limit of a backend's memory, and the memory of the program itself.

use crate::cli::support::{Done, HELLO, Place, ascertain};
use std::path::Path;

const CELL: &str = "--filter aclnn.tensor-tensor/lhs=f32,rhs=f32";

/// Runs one case with a backend that says hello and then does `then` with each request.
fn run(then: &str, memory: &str) -> Done {
    let place = Place::new();
    let text = format!("read line\necho '{HELLO}'\nwhile read line; do\n{then}\ndone\n");
    let backend = place.script("hungry", &text);
    place.ascertain(&format!("run -b '{backend}' --memory {memory} {CELL}"))
}

#[test]
fn memory_without_end_costs_its_case() {
    // Reads a line that has no end.
    let done = run("exec tail /dev/zero", "100M").ends(1);
    done.prints("crash").prints("the adapter ended").prints("under a memory limit of 100.0 MB");
}

#[test]
fn refusals_for_want_of_memory_are_explained() {
    for kind in ["rejected", "failed"] {
        let message = "Unable to allocate 2.00 GiB for an array";
        let done = run(&format!(r#"echo '{{"id":1,"{kind}":{{"message":"{message}"}}}}'"#), "1.5GiB");
        done.prints("under a memory limit of 1.5 GiB");
    }
}

#[test]
fn a_limit_is_a_size() {
    for wrong in ["0", "-1", "G", "4X", "many", "4 G B", ""] {
        ascertain(&format!("run --backend reference '--memory={wrong}'")).ends(2).warns("500M").warns("2GiB");
    }
    for right in ["4G", "500M", "2GiB", "1.5 GB", "100000000"] {
        ascertain(&format!("run --backend reference --memory '{right}' {CELL}")).ends(0);
    }
}

/// The program has 256 MiB for its data, and so has the backend.
#[cfg(target_os = "linux")]
#[test]
fn answers_of_any_length_need_little_memory() {
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/adapters/greedy.py");
    for mode in ["ranks", "frames", "items", "texts"] {
        let place = Place::new();
        let cases = "--filter cumprod/grid/f32/2x3 --report json=report.json";
        let backend = format!("'process:python3 {} {mode}'", adapter.display());
        place.shell(&format!("ulimit -d 262144; exec ascertain run -b {backend} {cases}")).ends(1);
        assert!(place.read("report.json").contains("\"protocol\""), "{mode}");
    }
}
