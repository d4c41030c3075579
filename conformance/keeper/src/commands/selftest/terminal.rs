//! The score of a self-test on a terminal.

use ascertain_conformance::report::grid::{Field, Grid};
use ascertain_conformance::report::text::{
    BAD, GOOD, HEAD, NAME, PLAIN, labelled, plural, terminal_width, thousands,
};
use ascertain_conformance::suite;
use ascertain_selftest::score::{Outcome, Part, Score};
use std::io::{self, Write};

/// Lines are not longer than this.
const WIDTH: usize = 80;

pub(super) fn write(out: &mut dyn Write, score: &Score, parts: &[Part]) -> io::Result<()> {
    let width = terminal_width().min(WIDTH);
    writeln!(out, "{HEAD}Wrong implementations that suite {} finds{HEAD:#}\n", suite::VERSION)?;
    let mut grid = Grid::default();
    grid.head(["mutants"], ["made", "killed", "observed", "no difference", "survive"]);
    for part in parts {
        let tally = score.tally(*part);
        let count = |count: usize| Field::count(count as u64, PLAIN);
        let survived = match tally.survived {
            0 => Field::right("0", GOOD),
            survived => Field::right(thousands(survived as u64), BAD),
        };
        grid.row(vec![
            Field::left(part.name(), NAME),
            count(tally.mutants),
            count(tally.killed),
            count(tally.observed),
            count(tally.equivalent),
            survived,
        ]);
    }
    grid.write(out, 2, width)?;
    writeln!(out)?;
    if score.cells > 0 {
        let cells = plural(score.cells as u64, "cell", "cells");
        writeln!(out, "  {cells} of all tables and editions, each changed to every other value")?;
    }
    for part in parts {
        if let Some((mutant, kill)) = score.slowest(*part).and_then(|mutant| Some((mutant, mutant.kill()?))) {
            let words = format!("case {}, {}, finds {}", thousands(kill.cases), kill.case, mutant.id);
            labelled(out, (2, &format!("last of {}", part.name()), 19), &words, PLAIN, width)?;
        }
    }
    for mutant in score.survivors() {
        let Outcome::Survived(why) = &mutant.outcome else { continue };
        writeln!(out, "\n{BAD}survives{BAD:#}  {NAME}{}{NAME:#}", mutant.id)?;
        labelled(out, (2, "it does", 8), &mutant.what, PLAIN, width)?;
        labelled(out, (2, "but", 8), why, PLAIN, width)?;
    }
    let survivors = score.survivors().count();
    let seconds = score.seconds;
    match survivors {
        0 => {
            writeln!(out, "\n{GOOD}every mutant is found, or makes no difference{GOOD:#}, in {seconds:.1} s")
        }
        _ => {
            let survive = plural(survivors as u64, "mutant survives", "mutants survive");
            writeln!(out, "\n{BAD}{survive}{BAD:#}: the suite lacks cases, after {seconds:.1} s")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, write};
    use ascertain_selftest::score::{Mutant, Outcome, Part, Score};

    #[test]
    fn a_survivor_is_shown_with_what_it_does_and_why() {
        let survivor = Mutant {
            part: Part::Faults,
            id: "floats/one-too-many".to_owned(),
            what: "one factor is multiplied once more than all the others, wherever there are more of them"
                .to_owned(),
            class: Some("value"),
            requirement: None,
            outcome: Outcome::Survived("no case finds it".to_owned()),
        };
        let score = Score { mutants: vec![survivor], ..Score::default() };
        let mut out = Vec::new();
        write(&mut out, &score, &Part::ALL).expect("a vector takes everything");
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let text = String::from_utf8(text).expect("text");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        for said in
            ["floats/one-too-many", "one factor is multiplied", "no case finds it", "1 mutant survives"]
        {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(!text.contains("every mutant"), "{text}");
    }
}
