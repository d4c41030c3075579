//! What a run was asked.

use super::limits::Limits;
use super::own::OwnCases;
use super::site::Site;
use ascertain::document::{DEFAULT_PROFILE, Editions, PROFILES};
use ascertain_judge::fuzz;
use ascertain_judge::options::Shard;
use ascertain_judge::text::typed;
use ascertain_judge::verdict::{END, Run, is_large};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The arguments of a run, so that a report can print the command that repeats a case. What chooses cases and says how to
/// judge is stored; backend, limits and editions stand elsewhere in a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// The backend as named on the command line.
    #[serde(skip)]
    pub backend: String,
    /// Limits of its processes.
    #[serde(skip)]
    pub limits: Limits,
    /// Arguments that choose the same editions; empty for the default.
    #[serde(skip)]
    pub editions: Vec<String>,
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
    /// Whether large cases were asked too.
    #[serde(skip)]
    pub large: bool,
    /// The site of the specification, to which reports lead.
    #[serde(skip)]
    pub site: Option<Site>,
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

impl RunRequest {
    /// What chooses cases and says how to judge: what is stored.
    #[must_use]
    pub fn selection(&self) -> Self {
        let (backend, limits, editions) = (String::new(), Limits::default(), Vec::new());
        Self { backend, limits, editions, large: false, site: None, ..self.clone() }
    }

    /// The same, as it would be typed: options and their values.
    #[must_use]
    pub fn words(&self) -> [(&'static str, String); 8] {
        let readings = if self.observe_readings { "observe" } else { "judge" };
        [
            ("list of files", self.files.join(" ")),
            ("--vectors", self.own.as_ref().map(|own| own.digest.clone()).unwrap_or_default()),
            ("--filter", self.filters.join(" ")),
            ("--skip", self.skips.join(" ")),
            ("--requirement", self.requirements.join(" ")),
            ("--expect", self.demands.join(" ")),
            ("--shard", self.shard.map(|shard| shard.to_string()).unwrap_or_default()),
            ("--readings", readings.to_owned()),
        ]
    }

    /// Whether all of the suite was asked: no filter, no shard.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let patterns = [&self.filters, &self.skips, &self.requirements, &self.files];
        patterns.iter().all(|patterns| patterns.is_empty()) && self.shard.is_none()
    }

    /// The same with nothing in it that people cannot see, as reports have it.
    #[must_use]
    pub fn sanitized(self) -> Self {
        let all = |texts: Vec<String>| texts.iter().map(|text| typed(text)).collect();
        Self {
            backend: typed(&self.backend),
            files: all(self.files),
            own: self.own.map(|own| OwnCases { paths: all(own.paths), digest: typed(&own.digest) }),
            filters: all(self.filters),
            skips: all(self.skips),
            requirements: all(self.requirements),
            demands: all(self.demands),
            ..self
        }
    }

    /// The command that runs one case again. The id of a random case contains its seed. A finding that belongs to no case
    /// needs all of them.
    #[must_use]
    pub fn repro_command(&self, case: &str) -> String {
        let mut command =
            String::from(if self.files.is_empty() { "ascertain run" } else { "ascertain replay" });
        // A path that looks like an option.
        let path = |file: &str| if file.starts_with('-') { format!("./{file}") } else { file.to_owned() };
        self.files.iter().for_each(|file| command.push_str(&format!(" {}", quoted(&path(file)))));
        command.push_str(&format!(" --backend {}{}", quoted(&self.backend), self.limits.options()));
        for own in self.own.iter().flat_map(|own| &own.paths) {
            command.push_str(&format!(" --vectors {}", quoted(&path(own))));
        }
        for argument in &self.editions {
            command.push(' ');
            command.push_str(argument);
        }
        for demand in &self.demands {
            command.push_str(&format!(" --expect {}", quoted(demand)));
        }
        if self.observe_readings {
            command.push_str(" --readings observe");
        }
        if case == END {
            return command;
        }
        command.push_str(&format!(" --filter {}", quoted(case)));
        if self.large && is_large(case) {
            command.push_str(" --large");
        }
        command
    }

    /// Whether the run asked this case alone: [`Self::repro_command`] is the command that was typed.
    #[must_use]
    pub fn is_only(&self, case: &str) -> bool {
        self.filters == [case] && self.skips.is_empty() && self.requirements.is_empty()
    }

    /// The command that repeats a whole run.
    #[must_use]
    pub fn repeat(&self, run: &Run) -> String {
        let mut command = self.repro_command(END);
        let patterns =
            [("--filter", &self.filters), ("--skip", &self.skips), ("--requirement", &self.requirements)];
        for (flag, pattern) in patterns.iter().flat_map(|(flag, all)| all.iter().map(move |p| (flag, p))) {
            command.push_str(&format!(" {flag} {}", quoted(pattern)));
        }
        if let Some(shard) = self.shard {
            command.push_str(&format!(" --shard {shard}"));
        }
        if self.large {
            command.push_str(" --large");
        }
        let fuzz = run.random.map_or(0, |random| random.fuzz);
        command.push_str(&format!(" --fuzz {fuzz}"));
        if run.seed != 0 {
            command.push_str(&format!(" {}", fuzz::arguments(run.seed)));
        }
        command
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

/// Arguments that choose these editions: the profile if it is not the default, and each edition that differs from it.
#[must_use]
pub fn edition_arguments(editions: &Editions) -> Vec<String> {
    let name = editions.profile_name();
    let mut arguments = Vec::new();
    if name != PROFILES[DEFAULT_PROFILE].name {
        arguments.push(format!("--profile {name}"));
    }
    let plain = Editions::profile(name).unwrap_or_default();
    for ((document, chosen), (_, usual)) in editions.iter().zip(plain.iter()) {
        if chosen.name != usual.name {
            arguments.push(format!("--edition {}={}", document.id, chosen.name));
        }
    }
    arguments
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
    use super::{Limits, RunRequest, edition_arguments, quoted};
    use ascertain::document::Editions;
    use std::time::Duration;

    #[test]
    fn says_how_to_ask_again() {
        let editions = Editions::profile("code").and_then(|e| e.with("aclnn.cumprod", "2026-03"));
        let asked = RunRequest {
            backend: "process:python3 it's.py".to_owned(),
            editions: edition_arguments(&editions.expect("both exist")),
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
