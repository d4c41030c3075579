//! `ascertain check`: one result in hand, judged without a backend.

mod call;
mod files;
mod stream;

use self::call::{Given, call_and_answer, operator};
use super::error::Problem;
use super::examples::examples;
use super::print::say;
use super::run::DemandArguments;
use super::select::EditionArguments;
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::contract::Direction;
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::case_index::CaseIndex;
use ascertain_conformance::operator::{Registry, declarations};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::terminal::write_judgement;
use ascertain_conformance::report::text::terminal_width;
use ascertain_conformance::verdict::{CaseResult, Evidence, Run, Verdict};
use ascertain_conformance::{bounds, check};
use ascertain_selftest::diagnosis::diagnose;
use clap::Args;
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] = &[
    ("Is this the maximum of each column?", "ascertain check amax self=x.npy dim=0 out=y.npy"),
    (
        "Several results, and tensors in other files:",
        "ascertain check max-dim self=x.npy dim=-1 out=y.npz:a indices=y.npz:b",
    ),
    (
        "In place: the argument has the tensor from before the call:",
        "ascertain check exp inplace=true selfRef=x.npy result=y.npy",
    ),
];

#[derive(Args, Debug)]
#[command(after_help = format!("{}\n\n{AFTER}", examples(EXAMPLES)))]
pub(super) struct Arguments {
    /// The operator. `ascertain list --operators` names them
    #[arg(value_name = "OPERATOR", required_unless_present = "stream")]
    operator: Option<String>,

    /// Its arguments and its results, as `ascertain explain OPERATOR` names them. A tensor is FILE.npy, FILE.npz:MEMBER or
    /// FILE.safetensors:NAME; others are written as dim=0, dim=[0,1], keepDim=true, dtype=f16, alpha=1.5 or alpha=1.5:f16
    #[arg(value_name = "NAME=VALUE")]
    given: Vec<String>,

    #[command(flatten)]
    editions: EditionArguments,

    #[command(flatten)]
    demands: DemandArguments,

    /// Also write the lowest and the highest right element at each place: `out.lower` and `out.upper`
    #[arg(long, value_name = "FILE.npz", conflicts_with = "stream")]
    expected: Option<PathBuf>,

    /// Judge what comes on standard input, for the Python package `ascertain`.
    #[arg(long, hide = true)]
    stream: bool,
}

const AFTER: &str = "\
Exit codes:
  0  right
  1  wrong
  2  wrong command line, or a file that cannot be read or written
  3  open: the page does not say what is right, or only advises otherwise

The specification itself is checked by another program, `ascertain-spec check`.";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let demands = &arguments.demands;
    let options = RunOptions {
        editions: arguments.editions.resolve()?,
        expect: demands.expected(),
        observe_readings: demands.observes_readings(),
        ..RunOptions::default()
    };
    let Some(name) = arguments.operator.as_ref().filter(|_| !arguments.stream) else {
        return stream::serve(&options);
    };
    let operator = operator(name)?;
    for (key, value) in &options.expect {
        let known = Registry::default().operator(operator);
        let checked = known.map_or(Ok(()), |known| declarations::check_of(known, key, value));
        checked.map_err(|why| Problem::usage(format!("--expect {key}={value}: {why}"), "leave it out"))?;
    }
    let given = arguments.given.iter().map(|word| typed(word)).collect::<Result<_, _>>()?;
    let (call, answer) = call_and_answer(operator, &options.editions, given)?;
    let beside = demands.standard().map(|(standard, decides)| {
        let said = standard.of_results(&call, answer.tensors(), &options.editions);
        (&standard.name, decides, said)
    });
    let result = judged(&call, answer, &options);
    let (word, mut code) = outcome(&result);
    say(false, |out| write_judgement(out, word, &result, terminal_width()))?;
    if let Some((name, decides, said)) = beside {
        let (word, own, why) = match &said {
            Some(said) if said.passes => ("passes", 0, said.to_string()),
            Some(said) => ("fails", 1, said.to_string()),
            None => ("open", 3, "it has no rule for such a result".to_owned()),
        };
        say(false, |out| writeln!(out, "{name}: {word}: {why}"))?;
        code = if decides { own } else { code };
    }
    if let Some(path) = &arguments.expected {
        write_bounds(path, &call, &options)?;
    }
    Ok(code)
}

/// One `NAME=VALUE`.
fn typed(word: &str) -> Result<(String, Given), Problem> {
    let (name, value) = word.split_once('=').ok_or_else(|| {
        let help = "write NAME=VALUE, for example self=x.npy or dim=0; options begin with `--`";
        Problem::usage(format!("`{word}` has no `=`"), help)
    })?;
    Ok((name.to_owned(), Given::Typed(value.to_owned())))
}

/// What came of a result, in a word, and the exit code.
fn outcome(result: &CaseResult) -> (&'static str, u8) {
    match result.judgement.verdict {
        Verdict::Pass => ("right", 0),
        verdict if verdict.is_failure() => ("wrong", 1),
        _ => ("open", 3),
    }
}

/// The judgement of a result, with the mistake that explains it, if it is wrong and one does.
fn judged(call: &Invocation, answer: Answer, options: &RunOptions) -> CaseResult {
    let result = check(call, answer.clone(), options);
    if !result.judgement.verdict.is_failure() {
        return result;
    }
    let case = [Case {
        id: result.id.clone(),
        area: result.area,
        requirements: result.requirements,
        call: Call::Operate(call.clone()),
        expect: Expect::Documents,
    }];
    let replies = vec![(result.id.clone(), Reply::Answer(answer))];
    let evidence = Evidence { replies, ..Evidence::default() };
    let mut run = Run { results: vec![result], evidence, ..Run::default() };
    diagnose(&mut run, &CaseIndex::new(&options.editions, options.registry, &case), &mut |_| Vec::new());
    run.results.swap_remove(0)
}

/// Writes the lowest and the highest right values of each result, where they are known.
fn write_bounds(path: &Path, call: &Invocation, options: &RunOptions) -> Result<(), Problem> {
    let outputs = call.operator.arguments.iter().filter(|argument| argument.direction == Direction::Out);
    let names = outputs.map(|argument| argument.name).chain([call::RESULT]);
    let mut arrays = Vec::new();
    for (name, ends) in names.zip(bounds(call, options)) {
        for (end, tensor) in ["lower", "upper"].into_iter().zip(ends.into_iter().flatten()) {
            arrays.push((format!("{name}.{end}"), tensor));
        }
    }
    if arrays.is_empty() {
        let what = format!("no interval of right results of {} is known", call.operator.name);
        return Err(Problem::usage(what, "leave out --expected"));
    }
    files::write(path, &arrays)
}
