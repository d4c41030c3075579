//! How many random cases of each operator are made, asked of the reference and judged in a second, on one core:
//!
//!     cargo run --release -p ascertain-judge --example operators -- [CASES]
//!
//! CASES (20,000) of each operator.

use ascertain::reference::Reference;
use ascertain_judge::operator::{Operator, Registry};
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cases: u64 = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    for &operator in Registry::default().operators().iter().filter(|operator| operator.fuzz_weight() > 0) {
        // Registries are made once, and kept.
        let alone: &'static [&'static dyn Operator] = Box::leak(Box::new([operator]));
        let options = RunOptions { fuzz: cases, registry: Registry::new(alone), ..RunOptions::default() };
        let start = Instant::now();
        let run = run(&[], &mut Reference::default(), &options, &mut |_| ());
        let rate = cases as f64 / start.elapsed().as_secs_f64();
        let findings = run.results.iter().filter(|result| result.judgement.verdict.is_finding()).count();
        println!("{:16} {rate:>9.0} a second, {} findings", operator.spec().name, findings);
    }
    Ok(())
}
