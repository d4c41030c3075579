//! Judgements over standard input and output, for the Python package `ascertain`: one process for many results.
//!
//! Messages have the form of the process protocol: a line of JSON, and the bytes of tensors. Each has one answer.
//!
//! - `{"id", "cmd": "check", "operator", "given": {NAME: VALUE}}`: the answer has the word for what came of it, the text for people, and
//!   the result as reports have it.
//! - `{"id", "cmd": "case", "operator", "seed", "shapes", "index"}`: the answer is a random call as the protocol asks it, or `unsupported`
//!   if the call must be refused, is in place, or can only be made from C.

use super::call::{Given, call_and_answer, operator};
use super::{judged, outcome};
use crate::commands::error::Problem;
use anstream::adapter::strip_str;
use ascertain::call::{Arg, Call};
use ascertain::contract::{Argument, Direction, Level};
use ascertain_conformance::backends::protocol::{Framing, Message, request};
use ascertain_conformance::backends::serve::{read, write};
use ascertain_conformance::fuzz::{Fuzzer, with_shapes};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::report::terminal::write_judgement;
use ascertain_conformance::report::text::terminal_width;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;

/// A message.
#[derive(Deserialize)]
struct Asked<'a> {
    id: u64,
    cmd: String,
    operator: String,
    /// The arguments and results, of a result to judge.
    #[serde(borrow, default)]
    given: BTreeMap<String, &'a RawValue>,
    /// What chooses a random call.
    #[serde(default)]
    seed: u64,
    shapes: Option<u16>,
    #[serde(default)]
    index: u64,
}

/// Answers messages until the input ends.
pub(super) fn serve(options: &RunOptions) -> Result<u8, Problem> {
    let (mut input, mut output) = (io::BufReader::new(io::stdin().lock()), io::stdout().lock());
    while let Some(message) = read(&mut input).map_err(Problem::Output)? {
        let answer =
            answer(&message, options).unwrap_or_else(|why| line(&json!({"failed": {"message": why}})));
        write(&mut output, &answer).map_err(Problem::Output)?;
    }
    Ok(0)
}

fn line(value: &Value) -> Message {
    Message { line: value.to_string(), frame: Vec::new() }
}

fn answer(message: &Message, options: &RunOptions) -> Result<Message, String> {
    let asked: Asked<'_> = serde_json::from_str(&message.line).map_err(|error| error.to_string())?;
    match asked.cmd.as_str() {
        "check" => check(&asked, &message.frame, options),
        "case" => case(&asked, options),
        cmd => Err(format!("no command `{cmd}`")),
    }
}

fn words(problem: Problem) -> String {
    match problem {
        Problem::Usage { what, help } => format!("{what}; {}", help.join("; ")),
        other => format!("{other:?}"),
    }
}

fn check(message: &Asked<'_>, frame: &[u8], options: &RunOptions) -> Result<Message, String> {
    let given = message.given.iter().map(|(name, raw)| {
        let value = match raw.get().starts_with('{') {
            true => Given::Tensor(
                request::tensor(raw.get(), frame).map_err(|error| format!("`{name}`: {error}"))?,
            ),
            false => {
                Given::Value(serde_json::from_str(raw.get()).map_err(|error| format!("`{name}`: {error}"))?)
            }
        };
        Ok((name.clone(), value))
    });
    let given = given.collect::<Result<_, String>>()?;
    let operator = operator(&message.operator).map_err(words)?;
    let (call, results) = call_and_answer(operator, &options.editions, given).map_err(words)?;
    let result = judged(&call, results, options);
    let word = outcome(&result).0;
    let mut text = Vec::new();
    write_judgement(&mut text, word, &result, terminal_width()).map_err(|error| error.to_string())?;
    let text = strip_str(&String::from_utf8_lossy(&text)).to_string();
    Ok(line(&json!({"id": message.id, "ok": {"verdict": word, "text": text.trim_end(), "result": result}})))
}

fn case(message: &Asked<'_>, options: &RunOptions) -> Result<Message, String> {
    let Asked { id, seed, shapes, index, .. } = *message;
    let name = operator(&message.operator).map_err(words)?.name;
    let seed = shapes.map_or(seed, |shapes| with_shapes(seed, shapes));
    let case = Fuzzer::new(seed, &options.editions, options.registry).of(&[name]).generate(index);
    let Call::Operate(mut call) = case.call else { return Err(format!("{name} has no random calls")) };
    let contract = call.operator.contract(&options.editions);
    let is_refused = contract.broken_by(call.args()).any(|broken| broken.level == Level::Must);
    let arguments = || call.operator.arguments.iter().zip(&call.args).filter(|(_, arg)| **arg != Arg::Absent);
    // Other languages have no such arguments.
    let is_special = arguments().any(|(own, _)| own.via.is_some());
    let function = contract.variant(call.args()).and_then(|variant| contract.phase_one(variant));
    let is_in_place = function.is_some_and(|function| {
        let replaces = |own: &Argument| {
            let page = function.parameters.iter().find(|parameter| parameter.name == own.name);
            page.is_some_and(|page| [page.direction, own.direction].contains(&Direction::InOut))
        };
        call.operator.arguments.iter().any(|own| own.direction != Direction::Out && replaces(own))
    });
    if is_refused || is_special || is_in_place {
        return Ok(line(
            &json!({"id": id, "unsupported": {"reason": "it is refused, in place or asked through C alone"}}),
        ));
    }
    // The results are not inputs.
    for (own, arg) in call.operator.arguments.iter().zip(&mut call.args) {
        if own.direction == Direction::Out {
            *arg = Arg::Absent;
        }
    }
    request::ask(id, &[&Call::Operate(call)], Framing::Frame).ok_or_else(|| "it cannot be asked".to_owned())
}
