//! Observations in a terminal.

use super::text::{DIM, GOOD, HEAD, NAME, PLAIN, WARN, columns, fit, labelled, plural, thousands};
use ascertain_judge::observe::{ACCURACY, Deviation, Habit, Observed, UnspecifiedPoint};
use std::io::{self, Write};

/// Writes what was observed.
///
/// # Errors
/// When the stream refuses.
pub fn write(out: &mut dyn Write, observed: &Observed, width: usize) -> io::Result<()> {
    let Observed { backend, suite, profile, seed, .. } = observed;
    let how = format!("profile {profile}, seed {seed}");
    let fits = columns(&format!("ascertain {suite} observes {backend}, {how}")) <= width;
    let before = if fits { ", " } else { "\n  " };
    writeln!(out, "{HEAD}ascertain {suite}{HEAD:#} observes {NAME}{backend}{NAME:#}{before}{how}")?;
    writeln!(out, "\n{HEAD}Where the documents are silent or disagree{HEAD:#}")?;
    for point in &observed.unspecified {
        unspecified(out, point, width)?;
    }
    let mut habits = Groups::of(&observed.habits);
    let mut operator = "";
    while let Some(group) = habits.0.pop() {
        if group.habit.operator != operator {
            operator = group.habit.operator;
            writeln!(out, "\n{HEAD}Fingerprint of {operator}{HEAD:#}")?;
        }
        self::group(out, &group, width)?;
    }
    demands(out, &observed.habits, width)
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

/// Entries of the fingerprint that are the same for several dtypes. In reverse order, to be popped.
struct Groups<'a>(Vec<Group<'a>>);

struct Group<'a> {
    habit: &'a Habit,
    /// The dtypes or pairs it applies to.
    of: Vec<&'a str>,
    crafted: u64,
    cases: u64,
    elements: u64,
    wrong: u64,
}

impl<'a> Groups<'a> {
    fn of(habits: &'a [Habit]) -> Self {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for habit in habits {
            let alike = |other: &Habit| {
                let neutral = |habit: &Habit| habit.is.replace(&habit.of, "its dtype");
                other.operator == habit.operator
                    && other.about == habit.about
                    && neutral(other) == neutral(habit)
                    && other.deviation.is_none()
                    && habit.deviation.is_none()
            };
            let at = groups.iter().position(|group| alike(group.habit)).unwrap_or_else(|| {
                groups.push(Group { habit, of: Vec::new(), crafted: 0, cases: 0, elements: 0, wrong: 0 });
                groups.len() - 1
            });
            let group = &mut groups[at];
            group.of.push(&habit.of);
            group.crafted += habit.evidence.crafted;
            group.cases += habit.evidence.cases;
            group.elements += habit.evidence.elements;
            group.wrong += habit.evidence.wrong;
        }
        groups.reverse();
        Self(groups)
    }
}

fn group(out: &mut dyn Write, group: &Group<'_>, width: usize) -> io::Result<()> {
    let habit = group.habit;
    let is = if group.of.len() > 1 { habit.is.replace(&habit.of, "its dtype") } else { habit.is.clone() };
    let style = if habit.deviation.is_some() || habit.candidates.len() > 1 { WARN } else { GOOD };
    labelled(out, (2, habit.about, habit.about.len() + 2), &subjects(&group.of), NAME, width)?;
    labelled(out, (4, "", 0), &is, style, width)?;
    labelled(out, (4, "", 0), &evidence(group), DIM, width)?;
    match &habit.deviation {
        Some(deviation) => self::deviation(out, deviation, width),
        None => Ok(()),
    }
}

fn evidence(group: &Group<'_>) -> String {
    let crafted = plural(group.crafted, "element", "elements");
    let held = match (group.cases, &group.habit.deviation) {
        // Random cases add nothing to all numbers of a format.
        (0, _) if group.habit.about == ACCURACY => String::new(),
        (0, _) => "; did not occur in random cases".to_owned(),
        (cases, deviation) => {
            let cases = plural(cases, "random case", "random cases");
            let elements = plural(group.elements, "element", "elements");
            let before = if deviation.is_some() { ", up to the first deviation" } else { "" };
            format!("; confirmed bit for bit on {elements} of {cases}{before}")
        }
    };
    let wrong = match group.wrong {
        0 => String::new(),
        n => format!("; without {} that are wrong in any case", plural(n, "random case", "random cases")),
    };
    format!("found on {crafted} of crafted calls{held}{wrong}")
}

fn deviation(out: &mut dyn Write, deviation: &Deviation, width: usize) -> io::Result<()> {
    let Deviation { candidate, case, question, expected, got, detail, .. } = deviation;
    writeln!(out, "    {WARN}first deviation from{WARN:#} {candidate}")?;
    for (label, text) in
        [("case", case), ("asked", question), ("expected", expected), ("got", got), ("detail", detail)]
    {
        labelled(out, (6, label, 9), text, PLAIN, width)?;
    }
    Ok(())
}

/// Pairs of dtypes in short form: `f32 f16 to s8 u8; f64 to s8`. Anything else joined by commas.
#[must_use]
pub fn subjects(of: &[&str]) -> String {
    let pairs: Option<Vec<(&str, &str)>> = of.iter().map(|of| of.split_once(" to ")).collect();
    let Some(pairs) = pairs else { return of.join(", ") };
    let mut targets: Vec<(&str, Vec<&str>)> = Vec::new();
    for (from, to) in pairs {
        match targets.iter_mut().find(|(other, _)| *other == from) {
            Some((_, targets)) => targets.push(to),
            None => targets.push((from, vec![to])),
        }
    }
    let mut parts: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (from, targets) in targets {
        match parts.iter_mut().find(|(_, others)| *others == targets) {
            Some((sources, _)) => sources.push(from),
            None => parts.push((vec![from], targets)),
        }
    }
    let parts =
        parts.into_iter().map(|(sources, targets)| format!("{} to {}", sources.join(" "), targets.join(" ")));
    parts.collect::<Vec<_>>().join("; ")
}

/// The options that require this behaviour in later runs. What is the same for all dtypes is required of all.
fn demands(out: &mut dyn Write, habits: &[Habit], width: usize) -> io::Result<()> {
    let mut words: Vec<(&str, &str)> = Vec::new();
    for word in habits.iter().filter(|h| h.deviation.is_none()).flat_map(|h| &h.declares) {
        let word = word.split_once('=').unwrap_or((word, ""));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let point = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let mut demands: Vec<String> = Vec::new();
    for &(key, value) in &words {
        let alike =
            words.iter().filter(|(other, _)| point(other) == point(key)).all(|(_, other)| *other == value);
        let demand = if alike {
            format!("--expect {}={value}", point(key))
        } else {
            format!("--expect {key}={value}")
        };
        if !demands.contains(&demand) {
            demands.push(demand);
        }
    }
    if demands.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEAD}To require this from now on{HEAD:#}")?;
    labelled(out, (2, "", 0), &format!("ascertain run {}", demands.join(" ")), NAME, width)
}

#[cfg(test)]
mod tests {
    use super::subjects;

    #[test]
    fn pairs_are_put_together() {
        assert_eq!(subjects(&["f32", "f16"]), "f32, f16");
        assert_eq!(subjects(&["a to x", "a to y", "b to x", "c to x", "c to y"]), "a c to x y; b to x");
    }
}
