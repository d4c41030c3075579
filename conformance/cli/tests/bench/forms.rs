//! The report for people: HTML that needs nothing else, Markdown, and text.

use crate::support::everything;
use ascertain_cli::bench::against::compare;
use ascertain_cli::bench::report::Report;
use ascertain_cli::bench::{html, markdown, terminal};

/// Whether every tag is closed, in order, and every `&` begins an entity: then any reader of XML reads it too.
fn check_well_formed(document: &str) {
    let mut open: Vec<&str> = Vec::new();
    let (_, mut rest) = document.split_once("<!DOCTYPE html>").expect("it says what it is");
    while let Some((text, after)) = rest.split_once('<') {
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name));
            assert!(known, "an ampersand in {entity:.20}");
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "in this order");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
        }
        rest = after;
    }
    assert_eq!(open, Vec::<&str>::new(), "all is closed");
}

#[test]
fn the_page_is_whole() {
    let report = everything();
    let page = html::report(&report);
    check_well_formed(&page);
    for foreign in ["http:", "https:", "<script", "src=", "url(", "@import", "<link", "<img", "<iframe"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let (page, style) = {
        let (before, rest) = page.split_once("<style>").expect("a style");
        let (style, after) = rest.split_once("</style>").expect("that ends");
        (format!("{before}{after}"), style.to_owned())
    };
    assert!(style.contains("prefers-color-scheme:dark"));
    // A plot for each shape; in it a mark for each backend that started, of each product, and one for each in legends.
    assert_eq!(page.matches("aria-label=\"time relative to memcpy\"").count(), 5);
    let started = 6;
    assert_eq!(page.matches("class=\"mark\"").count(), 5 * (3 * started + started));
    assert_eq!(page.matches("class=\"whisker\"").count(), report.timed());
    for words in ["there is &lt;nothing&gt; &amp; nobody", "fail: value", "does not take f16", "memcpy 1×"] {
        assert!(page.contains(words), "{words}");
    }
    // No number became none.
    assert!(!page.contains("NaN") && !page.contains("inf\""));
}

#[test]
fn tables_of_markdown_have_rows_of_one_length() {
    let report = everything();
    let text = markdown::report(&report);
    let (mut rows, mut length) = (0, None);
    for line in text.lines() {
        if !line.starts_with('|') {
            length = None;
            continue;
        }
        let cells = line.replace("\\|", "").matches('|').count();
        assert_eq!(*length.get_or_insert(cells), cells, "{line}");
        rows += 1;
    }
    // Three tables of each of five shapes, each with a head, a rule and three rows, and more besides.
    assert!(rows > 5 * 3 * 5, "{rows}");
    for words in
        ["### last dim: (20, 300) dim 1", "Time relative to one", "no \\| s32", "signal 11", "300 ns"]
    {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn changes_and_what_clouds_them_are_in_every_form() {
    let now = everything();
    let mut before = now.clone();
    before.environment.cpu = "another".to_owned();
    before.cases[1].results[0].timing.as_mut().expect("timed").ratio.high = 0.01;
    before.cases[1].results[0].timing.as_mut().expect("timed").ratio.median = 0.01;
    let report = Report { against: Some(compare(&before, &now)), ..now };
    let mut text = Vec::new();
    terminal::write(&mut text, &report, 110).expect("a vector takes everything");
    let text = anstream::adapter::strip_str(&String::from_utf8(text).expect("UTF-8")).to_string();
    let page = html::report(&report);
    check_well_formed(&page);
    for form in [text, markdown::report(&report), page] {
        for words in ["processor: another before", "1 slower", "slower", "0.0100"] {
            assert!(form.contains(words), "{words}\n{form}");
        }
    }
}

#[test]
fn the_terminal_shows_every_product() {
    let report = everything();
    for width in [60, 110, 160] {
        let mut out = Vec::new();
        terminal::write(&mut out, &report, width).expect("a vector takes everything");
        let text = anstream::adapter::strip_str(&String::from_utf8(out).expect("UTF-8")).to_string();
        for words in ["first dim  (70, 80) dim 0", "3.00x", "unsupported", "fail: value", "did not start"] {
            assert!(text.contains(words), "{width}: {words}\n{text}");
        }
        let timed = format!("{} products timed", report.timed());
        assert!(text.contains(&timed), "{text}");
        assert_eq!(text.contains("300 ns"), width == 160, "times where there is room");
    }
}
