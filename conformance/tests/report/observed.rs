//! The report of `ascertain observe`.

use crate::report::support::told;
use ascertain_conformance::observe::{Deviation, Evidence, Habit, Observed};
use ascertain_conformance::report::observed;

#[test]
fn a_deviation_is_shown_with_the_case_that_deviates() {
    let deviation = Deviation {
        candidate: "sequential, rounded to f32 at every step".into(),
        case: "cumprod/fuzz/0/7".into(),
        question: "cumprod(input = f32[2, 3], dim = 1)".into(),
        expected: "6 (0x40c00000)".into(),
        got: "5 (0x40a00000)".into(),
        detail: "element [1, 2]".into(),
        vector: None,
    };
    let lines =
        [&deviation.candidate, &deviation.case, &deviation.question, &deviation.got].map(Clone::clone);
    let habit = Habit {
        operator: "cumprod",
        about: "products",
        of: "f32".into(),
        is: "in none of the known ways".into(),
        declares: Vec::new(),
        candidates: Vec::new(),
        evidence: Evidence { crafted: 100, cases: 6, elements: 600, wrong: 0 },
        deviation: Some(Box::new(deviation)),
    };
    let observed = Observed {
        version: 1,
        suite: "0.1.0",
        backend: "made-up 1.2".into(),
        profile: "documented".into(),
        editions: [("aclnn.cumprod", "cann-8.3.rc1")].into(),
        seed: "0".into(),
        fuzz: 2000,
        unspecified: Vec::new(),
        habits: vec![habit],
    };
    let shown = told(|out| observed::write(out, &observed, 100));
    assert!(shown.contains("first deviation from"), "{shown}");
    for line in lines {
        assert!(shown.contains(&line), "{line} is not in: {shown}");
    }
}
