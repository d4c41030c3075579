//! Promotion tables that were asked: each cell with what is documented, what came, and what other editions say.

use crate::report::markup::{Html, add, cite, headings, html};
use crate::report::rules::{cited, errata};
use crate::report::words::basis_words;
use crate::results::{RunRequest, site};
use ascertain::call::{Call, Promote};
use ascertain::contract::Basis;
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::promote::{Cell, Key, Origin, TABLES, Table};
use ascertain_judge::case::{Case, Cited, promotion};
use ascertain_judge::verdict::{CaseResult, FailKind, Run, Verdict};
use std::collections::HashMap;

/// The results about one cell.
#[derive(Default)]
struct Results<'a> {
    plain: Option<&'a CaseResult>,
    with_ranks: Vec<((u8, u8), &'a CaseResult)>,
}

/// The tables that a run asked. Nothing if it asked none.
pub(super) fn asked(run: &Run, asked: &RunRequest, cases: &[Case], editions: &Editions) -> Option<Html> {
    let mut questions: HashMap<&str, &Promote> = HashMap::new();
    for case in cases {
        if let Call::Promote(pair) = &case.call {
            questions.insert(&case.id, pair);
        }
    }
    let mut by_cell: HashMap<(&str, (Key, Key)), Results<'_>> = HashMap::new();
    for result in &run.results {
        let Some(pair) = questions.get(result.id.as_str()) else { continue };
        let results = by_cell.entry((pair.table.id, (pair.row, pair.column))).or_default();
        match pair.ranks {
            None => results.plain = Some(result),
            Some(ranks) => results.with_ranks.push((ranks, result)),
        }
    }
    let mut section = html!(
        "<section aria-labelledby=\"tables\">\n<h2 id=\"tables\">Promotion tables</h2>\n<p>Each cell shows what is documented \
         and, where it differs, what the backend gave. A cell opens its source.<span class=\"scripted\" hidden> In a table, the \
         arrow keys move from cell to cell.</span></p>\n"
    );
    let tables = TABLES.iter().filter(|table| by_cell.keys().any(|(id, _)| *id == table.id));
    for (at, table) in tables.enumerate() {
        add!(section, "{}", article(&format!("t{at}"), table, &by_cell, asked, editions));
    }
    add!(section, "</section>\n");
    (!by_cell.is_empty()).then_some(section)
}

fn article(
    anchor: &str,
    table: &'static Table,
    by_cell: &HashMap<(&str, (Key, Key)), Results<'_>>,
    asked: &RunRequest,
    editions: &Editions,
) -> Html {
    let edition = editions.name(table.document);
    let chosen = table.editions.iter().position(|other| other.edition == edition);
    let (none, width) = (Results::default(), table.columns.keys.len());
    let (mut rows, mut counts, mut differ) =
        (Html::default(), [0; STATES.len()], vec![0; table.editions.len()]);
    for (row, row_key) in table.rows.keys.iter().enumerate() {
        add!(rows, "<tr><th scope=\"row\">{}</th>\n", row_key.name());
        for (column, column_key) in table.columns.keys.iter().enumerate() {
            let in_edition = |edition: usize| table.editions[edition].cells.get(row * width + column);
            let Some(documented) = chosen.and_then(in_edition) else { continue };
            let results = by_cell.get(&(table.id, (*row_key, *column_key))).unwrap_or(&none);
            let others = (0..table.editions.len()).filter(|other| chosen != Some(*other));
            let others: Vec<(usize, &Cell)> =
                others.filter_map(|other| Some((other, in_edition(other)?))).collect();
            for (other, cell) in &others {
                differ[*other] += usize::from(cell.result != documented.result);
            }
            let state = state(results.plain);
            counts.iter_mut().zip(STATES).for_each(|(count, other)| *count += usize::from(other == state));
            let shown = Shown {
                anchor: format!("{anchor}r{row}c{column}"),
                table,
                edition,
                row: *row_key,
                column: *column_key,
                documented,
                others,
                results,
                state,
            };
            add!(rows, "{}", shown.html(asked));
        }
        add!(rows, "</tr>\n");
    }
    let document = DOCUMENTS.iter().find(|document| document.id == table.document);
    let of_document = document.and_then(|document| document.editions.iter().find(|of| of.name == edition));
    let mut article = html!(
        r#"<article class="promotion" id="{}" aria-labelledby="{}h" data-filter="{} {} promotion table {}">
<h3 id="{}h">{}</h3>
<p>{} ({} {})</p>
<ul class="legend">
"#,
        anchor,
        anchor,
        table.id,
        table.document,
        table.says,
        anchor,
        table.id,
        table.says,
        table.document,
        cite(edition, of_document.and_then(|edition| edition.address)),
    );
    for (State { class, sign, words }, count) in STATES.iter().zip(counts).filter(|(_, count)| *count > 0) {
        add!(
            article,
            "<li><span class=\"key s-{}\" aria-hidden=\"true\">{}</span> {}: {}</li>\n",
            class,
            sign,
            words,
            count
        );
    }
    add!(
        article,
        r#"</ul>
{}<div class="scroll" tabindex="0" role="region" aria-labelledby="{}h">
<table class="heat">
<caption>rows: {}; columns: {}</caption>
<thead><tr><td></td>{}</tr></thead>
<tbody>
{}</tbody>
</table>
</div>
</article>
"#,
        edition_switch(anchor, table, edition, &differ),
        anchor,
        table.rows.role,
        table.columns.role,
        headings(table.columns.keys.iter().map(|key| key.name())),
        rows,
    );
    article
}

/// Shows what another edition says. Nothing if there is one alone.
fn edition_switch(anchor: &str, table: &Table, judged: &str, differ: &[usize]) -> Html {
    if table.editions.len() < 2 {
        return Html::default();
    }
    let mut options = Html::default();
    for (at, (edition, differ)) in table.editions.iter().zip(differ).enumerate() {
        let name = edition.edition;
        let is_judged = name == judged;
        let own = html!(" data-own=\"{}\" selected", name);
        add!(
            options,
            "<option value=\"{}\" data-differs=\"{}\"{}>{}{}</option>\n",
            at,
            differ,
            if is_judged { own } else { Html::default() },
            name,
            if is_judged { " (judged)" } else { "" },
        );
    }
    html!(
        r#"<div class="switch scripted" hidden>
<label for="{}e">Show edition</label>
<select id="{}e">
{}</select>
<output for="{}e"></output>
</div>
"#,
        anchor,
        anchor,
        options,
        anchor
    )
}

/// A cell of a table, and what came.
struct Shown<'a> {
    anchor: String,
    table: &'static Table,
    edition: &'a str,
    row: Key,
    column: Key,
    documented: &'static Cell,
    /// The cell in other editions, by their index.
    others: Vec<(usize, &'static Cell)>,
    results: &'a Results<'a>,
    state: State,
}

impl Shown<'_> {
    fn html(&self, asked: &RunRequest) -> Html {
        let Self { anchor, table, documented, results, state, .. } = self;
        let (row, column, result) = (self.row.name(), self.column.name(), promotion(documented.result));
        let is_refused = |result: &str| result == promotion(None);
        let got = results.plain.and_then(got);
        let mut cell = html!("<td class=\"s-{}\"", state.class);
        for (at, other) in self.others.iter().filter(|(_, other)| other.result != documented.result) {
            add!(cell, " data-e{}=\"{}\"", at, promotion(other.result));
        }
        add!(
            cell,
            "><button type=\"button\" popovertarget=\"{}\"><span class=\"hidden\">{} with {}: </span><span class=\"doc\">{}\
             </span><span class=\"sign\" aria-hidden=\"true\">{}</span>",
            anchor,
            row,
            column,
            if is_refused(result) { "none" } else { result },
            state.sign,
        );
        if let Some(got) = got {
            let got = if is_refused(got) { "refused" } else { got };
            add!(cell, "<span class=\"got\"><span class=\"hidden\">, got </span>{}</span>", got);
        }
        add!(
            cell,
            r#"<span class="hidden">, {}</span></button>
<div id="{}" popover role="dialog" aria-label="{} with {}">
<p class="title"><strong>{} {}, {} {}</strong> <span class="key s-{}">{} {}</span></p>
<dl>
"#,
            state.words,
            anchor,
            row,
            column,
            table.rows.role,
            row,
            table.columns.role,
            column,
            state.class,
            state.sign,
            state.words,
        );
        self.add_facts(&mut cell, got, asked);
        let errata = errata(|erratum| {
            erratum.is_about(table.id, self.row, self.column) && erratum.concerns(self.edition)
        });
        add!(
            cell,
            "</dl>\n{}<button type=\"button\" class=\"close\" popovertarget=\"{}\" popovertargetaction=\"hide\">Close</button>\n\
             </div></td>\n",
            errata,
            anchor
        );
        cell
    }

    fn add_facts(&self, list: &mut Html, got: Option<&str>, asked: &RunRequest) {
        let Self { table, documented, results, .. } = self;
        let mut add = |name: &str, value: Html| add!(list, "<dt>{}</dt><dd>{}</dd>\n", name, value);
        add("documented", html!("{}", promotion(documented.result)));
        if let Some(got) = got {
            add("got", html!("{}", got));
        }
        if let Some(detail) = results.plain.and_then(|result| result.judgement.detail.as_ref()) {
            add("detail", html!("<span class=\"detail\">{}</span>", detail));
        }
        add("source", html!("{}", origin(documented)));
        add("cited", cited(&Cited::from(documented.cite)));
        if let Some(site) = &asked.site {
            let (row, column) = (self.row.name(), self.column.name());
            let page = site.page(&site::cell(table.id, row, column));
            add("explained", html!("<a href=\"{}\">{}: {}, {}</a>", page, table.id, row, column));
        }
        let broken = results.plain.filter(|result| is_broken(result.judgement.verdict));
        for (at, other) in &self.others {
            let result = promotion(other.result);
            let as_backend =
                if broken.is_some() && got == Some(result) { ", as the backend does" } else { "" };
            let says = match other.result == documented.result {
                true => Html::from("the same"),
                false => {
                    let place = cited(&Cited::from(other.cite));
                    html!("<strong>{}</strong>{} ({})", result, as_backend, place)
                }
            };
            add(table.editions[*at].edition, says);
        }
        for ((one, other), result) in &results.with_ranks {
            let judgement = &result.judgement;
            if is_broken(judgement.verdict) {
                let got = judgement.got.as_deref().or(judgement.detail.as_deref()).unwrap_or("no answer");
                add(&format!("ranks {one} and {other}"), html!("{}: {}", judgement.verdict.name(), got));
            }
        }
        // Where a person has to look.
        if let Some(result) = broken {
            add("again", html!("<code>{}</code>", asked.repro_command(&result.id)));
        }
    }
}

/// Who says what a cell says.
fn origin(cell: &Cell) -> String {
    let origin = match cell.origin {
        Origin::Stated => "printed in the table".to_owned(),
        Origin::Derived(rule) => format!("derived by the rule “{rule}”"),
    };
    match cell.basis {
        Basis::Stated => origin,
        // Twice the same.
        Basis::Derived if cell.origin != Origin::Stated => origin,
        basis => format!("{origin}; {}", basis_words(basis)),
    }
}

/// What came instead of what is documented.
fn got(result: &CaseResult) -> Option<&str> {
    let judgement = &result.judgement;
    let observed = || Some(judgement.observations.first()?.1.as_str());
    judgement.got.as_deref().or_else(observed)
}

/// Whether a person has to look at a case, or had to before a list explained it.
fn is_broken(verdict: Verdict) -> bool {
    verdict.is_finding() || verdict == Verdict::Known
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// The class of its style.
    class: &'static str,
    /// A sign, for those who do not see colours.
    sign: &'static str,
    words: &'static str,
}

const PASS: State = State { class: "pass", sign: "✓", words: "as documented" };
const DIFFERS: State = State { class: "differs", sign: "✗", words: "differs" };
const REFUSED: State = State { class: "refused", sign: "⊘", words: "refused" };
const KNOWN: State = State { class: "known", sign: "◆", words: "known failure" };
const SILENT: State = State { class: "silent", sign: "!", words: "no answer" };
const OBSERVED: State = State { class: "observed", sign: "○", words: "observed" };
const UNSUPPORTED: State = State { class: "unsupported", sign: "–", words: "unsupported" };
const NOT_ASKED: State = State { class: "not-asked", sign: "·", words: "not asked" };

/// In the order of legends.
const STATES: [State; 8] = [PASS, DIFFERS, REFUSED, KNOWN, SILENT, OBSERVED, UNSUPPORTED, NOT_ASKED];

fn state(result: Option<&CaseResult>) -> State {
    let Some(result) = result else { return NOT_ASKED };
    match (result.judgement.verdict, result.judgement.kind) {
        (Verdict::Pass, _) => PASS,
        (Verdict::Fail | Verdict::Warning, Some(FailKind::RejectedValid)) => REFUSED,
        (Verdict::Fail | Verdict::Warning, _) => DIFFERS,
        (Verdict::Known, _) => KNOWN,
        (Verdict::Observed, _) => OBSERVED,
        (Verdict::Unsupported, _) => UNSUPPORTED,
        (Verdict::Skipped, _) => NOT_ASKED,
        (Verdict::Crash | Verdict::Timeout | Verdict::Protocol | Verdict::Error, _) => SILENT,
    }
}
