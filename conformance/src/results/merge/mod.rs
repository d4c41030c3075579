//! Joins the reports of the parts of one run into the report of the whole run.

mod gaps;
mod joined;

use self::gaps::Gaps;
use self::joined::Joined;
use crate::results::RunRequest;
use crate::results::{ReadError, Report};
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::known;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::Shard;
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::verdict::{ExpectedFailure, Run};
use std::collections::BTreeMap;

/// The reports of parts of one run.
#[derive(Debug)]
pub struct Parts {
    /// By part, with the name of the file.
    reports: BTreeMap<u32, (String, Report)>,
    of: u32,
    editions: Editions,
    asked: RunRequest,
}

impl Parts {
    /// Checks that these are parts of one run. Each comes with the name of its file.
    ///
    /// # Errors
    /// If they are not, or if one is there twice.
    pub fn new(reports: Vec<(String, Report)>) -> Result<Self, ReadError> {
        let mut parts: Option<Self> = None;
        for (file, report) in reports {
            let editions = report.editions().map_err(|error| error.in_file(&file))?;
            let mut own = report.request();
            let Some(shard) = own.selection.shard.take() else {
                let help = "only reports of `ascertain run --shard K/N` can be joined";
                return Err(ReadError::new(format!("{file}: it is not the report of a part of a run"), help));
            };
            if !shard.is_one() {
                let Shard { part, of } = shard;
                let what = format!("{file}: the shard is part {part} of {of}; parts count from 1");
                return Err(ReadError::unlike(what));
            }
            let (of, large) = (shard.of, own.large);
            let all =
                parts.get_or_insert_with(|| Self { reports: BTreeMap::new(), of, editions, asked: own });
            all.asked.large |= large;
            all.insert(shard, file, report)?;
        }
        parts.ok_or_else(|| ReadError::new("there is no report", "name the reports of all parts"))
    }

    fn insert(&mut self, shard: Shard, file: String, report: Report) -> Result<(), ReadError> {
        let Shard { part, of } = shard;
        // With each of them, since one whose backend did not start does not say all.
        for (other_file, other) in self.reports.values() {
            let parts = (of != self.of).then(|| format!("it is a part of {of}, and not of {}", self.of));
            if let Some(difference) = parts.or_else(|| difference(&report, other)) {
                let what = format!("{file}: not a part of the same run as {other_file}: {difference}");
                return Err(ReadError::new(what, "give the same arguments to all parts, but for --shard"));
            }
        }
        if let Some((other, _)) = self.reports.get(&part) {
            let what = format!("{file}: it is part {part} of {of}, and so is {other}");
            return Err(ReadError::new(what, "name each part once"));
        }
        self.reports.insert(part, (file, report));
        Ok(())
    }

    /// The editions that decided.
    #[must_use]
    pub const fn editions(&self) -> &Editions {
        &self.editions
    }

    /// How the whole run would have been asked for.
    #[must_use]
    pub const fn asked(&self) -> &RunRequest {
        &self.asked
    }

    /// The whole run. `cases` and `large` are what all parts together ask. What is missing is skipped, and the run is
    /// incomplete.
    ///
    /// # Errors
    /// If a report says what the suite would not have said.
    pub fn join(
        self,
        cases: &[Case],
        large: &[LargeCase],
        registry: Registry,
    ) -> Result<(Run, RunRequest), ReadError> {
        let case_index = CaseIndex::new(&self.editions, registry, cases);
        let mut runs = Vec::new();
        let mut list: Option<(String, Vec<ExpectedFailure>)> = None;
        for (part, (file, report)) in self.reports {
            let mut run = report.restore(&case_index).map_err(|error| error.in_file(&file))?;
            let own = known::undo(&mut run);
            let (first, known) = list.get_or_insert_with(|| (file.clone(), own.clone()));
            if own != *known {
                let what = format!("{file}: its list of known failures is not that of {first}");
                return Err(ReadError::new(what, "give the same list to all parts"));
            }
            runs.push((part, file, run));
        }
        let random = runs.iter().filter_map(|(.., run)| run.random).map(|random| random.fuzz).max();
        let most = (cases.len() as u64).max(large.len() as u64).max(random.unwrap_or(0));
        let gaps = Gaps::new(self.of, most, runs.iter().map(|(part, _, run)| (*part, run)));
        let mut joined = Joined::new(cases, large);
        for (part, file, run) in runs {
            joined.add(Shard { part, of: self.of }, run).map_err(|error| error.in_file(&file))?;
        }
        let (_, list) = list.unwrap_or_default();
        let mut run = joined.finish(self.of, &gaps, &list)?;
        known::apply(&mut run, &list, self.asked.selection.is_whole());
        Ok((run, self.asked))
    }
}

/// In what two parts differ that are of one run. In words.
fn difference(own: &Report, other: &Report) -> Option<String> {
    let said = |what: &str, own: &str, other: &str| format!("its {what} is {own}, and there it is {other}");
    let [one, two] = [own, other].map(|report| {
        let mut asked = report.request();
        asked.selection.shard = None;
        asked
    });
    let differs = one.differences(&two).into_iter().next();
    differs.map(|differs| said(&differs.what, &differs.own, &differs.other)).or_else(|| {
        let (one, two) = (introduced(own)?, introduced(other)?);
        (one != two).then(|| said("backend", &one, &two))
    })
}

/// Name and version of the backend, if it has introduced itself.
fn introduced(report: &Report) -> Option<String> {
    let ended = report.not_started.is_some() || report.incomplete.is_some();
    let silent = ended && report.backend.version.is_empty();
    (!silent).then(|| format!("{} {}", report.backend.name, report.backend.version))
}
