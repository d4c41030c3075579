//! Words that several reports use for the same things.

use super::text::{plural, thousands};
use crate::results::RunRequest;
use crate::results::common_properties::CommonProperties;
use crate::results::ordered::sort_by_key;
use ascertain::contract::Basis;
use ascertain::document::Editions;
use ascertain_judge::fuzz;
use ascertain_judge::verdict::{
    CLASSES, CaseResult, Example, ExpectationStatus, ExpectedFailure, KnownEntry, RandomCases, Run, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn verdict_words(verdict: Verdict, kind: Option<&str>) -> String {
    kind.map_or_else(|| verdict.name().to_owned(), |kind| format!("{}: {kind}", verdict.name()))
}

/// How a verdict looks in HTML.
pub(super) const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "good",
        Verdict::Fail | Verdict::Crash | Verdict::Timeout | Verdict::Protocol => "bad",
        Verdict::Warning | Verdict::Known | Verdict::Error => "open",
        Verdict::Observed | Verdict::Unsupported | Verdict::Skipped => "plain",
    }
}

/// The editions of a run; the default ones if this program does not have them.
pub(super) fn editions(run: &Run) -> Editions {
    let profile = Editions::profile(&run.profile).unwrap_or_default();
    run.editions.iter().fold(profile, |editions, (document, edition)| {
        editions.clone().with(document, edition).unwrap_or(editions)
    })
}

/// Cases that were not judged, for one reason.
#[derive(Debug)]
pub(super) struct NotJudged<'a> {
    pub(super) verdict: Verdict,
    pub(super) why: &'a str,
    pub(super) cases: u64,
    /// The first of them.
    pub(super) first: &'a str,
    pub(super) areas: BTreeSet<&'a str>,
}

/// Why cases were not judged, the most frequent reason first.
pub(super) fn not_judged(run: &Run) -> Vec<NotJudged<'_>> {
    let mut reasons: BTreeMap<(Verdict, &str), NotJudged<'_>> = BTreeMap::new();
    for CaseResult { judgement, id, area, .. } in &run.results {
        let verdict = judgement.verdict;
        if let Verdict::Unsupported | Verdict::Skipped = verdict {
            let why = judgement.detail.as_deref().unwrap_or("no reason given");
            let new = || NotJudged { verdict, why, cases: 0, first: id, areas: BTreeSet::new() };
            let reason = reasons.entry((verdict, why)).or_insert_with(new);
            reason.cases += 1;
            reason.areas.insert(area);
        }
    }
    let mut reasons: Vec<_> = reasons.into_values().collect();
    sort_by_key(&mut reasons, |reason| u64::MAX - reason.cases);
    reasons
}

/// `2 failed`, `1 crash`.
pub(super) fn counted(verdict: Verdict, count: u64) -> String {
    let (one, many) = match verdict {
        Verdict::Pass => ("passed", "passed"),
        Verdict::Fail => ("failed", "failed"),
        Verdict::Warning => ("warning", "warnings"),
        Verdict::Crash => ("crash", "crashes"),
        Verdict::Timeout => ("timeout", "timeouts"),
        Verdict::Protocol => ("protocol error", "protocol errors"),
        Verdict::Error => ("adapter error", "adapter errors"),
        other => (other.name(), other.name()),
    };
    plural(count, one, many)
}

/// What became of an entry of the list of known failures: in a word or two, and what it means.
pub(super) fn standing(known: &KnownEntry) -> (&'static str, String) {
    let found = plural(known.findings, "finding", "findings");
    match known.standing {
        ExpectationStatus::Known => ("known", found),
        ExpectationStatus::Fixed => ("fixed", "no case fails any more; remove the entry".to_owned()),
        ExpectationStatus::Expired => {
            ("expired", format!("its time is over, {found}; fix the cases or set a later day"))
        }
        ExpectationStatus::NoCase => ("no case", "no case has such an id or requirement".to_owned()),
        ExpectationStatus::Changed => (
            "changed",
            "it fails, but not as the entry says; look at the finding and correct the entry".to_owned(),
        ),
        ExpectationStatus::Passed => (
            "passed",
            "its random cases were asked and passed; remove the entry if the fault is mended".to_owned(),
        ),
        ExpectationStatus::NotJudged => {
            ("not judged", "this run did not ask its cases, or could not judge them".to_owned())
        }
    }
}

/// The list of known failures, entries that make the run fail first. Those that differ in their cases alone are one.
pub(super) fn known_failures(run: &Run) -> Vec<KnownEntry> {
    let mut joined: Vec<(KnownEntry, Option<&str>, usize)> = Vec::new();
    for KnownEntry { entry, standing, findings } in &run.known {
        let cases = entry.cases.as_deref();
        let entry = ExpectedFailure { cases: None, ..entry.clone() };
        let same = |(other, first, _): &&mut (KnownEntry, Option<&str>, usize)| {
            cases.is_some() && first.is_some() && other.standing == *standing && other.entry == entry
        };
        match joined.iter_mut().find(same) {
            Some((other, _, more)) => (other.findings, *more) = (other.findings + findings, *more + 1),
            None => joined.push((KnownEntry { entry, standing: *standing, findings: *findings }, cases, 0)),
        }
    }
    let words = |(mut known, first, more): (KnownEntry, Option<&str>, usize)| {
        let more = if more > 0 { format!(" and {} more", thousands(more as u64)) } else { String::new() };
        known.entry.cases = first.map(|first| format!("{first}{more}"));
        known
    };
    let mut entries: Vec<KnownEntry> = joined.into_iter().map(words).collect();
    sort_by_key(&mut entries, |known| !known.standing.fails());
    entries
}

/// `1 entry has expired, 2 are fixed`, and which: entries of the list of known failures that make the run fail.
pub(super) fn out_of_date(run: &Run) -> Option<(String, Vec<String>)> {
    let (mut counts, mut names) = (Vec::new(), Vec::new());
    for (standing, [one, many]) in [
        (ExpectationStatus::Expired, ["has expired", "have expired"]),
        (ExpectationStatus::Fixed, ["is fixed", "are fixed"]),
        (ExpectationStatus::Changed, ["fails in another way", "fail in another way"]),
        (ExpectationStatus::NoCase, ["has no case", "have no case"]),
    ] {
        let entries = run.known.iter().filter(|known| known.standing == standing);
        let before = names.len();
        names.extend(entries.map(|known| known.entry.subject()));
        let count = (names.len() - before) as u64;
        let number = match counts.is_empty() {
            true => plural(count, "entry", "entries"),
            false => thousands(count),
        };
        counts.extend((count > 0).then(|| format!("{number} {}", if count == 1 { one } else { many })));
    }
    (!names.is_empty()).then(|| (counts.join(", "), names))
}

/// Who says so, in words.
pub(super) fn basis_words(basis: Basis) -> &'static str {
    match basis {
        Basis::Stated => "stated",
        Basis::Derived => "derived from what is stated",
        Basis::Elsewhere => "elsewhere: this edition does not say so",
        Basis::Reading => "this project's reading of the page",
    }
}

/// What the arguments of all findings of a group are like, and how many passing cases are like it.
pub(super) fn in_common(shared: &CommonProperties) -> String {
    match shared.passing {
        0 => format!("{}; no passing case is so", shared.words),
        n => {
            let passing = plural(n as u64, "passing case is", "passing cases are");
            format!("{}; {passing} so as well, so it is not the whole cause", shared.words)
        }
    }
}

/// How many random cases were asked, and the arguments that repeat exactly these.
pub(super) fn random_cases(random: &RandomCases, seed: u64, asked: &RunRequest) -> String {
    let cases = plural(random.asked, "case", "cases");
    let when = if random.out_of_time { " until the time was up" } else { "" };
    let shard = asked.selection.shard.map_or(String::new(), |shard| format!("--shard {shard} "));
    let (fuzz, seed) = (random.fuzz, fuzz::arguments(seed));
    format!("{cases}{when}; {shard}--fuzz {fuzz} {seed} repeats exactly these")
}

/// How many random cases could have shown a wrong value, and of which area the fewest.
pub(super) fn telling(run: &Run) -> Option<String> {
    let (area, fewest) = run.telling.iter().min_by_key(|(_, telling)| telling.cases)?;
    let all = run.telling.values().map(|telling| telling.cases).sum();
    let (all, fewest) = (plural(all, "random case", "random cases"), thousands(fewest.cases));
    Some(format!("{all} could have shown a wrong value, the fewest of {area}: {fewest}"))
}

/// Cases by the verdicts of a standard and of the pages: how many, what they are, and an example.
pub(super) type ClassWords<'a> = (u64, &'static str, Option<&'a Example>);

/// What a standard says beside the pages: whose verdicts they are, and each class.
pub(super) fn beside(run: &Run) -> Option<(String, [ClassWords<'_>; 4])> {
    let beside = run.beside.as_ref().filter(|_| run.not_started.is_none())?;
    let decides = if beside.decides { "; the exit code is by it" } else { "" };
    let title = format!("Float results by {}, beside the pages{decides}", beside.standard);
    let class = |at: usize| (beside.classes[at].cases, CLASSES[at], beside.classes[at].example.as_ref());
    Some((title, [0, 1, 2, 3].map(class)))
}

pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995 => format!("{:.0} ms", s * 1000.0),
        s if s < 60.0 => format!("{s:.1} s"),
        s => format!("{} min {:02} s", s as u64 / 60, s as u64 % 60),
    }
}
