//! The JSON report. scripts/formats.sh compares it with its schema.

use crate::report::support::{KINDS, asked, everything, result, run, written};
use ascertain_conformance::properties::Properties;
use ascertain_conformance::results::RunRequest;
use ascertain_conformance::verdict::{FailKind, Judgement, Run, Verdict};
use serde_json::{Value, json};

fn report_of(run: &Run, asked: &RunRequest) -> Value {
    serde_json::from_str(&written("json", run, asked)).expect("the report is JSON")
}

#[test]
fn it_says_what_the_run_says() {
    let run = everything();
    let report = report_of(&run, &asked());
    assert_eq!(report["seed"], "9223372036854775808", "digits beyond 2^53 survive");
    let cases = report["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), run.results.len());
    for verdict in Verdict::ALL {
        let listed = cases.iter().filter(|c| c["verdict"] == verdict.name()).count() as u64;
        let unlisted = report["unlisted"]["cumprod"]["verdicts"][verdict.name()].as_u64().unwrap_or(0);
        assert_eq!(report["summary"][verdict.name()], listed + unlisted, "{}", verdict.name());
    }
    for kind in KINDS {
        let case = cases.iter().find(|c| c["id"] == format!("reinterpret/{}", kind.name())).expect("a case");
        assert_eq!((&case["kind"], &case["at"]), (&json!(kind.name()), &json!([1, 0])));
        assert_eq!(case["cite"], "aclnn.cumprod cann-8.3.rc1, 功能说明, lines 20-46");
    }
    assert_eq!(cases[0]["detail"], "a \"reason\"\nin two lines");
    assert_eq!((&cases[0]["elements"], &cases[0]["question"]), (&json!(3), &Value::Null));
    let small = &cases[cases.len() - 1]["shrunk"];
    assert_eq!((&small["expected"], &small["vector"]), (&json!("0.5"), &json!("format = 1\n")));
    assert_eq!(small["inputs"], json!({"input": "2 (0x4000)"}));
    let found = &cases[cases.len() - 1];
    assert_eq!((&found["inputs"], &found["note"]), (&json!({"input": "1 2 (0x3c00 0x4000)"}), &json!("why")));
    let cited = cases.iter().find(|case| case["cite"].is_string()).expect("a citation");
    assert!(cited["address"].as_str().is_some_and(|address| address.starts_with("https://")), "{cited}");
    assert_eq!(report["areas"]["reinterpret"]["order_sensitive"], 9);
    assert_eq!(report["exit_code"], 1);
    let errors = &report["errors"];
    assert_eq!((&errors[0]["unexplained"], &errors[1]["unexplained"]), (&json!(true), &json!(false)));
    assert_eq!((&errors[0]["result"]["mean"], &errors[1]["most_factors"]), (&json!(181.5), &Value::Null));
    let sums = [-3 * 1200 * (1_i64 << 24), 157 * 300 * (1 << 24)].map(|sum| sum.to_string());
    assert_eq!(errors[0]["models"]["sequential"], json!({"mean": -3.0, "deviation": 5.5, "sums": sums}));
    assert_eq!(report["random"], json!({"asked": 6, "digest": 7, "fuzz": 18, "out_of_time": true}));
    assert_eq!(report["telling"]["cumprod"], json!({"cases": 4, "requirements": {"cumprod.value": 4}}));
    let shard = json!({"part": 2, "of": 3});
    assert_eq!(
        (&report["selection"]["shard"], &report["selection"]["expect"][0]),
        (&shard, &json!("order=sequential"))
    );
}

#[test]
fn groups_say_what_their_findings_have_in_common() {
    let case = |at: usize, verdict, length| {
        let judgement = Judgement { elements: 3, ..Judgement::of(verdict) };
        let mut case = result(&format!("cumprod/{at}"), "cumprod", judgement);
        if verdict == Verdict::Fail {
            case.judgement.kind = Some(FailKind::Value);
        }
        let mut properties = Properties { length: Some(length), ..case.properties.clone() };
        properties.say(if at.is_multiple_of(2) { "dim < 0" } else { "in place" });
        case.properties = properties.shared();
        case
    };
    let passing = (0..12).map(|at| case(at, Verdict::Pass, at / 2));
    let run = run(passing.chain([(12, 9), (14, 20)].map(|(at, n)| case(at, Verdict::Fail, n))).collect());
    let report = report_of(&run, &asked());
    let expected = json!([{
        "verdict": "fail", "area": "cumprod", "kind": "value", "requirement": "cumprod.value",
        "in_common": {"words": "lines longer than 5", "passing": 0},
        "cases": ["cumprod/12", "cumprod/14"],
    }]);
    assert_eq!(report["groups"], expected);
}
