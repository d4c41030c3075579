//! Resolves a promotion table that an edition states in full: its axes, printed cells, and rules for the others.

use crate::check::cells::{PrintedCell, PrintedCells, pairs};
use crate::check::context::TableContext;
use crate::check::rules;
use crate::check::span;
use crate::model::{self, Axis, Basis, Cell, Citation, DTypeId, Key, Number, Origin, Rule, Span};
use crate::read::raw::{FullTable, Role, Text};
use crate::source::{At, Located};
use ascertain_language::nearest;
use std::collections::BTreeMap;

/// A table in one edition, resolved.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) says: String,
    pub(crate) rows: Axis,
    pub(crate) columns: Axis,
    pub(crate) printed: model::Printed,
    /// Row by row.
    pub(crate) cells: Vec<Cell>,
    pub(crate) rules: Vec<Rule>,
    /// Indices of cells that could not be read, which has been reported.
    pub(crate) holes: Vec<usize>,
    /// Where it is stated in full.
    pub(crate) at: At,
}

/// Resolves a table stated in full. `None` if too much of it is wrong to go on.
pub(crate) fn resolve(raw: &FullTable, cx: &TableContext<'_>) -> Option<Grid> {
    let cite = cx.docs.cite(&raw.cite);
    if !cx.names.check_scheme(&raw.names) {
        return None;
    }
    if let Some(dtype) = cx.names.lookup(&raw.names.value, &raw.undefined.value) {
        let short = cx.names.short(dtype);
        cx.report
            .error(raw.undefined.at, "the mark for no promotion is the name of a dtype")
            .label(format!("`{short}`"));
        return None;
    }
    let columns = header(raw, &raw.order, raw.columns.value, cx);
    let row_order =
        match (&raw.row_order, (raw.rows.value == Role::NUMBER) == (raw.columns.value == Role::NUMBER)) {
            (Some(rows), _) => rows,
            (None, true) => &raw.order,
            (None, false) => {
                let label = "its rows are not what `order` lists";
                cx.report.error(raw.rows.at, format!("table `{}` lacks `row_order`", cx.id)).label(label);
                return None;
            }
        };
    let rows = header(raw, row_order, raw.rows.value, cx);
    let (rows, columns) = (rows?, columns?);
    let printed = printed(raw, &rows, &columns, &cite.place, cx);
    complete(raw, &rows, &columns, printed, &cite, cx)
}

/// The keys that an `order` lists, with their printed names.
fn header<'a>(
    raw: &FullTable,
    order: &'a [Text],
    role: Role,
    cx: &TableContext<'_>,
) -> Option<Vec<(Key, &'a str)>> {
    let mut keys: Vec<(Key, &str)> = Vec::new();
    let mut whole = true;
    for name in order {
        let key = if role == Role::NUMBER {
            let key = Number::ALL.iter().find(|number| number.name() == name.value).copied().map(Key::Number);
            if key.is_none() {
                let known = Number::ALL.iter().map(|number| number.name());
                cx.report.unknown(
                    name,
                    format!("`{name}` is not a kind of number"),
                    "order of the axis",
                    known,
                );
            }
            key
        } else {
            cx.names.find(&raw.names.value, name, "order of the axis", None).map(Key::DType)
        };
        whole &= key.is_some();
        let Some(key) = key else { continue };
        if keys.iter().any(|(other, _)| *other == key) {
            cx.report.repeated(name, "order");
            whole = false;
        }
        keys.push((key, &name.value));
    }
    whole.then_some(keys)
}

/// The cells that a page prints, and the place of each row.
type Printed<'a> = (PrintedCells, BTreeMap<&'a str, Span>);

/// Reads the printed rows. Cells that are missing or wrong are reported and left out.
fn printed<'a>(
    raw: &'a FullTable,
    rows: &[(Key, &str)],
    columns: &[(Key, &str)],
    place: &str,
    cx: &TableContext<'_>,
) -> Printed<'a> {
    let (mut cells, mut spans) = (PrintedCells::new(), BTreeMap::new());
    for (name, row) in raw.cells.iter() {
        let span = span::span(&row.numbers, cx.edition.extent, cx.report);
        spans.insert(name.value.as_str(), span);
        let Some(&(key, _)) = rows.iter().find(|(_, known)| *known == name.value) else {
            let message = format!("`{name}` is not a row of table `{}`", cx.id);
            let known = rows.iter().map(|(_, name)| *name);
            cx.report.unknown(name, message, "expected a name that the order lists", known);
            continue;
        };
        if row.cells.len() != columns.len() {
            let message = format!("row `{name}` has {} cells for {} columns", row.cells.len(), columns.len());
            cx.report.error(name.at, message).label(length_hint(row.cells.len(), columns));
            continue;
        }
        for (index, (cell, &(column, title))) in row.cells.iter().zip(columns).enumerate() {
            let label = format!("row `{name}`, column `{title}`");
            let cite = Citation {
                document: cx.doc.id.to_owned(),
                edition: cx.edition.name.to_owned(),
                place: format!("{place}, row {name}, column {title}"),
                span: cell_span(span, index, columns.len()),
            };
            if let Some(result) = result(cell, &raw.names.value, &raw.undefined.value, &label, cx) {
                cells.insert((key, column), PrintedCell { at: cell.at, result, cite });
            }
        }
    }
    let absent = rows.iter().map(|(_, name)| *name).filter(|name| !raw.cells.names().any(|row| row == *name));
    let absent: Vec<&str> = absent.collect();
    // A row that could not be read has been reported.
    if !absent.is_empty() && !cx.report.is_damaged(raw.at.file) {
        let noun = if absent.len() == 1 { "row" } else { "rows" };
        let message = format!("table `{}` lacks {noun} {}", cx.id, nearest::list(absent.iter().copied()));
        cx.report.error(raw.at, message).label("the order lists rows that are missing");
    }
    (cells, spans)
}

fn length_hint(cells: usize, columns: &[(Key, &str)]) -> String {
    match columns.get(cells) {
        Some((_, title)) => format!("no cell for column `{title}`"),
        None => format!(
            "{} cells after column `{}`",
            cells - columns.len(),
            columns.last().map_or("", |last| last.1)
        ),
    }
}

/// The dtype that a cell names, or no dtype for the mark. `None` if it is neither.
pub(crate) fn result(
    cell: &Text,
    scheme: &str,
    undefined: &str,
    label: &str,
    cx: &TableContext<'_>,
) -> Option<Option<DTypeId>> {
    if cell.value == undefined {
        return Some(None);
    }
    cx.names.find(scheme, cell, label, Some(undefined)).map(Some)
}

/// The place of one cell: its own line if the page has one line per cell, otherwise the row's place.
fn cell_span(row: Span, column: usize, columns: usize) -> Span {
    match row {
        Span::Lines(first, last) if last.checked_sub(first).map(|lines| lines as usize) == Some(columns) => {
            // The row's heading is on the first line; `column` is less than the row's number of lines.
            let line = first + 1 + column as u32;
            Span::Lines(line, line)
        }
        row => row,
    }
}

/// Adds the results of the rules, and checks that every pair has one.
fn complete(
    raw: &FullTable,
    rows: &[(Key, &str)],
    columns: &[(Key, &str)],
    (mut printed, spans): Printed<'_>,
    cite: &Citation,
    cx: &TableContext<'_>,
) -> Option<Grid> {
    let is_printed = |(row, column)| {
        rows.iter().any(|(key, _)| *key == row) && columns.iter().any(|(key, _)| *key == column)
    };
    let mut row_keys: Vec<Key> = rows.iter().map(|(key, _)| *key).collect();
    let mut column_keys: Vec<Key> = columns.iter().map(|(key, _)| *key).collect();
    let mut rules = Vec::new();
    let mut answers = rules::Answers::new();
    if !raw.rules.is_empty() {
        let number = [&raw.rows, &raw.columns].into_iter().find(|role| role.value == Role::NUMBER);
        if let Some(Located { at, .. }) = number {
            cx.report.error(*at, "rules are about two dtypes").label("this axis holds kinds of numbers");
            return None;
        }
        rules = rules::resolve(&raw.rules, &raw.names.value, cx)?;
        let mentioned = rules.iter().flat_map(|rule| rule.mentioned()).map(Key::DType);
        row_keys = mentioned.chain(row_keys.iter().chain(&column_keys).copied()).collect();
        row_keys.sort_unstable();
        row_keys.dedup();
        column_keys.clone_from(&row_keys);
        answers = rules::apply(&rules, &row_keys, &printed, cx);
    }
    if raw.rows.value != Role::NUMBER {
        row_keys.sort_unstable();
    }
    if raw.columns.value != Role::NUMBER {
        column_keys.sort_unstable();
    }
    let mut cells = Vec::with_capacity(row_keys.len() * column_keys.len());
    let mut holes = Vec::new();
    let mut open = Vec::new();
    for &row in &row_keys {
        for &column in &column_keys {
            let cell = match (printed.remove(&(row, column)), answers.remove(&(row, column))) {
                (Some(cell), _) => Cell {
                    result: cell.result,
                    origin: Origin::Stated,
                    basis: Basis::Stated,
                    cite: cell.cite,
                    at: cell.at,
                },
                (None, Some((rule, result))) => rules[rule].cell(result),
                (None, None) => {
                    holes.push(cells.len());
                    if !is_printed((row, column)) {
                        open.push(format!("({}, {})", cx.names.key(row), cx.names.key(column)));
                    }
                    Cell {
                        result: None,
                        origin: Origin::Stated,
                        basis: Basis::Stated,
                        cite: cite.clone(),
                        at: raw.at,
                    }
                }
            };
            cells.push(cell);
        }
    }
    if !open.is_empty() {
        let message = format!("no cell and no rule of table `{}` answers {}", cx.id, pairs(&open));
        cx.report.error(raw.at, message).label("expected a row or a rule for every pair of its dtypes");
    }
    let index = |keys: &[Key], key: Key| keys.iter().position(|known| *known == key);
    let row = |&(key, name): &(Key, &str)| {
        Some((index(&row_keys, key)?, spans.get(name).copied().unwrap_or_default()))
    };
    let printed = model::Printed {
        names: raw.names.value.clone(),
        undefined: raw.undefined.value.clone(),
        rows: rows.iter().filter_map(row).collect(),
        columns: columns.iter().filter_map(|&(key, _)| index(&column_keys, key)).collect(),
        cite: cite.clone(),
    };
    let axis = |role: Role, keys: Vec<Key>| Axis { role: role.0.to_owned(), keys };
    Some(Grid {
        says: raw.says.clone(),
        rows: axis(raw.rows.value, row_keys),
        columns: axis(raw.columns.value, column_keys),
        printed,
        cells,
        rules: rules.iter().map(rules::Rule::model).collect(),
        holes,
        at: raw.at,
    })
}
