//! Fixed cases of promotion tables: every cell, and the same pairs with operands of other ranks than 1.

use crate::case::{Case, Expect};
use crate::stored::kept_list;
use ascertain::call::{Call, Promote};
use ascertain::contract::Requirement;
use ascertain::document::Editions;
use ascertain::promote::{Key, TABLES, Table};

/// Ranks of the two operands: one of rank 0 or both, and more dimensions than one.
const RANKS: [(u8, u8); 5] = [(0, 1), (1, 0), (0, 0), (0, 3), (2, 2)];

pub(super) fn cases(editions: &Editions) -> Vec<Case> {
    let mut cases: Vec<Case> = TABLES.iter().flat_map(|table| of_table(table, editions, None)).collect();
    for table in TABLES.iter().filter(|t| t.requirements_in(editions).any(|r| r.ranks)) {
        for ranks in RANKS {
            cases.extend(of_table(table, editions, Some(ranks)));
        }
    }
    cases
}

/// One case for each cell, with the ranks of both operands if the case is about ranks. An operand of rank 0 is compared with
/// one of rank 1; what a page says of tensors holds for those of more dimensions.
fn of_table(table: &'static Table, editions: &Editions, ranks: Option<(u8, u8)>) -> Vec<Case> {
    let all = table.requirements_in(editions);
    let rank_zero = ranks.is_some_and(|(row, column)| row == 0 || column == 0);
    let about: Vec<&'static Requirement> = all.filter(|r| r.ranks == rank_zero).collect();
    // Cases of rank 0 are a part of their own.
    let area = about.first().filter(|_| rank_zero).map_or(table.id, |r| r.id);
    let (rows, columns) = (table.rows.role, table.columns.role);
    let suffix = ranks.map(|(r, c)| format!(",{rows}_rank={r},{columns}_rank={c}")).unwrap_or_default();
    let pairs = table.cells(editions).map(|(row, column, _)| (row, column));
    let case = |(row, column): (Key, Key)| {
        let (of_row, of_column) = ([rows, "=", row.name()], [columns, "=", column.name()]);
        // The tensor comes first in ids, as in `aclnn.tensor-scalar/tensor=c32,scalar=f64`.
        let [first, second] = if columns == "tensor" { [of_column, of_row] } else { [of_row, of_column] }
            .map(|key| key.concat());
        let concerned = about.iter().filter(|r| table.concerns(r, editions, row, column));
        Case {
            id: [area, "/", &first, ",", &second, &suffix].concat().into(),
            area,
            requirements: kept_list(concerned.map(|r| r.id).collect()),
            call: Call::Promote(Promote { table, row, column, ranks }),
            expect: match about.first() {
                // Whatever a pair promotes to, its ranks make no difference.
                Some(Requirement { id, .. }) if rank_zero => Expect::SameAs(
                    id,
                    Box::new(Call::Promote(Promote { table, row, column, ranks: Some((1, 1)) })),
                ),
                _ => Expect::Documents,
            },
        }
    };
    pairs.map(case).collect()
}
