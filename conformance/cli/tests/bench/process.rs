//! Timing in another process: the messages, and failures.

use crate::adapters::{backend, faulty, has_python, options, script};
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{CUMPROD, OPERATORS};
use ascertain::document::Editions;
use ascertain::{DType, Tensor};
use ascertain_cli::bench::plan::plan;
use ascertain_cli::bench::report::BenchReport;
use ascertain_cli::bench::{self, Contestant};
use ascertain_conformance::backends::timing::{Bench, TimedBackend, Timing};
use ascertain_conformance::backends::{Options, ProcessBackend};
use ascertain_conformance::options::Stop;
use std::thread;
use std::time::Duration;

/// The reference in a process of its own.
fn hosted() -> ProcessBackend {
    let command = [env!("CARGO_BIN_EXE_ascertain"), "host", "reference"].map(str::to_owned).to_vec();
    backend(command, options())
}

/// A product whose input does not fit into a line.
fn product(factor: u8) -> Call {
    let bytes = [factor, 1, 2, 1].repeat(1000);
    let input = Tensor::new(DType::U8, &[4, 1000], bytes).expect("as many bytes as elements");
    let out = Tensor::zeros(DType::U8, &[4, 1000]).expect("a small tensor");
    let call = Invocation::new(&CUMPROD).with("input", Arg::Tensor(input)).with("dim", Arg::Int(0));
    Call::Operate(call.with("out", Arg::Tensor(out)))
}

fn time(backend: &mut ProcessBackend, call: &Call, again: bool) -> Result<Timing, Reply> {
    let min_sample = Duration::from_nanos(1);
    backend.bench(&Bench { call, again, samples: 2, min_sample, threads: 1, result: true })
}

fn expected(backend: &mut ProcessBackend, call: &Call) -> Option<Answer> {
    match backend.ask(call) {
        Reply::Answer(answer) => Some(answer),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_is_sent_once_and_timed_again() {
    let mut hosted = hosted();
    for factor in [3, 5] {
        let call = product(factor);
        let right = expected(&mut hosted, &call);
        for again in [false, true, true] {
            let timing = time(&mut hosted, &call, again).expect("the reference is timed");
            assert_eq!((timing.ns.len(), timing.copy_ns.len()), (2, 2));
            assert_eq!(timing.result, right, "{factor} {again}: of this call, not of the one before");
            assert!(timing.preallocated && timing.timed.contains("cumprod"), "{}", timing.timed);
        }
    }
}

/// Where the process was started again, nothing is there from before: the call is sent once more.
#[test]
fn a_new_process_gets_the_call_again() {
    if !has_python() {
        return;
    }
    let operator = OPERATORS.iter().find(|o| o.name == "reinterpret").expect("an operator");
    let question = |first: u8| {
        let input = Tensor::new(DType::U8, &[3], vec![first, 8, 9]).expect("three bytes");
        let call = Invocation::new(operator).with("input", Arg::Tensor(input));
        Call::Operate(call.with("dtype", Arg::DType(DType::S8)))
    };
    let mut backend = backend(script("tests/process/batching.py", &[]), options());
    let timing = time(&mut backend, &question(0), false).expect("the base times");
    assert_eq!((timing.preallocated, timing.threads), (false, None));
    assert!(timing.cpu_ns.is_some());
    // This one ends the process.
    let lost = backend.ask(&question(1));
    assert!(matches!(lost, Reply::Lost(..)), "{lost:?}");
    let again = time(&mut backend, &question(0), true).expect("it is started again, and told");
    assert_eq!(again.result, timing.result);
    // And a timed call that ends it costs no more than itself.
    let crash = time(&mut backend, &question(1), false);
    assert!(matches!(crash, Err(Reply::Lost(..))), "{crash:?}");
    let refused = time(&mut backend, &question(4), false);
    assert!(matches!(&refused, Err(Reply::Rejected(r)) if r.status == Some(161_002)), "{refused:?}");
    assert!(time(&mut backend, &question(0), false).is_ok());
}

#[test]
fn who_does_not_offer_it_is_not_asked() {
    if !has_python() {
        return;
    }
    let mut backend = backend(faulty("honest", "all"), options());
    let reply = time(&mut backend, &product(3), false);
    assert!(matches!(&reply, Err(Reply::Unsupported(why)) if why.contains("`bench`")), "{reply:?}");
}

/// Frameworks read how many threads they may use when they are imported.
#[test]
fn the_number_of_threads_is_in_the_environment() {
    if !has_python() {
        return;
    }
    let code = "import os; raise SystemExit(f\"{os.environ.get('ASCERTAIN_THREADS')} {os.environ.get('OMP_NUM_THREADS')}\")";
    let command = script("tests/process/batching.py", &[]);
    let command = vec![command[0].clone(), "-c".to_owned(), code.to_owned()];
    let said = |threads| {
        let options = Options { threads, ..options() };
        backend(command.clone(), options).describe().expect_err("it ends at once")
    };
    assert!(said(Some(3)).contains("3 3"), "{}", said(Some(3)));
    assert!(!said(None).contains("3 3"));
}

/// The report of an adapter whose clock shows so many times what has passed.
fn timed_by(clock: &[&str]) -> BenchReport {
    let mut backend = backend(script("tests/fixtures/adapters/clock.py", clock), options());
    let mut contestants = [Contestant { asked: "clock", backend: &mut backend }];
    let plan = plan(&Editions::default(), &["cumprod".to_owned()], &[DType::S64], 4);
    let options = bench::Options {
        editions: Editions::default(),
        rounds: 5,
        min_sample: Duration::from_millis(1),
        threads: 1,
        quick: false,
        stop: Stop::default(),
    };
    bench::run(&mut contestants, &plan, &options, &mut || ())
}

/// Times that contradict the harness's clock are not a result.
#[test]
fn the_clock_of_an_adapter_is_checked() {
    if !has_python() {
        return;
    }
    let right = timed_by(&["1"]);
    assert_eq!(right.timed(), 1, "{:?}", right.cases[0].results);
    let refused = |factor: &str, of: &str| {
        let report = timed_by(&[factor, "--of", of]);
        let [outcome] = report.cases[0].results.as_slice() else { panic!("one backend") };
        let context = format!("{factor} of {of}: {outcome:?}");
        assert_eq!((outcome.verdict.as_str(), &outcome.timing), ("protocol", &None), "{context}");
        assert!(outcome.is_failure(), "{context}");
        // A negative time is not a number of nanoseconds.
        let word = if factor == "-1" { "integer `-" } else { "clock" };
        assert!(outcome.detail.as_deref().unwrap_or_default().contains(word), "{context}");
    };
    // All at once, since they only wait.
    thread::scope(|scope| {
        for factor in ["0.001", "10", "1000000", "0", "-1"] {
            for of in ["all", "calls"] {
                scope.spawn(move || refused(factor, of));
            }
        }
    });
}
