//! A pair of operands: the dtype they promote to, its source, errata about it, and what other editions say.

use super::erratum::section;
use super::names;
use super::sources::{NotExplained, Sources, cases_block};
use ascertain::call::Call;
use ascertain::document::ERRATA;
use ascertain::promote::{Axis, Cell, Key, Origin, TABLES, Table};
use ascertain_conformance::case::{Case, promotion};
use ascertain_conformance::report::page::{self, Block, Page};

/// One cell of one table.
#[derive(Clone, Copy)]
struct Place {
    table: &'static Table,
    row: Key,
    column: Key,
}

/// The page of a pair. `words` are a system or table, then two operands, each `NAME` or `ROLE=NAME`.
pub(super) fn page(words: &[String], sources: Sources<'_>) -> Result<Page, NotExplained> {
    let [system, operands @ ..] = words else { return Err(usage("a system or a table is missing")) };
    let [a, b] = operands else {
        return Err(usage(&format!("expected two operands, got {}", operands.len())));
    };
    let tables: Vec<_> = TABLES.iter().copied().filter(|t| t.id == system || of_system(t, system)).collect();
    if tables.is_empty() {
        return Err(NotExplained::Unknown(system.clone(), TABLES.iter().map(|t| t.id.to_owned()).collect()));
    }
    let place = resolve(&tables, Operand::of(a), Operand::of(b))?;
    let cell = cell(place, sources)?;
    Ok(cell_page(place, cell, [a, b], sources))
}

fn usage(problem: &str) -> NotExplained {
    let example = "promote aclnn f16 bf16, promote aclnn.tensor-scalar tensor=f16 scalar=f64, promote mindspore f16 int";
    NotExplained::Pair(format!("{problem}; for example: {example}"))
}

fn of_system(table: &Table, system: &str) -> bool {
    table.id.strip_prefix(system).is_some_and(|rest| rest.starts_with('.'))
}

/// An operand as typed.
#[derive(Clone, Copy)]
struct Operand<'a> {
    role: Option<&'a str>,
    name: &'a str,
}

impl<'a> Operand<'a> {
    fn of(word: &'a str) -> Self {
        match word.split_once('=') {
            Some((role, name)) => Self { role: Some(role), name },
            None => Self { role: None, name: word },
        }
    }

    /// The key with its name on an axis, if there is one.
    fn on(self, axis: &Axis) -> Option<Key> {
        if self.role.is_some_and(|role| role != axis.role) {
            return None;
        }
        let dtype = names::dtype(self.name).map(|named| Key::DType(named.dtype));
        axis.keys.iter().copied().find(|key| match key {
            Key::Number(_) => key.name() == self.name,
            Key::DType(_) => Some(*key) == dtype,
        })
    }

    /// Whether it names a kind of Python number and not a dtype.
    fn is_number(self) -> bool {
        matches!(self.name, "int" | "float") && self.role.is_none_or(|role| role == "number")
    }
}

/// The cell of two operands, in the first table that has one. Numbers are looked up in tables of numbers first,
/// although MindSpore has aliases with the same names.
fn resolve(tables: &[&'static Table], a: Operand<'_>, b: Operand<'_>) -> Result<Place, NotExplained> {
    let mut tables = tables.to_vec();
    if a.is_number() || b.is_number() {
        tables.sort_by_key(|t| !has_numbers(t));
    }
    // Operands without roles may be swapped if the axes hold different things, so that no mistake is possible.
    let found = tables.iter().find_map(|&table| {
        let in_order = a.on(&table.rows).zip(b.on(&table.columns));
        let swapped = || b.on(&table.rows).zip(a.on(&table.columns));
        let (row, column) = in_order.or_else(swapped)?;
        Some(Place { table, row, column })
    });
    let place = found.ok_or_else(|| unresolved(&tables, a, b))?;
    let roles = roles(place.table);
    if roles.contains(&"scalar") && (a.role.is_none() || b.role.is_none()) {
        let [one, other] = roles;
        let (a, b) = (a.name, b.name);
        let why =
            format!("which of the two is the {other}? write {one}={a} {other}={b}, or {one}={b} {other}={a}");
        return Err(NotExplained::Pair(why));
    }
    Ok(place)
}

fn has_numbers(table: &Table) -> bool {
    [&table.rows, &table.columns].into_iter().any(|axis| matches!(axis.keys.first(), Some(Key::Number(_))))
}

fn unresolved(tables: &[&Table], a: Operand<'_>, b: Operand<'_>) -> NotExplained {
    for operand in [a, b] {
        let known = names::dtype(operand.name).is_some() || operand.is_number();
        if !known {
            let dtypes = ascertain::DType::ALL.map(ascertain::DType::name);
            let near = names::nearest(operand.name, dtypes);
            return NotExplained::Unknown(operand.name.to_owned(), near);
        }
    }
    let roles = tables.iter().map(|t| format!("{} takes {} and {}", t.id, t.rows.role, t.columns.role));
    let pair = |o: Operand<'_>| o.role.map_or(o.name.to_owned(), |role| format!("{role}={}", o.name));
    let roles = roles.collect::<Vec<_>>().join("; ");
    NotExplained::Pair(format!("no table has a cell for {} and {}: {roles}", pair(a), pair(b)))
}

fn cell(place: Place, sources: Sources<'_>) -> Result<&'static Cell, NotExplained> {
    let cell = place.table.cell(sources.editions, place.row, place.column);
    cell.ok_or_else(|| NotExplained::Pair(format!("{} has no such cell", place.table.id)))
}

fn cell_page(place: Place, cell: &Cell, typed: [&str; 2], sources: Sources<'_>) -> Page {
    let Place { table, row, column } = place;
    let edition = sources.editions.name(table.document);
    let ([first, second], [first_role, second_role]) = (operands(table, row, column), roles(table));
    let mut page = Page::new(format!("{}: {first_role} {first} with {second_role} {second}", table.id));
    let swapped = (row != column).then(|| table.cell(sources.editions, column, row)).flatten();
    let swapped =
        swapped.filter(|_| table.rows.role == "lhs").map(|other| match other.result == cell.result {
            true => "the same".to_owned(),
            false => format!("{}, unlike this order", promotion(other.result)),
        });
    let facts = Block::facts([
        ("gives", Some(promotion(cell.result).to_owned())),
        ("edition", Some(edition.to_owned())),
        ("source", Some(source(cell))),
        ("basis", Some(cell.basis.name().to_owned())),
        ("cited", Some(cell.cite.to_string())),
        ("swapped", swapped),
    ]);
    page.section("", [facts, Block::Items(aliases(place, typed))]);
    for erratum in ERRATA.iter().filter(|e| e.is_about(table.id, row, column)) {
        let elsewhere = match erratum.concerns(edition) {
            true => String::new(),
            false => format!(" (of {})", erratum.editions.join(", ")),
        };
        section(&mut page, erratum, &elsewhere);
    }
    page.table("Editions", &["edition", "gives", "cited"], editions(place, edition));
    let asks = |case: &&Case| {
        let Call::Promote(p) = &case.call else { return false };
        core::ptr::eq(p.table, table) && p.row == row && p.column == column
    };
    let cases: Vec<&Case> = sources.cases.iter().filter(asks).collect();
    let selector = format!("--filter '{}*'", cases.first().map_or(table.id, |c| &*c.id));
    page.section("Cases", cases_block(cases.into_iter(), &selector));
    page
}

/// Where a cell comes from.
pub(super) fn source(cell: &Cell) -> String {
    match cell.origin {
        Origin::Stated => "printed table".to_owned(),
        Origin::Derived(rule) => format!("derived by the rule {rule}"),
    }
}

/// Notes about typed names that are aliases.
fn aliases(place: Place, typed: [&str; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    for word in typed.map(|w| Operand::of(w).name) {
        let number =
            [place.row, place.column].into_iter().any(|k| matches!(k, Key::Number(_)) && k.name() == word);
        let Some(named) = names::dtype(word) else { continue };
        match number {
            true if word != named.dtype.name() => {
                let (dtype, scheme) = (named.dtype, named.scheme);
                notes.push(format!(
                    "{word} is read as a Python number; for the alias in {scheme} write {dtype}"
                ));
            }
            false if word != named.dtype.name() => {
                notes.push(format!("{word} is {} ({})", named.dtype, named.scheme));
            }
            _ => {}
        }
    }
    notes.dedup();
    notes
}

/// The same cell in every edition of the table.
fn editions(place: Place, chosen: &str) -> impl Iterator<Item = Vec<String>> {
    let Place { table, row, column } = place;
    let index = |axis: &Axis, key| axis.keys.iter().position(|k| *k == key);
    let at = index(&table.rows, row).zip(index(&table.columns, column));
    table.editions.iter().filter_map(move |e| {
        let (r, c) = at?;
        let cell = e.cells.get(r * table.columns.keys.len() + c)?;
        let name = if e.edition == chosen { format!("{} (chosen)", e.edition) } else { e.edition.to_owned() };
        Some(page::row(&[&name, &promotion(cell.result), &cell.cite]))
    })
}

/// The operands of a cell, the tensor (or left one) first.
fn operands(table: &Table, row: Key, column: Key) -> [Key; 2] {
    if table.rows.role == "scalar" { [column, row] } else { [row, column] }
}

/// The roles of a table's operands, in the same order.
fn roles(table: &Table) -> [&'static str; 2] {
    let (row, column) = (table.rows.role, table.columns.role);
    if row == "scalar" { [column, row] } else { [row, column] }
}
