//! `ascertain-spec site`: a folder for mdBook.

use crate::keeper::support::{folder, keeper, utf8};
use ascertain::promote::TABLES;
use ascertain_cli::explain::Topic;
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::collections::HashSet;
use std::fs;

#[test]
fn everything_with_a_name_has_a_page_that_the_summary_leads_to() {
    let outside = folder();
    let site = outside.path().join("site");
    let done = keeper(&["site", "--out", utf8(&site)]);
    assert_eq!(done.code, 0, "{}", done.err);
    let read =
        |name: &str| fs::read_to_string(site.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let summary = read("SUMMARY.md");
    let linked: HashSet<String> = Parser::new(&summary)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect();
    for kind in Topic::ALL {
        for name in kind.names() {
            let address = format!("{}/{name}.md", kind.name());
            assert!(linked.contains(&address), "{address}");
        }
    }
    for address in &linked {
        let text = read(address);
        // Nothing in a page is markup by chance: what is marked was written by this command.
        let events: Vec<_> = Parser::new_ext(&text, Options::ENABLE_TABLES).collect();
        let html = events.iter().filter(|event| matches!(event, Event::Html(_) | Event::InlineHtml(_)));
        let anchors = text.matches("<a id=\"").count();
        assert_eq!(html.count(), 2 * anchors, "{address}");
        let emphasized =
            events.iter().any(|event| matches!(event, Event::Start(Tag::Emphasis | Tag::Image { .. })));
        assert!(!emphasized, "{address}");
    }
    for table in TABLES {
        let text = read(&format!("table/{}.md", table.id));
        let (row, column) = (table.rows.keys[0].name(), table.columns.keys[1].name());
        assert!(text.contains(&format!("<a id=\"{row}-{column}\"></a>")), "{}", table.id);
    }
    // A folder with files is not touched.
    let again = keeper(&["site", "--out", utf8(&site)]);
    assert!(again.code == 2 && again.err.contains("not empty"), "{}", again.err);
}
