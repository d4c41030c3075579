//! The report as one HTML file, which needs nothing else: what came of the run, and what it was.

mod areas;
mod findings;
mod records;
mod tables;

use self::findings::GroupPart;
pub(super) use self::findings::question;
use super::Format;
use super::machine::Written;
use super::markup::{self, Html, Page, add, cite, fact, filter, headings, html};
use super::outcome::{Outcome, counts};
use super::text::plural;
use super::words::{self, duration, random_cases};
use crate::results::RunRequest;
use crate::results::report::drafts;
use crate::results::summary::Summary;
use ascertain::document::{Editions, SPECIFICATION, SourceKind};
use ascertain_judge::case::Case;
use ascertain_judge::verdict::Run;
use ascertain_judge::{fuzz, suite};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format { name: "html", write };

/// Groups of findings that the head of the page names.
const CAUSES: usize = 8;

/// Writes the report of one run, with day and machine of now.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    write_as(out, run, asked, &Written::now())
}

/// Writes the report of one run.
///
/// # Errors
/// When the stream refuses.
pub fn write_as(out: &mut dyn Write, run: &Run, asked: &RunRequest, written: &Written) -> io::Result<()> {
    let editions = words::editions(run);
    // Of the suite, the page needs only the cells of tables.
    let cases: Vec<Case> = suite::of_areas(&editions, &|_| false).map_err(io::Error::other)?;
    let summary = Summary::of(run);
    let groups: Vec<GroupPart<'_>> = findings::largest_groups(&summary, &editions);
    let tables = tables::asked(run, &cases, &editions);
    let findings = findings::section(&summary, &groups, asked);
    let records = records::Records::of(run, &summary, &editions);
    let parts = [
        ("areas", "Areas", Some(areas::section(run, &summary))),
        // The field for a filter belongs to the parts below it.
        ("", "", (tables.is_some() || findings.is_some()).then(|| filter("Filter tables and findings"))),
        ("beside", "Standard", records.beside),
        ("tables", "Tables", tables),
        ("findings", "Findings", findings),
        ("known", "Known failures", records.known),
        ("observations", "Observations", records.observed),
        ("errors", "Errors", records.errors),
        ("about", "About this run", Some(about(run, asked, written, &editions))),
    ];
    let mut header = head(run, asked, &summary, &groups);
    let mut main = Html::default();
    add!(header, "<nav aria-label=\"Parts of this report\">\n<ul>\n");
    for (anchor, title, part) in parts {
        let Some(part) = part else { continue };
        if !anchor.is_empty() {
            add!(header, "<li><a href=\"#{}\">{}</a></li>\n", anchor, title);
        }
        add!(main, "{}", part);
    }
    add!(header, "</ul>\n</nav>\n</header>\n");
    let page = Page {
        title: &format!("{}: {}", asked.named(run), capitalized(Outcome::of(run).words)),
        style: concat!(
            include_str!("../../../templates/report.css"),
            include_str!("../../../templates/heat.css")
        ),
        header,
        main,
        written,
    };
    out.write_all(page.html().as_bytes())
}

/// What came of the run in one sentence, and the largest groups of findings.
fn head(run: &Run, asked: &RunRequest, summary: &Summary<'_>, groups: &[GroupPart<'_>]) -> Html {
    let Outcome { kind, words, meaning } = Outcome::of(run);
    let mut head = html!(
        "<header>\n<p class=\"kicker\">Conformance report by ascertain</p>\n<h1>{}</h1>\n{}",
        asked.named(run),
        markup::outcome(
            kind,
            &capitalized(words),
            &format!("{} in {}", counts(run, summary), duration(run.seconds)),
            &format!("{}: {meaning}", run.exit_code()),
        ),
    );
    if !groups.is_empty() {
        add!(head, "<ul class=\"causes\" aria-label=\"Causes\">\n");
        for group in groups.iter().take(CAUSES) {
            add!(
                head,
                "<li class=\"is-{}\"><a href=\"#{}\">{} of {}</a>: <span>{}</span></li>\n",
                group.class,
                group.anchor,
                plural(group.group.findings.len() as u64, "case", "cases"),
                group.group.place(),
                group.cause(),
            );
        }
        if let Some(more) = groups.len().checked_sub(CAUSES).filter(|more| *more > 0) {
            let more = plural(more as u64, "smaller group", "smaller groups");
            add!(head, "<li class=\"dim\"><a href=\"#findings\">{}</a></li>\n", more);
        }
        add!(head, "</ul>\n");
    }
    if let Some(reason) = &run.not_started {
        add!(
            head,
            r#"<div class="note is-bad" role="note">
<p><strong>The backend did not start:</strong></p>
<pre>{}</pre>
<p>To check it: <code>{}</code></p>
</div>
"#,
            reason,
            asked.doctor(),
        );
    }
    if let Some(reason) = &run.incomplete {
        add!(
            head,
            "<p class=\"note is-open\" role=\"note\"><strong>This run is incomplete:</strong> {}. What was not asked counts as \
             skipped.</p>\n",
            reason
        );
    }
    let on_readings = run.failures_on_readings();
    if on_readings > 0 {
        add!(
            head,
            "<p class=\"note is-open\" role=\"note\"><strong>{} on readings alone.</strong> The pages do not say these \
             things directly; they are our interpretation, and <code>ascertain explain</code> has the reason for each. \
             <code>--readings observe</code> records these instead.</p>\n",
            plural(on_readings, "failure", "failures")
        );
    }
    head
}

/// Who was asked, when and what, by which editions.
fn about(run: &Run, asked: &RunRequest, written: &Written, editions: &Editions) -> Html {
    let mut facts = Html::default();
    add!(facts, "{}", fact("Backend", html!("<code>{}</code>", asked.backend)));
    add!(facts, "{}{}", fact("Written", &written.at), fact("Machine", &written.on));
    add!(facts, "{}", fact("Suite", format!("ascertain {}", suite::VERSION)));
    add!(facts, "{}", fact("Profile", format!("{}, {}", run.profile, fuzz::in_words(run.seed))));
    if let Some(random) = &run.random {
        add!(facts, "{}", fact("Random cases", random_cases(random, run.seed, asked)));
    }
    let mut selection = Html::default();
    for (option, values) in asked.options() {
        for value in values {
            add!(selection, "<code>{}</code> ", format!("{option} {value}").trim_end());
        }
    }
    if !selection.as_bytes().is_empty() {
        add!(facts, "{}", fact("Selection", selection));
    }
    add!(facts, "<div><dt>Specification</dt><dd class=\"bits\">{}</dd></div>\n", SPECIFICATION);
    let mut rows = Html::default();
    let drafts = drafts(run);
    if !drafts.is_empty() {
        add!(facts, "{}", fact("Drafts, whose pages are not wholly read", drafts.join(", ")));
    }
    for (document, edition) in editions.iter() {
        if run.editions.contains_key(document.id) {
            add!(
                rows,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                document.id,
                document.title,
                cite(edition.name, edition.address),
                if edition.source == SourceKind::Code { "code" } else { "page" },
            );
        }
    }
    html!(
        r#"<section aria-labelledby="about">
<h2 id="about">About this run</h2>
<dl class="facts">
{}</dl>
<details>
<summary>Editions of the documents</summary>
{}</details>
</section>
"#,
        facts,
        markup::table(
            "Editions of the documents",
            "",
            &headings(["document", "title", "edition", "source"]),
            &rows
        ),
    )
}

/// With a capital at the start.
pub(super) fn capitalized(words: &str) -> String {
    let mut characters = words.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}
