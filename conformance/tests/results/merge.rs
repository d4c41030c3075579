//! Parts of a run, joined, are the run.

use crate::results::backends::{self, Faulty};
use crate::results::support::{Asked, ask, cases, json, large, terminal, with_large};
use ascertain::document::Editions;
use ascertain_conformance::case::Case;
use ascertain_conformance::operator::Registry;
use ascertain_conformance::options::{RunOptions, Shard, Stop};
use ascertain_conformance::results::merge::Parts;
use ascertain_conformance::results::{Report, RunRequest};
use ascertain_conformance::standard::Standard;
use ascertain_conformance::verdict::{ExpectedFailure, Run, Verdict};
use serde_json::json;
use std::sync::atomic::Ordering;

/// How long each part says to have taken.
const SECONDS: f64 = 0.25;

fn asked(seed: u64, fuzz: u64) -> Asked {
    let standard = Standard::named("torch-assert-close").map(|standard| (standard, false));
    Asked { options: RunOptions { seed, fuzz, standard, ..RunOptions::default() }, ..Asked::default() }
}

/// The report of a part, as text.
fn part(backend: Faulty, cases: &[Case], asked: &Asked, [part, of]: [u32; 2]) -> String {
    let own: Vec<Case> = cases.iter().skip(part as usize - 1).step_by(of as usize).cloned().collect();
    let mut asked = asked.clone();
    asked.options.shard = Some(Shard { part, of });
    let large = asked.options.large.cases.into_iter();
    asked.options.large.cases = large.skip(part as usize - 1).step_by(of as usize).collect();
    let (mut run, request) = ask(backend, &own, &asked);
    run.seconds = SECONDS;
    json(&(run, request))
}

fn join(parts: &[(impl AsRef<str>, String)], cases: &[Case]) -> Result<(Run, RunRequest), String> {
    let read = |(name, text): &(_, String)| {
        let name: &str = AsRef::as_ref(name);
        Ok((name.to_owned(), Report::read(text).map_err(|error| format!("{name}: {error}"))?))
    };
    let parts = Parts::new(parts.iter().map(read).collect::<Result<_, String>>()?);
    let parts = parts.map_err(|error| error.to_string())?;
    let large = if parts.asked().large { large() } else { Vec::new() };
    parts.join(cases, &large, Registry::default()).map_err(|error| error.to_string())
}

#[test]
fn all_parts_of_a_run_in_any_order_are_the_run() {
    let cases = cases(&Editions::default(), 200);
    let mut known = vec![
        ExpectedFailure {
            requirement: Some("cumprod.value".to_owned()),
            ..ExpectedFailure::new("*", "rounds twice")
        },
        ExpectedFailure::new("cumprod/no-such", "gone"),
    ];
    // Some of them pass.
    known.extend((0..20).map(|at| ExpectedFailure::new(format!("cumprod/fuzz/3/{at}"), "was wrong")));
    for (at, (name, fuzz)) in [
        ("reference", 500),
        ("wrong elements", 400),
        ("refuses everything", 4600),
        ("a bit of everything", 500),
    ]
    .into_iter()
    .enumerate()
    {
        let known = match at {
            0 => Vec::new(),
            // All that is listed is known, and with it what is not listed.
            2 => vec![ExpectedFailure::new("*", "nothing works")],
            _ => known.clone(),
        };
        let mut asked = Asked { known, ..asked(at as u64, fuzz) };
        asked.options = with_large(asked.options);
        let (single, request) = ask(backends::named(name), &cases, &asked);
        let of = 3;
        let whole = (Run { seconds: SECONDS * f64::from(of), ..single.clone() }, request.clone());
        let mut parts: Vec<(String, String)> = (1..=of)
            .map(|own| (format!("{own}.json"), part(backends::named(name), &cases, &asked, [own, of])))
            .collect();
        parts.rotate_left(1);
        let joined = join(&parts, &cases).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(json(&joined) == json(&whole), "{name} in {of} parts: other JSON");
        assert!(terminal(&joined) == terminal(&whole), "{name} in {of} parts: other text");
        // The rules for very many findings of one kind, and for those that are minimized, were needed.
        let count = |is: fn(&Run) -> usize| is(&single);
        match name {
            "wrong elements" => {
                assert!(count(|run| run.results.iter().filter(|r| r.shrunk.is_some()).count()) > 3, "{name}");
            }
            "refuses everything" => {
                let unlisted = single
                    .unlisted
                    .values()
                    .map(|unlisted| unlisted.tally.counts.of(Verdict::Fail))
                    .sum::<u64>();
                let known = single
                    .unlisted
                    .values()
                    .map(|unlisted| unlisted.tally.counts.of(Verdict::Known))
                    .sum::<u64>();
                assert!(unlisted == 0 && known > 100, "{name}: {unlisted}, {known}");
            }
            _ => {}
        }
    }
}

#[test]
fn a_missing_part_makes_the_run_incomplete() {
    let cases = cases(&Editions::default(), 40);
    for (backend, code) in [("reference", 3), ("accepts everything", 1)] {
        let asked = asked(0, 200);
        let part = |own: u32| (own.to_string(), part(backends::named(backend), &cases, &asked, [own, 8]));
        let (run, _) =
            join(&[part(1), part(4), part(5), part(6), part(7), part(8)], &cases).expect("they fit");
        assert_eq!(run.incomplete.as_deref(), Some("parts 2 and 3 of 8 are missing"));
        assert_eq!(run.exit_code(), code, "{backend}");
        let ids = run.results.iter().map(|result| &*result.id).filter(|id| !id.contains("/fuzz/"));
        assert!(ids.eq(cases.iter().map(|case| &*case.id)), "every case, in the order of the suite");
        for (at, result) in run.results.iter().take(cases.len()).enumerate() {
            let why = format!("not asked: part {} of 8 is missing", at % 8 + 1);
            assert_eq!(
                result.judgement.detail.as_ref() == Some(&why),
                [1, 2].contains(&(at % 8)),
                "{}",
                result.id
            );
        }
        let (run, _) = join(&[part(8)], &cases).expect("it fits");
        assert_eq!(run.incomplete.as_deref(), Some("parts 1, 2, 3, 4, 5, 6 and 7 of 8 are missing"));
    }
    // More parts than cases: those without any are not missing.
    let few = &cases[..3];
    let asked = asked(0, 0);
    let parts =
        [1, 2, 3].map(|own| (own.to_string(), part(backends::named("reference"), few, &asked, [own, 1000])));
    assert_eq!(join(&parts, few).expect("they fit").0.incomplete, None);
    let (run, _) = join(&parts[1..], few).expect("they fit");
    assert_eq!(run.incomplete.as_deref(), Some("part 1 of 1000 is missing"));
}

#[test]
fn a_part_that_ended_early_says_so_in_the_whole() {
    let cases = cases(&Editions::default(), 40);
    let asked = asked(0, 64);
    let first = ("1", part(backends::named("reference"), &cases, &asked, [1, 2]));
    let mut stopped = asked.clone();
    stopped.options.stop = Stop::default();
    stopped.options.stop.flag().store(true, Ordering::SeqCst);
    let second = ("2", part(backends::named("reference"), &cases, &stopped, [2, 2]));
    let (run, _) = join(&[first.clone(), second], &cases).expect("they fit");
    assert_eq!(run.incomplete.as_deref(), Some("part 2 of 2: interrupted"));
    assert_eq!((run.exit_code(), run.counts().of(Verdict::Skipped)), (3, cases.len() as u64 / 2));
    let failed = || {
        let mut backend = backends::named("reference");
        backend.starts = false;
        backend
    };
    let second = ("2", part(failed(), &cases, &asked, [2, 2]));
    let (run, _) = join(&[second.clone(), first], &cases).expect("they fit");
    assert_eq!(run.incomplete.as_deref(), Some("part 2 of 2: the backend did not start: no such library"));
    assert_eq!((run.backend.as_str(), run.not_started.as_deref()), ("reference", None));
    let mut other = backends::named("reference");
    other.name = "numpy";
    let three = [
        ("1", part(failed(), &cases, &asked, [1, 3])),
        ("2", part(backends::named("reference"), &cases, &asked, [2, 3])),
        ("3", part(other, &cases, &asked, [3, 3]).replace("process:numpy", "process:reference")),
    ];
    assert!(join(&three, &cases).map(|_| ()).expect_err("two backends").contains("numpy"));
    let none = [("1", part(failed(), &cases, &asked, [1, 2])), second];
    let (run, _) = join(&none, &cases).expect("they fit");
    assert_eq!((run.not_started.as_deref(), run.results.len()), (Some("no such library"), 0));
}

#[test]
fn what_is_not_of_one_run_is_refused() {
    let cases = cases(&Editions::default(), 40);
    let asked = asked(3, 100);
    let text =
        |own: [u32; 2], asked: &Asked| part(backends::named("a bit of everything"), &cases, asked, own);
    let (one, two) = (text([1, 2], &asked), text([2, 2], &asked));
    let changed = |pointer: &str, value: serde_json::Value| {
        let mut report: serde_json::Value = serde_json::from_str(&two).expect("JSON");
        let (place, key) = pointer.rsplit_once('/').expect("a pointer");
        report.pointer_mut(place).expect(place)[key] = value;
        report.to_string()
    };
    let other = |change: &dyn Fn(&mut Asked)| {
        let mut other = asked.clone();
        change(&mut other);
        text([2, 2], &other)
    };
    let latest = Editions::profile("latest").expect("a profile");
    for (second, says) in [
        (changed("/suite", json!("9.9.9")), "two: written by version 9.9.9"),
        (changed("/backend/name", json!("numpy")), "numpy"),
        (other(&|asked| asked.options.seed = 4), "its seed is 4, and there it is 3"),
        (other(&|asked| asked.options.fuzz = 101), "number of random cases is 101, and there it is 100"),
        (other(&|asked| asked.options.editions = latest.clone()), "its profile is latest"),
        (
            other(&|asked| asked.filters = vec!["cumprod".to_owned()]),
            "its --filter is cumprod, and there it is none",
        ),
        (other(&|asked| asked.options.observe_readings = true), "its --readings is observe"),
        (
            other(&|asked| asked.known = vec![ExpectedFailure::new("cumprod", "r")]),
            "two: its list of known failures",
        ),
        (text([2, 3], &asked), "it is a part of 3, and not of 2"),
        (one.clone(), "two: it is part 1 of 2, and so is one"),
        (changed("/selection", json!({"filter": ["a"]})), "two: it is not the report of a part"),
        (changed("/selection/shard", json!({"part": 3, "of": 2})), "two: the shard is part 3 of 2"),
        (changed("/cases", json!([])), "two: the backend declares something else"),
        (one.replace("\"part\": 1", "\"part\": 2"), "two: case "),
    ] {
        let error = join(&[("one", one.clone()), ("two", second)], &cases).map(|_| ()).expect_err(says);
        assert!(error.contains(says), "{says}: {error}");
    }
    assert!(join(&Vec::<(&str, String)>::new(), &cases).is_err());
    assert!(join(&[("one", one), ("two", two)], &cases).is_ok());
}
