//! Checks tables against the rules in prose about them, and scalars against others of their class.

use super::{Finding, TableView, list, result};
use ascertain_spec::model::{Cell, Class, DTypeId, Key, Origin, Rule};

pub(super) fn check(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    repeats(grid, findings);
    prose(grid, findings);
    outliers(grid, findings);
}

/// Lists in prose that name a dtype twice, perhaps instead of another.
fn repeats(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    for rule in &grid.edition.rules {
        for (index, partner) in rule.partners.iter().enumerate() {
            if rule.partners[..index].contains(partner) {
                let name = &grid.spec.dtype_of(*partner).name;
                let says =
                    format!("the list of rule {} names {name} twice; another dtype may be meant", rule.id);
                let subject = format!("{},{name}", rule.id);
                findings.push(grid.finding("repeats", &subject, says, vec![rule.cite.clone()]));
            }
        }
    }
}

/// The result of a rule for a pair in either order; none if the rule does not apply.
fn answer(rule: &Rule, row: DTypeId, column: DTypeId) -> Option<Option<DTypeId>> {
    let partner = match (row, column) {
        (row, column) if row == rule.operand => column,
        (row, column) if column == rule.operand => row,
        _ => return None,
    };
    (rule.partners.contains(&partner) == rule.only).then(|| rule.gives.of(rule.operand, partner))
}

/// Compares rules with printed cells and with each other. Both orders of a pair are one finding.
fn prose(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    for (row, column, cell) in grid.cells() {
        let (Key::DType(a), Key::DType(b)) = (&grid.table.rows.keys[row], &grid.table.columns.keys[column])
        else {
            continue;
        };
        let rules: Vec<_> =
            grid.edition.rules.iter().filter_map(|rule| Some((rule, answer(rule, *a, *b)?))).collect();
        let pair = format!("{},{}", grid.row(row), grid.column(column));
        if cell.origin == Origin::Stated {
            for (rule, gives) in rules.iter().filter(|(_, gives)| *gives != cell.result) {
                findings.push(against_table(grid, &pair, cell, rule, *gives));
            }
        }
        if column < row {
            continue;
        }
        for (index, (rule, gives)) in rules.iter().enumerate() {
            for (earlier, gave) in rules[..index].iter().filter(|(_, gave)| gave != gives) {
                let says = format!(
                    "({}) is {} by rule {}, and {} by rule {}",
                    pair.replace(',', ", "),
                    result(grid.spec, *gave),
                    earlier.id,
                    result(grid.spec, *gives),
                    rule.id,
                );
                let subject = format!("{},{}/{pair}", earlier.id, rule.id);
                let cites = vec![earlier.cite.clone(), rule.cite.clone()];
                findings.push(grid.finding("prose", &subject, says, cites));
            }
        }
    }
}

fn against_table(
    grid: &TableView<'_>,
    pair: &str,
    cell: &Cell,
    rule: &Rule,
    gives: Option<DTypeId>,
) -> Finding {
    let says = format!(
        "({}) is {} in the table, and {} by rule {}",
        pair.replace(',', ", "),
        result(grid.spec, cell.result),
        result(grid.spec, gives),
        rule.id,
    );
    let cites = vec![cell.cite.clone(), rule.cite.clone()];
    grid.finding("prose", &format!("{}/{pair}", rule.id), says, cites)
}

/// A single scalar of a class that promotes differently from all others with the same tensor. The width of a scalar should
/// not matter, or should matter to more than one. Only classes of four or more; pairs that do not promote are skipped.
fn outliers(grid: &TableView<'_>, findings: &mut Vec<Finding>) {
    const OTHERS: usize = 3;
    if grid.table.rows.role != "scalar" {
        return;
    }
    for class in [Class::Float, Class::Signed, Class::Unsigned, Class::Complex] {
        for column in 0..grid.table.columns.keys.len() {
            let of = |row: usize| grid.cell(row, column).result;
            let rows: Vec<usize> = (0..grid.table.rows.keys.len())
                .filter(|&row| is_of(grid, row, class) && of(row).is_some())
                .collect();
            let others =
                |odd: usize| -> Vec<usize> { rows.iter().copied().filter(|&row| row != odd).collect() };
            let stands_out = |&odd: &usize| {
                let others = others(odd);
                others.len() >= OTHERS
                    && others.iter().all(|&row| of(row) == of(others[0]) && of(row) != of(odd))
            };
            let Some(odd) = rows.iter().copied().find(stands_out) else { continue };
            let others = others(odd);
            let names: Vec<&str> = others.iter().map(|&row| grid.row(row)).collect();
            let says = format!(
                "scalar {} with tensor {} gives {}, where {} give {}",
                grid.row(odd),
                grid.column(column),
                result(grid.spec, of(odd)),
                list(&names),
                result(grid.spec, of(others[0])),
            );
            let subject = format!("{},{}", grid.row(odd), grid.column(column));
            let cites = vec![grid.cell(odd, column).cite.clone(), grid.cell(others[0], column).cite.clone()];
            findings.push(grid.finding("outlier", &subject, says, cites));
        }
    }
}

fn is_of(grid: &TableView<'_>, row: usize, class: Class) -> bool {
    matches!(&grid.table.rows.keys[row], Key::DType(dtype) if grid.spec.dtype_of(*dtype).class == class)
}
