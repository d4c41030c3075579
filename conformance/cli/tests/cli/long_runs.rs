//! docs/long-runs.md: its commands run, one after the other.

use crate::cli::support::{Place, page};

#[test]
fn the_commands_of_the_page_run() {
    let Some(page) = page("long-runs.md") else { return };
    let place = Place::new();
    let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    let mut commands = 0;
    for line in blocks.flat_map(str::lines) {
        // Another backend, since this one does not exist, and fewer cases.
        let line = line.replace("\"process:python3 mine.py\"", "reference --filter reinterpret");
        let line = line.replace(" 1000000", " 100").replace(" 20000", " 100");
        place.ascertain(line.strip_prefix("ascertain ").expect("a command of this program")).ends(0);
        commands += 1;
    }
    assert!(commands > 5, "{commands} commands");
}
