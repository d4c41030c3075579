//! What a run says of the faults of the self-test: whether the mistake that it names is theirs.
//!
//!     cargo run --release -p ascertain-benches --example diagnosis -- [NAME [without]]
//!
//! Each fault, or those whose id contains NAME, is asked the cases of the suite, 16,000 random ones, and more if it needs them. A diagnosis
//! is right if the mistake that it names answers as the fault does: in nine of ten of the calls of other random cases, and of
//! the suite, in which either is judged wrong. With `without`, faults are not looked for themselves, but only other faults and broader
//! mistakes.

use ascertain::backend::Reply;
use ascertain::document::Editions;
use ascertain_judge::case::{Case, Expect};
use ascertain_judge::case_index::CaseIndex;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RANDOM_CASES;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::session::Judge;
use ascertain_judge::suite;
use ascertain_selftest::diagnosis::{Found, Suspect, suspects};
use ascertain_selftest::faults::{self, Fault};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Random cases of each run, at least.
const RANDOM: u64 = RANDOM_CASES;

/// Random cases of another seed that a diagnosis must be right about.
const OTHERS: u64 = 3_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().cloned().unwrap_or_default();
    let without = arguments.iter().any(|argument| argument == "without");
    let faults: Vec<&Fault> = faults::all().filter(|fault| fault.id.contains(&name)).collect();
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut suites = HashMap::new();
                while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let cases = suites.entry(fault.profile).or_insert_with(|| cases(fault));
                    let line = diagnosed(fault, cases, without);
                    println!("{:5} {}", line.0, line.1);
                    lines.lock().expect("no thread panics").push(line);
                }
            });
        }
    });
    let lines = lines.into_inner().expect("no thread panics");
    let count = |wanted| lines.iter().filter(|(outcome, _)| *outcome == wanted).count();
    println!(
        "{} faults: {} right, {} none, {} wrong",
        lines.len(),
        count("right"),
        count("none"),
        count("wrong")
    );
}

fn cases(fault: &Fault) -> Vec<Case> {
    suite::build(&fault.editions()).expect("the vectors are well formed")
}

/// What a run says of a fault, and whether that is right.
fn diagnosed(fault: &Fault, cases: &[Case], without: bool) -> (&'static str, String) {
    let editions = fault.editions();
    let options = RunOptions {
        editions: editions.clone(),
        seed: 1,
        fuzz: fault.random.max(RANDOM),
        once: true,
        ..RunOptions::default()
    };
    let run = run(cases, fault.backend().as_mut(), &options, &mut |_| {});
    let index = CaseIndex::new(&editions, Registry::default(), cases);
    let all = suspects(&run, &index, &|id| !without || id != fault.id);
    let Some(Found { suspect, diagnosis, .. }) = all.first() else {
        return ("none", format!("{}: {}", fault.id, fault.what));
    };
    let (same, either) = compared(fault, suspect, cases, &editions);
    let outcome = if same * 10 >= either * 9 { "right" } else { "wrong" };
    let more = all.len() - 1;
    let line = format!(
        "{}: {}\n      says: {}; {} of {} failures, {} passes, {more} more; answers alike in {same} of {either}",
        fault.id, fault.what, diagnosis.says, diagnosis.explains, diagnosis.failures, diagnosis.passes,
    );
    (outcome, line)
}

/// In how many calls a fault and a suspect answer alike, of those in which either is wrong.
fn compared(fault: &Fault, suspect: &Suspect, cases: &[Case], editions: &Editions) -> (usize, usize) {
    let fuzzer = Fuzzer::new(2, editions, Registry::default());
    let random = (0..OTHERS).map(|index| fuzzer.generate(index));
    let description = fault.backend().describe().unwrap_or_default();
    let judge = Judge::new(editions, Registry::default(), &description);
    let (mut same, mut either) = (0, 0);
    for case in cases.iter().cloned().chain(random) {
        let (one, other) = suspect.beside(fault, &case, editions);
        let is_wrong = |answer: &Option<Reply>| {
            // Answers of a second call that the first is compared with are not made here.
            let answer = answer.as_ref().filter(|_| !matches!(case.expect, Expect::SameAs(..)));
            answer.is_some_and(|answer| judge.judge(&case, answer, None).verdict.is_failure())
        };
        if is_wrong(&one) || is_wrong(&other) {
            either += 1;
            same += usize::from(one == other);
        }
    }
    (same, either)
}
