//! What is new, what is known and why, and what is fixed: every report says so.

use crate::report::support::{asked, compared, forms, result, run};
use ascertain_conformance::known;
use ascertain_conformance::verdict::{ExpectedFailure, FailKind, Judgement, Run, Verdict};

/// Where a failure is tracked.
const LINK: &str = "https://example.org/17";

/// A run in which three cases had these verdicts, and a list that names the first two.
fn listed(verdicts: [Verdict; 3], list: &[ExpectedFailure]) -> Run {
    let judgement = |verdict| match verdict {
        Verdict::Fail => {
            Judgement::fail("cumprod.value", FailKind::Value, "6 (0x40c00000)", "5 (0x40a00000)")
        }
        verdict => Judgement::of(verdict),
    };
    let cases = ["cumprod/rounds", "cumprod/mended", "cumprod/new"].into_iter().zip(verdicts);
    let mut run = run(cases.map(|(id, verdict)| result(id, "cumprod", judgement(verdict))).collect());
    known::apply(&mut run, list, true);
    run
}

#[test]
fn every_report_tells_new_known_and_fixed_failures_apart() {
    use Verdict::{Fail, Pass};
    let rounds = ExpectedFailure {
        issue: Some(LINK.to_owned()),
        ..ExpectedFailure::new("cumprod/rounds", "it rounds twice")
    };
    let list = [rounds, ExpectedFailure::new("cumprod/mended", "it was cut")];
    let (before, now) = (listed([Fail, Fail, Pass], &list[1..]), listed([Fail, Pass, Fail], &list));
    // What a report says of the new, the known and the fixed failure.
    let says = |form: &str| -> [&'static [&'static str]; 3] {
        match form {
            "json" => [
                &[
                    "\"id\":\"cumprod/new\",\"area\":\"cumprod\",\"requirements\":[\"cumprod.value\"],\"verdict\":\"fail\"",
                ],
                &[
                    "\"verdict\":\"known\"",
                    "\"known\":{\"verdict\":\"fail\",\"reason\":\"it rounds twice\"",
                    LINK,
                ],
                &["it was cut", "\"fixed\""],
            ],
            "html" => [
                &["cumprod&#x2f;new"],
                &["it rounds twice", "example.org&#x2f;17"],
                &["remove the entry", "it was cut"],
            ],
            "junit" => [
                &["<testcase name=\"cumprod&#x2f;new\" classname=\"cumprod\">\n            <failure"],
                &[
                    "message=\"it rounds twice (https:&#x2f;&#x2f;example.org&#x2f;17); without the list: fail\"",
                ],
                &[
                    "<testcase name=\"cumprod&#x2f;mended\" classname=\"known failures\">\n            <failure",
                    "it was cut",
                ],
            ],
            "markdown" => [
                &["1 finding in 1 group", "case      cumprod/new"],
                &["`cumprod/rounds`: 1 finding: `it rounds twice` (`https://example.org/17`)"],
                &["`cumprod/mended`: **no case fails any more; remove the entry**: `it was cut`"],
            ],
            "terminal" | "narrow terminal" => [
                &["fail: value  cumprod/new"],
                &["  known       cumprod/rounds: 1 finding: it rounds twice", LINK],
                &["  fixed       cumprod/mended: no case fails", "it was cut"],
            ],
            // What is known needs nobody's attention there.
            "annotations" => {
                [&["cumprod/new: expected 6"], &[], &["cumprod/mended: no case fails", "it was cut"]]
            }
            "comparison" => [
                &["pass → fail: value", "case      cumprod/new"],
                &["fail → known", "it rounds twice (https://example.org/17)"],
                &["known → pass", "it was cut"],
            ],
            "comparison as markdown" => [
                &["pass → fail", "case      cumprod/new"],
                &["fail → known, `cumprod`: `cumprod/rounds`: `it rounds twice (https://example.org/17)`"],
                &["known → pass, `cumprod`: `cumprod/mended`: `it was cut`"],
            ],
            "comparison as json" => [
                &["\"before\": \"pass\"", "\"now\": \"fail\""],
                &["\"known\": \"it rounds twice (https://example.org/17)\"", "\"now\": \"known\""],
                &["\"before\": \"known\"", "\"known\": \"it was cut\"", "\"now\": \"pass\""],
            ],
            "comparison as html" => {
                [&["cumprod&#x2f;new"], &["cumprod&#x2f;rounds"], &["cumprod&#x2f;mended"]]
            }
            // Side by side there are counts only.
            "matrix" | "matrix as markdown" | "matrix as json" | "matrix as html" => [&[]; 3],
            other => panic!("what does {other} say of known failures?"),
        }
    };
    for (form, text) in forms(&now, &asked()).into_iter().chain(compared(&before, &now, &asked())) {
        for words in says(form).into_iter().flatten() {
            assert!(text.contains(words), "{form} does not say {words}:\n{text}");
        }
    }
}
