//! Vendors' pages: reading, and looking for facts.

use crate::head_and_text;
use crate::spec::SPEC;
use ascertain_spec_tools::page::{self, Block, Page};
use ascertain_spec_tools::{import, survey};
use rustix::time::{ClockId, clock_gettime};

/// Names of files, whose endings decide where the text does not.
const NAMES: [&str; 4] = ["a.md", "a.html", "a.rst", "a.txt"];

/// The length that a page is repeated to, in bytes.
const LONG: usize = 1 << 17;

/// Longest time for a page of that length, in seconds of the processor; such pages take less than a tenth of one. A reader
/// that looks through the rest of the page again and again takes longer.
const LIMIT: i64 = 5;

/// The first byte says what the file is called, and what is done with its text, which follows:
/// it is read; it is repeated and read; facts are looked for, and made an edition; facts are looked for.
pub(crate) fn page(data: &[u8]) {
    let Some((head, text)) = head_and_text(data) else {
        let page = page::read("a.md", data);
        assert!(!page.blocks.is_empty() || !page.complaints.is_empty());
        return;
    };
    let name = NAMES[head % NAMES.len()];
    match head / NAMES.len() {
        0 => {
            check(&page::read(name, text.as_bytes()), text.len());
        }
        1 => long(name, text),
        2 => facts(name, text, true),
        _ => facts(name, text, false),
    }
}

fn facts(name: &str, text: &str, whole: bool) {
    let page = page::read(name, text.as_bytes());
    check(&page, text.len());
    let report = survey::read(name, &page, &SPEC);
    assert!(report.outcome == survey::Outcome::Read || !report.errors.is_empty(), "a refusal has a reason");
    for facts in report.facts.iter().filter(|_| whole) {
        let _ = import::best_candidate(&SPEC, facts, "fuzz");
    }
}

/// Reads a long page: the text after the first control character 1 and before the second is repeated, or all of it.
fn long(name: &str, text: &str) {
    let mut parts = text.splitn(3, '\u{1}');
    let (start, middle, end) = match (parts.next(), parts.next(), parts.next()) {
        (Some(start), Some(middle), end) => (start, middle, end.unwrap_or_default()),
        (start, ..) => ("", start.unwrap_or_default(), ""),
    };
    if middle.is_empty() {
        return;
    }
    let text = [start, &middle.repeat(LONG / middle.len()), end].concat();
    let before = clock_gettime(ClockId::ThreadCPUTime);
    let page = page::read(name, text.as_bytes());
    let _ = survey::read(name, &page, &SPEC);
    let after = clock_gettime(ClockId::ThreadCPUTime);
    assert!(after.tv_sec - before.tv_sec < LIMIT, "{} bytes take too long: {:?}", text.len(), middle);
    check(&page, text.len());
}

/// A page has blocks or complaints, tables are rectangles, and what it holds is bounded by its length.
fn check(page: &Page, length: usize) {
    assert!(!page.blocks.is_empty() || !page.complaints.is_empty());
    let mut weight = 0;
    for block in &page.blocks {
        if let Block::Table(table) = block {
            let columns = table.rows.first().map_or(0, Vec::len);
            assert!(table.rows.iter().all(|row| row.len() == columns), "{table:?}");
            assert!(table.header_rows <= table.rows.len(), "{table:?}");
            weight += table.rows.iter().flatten().map(|cell| cell.text.len() + 1).sum::<usize>();
        }
        weight += block.text().map_or(0, |text| text.text.len());
    }
    assert!(weight <= 20 * length + (1 << 17), "{weight} bytes of {length}");
    assert!(page.complaints.len() <= length + 1);
}
