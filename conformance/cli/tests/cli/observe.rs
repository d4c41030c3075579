//! `ascertain observe`.

use crate::support::ascertain;

#[test]
fn habits_are_told_in_text_and_json() {
    let ask = |format: &str| ascertain(&format!("observe -b reference --fuzz 50 --format {format}")).ends(0);
    let report = ask("json").json();
    assert_eq!(report["version"], 1);
    let mut habits = report["habits"].as_array().expect("habits").iter();
    assert!(habits.any(|habit| habit["declares"][0] == "order.f32=sequential"), "{report}");
    let text = ask("text").prints("sequential, rounded to its dtype at every step, subnormals kept");
    text.prints("--expect order=sequential --expect accumulator=own --expect");
}
