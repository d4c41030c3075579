//! The reference implementation obeys every edition of every document.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ascertain::document::{Editions, PROFILES};
use ascertain::reference::Reference;
use ascertain_conformance::runner::{RunOptions, run};
use ascertain_conformance::suite;
use ascertain_conformance::verdict::Verdict;

#[test]
fn the_reference_obeys_every_profile() {
    for profile in PROFILES {
        let editions = Editions::profile(profile.name).unwrap();
        let cases = suite::build(&editions).unwrap();
        let options =
            RunOptions { editions: editions.clone(), seed: 7, fuzz: 2_000, ..RunOptions::default() };
        let run = run(&cases, &mut Reference::new(editions), &options, &mut |_| ());
        for result in &run.results {
            let j = &result.judgement;
            assert!(!j.verdict.is_finding(), "{} in profile {}: {j:#?}", result.id, profile.name);
            assert_ne!(j.verdict, Verdict::Unsupported, "{}: {j:?}", result.id);
        }
        assert_eq!(run.exit_code(), 0);
    }
}
