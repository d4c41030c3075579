//! What changed between two reports.

use super::Side;
use crate::results::ReadError;
use crate::results::ordered::sort_by_key;
use ascertain_judge::verdict::{CaseResult, FailKind, KnownAs, RandomCases, Verdict};
use ascertain_judge::{fuzz, text};

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It did not fail before, and fails now.
    Broken,
    /// It failed before, or was known to, and does not now.
    Fixed,
    /// Its verdict is another one otherwise.
    Changed,
    /// Only the new report has it.
    New,
    /// Only the old report has it.
    Gone,
}

impl Change {
    /// Every change, in the order of reports.
    pub const ALL: [Self; 5] = [Self::Broken, Self::Fixed, Self::Changed, Self::New, Self::Gone];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Fixed => "fixed",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }

    /// Between the verdicts of a case, as far as it has any. None if they are the same.
    fn between(before: Option<Verdict>, now: Option<Verdict>) -> Option<Self> {
        let Some(before) = before else { return Some(Self::New) };
        let Some(now) = now else { return Some(Self::Gone) };
        let failed =
            |verdict: Verdict| verdict.is_failure() || matches!(verdict, Verdict::Known | Verdict::Error);
        if before == now {
            None
        } else if before.holds() && now.is_failure() {
            Some(Self::Broken)
        } else if failed(before) && now.holds() {
            Some(Self::Fixed)
        } else {
            Some(Self::Changed)
        }
    }
}

/// A case that is not as it was.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// What became of it.
    pub change: Change,
    /// The verdict before.
    pub before: Option<Verdict>,
    /// The verdict now.
    pub now: Option<Verdict>,
    /// As the new report has it; if that does not list it, as the old one does.
    pub(crate) case: &'a CaseResult,
    /// Why its failure is known, or was.
    pub(crate) known: Option<String>,
}

impl Entry<'_> {
    /// The case's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.case.id
    }

    /// The verdicts before and now: `pass → fail`.
    #[must_use]
    pub fn verdicts(&self) -> String {
        match (self.before, self.now) {
            (Some(before), Some(now)) => format!("{} → {}", before.name(), now.name()),
            (one, other) => one.or(other).map_or("", Verdict::name).to_owned(),
        }
    }
}

/// Changes of one kind that seem to have one cause.
#[derive(Debug)]
pub struct Group<'a> {
    /// What changed, in the order of the suite.
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Group<'a> {
    /// The first change.
    #[must_use]
    pub fn first(&self) -> &Entry<'a> {
        &self.entries[0]
    }

    /// The requirement that decided, or the only one of the first case.
    #[must_use]
    pub fn requirement(&self) -> Option<&'static str> {
        self.first().case.decisive_requirement()
    }

    /// The kind of failure.
    #[must_use]
    pub fn kind(&self) -> Option<&'static str> {
        self.first().case.judgement.kind.map(FailKind::name)
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> &'static str {
        self.first().case.area
    }
}

/// Why its failure is known, if it is.
fn why_known(case: &CaseResult) -> Option<String> {
    case.known.as_deref().map(KnownAs::words)
}

/// What changed from one report to another.
#[derive(Debug)]
pub struct Difference<'a> {
    /// The old report.
    pub old: &'a Side,
    /// The new report.
    pub new: &'a Side,
    /// Groups of changes: what broke first, then larger groups first.
    pub groups: Vec<Group<'a>>,
    /// Cases that both list, with the same verdict.
    pub same: u64,
    /// What else is not the same, so that verdicts may differ for that reason.
    pub notes: Vec<String>,
}

impl<'a> Difference<'a> {
    /// Compares two reports.
    ///
    /// # Errors
    /// If one of the backends did not start.
    pub fn between(old: &'a Side, new: &'a Side) -> Result<Self, ReadError> {
        for side in [old, new] {
            if let Some(reason) = &side.report.not_started {
                let what = format!("{}: nothing to compare, the backend did not start: {reason}", side.file);
                return Err(ReadError::new(what, "run it again; `ascertain doctor` says what is wrong"));
            }
        }
        let (before, now) = (old.by_id(), new.by_id());
        let [of_old, of_new] = [Unlisted::of(old, new), Unlisted::of(new, old)];
        let (mut found, mut same) = (Vec::new(), 0);
        let mut add = |case: &'a CaseResult, before, now, known| match Change::between(before, now) {
            Some(change) => found.push(Entry { change, before, now, case, known }),
            None => same += 1,
        };
        for case in &new.report.cases {
            let listed = before.get(&*case.id).copied();
            let earlier = listed.map(|case| case.judgement.verdict).or_else(|| of_old.verdict(case));
            let known = why_known(case).or_else(|| why_known(listed?));
            add(case, earlier, Some(case.judgement.verdict), known);
        }
        for case in old.report.cases.iter().filter(|case| !now.contains_key(&*case.id)) {
            add(case, Some(case.judgement.verdict), of_new.verdict(case), why_known(case));
        }
        Ok(Self { old, new, groups: groups(found), same, notes: notes(old, new) })
    }

    /// The groups of one kind of change.
    pub fn of(&self, change: Change) -> impl Iterator<Item = &Group<'a>> {
        self.groups.iter().filter(move |group| group.first().change == change)
    }

    /// The names of both backends, if they are two: then nothing broke, and nothing was fixed. Another version, or another
    /// program, of the same name is the same backend.
    #[must_use]
    pub fn two_backends(&self) -> Option<[&str; 2]> {
        let [old, new] = [self.old, self.new].map(|side| side.report.backend.name.as_str());
        (old != new).then_some([old, new])
    }

    /// How many cases changed in this way.
    #[must_use]
    pub fn count(&self, change: Change) -> u64 {
        self.of(change).map(|group| group.entries.len() as u64).sum()
    }

    /// 1 if something broke, otherwise 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        u8::from(self.count(Change::Broken) > 0)
    }
}

/// What changes have in common: requirement and kind of failure matter only where something fails.
fn groups(found: Vec<Entry<'_>>) -> Vec<Group<'_>> {
    let key = |entry: &Entry<'_>| {
        let case = entry.case;
        let cause = matches!(entry.change, Change::Broken | Change::Fixed)
            .then(|| (case.decisive_requirement(), case.judgement.kind));
        (entry.change, entry.before, entry.now, case.area, cause, entry.known.clone())
    };
    let mut keys = Vec::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for entry in found {
        let key = key(&entry);
        match keys.iter().position(|other| *other == key) {
            Some(at) => groups[at].entries.push(entry),
            None => {
                keys.push(key);
                groups.push(Group { entries: vec![entry] });
            }
        }
    }
    sort_by_key(&mut groups, |group| (group.first().change, usize::MAX - group.entries.len()));
    groups
}

/// Random cases that a report only counts. If it asked the same ones as another report, and counts only such as do not
/// fail, then one that the other lists and this does not passed.
struct Unlisted {
    seed: String,
    /// Whether the other asked the same ones, and no others.
    same: bool,
    below: u64,
    /// Areas with some that fail.
    failing: Vec<&'static str>,
}

impl Unlisted {
    fn of(side: &Side, other: &Side) -> Self {
        let (own, theirs) = (&side.report, &other.report);
        let same = own.suite == theirs.suite
            && own.editions == theirs.editions
            && side.part() == other.part()
            && own.incomplete.is_none();
        let random = own.random.filter(|_| same);
        let below = random.map_or(0, |random| random.fuzz);
        // Which indices are asked depends on what the backend offers.
        let alike =
            |theirs: RandomCases| random.is_some_and(|own| own.digest == theirs.digest && own.digest > 0);
        let same = own.seed == theirs.seed && theirs.random.is_some_and(alike);
        let fails = |verdict: Verdict| verdict.is_finding() || verdict == Verdict::Known;
        let failing = own.unlisted.iter().filter(|(_, counts)| counts.tally.counts.sum(fails) > 0);
        let failing = failing.map(|(area, _)| *area).collect();
        Self { seed: own.seed.clone(), same, below, failing }
    }

    fn verdict(&self, case: &CaseResult) -> Option<Verdict> {
        let (_, seed, index) = fuzz::parts(&case.id)?;
        let asked = seed.to_string() == self.seed && (self.same || index < self.below);
        (asked && !self.failing.contains(&case.area)).then_some(Verdict::Pass)
    }
}

/// What else is not the same.
fn notes(old: &Side, new: &Side) -> Vec<String> {
    let [before, now] = [old, new].map(|side| side.report.request());
    let differences = before.differences(&now).into_iter();
    let mut notes: Vec<String> = differences
        .filter(|differs| !["backend", "number of random cases"].contains(&&*differs.what))
        .map(|differs| format!("the {}: {} before, {} now", differs.what, differs.own, differs.other))
        .collect();
    for side in [old, new] {
        if let Some(reason) = &side.report.incomplete {
            notes.push(format!("{} is incomplete: {reason}", side.file));
        }
    }
    notes.iter().map(|note| text::name(note)).collect()
}
