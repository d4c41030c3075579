//! Turns promotion tables into values of the output.

use super::{Values, basis, cite};
use crate::emit::value::Value;
use ascertain_spec::model::{Axis, AxisKey, CellRef, Citation, Origin, Table, TableEdition};

impl Values<'_> {
    pub(super) fn table(&self, table: &Table) -> Value {
        let width = table.columns.keys.len();
        let requirements =
            self.spec.table_requirements.iter().filter(|r| r.table.as_deref() == Some(&table.id));
        Value::Record(
            "Table",
            vec![
                Value::text(&table.id),
                Value::text(&table.document),
                Value::text(&table.says),
                self.axis(&table.rows),
                self.axis(&table.columns),
                self.default_edition(&table.document),
                Value::list(table.editions.iter().map(|e| self.table_edition(e, width))),
                Value::list(requirements.map(|r| self.requirement(r))),
            ],
        )
    }

    fn axis(&self, axis: &Axis) -> Value {
        let (mut dtypes, mut numbers) = (Vec::new(), Vec::new());
        for key in &axis.keys {
            match key {
                AxisKey::DType(dtype) => dtypes.push(self.name(*dtype)),
                AxisKey::Number(number) => numbers.push(Value::name(number)),
            }
        }
        Value::Record("Axis", vec![Value::text(&axis.role), Value::list(dtypes), Value::list(numbers)])
    }

    fn table_edition(&self, edition: &TableEdition, width: usize) -> Value {
        let grid = |items| Value::List(items, Some(width));
        let results = edition.cells.iter().map(|c| c.result.map_or(Value::Null, |dtype| self.name(dtype)));
        let derived = edition.cells.iter().map(|c| match &c.origin {
            Origin::Stated => Value::Null,
            Origin::Derived(id) => index(edition.rules.iter().position(|rule| rule.id == *id)),
        });
        // Many cells share a place, so each place is listed once, in the order of its first cell.
        let mut places: Vec<&Citation> = Vec::new();
        let cited = edition.cells.iter().map(|c| {
            let at = places.iter().position(|place| **place == c.cite);
            index(Some(at.unwrap_or_else(|| {
                places.push(&c.cite);
                places.len() - 1
            })))
        });
        let cited = cited.collect();
        let rules = edition.rules.iter().map(|rule| {
            Value::Record("Rule", vec![Value::text(&rule.id), Value::text(&rule.says), cite(&rule.cite)])
        });
        Value::Record(
            "TableEdition",
            vec![
                Value::text(&edition.edition),
                grid(results.collect()),
                Value::list(rules),
                grid(derived.collect()),
                grid(edition.cells.iter().map(|c| basis(Some(c.basis))).collect()),
                Value::list(places.into_iter().map(cite)),
                grid(cited),
            ],
        )
    }

    pub(super) fn cell_ref(&self, cell: &CellRef) -> Value {
        let table = self.spec.table(&cell.table);
        let row = table.and_then(|t| t.rows.keys.get(cell.row)).map_or("", |key| self.key(key));
        let column = table.and_then(|t| t.columns.keys.get(cell.column)).map_or("", |key| self.key(key));
        Value::Record("CellRef", vec![Value::text(&cell.table), Value::text(row), Value::text(column)])
    }

    /// A key of an axis: the dtype's short name, or the kind of number.
    pub(in crate::emit) fn key<'k>(&'k self, key: &'k AxisKey) -> &'k str {
        match key {
            AxisKey::DType(dtype) => &self.spec.dtype_of(*dtype).name,
            AxisKey::Number(number) => number,
        }
    }
}

fn index(at: Option<usize>) -> Value {
    // Tables have far fewer than 2^31 cells, and at most as many rules and places.
    at.map_or(Value::Null, |at| Value::Integer(at as i64))
}
