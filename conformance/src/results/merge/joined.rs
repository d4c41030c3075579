//! The results of all parts, in the order of the whole run.

use super::gaps::Gaps;
use crate::results::ReadError;
use ascertain_judge::case::Case;
use ascertain_judge::fuzz;
use ascertain_judge::known;
use ascertain_judge::options::Shard;
use ascertain_judge::run::{Listing, not_asked, not_asked_large, to_minimize};
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict;
use ascertain_judge::verdict::{
    CaseResult, END, ExpectedFailure, FailKind, RandomCases, Run, Verdict, is_declaration,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::{mem, vec};

/// The name of a backend that has not introduced itself.
const UNKNOWN: &str = "unknown";

/// What the parts have found.
#[derive(Default)]
pub(super) struct Joined<'a> {
    cases: &'a [Case],
    large: &'a [LargeCase],
    /// By part, the fixed cases and then the large ones.
    fixed: BTreeMap<u32, vec::IntoIter<CaseResult>>,
    random: BTreeMap<u64, CaseResult>,
    declared: Option<Vec<CaseResult>>,
    end: Option<CaseResult>,
    /// Everything but the results.
    whole: Option<Run>,
}

impl<'a> Joined<'a> {
    pub(super) fn new(cases: &'a [Case], large: &'a [LargeCase]) -> Self {
        Self { cases, large, ..Self::default() }
    }

    /// Adds what a part has found. The list of known failures is not applied to it.
    pub(super) fn add(&mut self, shard: Shard, mut run: Run) -> Result<(), ReadError> {
        let Shard { part, of } = shard;
        let strange = |id: &str| {
            ReadError::case(id, format!("it is not a case of part {part} of {of}, or there twice"))
        };
        let results = mem::take(&mut run.results).into_iter();
        let (declared, results): (Vec<_>, Vec<_>) = results.partition(|result| is_declaration(&result.id));
        let ids: Vec<Arc<str>> = self.ids(shard).collect();
        let mut results = results.into_iter();
        let fixed: Vec<CaseResult> = results.by_ref().take(ids.len()).collect();
        if let Some((other, _)) = fixed.iter().zip(&ids).find(|(result, id)| result.id != **id) {
            return Err(strange(&other.id));
        }
        self.fixed.insert(part, fixed.into_iter());
        for result in results {
            if *result.id == *END {
                // One shows what is wrong.
                self.end.get_or_insert(result);
                continue;
            }
            // Which random cases are of this part depends on what the backend offers.
            let (_, seed, index) = fuzz::parts(&result.id).ok_or_else(|| strange(&result.id))?;
            if seed != run.seed || self.random.contains_key(&index) {
                return Err(strange(&result.id));
            }
            self.random.insert(index, result);
        }
        if run.backend != UNKNOWN {
            let said = |result: &CaseResult| (result.id.clone(), result.judgement.clone());
            let same = |other: &Vec<CaseResult>| other.iter().map(said).eq(declared.iter().map(said));
            if self.declared.as_ref().is_some_and(|other| !same(other)) {
                let what = "the backend declares something else than in the parts before";
                return Err(ReadError::new(what, "run all parts on the same backend"));
            }
            self.declared = Some(declared);
        }
        match &mut self.whole {
            None => self.whole = Some(run),
            Some(whole) => add_up(whole, run),
        }
        Ok(())
    }

    /// The ids of the fixed and large cases of a part.
    fn ids(&self, shard: Shard) -> impl Iterator<Item = Arc<str>> {
        let fixed = shard.indices(self.cases.len() as u64).map(|at| self.cases[at as usize].id.clone());
        fixed.chain(shard.indices(self.large.len() as u64).map(|at| self.large[at as usize].id().into()))
    }

    /// The whole run, of so many parts.
    pub(super) fn finish(
        mut self,
        of: u32,
        gaps: &Gaps,
        known: &[ExpectedFailure],
    ) -> Result<Run, ReadError> {
        // Invariant of the caller: there is a part.
        let Some(mut run) = self.whole.take() else {
            return Err(ReadError::new("there is no report", "name the reports of all parts"));
        };
        if run.not_started.is_some() {
            return Ok(run);
        }
        run.incomplete = gaps.words();
        run.results = self.declared.take().unwrap_or_default();
        let (cases, large) = (self.cases, self.large);
        let mut next = |at: usize, not_asked: &dyn Fn(&str) -> CaseResult| {
            let part = (at % of as usize) as u32 + 1;
            let found = self.fixed.get_mut(&part).and_then(Iterator::next);
            let skipped = || gaps.reason(part).map(|why| not_asked(&format!("not asked: {why}")));
            found.or_else(skipped).ok_or_else(|| {
                ReadError::case(&not_asked("").id, format!("the report of part {part} of {of} lacks it"))
            })
        };
        for (at, case) in cases.iter().enumerate() {
            run.results.push(next(at, &|why| not_asked(case, why))?);
        }
        for (at, large) in large.iter().enumerate() {
            run.results.push(next(at, &|why| not_asked_large(large, why))?);
        }
        let wanted = known::random_cases(known, run.seed);
        list(self.random, &mut run, &wanted);
        run.results.extend(self.end);
        Ok(run)
    }
}

/// Adds another part, but for its results.
fn add_up(whole: &mut Run, part: Run) {
    if whole.backend == UNKNOWN {
        (whole.backend, whole.version) = (part.backend, part.version);
    }
    for (area, more) in &part.unlisted {
        whole.unlisted.entry(area).or_default().merge(more);
    }
    for (area, more) in &part.telling {
        whole.telling.entry(area).or_default().merge(more);
    }
    whole.random = match (whole.random, part.random) {
        (Some(one), Some(other)) => Some(RandomCases {
            asked: one.asked.saturating_add(other.asked),
            fuzz: one.fuzz.max(other.fuzz),
            out_of_time: one.out_of_time || other.out_of_time,
            digest: RandomCases::joined(one.digest, other.digest),
        }),
        (one, other) => one.or(other),
    };
    whole.drift.merge(&part.drift);
    if let (Some(whole), Some(part)) = (&mut whole.beside, &part.beside) {
        verdict::merge(&mut whole.classes, &part.classes);
        verdict::merge_kinds(&mut whole.kinds, &part.kinds);
    }
    // Only if none has started.
    whole.not_started = whole.not_started.take().filter(|_| part.not_started.is_some());
    whole.seconds += part.seconds;
}

/// Lists the random cases as one run would have.
fn list(random: BTreeMap<u64, CaseResult>, run: &mut Run, wanted: &BTreeSet<u64>) {
    let mut listing = Listing::default();
    let lists = |(index, result): &(u64, CaseResult)| {
        listing.lists(result.area, &result.judgement) || wanted.contains(index)
    };
    let (random, counted): (BTreeMap<_, _>, BTreeMap<_, _>) = random.into_iter().partition(lists);
    for result in counted.into_values() {
        run.unlisted.entry(result.area).or_default().add(&result.judgement);
    }
    let minimized: HashSet<u64> = to_minimize(&random).collect();
    for (index, mut result) in random {
        // Those that came and went were not minimized again.
        let failed = result.judgement.verdict == Verdict::Fail;
        if failed && result.judgement.kind != Some(FailKind::Nondeterministic) && !minimized.contains(&index)
        {
            result.shrunk = None;
        }
        run.results.push(result);
    }
}
