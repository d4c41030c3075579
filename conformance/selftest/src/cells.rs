//! Every cell of every promotion table, in every edition, changed to every other value.

use crate::score::{Kill, Mutant, Outcome, Part, Seen};
use crate::{Chosen, SelfTestError, editions};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Rejection, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::{ERRATA, Editions, Erratum};
use ascertain::promote::{Cell, Key, TABLES, Table};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, promotion};
use ascertain_judge::operator::Registry;
use ascertain_judge::session::Judge;
use ascertain_judge::verdict::Verdict;
use std::collections::HashMap;

/// How many mutants there are.
pub(crate) fn count(chosen: &Chosen<'_>) -> Result<usize, SelfTestError> {
    let mut count = 0;
    for table in TABLES {
        for edition in table.editions {
            let cells = Edition::of(table, edition.edition)?.cells(chosen);
            count += cells.iter().map(|cell| cell.answers.len()).sum::<usize>();
        }
    }
    Ok(count)
}

/// Tests them, and returns the number of cells. Calls `take` with the mutants of one cell after another.
pub(crate) fn run(chosen: &Chosen<'_>, take: &mut dyn FnMut(Vec<Mutant>)) -> Result<usize, SelfTestError> {
    let mut count = 0;
    for table in TABLES {
        for edition in table.editions {
            let edition = Edition::of(table, edition.edition)?;
            let cells = edition.cells(chosen);
            if cells.is_empty() {
                continue;
            }
            count += cells.len();
            let suite = chosen.suite(&edition.editions)?;
            let cases = cases_of(table, &suite);
            let description =
                Reference::new(edition.editions.clone()).describe().expect("the reference starts");
            let judge = Judge::new(&edition.editions, Registry::default(), &description);
            for cell in cells {
                let about = cases.get(&(cell.row, cell.column)).map_or(&[][..], Vec::as_slice);
                let mutant = |answer: Option<DType>| Mutant {
                    part: Part::Cells,
                    id: edition.id(&cell, answer),
                    what: cell.what(answer),
                    class: None,
                    requirement: None,
                    outcome: outcome(&judge, answer, about),
                };
                take(cell.answers.iter().copied().map(mutant).collect());
            }
        }
    }
    Ok(count)
}

/// A table in one edition.
struct Edition {
    table: &'static Table,
    name: &'static str,
    editions: Editions,
}

/// A cell, and the wrong answers to it.
struct Wrong {
    row: Key,
    column: Key,
    cell: &'static Cell,
    answers: Vec<Option<DType>>,
}

impl Edition {
    fn of(table: &'static Table, name: &'static str) -> Result<Self, SelfTestError> {
        Ok(Self { table, name, editions: editions(table.document, name)? })
    }

    /// The cells that have wrong answers which are wanted.
    fn cells(&self, chosen: &Chosen<'_>) -> Vec<Wrong> {
        let cells = self.table.cells(&self.editions).map(|(row, column, cell)| {
            let answers = others(self.table, self.name, (row, column), cell, ERRATA);
            let mut wrong = Wrong { row, column, cell, answers };
            let wanted = |answer: &Option<DType>| chosen.wants(&self.id(&wrong, *answer));
            wrong.answers = wrong.answers.iter().copied().filter(wanted).collect();
            wrong
        });
        cells.filter(|wrong| !wrong.answers.is_empty()).collect()
    }

    fn id(&self, cell: &Wrong, answer: Option<DType>) -> String {
        let answer = answer.map_or("none", DType::name);
        format!("{}/{}/{},{}={answer}", self.table.id, self.name, cell.row, cell.column)
    }
}

impl Wrong {
    fn what(&self, answer: Option<DType>) -> String {
        let (right, wrong) = (promotion(self.cell.result), promotion(answer));
        format!("{} with {} gives {wrong}, not {right}", self.row, self.column)
    }
}

/// The cases about each cell, with their places in the suite.
fn cases_of<'a>(table: &'static Table, cases: &'a [Case]) -> HashMap<(Key, Key), Vec<(u64, &'a Case)>> {
    let mut of_cells: HashMap<(Key, Key), Vec<(u64, &Case)>> = HashMap::new();
    for (place, case) in (1..).zip(cases).filter(|(_, case)| case.area == table.id) {
        if let Call::Promote(Promote { row, column, .. }) = case.call {
            of_cells.entry((row, column)).or_default().push((place, case));
        }
    }
    of_cells
}

/// Every answer that is not the cell's, and that no erratum of the edition accepts for it.
#[must_use]
pub fn others(
    table: &Table,
    edition: &str,
    (row, column): (Key, Key),
    cell: &Cell,
    errata: &[Erratum],
) -> Vec<Option<DType>> {
    let errata = errata.iter().filter(|erratum| erratum.concerns(edition));
    let accepted: Vec<Option<DType>> = errata
        .flat_map(|erratum| erratum.accepts)
        .filter(|accepted| accepted.cell.is(table.id, row, column))
        .map(|accepted| accepted.result)
        .collect();
    let all = DType::ALL.into_iter().map(Some).chain([None]);
    all.filter(|answer| *answer != cell.result && !accepted.contains(answer)).collect()
}

/// What becomes of an answer to the cases about a cell: the first that fails for one of its own requirements.
fn outcome(judge: &Judge<'_>, answer: Option<DType>, about: &[(u64, &Case)]) -> Outcome {
    let reply = match answer {
        Some(dtype) => Reply::Answer(Answer::DType(dtype)),
        None => Reply::Rejected(Rejection::default()),
    };
    for (cases, case) in about {
        let judgement = judge.judge(case, &reply, None);
        let named = judgement.requirement.filter(|id| case.requirements.contains(id));
        if let (Verdict::Fail, Some(requirement)) = (judgement.verdict, named) {
            let seen = Seen::Failure;
            return Outcome::Killed(Kill { requirement, case: case.id.clone(), cases: *cases, seen });
        }
    }
    Outcome::Survived(match about {
        [] => "no case asks this cell".to_owned(),
        [(_, case), ..] => format!("{} passes, or its finding names none of its requirements", case.id),
    })
}
