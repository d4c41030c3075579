//! How many random cases of each operator are made, asked of the reference and judged in a second, on one core:
//!
//!     cargo run --release -p ascertain-benches --example operators -- [CASES [OPERATOR...]]
//!
//! CASES (20,000) of each operator, or of those that are named.

use ascertain::reference::Reference;
use ascertain_judge::operator::{Operator, Registry};
use ascertain_judge::options::RunOptions;
use ascertain_judge::run::run;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let cases: u64 = args.next().map_or(Ok(20_000), |text| text.parse())?;
    let names: Vec<String> = args.collect();
    for &operator in Registry::default().operators() {
        let name = operator.spec().name;
        if operator.fuzz_weight() == 0 || !names.is_empty() && !names.iter().any(|known| known == name) {
            continue;
        }
        // Registries are made once, and kept.
        let alone: &'static [&'static dyn Operator] = Box::leak(Box::new([operator]));
        let options = RunOptions { fuzz: cases, registry: Registry::new(alone), ..RunOptions::default() };
        let start = Instant::now();
        let run = run(&[], &mut Reference::default(), &options, &mut |_| ());
        let rate = cases as f64 / start.elapsed().as_secs_f64();
        let findings = run.results.iter().filter(|result| result.judgement.verdict.is_finding()).count();
        println!("{name:16} {rate:>9.0} a second, {findings} findings");
    }
    Ok(())
}
