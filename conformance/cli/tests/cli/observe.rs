//! `ascertain observe`.

use crate::support::ascertain;

#[test]
fn habits_are_told_in_text_and_json() {
    let ask = |format: &str| {
        let done = ascertain(&["observe", "--backend", "reference", "--fuzz", "50", "--format", format]);
        assert_eq!(done.code, 0, "{}", done.err);
        done
    };
    let report = ask("json").json();
    assert_eq!(report["version"], 1);
    assert!(
        report["habits"]
            .as_array()
            .is_some_and(|habits| habits.iter().any(|h| h["declares"][0] == "order.f32=sequential"))
    );
    let text = ask("text").out;
    assert!(text.contains("sequential, rounded to its dtype at every step, subnormals kept"), "{text}");
    assert!(text.contains("--expect order=sequential --expect accumulator=own --expect"), "{text}");
}
