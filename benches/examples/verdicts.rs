//! Writes the verdict on every random case for twelve backends, right and faulty ones, so that `diff` can compare two
//! versions of the judge.
//!
//!     cargo run --release -p ascertain-benches --example verdicts -- FOLDER [CASES [SEED]]
//!
//! One file for each backend in FOLDER, one line for each of CASES random cases (250,000): index, verdict, kind of failure,
//! requirement, number of elements whose value depends on the order of evaluation, and for anything but a pass what was
//! expected and what came.

#[path = "../../conformance/selftest/tests/support/mod.rs"]
mod support;

use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain_judge::case::Case;
use ascertain_judge::fuzz::Fuzzer;
use ascertain_judge::operator::Registry;
use ascertain_judge::options::RunOptions;
use ascertain_judge::session::Session;
use ascertain_judge::verdict::{FailKind, Judgement, Verdict};
use ascertain_selftest::faults;
use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Error, Write};
use std::path::Path;
use support::honest::table::HONEST;

/// Cases asked at once.
const WINDOW: u64 = 256;

/// The backends, by name: the first six are honest.
const BACKENDS: [&str; 12] = [
    "rounds at each step, declared",
    "accumulates all in f64, declared but for the order",
    "accumulates f64 in 64 bits of precision",
    "scans neighbours, and flushes as JAX does",
    "draws a tree for each element, a format for each product, and flushes",
    "chooses otherwise where the documents are silent",
    "floats/second-element-unit",
    "floats/f64-in-f32",
    "floats/f32-in-f16",
    "floats/overflow-saturates",
    "floats/flushed-declared-kept",
    "floats/zero-beats-infinity",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name the folder to write to")?;
    let mut number = |otherwise| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (cases, seed): (u64, u64) = (number(250_000)?, number(1)?);
    create_dir_all(&folder)?;
    for (at, name) in BACKENDS.into_iter().enumerate() {
        let file = Path::new(&folder).join(format!("{:02}-{}.txt", at + 1, name.replace([' ', '/'], "-")));
        record(backend(name)?.as_mut(), cases, seed, BufWriter::new(File::create(&file)?))?;
        println!("{}", file.display());
    }
    Ok(())
}

fn backend(name: &str) -> Result<Box<dyn Backend>, String> {
    if let Some(honest) = HONEST.iter().find(|honest| honest.name == name) {
        return Ok(Box::new(honest.backend(1)));
    }
    faults::named(name).map(|fault| fault.backend()).ok_or(format!("no backend is called `{name}`"))
}

fn record(backend: &mut dyn Backend, cases: u64, seed: u64, mut out: impl Write) -> Result<(), Error> {
    let options = RunOptions { seed, ..RunOptions::default() };
    let editions = Editions::default();
    let fuzzer = Fuzzer::new(seed, &editions, Registry::default());
    let mut session = Session::start(backend, &options).map_err(Error::other)?;
    for start in (0..cases).step_by(WINDOW as usize) {
        let window: Vec<Case> =
            (start..cases.min(start + WINDOW)).map(|index| fuzzer.generate(index)).collect();
        for (index, asked) in (start..).zip(session.ask(&window)) {
            write(&mut out, index, &asked.judgement)?;
        }
    }
    out.flush()
}

fn write(out: &mut impl Write, index: u64, judgement: &Judgement) -> Result<(), Error> {
    let Judgement { verdict, kind, requirement, expected, got, detail, order_sensitive, .. } = judgement;
    let kind = kind.map_or("-", FailKind::name);
    write!(out, "{index} {} {kind} {} {order_sensitive}", verdict.name(), requirement.unwrap_or("-"))?;
    if *verdict != Verdict::Pass {
        for words in [expected, got, detail].into_iter().flatten() {
            write!(out, " | {words}")?;
        }
        for (id, words) in &judgement.observations {
            write!(out, " | {id}: {words}")?;
        }
    }
    writeln!(out)
}
