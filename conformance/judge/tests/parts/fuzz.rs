//! Random cases.

use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain_judge::case::Question;
use ascertain_judge::fuzz::{Fuzzer, with_shapes};
use ascertain_judge::operator::Registry;

#[test]
fn a_sketch_is_the_case_but_for_its_values() {
    let editions = Editions::default();
    for seed in [3, with_shapes(3, 50)] {
        let fuzzer = Fuzzer::new(seed, &editions, Registry::default());
        let shown = |call: &Call| Question(call).to_string();
        for index in 0..2_000 {
            let (sketch, case) = (fuzzer.sketch(index), fuzzer.generate(index));
            assert_eq!((&sketch.id, &sketch.requirements), (&case.id, &case.requirements));
            assert_eq!(shown(&sketch.call), shown(&case.call), "{}", case.id);
        }
    }
}
