//! In what two reports differ that should be of one run.

use super::Report;
use crate::report::RunRequest;
use std::borrow::Cow;

impl Report<'_> {
    /// In what the other run differs: editions, backend, seed, selection or number of random cases. In words.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, own: &str, other: &str| {
            (own != other).then(|| format!("its {what} is {}, and there it is {}", shown(own), shown(other)))
        };
        differ("profile", &self.profile, &other.profile)
            .or_else(|| {
                let mut editions = self.editions.iter();
                editions.find_map(|(document, own)| {
                    let other = other.editions.get(document).map_or("", Cow::as_ref);
                    differ(&format!("edition of {document}"), own, other)
                })
            })
            .or_else(|| differ("backend", &self.backend.asked, &other.backend.asked))
            .or_else(|| {
                let [own, other] = [self, other].map(Self::introduced);
                own.zip(other).and_then(|(own, other)| differ("backend", &own, &other))
            })
            .or_else(|| differ("seed", &self.seed, &other.seed))
            .or_else(|| {
                let [own, other] = [self, other].map(|report| report.selected().unwrap_or_default());
                own.iter().zip(&other).find_map(|((what, own), (_, other))| differ(what, own, other))
            })
            .or_else(|| {
                let [own, other] = [self, other].map(Self::wanted);
                own.zip(other).and_then(|(own, other)| differ("number of random cases", &own, &other))
            })
    }

    /// Name and version of the backend, if it has introduced itself.
    fn introduced(&self) -> Option<String> {
        let ended = self.not_started.is_some() || self.incomplete.is_some();
        let silent = ended && self.backend.version.is_empty();
        (!silent).then(|| format!("{} {}", self.backend.name, self.backend.version))
    }

    /// The arguments that select cases and say how to judge.
    fn selected(&self) -> Option<[(&'static str, String); 6]> {
        let RunRequest { own, filters, skips, requirements, demands, observe_readings, .. } =
            self.selection.as_ref().map_or_else(|| Some(RunRequest::default()), |own| own.restore().ok())?;
        let readings = if observe_readings { "observe" } else { "judge" };
        Some([
            ("--vectors", own.map(|own| own.digest).unwrap_or_default()),
            ("--filter", filters.join(" ")),
            ("--skip", skips.join(" ")),
            ("--requirement", requirements.join(" ")),
            ("--expect", demands.join(" ")),
            ("--readings", readings.to_owned()),
        ])
    }

    /// The number of random cases, if all of them were asked.
    fn wanted(&self) -> Option<String> {
        if self.not_started.is_some() || self.incomplete.is_some() {
            return None;
        }
        match self.random {
            None => Some("0".to_owned()),
            Some(random) => (!random.out_of_time).then(|| random.fuzz.to_string()),
        }
    }
}

fn shown(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
