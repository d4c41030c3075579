//! `ascertain-spec standards`: measures precision standards.

use ascertain::DType;
use ascertain_cli::commands::error::Problem;
use ascertain_cli::commands::examples::examples;
use ascertain_cli::commands::print::print_data;
use ascertain_cli::commands::progress::Progress;
use ascertain_conformance::operator::{OPERATORS, Operator};
use ascertain_conformance::standard::{STANDARDS, Standard};
use ascertain_selftest::standards::{Counted, Measured, measure};
use clap::Args;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

const EXAMPLES: &[(&str, &str)] = &[
    (
        "Which faults of a cumulative product does each standard find?",
        "ascertain-spec standards --operator cumprod",
    ),
    ("The table of docs/standards.md:", "ascertain-spec standards"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// The operators. Repeatable.
    #[arg(long = "operator", value_name = "NAME", default_values = ["cumprod", "cumsum", "add", "mul", "exp", "reduce-sum", "mean"])]
    operators: Vec<String>,

    /// The standards, as `ascertain list --standards` names them; all if none is given. Repeatable.
    #[arg(long = "standard", value_name = "NAME")]
    standards: Vec<String>,

    /// Cases of each operator, dtype and kind of inputs.
    #[arg(long, value_name = "NUMBER", default_value = "73")]
    cases: usize,
}

const DTYPES: [DType; 4] = [DType::F16, DType::Bf16, DType::F32, DType::F64];

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let known = || STANDARDS.iter().map(|standard| standard.name.as_str());
    let named =
        |name: &String| Standard::named(name).ok_or_else(|| Problem::unknown("standard", name, known()));
    let standards = arguments.standards.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    // A page with another's rule finds what that finds.
    let all = STANDARDS.iter().filter(|own| !STANDARDS.iter().any(|other| own.has_rules_of(other)));
    let standards: Vec<&'static Standard> = if standards.is_empty() { all.collect() } else { standards };
    let operator = |name: &String| {
        let found = OPERATORS.iter().copied().find(|operator| operator.spec().name == name);
        found.ok_or_else(|| {
            Problem::unknown("operator", name, OPERATORS.iter().map(|operator| operator.spec().name))
        })
    };
    let operators = arguments.operators.iter().map(operator).collect::<Result<Vec<_>, _>>()?;
    let inputs = || {
        std::iter::once(None).chain(standards.iter().copied().filter(|own| own.has_own_inputs()).map(Some))
    };
    let mut jobs: Vec<(&'static dyn Operator, DType, Option<&'static Standard>)> = Vec::new();
    for inputs in inputs() {
        for operator in &operators {
            let covered = |dtype: &DType| inputs.is_none_or(|inputs| inputs.covers(*dtype));
            jobs.extend(DTYPES.into_iter().filter(covered).map(|dtype| (*operator, dtype, inputs)));
        }
    }
    let progress = Progress::of("measurements", jobs.len(), "standards", "");
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((operator, dtype, inputs)) = jobs.get(at) else { break };
                    let measured = measure(*operator, *dtype, *inputs, &standards, arguments.cases);
                    progress.advance(1, None);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.extend(measured.map(|measured| (at, measured)));
                }
            });
        }
    });
    drop(progress);
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    let done: Vec<Measured> = done.into_iter().map(|(_, measured)| measured).collect();
    print_data(|out| write(out, &done, &standards))?;
    Ok(0)
}

/// The table: for each standard the faults that it finds, and the share of honest cases that it fails, of the reference to that of the
/// honest implementation that it fails most.
fn write(out: &mut dyn Write, measured: &[Measured], standards: &[&Standard]) -> io::Result<()> {
    let names: Vec<&str> = standards.iter().map(|standard| standard.name.as_str()).collect();
    writeln!(
        out,
        "| operator | dtype | inputs | a derived bound would be | faults | pages | {} |",
        names.join(" | ")
    )?;
    writeln!(out, "|---|---|---|---|---:|---:|{}", "---:|".repeat(names.len()))?;
    for Measured { operator, dtype, inputs, bound, faults, cases, pages, standards, .. } in measured {
        let cell = |Counted { found, blamed }: &Counted| {
            // Rounded up: 0 means none.
            let share = |count: usize| (100 * count).div_ceil(*cases);
            let first = share(blamed.first().copied().unwrap_or(0));
            match share(blamed.iter().copied().max().unwrap_or(0)) {
                worst if worst == first => format!("{found}, {first} %"),
                worst => format!("{found}, {first} to {worst} %"),
            }
        };
        let own = |name: &&str| standards.iter().find(|(own, _)| own == name).map(|(_, own)| cell(own));
        let cells: Vec<String> = names.iter().map(|name| own(name).unwrap_or_default()).collect();
        let (inputs, pages, cells) = (inputs.unwrap_or("suite"), cell(pages), cells.join(" | "));
        writeln!(out, "| {operator} | {dtype} | {inputs} | {bound} | {faults} | {pages} | {cells} |")?;
    }
    Ok(())
}
