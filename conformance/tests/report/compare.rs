//! Comparing reports.

use crate::report::page::Page;
use crate::report::support::{result, run, told, written};
use ascertain_conformance::report::text::columns;
use ascertain_conformance::results::compare::{Change, Difference, Matrix, Side, check};
use ascertain_conformance::results::{Report, RunRequest, Selection};
use ascertain_conformance::verdict::{CaseResult, FailKind, Judgement, KnownAs, RandomCases, Run, Verdict};
use serde_json::Value;
use std::io::{self, Write};

fn case(id: &str, verdict: Verdict) -> CaseResult {
    let judgement = match verdict {
        Verdict::Fail => {
            Judgement::fail("cumprod.value", FailKind::Value, "6 (0x40c00000)", "5 (0x40a00000)")
        }
        verdict => Judgement::of(verdict),
    };
    let mut case = result(id, "cumprod", judgement);
    if verdict == Verdict::Known {
        case.known =
            Some(KnownAs { verdict: Verdict::Fail, reason: "it rounds".to_owned(), issue: None }.into());
    }
    case
}

fn text(run: &Run) -> String {
    demanding(run, Vec::new())
}

/// The report of a run that demanded something.
fn demanding(run: &Run, demands: Vec<String>) -> String {
    let selection = Selection { demands, ..Selection::default() };
    let asked = RunRequest { backend: "process:./mine".to_owned(), selection, ..RunRequest::default() };
    written("json", run, &asked)
}

fn side(file: &str, text: &str) -> Side {
    Side::new(file, Report::read(text).expect("a report"))
}

fn sides(old: &[(&str, Verdict)], new: &[(&str, Verdict)]) -> [Side; 2] {
    let of = |cases: &[(&str, Verdict)]| text(&run(cases.iter().map(|(id, v)| case(id, *v)).collect()));
    [side("old.json", &of(old)), side("new.json", &of(new))]
}

fn counts(difference: &Difference<'_>) -> [u64; 5] {
    Change::ALL.map(|change| difference.count(change))
}

/// What a comparison says in HTML, after checking what holds for every page.
fn page(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Page {
    let page = Page::read(&told(write));
    page.check("a comparison");
    page
}

#[test]
fn a_case_breaks_if_it_did_not_fail_before() {
    use Verdict::{Crash, Error, Fail, Known, Observed, Pass, Skipped, Unsupported, Warning};
    for (before, now, expected) in [
        (Pass, Fail, Some(Change::Broken)),
        (Pass, Crash, Some(Change::Broken)),
        (Warning, Fail, Some(Change::Broken)),
        (Observed, Fail, Some(Change::Broken)),
        (Fail, Pass, Some(Change::Fixed)),
        (Known, Pass, Some(Change::Fixed)),
        (Crash, Observed, Some(Change::Fixed)),
        (Fail, Crash, Some(Change::Changed)),
        (Fail, Known, Some(Change::Changed)),
        (Known, Fail, Some(Change::Changed)),
        (Pass, Known, Some(Change::Changed)),
        (Pass, Unsupported, Some(Change::Changed)),
        (Pass, Skipped, Some(Change::Changed)),
        (Pass, Error, Some(Change::Changed)),
        (Unsupported, Fail, Some(Change::Changed)),
        (Fail, Fail, None),
        (Pass, Pass, None),
    ] {
        let [old, new] = sides(&[("cumprod/a", before)], &[("cumprod/a", now)]);
        let difference = Difference::between(&old, &new).expect("both started");
        let found = difference.groups.first().map(|group| group.first().change);
        assert_eq!((found, difference.same), (expected, u64::from(expected.is_none())), "{before:?} {now:?}");
        assert_eq!(difference.exit_code() == 1, expected == Some(Change::Broken));
    }
}

#[test]
fn cases_of_one_report_are_new_or_gone() {
    let (pass, fail) = (Verdict::Pass, Verdict::Fail);
    let [old, new] =
        sides(&[("cumprod/a", pass), ("cumprod/b", fail)], &[("cumprod/a", fail), ("cumprod/c", fail)]);
    let difference = Difference::between(&old, &new).expect("both started");
    assert_eq!(counts(&difference), [1, 0, 0, 1, 1]);
}

/// Random cases that pass are only counted, so their absence says that they passed, if they were asked.
#[test]
fn a_random_case_that_is_not_listed_passed_if_it_was_asked() {
    let random = |listed: &[(&str, Verdict)], counted: Verdict, fuzz| {
        let results = listed.iter().map(|(id, verdict)| case(id, *verdict)).collect();
        let random = Some(RandomCases { asked: fuzz, fuzz, out_of_time: false, digest: 0 });
        let mut run = Run { seed: 7, random, ..run(results) };
        run.unlisted.entry("cumprod").or_default().add(&Judgement::of(counted));
        run
    };
    let fails = random(&[("cumprod/fuzz/7/5", Verdict::Fail)], Verdict::Pass, 10);
    for (other, forth, back) in [
        (random(&[], Verdict::Pass, 10), [1, 0, 0, 0, 0], [0, 1, 0, 0, 0]),
        // Not asked, asked with another seed, and perhaps one of those that fail and are only counted.
        (random(&[], Verdict::Pass, 5), [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]),
        (Run { seed: 8, ..random(&[], Verdict::Pass, 10) }, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]),
        (random(&[], Verdict::Fail, 10), [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]),
    ] {
        let [one, two] = [&other, &fails].map(|run| side("r.json", &text(run)));
        assert_eq!(counts(&Difference::between(&one, &two).expect("both started")), forth);
        assert_eq!(counts(&Difference::between(&two, &one).expect("both started")), back);
    }
    // Of a backend that does not offer all calls, the cases have indices beyond their number.
    let which = |run: Run, digest| {
        let random = run.random.map(|random| RandomCases { digest, ..random });
        Run { random, ..run }
    };
    let beyond = || random(&[("cumprod/fuzz/7/35", Verdict::Fail)], Verdict::Pass, 10);
    for (digests, expected) in
        [([5, 5], [0, 1, 0, 0, 0]), ([5, 6], [0, 0, 0, 0, 1]), ([0, 0], [0, 0, 0, 0, 1])]
    {
        let runs = [which(beyond(), digests[0]), which(random(&[], Verdict::Pass, 10), digests[1])];
        let [one, two] = runs.map(|run| side("r.json", &text(&run)));
        assert_eq!(counts(&Difference::between(&one, &two).expect("both started")), expected, "{digests:?}");
    }
    // A demand chooses no cases.
    let demanded = side("r.json", &demanding(&fails, vec!["order=sequential".to_owned()]));
    let one = side("r.json", &text(&random(&[], Verdict::Pass, 10)));
    let difference = Difference::between(&one, &demanded).expect("both started");
    assert_eq!((counts(&difference), difference.notes.len()), ([1, 0, 0, 0, 0], 1));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let passing = text(&run(vec![case("cumprod/a", Verdict::Pass)]));
    let version = format!("\"suite\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let of = |suite: &str| side("r.json", &passing.replace(&version, &format!("\"suite\": \"{suite}\"")));
    assert!(check(&[of("1.2.0"), of("1.9.1"), of("1.0.0")]).is_ok());
    let refused = check(&[of("1.2.0"), of("1.9.1"), of("2.0.0")]).expect_err("another major version");
    assert!(refused.what.contains("2.0.0"), "{refused}");
    // A minor version is compared, and told.
    let (old, new) = (of("1.2.0"), of("1.3.0"));
    assert!(Difference::between(&old, &new).expect("both started").notes.iter().any(|n| n.contains("1.3.0")));
    let dead = side("r.json", &text(&Run { not_started: Some("no file".to_owned()), ..run(Vec::new()) }));
    assert!(Difference::between(&old, &dead).expect_err("nothing to compare").what.contains("no file"));
    let unknown = passing.replace("\"verdict\":\"pass\"", "\"verdict\":\"fine\"");
    assert!(Report::read(&unknown).expect_err("an unknown verdict").what.contains("fine"));
}

#[test]
fn what_broke_is_told_with_an_example_and_the_command() {
    let ids: Vec<String> = (0..30).map(|at| format!("cumprod/vector/a-long-name-{at}")).collect();
    let of = |verdict| ids.iter().map(|id| (&**id, verdict)).collect::<Vec<_>>();
    let mut old = of(Verdict::Pass);
    old.push(("cumprod/gone", Verdict::Pass));
    let mut new = of(Verdict::Fail);
    new[0].1 = Verdict::Unsupported;
    new.push(("cumprod/new", Verdict::Pass));
    let [old, new] = sides(&old, &new);
    let difference = Difference::between(&old, &new).expect("both started");
    assert_eq!(difference.of(Change::Broken).count(), 1, "one cause");
    let text = told(|out| difference.write_text(out, 80));
    let command = "ascertain run --backend process:./mine --filter cumprod/vector/a-long-name-1";
    for says in
        ["Broken: 29 cases", "pass → fail: value", "0x40a00000", command, "cumprod/new", "pass → unsupported"]
    {
        assert!(text.contains(says), "{says}\n{text}");
    }
    for line in text.lines().filter(|line| !line.contains("again ")) {
        assert!(columns(line) <= 80, "{line}");
    }
    let markdown = told(|out| difference.write_markdown(out));
    assert!(markdown.contains(command) && markdown.contains("29 cases broke"), "{markdown}");
    let html = page(|out| difference.write_html(out));
    let groups = html.0.iter().filter(|element| element.has_class("group")).count();
    assert_eq!(groups, difference.groups.len());
    for says in
        ["Something broke", "29 broken", "0x40a00000", command, "cumprod/new", "cumprod/gone", "And 24 more"]
    {
        assert!(html.text().contains(says), "{says}\n{}", html.text());
    }
    let json = told(|out| difference.write_json(out));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["counts"]["broken"], &json["same"]), (&29.into(), &0.into()));
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(32));
}

#[test]
fn two_backends_break_nothing_of_each_other() {
    let of = |name: &str, file: &str, cases: [Verdict; 3]| {
        let ids = ["cumprod/a", "cumprod/b", "cumprod/c"];
        let results = ids.iter().zip(cases).map(|(id, verdict)| case(id, verdict)).collect();
        side(file, &text(&Run { backend: name.to_owned(), ..run(results) }))
    };
    use Verdict::{Fail, Pass};
    let [one, other] = [of("numpy", "a.json", [Pass, Fail, Fail]), of("torch", "b.json", [Fail, Pass, Pass])];
    let difference = Difference::between(&one, &other).expect("both started");
    let words = [
        told(|out| difference.write_text(out, 100)),
        told(|out| difference.write_markdown(out)),
        page(|out| difference.write_html(out)).text().to_owned(),
    ];
    for text in words {
        // Those that are not random.
        let lower = text.to_lowercase().replace("fixed cases that fail", "");
        for says in
            ["only torch fails", "only numpy fails", "wrong results and crashes", "2/3", "torch: pass"]
        {
            assert!(lower.contains(says), "{says}\n{text}");
        }
        for wrong in ["broke", "broken", "fixed", "before", "new report"] {
            assert!(!lower.split(|c: char| !c.is_alphabetic()).any(|word| word == wrong), "{wrong}\n{text}");
        }
    }
    let json = told(|out| difference.write_json(out));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["only"], serde_json::json!({"broken": "torch", "fixed": "numpy"}));
    // Another version of the same backend can break something.
    let older = of("torch", "c.json", [Pass, Pass, Pass]);
    let difference = Difference::between(&older, &other).expect("both started");
    let text = told(|out| difference.write_text(out, 80));
    assert!(text.contains("something broke: 1 broken, 0 fixed"), "{text}");
}

#[test]
fn many_backends_stand_side_by_side() {
    let sides: Vec<Side> = (0..9)
        .map(|at| {
            let cases = (0..1000)
                .map(|n| case(&format!("cumprod/{n}"), if n < at { Verdict::Fail } else { Verdict::Pass }));
            side(&format!("r{at}.json"), &text(&run(cases.collect())))
        })
        .collect();
    let matrix = Matrix::of(&sides);
    assert_eq!(matrix.areas[0].cells[3].wrong(), 3);
    assert_eq!(matrix.requirements[0].name, "cumprod.value");
    let text = told(|out| matrix.write_text(out, 80));
    assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
    for says in ["8/1000", "r8.json", "none was asked", "invalid ones accepted: none"] {
        assert!(text.contains(says), "{says}\n{text}");
    }
    let html = page(|out| matrix.write_html(out));
    let cells = html.named("td").filter(|cell| cell.text == "8/1000").collect::<Vec<_>>();
    assert!(
        cells.len() == 2 && cells.iter().all(|cell| cell.has_class("few-wrong")),
        "an area, a requirement"
    );
    let json = told(|out| matrix.write_json(out));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["areas"][0]["cells"][8]["holds"], 992);
}

/// Others test that what is shown has no power: `hostile.rs`.
#[test]
fn a_report_with_characters_that_nobody_sees_is_refused() {
    for hidden in ["\u{1b}[2J", "\u{202e}"] {
        let report = text(&Run { incomplete: Some(hidden.to_owned()), ..run(Vec::new()) });
        assert!(Report::read(&report).expect_err(hidden).what.contains("cannot see"));
    }
}
