//! Puts findings that seem to have one cause into one group.

use super::common_properties::{CommonProperties, alternatives};
use super::ordered::{gathered, sort_by_key};
use ascertain::DType;
use ascertain::contract::{Basis, OperatorSpec};
use ascertain_judge::operator::is_declared;
use ascertain_judge::verdict::{CaseResult, Diagnosis, FailKind, Verdict};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Findings that seem to have one cause.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The area, if it is one.
    pub area: Option<&'static str>,
    /// The verdict.
    pub verdict: Verdict,
    /// The kind of failure.
    pub kind: Option<FailKind>,
    /// The requirement that most of its findings name.
    pub requirement: Option<&'static str>,
    /// The mistake that explains its findings.
    pub diagnosis: Option<&'a Diagnosis>,
    /// What its findings have in common, and most passing cases do not.
    pub shared: Option<CommonProperties>,
    /// Its findings, in a summary those with the fewest elements first.
    pub findings: Vec<&'a CaseResult>,
}

/// An expected answer, and the answers that came instead, the most frequent first.
pub type Pattern<'a> = (&'a str, Vec<(String, u64)>);

/// What a group of findings costs a user, the costliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Wrong results, and calls that end badly.
    Results,
    /// Valid calls are refused.
    Refused,
    /// Calls that a page refuses are accepted.
    Accepted,
    /// Nothing fails.
    Advice,
}

impl<'a> Group<'a> {
    /// What it costs.
    #[must_use]
    pub fn cost(&self) -> Cost {
        match self.kind {
            _ if !self.verdict.is_failure() => Cost::Advice,
            Some(FailKind::RejectedValid) => Cost::Refused,
            Some(FailKind::AcceptedInvalid) => Cost::Accepted,
            _ => Cost::Results,
        }
    }

    /// Who says what its findings rest on, if it is the same for all.
    #[must_use]
    pub fn basis(&self) -> Option<Basis> {
        let mut all = self.findings.iter().map(|finding| finding.judgement.basis);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// Where its findings are: the area, or how many areas.
    #[must_use]
    pub fn place(&self) -> Cow<'static, str> {
        match self.area {
            Some(area) => area.into(),
            None if self.rule().is_none() => "several areas".into(),
            None => {
                let areas: BTreeSet<&str> = gathered(self.findings.iter().map(|finding| finding.area));
                format!("{} operators", areas.len()).into()
            }
        }
    }

    /// The same with names: of several areas, the first two and how many more there are.
    #[must_use]
    pub fn named_place(&self) -> Cow<'static, str> {
        if self.area.is_some() || self.rule().is_some() {
            return self.place();
        }
        let areas: BTreeSet<&str> = gathered(self.findings.iter().map(|finding| finding.area));
        let named: Vec<&str> = areas.iter().copied().take(2).collect();
        match areas.len() - named.len() {
            0 => named.join(" and ").into(),
            more => format!("{} and {more} more", named.join(", ")).into(),
        }
    }

    /// The requirement that it names; of several operators, what their requirements are called there: `*.self.dtype`.
    #[must_use]
    pub fn named(&self) -> Cow<'static, str> {
        match (self.requirement, self.rule()) {
            (Some(requirement), _) => requirement.into(),
            (None, Some(rule)) => format!("*.{rule}").into(),
            (None, None) => "several requirements".into(),
        }
    }

    /// The rule that several operators have, each in its own contract, if all findings break that.
    fn rule(&self) -> Option<&'static str> {
        let mut rules = self.findings.iter().map(|finding| rule(finding));
        let first = rules.next()??;
        rules.all(|other| other == Some(first)).then_some(first)
    }

    /// What was expected and what came, the most frequent first.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern<'a>> {
        // Messages that say the same thing of other dtypes or sizes are one answer.
        type Messages<'a> = BTreeMap<Cow<'a, str>, Vec<&'a str>>;
        let mut patterns: BTreeMap<&str, Messages<'_>> = BTreeMap::new();
        for finding in &self.findings {
            let judgement = &finding.judgement;
            // A pattern is one line.
            let first = |text: Option<&'a str>| text.and_then(|text| text.lines().next()).unwrap_or_default();
            let expected = first(judgement.expected.as_deref());
            let got = first(judgement.got.as_deref().or(judgement.detail.as_deref()));
            // The details after ", with" differ from finding to finding.
            let got = got.split_once(", with ").map_or(got, |(got, _)| got);
            let is_message = judgement.got.is_none();
            let usual = if is_message { usual(got).into() } else { Cow::Borrowed(got) };
            patterns.entry(expected).or_default().entry(usual).or_default().push(got);
        }
        let merged = |messages: Vec<&str>| (merged(&messages), messages.len() as u64);
        let patterns = patterns.into_iter();
        let mut patterns: Vec<Pattern<'_>> =
            patterns.map(|(e, got)| (e, got.into_values().map(merged).collect())).collect();
        patterns.iter_mut().for_each(|(_, got)| sort_by_key(got, |(_, count)| u64::MAX - count));
        sort_by_key(&mut patterns, |(_, got)| u64::MAX - got.iter().map(|(_, count)| count).sum::<u64>());
        patterns
    }
}

/// The rule of a declared operator that a finding breaks, as its contract calls it. Pages of one family state the same rules, and
/// an implementation that breaks one breaks them all.
fn rule(finding: &CaseResult) -> Option<&'static str> {
    let operator = OperatorSpec::named(finding.area)?;
    let is_accepted = finding.judgement.kind == Some(FailKind::AcceptedInvalid);
    let rule = finding.decisive_requirement()?.strip_prefix(finding.area)?.strip_prefix('.')?;
    (is_declared(operator) && is_accepted).then_some(rule)
}

/// What findings of one group have in common at first sight. What makes no difference is left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cause<'a> {
    verdict: Verdict,
    /// The mistake that explains it.
    explained: Option<&'a str>,
    area: Option<&'static str>,
    kind: Option<FailKind>,
    requirement: Option<&'static str>,
    /// A rule of several operators.
    rule: Option<&'static str>,
    /// A message without what differs from call to call.
    message: Option<String>,
    /// The status that was expected, and the one that came instead.
    statuses: [Option<&'a str>; 2],
}

impl<'a> Cause<'a> {
    pub(super) fn of(result: &'a CaseResult) -> Self {
        let (judgement, area) = (&result.judgement, Some(result.area));
        let (verdict, kind) = (judgement.verdict, judgement.kind);
        let explained = result.cause.as_deref();
        let any = Self {
            verdict,
            explained,
            area: None,
            kind,
            requirement: None,
            rule: None,
            message: None,
            statuses: [None; 2],
        };
        match (verdict, kind) {
            // However it shows.
            _ if explained.is_some() => Self { kind: None, ..any },
            (Verdict::Crash | Verdict::Timeout | Verdict::Protocol | Verdict::Error, _) => {
                let message = Some(usual(judgement.detail.as_deref().unwrap_or_default()));
                Self { kind: None, message, ..any }
            }
            // Something outside the result was written, whatever was asked.
            (_, Some(FailKind::WroteOutside)) => any,
            (_, Some(FailKind::Status)) => {
                let statuses = [judgement.expected.as_deref(), judgement.got.as_deref()];
                Self { area, statuses, ..any }
            }
            // Which requirement allows a refused call is a guess.
            (_, Some(FailKind::RejectedValid)) => Self { area, ..any },
            _ => match rule(result) {
                Some(rule) => Self { rule: Some(rule), ..any },
                None => Self { area, requirement: result.decisive_requirement(), ..any },
            },
        }
    }

    /// Whether both are ways to break requirements of one area.
    fn may_join(&self, other: &Self) -> bool {
        let alike = |cause: &Self| (cause.verdict, cause.area, cause.kind);
        let explained = self.explained.or(other.explained).is_some();
        !explained
            && self.area.is_some()
            && self.kind != Some(FailKind::Status)
            && alike(self) == alike(other)
    }
}

/// Findings by cause, in the order of the first one of each.
#[derive(Default)]
pub(super) struct Causes<'a> {
    diagnoses: &'a [Diagnosis],
    found: Vec<(Cause<'a>, Vec<&'a CaseResult>)>,
    at: HashMap<Cause<'a>, usize>,
    /// The first message of each verdict.
    messages: HashMap<Verdict, usize>,
}

impl<'a> Causes<'a> {
    /// No findings yet.
    pub(super) fn new(diagnoses: &'a [Diagnosis]) -> Self {
        Self { diagnoses, ..Self::default() }
    }

    /// Adds a finding to those with the same cause.
    pub(super) fn add(&mut self, finding: &'a CaseResult) {
        let cause = Cause::of(finding);
        let known = match &cause.message {
            // Calls that were not even asked, since others before got no answer.
            Some(message) if message.starts_with("not asked") => self.messages.get(&cause.verdict),
            _ => self.at.get(&cause),
        };
        if let Some(&at) = known {
            return self.found[at].1.push(finding);
        }
        if cause.message.is_some() {
            self.messages.entry(cause.verdict).or_insert(self.found.len());
        }
        self.at.insert(cause.clone(), self.found.len());
        self.found.push((cause, vec![finding]));
    }
}

/// A message without what differs from call to call: numbers, shapes, dtypes, and what an adapter quotes or prints.
fn usual(message: &str) -> String {
    parts(message).into_iter().map(|(_, usual)| usual).collect()
}

/// The parts of a message, and what each is without what differs from call to call.
fn parts(message: &str) -> Vec<(&str, &str)> {
    const DETAILS: [&str; 5] =
        ["; stderr: ", ", in the line: ", ", printed `", "; the call was answered", "; in a batch of "];
    let end = DETAILS.iter().filter_map(|start| message.find(start)).min().unwrap_or(message.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut parts = Vec::new();
    let mut rest = &message[..end];
    while let Some(first) = rest.chars().next() {
        let shape = rest.find(']').map_or("", |end| &rest[..=end]);
        let is_shape = |c: char| c.is_ascii_digit() || "[]-, ".contains(c);
        let (length, usual) = if first == '[' && shape.chars().all(is_shape) && !shape.is_empty() {
            (shape.len(), Some("shape"))
        } else {
            let differs = |(at, c): (usize, char)| at > 0 && (c == '[' || is_word(c) != is_word(first));
            let length = rest.char_indices().find(|at| differs(*at)).map_or(rest.len(), |(at, _)| at);
            let part = &rest[..length];
            let is_number = part.starts_with(|c: char| c.is_ascii_digit());
            let dtype = DType::from_name(part).map(|_| "dtype");
            (length, dtype.or(is_number.then_some("number")))
        };
        let (part, after) = rest.split_at(length);
        parts.push((part, usual.unwrap_or(part)));
        rest = after;
    }
    parts
}

/// Messages that are alike but for what differs from call to call, as one: `the bytes of s64 for s8, s16 or s32`. Where only numbers
/// differ, it is the first as it was given.
fn merged(messages: &[&str]) -> String {
    const VALUES: usize = 4;
    let different: BTreeSet<&str> = gathered(messages.iter().copied());
    let [first, _, ..] = different.iter().copied().collect::<Vec<_>>()[..] else {
        return messages.first().copied().unwrap_or_default().to_owned();
    };
    let word = |(part, usual)| if matches!(usual, "number" | "shape") { usual } else { part };
    let but_numbers = |message| parts(message).into_iter().map(word).collect::<String>();
    if different.iter().all(|message| but_numbers(message) == but_numbers(first)) {
        return parts(messages[0]).into_iter().map(|(part, _)| part).collect();
    }
    let all: Vec<Vec<(&str, &str)>> = different.iter().map(|message| parts(message)).collect();
    let merge = |(at, (part, usual)): (usize, (&str, &str))| {
        let values: BTreeSet<&str> =
            gathered(all.iter().filter_map(|parts| parts.get(at)).map(|(part, _)| *part));
        let mut values: Vec<&str> = values.into_iter().collect();
        values.sort_unstable_by_key(|value| (value.len(), *value));
        match values.len() {
            0 | 1 => part.to_owned(),
            2..=VALUES => alternatives(&values),
            // An article, so that it reads as a sentence.
            _ => format!("a {usual}"),
        }
    };
    parts(first).into_iter().enumerate().map(merge).collect()
}

/// Groups of findings. Where two ways to break requirements of one area share a property that most passing cases lack, it
/// is one cause: a wrong axis shows in place and out of place, and with a conversion and without.
pub(super) fn groups<'a>(causes: Causes<'a>, passing: &[&CaseResult]) -> Vec<Group<'a>> {
    let mut groups: Vec<(Cause<'a>, Group<'a>)> = Vec::new();
    let mut findings = causes.found;
    // A stable sort: the largest first, so that smaller ones join it.
    sort_by_key(&mut findings, |(_, findings)| usize::MAX - findings.len());
    for (cause, findings) in findings {
        let joined = groups.iter_mut().filter(|(other, _)| cause.may_join(other)).find_map(|(_, group)| {
            let all: Vec<&CaseResult> = group.findings.iter().chain(&findings).copied().collect();
            let shared = shared(&all, passing).filter(|shared| shared.passing <= fixed(&all))?;
            Some((group, all, shared))
        });
        match joined {
            Some((group, all, shared)) => {
                group.requirement = most_named(&all);
                (group.findings, group.shared) = (all, Some(shared));
            }
            None => {
                let (area, shared) = (one_area(&findings), shared(&findings, passing));
                let (verdict, kind) = (findings[0].judgement.verdict, findings[0].judgement.kind);
                // Of several operators, each has its own.
                let requirement = most_named(&findings).filter(|_| area.is_some() || cause.rule.is_none());
                let kind = kind.filter(|_| findings.iter().all(|finding| finding.judgement.kind == kind));
                let diagnosis =
                    cause.explained.and_then(|says| causes.diagnoses.iter().find(|d| d.says == says));
                // Below a cause, what passing cases have too would contradict it.
                let shared = shared.filter(|shared| diagnosis.is_none() || shared.passing == 0);
                let group = Group { area, verdict, kind, requirement, diagnosis, shared, findings };
                groups.push((cause, group));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// What findings have in common, compared with passing cases of the same areas. Wrong elements are compared with right
/// ones: a call that is refused, or has no elements, says nothing about them.
fn shared(findings: &[&CaseResult], passing: &[&CaseResult]) -> Option<CommonProperties> {
    if findings.len() < 2 {
        return None;
    }
    let value = findings.iter().all(|finding| finding.judgement.kind == Some(FailKind::Value));
    let areas: BTreeSet<&str> = gathered(findings.iter().map(|finding| finding.area));
    let alike = |case: &&&CaseResult| areas.contains(case.area) && (!value || case.judgement.elements > 0);
    CommonProperties::of(findings, &passing.iter().filter(alike).copied().collect::<Vec<_>>())
}

/// How many are not random: passing random cases are not listed.
fn fixed(findings: &[&CaseResult]) -> usize {
    findings.iter().filter(|finding| !finding.id.contains("/fuzz/")).count()
}

fn one_area(findings: &[&CaseResult]) -> Option<&'static str> {
    let area = findings.first()?.area;
    findings.iter().all(|finding| finding.area == area).then_some(area)
}

/// The requirement that most findings name, if at least half of them name it.
fn most_named(findings: &[&CaseResult]) -> Option<&'static str> {
    let mut named: BTreeMap<&'static str, usize> = BTreeMap::new();
    for requirement in findings.iter().filter_map(|finding| finding.decisive_requirement()) {
        *named.entry(requirement).or_default() += 1;
    }
    let (requirement, count) = named.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 2 >= findings.len()).then_some(requirement)
}

#[cfg(test)]
mod tests {
    use super::{merged, usual};

    #[test]
    fn what_differs_from_call_to_call_is_left_out() {
        for (message, same) in [
            ("KeyError: 'f16'", "KeyError: 'bf16'"),
            ("the adapter ended: signal 11", "the adapter ended: signal 11; stderr: dim 3"),
            ("expected id 4, got id 7, in the line: `{}`", "expected id 12, got id 9, in the line: `x`"),
            ("line 12, in run: bad 0x7f3a", "line 12, in run: bad 0x1100"),
            (
                "the adapter, or a library, printed `dim -1` there",
                "the adapter, or a library, printed `dim 0` there",
            ),
            ("the answer is s64[2, -1], not s8[]", "the answer is s32[3], not s16[4, 1]"),
        ] {
            assert_eq!(usual(message), usual(same));
        }
        let of = |dtype: &str| format!("returned the bytes of s64 for {dtype}");
        let messages = ["s8", "s32", "s16", "s8"].map(of);
        let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
        assert_eq!(merged(&messages), of("s8, s16 or s32"));
        assert_eq!(merged(&["dim 2", "dim 1", "dim 3", "dim 4", "dim 5"]), "dim 2");
        let axes = ["axis 3 of [1, 2]", "axis 5 of [1]", "axis 9 of [7]; stderr: x"];
        assert_eq!(merged(&axes), axes[0], "of numbers no sentence is made that nobody said");
        assert_eq!(merged(&["f32 of 1", "f16 of 2"]), "f16 or f32 of 1 or 2");
        assert_ne!(usual("name 'torhc' is not defined"), usual("name 'nmupy' is not defined"));
    }
}
