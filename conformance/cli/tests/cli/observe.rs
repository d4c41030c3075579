//! `ascertain observe`.

use crate::cli::support::ascertain;

#[test]
fn accuracies_are_told_in_text_and_json() {
    let ask = |format: &str| {
        ascertain(&format!("observe -b reference --operators exp --fuzz 50 --format {format}")).ends(0)
    };
    let report = ask("json").json();
    assert_eq!(report["version"], 2);
    let first = &report["accuracy"][0];
    assert_eq!([&first["operator"], &first["dtype"], &first["is"]], ["exp", "f16", "correctly rounded"]);
    ask("text").prints("exp  f16, bf16, f32").prints("correctly rounded");
}

#[test]
fn chosen_operators_alone_are_observed() {
    let report =
        ascertain("observe -b reference --operators exp,sqrt --fuzz 50 --format json").ends(0).json();
    let all = report["accuracy"].as_array().expect("a list");
    assert!(!all.is_empty() && all.iter().all(|one| one["operator"] == "exp" || one["operator"] == "sqrt"));
    let open = report["left_open"].as_array().expect("what is left open");
    let of_them = |id: &str| id.starts_with("exp.") || id.starts_with("sqrt.");
    assert!(
        !open.is_empty() && open.iter().all(|point| point["requirement"].as_str().is_some_and(of_them)),
        "{open:?}"
    );
}
