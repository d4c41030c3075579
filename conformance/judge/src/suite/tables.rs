//! Fixed cases of promotion tables: every cell, and the same pairs with operands of rank 0.

use crate::case::{Case, Expect};
use ascertain::call::{Call, Promote};
use ascertain::contract::Requirement;
use ascertain::document::Editions;
use ascertain::promote::{Key, TABLES, Table};

pub(super) fn cases(editions: &Editions) -> Vec<Case> {
    let mut cases: Vec<Case> = TABLES.iter().flat_map(|table| of_table(table, editions, None)).collect();
    for table in TABLES.iter().filter(|t| t.edition(editions).requirements.iter().any(|r| r.ranks)) {
        cases.extend(of_table(table, editions, Some((0, 1))));
        cases.extend(of_table(table, editions, Some((1, 0))));
    }
    cases
}

/// One case for each cell, with the ranks of both operands if the case is about ranks.
fn of_table(table: &'static Table, editions: &Editions, ranks: Option<(u8, u8)>) -> Vec<Case> {
    let all = table.edition(editions).requirements.iter();
    let about: Vec<&'static Requirement> = all.filter(|r| r.ranks == ranks.is_some()).collect();
    // Cases about ranks are a part of their own, so that a table's part counts its cells.
    let area = about.first().filter(|_| ranks.is_some()).map_or(table.id, |r| r.id);
    let (rows, columns) = (table.rows.role, table.columns.role);
    let suffix = ranks.map(|(r, c)| format!(",{rows}_rank={r},{columns}_rank={c}")).unwrap_or_default();
    let pairs =
        table.rows.keys.iter().flat_map(|&row| table.columns.keys.iter().map(move |&column| (row, column)));
    let case = |(row, column): (Key, Key)| {
        let (of_row, of_column) = ([rows, "=", row.name()], [columns, "=", column.name()]);
        // The tensor comes first in ids, as in `aclnn.tensor-scalar/tensor=c32,scalar=f64`.
        let [first, second] = if columns == "tensor" { [of_column, of_row] } else { [of_row, of_column] }
            .map(|key| key.concat());
        let concerned = about.iter().filter(|r| table.concerns(r, editions, row, column));
        Case {
            id: [area, "/", &first, ",", &second, &suffix].concat(),
            area,
            requirements: concerned.map(|r| r.id).collect(),
            call: Call::Promote(Promote { table, row, column, ranks }),
            expect: match about.first() {
                // Whatever a pair promotes to, its ranks make no difference.
                Some(Requirement { id, .. }) if ranks.is_some() => Expect::SameAs(
                    id,
                    Box::new(Call::Promote(Promote { table, row, column, ranks: Some((1, 1)) })),
                ),
                _ => Expect::Documents,
            },
        }
    };
    pairs.map(case).collect()
}
