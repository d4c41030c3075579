//! Processes that a backend leaves behind: they end with it, or at the latest with the program, and no others do.

use crate::cli::interrupt::{Running, script, until};
use std::thread::sleep;
use std::time::Duration;

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
        sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1), "the backend crashed");
    // The program, one backend and its daemons. Twenty backends run, one after the other.
    assert!((2..=8).contains(&most), "{most}");
    until("the end of the daemons", || run.processes() == 0);
}

/// The backend has nothing in its environment by which its daemon could be known.
#[test]
fn other_daemons_end_with_the_program() {
    let path = script("unknown", "setsid env -i sleep 60 <&0 &\nsleep 0.05\nexit 7");
    let mut run = Running::start_by(&["env"], &format!("process:{}", path.display()));
    let harness = run.harness.id();
    let daemons = || {
        let all = std::fs::read_dir("/proc").expect("/proc").filter_map(Result::ok);
        let sleeps = |pid: &std::ffi::OsStr| {
            let read =
                |file: &str| std::fs::read_to_string(std::path::Path::new("/proc").join(pid).join(file));
            let parent = format!("PPid:\t{harness}\n");
            read("comm").is_ok_and(|name| name == "sleep\n")
                && read("status").is_ok_and(|s| s.contains(&parent))
        };
        all.filter(|entry| sleeps(&entry.file_name())).count()
    };
    until("daemons", || daemons() > 1);
    assert_eq!(run.harness.wait().expect("our child").code(), Some(1), "the backend crashed");
    assert_eq!(daemons(), 0);
}

/// A shell may start something and then become the program.
#[test]
fn processes_that_were_there_before_stay() {
    let before = ["sh", "-c", "sleep 20 & exec \"$@\"", "sh"];
    let mut run = Running::start_by(&before, "reference");
    assert_eq!(run.harness.wait().expect("our child").code(), Some(0));
    assert_eq!(run.processes(), 1);
}
