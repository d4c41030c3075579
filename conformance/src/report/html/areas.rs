//! The areas: a bar of each, the verdicts that occurred, coverage, and why cases were not judged.

use crate::report::markup::{Html, add, headings, html, table};
use crate::report::text::{plural, thousands};
use crate::report::words::{self, verdict_class};
use crate::results::summary::{Summary, TOTAL};
use ascertain_judge::verdict::{Counts, Run, Verdict};

/// Reasons why cases were not judged to list before the rest is counted.
const REASONS: usize = 12;

pub(super) fn section(run: &Run, summary: &Summary<'_>) -> Html {
    let mut section = html!("<section aria-labelledby=\"areas\">\n<h2 id=\"areas\">Areas</h2>\n");
    if summary.areas.is_empty() {
        add!(section, "<p>No case was asked.</p>\n");
    } else {
        add!(section, "{}{}", bars(summary), numbers(run, summary));
    }
    add!(section, "{}</section>\n", reasons(run));
    section
}

/// A part of a bar: its class, its words and its cases.
type Part = (&'static str, &'static str, u64);

/// The parts of a bar, without empty ones.
fn parts(counts: &Counts) -> Vec<Part> {
    let failed = counts.sum(Verdict::is_failure);
    let [passed, warning, known, observed] =
        [Verdict::Pass, Verdict::Warning, Verdict::Known, Verdict::Observed]
            .map(|verdict| counts.of(verdict));
    // What remains is an error of the adapter, unsupported or skipped.
    let unjudged = counts.total().saturating_sub(passed + failed + warning + known + observed);
    let mut parts = vec![
        ("passed", "passed", passed),
        ("failed", "failed", failed),
        ("warning", "with a warning", warning),
        ("known", "known to fail", known),
        ("observed", "observed", observed),
        ("unjudged", "not judged", unjudged),
    ];
    parts.retain(|(.., count)| *count > 0);
    parts
}

fn bars(summary: &Summary<'_>) -> Html {
    let mut bars = html!("<ul class=\"legend\">\n");
    for (class, words, count) in parts(&summary.total.counts) {
        add!(
            bars,
            "<li><span class=\"key b-{}\" aria-hidden=\"true\"></span> {}: {}</li>\n",
            class,
            words,
            thousands(count)
        );
    }
    add!(bars, "</ul>\n<ul class=\"bars\">\n");
    for (area, tally) in &summary.rows() {
        let (mut bar, mut told) = (Html::default(), Vec::new());
        for (class, words, count) in parts(&tally.counts) {
            add!(bar, "<span class=\"b-{}\" style=\"flex-grow: {}\"></span>", class, count);
            told.push(format!("{} {words}", thousands(count)));
        }
        add!(
            bars,
            "<li{}><span>{}</span>\n<span class=\"bar\" aria-hidden=\"true\">{}</span>\n<span class=\"dim\">{}</span></li>\n",
            of_all(area),
            area,
            bar,
            told.join(", "),
        );
    }
    add!(bars, "</ul>\n");
    bars
}

/// The class of the row of all areas.
fn of_all(area: &str) -> Html {
    Html::from(if area == TOTAL { " class=\"all\"" } else { "" })
}

fn numbers(run: &Run, summary: &Summary<'_>) -> Html {
    let verdicts = summary.verdicts();
    let shown = |count: u64| if count > 0 { thousands(count) } else { String::new() };
    let telling = |area: &str| {
        let own = run.telling.iter().filter(|(other, _)| area == TOTAL || area == **other);
        own.map(|(_, telling)| telling.cases).sum()
    };
    let mut rows = Html::default();
    for (area, tally) in &summary.rows() {
        let total = thousands(tally.counts.total());
        add!(rows, "<tr{}><th scope=\"row\">{}</th><td>{}</td>\n", of_all(area), area, total);
        for verdict in &verdicts {
            let count = tally.counts.of(*verdict);
            let class = html!(" class=\"is-{}\"", verdict_class(*verdict));
            let class = if count > 0 { class } else { Html::default() };
            add!(rows, "<td{}>{}</td>\n", class, shown(count));
        }
        let last = [tally.counts.coverage(), shown(tally.order_sensitive), shown(telling(area))];
        last.iter().for_each(|number| add!(rows, "<td>{}</td>", number));
        add!(rows, "</tr>\n");
    }
    let words = ["area", "cases"].into_iter().chain(verdicts.iter().map(|verdict| verdict.name()));
    let head = headings(words.chain(["coverage", "order-sensitive", "telling"]));
    html!(
        "<details>\n<summary>Every verdict in numbers</summary>\n{}<p class=\"dim\">Coverage: cases that the backend answered \
         and that were judged. Unsupported and skipped cases never count as passed. Order-sensitive: elements that depend on \
         how the factors are grouped. Telling: random cases that could have shown a wrong value.</p>\n</details>\n",
        table("Table of areas", "numbers", &head, &rows)
    )
}

/// Why cases were not judged. Nothing if all were.
fn reasons(run: &Run) -> Html {
    const TITLE: &str = "Why cases were unsupported or skipped";
    let reasons = words::not_judged(run);
    let mut rows = Html::default();
    for reason in reasons.iter().take(REASONS) {
        add!(
            rows,
            "<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
            reason.verdict.name(),
            thousands(reason.cases),
            reason.why,
            reason.areas.iter().copied().collect::<Vec<_>>().join(", "),
        );
    }
    if reasons.is_empty() {
        return Html::default();
    }
    let head = html!(
        "<th scope=\"col\">verdict</th><th scope=\"col\" class=\"number\">cases</th>{}",
        headings(["reason", "areas"])
    );
    let mut part = html!("<details>\n<summary>{}</summary>\n{}", TITLE, table(TITLE, "", &head, &rows));
    if let Some(more) = reasons.len().checked_sub(REASONS).filter(|more| *more > 0) {
        let more = plural(more as u64, "more reason", "more reasons");
        add!(part, "<p>And {}; <code>--report json=FILE</code> lists all.</p>\n", more);
    }
    add!(part, "</details>\n");
    part
}
