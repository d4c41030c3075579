//! `ascertain-spec coverage`.

use crate::keeper::support::keeper;

#[test]
fn every_requirement_is_tested_or_says_why_not() {
    for profile in ["documented", "latest", "code"] {
        let done = keeper(&["coverage", "--profile", profile]);
        assert_eq!(done.code, 0, "{profile}\n{}", done.out);
        let json = keeper(&["coverage", "--profile", profile, "--format", "json"]).json();
        assert_eq!(json["gaps"], 0, "{profile}");
        let rows = json["requirements"].as_array().expect("requirements");
        for row in rows {
            let id = row["id"].as_str().expect("id");
            assert!(done.out.lines().any(|line| line.trim_start().starts_with(id)), "{id}");
            // A predicate that cases can break is kept by others: both sides of the boundary are asked.
            if row["break"].as_u64() > Some(0) && row["why"].is_null() {
                assert!(row["keep"].as_u64() > Some(0), "{profile}: no case keeps {id}");
            }
        }
    }
}

#[test]
fn every_kind_of_input_has_cases_or_says_why_not() {
    let done = keeper(&["coverage", "--inputs", "--fuzz", "20000"]);
    assert_eq!(done.code, 0, "{}", done.out);
    let json = keeper(&["coverage", "--inputs", "--fuzz", "20000", "--format", "json"]).json();
    assert_eq!((&json["gaps"], &json["fuzz"], &json["seed"]), (&0.into(), &20_000.into(), &0.into()));
    let cells = json["cells"].as_array().expect("cells");
    for cell in cells {
        let name = cell["cell"].as_str().expect("a name");
        let none = cell["fixed"] == 0 && cell["random"] == 0;
        assert!(!none || cell["why"].is_string(), "{cell}");
        assert!(done.out.lines().any(|line| line.trim_start().starts_with(name)), "{name}");
    }
    // Random cases alone come to most of them.
    let drawn = cells.iter().filter(|cell| cell["random"].as_u64() > Some(0)).count();
    assert!(drawn * 10 >= cells.len() * 8, "{drawn} of {}", cells.len());
}

#[test]
fn no_random_case_is_counted_where_none_is_wanted() {
    let json = keeper(&["coverage", "--inputs", "--fuzz", "0", "--format", "json"]).json();
    let cells = json["cells"].as_array().expect("cells");
    assert!(cells.iter().all(|cell| cell["random"] == 0) && cells.iter().any(|cell| cell["fixed"] != 0));
}
