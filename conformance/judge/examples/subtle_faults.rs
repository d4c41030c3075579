//! Which subtle faults are found, and by what: a Markdown table.
//!
//!     cargo run --release -p ascertain-judge --example subtle_faults -- [CASES [SEED [THREADS [NAME]]]]
//!
//! The faults of `tests/support/subtle/table.rs` are asked the fixed suite, then CASES random cases (200,000) of SEED (1)
//! on THREADS threads (2), each fault until it is found. With NAME, only faults whose name contains it. The outcome does
//! not depend on the number of threads. Exits with 1 when a fault is found that is proven to be none.

#[path = "../tests/support/mod.rs"]
mod support;

use ascertain::backend::{Backend, Description, Reply};
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_judge::case::{Case, Expect, Question};
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::session::{Judge, offers};
use ascertain_judge::suite;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::scope;
use std::time::Instant;
use support::subtle::table::PARTS;
use support::subtle::{Memory, Subtle};

/// Random cases that a thread takes at once. What a fault remembers of calls does not reach from one part to another.
const PART: u64 = 500;

/// Random cases of a default run.
const DEFAULT: u64 = 5_000;

/// The first case that fails.
#[derive(Clone)]
struct Found {
    /// Random cases asked up to it; 0 in the fixed suite.
    cases: u64,
    id: String,
    question: String,
}

/// Faults under test: each with what it says of itself, and what it remembers.
struct Bench<'a> {
    editions: &'a Editions,
    faults: &'a [&'static Subtle],
    descriptions: &'a [Description],
    memories: Vec<Memory>,
    reference: Reference,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (limit, seed, threads): (u64, u64, u64) = (number(200_000), number(1), number(2));
    let name = arguments.next().unwrap_or_default();
    let faults: Vec<&Subtle> = PARTS.iter().flat_map(|part| part.faults).collect();
    let wanted: Vec<&Subtle> = faults.into_iter().filter(|fault| fault.name.contains(&name)).collect();
    let (start, editions) = (Instant::now(), support::subtle::editions());
    let descriptions: Vec<Description> = wanted.iter().map(|fault| fault.describe()).collect();
    let bench = || Bench::new(&editions, &wanted, &descriptions);

    let cases = suite::build(&editions).expect("the committed vectors are well-formed");
    let mut found: Vec<Option<Found>> = vec![None; wanted.len()];
    let mut fixed = bench();
    for case in &cases {
        fixed.ask(case, 0, &mut found);
    }
    let seconds_of_suite = start.elapsed().as_secs_f64();

    let fuzzer = Fuzzer::new(seed, &editions, Registry::default());
    let (next, shared) = (AtomicU64::new(0), Mutex::new(found));
    scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(1, Ordering::Relaxed) * PART;
                    // A part is run as if nothing after it were known, so that the first failure counts.
                    let mut found = shared.lock().expect("no thread panics").clone();
                    found.iter_mut().for_each(|found| {
                        found.take_if(|found| found.cases > first);
                    });
                    if first >= limit || found.iter().all(Option::is_some) {
                        break;
                    }
                    let mut bench = bench();
                    bench.memories.iter_mut().for_each(|memory| memory.asked = first);
                    for index in first..limit.min(first + PART) {
                        bench.ask(&fuzzer.generate(index), index + 1, &mut found);
                    }
                    let mut shared = shared.lock().expect("no thread panics");
                    for (shared, found) in shared.iter_mut().zip(found) {
                        let sooner = |found: &Found| shared.as_ref().is_none_or(|s| found.cases < s.cases);
                        if let Some(found) = found.filter(sooner) {
                            *shared = Some(found);
                        }
                    }
                }
            });
        }
    });
    let found = shared.into_inner().expect("no thread panics");
    println!(
        "The fixed suite ({} cases, {seconds_of_suite:.0} s), then {limit} random cases of seed {seed}; {:.0} s on {threads} \
         threads.",
        cases.len(),
        start.elapsed().as_secs_f64()
    );
    report(&wanted, &found, limit)
}

impl<'a> Bench<'a> {
    fn new(editions: &'a Editions, faults: &'a [&'static Subtle], descriptions: &'a [Description]) -> Self {
        let memories = vec![Memory::default(); faults.len()];
        Self { editions, faults, descriptions, memories, reference: Reference::new(editions.clone()) }
    }

    /// Asks every fault that is not found yet. Where a fault answers as the reference does, there is nothing to judge.
    fn ask(&mut self, case: &Case, cases: u64, found: &mut [Option<Found>]) {
        let Some(description) = self.descriptions.first() else { return };
        if offers(description, case, self.editions, Registry::default()).is_err() {
            return;
        }
        let right = self.reference.ask(&case.call);
        let other = match &case.expect {
            Expect::SameAs(_, call) => Some((call, self.reference.ask(call))),
            _ => None,
        };
        let each = self.faults.iter().zip(self.descriptions).zip(&mut self.memories).zip(found);
        for (((fault, description), memory), found) in each.filter(|(_, found)| found.is_none()) {
            let mut answer = |call, right: &Reply| {
                let wrong = fault.answer(call, right, memory, &mut self.reference);
                memory.asked += 1;
                wrong
            };
            let wrong = answer(&case.call, &right);
            let wrong_other = other.as_ref().and_then(|(call, right)| answer(call, right));
            if wrong.is_none() && wrong_other.is_none() {
                continue;
            }
            let judge = Judge::new(self.editions, Registry::default(), description);
            let other = wrong_other.as_ref().or(other.as_ref().map(|(_, right)| right));
            let judgement = judge.judge(case, wrong.as_ref().unwrap_or(&right), other);
            if judgement.verdict.is_finding() {
                let question = Question(&case.call).to_string();
                *found = Some(Found { cases, id: case.id.clone(), question });
            }
        }
    }
}

/// Prints a row for each fault, and the shares.
fn report(faults: &[&Subtle], found: &[Option<Found>], limit: u64) -> ExitCode {
    let mut alarms = 0;
    for part in PARTS {
        let rows: Vec<_> = faults
            .iter()
            .zip(found)
            .filter(|(fault, _)| part.faults.iter().any(|other| other.name == fault.name))
            .collect();
        if rows.is_empty() {
            continue;
        }
        println!("\n## {}\n\n| fault | found by | random cases | case |\n|---|---|---:|---|", part.name);
        for (fault, found) in rows {
            let (by, cases, case) = match (found, fault.never) {
                (Some(found), None) => {
                    (by(found), found.cases.to_string(), format!("`{}`: {}", found.id, found.question))
                }
                (None, None) => ("NOT FOUND", String::new(), String::new()),
                (None, Some(proof)) => ("never", String::new(), proof.to_owned()),
                (Some(found), Some(_)) => {
                    alarms += 1;
                    ("A FALSE ALARM", found.cases.to_string(), format!("`{}`: {}", found.id, found.question))
                }
            };
            println!("| {} | {by} | {cases} | {case} |", fault.name);
        }
    }
    let real: Vec<Option<u64>> = faults
        .iter()
        .zip(found)
        .filter(|(fault, _)| fault.never.is_none())
        .map(|(_, found)| found.as_ref().map(|found| found.cases))
        .collect();
    println!("\n| found by | faults of {} | share |\n|---|---:|---:|", real.len());
    for (name, cases) in [
        ("the fixed suite", 0),
        ("a default run: the fixed suite and 5,000 random cases", DEFAULT),
        ("20,000 random cases", 20_000),
        ("200,000 random cases", 200_000),
    ] {
        if cases <= limit {
            let count = real.iter().flatten().filter(|found| **found <= cases).count();
            println!("| {name} | {count} | {:.1} % |", 100.0 * count as f64 / real.len().max(1) as f64);
        }
    }
    let never = faults.len() - real.len();
    println!("\n{never} more answer as an honest implementation may; {alarms} of them were failed.");
    ExitCode::from(u8::from(alarms > 0))
}

fn by(found: &Found) -> &'static str {
    match found.cases {
        0 => "fixed suite",
        1..=DEFAULT => "default run",
        cases if cases <= 20_000 => "20,000",
        _ => "more",
    }
}
