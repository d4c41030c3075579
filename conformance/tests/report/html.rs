use crate::report::page::{Element, Page};
use crate::report::support::{asked, everything, result, run, told, written};
use ascertain::contract::Basis;
use ascertain::document::Editions;
use ascertain::promote::TABLES;
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::report::html::write_as;
use ascertain_conformance::report::machine::Written;
use ascertain_conformance::results::summary::Summary;
use ascertain_conformance::suite;
use ascertain_conformance::verdict::{
    CaseResult, ExpectationStatus, ExpectedFailure, FailKind, Judgement, KnownEntry, Run, Verdict,
};
use std::collections::HashSet;

/// The page of a run, as written and as read.
fn page_of(run: &Run) -> (String, Page) {
    let now = Written { at: "2026-01-02 03:04 UTC".to_owned(), on: "a machine".to_owned() };
    let text = told(|out| write_as(out, run, &asked(), &now));
    let page = Page::read(&text);
    (text, page)
}

/// Results of all fixed cases of promotion tables, with these judgements.
fn of_tables(judge: impl Fn(usize, &Case) -> Option<Judgement>) -> Vec<CaseResult> {
    let editions = Editions::default();
    let cases = suite::of_areas(&editions, &|_| false).expect("the vectors are valid");
    let results = cases.iter().enumerate().filter_map(|(at, case)| {
        Some(CaseResult::of(case, judge(at, case)?, &editions, Registry::default()))
    });
    results.collect()
}

/// Every kind of cell in every table.
fn mixed(at: usize, _: &Case) -> Option<Judgement> {
    let fail = |kind, got| Judgement::fail("cumprod.value", kind, "what is documented", got);
    match at % 7 {
        0 => None,
        1 => Some(fail(FailKind::DType, "f64")),
        2 => Some(fail(FailKind::RejectedValid, "no promotion")),
        3 => Some(Judgement::of(Verdict::Unsupported).with_detail("no such dtype")),
        4 => Some(Judgement::of(Verdict::Crash).with_detail("signal 11")),
        _ => Some(Judgement::of(Verdict::Pass)),
    }
}

fn entry(standing: ExpectationStatus) -> KnownEntry {
    let issue = Some("https://example.org/1".to_owned());
    let entry = ExpectedFailure { issue, ..ExpectedFailure::new(standing.name(), "a reason") };
    KnownEntry { entry, standing, findings: 1 }
}

/// Runs of every kind.
fn runs() -> Vec<(&'static str, Run)> {
    let not_started = Run { not_started: Some("no such program".to_owned()), ..run(Vec::new()) };
    let known = Run { known: ExpectationStatus::ALL.map(entry).into(), ..everything() };
    vec![
        ("everything", everything()),
        ("tables", run(of_tables(mixed))),
        ("nothing", run(Vec::new())),
        ("not started", not_started),
        ("incomplete", Run { incomplete: Some("interrupted".to_owned()), ..everything() }),
        ("known", known),
    ]
}

#[test]
fn is_valid_and_needs_nothing_else() {
    for (what, run) in runs() {
        let (text, page) = page_of(&run);
        page.check(what);
        assert!(text.len() < 2_000_000, "{what}: {} bytes", text.len());
    }
}

#[test]
fn shows_every_group_and_what_a_person_needs() {
    for (what, run) in runs() {
        let (_, page) = page_of(&run);
        let summary = Summary::of(&run);
        let groups: Vec<&Element> = page.0.iter().filter(|element| element.has_class("group")).collect();
        assert_eq!(groups.len(), summary.groups.len(), "{what}");
        for (shown, group) in groups.iter().zip(&summary.groups) {
            let ids = group.findings.iter().filter(|finding| shown.text.contains(&*finding.id)).count();
            assert!(ids >= group.findings.len().min(5), "{what}: {ids} examples");
            for text in [group.requirement.unwrap_or_default(), group.verdict.name()] {
                assert!(shown.text.contains(text), "{what}: {text} is missing in {}", shown.text);
            }
            assert!(shown.text.contains("ascertain run --backend"), "{what}");
        }
        for known in &run.known {
            assert!(page.text().contains(&known.entry.subject()), "{what}");
        }
        for point in &summary.observed {
            assert!(page.text().contains(point.requirement), "{what}");
        }
        let ends = [run.incomplete.as_deref(), run.not_started.as_deref()];
        for why in ends.into_iter().flatten() {
            assert!(page.text().contains(why), "{what}: {why}");
        }
        assert!(page.text().contains(ascertain::document::SPECIFICATION), "{what}");
        assert!(page.text().contains(&run.seed.to_string()), "{what}");
    }
}

#[test]
fn a_minimized_finding_has_its_numbers_and_its_vector() {
    let (_, page) = page_of(&everything());
    for text in
        ["what about one element?", "2 (0x4000)", "0.25", "format = 1", "cumprod/fuzz/9223372036854775808/7"]
    {
        assert!(page.text().contains(text), "{text}");
    }
}

#[test]
fn tables_show_every_cell() {
    let (_, page) = page_of(&run(of_tables(mixed)));
    let cells: Vec<&Element> =
        page.named("td").filter(|td| td.get("class").is_some_and(|class| class.starts_with("s-"))).collect();
    let all: usize = TABLES.iter().map(|table| table.rows.keys.len() * table.columns.keys.len()).sum();
    assert_eq!(cells.len(), all);
    for class in ["s-pass", "s-differs", "s-refused", "s-unsupported", "s-silent", "s-not-asked"] {
        let of_class = cells.iter().filter(|cell| cell.has_class(class));
        let signs: HashSet<char> =
            of_class.filter_map(|cell| cell.text.chars().find(|c| "✓✗⊘◆!○–·".contains(*c))).collect();
        assert_eq!(signs.len(), 1, "{class} is not told by its colour alone");
    }
    let got = |cell: &&&Element| cell.has_class("s-differs") && cell.text.ends_with("f64");
    assert!(cells.iter().filter(got).count() > 10, "what came is in the cell");
}

#[test]
fn a_run_of_a_part_shows_its_tables_alone() {
    let one = of_tables(|at, case| mixed(at, case).filter(|_| case.area == TABLES[0].id));
    let (_, page) = page_of(&run(one));
    let tables: Vec<&Element> = page.named("article").filter(|a| a.has_class("promotion")).collect();
    assert_eq!(tables.len(), 1);
    assert!(tables[0].text.contains(TABLES[0].id));
}

#[test]
fn very_many_cases_are_a_small_page() {
    let mut results = of_tables(mixed);
    for at in results.len()..20_000 {
        let judgement = match at % 20 {
            0 => Judgement::fail(
                "cumprod.value",
                FailKind::Value,
                format!("{at} (0x{at:08x})"),
                format!("{} (0x0)", at / 2),
            ),
            1 => Judgement::of(Verdict::Error).with_detail(format!("KeyError {}", "x".repeat(at % 500))),
            2 => Judgement::of(Verdict::Unsupported).with_detail(format!("no shape {at}")),
            _ => Judgement::of(Verdict::Pass),
        };
        results.push(result(&format!("cumprod/fuzz/1/{at}"), "cumprod", judgement));
    }
    let (html, page) = page_of(&run(results));
    assert!(html.len() < 2_000_000, "{} bytes", html.len());
    assert!(page.text().contains("20,000"));
}

/// Who says so is said once.
#[test]
fn what_a_finding_rests_on_is_said_once() {
    for (requirement, basis, level) in
        [("cumprod.convert.rounds", Basis::Reading, "must"), ("cumprod.value", Basis::Derived, "must")]
    {
        let mut judgement = Judgement::fail(requirement, FailKind::Value, "1", "2");
        judgement.basis = Some(basis);
        let page = written("html", &run(vec![result("cumprod/a", "cumprod", judgement)]), &asked());
        let facts: &str = page.split("<dl>").find(|part| part.contains("<dt>rests on</dt>")).expect("facts");
        let facts = facts.split("</dl>").next().unwrap_or(facts);
        assert!(facts.contains(&format!("<dt>level</dt><dd>{level}</dd>")), "{facts}");
        assert_eq!(facts.contains("<dt>reason</dt>"), basis == Basis::Reading, "{facts}");
        assert!(!facts.contains("ascertain explain"), "{facts}");
    }
}
