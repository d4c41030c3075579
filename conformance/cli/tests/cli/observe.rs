//! `ascertain observe`.

use crate::cli::support::ascertain;

#[test]
fn habits_are_told_in_text_and_json() {
    let ask = |format: &str| {
        ascertain(&format!("observe -b reference --operators cumprod --fuzz 50 --format {format}")).ends(0)
    };
    let report = ask("json").json();
    assert_eq!(report["version"], 1);
    let mut habits = report["habits"].as_array().expect("habits").iter();
    assert!(habits.any(|habit| habit["declares"][0] == "order.f32=sequential"), "{report}");
    let text = ask("text").prints("sequential, rounded to its dtype at every step, subnormals kept");
    text.prints("--expect order=sequential --expect accumulator=own --expect");
}

#[test]
fn chosen_operators_alone_are_observed() {
    let report =
        ascertain("observe -b reference --operators exp,sqrt --fuzz 50 --format json").ends(0).json();
    let habits = report["habits"].as_array().expect("habits");
    assert!(
        !habits.is_empty()
            && habits.iter().all(|habit| habit["operator"] == "exp" || habit["operator"] == "sqrt")
    );
    let open = report["left_open"].as_array().expect("what is left open");
    let of_them = |id: &str| id.starts_with("exp.") || id.starts_with("sqrt.");
    assert!(
        !open.is_empty() && open.iter().all(|point| point["requirement"].as_str().is_some_and(of_them)),
        "{open:?}"
    );
}
