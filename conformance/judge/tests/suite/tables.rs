//! Cases for promotion tables: every cell, and the ranks of operands where a requirement is about them.

use crate::suite::{cases, profiles};
use ascertain::call::{Call, Promote};
use ascertain::document::PROFILES;
use ascertain::promote::TABLES;
use ascertain_judge::case::Expect;
use std::collections::{BTreeMap, HashSet};

#[test]
fn every_cell_of_every_table_is_one_case() {
    for profile in PROFILES {
        let mut areas: BTreeMap<&str, usize> = BTreeMap::new();
        for case in cases(profile.name) {
            // Those of more dimensions ask the cells again.
            let again = matches!(&case.call, Call::Promote(call) if call.ranks.is_some());
            *areas.entry(case.area).or_default() += usize::from(!again);
        }
        let tables = [
            ("aclnn.tensor-tensor", 256),
            ("aclnn.tensor-scalar", 256),
            ("mindspore.tensor-tensor", 225),
            ("mindspore.number-tensor", 45),
        ];
        for (table, count) in tables {
            assert_eq!(areas.get(table), Some(&count), "profile {}: {table}", profile.name);
        }
    }
    // The ids that the design gives as examples.
    let ids: HashSet<&str> = cases("documented").iter().map(|case| &*case.id).collect();
    for id in ["aclnn.tensor-tensor/lhs=f16,rhs=bf16", "aclnn.tensor-scalar/tensor=c32,scalar=f64"] {
        assert!(ids.contains(id), "{id}");
    }
}

/// A case of rank 0 asks the same pair as every cell, and compares the answer with that for operands of rank 1.
#[test]
fn every_cell_is_also_asked_with_operands_of_rank_0_where_a_requirement_is_about_them() {
    for (profile, editions, cases) in profiles() {
        for table in TABLES {
            let Some(requirement) = table.requirements_in(editions).find(|r| r.ranks) else {
                continue;
            };
            let mut asked = HashSet::new();
            for case in cases.iter().filter(|case| case.area == requirement.id) {
                let Call::Promote(call) = &case.call else { panic!("{}", case.id) };
                assert_eq!(call.table.id, table.id, "{}", case.id);
                asked.insert((call.row, call.column, call.ranks));
                let Expect::SameAs(id, other) = &case.expect else { panic!("{}", case.id) };
                assert_eq!(*id, requirement.id, "{}", case.id);
                let Call::Promote(other) = &**other else { panic!("{}", case.id) };
                let plain = Promote { ranks: Some((1, 1)), ..*call };
                assert_eq!((other.row, other.column, other.ranks), (plain.row, plain.column, plain.ranks));
            }
            for (&row, &column) in
                table.rows.keys.iter().flat_map(|row| table.columns.keys.iter().map(move |c| (row, c)))
            {
                for ranks in [(0, 1), (1, 0), (0, 0), (0, 3)] {
                    let place = (row, column, Some(ranks));
                    assert!(asked.contains(&place), "profile {profile}: {}: {place:?}", table.id);
                }
            }
        }
    }
}
