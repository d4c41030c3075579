//! Asks a fault random cases until one fails, and minimizes the failure.
#![allow(dead_code, reason = "each test and example uses a part")]

use ascertain::call::{Call, Invocation};
use ascertain_judge::case::Case;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_judge::shrink::{Shrunk, shrink};
use ascertain_judge::verdict::Judgement;
use ascertain_selftest::faults::{self, Fault};

/// A failure found.
pub(crate) struct Found {
    /// Cases asked, the failing one included.
    pub(crate) cases: u64,
    /// The failure.
    pub(crate) judgement: Judgement,
    /// The failure, minimized.
    pub(crate) small: Shrunk,
}

impl Found {
    /// Elements of the minimized call's first tensor.
    pub(crate) fn elements(&self) -> usize {
        input_count(&self.small.call)
    }
}

/// The broad faults that random cases are to find: those that fail by the default profile, but for tables and the C
/// interface, which random cases do not reach.
pub(crate) fn hunted() -> impl Iterator<Item = &'static Fault> {
    let reached = |id: &str| !["tables/", "interface/", "editions/"].iter().any(|part| id.starts_with(part));
    faults::all().filter(move |fault| fault.profile == "documented" && reached(fault.id))
}

/// Asks a fault the random cases of a seed, at most `limit` of them, until one fails.
pub(crate) fn hunt(fault: &Fault, seed: u64, limit: u64) -> Option<Found> {
    let editions = fault.editions();
    let options = RunOptions { seed, editions: editions.clone(), ..RunOptions::default() };
    let mut backend = fault.backend();
    let fuzzer = Fuzzer::new(seed, &editions, Registry::default());
    let mut session = Session::start(backend.as_mut(), &options).expect("the backend starts");
    // Small windows first: most faults show at once.
    let (mut start, mut window) = (0, 4);
    while start < limit {
        let end = limit.min(start + window);
        let cases: Vec<Case> = (start..end).map(|index| fuzzer.generate(index)).collect();
        let judged = session.ask(&cases).into_iter().map(|asked| asked.judgement);
        let first = judged.zip(start..).find(|(judgement, _)| judgement.verdict.is_failure());
        if let Some((judgement, index)) = first {
            let Call::Operate(call) = cases[(index - start) as usize].call.clone() else {
                unreachable!("only operators are fuzzed")
            };
            let small = shrink(&mut session, call, judgement.clone());
            return Some(Found { cases: index + 1, judgement, small });
        }
        (start, window) = (end, 256.min(window * 2));
    }
    None
}

fn input_count(call: &Invocation) -> usize {
    call.args().count(0).and_then(|n| usize::try_from(n).ok()).unwrap_or_default()
}
