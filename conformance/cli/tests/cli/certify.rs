//! `certify`: certificates from reports.

use crate::support::{Done, ascertain, folder};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Runs the suite, and returns the path of the report.
fn run(folder: &Path, name: &str, more: &[&str]) -> String {
    let path = folder.join(name);
    let target = format!("json={}", path.display());
    let done = ascertain(&[&["run", "--fuzz", "300", "--report", &target], more].concat());
    assert!(done.code != 2, "{}", done.err);
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn certify(report: &str, more: &[&str]) -> Done {
    ascertain(&[&["certify", report], more].concat())
}

#[test]
fn the_same_run_gives_the_same_certificate() {
    let folder = folder();
    let one = certify(&run(folder.path(), "1", &[]), &[]);
    assert_eq!(one.code, 0, "{}", one.err);
    let certificate = one.json();
    assert_eq!((&certificate["backend"], &certificate["random"]), (&"reference".into(), &300.into()));
    assert!(certificate["coverage"].as_f64() > Some(90.0), "{certificate}");
    for basis in ["stated", "derived", "elsewhere", "reading"] {
        let kept = &certificate["requirements"][basis];
        assert!(kept["tested"].as_u64() > Some(0) && kept["broken"] == 0, "{basis}: {kept}");
    }
    let saved = folder.path().join("certificate.json");
    fs::write(&saved, &one.out).expect("a file can be written");
    let saved = saved.to_str().expect("a path in UTF-8");
    let again = run(folder.path(), "2", &["--jobs", "2"]);
    let parts = ["1/2", "2/2"].map(|shard| run(folder.path(), &shard.replace('/', "-"), &["--shard", shard]));
    let merged = folder.path().join("merged");
    let target = format!("json={}", merged.display());
    assert_eq!(ascertain(&["merge", &parts[0], &parts[1], "--report", &target]).code, 0);
    for report in [&*again, merged.to_str().expect("a path in UTF-8")] {
        let same = certify(report, &["--check", saved]);
        assert_eq!(same.code, 0, "{}{}", same.out, same.err);
    }
    let other = certify(&run(folder.path(), "3", &["--seed", "1"]), &["--check", saved]);
    assert_eq!(other.code, 1, "{}", other.err);
    assert!(other.out.contains("seed") && other.out.contains("results"), "{}", other.out);
    assert!(!other.out.contains("specification"), "{}", other.out);
}

#[test]
fn only_whole_and_honest_reports_are_certified() {
    let folder = folder();
    let whole = run(folder.path(), "whole", &[]);
    let text = fs::read_to_string(&whole).expect("a report");
    let lines: Vec<&str> = text.lines().collect();
    let tampered = folder.path().join("tampered");
    let passed = lines.iter().rposition(|line| line.contains("\"verdict\":\"pass\"")).expect("a case passes");
    let without = [&lines[..passed], &lines[passed + 1..]].concat().join("\n");
    fs::write(&tampered, without).expect("a file can be written");
    let failing = "process:sh -c 'read l; echo \"{\\\"id\\\":0,\\\"ok\\\":{\\\"protocol\\\":1,\\\"name\\\":\\\"a\\\",\
                   \\\"version\\\":\\\"1\\\",\\\"ops\\\":{\\\"promote\\\":{\\\"tables\\\":[\\\"aclnn.tensor-tensor\\\"]}}}}\"'";
    for (report, more, says) in [
        (run(folder.path(), "filter", &["--filter", "aclnn.*"]), &[][..], "a part of the suite"),
        (run(folder.path(), "shard", &["--shard", "1/2"]), &[], "a part of the suite"),
        (run(folder.path(), "readings", &["--readings", "observe"]), &[], "a part of the suite"),
        (run(folder.path(), "expect", &["--expect", "subnormals=keep"]), &[], "a part of the suite"),
        (run(folder.path(), "time", &["--max-time", "0.001"]), &[], "incomplete"),
        (run(folder.path(), "crash", &["--backend", failing]), &[], "% of the cases"),
        (tampered.to_str().expect("a path in UTF-8").to_owned(), &[], "does not follow from its cases"),
        ("nothing.json".to_owned(), &[], "nothing.json"),
    ] {
        let done = certify(&report, more);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{report}");
        assert!(done.err.contains(says), "{report}: {}", done.err);
    }
}

#[test]
fn a_failing_backend_gets_a_certificate_that_says_so() {
    let folder = folder();
    // Everything is refused, so every valid call fails.
    let adapter = r#"import json, sys
tables = ["aclnn.tensor-tensor", "aclnn.tensor-scalar", "mindspore.tensor-tensor", "mindspore.number-tensor"]
every = "f32 f16 f64 bf16 s8 u8 s16 u16 s32 u32 s64 u64 bool c32 c64 c128".split()
for line in sys.stdin:
    asked = json.loads(line)
    ok = {"protocol": 1, "name": "refuses", "version": "1", "ops": {"promote": {"tables": tables},
          "cumprod": {"dtypes": every, "inplace": True, "strided": True}, "reinterpret": {"dtypes": every, "strided": True}}}
    if asked["cmd"] == "bye": break
    if asked["cmd"] == "promote": ok = [{"rejected": {"message": "no"}} for _ in asked["ask"]]
    reply = {"rejected": {"message": "no"}} if asked["cmd"] in ("cumprod", "reinterpret") else {"ok": ok}
    print(json.dumps({"id": asked["id"], **reply}), flush=True)
"#;
    let path = folder.path().join("refuses.py");
    fs::write(&path, adapter).expect("a file can be written");
    let backend = format!("process:python3 {}", path.display());
    let done = certify(&run(folder.path(), "report", &["--backend", &backend]), &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let certificate: Value = done.json();
    assert!(certificate["verdicts"]["fail"].as_u64() > Some(100), "{certificate}");
    assert!(certificate["requirements"]["stated"]["broken"].as_u64() > Some(0), "{certificate}");
}
