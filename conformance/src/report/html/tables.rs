//! Promotion tables that were asked: each cell with what is documented, what came, and what other editions say.

use super::findings::ErratumOf;
use crate::report::template::Cite;
use crate::report::words::basis_words;
use crate::results::RunRequest;
use ascertain::call::{Call, Promote};
use ascertain::contract::Basis;
use ascertain::document::{DOCUMENTS, ERRATA, Editions};
use ascertain::promote::{self, Key, Origin, TABLES};
use ascertain_judge::case::{Case, promotion};
use ascertain_judge::verdict::{CaseResult, FailKind, Run, Verdict};
use serde::Serialize;
use std::collections::HashMap;

#[derive(Debug, Serialize)]
pub(super) struct HeatTable {
    /// Unique in the page, and the start of other ids.
    anchor: String,
    id: &'static str,
    says: &'static str,
    document: &'static str,
    edition: Cite,
    rows_role: &'static str,
    columns_role: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<HeatRow>,
    editions: Vec<EditionOf>,
    legend: Vec<Legend>,
}

#[derive(Debug, Serialize)]
struct HeatRow {
    key: &'static str,
    cells: Vec<HeatCell>,
}

/// An edition of the table's document.
#[derive(Debug, Serialize)]
struct EditionOf {
    index: usize,
    name: &'static str,
    is_own: bool,
    /// How many cells differ from the judged edition.
    differs: usize,
}

/// What a sign means, and in how many cells it is.
#[derive(Debug, Serialize)]
struct Legend {
    #[serde(flatten)]
    state: State,
    count: usize,
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct State {
    class: &'static str,
    sign: &'static str,
    words: &'static str,
}

#[derive(Debug, Serialize)]
struct HeatCell {
    anchor: String,
    row: &'static str,
    column: &'static str,
    state: State,
    documented: &'static str,
    /// What came, if it is not what is documented.
    got: Option<String>,
    detail: Option<String>,
    /// Who says what is documented.
    origin: String,
    cite: Cite,
    errata: Vec<ErratumOf>,
    editions: Vec<Other>,
    /// Findings with other ranks of the operands.
    ranks: Vec<OfRanks>,
    /// The command that asks again, where a person has to look.
    again: Option<String>,
}

/// A cell in another edition.
#[derive(Debug, Serialize)]
struct Other {
    index: usize,
    name: &'static str,
    result: &'static str,
    differs: bool,
    /// Whether it is what the backend gave.
    is_got: bool,
    cite: Cite,
}

/// A finding about operands of certain ranks.
#[derive(Debug, Serialize)]
struct OfRanks {
    ranks: String,
    verdict: &'static str,
    got: String,
}

/// The results about one cell.
#[derive(Default)]
struct Results<'a> {
    plain: Option<&'a CaseResult>,
    with_ranks: Vec<((u8, u8), &'a CaseResult)>,
}

/// Results by table, row and column.
type ByCell<'a> = HashMap<(&'static str, Key, Key), Results<'a>>;

/// The tables that a run asked.
pub(super) fn asked(run: &Run, asked: &RunRequest, cases: &[Case], editions: &Editions) -> Vec<HeatTable> {
    let mut questions: HashMap<&str, &Promote> = HashMap::new();
    for case in cases {
        if let Call::Promote(pair) = &case.call {
            questions.insert(&case.id, pair);
        }
    }
    let mut by_cell: ByCell<'_> = HashMap::new();
    for result in &run.results {
        let Some(pair) = questions.get(result.id.as_str()) else { continue };
        let results = by_cell.entry((pair.table.id, pair.row, pair.column)).or_default();
        match pair.ranks {
            None => results.plain = Some(result),
            Some(ranks) => results.with_ranks.push((ranks, result)),
        }
    }
    let tables = TABLES.iter().filter(|table| by_cell.keys().any(|(id, ..)| *id == table.id));
    tables.enumerate().filter_map(|(at, table)| HeatTable::of(at, table, &by_cell, asked, editions)).collect()
}

impl HeatTable {
    fn of(
        at: usize,
        table: &'static promote::Table,
        by_cell: &ByCell<'_>,
        asked: &RunRequest,
        editions: &Editions,
    ) -> Option<Self> {
        let anchor = format!("t{at}");
        let none = Results::default();
        let (rows, columns) = (table.rows.keys, table.columns.keys);
        let chosen = editions.name(table.document);
        let judged = table.editions.iter().position(|edition| edition.edition == chosen)?;
        let row = |(r, &row): (usize, &Key)| {
            let cells = columns.iter().enumerate().map(|(c, &column)| {
                let results = by_cell.get(&(table.id, row, column)).unwrap_or(&none);
                Place { table, at: (r, c), keys: (row, column), judged }.cell(&anchor, results, asked)
            });
            HeatRow { key: row.name(), cells: cells.collect() }
        };
        let rows: Vec<HeatRow> = rows.iter().enumerate().map(row).collect();
        let all = || rows.iter().flat_map(|row| &row.cells);
        let differs = |index| {
            all()
                .filter(|cell| cell.editions.iter().any(|other| other.index == index && other.differs))
                .count()
        };
        let of_editions = table.editions.iter().enumerate().map(|(index, edition)| EditionOf {
            index,
            name: edition.edition,
            is_own: index == judged,
            differs: differs(index),
        });
        let legend = State::ALL.into_iter().map(|state| {
            let count = all().filter(|cell| cell.state == state).count();
            Legend { state, count }
        });
        let document = DOCUMENTS.iter().find(|document| document.id == table.document);
        let address = document
            .and_then(|document| document.editions.iter().find(|edition| edition.name == chosen)?.address);
        Some(Self {
            id: table.id,
            says: table.says,
            document: table.document,
            edition: Cite::new(chosen, address),
            rows_role: table.rows.role,
            columns_role: table.columns.role,
            columns: columns.iter().map(|key| key.name()).collect(),
            editions: of_editions.collect(),
            legend: legend.filter(|legend| legend.count > 0).collect(),
            rows,
            anchor,
        })
    }
}

/// One cell of one table.
struct Place {
    table: &'static promote::Table,
    at: (usize, usize),
    keys: (Key, Key),
    /// Index of the edition that decides.
    judged: usize,
}

impl Place {
    fn cell(&self, table_anchor: &str, results: &Results<'_>, asked: &RunRequest) -> HeatCell {
        let ((r, c), (row, column)) = (self.at, self.keys);
        let documented = self.in_edition(self.judged);
        let state = State::of(results.plain);
        let got = results.plain.and_then(got);
        let broken = results.plain.filter(|result| is_broken(result.judgement.verdict));
        let others = (0..self.table.editions.len()).filter(|index| *index != self.judged);
        let editions = others.map(|index| {
            let other = self.in_edition(index);
            Other {
                index,
                name: self.table.editions[index].edition,
                result: promotion(other.result),
                differs: other.result != documented.result,
                is_got: broken.is_some() && got.as_deref() == Some(promotion(other.result)),
                cite: other.cite.into(),
            }
        });
        let ranks = results.with_ranks.iter().filter(|(_, result)| is_broken(result.judgement.verdict));
        HeatCell {
            anchor: format!("{table_anchor}r{r}c{c}"),
            row: row.name(),
            column: column.name(),
            state,
            documented: promotion(documented.result),
            detail: results.plain.and_then(|result| result.judgement.detail.clone()),
            origin: origin(documented),
            cite: documented.cite.into(),
            errata: self.errata(),
            editions: editions.collect(),
            ranks: ranks.map(|(ranks, result)| OfRanks::of(*ranks, result)).collect(),
            again: broken.map(|result| asked.repro_command(&result.id)),
            got,
        }
    }

    fn in_edition(&self, index: usize) -> &'static promote::Cell {
        let (r, c) = self.at;
        &self.table.editions[index].cells[r * self.table.columns.keys.len() + c]
    }

    fn errata(&self) -> Vec<ErratumOf> {
        let (row, column) = self.keys;
        let edition = self.table.editions[self.judged].edition;
        let about = ERRATA
            .iter()
            .filter(|erratum| erratum.concerns(edition) && erratum.is_about(self.table.id, row, column));
        about.map(ErratumOf::of).collect()
    }
}

/// Who says what a cell says.
fn origin(cell: &promote::Cell) -> String {
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
fn got(result: &CaseResult) -> Option<String> {
    let judgement = &result.judgement;
    let observed = judgement.observations.first().map(|(_, words)| words.clone());
    judgement.got.clone().or(observed)
}

/// Whether a person has to look at a case, or had to before a list explained it.
fn is_broken(verdict: Verdict) -> bool {
    verdict.is_finding() || verdict == Verdict::Known
}

impl OfRanks {
    fn of((row, column): (u8, u8), result: &CaseResult) -> Self {
        let judgement = &result.judgement;
        let got = judgement.got.as_deref().or(judgement.detail.as_deref()).unwrap_or("no answer");
        Self {
            ranks: format!("ranks {row} and {column}"),
            verdict: judgement.verdict.name(),
            got: got.to_owned(),
        }
    }
}

impl State {
    const PASS: Self = Self { class: "pass", sign: "✓", words: "as documented" };
    const DIFFERS: Self = Self { class: "differs", sign: "✗", words: "differs" };
    const REFUSED: Self = Self { class: "refused", sign: "⊘", words: "refused" };
    const KNOWN: Self = Self { class: "known", sign: "◆", words: "known failure" };
    const SILENT: Self = Self { class: "silent", sign: "!", words: "no answer" };
    const OBSERVED: Self = Self { class: "observed", sign: "○", words: "observed" };
    const UNSUPPORTED: Self = Self { class: "unsupported", sign: "–", words: "unsupported" };
    const NOT_ASKED: Self = Self { class: "not-asked", sign: "·", words: "not asked" };

    /// In the order of legends.
    const ALL: [Self; 8] = [
        Self::PASS,
        Self::DIFFERS,
        Self::REFUSED,
        Self::KNOWN,
        Self::SILENT,
        Self::OBSERVED,
        Self::UNSUPPORTED,
        Self::NOT_ASKED,
    ];

    fn of(result: Option<&CaseResult>) -> Self {
        let Some(result) = result else { return Self::NOT_ASKED };
        match (result.judgement.verdict, result.judgement.kind) {
            (Verdict::Pass, _) => Self::PASS,
            (Verdict::Fail | Verdict::Warning, Some(FailKind::RejectedValid)) => Self::REFUSED,
            (Verdict::Fail | Verdict::Warning, _) => Self::DIFFERS,
            (Verdict::Known, _) => Self::KNOWN,
            (Verdict::Observed, _) => Self::OBSERVED,
            (Verdict::Unsupported, _) => Self::UNSUPPORTED,
            (Verdict::Skipped, _) => Self::NOT_ASKED,
            (Verdict::Crash | Verdict::Timeout | Verdict::Protocol | Verdict::Error, _) => Self::SILENT,
        }
    }
}
