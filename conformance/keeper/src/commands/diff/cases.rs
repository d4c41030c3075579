//! The cases whose right answer changes.

use crate::loaded;
use ascertain::Tensor;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::{Level, OperatorSpec, Requirement};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::operator::{Registry, is_declared};
use ascertain_conformance::suite;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::{self, Differences};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Cases whose right answer changes, in the order of the suite.
#[derive(Default)]
pub(super) struct Changed {
    pub(super) cases: Vec<ChangedCase>,
    /// How many cells changed in tables that this program was not built with, so that it has no case of them.
    pub(super) unknown_cells: usize,
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
        let mut ids: BTreeMap<(&str, &str, &str), String> = BTreeMap::new();
        let differs = |area: &str| differences.tables.iter().any(|table| table.id == area);
        // It cannot fail in a program whose tests pass, since its vectors are part of the program.
        for case in suite::of_areas(&Editions::default(), &differs).unwrap_or_default() {
            if let Call::Promote(call) = &case.call
                && call.ranks.is_none()
            {
                ids.insert((call.table.id, call.row.name(), call.column.name()), case.id.to_string());
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
        let is_unknown = |table: &&diff::TableDifference| ids.keys().all(|(id, ..)| *id != table.id);
        let unknown_cells = differences.tables.iter().filter(is_unknown).map(|table| table.cells.len()).sum();
        Self { cases: differences.tables.iter().flat_map(of_table).collect(), unknown_cells }
    }

    /// Adds the cases of the operator that a document describes: each case of either version's suite whose right answer differs.
    ///
    /// # Errors
    /// Why a version cannot be loaded.
    pub(super) fn add_operators(
        &mut self,
        document: &str,
        before: (&Spec, &str),
        after: (&Spec, &str),
    ) -> Result<(), String> {
        let of = |(spec, edition): (&Spec, &str)| {
            let operator = spec.operator_of(document);
            operator.map(|operator| Version::load(spec, &operator.name, edition)).transpose()
        };
        let (Some(mut old), Some(mut new)) = (of(before)?, of(after)?) else { return Ok(()) };
        let mut all = new.cases();
        let known: HashSet<Arc<str>> = all.iter().map(|case| case.id.clone()).collect();
        all.extend(old.cases().into_iter().filter(|case| !known.contains(&case.id)));
        for case in all {
            let (was, is) = (old.answer(&case), new.answer(&case));
            if was != is {
                self.cases.push(ChangedCase { id: case.id.to_string(), before: was.says, after: is.says });
            }
        }
        Ok(())
    }
}

/// An operator in one version, and its right answers.
struct Version {
    operator: &'static OperatorSpec,
    registry: Registry,
    reference: Reference,
    edition: String,
}

/// A right answer: in words, and all its bits if the words leave some out.
#[derive(PartialEq, Eq)]
struct RightAnswer {
    says: String,
    elements: Vec<u8>,
}

impl RightAnswer {
    fn of(tensors: &[Tensor]) -> Self {
        let says = tensors.iter().map(|tensor| format!("{}{:?}", tensor.dtype(), tensor.shape()));
        Self {
            says: says.collect::<Vec<_>>().join(" and "),
            elements: tensors.iter().flat_map(|tensor| tensor.elements().into_owned()).collect(),
        }
    }
}

impl Version {
    fn load(spec: &Spec, name: &str, edition: &str) -> Result<Self, String> {
        let operator = loaded::operator(spec, name, Some(edition))?;
        let (registry, reference) = loaded::registry(&[operator]);
        Ok(Self { operator, registry, reference, edition: edition.to_owned() })
    }

    /// Its suite. Of an operator with code of its own, that of this program: in this edition, if the program has it.
    fn cases(&self) -> Vec<Case> {
        let default = Editions::default();
        let coded = OperatorSpec::named(self.operator.name).filter(|known| !is_declared(known));
        let cases = match coded {
            Some(known) => {
                let chosen = default.clone().with(known.document, &self.edition);
                suite::of_areas(&chosen.unwrap_or(default), &|area| area == known.name)
            }
            None => suite::of_operators(&default, self.registry, &[]),
        };
        // It cannot fail in a program whose tests pass, since its vectors are part of the program.
        let cases = cases.unwrap_or_default().into_iter();
        cases.filter(|case| matches!(case.call, Call::Operate(_))).collect()
    }

    fn answer(&mut self, case: &Case) -> RightAnswer {
        let words = |says: String| RightAnswer { says, elements: Vec::new() };
        let Call::Operate(call) = &case.call else { return words(String::new()) };
        if !call.operator.arguments.iter().map(|a| a.name).eq(self.operator.arguments.iter().map(|a| a.name))
        {
            return words("no such call".to_owned());
        }
        let call = Invocation { operator: self.operator, args: call.args.clone() };
        let contract = self.operator.contract(&Editions::default());
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
        match self.reference.ask(&Call::Operate(call)) {
            Reply::Answer(Answer::Tensor(tensor)) => RightAnswer::of(&[tensor]),
            Reply::Answer(Answer::Tensors(tensors)) => RightAnswer::of(&tensors),
            Reply::Answer(Answer::DType(dtype)) => words(dtype.to_string()),
            _ => words("rejected".to_owned()),
        }
    }
}
