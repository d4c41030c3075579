//! How soon random cases find each broad fault: a Markdown table.
//!
//!     cargo run --release -p ascertain-benches --example sharpness -- [SEEDS [CASES [NAME]]]
//!
//! Each fault is asked with SEEDS seeds (20), for at most CASES random cases (10,000) each. With NAME, only faults whose
//! id contains it. Exits with 1 when more than one seed in twenty misses a fault. Which case of the suite finds a fault,
//! also a narrow one, `ascertain-spec selftest` tells.

#[path = "../../conformance/selftest/tests/mutants/hunt/mod.rs"]
mod hunt;

use ascertain_judge::case::Question;
use ascertain_selftest::faults::Fault;
use hunt::{Found, hunt, hunted};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (seeds, limit): (u64, u64) = (number(20), number(10_000));
    let name = arguments.next().unwrap_or_default();
    println!(
        "| fault | met in | found with | cases until found: median, most | elements when found, median | elements when minimized: median, most | evaluations: median, most | smallest question |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---|");
    let (mut often, mut all) = (0, 0);
    for fault in hunted().filter(|fault| fault.id.contains(&name)) {
        all += 1;
        often += u32::from(found_often(fault, seeds, limit));
    }
    println!("\n{often} of {all} are found with 19 of 20 seeds or more.");
    ExitCode::from(u8::from(often < all))
}

/// Prints a row. Returns whether the fault was found often enough.
fn found_often(fault: &Fault, seeds: u64, limit: u64) -> bool {
    let found: Vec<Found> = (1..=seeds).filter_map(|seed| hunt(fault, seed, limit)).collect();
    let with = format!("{} of {seeds} seeds", found.len());
    let met = if fault.met.is_empty() { "–" } else { fault.met };
    let Some(smallest) = found.iter().min_by_key(|found| (found.elements(), found.small.evaluations)) else {
        println!("| {} | {met} | {with} | NOT FOUND | | | | |", fault.what);
        return false;
    };
    let of = |value: fn(&Found) -> u64| {
        let mut values: Vec<u64> = found.iter().map(value).collect();
        values.sort_unstable();
        (values[values.len() / 2], values[values.len() - 1])
    };
    let (cases, elements, evaluations) = (
        of(|found| found.cases),
        of(|found| found.elements() as u64),
        of(|found| found.small.evaluations as u64),
    );
    let (before, _) = of(|found| found.judgement.elements);
    let question = ascertain::call::Call::Operate(smallest.small.call.clone());
    println!(
        "| {} | {met} | {with} | {}, {} | {before} | {}, {} | {}, {} | `{}` {} |",
        fault.what,
        cases.0,
        cases.1,
        elements.0,
        elements.1,
        evaluations.0,
        evaluations.1,
        Question(&question),
        smallest.small.judgement.kind.map_or("", |kind| kind.name()),
    );
    found.len() as u64 * 20 >= seeds * 19
}
