//! Processes that a backend leaves behind end with it.

use crate::cli::interrupt::{Running, script, until};

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
fn daemons_end_with_their_backend() {
    let mut run = Running::start_by(&["env"], &daemons());
    let mut most = 0;
    let status = loop {
        most = most.max(run.processes());
        if let Some(status) = run.harness.try_wait().expect("our child") {
            break status;
        }
    };
    assert_eq!(status.code(), Some(1), "the backend crashed");
    // The program, one backend and its daemons. Twenty backends run, one after the other.
    assert!((2..=8).contains(&most), "{most}");
    until("the end of the daemons", || run.processes() == 0);
}
