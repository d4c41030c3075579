//! Observations in a terminal.

use super::text::{DIM, GOOD, HEAD, NAME, PLAIN, columns, fit, labelled, plural, thousands};
use ascertain_judge::observe::{Accuracy, Observed, UnspecifiedPoint};
use std::io::{self, Write};

/// Writes what was observed.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, observed: &Observed, width: usize) -> io::Result<()> {
    let Observed { backend, suite, profile, .. } = observed;
    let how = format!("profile {profile}");
    let fits = columns(&format!("ascertain {suite} observes {backend}, {how}")) <= width;
    let before = if fits { ", " } else { "\n  " };
    writeln!(out, "{HEAD}ascertain {suite}{HEAD:#} observes {NAME}{backend}{NAME:#}{before}{how}")?;
    writeln!(out, "\n{HEAD}Where the documents are silent or disagree{HEAD:#}")?;
    for point in &observed.unspecified {
        unspecified(out, point, width)?;
    }
    if !observed.accuracy.is_empty() {
        writeln!(out, "\n{HEAD}How exact functions are where no page says it{HEAD:#}")?;
    }
    let alike = |one: &Accuracy, other: &Accuracy| (one.operator, &one.is) == (other.operator, &other.is);
    for group in observed.accuracy.chunk_by(alike) {
        accuracy(out, group, width)?;
    }
    Ok(())
}

/// That of one function, in the dtypes in which it is the same.
fn accuracy(out: &mut dyn Write, group: &[Accuracy], width: usize) -> io::Result<()> {
    let dtypes: Vec<&str> = group.iter().map(|one| one.dtype.name()).collect();
    let results = plural(group.iter().map(|one| one.results).sum(), "result", "results");
    let Accuracy { operator, is, .. } = &group[0];
    labelled(out, (2, operator, operator.len() + 2), &dtypes.join(", "), NAME, width)?;
    labelled(out, (4, "", 0), is, GOOD, width)?;
    labelled(out, (4, "", 0), &format!("found on {results}"), DIM, width)
}

fn unspecified(out: &mut dyn Write, point: &UnspecifiedPoint, width: usize) -> io::Result<()> {
    writeln!(out, "  {NAME}{}{NAME:#} {DIM}({}){DIM:#}", point.requirement, point.level)?;
    match &point.unseen {
        Some(why) => labelled(out, (4, "not observed", 13), why, DIM, width),
        None => {
            let times = |n: u64| if n == 1 { String::new() } else { format!(" ×{}", thousands(n)) };
            let saw: Vec<String> =
                point.saw.iter().map(|saw| format!("{}{}", saw.what, times(saw.cases))).collect();
            labelled(out, (4, "", 0), &fit(&saw, width.saturating_sub(4)), PLAIN, width)
        }
    }
}
