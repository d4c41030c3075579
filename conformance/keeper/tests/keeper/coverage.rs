//! `ascertain-spec coverage`.

use crate::keeper::support::keeper;
use std::collections::HashSet;

#[test]
fn every_requirement_is_tested_or_says_why_not() {
    for profile in ["documented", "latest", "code"] {
        let done = keeper(&["coverage", "--profile", profile]);
        assert_eq!(done.code, 0, "{profile}\n{}", done.out);
        let json = keeper(&["coverage", "--profile", profile, "--format", "json"]).json();
        assert_eq!(json["gaps"], 0, "{profile}");
        let rows = json["requirements"].as_array().expect("requirements");
        let told: HashSet<&str> =
            done.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
        for row in rows {
            let id = row["id"].as_str().expect("id");
            assert!(told.contains(id), "{id}");
            // A predicate that cases can break is kept by others: both sides of the boundary are asked.
            if row["break"].as_u64() > Some(0) && row["why"].is_null() {
                assert!(row["keep"].as_u64() > Some(0), "{profile}: no case keeps {id}");
            }
        }
    }
}
