//! The table of areas.

use super::View;
use crate::report::grid::{Field, Grid};
use crate::report::text::{BAD, DIM, GOOD, HEAD, NAME, PLAIN, WARN};
use crate::results::summary::{Summary, TOTAL};
use anstyle::Style;
use ascertain_judge::verdict::{Tally, Verdict};
use std::io::{self, Write};

/// One column of the table of areas.
struct Column {
    heading: &'static str,
    style: Style,
    value: Value,
}

/// What a column shows.
#[derive(Clone, Copy)]
enum Value {
    Cases,
    Verdict(Verdict),
    Coverage,
    OrderSensitive,
}

const COLUMNS: [Column; 14] = [
    Column { heading: "cases", style: PLAIN, value: Value::Cases },
    Column { heading: "passed", style: GOOD, value: Value::Verdict(Verdict::Pass) },
    Column { heading: "failed", style: BAD, value: Value::Verdict(Verdict::Fail) },
    Column { heading: "warnings", style: WARN, value: Value::Verdict(Verdict::Warning) },
    Column { heading: "known", style: WARN, value: Value::Verdict(Verdict::Known) },
    Column { heading: "observed", style: PLAIN, value: Value::Verdict(Verdict::Observed) },
    Column { heading: "unsupported", style: DIM, value: Value::Verdict(Verdict::Unsupported) },
    Column { heading: "skipped", style: DIM, value: Value::Verdict(Verdict::Skipped) },
    Column { heading: "crash", style: BAD, value: Value::Verdict(Verdict::Crash) },
    Column { heading: "timeout", style: BAD, value: Value::Verdict(Verdict::Timeout) },
    Column { heading: "protocol", style: BAD, value: Value::Verdict(Verdict::Protocol) },
    Column { heading: "error", style: WARN, value: Value::Verdict(Verdict::Error) },
    Column { heading: "coverage", style: PLAIN, value: Value::Coverage },
    Column { heading: "order-sensitive", style: PLAIN, value: Value::OrderSensitive },
];

impl Column {
    /// Whether it is shown even if it has only zeros.
    fn is_usual(&self) -> bool {
        use Verdict::{Fail, Observed, Pass, Unsupported, Warning};
        !matches!(self.value, Value::Verdict(v) if ![Pass, Fail, Warning, Observed, Unsupported].contains(&v))
    }

    fn count(&self, tally: &Tally) -> u64 {
        match self.value {
            Value::Cases => tally.counts.total(),
            Value::Verdict(verdict) => tally.counts.of(verdict),
            Value::Coverage => tally.counts.judged(),
            Value::OrderSensitive => tally.order_sensitive,
        }
    }

    fn field(&self, tally: &Tally) -> Field {
        match (self.value, self.count(tally)) {
            (Value::Coverage, judged) => {
                let style = if judged == tally.counts.total() { PLAIN } else { WARN };
                Field::right(tally.counts.coverage(), style)
            }
            (_, count) => Field::count(count, self.style),
        }
    }
}

/// The table of areas. Columns of rare verdicts appear only if needed. A narrow terminal gets no columns of zeros, and not the last
/// ones.
pub(super) fn areas(out: &mut dyn Write, summary: &Summary<'_>, view: View) -> io::Result<()> {
    let came = |c: &&Column| {
        c.count(&summary.total) > 0 || matches!(c.value, Value::Verdict(Verdict::Pass | Verdict::Fail))
    };
    let usual: Vec<_> = COLUMNS.iter().filter(|c| c.is_usual() || came(c)).collect();
    let needed: Vec<_> = COLUMNS.iter().filter(came).collect();
    let whole = table(summary, &usual);
    let grid = if 2 + whole.width() <= view.width { whole } else { table(summary, &needed) };
    grid.write(out, 2, view.width)
}

fn table(summary: &Summary<'_>, columns: &[&Column]) -> Grid {
    let mut grid = Grid::default();
    grid.head(["area"], columns.iter().map(|c| c.heading));
    for (area, tally) in summary.rows() {
        let style = if area == TOTAL { HEAD } else { NAME };
        let fields = columns.iter().map(|c| c.field(&tally));
        grid.row(std::iter::once(Field::left(area, style)).chain(fields).collect());
    }
    let place = |heading| columns.iter().position(|c| c.heading == heading).map(|at| at + 1);
    let last: Vec<usize> = ["order-sensitive", "skipped", "coverage"].into_iter().filter_map(place).collect();
    grid.optional(&last, "HTML reports have all");
    grid
}
