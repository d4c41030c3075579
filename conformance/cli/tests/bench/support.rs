//! Backends with made-up times, and reports of them.

use ascertain::DType;
use ascertain::backend::{Answer, Backend, BackendFault, Description, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_cli::bench::plan::{Planned, plan};
use ascertain_cli::bench::report::BenchReport;
use ascertain_cli::bench::{self, Contestant, Options};
use ascertain_conformance::backends::timing::{Bench, TimedBackend, Timing};
use ascertain_conformance::options::Stop;
use std::time::Duration;

/// What is odd about a backend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The last element of f32 is wrong, in every answer.
    Wrong,
    /// The same, only in answers to calls that are timed again.
    WrongLater,
    /// It is gone in the third round.
    Crash,
    /// It refuses s32.
    Refuses,
    /// It has no f16.
    Lacks,
    /// It does not start.
    Silent,
    /// It gives no result.
    Stingy,
}

/// A backend that answers as the reference does, and says that its calls took what it was told to say.
pub(crate) struct Fake {
    name: &'static str,
    fault: Fault,
    /// Nanoseconds of a call and of a copy, round by round, over and over.
    times: Vec<[u64; 2]>,
    /// Rounds of the present product, the first one that only warms up included.
    rounds: usize,
    /// Everything it was asked: whether again, and whether with a result.
    pub(crate) asked: Vec<(bool, bool)>,
    reference: Reference,
}

impl Fake {
    pub(crate) fn new(name: &'static str, fault: Fault, times: &[[u64; 2]]) -> Self {
        Self {
            name,
            fault,
            times: times.to_vec(),
            rounds: 0,
            asked: Vec::new(),
            reference: Reference::default(),
        }
    }
}

fn dtype(call: &Call) -> DType {
    let Call::Operate(call) = call else { panic!("operators alone are timed") };
    call.args().dtype_of(0).expect("an input")
}

impl Backend for Fake {
    fn describe(&mut self) -> Result<Description, String> {
        if self.fault == Fault::Silent {
            return Err("there is <nothing> & nobody".to_owned());
        }
        let mut description = self.reference.describe()?;
        description.name = self.name.to_owned();
        description.version = "1.2".to_owned();
        if self.fault == Fault::Lacks {
            for operator in &mut description.operators {
                operator.dtypes = operator.dtypes.iter().filter(|d| *d != DType::F16).collect();
            }
        }
        Ok(description)
    }

    fn ask(&mut self, _: &Call) -> Reply {
        panic!("only times are asked for")
    }
}

impl TimedBackend for Fake {
    fn bench(&mut self, bench: &Bench<'_>) -> Result<Timing, Reply> {
        self.asked.push((bench.again, bench.result));
        self.rounds = if bench.again { self.rounds + 1 } else { 0 };
        let dtype = dtype(bench.call);
        assert!(self.fault != Fault::Lacks || dtype != DType::F16, "what is not offered is not asked");
        match self.fault {
            Fault::Crash if self.rounds == 3 => {
                return Err(Reply::Lost(BackendFault::Crash, "signal 11".to_owned()));
            }
            Fault::Refuses if dtype == DType::S32 => {
                return Err(Reply::Rejected(ascertain::backend::Rejection {
                    status: Some(7),
                    message: "no | s32".to_owned(),
                }));
            }
            _ => {}
        }
        let Reply::Answer(Answer::Tensor(mut result)) = self.reference.ask(bench.call) else {
            panic!("the reference answers");
        };
        let wrong = match self.fault {
            Fault::Wrong => true,
            Fault::WrongLater => bench.again,
            _ => false,
        };
        if wrong && dtype == DType::F32 {
            let last = result.storage().len() - 1;
            // Its sign.
            result.storage_mut()[last] ^= 0x80;
        }
        let wanted = bench.result && self.fault != Fault::Stingy;
        let [call, copy] = self.times[self.rounds.saturating_sub(1) % self.times.len()];
        Ok(Timing {
            calls: 10,
            ns: vec![call * 10; bench.samples],
            copies: 2,
            copy_ns: vec![copy * 2; bench.samples],
            threads: Some(bench.threads),
            cpu_ns: Some(call * 10 * bench.samples as u64),
            preallocated: true,
            timed: format!("{}(x) < y", self.name),
            result: wanted.then_some(Answer::Tensor(result)),
            exchange: None,
        })
    }
}

/// A plan of `add` with these dtypes.
pub(crate) fn of_add(dtypes: &[DType]) -> Vec<Planned> {
    plan(&Editions::default(), &["add".to_owned()], dtypes, 12)
}

/// How tests measure: in so many rounds.
pub(crate) fn options(rounds: usize) -> Options {
    Options {
        editions: Editions::default(),
        rounds,
        min_sample: Duration::from_nanos(100),
        threads: 2,
        quick: false,
        stop: Stop::default(),
    }
}

/// A report of these backends on `add` with these dtypes, in so many rounds.
pub(crate) fn measured(backends: &mut [Fake], dtypes: &[DType], rounds: usize) -> BenchReport {
    let names: Vec<String> = backends.iter().map(|backend| format!("process:{}", backend.name)).collect();
    let mut contestants: Vec<Contestant<'_>> =
        backends.iter_mut().zip(&names).map(|(backend, asked)| Contestant { asked, backend }).collect();
    let mut calls = 0;
    let report = bench::run(&mut contestants, &of_add(dtypes), &options(rounds), &mut || calls += 1);
    assert_eq!(calls, report.cases.len(), "each call is told of");
    report
}
