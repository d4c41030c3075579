//! docs/long-runs.md: its commands run, one after the other.

use crate::support::folder;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_commands_of_the_page_run() {
    let Ok(page) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/long-runs.md"))
    else {
        println!("skipped: the page is not beside this crate, which was packaged alone");
        return;
    };
    let folder = folder();
    let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    let mut commands = 0;
    for line in blocks.flat_map(str::lines) {
        // Another backend, since this one does not exist, and fewer cases.
        let line = line.replace("\"process:python3 mine.py\"", "reference").replace(" 1000000", " 100");
        let words = line.strip_prefix("ascertain ").expect("a command of this program");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
        let done =
            command.args(words.split(' ')).current_dir(&folder).output().expect("the program was built");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{line}\n{said}");
        commands += 1;
    }
    assert!(commands > 5, "{commands} commands");
}
