//! `ascertain list`.

use crate::cli::support::ascertain;
use serde_json::json;
use std::collections::HashSet;

#[test]
fn every_cell_and_every_requirement_is_there() {
    for profile in ["latest"] {
        let list = ascertain(&format!("list --format json --profile {profile}")).json();
        assert_eq!(
            list["tables"],
            json!({
                "aclnn.tensor-tensor": {"cells": 256, "asked": 256},
                "aclnn.tensor-scalar": {"cells": 256, "asked": 256},
                "aclnn.conversion": {"cells": 256, "asked": 256},
                "mindspore.tensor-tensor": {"cells": 225, "asked": 225},
                "mindspore.number-tensor": {"cells": 45, "asked": 45},
            })
        );
        let requirements = list["requirements"].as_array().expect("requirements");
        for requirement in requirements {
            let tested = requirement["cases"].as_u64() > Some(0);
            let reason = requirement["via"].is_string() || requirement["unbreakable"].is_string();
            assert!(tested || reason, "{profile}: nothing tests {}", requirement["id"]);
        }
        // What cases claim to test exists.
        let known: HashSet<&str> = requirements.iter().filter_map(|r| r["id"].as_str()).collect();
        for case in list["cases"].as_array().expect("cases") {
            let tests = case["requirements"].as_array().expect("requirements");
            assert!(
                !tests.is_empty() && tests.iter().all(|id| id.as_str().is_some_and(|id| known.contains(id))),
                "{profile}: {case}"
            );
        }
    }
}

#[test]
fn the_formats_agree() {
    let area = "--area mindspore.number-tensor --skip '*number=int'";
    let of = |format| ascertain(&format!("list --format {format} {area}"));
    let ids: Vec<String> = of("ids").out.lines().map(str::to_owned).collect();
    let json = of("json").json();
    let listed: Vec<&str> =
        json["cases"].as_array().expect("cases").iter().filter_map(|c| c["id"].as_str()).collect();
    assert_eq!(ids, listed);
    assert_eq!((ids.len(), &json["areas"]["mindspore.number-tensor"]), (30, &json!(30)));
    let text = of("text").prints("30 cases, 30 of 45 cells").out;
    assert!(ids.iter().all(|id| text.lines().any(|line| line.trim() == id)));
}
