//! The report in a terminal.

use crate::report::support::{asked, everything, result, run, shown};
use ascertain::contract::Basis;
use ascertain_conformance::report::terminal::View;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::results::summary::Summary;
use ascertain_conformance::verdict::{CaseResult, Diagnosis, FailKind, Judgement, Verdict};

#[test]
fn a_small_run_reads_like_this() {
    let mut pass = Judgement::of(Verdict::Pass);
    pass.elements = 6;
    let fail = Judgement::fail("cumprod.value", FailKind::Value, "6 (0x40c00000)", "5 (0x40a00000)")
        .with_detail("the last factor is missing");
    let mut observed = Judgement::of(Verdict::Observed);
    observed.observations.push(("cumprod.rank.zero", "rejected".to_owned()));
    let run = run(vec![
        result("cumprod/a", "cumprod", pass),
        result("cumprod/b", "cumprod", fail),
        result("cumprod/c", "cumprod", observed),
        result("reinterpret/a", "reinterpret", Judgement::of(Verdict::Unsupported).with_detail("no views")),
    ]);
    let asked = RunRequest { backend: "process:./mine".to_owned(), ..RunRequest::default() };
    let expected = format!(
        "\
ascertain {} on made-up 1.2, profile documented, seed 9223372036854775808
  aclnn.cumprod cann-8.3.rc1 · tik.reinterpret cann-8.0.rc3

  area         cases  passed  failed  warnings  observed  unsupported  coverage  order-sensitive
  cumprod          3       1       1         ·         1            ·      100%                ·
  reinterpret      1       ·       ·         ·         ·            1        0%                ·
  total            4       1       1         ·         1            1       75%                ·

Why cases were not judged
  unsupported  reinterpret/a: no views

Where the documents are silent or disagree
  cumprod.rank.zero  rejected

fail: value  cumprod/b
  asked     what about cumprod/b?
  expected  6 (0x40c00000)
  got       5 (0x40a00000)
  detail    the last factor is missing
  requires  cumprod.value: element i along dim is the product of the elements 1 to i of the converted input
  again     ascertain run --backend process:./mine --filter cumprod/b

not obeyed: 1 case passed, 1 failed, 1 observed, 1 unsupported in 250 ms (exit code 1: a case failed,
  crashed, timed out or broke the protocol)
",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(
        shown(&run, &asked, View { width: 110, findings: 10, verbose: true, refusals: true }),
        expected
    );
}

#[test]
fn every_verdict_is_counted_and_every_group_shows_an_example() {
    let text =
        shown(&everything(), &asked(), View { width: 160, findings: 100, verbose: true, refusals: true });
    let heading = text.lines().find(|line| line.trim_start().starts_with("area")).expect("a table");
    for column in ["passed", "failed", "crash", "timeout", "protocol", "error", "skipped"] {
        assert!(heading.contains(column), "{column}\n{heading}");
    }
    // 1 fail verdict, 9 kinds of fail, 1 shrunk; warning, crash, timeout, protocol and error.
    assert!(!text.contains(" in 16 groups"), "no overview of findings that all follow and stand alone");
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("again ")).count(), 16);
    let debugged: Vec<_> = text.lines().filter(|line| line.contains(" gdb ")).collect();
    let [debugger] = debugged.as_slice() else { panic!("one crash, but {debugged:?}") };
    assert!(
        debugger.contains("--timeout 86400") && debugger.ends_with("--filter cumprod/crash"),
        "{debugger}"
    );
    assert!(text.contains("found by  what about cumprod/fuzz/9223372036854775808/7?"), "{text}");
    assert!(text.contains("asked     what about one element?"), "{text}");
    let random = "6 cases until the time was up; --shard 2/3 --fuzz 18 --seed 9223372036854775808 repeats";
    assert!(text.contains(random), "{text}");
    let telling = "telling   5 random cases could have shown a wrong value, the fewest of reinterpret: 1\n";
    assert!(text.contains(telling), "{text}");
    for line in ["input     2 (0x4000)", "note      why", "page      https://"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let errors = "\
Errors explained by no evaluation known here (mean ± spread, in ulp)
  operator  dtype  elements     lines  this backend  sequential    pairwise        wide
  cumprod   bf16   257 to 1024  1,200  181.5 ± 36.2  -3.0 ± 5.5  -0.2 ± 0.3  -0.2 ± 0.3
";
    assert!(text.contains(errors) && !text.contains("1025 and more"), "{text}");
    let few = shown(&everything(), &asked(), View { width: 160, findings: 3, verbose: true, refusals: true });
    assert!(few.contains("16 findings in 16 groups") && few.contains("13 more findings"), "{few}");
    // Each of the findings, and the first of the costliest group.
    assert_eq!(few.lines().filter(|line| line.trim_start().starts_with("again ")).count(), 4);
}

#[test]
fn alike_findings_stand_together() {
    let findings = |n, got: &'static str| {
        (0..n).map(move |i| {
            result(
                &format!("cumprod/{got}/{i}"),
                "cumprod",
                Judgement::fail("cumprod.value", FailKind::DType, "f32", got),
            )
        })
    };
    let run = run(findings(120, "f64").chain(findings(3, "f16")).collect());
    let text = shown(&run, &asked(), View { width: 110, findings: 2, verbose: true, refusals: true });
    assert!(text.contains("123 findings in 1 group"), "{text}");
    assert!(text.contains("f32: got f64 ×120, f16 ×3"), "{text}");
    assert!(text.contains("121 more findings"), "{text}");
    assert!(text.contains("\n         again      ascertain run "), "below the group's other lines\n{text}");
}

#[test]
fn what_findings_have_in_common_is_told_though_all_are_shown() {
    let case = |at: usize, verdict, words: &str| {
        let mut case = result(&format!("cumprod/{at}"), "cumprod", Judgement::of(verdict));
        let mut properties = case.properties.clone();
        properties.say(words);
        case.properties = properties.shared();
        case
    };
    let found = [(0, Verdict::Fail), (1, Verdict::Fail)].map(|(at, verdict)| case(at, verdict, "dim < 0"));
    let passing = (2..9).map(|at| case(at, Verdict::Pass, if at == 2 { "dim < 0" } else { "in place" }));
    let view = View { width: 80, findings: 9, verbose: true, refusals: true };
    let mut run = run(found.into_iter().chain(passing).collect());
    let text = shown(&run, &asked(), view);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "in common dim < 0; 1 passing case is so as well, so it is not the whole cause";
    assert!(words.contains(said), "{text}");
    // Below a cause it would contradict that.
    let says = "the last factor is missing".to_owned();
    run.results[..2].iter_mut().for_each(|result| result.cause = Some(says.clone()));
    run.diagnoses = vec![Diagnosis { says, explains: 2, failures: 2, passes: 7 }];
    let text = shown(&run, &asked(), view);
    assert!(text.contains("explains 2 of 2 failures") && !text.contains("in common"), "{text}");
}

#[test]
fn crashes_with_one_message_are_one_group_and_so_are_calls_not_asked_after_them() {
    let crash =
        |id: &str, area, detail: &str| result(id, area, Judgement::of(Verdict::Crash).with_detail(detail));
    let mut results = vec![
        crash("cumprod/a", "cumprod", "the adapter ended: signal 11; stderr: in f16, at 0x1f"),
        crash("reinterpret/a", "reinterpret", "the adapter ended: signal 11; stderr: in s8"),
        crash("cumprod/b", "cumprod", "not asked, since the last 2 calls of cumprod got no answer"),
    ];
    let groups = |results: &[CaseResult]| Summary::of(&run(results.to_vec())).groups.len();
    assert_eq!(groups(&results), 1);
    results.push(crash("cumprod/c", "cumprod", "the adapter ended: exit code 1"));
    assert_eq!(groups(&results), 2);
}

#[test]
fn a_rule_of_several_pages_is_one_group_and_values_are_not() {
    let accepted = |area: &'static str, rule: &'static str| {
        let judgement = Judgement::fail(rule, FailKind::AcceptedInvalid, "a rejection", "accepted");
        result(&format!("{area}/a"), area, judgement)
    };
    let value = |area: &'static str, rule: &'static str| {
        result(&format!("{area}/b"), area, Judgement::fail(rule, FailKind::Value, "1", "2"))
    };
    let run = run(vec![
        accepted("all", "all.self.dtype"),
        accepted("any", "any.self.dtype"),
        accepted("any", "any.out.dtype"),
        value("all", "all.value"),
        value("any", "any.value"),
    ]);
    let summary = Summary::of(&run);
    let groups = summary.groups.iter();
    let groups: Vec<_> =
        groups.map(|g| (g.findings.len(), g.place().into_owned(), g.named().into_owned())).collect();
    let of = |count, place: &str, named: &str| (count, place.to_owned(), named.to_owned());
    assert_eq!(
        groups,
        [
            of(1, "all", "all.value"),
            of(1, "any", "any.value"),
            of(2, "2 operators", "*.self.dtype"),
            of(1, "any", "any.out.dtype"),
        ]
    );
    let shown = |refusals| shown(&run, &asked(), View { width: 110, findings: 0, verbose: true, refusals });
    assert!(shown(true).contains("2 operators"));
    // Beside wrong values they are one line.
    let line = "      3  calls that a page refuses are accepted, in 2 groups; --show refusals lists them\n";
    assert!(shown(false).contains(line) && !shown(false).contains("2 operators"), "{}", shown(false));
}

#[test]
fn findings_that_are_counted_and_not_listed_are_told() {
    let mut reading = Judgement::fail("cumprod.value", FailKind::Value, "1", "2");
    reading.basis = Some(Basis::Reading);
    let mut run = run(vec![result("cumprod/fuzz/0/1", "cumprod", reading.clone())]);
    for _ in 0..1234 {
        run.unlisted.entry("cumprod").or_default().add(&reading);
    }
    run.unlisted.entry("cumprod").or_default().add(&Judgement::of(Verdict::Pass));
    assert_eq!((run.exit_code(), run.failures_on_readings()), (1, 1235));
    let text =
        shown(&run, &RunRequest::default(), View { width: 110, findings: 10, verbose: true, refusals: true });
    assert!(text.contains("1,234 more random findings of the same kinds: counted, not listed"), "{text}");
    assert!(text.contains("1,235 failed (1,235 on readings alone)"), "{text}");
}

/// A backend may say something else about each call.
#[test]
fn very_many_messages_are_grouped_in_linear_time() {
    let words = "words ".repeat(300);
    let message = |n: usize| Judgement::of(Verdict::Error).with_detail(format!("x{n} {words}"));
    let results = (0..5_000).map(|n| result(&format!("cumprod/x{n}"), "cumprod", message(n)));
    let run = run(results.collect());
    let start = std::time::Instant::now();
    assert_eq!(Summary::of(&run).groups.len(), 5_000);
    // Comparing them with each other takes minutes.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn why_cases_were_not_judged_is_told_by_reason() {
    let with = |at: usize, verdict, reason: &str| {
        result(&format!("cumprod/{at}"), "cumprod", Judgement::of(verdict).with_detail(reason))
    };
    let few = [0, 1].map(|at| with(at, Verdict::Skipped, "too large for 2 GB"));
    let often = (2..1202).map(|at| with(at, Verdict::Unsupported, "no views"));
    let many = (1202..1212).map(|at| with(at, Verdict::Unsupported, &format!("no {at}")));
    let mut made = run(few.into_iter().chain(often).chain(many).collect());
    (0..7)
        .for_each(|_| made.unlisted.entry("cumprod").or_default().add(&Judgement::of(Verdict::Unsupported)));
    let text = shown(&made, &asked(), View { width: 80, findings: 10, verbose: true, refusals: true });
    let lines: Vec<&str> = text.lines().skip_while(|line| *line != "Why cases were not judged").collect();
    assert_eq!(lines[1], "  unsupported  1,200 cases: no views", "{text}");
    assert_eq!(lines[2], "  skipped      2 cases: too large for 2 GB", "{text}");
    assert_eq!(lines[3], "  unsupported  cumprod/1202: no 1202", "{text}");
    assert!(lines.contains(&"  and 4 more reasons; --report json=FILE lists all"), "{text}");
    assert!(lines.contains(&"  and 7 random cases"), "{text}");
}
