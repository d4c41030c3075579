//! Right answers pass: what vectors store, by the oracle too. `false_alarms.rs` asks them of honest implementations, which
//! compute something else.

use super::{VectorJudge, by_documents, right, stored_cases};
use ascertain::backend::{Rejection, Reply};
use ascertain::document::PROFILES;

#[test]
fn what_a_vector_stores_is_right_by_the_vector_and_by_the_oracle() {
    for profile in PROFILES {
        let judge = VectorJudge::new(profile.name);
        let (mut answers, mut refusals) = (0, 0);
        for (case, stored) in stored_cases(&judge.editions) {
            let id = format!("profile {}: {}", profile.name, case.id);
            for (i, answer) in stored.answers.iter().enumerate() {
                answers += 1;
                let by_vector = judge.answers(&case, answer);
                assert!(right(&by_vector), "{id}, answer {i}: {by_vector:#?}");
                let by_oracle = judge.answers(&by_documents(&case), answer);
                assert!(right(&by_oracle), "{id}, answer {i}, by the documents: {by_oracle:#?}");
            }
            if stored.answers.is_empty() {
                refusals += 1;
                let names = stored.statuses.iter().map(|s| Some(i64::from(*s)));
                // A rejection without a status passes too, since few interfaces have one.
                for status in names.chain([None]) {
                    let reply = Reply::Rejected(Rejection { status, message: "no".into() });
                    let by_vector = judge.judge(&case, &reply);
                    assert!(right(&by_vector), "{id}, status {status:?}: {by_vector:#?}");
                    let by_rules = judge.judge(&by_documents(&case), &reply);
                    assert!(right(&by_rules), "{id}, status {status:?}, by the documents: {by_rules:#?}");
                }
            }
        }
        assert!(answers >= 100 && refusals >= 20, "{}: {answers} answers, {refusals} refusals", profile.name);
    }
}
