//! Processes that a backend leaves behind: they end with the program, and no others do.

use crate::interrupt::{Running, report_file, script, until};

/// A backend that exits at its first question and leaves two processes that are in a group of their own, are children
/// of nobody and hold its pipes; one of them is started again when the other is killed.
fn daemons() -> String {
    let path = script(
        "daemons",
        "setsid sleep 60 <&0 &\n(setsid sh -c 'sleep 60; sleep 60' <&0 &)\nsleep 0.05\nexit 7",
    );
    format!("process:{}", path.display())
}

#[test]
fn daemons_end_with_the_program() {
    let mut run = Running::start_by(&["env"], &daemons(), report_file);
    // The program, and the daemons of several backends, one after the other.
    until("daemons", || run.processes() > 10);
    assert_eq!(run.harness.wait().expect("our child").code(), Some(1), "the backend crashed");
    until("the end of the daemons", || run.processes() == 0);
}

/// A shell may start something and then become the program.
#[test]
fn processes_that_were_there_before_stay() {
    let before = ["sh", "-c", "sleep 20 & exec \"$@\"", "sh"];
    let mut run = Running::start_by(&before, "reference", report_file);
    assert_eq!(run.harness.wait().expect("our child").code(), Some(0));
    assert_eq!(run.processes(), 1);
}
