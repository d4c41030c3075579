//! What is recorded beside verdicts: known failures, observations, and errors that nothing explains.

use crate::report::markup::{Html, add, cite, headings, html, table};
use crate::report::rules::requirement;
use crate::report::text::thousands;
use crate::report::words;
use crate::results::summary::Summary;
use ascertain::document::Editions;
use ascertain_judge::error_statistics::MODELS;
use ascertain_judge::verdict::{ExpectationStatus, Run};
use std::borrow::Cow;

/// Behaviours of each observed point that are open.
const BEHAVIOURS: usize = 6;

/// Sections; none of what did not occur.
pub(super) struct Records {
    pub(super) known: Option<Html>,
    pub(super) observed: Option<Html>,
    pub(super) errors: Option<Html>,
    pub(super) beside: Option<Html>,
}

impl Records {
    pub(super) fn of(run: &Run, summary: &Summary<'_>, editions: &Editions) -> Self {
        Self {
            known: known(run),
            observed: observed(summary, editions),
            errors: errors(run),
            beside: beside(run),
        }
    }
}

fn known(run: &Run) -> Option<Html> {
    let mut rows = Html::default();
    let entries = words::known_failures(run);
    for known in &entries {
        let (standing, what) = words::standing(known);
        let class = match known.standing {
            ExpectationStatus::Known => "open",
            standing if standing.fails() => "bad",
            _ => "plain",
        };
        let issue = known.entry.issue.as_ref().map_or(Html::default(), |issue| cite(issue, Some(issue)));
        add!(
            rows,
            "<tr><td class=\"is-{}\">{}</td><td class=\"bits\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            class,
            standing,
            known.entry.subject(),
            what,
            known.entry.reason,
            issue,
        );
    }
    let head = headings(["standing", "about", "in this run", "reason", "tracked"]);
    let section = html!(
        "<section aria-labelledby=\"known\">\n<h2 id=\"known\">Known failures</h2>\n{}</section>\n",
        table("List of known failures", "", &head, &rows),
    );
    (!entries.is_empty()).then_some(section)
}

fn observed(summary: &Summary<'_>, editions: &Editions) -> Option<Html> {
    let mut rows = Html::default();
    for point in &summary.observed {
        let (first, more) = point.behaviours.split_at(point.behaviours.len().min(BEHAVIOURS));
        let mut told = behaviours(first);
        if !more.is_empty() {
            add!(told, "<details><summary>{} more</summary>{}</details>", more.len(), behaviours(more));
        }
        add!(
            rows,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td></tr>\n",
            point.requirement,
            requirement(point.requirement, editions).map_or("", |requirement| requirement.says),
            told,
        );
    }
    let head = headings(["requirement", "what the documents leave open", "behaviour, and in how many cases"]);
    let section = html!(
        "<section aria-labelledby=\"observations\">\n<h2 id=\"observations\">Observations</h2>\n<p>What the backend does where \
         the documents are silent or disagree. None of this is a failure.</p>\n{}</section>\n",
        table("Table of observations", "", &head, &rows)
    );
    (!summary.observed.is_empty()).then_some(section)
}

fn behaviours(of: &[(Cow<'_, str>, u64)]) -> Html {
    let mut list = html!("<ul class=\"plain\">\n");
    for (behaviour, count) in of {
        add!(list, "<li>{} <span class=\"dim\">×{}</span></li>\n", behaviour, thousands(*count));
    }
    add!(list, "</ul>\n");
    list
}

/// Errors that no evaluation known here explains.
fn errors(run: &Run) -> Option<Html> {
    let (mut rows, mut count) = (Html::default(), 0);
    for errors in run.drift.errors().filter(|errors| errors.unexplained()) {
        count += 1;
        let (result, models) = errors.spreads();
        add!(
            rows,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td class=\"is-open\">{}</td>",
            errors.operator,
            errors.dtype.name(),
            errors.elements(),
            thousands(errors.lines),
            result.to_string(),
        );
        models.iter().for_each(|model| add!(rows, "<td>{}</td>", model.to_string()));
        add!(rows, "</tr>\n");
    }
    let head = headings(["operator", "dtype", "elements", "lines", "this backend"].into_iter().chain(MODELS));
    let section = html!(
        "<section aria-labelledby=\"errors\">\n<h2 id=\"errors\">Errors explained by no evaluation known here</h2>\n<p>Mean ± \
         spread of the errors of float sums and products, in units in the last place. No bound excludes them, but they are \
         improbable.</p>\n{}</section>\n",
        table("Table of errors", "numbers", &head, &rows)
    );
    (count > 0).then_some(section)
}

/// What a standard says beside the pages.
fn beside(run: &Run) -> Option<Html> {
    let (title, classes) = words::beside(run)?;
    let mut rows = Html::default();
    for (cases, what, example) in classes {
        let (case, says) = example.map_or(("", ""), |example| (&*example.case, &*example.says));
        add!(rows, "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td>", what, thousands(cases));
        add!(rows, "<td class=\"bits\">{}</td><td>{}</td></tr>\n", case, says);
    }
    let head = headings(["verdicts", "cases", "example", "what the standard says of it"]);
    Some(html!(
        "<section aria-labelledby=\"beside\">\n<h2 id=\"beside\">{}</h2>\n{}</section>\n",
        title,
        table("Table of a standard's verdicts", "", &head, &rows)
    ))
}
