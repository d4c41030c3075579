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
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const EXAMPLES: &[(&str, &str)] = &[
    ("The table of docs/standards.md:", "ascertain-spec standards"),
    (
        "Which faults of a product does your own standard find?",
        "ascertain-spec standards --operator cumprod --standard mine.toml",
    ),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// An operator. Repeatable.
    #[arg(long = "operator", value_name = "NAME", default_values = ["cumprod", "cumsum", "add", "mul", "exp", "reduce-sum", "mean"])]
    operators: Vec<String>,

    /// A standard: its name, as `ascertain list --standards` has them, or a file such as mine.toml; all
    /// if none is given. Repeatable.
    #[arg(long = "standard", value_name = "NAME", value_parser = ascertain_cli::commands::standard)]
    standards: Vec<&'static Standard>,

    /// Cases of each operator, dtype and kind of inputs.
    #[arg(long, value_name = "NUMBER", default_value = "73")]
    cases: usize,
}

const DTYPES: [DType; 4] = [DType::F16, DType::Bf16, DType::F32, DType::F64];

/// An operator, a dtype, and the standard whose own rules make the inputs.
type Job = (&'static dyn Operator, DType, Option<&'static Standard>);

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let all: Vec<&Standard> = match arguments.standards[..] {
        [] => STANDARDS.iter().collect(),
        ref chosen => chosen.to_vec(),
    };
    let named = |name: &String| {
        let known = || OPERATORS.iter().map(|operator| operator.spec().name);
        let found = OPERATORS.iter().copied().find(|operator| operator.spec().name == name);
        found.ok_or_else(|| Problem::unknown("operator", name, known()))
    };
    let operators = arguments.operators.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<_> = all.iter().copied().filter(|own| own.has_inputs()).map(Some).collect();
    let mut jobs: Vec<Job> = Vec::new();
    for inputs in [None].into_iter().chain(inputs) {
        let dtypes = || DTYPES.into_iter().filter(|dtype| inputs.is_none_or(|inputs| inputs.covers(*dtype)));
        jobs.extend(operators.iter().flat_map(|operator| dtypes().map(|dtype| (*operator, dtype, inputs))));
    }
    let progress = Progress::of("measurements", jobs.len(), "standards", "");
    let (next, done) = (AtomicUsize::new(0), vec![OnceLock::new(); jobs.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((at, (operator, dtype, inputs))) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, jobs.get(at)?)))
                {
                    done[at].get_or_init(|| measure(*operator, *dtype, *inputs, &all, arguments.cases));
                    progress.advance(1, None);
                }
            });
        }
    });
    drop(progress);
    let rows = jobs.iter().zip(&done).filter_map(|(job, done)| Some(row(*job, done.get()?.as_ref()?)));
    print_data(|out| {
        let names: Vec<&str> = all.iter().map(|standard| standard.name.as_str()).collect();
        writeln!(
            out,
            "| operator | dtype | inputs | a derived bound would be | faults | pages | {} |",
            names.join(" | ")
        )?;
        writeln!(out, "|---|---|---|---|---:|{}", "---:|".repeat(1 + names.len()))?;
        rows.into_iter().try_for_each(|row| writeln!(out, "{row}"))
    })?;
    Ok(0)
}

/// For the pages and each standard: the faults found, and the share of honest cases that fail, of the reference to that of the
/// implementation that fails most.
fn row((operator, dtype, inputs): Job, Measured { bound, cases, faults, by }: &Measured) -> String {
    let cell = |Counted { found, failed }: &Counted| {
        // Rounded up: 0 means none.
        let [first, most] =
            [failed.first(), failed.iter().max()].map(|count| (100 * count.unwrap_or(&0)).div_ceil(*cases));
        if first == most { format!("{found}, {most} %") } else { format!("{found}, {first} to {most} %") }
    };
    let cells: Vec<String> = by.iter().map(|counted| counted.as_ref().map_or(String::new(), cell)).collect();
    let (name, inputs) = (operator.spec().name, inputs.map_or("suite", |own| own.name.as_str()));
    format!("| {name} | {dtype} | {inputs} | {bound} | {faults} | {} |", cells.join(" | "))
}
