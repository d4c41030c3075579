//! The fixed suite and random cases on right implementations, none of which may fail: a Markdown table.
//!
//!     cargo run --release -p ascertain-benches --example false_alarms -- [CASES [SEED [THREADS [SECONDS [NAME]]]]]
//!
//! The fixed suite for each implementation, then CASES random cases in all (10,000,000), at most SECONDS long (3,600), on
//! THREADS threads (as many as there are processors). With NAME, only implementations whose name contains it. The cases
//! are divided into parts of 2,000, each with a seed of its own, from SEED (1) on, and the implementations take turns. A
//! failure is printed with the command that asks its part again. Exits with 1 when anything fails, or when the errors of a
//! part, taken together, are explained by no evaluation known.

#[path = "../../conformance/selftest/tests/support/mod.rs"]
mod support;

use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use ascertain_judge::suite;
use ascertain_judge::verdict::{Counts, Run, Verdict};
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};
use support::honest::Honest;
use support::honest::table::HONEST;

/// Random cases of a part.
const PART: u64 = 2_000;

/// What was asked of one implementation.
#[derive(Clone, Copy, Default)]
struct Row {
    /// Parts whose errors no known evaluation explains.
    unexplained: u64,
    counts: Counts,
    findings: u64,
    elements: u64,
    order_sensitive: u64,
    seconds: f64,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let cores = available_parallelism().map_or(1, NonZero::get) as u64;
    let (cases, seed): (u64, u64) = (number(10_000_000), number(1));
    let (threads, seconds): (u64, u64) = (number(cores), number(3_600));
    let name = arguments.next().unwrap_or_default();
    let honest: Vec<&Honest> = HONEST.iter().filter(|honest| honest.name.contains(&name)).collect();
    if honest.is_empty() {
        eprintln!("no implementation is called so");
        return ExitCode::from(2);
    }
    let suite = suite::build(&Editions::default()).expect("the committed vectors are well-formed");
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    let (next, rows) = (AtomicU64::new(0), Mutex::new(vec![Row::default(); honest.len()]));
    scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let turn = next.fetch_add(1, Ordering::Relaxed);
                    let at = (turn % honest.len() as u64) as usize;
                    // The first turn of each is the fixed suite.
                    let run = match turn.checked_sub(honest.len() as u64) {
                        None => ask(honest[at], &suite, seed, 0),
                        Some(part) if part * PART >= cases || start.elapsed() >= limit => break,
                        Some(part) => ask(honest[at], &[], seed + part, PART.min(cases - part * PART)),
                    };
                    rows.lock().expect("no thread panics").get_mut(at).expect("a row for each").add(&run);
                }
            });
        }
    });
    let rows = rows.into_inner().expect("no thread panics");
    let total = print(&honest, &rows);
    let (asked, seconds) = (total.counts.total(), start.elapsed().as_secs_f64());
    println!(
        "\n{asked} cases, {} of them fixed, on {} implementations, parts from seed {seed} on, {threads} threads: {seconds:.0} s, \
         {:.0} cases/s, {:.0} elements/s; {} findings, {} parts with errors that no evaluation known explains.",
        suite.len() * honest.len(),
        honest.len(),
        asked as f64 / seconds,
        total.elements as f64 / seconds,
        total.findings,
        total.unexplained,
    );
    ExitCode::from(u8::from(total.findings + total.unexplained > 0))
}

/// Asks fixed cases and random ones.
fn ask(honest: &Honest, fixed: &[Case], seed: u64, cases: u64) -> Run {
    let options = RunOptions { seed, fuzz: cases, ..RunOptions::default() };
    run(fixed, &mut honest.backend(seed), &options, &mut |result| {
        if result.judgement.verdict.is_finding() {
            eprintln!("{}: {}: {}: {:#?}", honest.name, result.id, result.question, result.judgement);
            result.shrunk.iter().for_each(|small| eprintln!("{}", small.vector));
            eprintln!("again: false_alarms -- {cases} {seed} 1 600 '{}'\n", honest.name);
        }
    })
}

/// Prints the table. Returns the sum of its rows.
fn print(honest: &[&Honest], rows: &[Row]) -> Row {
    println!(
        "| implementation | pass | observed | findings | elements | order-sensitive | unexplained | seconds |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut total = Row::default();
    for (honest, row) in honest.iter().zip(rows) {
        let (pass, observed) = (row.counts.of(Verdict::Pass), row.counts.of(Verdict::Observed));
        let Row { findings, elements, order_sensitive, unexplained, seconds, .. } = row;
        println!(
            "| {} | {pass} | {observed} | {findings} | {elements} | {order_sensitive} | {unexplained} | {seconds:.0} |",
            honest.name
        );
        total.counts.merge(&row.counts);
        total.findings += findings;
        total.elements += elements;
        total.unexplained += unexplained;
    }
    total
}

impl Row {
    fn add(&mut self, run: &Run) {
        let counts = run.counts();
        self.counts.merge(&counts);
        self.findings += counts.sum(Verdict::is_finding);
        for (_, tally) in run.by_area() {
            self.elements += tally.elements;
            self.order_sensitive += tally.order_sensitive;
        }
        self.unexplained += run.drift.errors().filter(|errors| errors.unexplained()).count() as u64;
        self.seconds += run.seconds;
    }
}
