//! Every cell of every promotion table, in every edition, changed to every other value.

use crate::score::{Kill, Mutant, Outcome, Part, Seen};
use crate::{Chosen, SelfTestError, editions};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, Description, Rejection, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::{ERRATA, Erratum};
use ascertain::promote::{Cell, Key, TABLES, Table};
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, promotion};
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use std::collections::HashMap;

/// Tests them, and returns the number of cells. Calls `take` with the mutants of one cell after another.
pub(crate) fn run(chosen: &Chosen<'_>, take: &mut dyn FnMut(Vec<Mutant>)) -> Result<usize, SelfTestError> {
    let mut cells = 0;
    for table in TABLES {
        for edition in table.editions {
            let editions = editions(table.document, edition.edition)?;
            let cases = chosen.suite(&editions)?;
            let cases = cases_of(table, &cases);
            let options = RunOptions { editions: editions.clone(), ..RunOptions::default() };
            let mut answering = Answering { reference: Reference::new(editions.clone()), answer: None };
            for (row, column, cell) in table.cells(&editions) {
                let about = cases.get(&(row, column)).map_or(&[][..], Vec::as_slice);
                let id = format!("{}/{}/{row},{column}", table.id, edition.edition);
                let others = others(table, edition.edition, (row, column), cell, ERRATA);
                let mutants = others.into_iter().filter_map(|answer| {
                    let id = format!("{id}={}", promotion(answer).replace(' ', "-"));
                    chosen.wants(&id).then(|| Mutant {
                        part: Part::Cells,
                        what: format!(
                            "{row} with {column} gives {}, not {}",
                            promotion(answer),
                            promotion(cell.result)
                        ),
                        requirement: None,
                        outcome: ask(&mut answering, answer, about, &options),
                        id,
                    })
                });
                let mutants: Vec<Mutant> = mutants.collect();
                cells += usize::from(!mutants.is_empty());
                take(mutants);
            }
        }
    }
    Ok(cells)
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
fn others(
    table: &Table,
    edition: &str,
    (row, column): (Key, Key),
    cell: &Cell,
    errata: &[Erratum],
) -> Vec<Option<DType>> {
    let place = |keys: &[Key], key| keys.iter().position(|other| *other == key);
    let at = (place(table.rows.keys, row), place(table.columns.keys, column));
    let errata = errata.iter().filter(|e| e.editions.is_empty() || e.editions.contains(&edition));
    let accepted: Vec<Option<DType>> = errata
        .flat_map(|erratum| erratum.accepts)
        .filter(|(id, r, c, _)| *id == table.id && (Some(*r), Some(*c)) == at)
        .map(|(.., answer)| *answer)
        .collect();
    let all = DType::ALL.into_iter().map(Some).chain([None]);
    all.filter(|answer| *answer != cell.result && !accepted.contains(answer)).collect()
}

/// Asks the cases about a cell until one fails for one of its own requirements.
fn ask(
    answering: &mut Answering,
    answer: Option<DType>,
    about: &[(u64, &Case)],
    options: &RunOptions,
) -> Outcome {
    answering.answer = answer;
    let Ok(mut session) = Session::start(answering, options) else {
        return Outcome::Survived("the backend did not start".to_owned());
    };
    for (cases, case) in about {
        let judged = session.ask(core::slice::from_ref(case)).into_iter().next();
        let judgement = judged.map(|asked| asked.judgement).filter(|j| j.verdict.is_finding());
        let named = judgement.and_then(|j| j.requirement).filter(|id| case.requirements.contains(id));
        if let Some(requirement) = named {
            let seen = Seen::Finding;
            return Outcome::Killed(Kill { requirement, case: case.id.clone(), cases: *cases, seen });
        }
    }
    Outcome::Survived(match about {
        [] => "no case asks this cell".to_owned(),
        [(_, case), ..] => format!("{} passes, or its finding names none of its requirements", case.id),
    })
}

/// The reference, but with one answer to every question about a promotion.
struct Answering {
    reference: Reference,
    answer: Option<DType>,
}

impl Backend for Answering {
    fn describe(&mut self) -> Result<Description, String> {
        self.reference.describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match (call, self.answer) {
            (Call::Operate(_), _) => self.reference.ask(call),
            (Call::Promote(_), Some(dtype)) => Reply::Answer(Answer::DType(dtype)),
            (Call::Promote(_), None) => Reply::Rejected(Rejection::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::others;
    use ascertain::DType;
    use ascertain::document::Erratum;
    use ascertain::promote::Table;

    #[test]
    fn an_answer_that_an_erratum_accepts_is_not_a_mutant() {
        let table = Table::named("aclnn.tensor-tensor").expect("a table of that name");
        let edition = table.editions[0].edition;
        let (row, column, cell) = (table.rows.keys[0], table.columns.keys[1], &table.editions[0].cells[1]);
        let erratum = |editions| Erratum {
            id: "made.up",
            says: "",
            readings: &[],
            cells: &[],
            requirements: &[],
            editions,
            accepts: const {
                &[("aclnn.tensor-tensor", 0, 1, Some(DType::C128)), ("aclnn.tensor-scalar", 0, 1, None)]
            },
        };
        let count = |errata: &[Erratum]| others(table, edition, (row, column), cell, errata).len();
        assert_ne!(cell.result, Some(DType::C128));
        assert_eq!(count(&[]), DType::ALL.len(), "every dtype but its own, and no promotion");
        assert_eq!(count(&[erratum(&[])]), DType::ALL.len() - 1);
        assert_eq!(count(&[erratum(&["another"])]), DType::ALL.len());
    }
}
