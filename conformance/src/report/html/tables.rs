//! Promotion tables that were asked: each cell with what is documented, and with what came where that is something else.

use crate::report::markup::{Html, add, cite, headings, html};
use ascertain::call::Call;
use ascertain::document::{DOCUMENTS, Editions};
use ascertain::promote::{Key, TABLES, Table};
use ascertain_judge::case::{Case, promotion};
use ascertain_judge::verdict::{CaseResult, FailKind, Run, Verdict};
use std::collections::HashMap;

/// Results by table, row and column.
type Results<'a> = HashMap<(&'static str, Key, Key), &'a CaseResult>;

/// The tables that a run asked. Nothing if it asked none.
pub(super) fn asked(run: &Run, cases: &[Case], editions: &Editions) -> Option<Html> {
    let by_id: HashMap<&str, &CaseResult> = run.results.iter().map(|result| (&*result.id, result)).collect();
    let mut results = Results::new();
    for case in cases {
        if let Call::Promote(pair) = &case.call
            && pair.ranks.is_none()
            && let Some(result) = by_id.get(&*case.id)
        {
            results.insert((pair.table.id, pair.row, pair.column), result);
        }
    }
    let mut section = html!(
        "<section aria-labelledby=\"tables\">\n<h2 id=\"tables\">Promotion tables</h2>\n<p>Each cell shows what is documented \
         and, where it differs, what the backend gave. <code>ascertain explain promote</code> says where a page has it.</p>\n"
    );
    for table in TABLES.iter().filter(|table| results.keys().any(|(id, ..)| *id == table.id)) {
        add!(section, "{}", article(table, &results, editions));
    }
    add!(section, "</section>\n");
    (!results.is_empty()).then_some(section)
}

fn article(table: &'static Table, results: &Results<'_>, editions: &Editions) -> Html {
    let (mut rows, mut counts, mut last) = (Html::default(), [0; STATES.len()], None);
    for (row, column, cell) in table.cells(editions) {
        if last != Some(row) {
            add!(
                rows,
                "{}<tr><th scope=\"row\">{}</th>\n",
                Html::from(if last.is_some() { "</tr>\n" } else { "" }),
                row.name()
            );
            last = Some(row);
        }
        let result = results.get(&(table.id, row, column)).copied();
        let state = state(result);
        counts.iter_mut().zip(STATES).for_each(|(count, other)| *count += usize::from(other == state));
        add!(rows, "{}", shown(promotion(cell.result), result));
    }
    let edition = editions.name(table.document);
    let document = DOCUMENTS.iter().find(|document| document.id == table.document);
    let of_document = document.and_then(|document| document.editions.iter().find(|of| of.name == edition));
    let mut article = html!(
        r#"<article class="promotion" aria-labelledby="{}" data-filter="{} {} promotion table {}">
<h3 id="{}">{}</h3>
<p>{} ({} {})</p>
<ul class="legend">
"#,
        table.id,
        table.id,
        table.document,
        table.says,
        table.id,
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
<div class="scroll" tabindex="0" role="region" aria-labelledby="{}">
<table class="heat">
<caption>rows: {}; columns: {}</caption>
<thead><tr><td></td>{}</tr></thead>
<tbody>
{}</tr>
</tbody>
</table>
</div>
</article>
"#,
        table.id,
        table.rows.role,
        table.columns.role,
        headings(table.columns.keys.iter().map(|key| key.name())),
        rows,
    );
    article
}

/// A cell, and what came.
fn shown(documented: &str, result: Option<&CaseResult>) -> Html {
    let State { class, sign, words } = state(result);
    let short = |result| if result == promotion(None) { "none" } else { result };
    let mut cell = html!(
        "<td class=\"s-{}\">{}<span class=\"sign\" aria-hidden=\"true\">{}</span><span class=\"hidden\">, {}</span>",
        class,
        short(documented),
        sign,
        words,
    );
    if let Some(got) = result.and_then(got) {
        add!(cell, " <span class=\"got\">{}</span>", short(got));
    }
    add!(cell, "</td>\n");
    cell
}

/// What came instead of what is documented.
fn got(result: &CaseResult) -> Option<&str> {
    let judgement = &result.judgement;
    let observed = || Some(judgement.observations.first()?.1.as_str());
    judgement.got.as_deref().or_else(observed)
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
