//! The report as HTML, Markdown and text.

use crate::bench::page::Page;
use crate::bench::support::everything;
use ascertain_cli::bench::against::compare;
use ascertain_cli::bench::report::BenchReport;
use ascertain_cli::bench::{pages, terminal};
use std::collections::HashSet;

/// The page of a report, as written and as read.
fn page_of(report: &BenchReport) -> (String, Page) {
    let text = pages::html(report).expect("the templates are valid");
    let page = Page::read(&text);
    page.check("bench");
    (text, page)
}

#[test]
fn the_page_shows_every_product() {
    let report = everything();
    let (text, page) = page_of(&report);
    // A plot for each shape, with a name of its own.
    let plots = page.0.iter().filter(|element| element.has_class("plot"));
    let names: HashSet<&str> = plots.filter_map(|plot| plot.get("aria-label")).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    // In it a mark for each backend that started, of each product, and one for each in legends.
    let started = 6;
    let marks = page.0.iter().filter(|element| element.has_class("mark")).count();
    assert_eq!(marks, 5 * (3 * started + started));
    let intervals = page.0.iter().filter(|element| element.has_class("interval")).count();
    assert_eq!(intervals, report.timed());
    for words in ["there is <nothing> & nobody", "fail: value", "does not take f16", "1×"] {
        assert!(page.text().contains(words), "{words}");
    }
    assert!(page.text().contains(report.measured.as_deref().expect("it was measured now")));
    // No number became none.
    assert!(!text.contains("NaN") && !text.contains("inf%"));
}

#[test]
fn a_quick_look_and_an_interrupted_one_are_called_so() {
    let mut report = everything();
    report.settings.quick = true;
    report.incomplete = Some("interrupted".to_owned());
    let mut text = Vec::new();
    terminal::write(&mut text, &report, 110).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("UTF-8");
    for form in [text, pages::markdown(&report).expect("the templates are valid"), page_of(&report).0] {
        for words in ["too little to compare times", "interrupted after 15 products"] {
            assert!(form.contains(words), "{words}\n{form}");
        }
    }
}

#[test]
fn tables_of_markdown_have_rows_of_one_length() {
    let report = everything();
    let text = pages::markdown(&report).expect("the templates are valid");
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
    let report = BenchReport { against: Some(compare(&before, &now)), ..now };
    let mut text = Vec::new();
    terminal::write(&mut text, &report, 110).expect("a vector takes everything");
    let text = anstream::adapter::strip_str(&String::from_utf8(text).expect("UTF-8")).to_string();
    for form in [text, pages::markdown(&report).expect("the templates are valid"), page_of(&report).0] {
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
