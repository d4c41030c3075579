//! `ascertain list`.

use crate::cli::support::ascertain;
use serde_json::json;

#[test]
fn every_cell_is_asked() {
    let list = ascertain("list --format json --filter 'aclnn.*' --filter mindspore").json();
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
