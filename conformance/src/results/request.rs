//! What a run was asked: reports and journals store it, two runs are compared by it, and the command that asks again says it.

use super::limits::Limits;
use crate::results::ordered::gathered;
use ascertain::backend::Answer;
use ascertain::call::{Arg, Call};
use ascertain::contract::OPERATORS;
use ascertain::document::{Editions, Profile};
use ascertain_judge::case::{Case, Expect, Question};
use ascertain_judge::options::{RunOptions, Shard};
use ascertain_judge::suite::large::LargeCase;
use ascertain_judge::text::typed;
use ascertain_judge::verdict::{END, Run, is_large};
use ascertain_judge::{fuzz, suite};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// What a run was asked. What is not stored with it stands elsewhere in a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// The version of the suite.
    pub suite: String,
    /// The name of the profile.
    pub profile: String,
    /// The edition of each document, by id.
    pub editions: BTreeMap<String, String>,
    /// The seed of the random cases. A string: JSON numbers lose precision beyond 2^53 in many readers.
    pub seed: String,
    /// The backend as named on the command line.
    #[serde(rename = "asked")]
    pub backend: String,
    /// Which cases, and how they are judged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub selection: Selection,
    /// Number of fixed cases.
    pub cases: u64,
    /// Number of random cases, if it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<u64>,
    /// Number of random cases for each operator that the backend offers, if that limits them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_each: Option<u64>,
    /// Limits of the backend's processes.
    #[serde(skip)]
    pub limits: Limits,
    /// Whether large cases were asked too.
    #[serde(skip)]
    pub large: bool,
    /// The list of known failures, by its path.
    #[serde(skip)]
    pub known: Option<String>,
    /// How the command that asks again begins, if not with `ascertain run` or `replay`.
    #[serde(skip)]
    pub again: Option<String>,
}

/// What chooses cases and says how to judge. The default is all of the suite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Vector files, which were asked instead of the suite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The user's own cases, which were asked beside the suite.
    #[serde(default, rename = "vectors", skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnCases>,
    /// Patterns of case ids to run.
    #[serde(default, rename = "filter", skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// Patterns of case ids to leave out.
    #[serde(default, rename = "skip", skip_serializing_if = "Vec::is_empty")]
    pub skips: Vec<String>,
    /// Patterns of requirement ids to test.
    #[serde(default, rename = "requirement", skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// Required arithmetic, each `KEY=VALUE`.
    #[serde(default, rename = "expect", skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<String>,
    /// Which part of the selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether what breaks this project's own readings is observed.
    #[serde(default, rename = "readings", skip_serializing_if = "is_default", with = "readings")]
    pub observe_readings: bool,
    /// A standard whose verdict stands beside that of the pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard: Option<String>,
    /// Whether the exit code is by it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_standard: bool,
}

/// Cases from a user's vector files, which were asked beside those of the suite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCases {
    /// The files and folders, as they were named.
    pub paths: Vec<String>,
    /// Digest of what the cases ask, and of their answers: `sha256:…`.
    #[serde(rename = "cases")]
    pub digest: String,
    /// Why cases in the files were not asked, and how many.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_asked: BTreeMap<String, u64>,
}

impl OwnCases {
    /// These cases, and those that are made when they are asked, of which the seed decides the values.
    #[must_use]
    pub fn new(paths: Vec<String>, cases: &[Case], large: &[LargeCase]) -> Self {
        let unmade: Vec<Case> = large.iter().map(LargeCase::unmade).collect();
        let digest = digest(cases.iter().chain(&unmade));
        Self { paths, digest, not_asked: BTreeMap::new() }
    }
}

/// A digest of what the cases ask. Vectors come from files, so that their elements are part of it.
pub(super) fn digest<'a>(cases: impl IntoIterator<Item = &'a Case>) -> String {
    let mut digest = Sha256::new();
    for case in cases {
        digest.update(format!("{}\n{}\n", case.id, Question(&case.call)));
        if let Call::Operate(call) = &case.call {
            for arg in &call.args {
                if let Arg::Tensor(tensor) = arg {
                    digest.update(tensor.storage());
                }
            }
        }
        if let Expect::Vector(stored) = &case.expect {
            digest.update(format!("{stored:?}\n"));
            let tensors = stored.answers.iter().flat_map(Answer::tensors);
            tensors.for_each(|tensor| digest.update(tensor.storage()));
        }
    }
    format!("sha256:{}", hex::encode(digest.finalize()))
}

/// Whether a value says nothing, so that it is not stored.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The value of `readings`: what `--readings` takes.
mod readings {
    use super::{Deserialize, Deserializer, Serializer};

    const OBSERVE: &str = "observe";

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub(super) fn serialize<S: Serializer>(_: &bool, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(OBSERVE)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
        Ok(String::deserialize(from)? == OBSERVE)
    }
}

impl Selection {
    /// The operators that random cases are of, and that are observed: those that a filter names as a whole. None for all.
    #[must_use]
    pub fn operators(&self) -> Vec<&'static str> {
        let named = |name: &str| {
            self.filters.iter().any(|filter| filter.strip_suffix("/*").unwrap_or(filter) == name)
        };
        OPERATORS.iter().map(|operator| operator.name).filter(|name| named(name)).collect()
    }

    /// Whether it is all of the suite: no filter, no shard.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let patterns = [&self.filters, &self.skips, &self.requirements, &self.files];
        patterns.iter().all(|patterns| patterns.is_empty()) && self.shard.is_none()
    }

    /// The demands, as keys and values.
    #[must_use]
    pub fn expected(&self) -> Vec<(String, String)> {
        let pairs = self.demands.iter().filter_map(|demand| demand.split_once('='));
        pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }
}

/// One thing in which two runs differ.
pub(crate) struct Differs {
    /// `seed`.
    pub(crate) what: String,
    pub(crate) own: String,
    pub(crate) other: String,
}

impl RunRequest {
    /// What a run with these options and so many fixed cases of a selection asks of a backend.
    #[must_use]
    pub fn of(backend: &str, selection: Selection, cases: usize, options: &RunOptions) -> Self {
        let limit = Some(options.random_limit()).filter(|limit| *limit < u64::MAX);
        let random = limit.map(|limit| options.shard.unwrap_or_default().count(limit));
        Self {
            suite: suite::VERSION.to_owned(),
            profile: options.editions.profile_name().to_owned(),
            editions: edition_names(&options.editions),
            seed: options.seed.to_string(),
            backend: backend.to_owned(),
            selection,
            cases: (cases + options.large.cases.len()) as u64,
            random,
            random_each: options.fuzz_each,
            large: options.large.cases.iter().any(|large| is_large(&large.id())),
            ..Self::default()
        }
    }

    /// What was asked for beside the backend, its limits, files and editions: options, and their values as they would be typed.
    #[must_use]
    pub fn options(&self) -> [(&'static str, Vec<String>); 10] {
        let Selection { own, filters, skips, requirements, demands, shard, observe_readings, .. } =
            &self.selection;
        let Selection { standard, by_standard, .. } = &self.selection;
        let paths = own.iter().flat_map(|own| &own.paths);
        [
            ("--vectors", paths.map(|path| not_an_option(path)).collect()),
            ("--filter", filters.clone()),
            ("--skip", skips.clone()),
            ("--requirement", requirements.clone()),
            ("--expect", demands.clone()),
            ("--shard", shard.iter().map(ToString::to_string).collect()),
            ("--large", self.large.then(String::new).into_iter().collect()),
            ("--readings", observe_readings.then(|| "observe".to_owned()).into_iter().collect()),
            ("--standard", standard.iter().cloned().collect()),
            ("--by-standard", by_standard.then(String::new).into_iter().collect()),
        ]
    }

    /// All that makes it another run, in words, the most important first. The number of cases follows from the rest.
    fn said(&self) -> Vec<(String, String)> {
        let Self { suite, backend, profile, selection, .. } = self;
        let own = [("version of the suite", suite), ("backend", backend), ("profile", profile)];
        let mut all: Vec<(String, String)> =
            own.into_iter().map(|(what, own)| (what.to_owned(), own.clone())).collect();
        let editions = self.editions.iter();
        all.extend(editions.map(|(document, edition)| (format!("edition of {document}"), edition.clone())));
        all.push(("seed".to_owned(), self.seed.clone()));
        all.push(("list of files".to_owned(), selection.files.join(" ")));
        for (option, values) in self.options() {
            let value = match option {
                // What the files are called makes no difference.
                "--vectors" => selection.own.as_ref().map(|own| own.digest.clone()).unwrap_or_default(),
                "--readings" if values.is_empty() => "judge".to_owned(),
                // What the option adds is compared case by case.
                "--large" => continue,
                _ => values.join(" "),
            };
            all.push((option.to_owned(), value));
        }
        all
    }

    /// In what another run differs, the most important first.
    pub(crate) fn differences(&self, other: &Self) -> Vec<Differs> {
        let theirs: HashMap<String, String> = other.said().into_iter().collect();
        let pair = |(what, own): (String, String)| {
            let other = theirs.get(&what).cloned().unwrap_or_default();
            (what, own, other)
        };
        let mut all: Vec<_> = self.said().into_iter().map(pair).collect();
        if let (Some(own), Some(other)) = (self.random, other.random) {
            all.push(("number of random cases".to_owned(), own.to_string(), other.to_string()));
        }
        let each = |request: &Self| request.random_each.map_or_else(String::new, |each| each.to_string());
        all.push(("number of random cases for each operator".to_owned(), each(self), each(other)));
        let shown = |text: String| if text.is_empty() { "none".to_owned() } else { text };
        let differs = all.into_iter().filter(|(_, own, other)| own != other);
        differs.map(|(what, own, other)| Differs { what, own: shown(own), other: shown(other) }).collect()
    }

    /// The same with nothing in it that people cannot see, as reports have it.
    #[must_use]
    pub fn sanitized(mut self) -> Self {
        let Selection { files, own, filters, skips, requirements, demands, .. } = &mut self.selection;
        let lists = [files, filters, skips, requirements, demands].into_iter().flatten();
        let paths = own.iter_mut().flat_map(|own| &mut own.paths).chain(&mut self.known);
        lists.chain(paths).chain([&mut self.backend]).for_each(|text| *text = typed(text));
        self
    }

    /// The options that are wanted, as they are typed.
    fn typed(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let given = self.options().into_iter().filter(|(option, _)| wanted(option));
        let words = given.flat_map(|(option, values)| values.into_iter().map(move |value| (option, value)));
        let word = |(option, value): (&str, String)| match value.as_str() {
            "" => option.to_owned(),
            value => format!("{option} {}", quoted(value)),
        };
        words.map(word).collect()
    }

    /// The command that asks all cases, without the options that only choose some.
    fn command(&self) -> Vec<String> {
        let files = &self.selection.files;
        let name = if files.is_empty() { "ascertain run" } else { "ascertain replay" };
        let mut words = vec![self.again.clone().unwrap_or_else(|| name.to_owned())];
        words.extend(files.iter().map(|file| quoted(&not_an_option(file))));
        words.push(format!("--backend {}{}", quoted(&self.backend), self.limits.options()));
        words.extend(self.typed(|option| option == "--vectors"));
        words.extend(arguments_of(&self.profile, &self.editions));
        words.extend(self.typed(|option| JUDGING.contains(&option)));
        words
    }

    /// The command that runs one case again. The id of a random case contains its seed. A finding that belongs to no case
    /// needs all of them.
    #[must_use]
    pub fn repro_command(&self, case: &str) -> String {
        let mut words = self.command();
        words.extend((case != END).then(|| format!("--filter {}", quoted(case))));
        words.extend((self.large && is_large(case)).then(|| "--large".to_owned()));
        words.join(" ")
    }

    /// The command that runs one case again in a debugger, which follows into the adapter's process and has a day's time.
    #[must_use]
    pub fn debug_command(&self, case: &str) -> String {
        const DAY: Duration = Duration::from_secs(86_400);
        let limits = Limits { timeout: Some(DAY), ..self.limits };
        let patient = Self { limits, ..self.clone() };
        format!("gdb -ex 'set follow-fork-mode child' -ex run --args {}", patient.repro_command(case))
    }

    /// Whether the run asked this case alone: [`Self::repro_command`] is the command that was typed.
    #[must_use]
    pub fn is_only(&self, case: &str) -> bool {
        let Selection { filters, skips, requirements, .. } = &self.selection;
        *filters == [case] && skips.is_empty() && requirements.is_empty()
    }

    /// The command that repeats a whole run, and ends with the same exit code.
    #[must_use]
    pub fn repeat(&self, run: &Run) -> String {
        let mut words = self.command();
        words.extend(self.typed(|option| option != "--vectors" && !JUDGING.contains(&option)));
        words.push(format!("--fuzz {}", run.random.map_or(0, |random| random.fuzz)));
        words.extend((run.seed != 0).then(|| fuzz::arguments(run.seed)));
        words.extend(self.known.iter().map(|path| format!("--known {}", quoted(&not_an_option(path)))));
        words.extend(run.fail_under.map(|percent| format!("--fail-under {percent}")));
        words.join(" ")
    }

    /// Name and version of the backend. One that did not start has not told them.
    #[must_use]
    pub fn named(&self, run: &Run) -> String {
        let said = format!("{} {}", run.backend, run.version);
        if run.not_started.is_some() { self.backend.clone() } else { said.trim().to_owned() }
    }

    /// The command that checks the backend step by step.
    #[must_use]
    pub fn doctor(&self) -> String {
        format!("ascertain doctor --backend {}{}", quoted(&self.backend), self.limits.options())
    }
}

/// The edition of each document, by id.
fn edition_names(editions: &Editions) -> BTreeMap<String, String> {
    gathered(editions.iter().map(|(document, edition)| (document.id.to_owned(), edition.name.to_owned())))
}

/// Arguments that choose these editions: the profile if it is not the default, and each edition that differs from it.
#[must_use]
pub fn edition_arguments(editions: &Editions) -> Vec<String> {
    arguments_of(editions.profile_name(), &edition_names(editions))
}

/// The options that say how each case is judged.
const JUDGING: [&str; 2] = ["--expect", "--readings"];

fn arguments_of(profile: &str, editions: &BTreeMap<String, String>) -> Vec<String> {
    let mut arguments = Vec::new();
    if !["", Profile::default_one().name].contains(&profile) {
        arguments.push(format!("--profile {}", quoted(profile)));
    }
    let usual = Editions::profile(profile).unwrap_or_default();
    for (document, usual) in usual.iter() {
        if let Some(chosen) = editions.get(document.id).filter(|chosen| *chosen != usual.name) {
            arguments.push(format!("--edition {}={}", document.id, quoted(chosen)));
        }
    }
    arguments
}

/// A path that does not look like an option.
fn not_an_option(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

/// `text` as one word of a POSIX shell.
#[must_use]
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::{Limits, RunRequest, edition_arguments, edition_names, quoted};
    use ascertain::document::Editions;
    use std::time::Duration;

    #[test]
    fn says_how_to_ask_again() {
        let editions = Editions::profile("code").and_then(|e| e.with("aclnn.cumprod", "2026-03"));
        let asked = RunRequest {
            backend: "process:python3 it's.py".to_owned(),
            profile: "code".to_owned(),
            editions: edition_names(&editions.expect("both exist")),
            ..RunRequest::default()
        };
        assert_eq!(
            asked.repro_command("cumprod/a"),
            r"ascertain run --backend 'process:python3 it'\''s.py' --profile code --edition aclnn.cumprod=2026-03 --filter cumprod/a"
        );
        let limits = Limits {
            timeout: Some(Duration::from_millis(2500)),
            start_timeout: Some(Duration::from_secs(90)),
            memory: Some(4_000_000_000),
        };
        let limited = RunRequest { backend: "mine".to_owned(), limits, ..RunRequest::default() };
        let options = "--backend mine --timeout 2.5 --start-timeout 90 --memory 4G";
        assert_eq!(limited.repro_command("cumprod/a"), format!("ascertain run {options} --filter cumprod/a"));
        assert_eq!(limited.doctor(), format!("ascertain doctor {options}"));
        let large = RunRequest { backend: "mine".to_owned(), large: true, ..RunRequest::default() };
        let (one, other) =
            (large.repro_command("cumprod/large/u8/one-line"), large.repro_command("cumprod/a"));
        assert_eq!(one, "ascertain run --backend mine --filter cumprod/large/u8/one-line --large");
        assert!(!other.contains("--large"), "{other}");
        assert!(edition_arguments(&Editions::default()).is_empty());
        assert_eq!(quoted(""), "''");
    }
}
