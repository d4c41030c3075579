//! A made-up run.

use ascertain::DType;
use ascertain::document::{Citation, Span};
use ascertain_conformance::error_statistics::{ErrorStatistics, Errors, Sums};
use ascertain_conformance::options::Shard;
use ascertain_conformance::report::formats;
use ascertain_conformance::report::github::Annotations;
use ascertain_conformance::report::terminal::{self, View};
use ascertain_conformance::results::Report;
use ascertain_conformance::results::compare::{Difference, Matrix, Side};
use ascertain_conformance::results::{Limits, OwnCases, RunRequest, Selection};
use ascertain_conformance::verdict::{
    Beside, CaseResult, Class, Classes, Evidence, Example, ExpectationStatus, ExpectedFailure, FailKind,
    Judgement, Kinds, KnownAs, KnownEntry, MinimizedCase, RandomCases, Run, Telling, Verdict,
};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

pub(crate) const KINDS: [FailKind; 9] = [
    FailKind::Value,
    FailKind::DType,
    FailKind::Shape,
    FailKind::Status,
    FailKind::AcceptedInvalid,
    FailKind::RejectedValid,
    FailKind::WroteOutside,
    FailKind::Nondeterministic,
    FailKind::Declaration,
];

pub(crate) fn result(id: &str, area: &'static str, judgement: Judgement) -> CaseResult {
    let made = CaseResult::without_details(id, area, format!("what about {id}?"), judgement);
    CaseResult { requirements: &["cumprod.value"], ..made }
}

/// A run with these results.
pub(crate) fn run(results: Vec<CaseResult>) -> Run {
    Run {
        backend: "made-up".to_owned(),
        version: "1.2".to_owned(),
        profile: "documented".to_owned(),
        editions: [("aclnn.cumprod", "cann-8.3.rc1"), ("tik.reinterpret", "cann-8.0.rc3")].into(),
        seed: 1 << 63,
        results,
        unlisted: BTreeMap::new(),
        random: None,
        telling: BTreeMap::new(),
        drift: ErrorStatistics::default(),
        beside: None,
        evidence: Evidence::default(),
        diagnoses: Vec::new(),
        known: Vec::new(),
        not_started: None,
        incomplete: None,
        fail_under: None,
        seconds: 0.25,
    }
}

/// A run with every verdict and every kind of failure, a shrunk one among them, and random cases.
pub(crate) fn everything() -> Run {
    let mut results: Vec<CaseResult> = Vec::new();
    for verdict in Verdict::ALL {
        let mut judgement = Judgement::of(verdict).with_detail("a \"reason\"\nin two lines");
        judgement.elements = 3;
        let mut result = result(&format!("cumprod/{}", verdict.name()), "cumprod", judgement);
        let reason = "rounds twice".to_owned();
        result.known = (verdict == Verdict::Known)
            .then(|| KnownAs { verdict: Verdict::Fail, reason, issue: None }.into());
        results.push(result);
    }
    for kind in KINDS {
        let mut judgement = Judgement::fail("cumprod.value", kind, "1 (0x3c00)", "2 (0x4000)");
        judgement.at = Some(vec![1, 0]);
        judgement.cite = Some(
            Citation {
                document: "aclnn.cumprod",
                edition: "cann-8.3.rc1",
                place: "功能说明",
                span: Span::Lines(20, 46),
            }
            .into(),
        );
        judgement.order_sensitive = 1;
        results.push(result(&format!("reinterpret/{}", kind.name()), "reinterpret", judgement));
    }
    let mut observed = Judgement::of(Verdict::Observed);
    observed.observations.push(("cumprod.rank.zero", "rejected".to_owned()));
    results.push(result("cumprod/open", "cumprod", observed));
    let mut small = result(
        "cumprod/fuzz/9223372036854775808/7",
        "cumprod",
        Judgement::fail("cumprod.value", FailKind::Value, "1", "2"),
    );
    (small.inputs, small.note) = (vec![("input", "1 2 (0x3c00 0x4000)".to_owned())], Some("why".to_owned()));
    small.shrunk = Some(Box::new(MinimizedCase {
        question: "what about one element?".to_owned(),
        inputs: vec![("input", "2 (0x4000)".to_owned())],
        judgement: Judgement::fail("cumprod.value", FailKind::Value, "0.5", "0.25"),
        evaluations: 12,
        vector: "format = 1\n".to_owned(),
    }));
    results.push(small);
    let random = RandomCases { asked: 6, fuzz: 18, out_of_time: true, digest: 7 };
    let lines = 1200;
    let sums = |mean: f64, deviation: f64| {
        let sum = |mean: f64| (mean * lines as f64 * f64::from(1 << 24)) as i128;
        Sums { sum: sum(mean), squares: sum(deviation * deviation + mean * mean) }
    };
    let close = sums(-0.25, 0.3125);
    let (result, models) = (sums(181.5, 36.25), [sums(-3.0, 5.5), close, close]);
    let errors = Errors { operator: "cumprod", dtype: DType::Bf16, least: 257, lines, result, models };
    let mut drift = ErrorStatistics::default();
    drift.add(&errors);
    drift.add(&Errors { least: 1025, result: close, ..errors });
    let entry = ExpectedFailure::new("cumprod/known", "rounds twice");
    let known = vec![KnownEntry { entry, standing: ExpectationStatus::Known, findings: 1 }];
    let (case, says) = ("cumprod/fuzz/1/2".to_owned(), "a | \"word\"".to_owned());
    let example = Example { case, shape: Some(vec![2, 3]), says, times: 1e300 };
    let mut classes = Classes::default();
    (classes[0].cases, classes[2]) = (7, Class { cases: 3, example: Some(example) });
    let beside = Some(Beside {
        standard: "made-up".to_owned(),
        decides: false,
        kinds: Kinds::from([("cumprod f16".to_owned(), classes.clone())]),
        classes,
    });
    let mut run = Run { random: Some(random), drift, beside, known, ..run(results) };
    for (area, cases) in [("cumprod", 4), ("reinterpret", 1)] {
        let requirements = BTreeMap::from([("cumprod.value", cases)]);
        run.telling.insert(area, Telling { cases, requirements });
    }
    for _ in 0..5 {
        run.unlisted.entry("cumprod").or_default().add(&Judgement::of(Verdict::Pass));
    }
    run
}

pub(crate) fn asked() -> RunRequest {
    RunRequest {
        backend: "process:python3 my adapter.py".to_owned(),
        limits: Limits {
            timeout: Some(Duration::from_millis(2500)),
            start_timeout: Some(Duration::from_secs(90)),
            memory: Some(4 << 30),
        },
        selection: Selection {
            own: Some(OwnCases::new(vec!["my vectors".to_owned()], &[], &[])),
            filters: vec!["cumprod".to_owned()],
            skips: vec!["*x".to_owned()],
            requirements: vec!["cumprod.value".to_owned()],
            demands: vec!["order=sequential".to_owned()],
            shard: Some(Shard { part: 2, of: 3 }),
            ..Selection::default()
        },
        ..RunRequest::default()
    }
}

/// What is written, as text without styles.
pub(crate) fn told(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = anstream::StripStream::new(Vec::new());
    write(&mut out).expect("a vector takes everything");
    String::from_utf8(out.into_inner()).expect("UTF-8")
}

/// A run in one of the formats for programs.
pub(crate) fn written(format: &str, run: &Run, asked: &RunRequest) -> String {
    let format = formats::named(format).expect("a format");
    told(|out| (format.write)(out, run, asked))
}

/// A run in a terminal.
pub(crate) fn shown(run: &Run, asked: &RunRequest, view: View) -> String {
    told(|out| terminal::write(out, run, asked, view))
}

/// A run in every form that a report can have, by name.
pub(crate) fn forms(run: &Run, asked: &RunRequest) -> Vec<(&'static str, String)> {
    let formats = formats::FORMATS.iter().map(|format| (format.name, written(format.name, run, asked)));
    let mut forms: Vec<(&str, String)> = formats.collect();
    for (name, width) in [("terminal", 110), ("narrow terminal", 60)] {
        forms.push((
            name,
            shown(run, asked, View { width, findings: usize::MAX, verbose: true, refusals: true }),
        ));
    }
    forms.push(("annotations", told(|out| Annotations::default().write(out, run, asked))));
    forms
}

/// Two runs compared, in every form that a comparison can have, by name; then three, side by side.
pub(crate) fn compared(old: &Run, new: &Run, asked: &RunRequest) -> Vec<(&'static str, String)> {
    let side = |run: &Run, name: &str| {
        Side::new(name, Report::read(&written("json", run, asked)).expect("a report"))
    };
    let sides = [side(old, "old.json"), side(new, "new.json"), side(new, "other.json")];
    let difference = Difference::between(&sides[0], &sides[1]).expect("both started");
    let matrix = Matrix::of(&sides);
    vec![
        ("comparison", told(|out| difference.write_text(out, 110))),
        ("comparison as markdown", told(|out| difference.write_markdown(out))),
        ("comparison as json", told(|out| difference.write_json(out))),
        ("comparison as html", told(|out| difference.write_html(out))),
        ("matrix", told(|out| matrix.write_text(out, 60))),
        ("matrix as markdown", told(|out| matrix.write_markdown(out))),
        ("matrix as json", told(|out| matrix.write_json(out))),
        ("matrix as html", told(|out| matrix.write_html(out))),
    ]
}
