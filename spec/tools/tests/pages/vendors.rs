//! Vendors' pages, if they are beside this checkout.

use std::io::Write as _;
use std::path::PathBuf;

use ascertain_spec::model::Span;
use ascertain_spec_tools::pages::read;

use crate::common::{outline, place, tables};

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/docs");
    folder.is_dir().then_some(folder)
}

/// All pages are read without a fatal complaint, and their tables are complete.
#[test]
fn the_vendors_pages_are_read() {
    let Some(folder) = folder() else {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: the vendors' pages are not at hand");
        return;
    };
    let mut pages = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                pages.push(path);
            }
        }
    }
    pages.sort();
    assert!(pages.len() >= 8, "{} pages", pages.len());
    for path in &pages {
        let bytes = std::fs::read(path).expect("a page can be read");
        let page = read(&path.to_string_lossy(), &bytes);
        assert!(!page.is_refused(), "{}:\n{}", path.display(), outline(&page));
        let text = String::from_utf8(bytes).expect("a page is UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        for cell in tables(&page).into_iter().flat_map(|grid| grid.rows.iter().flatten()) {
            let stands = match cell.place {
                Span::Lines(first, last) => lines[first as usize - 1..last as usize].join(" "),
                Span::Bytes(first, end) => text[first as usize..end as usize].to_owned(),
                Span::None => String::new(),
            };
            let word = cell.text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            assert!(stands.contains(word), "{}: `{word}` at {}", path.display(), place(cell.place));
        }
    }
    println!("read {} of the vendors' pages", pages.len());
}
