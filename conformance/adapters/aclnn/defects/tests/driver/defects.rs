//! Libraries with one of the vendor's defects each: each defect is found, or observed where the edition is silent.

use crate::run;
use crate::support::{faulty, in_parallel};

/// A defect, the profile that judges, the requirement, and the verdicts beside passes that its cases get.
const FOUND: [(&str, &str, &str, &[&str]); 14] = [
    ("", "documented", "cumprod.dim.dtype", &[]),
    ("null-out", "documented", "cumprod.out.null", &["observed: accepted"]),
    ("", "documented", "cumprod.out.null", &["observed: rejected"]),
    ("dtype-mismatch-success", "documented", "cumprod.out.dtype.given", &["fail: status"]),
    ("dtype-mismatch-success", "code", "cumprod.out.dtype.given", &["observed: rejected"]),
    ("undefined-takes-out", "documented", "cumprod.out.dtype.undefined", &["fail: accepted-invalid"]),
    (
        "undefined-takes-out",
        "code",
        "cumprod.out.dtype.undefined",
        &["observed: accepted", "observed: rejected"],
    ),
    ("empty-in-place", "documented", "cumprod.inplace.empty", &["warning: accepted-invalid"]),
    ("empty-in-place-refused", "documented", "cumprod.inplace.empty", &[]),
    ("int64-dim", "documented", "cumprod.dim.dtype", &["fail: accepted-invalid"]),
    ("int64-dim", "code", "cumprod.dim.dtype", &[]),
    ("wrong-code", "documented", "cumprod.dim.range", &["fail: status"]),
    ("wrong-code", "latest", "cumprod.rank.max", &["fail: status"]),
    ("wrong-product", "documented", "cumprod.dim.range", &["fail: value"]),
];

#[test]
fn each_defect_is_found_or_observed() {
    let faulty = faulty();
    in_parallel(&FOUND, |&(defect, profile, requirement, wanted)| {
        let variables = [("ASCERTAIN_ACLNN_DEFECTS", defect)];
        let arguments = ["--profile", profile, "--requirement", requirement, "--filter", "cumprod/rule"];
        let done = run(&faulty, &variables, &arguments);
        let mut verdicts: Vec<String> = done
            .verdicts(requirement)
            .into_iter()
            .filter(|verdict| !matches!(verdict.as_str(), "pass" | "observed"))
            .collect();
        for case in done.about(requirement).filter(|case| case["verdict"] == "observed") {
            let words = case["observations"].to_string();
            let what = if words.contains("rejected") { "observed: rejected" } else { "observed: accepted" };
            if case["id"].as_str().is_some_and(|id| id.contains(&format!("{requirement}/breaks")))
                && !verdicts.iter().any(|v| v == what)
            {
                verdicts.push(what.to_owned());
            }
        }
        verdicts.sort();
        assert_eq!(verdicts, wanted, "{defect:?} in {profile}, {requirement}: {}", done.said);
        let code = i32::from(wanted.iter().any(|verdict| verdict.starts_with("fail")));
        assert_eq!(done.code, code, "{defect:?} in {profile}: {}", done.said);
    });
}
