//! Inline markup: links, breaks and lists in cells, as `fixtures/shown.toml` lists them.

use ascertain_spec_tools::page::read;
use serde::Deserialize;

use crate::pages::common::outline;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    inline: Vec<(String, String)>,
    cells: Vec<(String, String)>,
    pages: Vec<(String, String)>,
}

#[test]
fn pages_show_what_is_listed() {
    let listed: Shown = toml::from_str(include_str!("../fixtures/shown.toml")).expect("a list of pages");
    let paragraph =
        |(raw, shown): &(String, String)| (format!("# T\n\n{raw}\n"), format!("h1 1: T\np 3: {shown}\n"));
    let cell = |(raw, shown): &(String, String)| {
        let raw = raw.replace('\n', " ");
        let page = format!("# T\n\n<table><tr><th>k</th></tr><tr><td>{raw}</td></tr></table>\n");
        (page, format!("h1 1: T\ntable 3 header 1, caption ?: \n  row 3: k\n  row 3: {shown}\n"))
    };
    let all = listed.inline.iter().map(paragraph).chain(listed.cells.iter().map(cell));
    for (page, shown) in all.chain(listed.pages) {
        assert_eq!(outline(&read("a.md", page.as_bytes())), shown, "{page}");
    }
}
