//! The results of all parts, in the order of the whole run.

use super::gaps::Gaps;
use crate::results::ReadError;
use ascertain_judge::case::Case;
use ascertain_judge::fuzz;
use ascertain_judge::run::{self, Listing, to_minimize};
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::{CaseResult, END, FailKind, RandomCases, Run, Verdict, is_declaration};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

/// The name of a backend that has not introduced itself.
const UNKNOWN: &str = "unknown";

/// What the parts have found.
pub(super) struct Joined<'a> {
    of: u32,
    cases: &'a [Case],
    large: &'a [LargeCase],
    /// Where each fixed or large case stands.
    places: HashMap<String, usize>,
    /// The fixed cases, and then the large ones.
    fixed: Vec<Option<CaseResult>>,
    random: BTreeMap<u64, CaseResult>,
    declared: Option<Vec<CaseResult>>,
    end: Option<CaseResult>,
    /// Everything but the results.
    whole: Option<Run>,
}

impl<'a> Joined<'a> {
    pub(super) fn new(of: u32, cases: &'a [Case], large: &'a [LargeCase]) -> Self {
        let ids = cases.iter().map(|case| case.id.clone()).chain(large.iter().map(LargeCase::id));
        Self {
            of,
            cases,
            large,
            places: ids.enumerate().map(|(place, id)| (id, place)).collect(),
            fixed: (0..cases.len() + large.len()).map(|_| None).collect(),
            random: BTreeMap::new(),
            declared: None,
            end: None,
            whole: None,
        }
    }

    /// The part that a fixed or large case belongs to, counted from 1.
    fn part_of(&self, place: usize) -> u32 {
        let place = place.checked_sub(self.cases.len()).unwrap_or(place);
        (place % self.of as usize) as u32 + 1
    }

    /// Adds what a part has found. The list of known failures is not applied to it.
    pub(super) fn add(&mut self, part: u32, mut run: Run) -> Result<(), ReadError> {
        let mut declared = Vec::new();
        for result in mem::take(&mut run.results) {
            let place = self.places.get(&result.id).copied();
            match place.filter(|at| self.part_of(*at) == part && self.fixed[*at].is_none()) {
                Some(at) => self.fixed[at] = Some(result),
                // One shows what is wrong.
                None if result.id == END => _ = self.end.get_or_insert(result),
                None if is_declaration(&result.id) => declared.push(result),
                None => self.add_random(part, run.seed, result)?,
            }
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

    fn add_random(&mut self, part: u32, seed: u64, result: CaseResult) -> Result<(), ReadError> {
        let of = self.of;
        let strange = || {
            ReadError::case(&result.id, format!("it is not a case of part {part} of {of}, or there twice"))
        };
        let (_, own_seed, index) = fuzz::parts(&result.id).ok_or_else(strange)?;
        if own_seed != seed
            || index % u64::from(of) != u64::from(part - 1)
            || self.random.contains_key(&index)
        {
            return Err(strange());
        }
        self.random.insert(index, result);
        Ok(())
    }

    /// The whole run.
    pub(super) fn finish(mut self, gaps: &Gaps) -> Result<Run, ReadError> {
        // Invariant of the caller: there is a part.
        let Some(mut run) = self.whole.take() else {
            return Err(ReadError::new("there is no report", "name the reports of all parts"));
        };
        if run.not_started.is_some() {
            return Ok(run);
        }
        run.incomplete = gaps.words();
        run.results = self.declared.take().unwrap_or_default();
        for (place, result) in mem::take(&mut self.fixed).into_iter().enumerate() {
            let result = result.map_or_else(|| self.not_asked(place, gaps), Ok)?;
            run.results.push(result);
        }
        list(self.random, &mut run);
        run.results.extend(self.end);
        Ok(run)
    }

    /// The result of a case that no part has asked.
    fn not_asked(&self, place: usize, gaps: &Gaps) -> Result<CaseResult, ReadError> {
        let part = self.part_of(place);
        let why = gaps.reason(part).map(|why| format!("not asked: {why}"));
        let result = |why: &str| match self.cases.get(place) {
            Some(case) => run::not_asked(case, why),
            None => run::not_asked_large(&self.large[place - self.cases.len()], why),
        };
        why.as_deref().map(result).ok_or_else(|| {
            let what = format!("the report of part {part} of {} lacks it", self.of);
            ReadError::case(&result("").id, what)
        })
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
    whole.random = match (whole.random, part.random) {
        (Some(one), Some(other)) => Some(RandomCases {
            asked: one.asked.saturating_add(other.asked),
            fuzz: one.fuzz.max(other.fuzz),
            out_of_time: one.out_of_time || other.out_of_time,
        }),
        (one, other) => one.or(other),
    };
    whole.drift.merge(&part.drift);
    // Only if none has started.
    whole.not_started = whole.not_started.take().filter(|_| part.not_started.is_some());
    whole.seconds += part.seconds;
}

/// Lists the random cases as one run would have.
fn list(random: BTreeMap<u64, CaseResult>, run: &mut Run) {
    let mut listing = Listing::default();
    let lists = |(_, result): &(u64, CaseResult)| listing.lists(result.area, &result.judgement);
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
