//! The limit of a backend's memory, and the memory of the program itself.

use crate::support::{Done, ascertain, folder};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs one case with a backend that says hello and then does `then` with each request.
fn run(then: &str, memory: &str) -> Done {
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"hungry","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;
    let folder = folder();
    let script = folder.path().join("hungry.sh");
    let text = format!("read line\necho '{hello}'\nwhile read line; do\n{then}\ndone\n");
    fs::write(&script, text).expect("a file in the temporary folder");
    let backend = format!("process:sh {}", script.display());
    let case = ["--filter", "aclnn.tensor-tensor/lhs=f32,rhs=f32"];
    ascertain(&[&["run", "--backend", &backend, "--memory", memory], &case[..]].concat())
}

#[test]
fn memory_without_end_costs_its_case() {
    // Reads a line that has no end.
    let done = run("exec tail /dev/zero", "100M");
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    for words in ["crash", "the adapter ended", "under a memory limit of 100.0 MB"] {
        assert!(done.out.contains(words), "{words}: {}", done.out);
    }
}

#[test]
fn refusals_for_want_of_memory_are_explained() {
    let answer = |kind: &str| {
        let message = "Unable to allocate 2.00 GiB for an array";
        run(&format!(r#"echo '{{"id":1,"{kind}":{{"message":"{message}"}}}}'"#), "1.5GiB")
    };
    for kind in ["rejected", "failed"] {
        let done = answer(kind);
        assert!(done.out.contains("under a memory limit of 1.5 GiB"), "{kind}: {}{}", done.out, done.err);
    }
}

#[test]
fn a_limit_is_a_size() {
    for wrong in ["0", "-1", "G", "4X", "many", "4 G B", ""] {
        let done = ascertain(&["run", "--backend", "reference", &format!("--memory={wrong}")]);
        assert_eq!(done.code, 2, "{wrong}: {}", done.out);
        assert!(done.err.contains("500M") && done.err.contains("2GiB"), "{wrong}: {}", done.err);
    }
    for right in ["4G", "500M", "2GiB", "1.5 GB", "100000000"] {
        let one = ["--filter", "aclnn.tensor-tensor/lhs=f32,rhs=f32"];
        let done = ascertain(&[&["run", "--backend", "reference", "--memory", right], &one[..]].concat());
        assert_eq!(done.code, 0, "{right}: {}", done.err);
    }
}

/// The program has 256 MiB for its data, and so has the backend.
#[cfg(target_os = "linux")]
#[test]
fn answers_of_any_length_need_little_memory() {
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/adapters/greedy.py");
    for mode in ["ranks", "frames", "items", "texts"] {
        let folder = folder();
        let report = folder.path().join("report.json");
        let backend = format!("process:python3 {} {mode}", adapter.display());
        let mut run = Command::new("sh");
        run.args(["-c", "ulimit -d 262144; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_ascertain"), "run"]);
        run.args(["--backend", &backend, "--filter", "cumprod/grid/f32", "--filter", "cumprod/grid/f64"]);
        let done = run.arg("--report").arg(format!("json={}", report.display())).output().expect("a shell");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{mode}: {said}");
        let report = fs::read_to_string(report).expect("a report");
        assert!(report.contains("\"protocol\""), "{mode}: {report}");
    }
}
