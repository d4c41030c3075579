//! Checks facts that two places state: tables of two documents, and a table and its document's list of types.

use super::{Finding, TableView, list, result};
use ascertain_spec::model::{Axis, Key, Spec, Table, TypeList};

pub(super) fn check(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    against(grid, findings);
    let lists = grid.spec.type_lists.iter();
    let of_grid =
        |list: &&TypeList| list.document == grid.table.document && list.edition == grid.edition.edition;
    if let Some(types) = lists.filter(|list| !list.types.is_empty()).find(of_grid) {
        numbers(grid, types, findings);
    }
}

/// Pairs for which another document's table has another result. Tables about the same operands are compared on the pairs
/// that both have, each pair of tables once.
fn against(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    let (table, spec) = (grid.table, grid.spec);
    let later = spec.tables.iter().skip_while(|other| other.id != table.id);
    for other in later.filter(|other| other.document != table.document) {
        let Some(swapped) = order(table, other) else { continue };
        for (row, column, cell) in grid.cells() {
            let (a, b) = (&table.rows.keys[row], &table.columns.keys[column]);
            let at = |axis: &Axis, key| axis.keys.iter().position(|other| same_operand(spec, other, key));
            let (row_key, column_key) = if swapped { (b, a) } else { (a, b) };
            let Some((r, c)) = at(&other.rows, row_key).zip(at(&other.columns, column_key)) else { continue };
            let grids = other.editions.iter().map(|edition| TableView { spec, table: other, edition });
            let unlike = grids.filter(|grid| grid.cell(r, c).result != cell.result);
            let unlike: Vec<(TableView<'_>, &str)> =
                unlike.map(|grid| (grid, result(spec, grid.cell(r, c).result))).collect();
            if unlike.is_empty() {
                continue;
            }
            let theirs: Vec<String> = unlike
                .iter()
                .map(|(grid, result)| format!("{result} in {} ({})", other.id, grid.edition.edition))
                .collect();
            let theirs: Vec<&str> = theirs.iter().map(String::as_str).collect();
            let (a, b) = (a.name(spec), b.name(spec));
            let says = format!("({a}, {b}) is {} here, {}", result(spec, cell.result), list(&theirs));
            let cites = unlike.iter().map(|(grid, _)| grid.cell(r, c).cite.clone());
            let cites = std::iter::once(cell.cite.clone()).chain(cites).collect();
            findings.push(grid.finding("against", &format!("{}/{a},{b}", other.id), says, cites));
        }
    }
}

/// Whether two tables are about the same operands: none if they are not, otherwise whether rows of one are columns of the
/// other. A Python number is a scalar.
fn order(table: &Table, other: &Table) -> Option<bool> {
    let role = |axis: &Axis| if axis.role == "number" { "scalar".to_owned() } else { axis.role.clone() };
    let (here, there) = ([&table.rows, &table.columns].map(role), [&other.rows, &other.columns].map(role));
    if here == there {
        return Some(false);
    }
    let [rows, columns] = there;
    (here == [columns, rows]).then_some(true)
}

/// Whether two keys stand for the same operand. Python's numbers are bool, s64 and f64.
fn same_operand(spec: &Spec, one: &Key, other: &Key) -> bool {
    match (one, other) {
        (Key::DType(dtype), Key::Number(number)) | (Key::Number(number), Key::DType(dtype)) => {
            let dtype = spec.dtype_of(*dtype).name.as_str();
            [("bool", "bool"), ("s64", "int"), ("f64", "float")].contains(&(dtype, number.name()))
        }
        _ => one == other,
    }
}

/// Python numbers that promote, with a bool tensor, to another dtype than the one with the number's name or alias.
fn numbers(grid: &TableView<'_>, types: &TypeList, findings: &mut Vec<Finding>) {
    for (row, column, cell) in grid.cells().filter(|&(row, ..)| grid.row(row) == "bool") {
        let Key::Number(number) = grid.table.columns.keys[column] else { continue };
        let number = number.name();
        let called = |t: &&ascertain_spec::model::NamedType| {
            t.name == number || t.aliases.iter().any(|alias| alias == number)
        };
        let Some(named) = types.types.iter().find(called).filter(|t| cell.result != Some(t.dtype)) else {
            continue;
        };
        let says = format!(
            "`{number}` names {}, and a Python {number} promotes as {} (with a tensor of {})",
            grid.spec.dtype_of(named.dtype).name,
            result(grid.spec, cell.result),
            grid.row(row),
        );
        findings.push(grid.finding("number", number, says, vec![named.cite.clone(), cell.cite.clone()]));
    }
}
