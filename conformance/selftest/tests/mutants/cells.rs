//! Every changed cell is found, and a cell that no case asks, or a fault that none finds, survives.

use crate::mutants::of_seeded;
use ascertain::DType;
use ascertain::call::Call;
use ascertain::document::{Accepted, CellRef, ERRATA, Editions, Erratum};
use ascertain::promote::{TABLES, Table};
use ascertain_judge::case::Case;
use ascertain_judge::suite;
use ascertain_selftest::score::{Outcome, Part, Seen};
use ascertain_selftest::{Options, cells, count, run};

#[test]
fn every_changed_cell_is_found_by_a_requirement_of_its_table() {
    let tables = |editions: &Editions| suite::of_areas(editions, &|_| false);
    let options = Options { parts: &[Part::Cells], filter: None, suite: &tables };
    let score = run(&options, &mut |_, _| ()).expect("the suite builds");
    let survivors: Vec<_> = score.survivors().collect();
    assert!(survivors.is_empty(), "{survivors:#?}");
    let cells: usize =
        TABLES.iter().flat_map(|table| table.editions).map(|edition| edition.cells.len()).sum();
    assert_eq!(score.cells, cells);
    // Each cell has every other dtype, or no promotion; an answer that an erratum accepts is not wrong.
    let accepted: usize = ERRATA.iter().map(|erratum| erratum.accepts.len()).sum();
    assert_eq!((score.mutants.len(), accepted), (cells * DType::ALL.len() - accepted, 2));
    assert_eq!(count(&options), Ok(score.mutants.len()));
    for mutant in &score.mutants {
        let kill = mutant.kill().expect("there are no survivors");
        let table = mutant.id.split('/').next().expect("an id");
        assert!(kill.requirement.starts_with(table) && kill.seen == Seen::Failure, "{mutant:?}");
    }
}

#[test]
fn a_cell_that_no_case_asks_survives() {
    let asks = |case: &Case| matches!(&case.call, Call::Promote(p) if (p.row.name(), p.column.name()) == ("f16", "bf16"));
    let without = |editions: &Editions| {
        Ok(suite::of_areas(editions, &suite::is_sample)?
            .into_iter()
            .filter(|case| !asks(case))
            .collect::<Vec<Case>>())
    };
    let filter = Some("aclnn.tensor-tensor/*/f16,*");
    let options = Options { parts: &[Part::Cells], filter, suite: &without };
    let score = run(&options, &mut |_, _| ()).expect("the suite builds");
    let survivors: Vec<&str> = score.survivors().map(|mutant| mutant.id.as_str()).collect();
    let editions =
        TABLES.iter().find(|table| table.id == "aclnn.tensor-tensor").expect("a table").editions.len();
    assert_eq!(survivors.len(), editions * DType::ALL.len());
    assert!(survivors.iter().all(|id| id.contains("/f16,bf16=")), "{survivors:?}");
    assert_eq!(score.cells, editions * DType::ALL.len());
}

#[test]
fn a_fault_that_no_case_finds_survives() {
    let tables = |editions: &Editions| {
        let cases = suite::of_areas(editions, &suite::is_sample)?.into_iter();
        Ok(cases.filter(|case| matches!(case.call, Call::Promote(_))).collect::<Vec<Case>>())
    };
    let options = Options { parts: &[Part::Faults], filter: Some("arguments/*"), suite: &tables };
    let score = run(&options, &mut |_, _| ()).expect("the suite builds");
    let tally = score.tally(Part::Faults);
    assert!(tally.mutants > 5 && tally.survived > 0, "{tally:?}");
    assert!(
        score
            .survivors()
            .all(|mutant| matches!(&mutant.outcome, Outcome::Survived(why) if why.contains("case")))
    );
    let whole = Options { suite: &|editions| Ok(of_seeded(editions)), ..options };
    let score = run(&whole, &mut |_, _| ()).expect("the suite builds");
    assert_eq!((score.tally(Part::Faults).mutants, score.tally(Part::Faults).survived), (tally.mutants, 0));
}

const fn accepted(table: &'static str, result: Option<DType>) -> Accepted {
    Accepted { cell: CellRef { table, row: "f32", column: "f16" }, result }
}
const ACCEPTS: &[Accepted] =
    &[accepted("aclnn.tensor-tensor", Some(DType::C128)), accepted("aclnn.tensor-scalar", None)];

#[test]
fn an_answer_that_an_erratum_accepts_is_not_a_mutant() {
    let table = Table::named("aclnn.tensor-tensor").expect("a table of that name");
    let edition = table.editions[0].edition;
    let (row, column, cell) = (table.rows.keys[0], table.columns.keys[1], &table.editions[0].cells[1]);
    let erratum = |editions| Erratum {
        id: "made.up",
        document: table.document,
        says: "",
        readings: &[],
        cells: &[],
        requirements: &[],
        lint: &[],
        editions,
        accepts: ACCEPTS,
    };
    let count = |errata: &[Erratum]| cells::others(table, edition, (row, column), cell, errata).len();
    assert_ne!(cell.result, Some(DType::C128));
    assert_eq!(count(&[]), DType::ALL.len(), "every dtype but its own, and no promotion");
    assert_eq!(count(&[erratum(&[])]), DType::ALL.len() - 1);
    assert_eq!(count(&[erratum(&["another"])]), DType::ALL.len());
}
