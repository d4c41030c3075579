//! The findings in the Static Analysis Results Interchange Format (SARIF 2.1.0), which code hosts and editors show.
//!
//! A rule is a requirement, with the sentence's citation. A finding that a list of known failures explains is suppressed.
//! What a run did not judge is a notification.

use super::Format;
use super::facts::{facts, headline, text, verdict};
use super::outcome::Outcome;
use super::rules::requirement;
use super::words::editions;
use crate::results::RunRequest;
use crate::results::ordered::gathered;
use ascertain::document::Editions;
use ascertain_judge::case::Cited;
use ascertain_judge::suite;
use ascertain_judge::verdict::{CaseResult, Run, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Static Analysis Results Interchange Format.
pub(super) const FORMAT: Format = Format { name: "sarif", write };

fn write(out: &mut dyn Write, run: &Run, asked: &RunRequest) -> io::Result<()> {
    let found = |result: &&CaseResult| {
        result.judgement.verdict.is_finding() || result.judgement.verdict == Verdict::Known
    };
    let mut rules = Rules { editions: editions(run), ids: Vec::new(), rules: Vec::new() };
    let results: Vec<Value> =
        run.results.iter().filter(found).map(|result| of_result(result, asked, &mut rules)).collect();
    let counts = run.counts();
    let report = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "ascertain",
                "version": suite::VERSION,
                "semanticVersion": suite::VERSION,
                "rules": rules.rules,
            }},
            "invocations": [{
                "executionSuccessful": run.not_started.is_none() && run.incomplete.is_none() && run.exit_code() < 2,
                "exitCode": run.exit_code(),
                "exitCodeDescription": Outcome::of(run).words,
                "commandLine": asked.repeat(run),
                "toolExecutionNotifications": notifications(run),
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {
                "backend": run.backend,
                "version": run.version,
                "profile": run.profile,
                "editions": run.editions,
                "cases": gathered::<_, Counts>(Verdict::ALL.map(|v| (v.name(), counts.of(v)))),
            },
        }],
    });
    serde_json::to_writer(&mut *out, &report)?;
    writeln!(out)
}

type Counts = std::collections::BTreeMap<&'static str, u64>;

/// The rules that results name, in the order of the first one of each.
struct Rules {
    editions: Editions,
    ids: Vec<&'static str>,
    rules: Vec<Value>,
}

impl Rules {
    /// The index of the rule that decided. A crash has no requirement, so its verdict is the rule.
    fn of(&mut self, result: &CaseResult) -> (&'static str, usize) {
        let judgement = &result.judgement;
        let verdict = result.known.as_ref().map_or(judgement.verdict, |known| known.verdict);
        let id = judgement.requirement.or(match result.requirements[..] {
            [only] if verdict == Verdict::Fail || verdict == Verdict::Warning => Some(only),
            _ => None,
        });
        let id = id.unwrap_or(verdict.name());
        if let Some(at) = self.ids.iter().position(|other| *other == id) {
            return (id, at);
        }
        let requirement = requirement(id, &self.editions);
        let says = requirement.map_or(id, |requirement| requirement.says);
        let mut rule = json!({"id": id, "shortDescription": {"text": says}});
        let cite = requirement
            .map(|requirement| Cited::from(requirement.cite))
            .or_else(|| judgement.cite.as_deref().cloned());
        if let Some(cite) = cite {
            rule["fullDescription"] = json!({"text": format!("{says} ({cite})")});
            if let Some(address) = cite.address {
                rule["helpUri"] = json!(address);
            }
        }
        if let Some(level) = requirement.map(|requirement| requirement.level.name()) {
            rule["properties"] = json!({"level": level});
        }
        self.ids.push(id);
        self.rules.push(rule);
        (id, self.ids.len() - 1)
    }
}

fn of_result(result: &CaseResult, asked: &RunRequest, rules: &mut Rules) -> Value {
    let (id, at) = rules.of(result);
    let judgement = &result.judgement;
    let judged = result.known.as_ref().map_or(judgement.verdict, |known| known.verdict);
    let mut written = json!({
        "ruleId": id,
        "ruleIndex": at,
        "level": if judged == Verdict::Warning { "warning" } else { "error" },
        "message": {"text": format!("{}: {}\n\n{}", verdict(result), headline(result), text(&facts(result, asked)))},
        "locations": [{"logicalLocations": [{"name": result.area, "fullyQualifiedName": result.id}]}],
        "partialFingerprints": {"case/v1": result.id},
        "properties": {"verdict": judgement.verdict.name()},
    });
    if let Some(basis) = judgement.basis {
        written["properties"]["basis"] = json!(basis.name());
    }
    if let Some(known) = &result.known {
        let issue = known.issue.as_ref().map_or(String::new(), |issue| format!(" ({issue})"));
        let reason = format!("{}{issue}", known.reason);
        written["suppressions"] =
            json!([{"kind": "external", "status": "accepted", "justification": reason}]);
    }
    written
}

/// What keeps a run from saying more than it does, and entries of the list of known failures that no longer hold.
fn notifications(run: &Run) -> Vec<Value> {
    let error = |text: String| json!({"level": "error", "message": {"text": text}});
    let not_started =
        run.not_started.iter().map(|reason| error(format!("the backend did not start: {reason}")));
    let incomplete = run.incomplete.iter().map(|reason| error(format!("the run is incomplete: {reason}")));
    let stale = run.known.iter().filter(|known| known.standing.fails()).map(|known| {
        let (standing, entry) = (known.standing.name(), &known.entry);
        error(format!("known failures, {standing}: {}: {}", entry.subject(), entry.reason))
    });
    let is_whole = run.not_started.is_none() && run.incomplete.is_none();
    let lacking = (is_whole && run.lacks_coverage()).then(|| error(Outcome::of(run).meaning.into_owned()));
    not_started.chain(incomplete).chain(lacking).chain(stale).collect()
}
