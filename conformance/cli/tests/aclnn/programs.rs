//! The script `check.sh`, which CI runs too: headers, symbols, programs and memory.

use crate::support::ours;
use std::path::Path;
use std::process::Command;

#[test]
fn headers_symbols_programs_and_memory_are_as_documented() {
    let Some(ours) = ours() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../adapters/aclnn/check.sh");
    let output = Command::new(&script).arg(ours).output().expect("bash");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{out}");
    assert!(output.status.success(), "{out}{err}");
    assert!(out.ends_with("aclnn: all checks passed\n"), "{out}{err}");
}
