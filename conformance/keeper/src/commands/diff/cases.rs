//! The cases whose right answer changes.

use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use ascertain::contract::{Level, OPERATORS, Requirement};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::suite;
use ascertain_spec_tools::diff::{self, Differences};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is said where [the cases of an operator](Changed::operators_left_out) are not compared.
pub(super) const NOT_COUNTED: &str =
    "cases of the operator are not counted: that needs a program built with both versions";

/// Cases whose right answer changes, in the order of the suite.
#[derive(Default)]
pub(super) struct Changed {
    pub(super) cases: Vec<ChangedCase>,
    /// Whether cases of the operator could change too, and were not compared.
    pub(super) operators_left_out: bool,
}

/// A case, and the right answer in either version.
#[derive(Serialize)]
pub(super) struct ChangedCase {
    pub(super) id: String,
    pub(super) before: String,
    pub(super) after: String,
}

impl Changed {
    /// The cases of cells that differ. Their ids come from the suite in this program; a new cell has no case yet.
    pub(super) fn of_cells(differences: &Differences) -> Self {
        if differences.tables.is_empty() {
            return Self::default();
        }
        let mut ids: BTreeMap<(&str, &str, &str), String> = BTreeMap::new();
        for case in cases(&Editions::default()) {
            if let Call::Promote(call) = &case.call
                && call.ranks.is_none()
            {
                ids.insert((call.table.id, call.row.name(), call.column.name()), case.id);
            }
        }
        let of_table = |table: &diff::TableDifference| -> Vec<ChangedCase> {
            let id = |cell: &diff::CellChange| ids.get(&(&*table.id, &*cell.row, &*cell.column)).cloned();
            let case = |cell: &diff::CellChange| {
                Some(ChangedCase {
                    id: id(cell)?,
                    before: cell.before.to_string(),
                    after: cell.after.to_string(),
                })
            };
            table.cells.iter().filter_map(case).collect()
        };
        Self { cases: differences.tables.iter().flat_map(of_table).collect(), ..Self::default() }
    }

    /// Adds the cases of the operator that a document describes, if this program knows both editions: each case of
    /// either edition's suite whose right answer differs.
    /// Returns whether it does.
    pub(super) fn add_operators(&mut self, document: &str, before: &str, after: &str) -> bool {
        let of = |edition: &str| Editions::default().with(document, edition);
        let (Ok(before), Ok(after)) = (of(before), of(after)) else { return false };
        let described = |case: &Case| match &case.call {
            Call::Operate(call) => call.operator.document == document,
            Call::Promote(_) => false,
        };
        if !OPERATORS.iter().any(|operator| operator.document == document) {
            return true;
        }
        let mut all: Vec<Case> = cases(&after).into_iter().filter(described).collect();
        let earlier: Vec<Case> = cases(&before).into_iter().filter(described).collect();
        let known: std::collections::HashSet<String> = all.iter().map(|case| case.id.clone()).collect();
        all.extend(earlier.into_iter().filter(|case| !known.contains(&case.id)));
        let (mut old, mut new) = (ReferenceAnswers::new(&before), ReferenceAnswers::new(&after));
        for case in all {
            let (was, is) = (old.of(&case), new.of(&case));
            if was != is {
                self.cases.push(ChangedCase { id: case.id, before: was.says, after: is.says });
            }
        }
        true
    }
}

/// The suite. It cannot fail in a program whose tests pass, since its vectors are part of the program.
fn cases(editions: &Editions) -> Vec<Case> {
    suite::build(editions).unwrap_or_default()
}

/// The right answers in one choice of editions.
struct ReferenceAnswers<'a> {
    editions: &'a Editions,
    reference: Reference,
}

/// A right answer: in words, and all its bits if the words leave some out.
#[derive(PartialEq, Eq)]
struct RightAnswer {
    says: String,
    elements: Vec<u8>,
}

impl<'a> ReferenceAnswers<'a> {
    fn new(editions: &'a Editions) -> Self {
        Self { editions, reference: Reference::new(editions.clone()) }
    }

    fn of(&mut self, case: &Case) -> RightAnswer {
        let words = |says: String| RightAnswer { says, elements: Vec::new() };
        let Call::Operate(call) = &case.call else { return words(String::new()) };
        let contract = call.operator.contract(self.editions);
        if let Expect::SameAs(id, _) = &case.expect {
            let requirement = contract.requirement(id);
            return words(format!(
                "identical ({})",
                requirement.map_or("no requirement", |r| r.level.name())
            ));
        }
        let broken: Vec<&Requirement> = contract.broken_by(call.args()).collect();
        let of = |level: Level| broken.iter().filter(move |r| r.level == level);
        if of(Level::Must).next().is_some() {
            let mut statuses: Vec<&str> = of(Level::Must).filter_map(|r| r.status).collect();
            statuses.dedup();
            let with =
                if statuses.is_empty() { String::new() } else { format!(" with {}", statuses.join(" or ")) };
            return words(format!("rejected{with}"));
        }
        let open: Vec<&str> = broken.iter().map(|r| r.id).collect();
        if !open.is_empty() {
            return words(format!("unspecified by {}", open.join(", ")));
        }
        match self.reference.ask(&case.call) {
            Reply::Answer(Answer::Tensor(tensor)) => RightAnswer {
                says: format!("{}{:?}", tensor.dtype(), tensor.shape()),
                elements: tensor.elements().into_owned(),
            },
            Reply::Answer(_) => words("no tensor".to_owned()),
            _ => words("rejected".to_owned()),
        }
    }
}
