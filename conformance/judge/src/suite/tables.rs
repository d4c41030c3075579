//! Fixed cases of promotion tables: every cell, and the same pairs with operands of other ranks than 1.

use crate::case::{Case, Expect};
use ascertain::call::{Call, Promote};
use ascertain::contract::Requirement;
use ascertain::promote::{Key, TABLES, Table};

/// Ranks of the two operands: one of rank 0 or both, and more dimensions than one, alike and not.
const RANKS: [(u8, u8); 6] = [(0, 1), (1, 0), (0, 0), (2, 2), (0, 3), (4, 2)];

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = TABLES.iter().flat_map(|table| of_table(table, None)).collect();
    for table in TABLES.iter().filter(|t| t.requirements.iter().any(|r| r.ranks)) {
        for ranks in RANKS {
            cases.extend(of_table(table, Some(ranks)));
        }
    }
    cases
}

/// One case for each cell, with the ranks of both operands if the case is about ranks.
fn of_table(table: &'static Table, ranks: Option<(u8, u8)>) -> Vec<Case> {
    let about = table.requirements.iter().filter(move |r: &&Requirement| r.ranks == ranks.is_some());
    let requirements: Vec<&'static str> = about.map(|r| r.id).collect();
    // Cases about ranks are a part of their own, so that a table's part counts its cells.
    let area = if ranks.is_some() { requirements.first().copied().unwrap_or(table.id) } else { table.id };
    let (rows, columns) = (table.rows.role, table.columns.role);
    let suffix = ranks.map(|(r, c)| format!(",{rows}_rank={r},{columns}_rank={c}")).unwrap_or_default();
    let pairs =
        table.rows.keys.iter().flat_map(|&row| table.columns.keys.iter().map(move |&column| (row, column)));
    let case = |(row, column): (Key, Key)| {
        let (of_row, of_column) = ([rows, "=", row.name()], [columns, "=", column.name()]);
        // The tensor comes first in ids, as in `aclnn.tensor-scalar/tensor=c32,scalar=f64`.
        let [first, second] = if columns == "tensor" { [of_column, of_row] } else { [of_row, of_column] }
            .map(|key| key.concat());
        Case {
            id: [area, "/", &first, ",", &second, &suffix].concat(),
            area,
            requirements: requirements.clone(),
            call: Call::Promote(Promote { table, row, column, ranks }),
            expect: match requirements.first() {
                // Whatever a pair promotes to, its ranks make no difference.
                Some(id) if ranks.is_some() => Expect::SameAs(
                    id,
                    Box::new(Call::Promote(Promote { table, row, column, ranks: Some((1, 1)) })),
                ),
                _ => Expect::Documents,
            },
        }
    };
    pairs.map(case).collect()
}
