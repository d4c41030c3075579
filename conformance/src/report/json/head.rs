//! What a report says of a run as a whole.

use super::ReadError;
use crate::report::summary::Group;
use crate::report::{Limits, OwnCases, RunRequest};
use ascertain::document::Editions;
use ascertain_judge::verdict::{KnownEntry, KnownFailure, RandomCases, Run, Standing};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Backend<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) version: Cow<'a, str>,
    pub(crate) asked: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<Limited>,
}

/// Limits of the backend's processes: seconds and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Limited {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_timeout: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
}

impl<'a> Backend<'a> {
    pub(super) fn of(run: &'a Run, asked: &'a RunRequest) -> Self {
        let Limits { timeout, start_timeout, memory } = asked.limits;
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        let limits = Limited { timeout: seconds(timeout), start_timeout: seconds(start_timeout), memory };
        let limits = Some(limits).filter(|limits| *limits != Limited::default());
        let [name, version, asked] = [&run.backend, &run.version, &asked.backend];
        Self { name: name.into(), version: version.into(), asked: asked.into(), limits }
    }

    /// Limits of its processes. A time that nobody can have asked for is none.
    pub(super) fn limits(&self) -> Limits {
        let Limited { timeout, start_timeout, memory } = self.limits.unwrap_or_default();
        let time = |seconds: Option<f64>| Duration::try_from_secs_f64(seconds?).ok();
        Limits { timeout: time(timeout), start_timeout: time(start_timeout), memory }
    }
}

/// Which part of the suite was run, and what else was required. Absent for a run of the whole suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Selection<'a> {
    #[serde(default, skip_serializing_if = "list_is_empty")]
    files: Cow<'a, [String]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) vectors: Option<Vectors<'a>>,
    #[serde(default, skip_serializing_if = "list_is_empty")]
    filter: Cow<'a, [String]>,
    #[serde(default, skip_serializing_if = "list_is_empty")]
    skip: Cow<'a, [String]>,
    #[serde(default, skip_serializing_if = "list_is_empty")]
    requirement: Cow<'a, [String]>,
    #[serde(default, skip_serializing_if = "list_is_empty")]
    expect: Cow<'a, [String]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    readings: Option<Cow<'a, str>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Shard {
    part: u32,
    of: u32,
}

/// The value of `readings`.
const OBSERVE: &str = "observe";

impl<'a> Selection<'a> {
    pub(crate) fn of(asked: &'a RunRequest) -> Option<Self> {
        let RunRequest { files, own, filters, skips, requirements, demands, shard, .. } = asked;
        let selection = Self {
            files: files.into(),
            vectors: own.as_ref().map(Vectors::of),
            filter: filters.into(),
            skip: skips.into(),
            requirement: requirements.into(),
            expect: demands.into(),
            shard: shard.map(|(part, of)| Shard { part, of }),
            readings: asked.observe_readings.then_some(Cow::Borrowed(OBSERVE)),
        };
        (selection != Self::default()).then_some(selection)
    }

    /// The same without the user's own cases.
    pub(crate) fn without_own(&self) -> Self {
        Self { vectors: None, ..self.clone() }
    }

    /// What chooses cases of the suite, without what is demanded of them.
    pub(crate) fn of_suite(&self) -> Self {
        Self { expect: Cow::default(), readings: None, ..self.without_own() }
    }

    /// The request, but for backend, editions and large cases.
    pub(super) fn restore(&self) -> Result<RunRequest, ReadError> {
        let shard = self.shard.map(|Shard { part, of }| (part, of));
        if let Some((part, of)) = shard.filter(|(part, of)| *part < 1 || part > of) {
            return Err(ReadError::unlike(format!("the shard is part {part} of {of}; parts count from 1")));
        }
        Ok(RunRequest {
            files: self.files.to_vec(),
            own: self.vectors.as_ref().map(Vectors::restore),
            filters: self.filter.to_vec(),
            skips: self.skip.to_vec(),
            requirements: self.requirement.to_vec(),
            demands: self.expect.to_vec(),
            shard,
            observe_readings: self.readings.as_deref() == Some(OBSERVE),
            ..RunRequest::default()
        })
    }
}

/// The user's own cases, which were asked beside the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Vectors<'a> {
    paths: Cow<'a, [String]>,
    pub(crate) cases: Cow<'a, str>,
}

impl<'a> Vectors<'a> {
    fn of(own: &'a OwnCases) -> Self {
        Self { paths: (&own.paths).into(), cases: own.digest.as_str().into() }
    }

    fn restore(&self) -> OwnCases {
        OwnCases { paths: self.paths.to_vec(), digest: self.cases.to_string() }
    }
}

fn list_is_empty(list: &[String]) -> bool {
    list.is_empty()
}

/// The editions that a report names.
pub(crate) fn editions(
    profile: &str,
    named: &BTreeMap<Cow<'_, str>, Cow<'_, str>>,
) -> Result<Editions, ReadError> {
    let unknown = |what: String| ReadError::unlike(format!("this suite has no {what}"));
    let mut editions = Editions::profile(profile).map_err(|_| unknown(format!("profile `{profile}`")))?;
    for (document, edition) in named {
        editions = editions
            .with(document, edition)
            .map_err(|_| unknown(format!("edition `{edition}` of a document `{document}`")))?;
    }
    if let Some((document, _)) = editions.iter().find(|(document, _)| !named.contains_key(document.id)) {
        return Err(ReadError::unlike(format!("it names no edition of {}", document.id)));
    }
    Ok(editions)
}

/// Which random cases were asked. With the seed, `fuzz` repeats exactly these.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Random {
    asked: u64,
    pub(crate) fuzz: u64,
    pub(super) out_of_time: bool,
}

impl Random {
    pub(crate) const fn of(random: &RandomCases) -> Self {
        let RandomCases { asked, fuzz, out_of_time } = *random;
        Self { asked, fuzz, out_of_time }
    }

    pub(crate) const fn restore(self) -> RandomCases {
        let Self { asked, fuzz, out_of_time } = self;
        RandomCases { asked, fuzz, out_of_time }
    }
}

/// An entry of the list of known failures, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Known<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cases: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    requirement: Option<Cow<'a, str>>,
    reason: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issue: Option<Cow<'a, str>>,
    standing: Cow<'a, str>,
    findings: u64,
}

impl<'a> Known<'a> {
    pub(super) fn of(known: &'a KnownEntry) -> Self {
        let KnownEntry { entry, standing, findings } = known;
        let optional = |text: &'a Option<String>| text.as_deref().map(Cow::Borrowed);
        Self {
            cases: optional(&entry.cases),
            requirement: optional(&entry.requirement),
            reason: entry.reason.as_str().into(),
            issue: optional(&entry.issue),
            standing: standing.name().into(),
            findings: *findings,
        }
    }

    pub(super) fn restore(&self) -> Result<KnownEntry, ReadError> {
        let owned = |text: &Option<Cow<'_, str>>| text.as_deref().map(str::to_owned);
        let standing = Standing::named(&self.standing)
            .ok_or_else(|| ReadError::unlike(format!("`known`: unknown standing `{}`", self.standing)))?;
        let entry = KnownFailure {
            cases: owned(&self.cases),
            requirement: owned(&self.requirement),
            reason: self.reason.to_string(),
            issue: owned(&self.issue),
            expired: standing == Standing::Expired,
        };
        Ok(KnownEntry { entry, standing, findings: self.findings })
    }
}

/// A group of findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GroupOf<'a> {
    pub(crate) verdict: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    area: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requirement: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) in_common: Option<InCommon<'a>>,
    pub(crate) cases: Vec<Cow<'a, str>>,
}

/// What the arguments of all findings of a group are like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct InCommon<'a> {
    pub(crate) words: Cow<'a, str>,
    passing: usize,
}

impl<'a> GroupOf<'a> {
    pub(super) fn of(group: &Group<'a>) -> Self {
        let shared = group.shared.as_ref();
        let in_common =
            shared.map(|shared| InCommon { words: shared.words.clone().into(), passing: shared.passing });
        Self {
            verdict: group.verdict.name().into(),
            area: group.area.map(Cow::Borrowed),
            kind: group.kind.map(|kind| kind.name().into()),
            requirement: group.requirement.map(Cow::Borrowed),
            in_common,
            cases: group.findings.iter().map(|finding| finding.id.as_str().into()).collect(),
        }
    }
}
