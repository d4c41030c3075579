//! The harness: building the suite, a default run on the reference, random cases, and judging a large tensor.

use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::Call;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_benches::cumprod;
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::session::Session;
use ascertain_conformance::suite;
use ascertain_conformance::suite::vectors::read;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// A backend that always gives the same reply, so that only the judge is measured.
struct Echo(Reference, Reply);

impl Backend for Echo {
    fn describe(&mut self) -> Result<ascertain::backend::Description, String> {
        self.0.describe()
    }

    fn ask(&mut self, _: &Call) -> Reply {
        self.1.clone()
    }
}

fn building(c: &mut Criterion) {
    let editions = Editions::default();
    let mut group = c.benchmark_group("suite");
    group.bench_function("build", |b| b.iter(|| black_box(suite::build(&editions))));
    group.bench_function("read the vectors' TOML", |b| {
        b.iter(|| {
            suite::vectors::FILES.iter().map(|(name, text)| read(name, text)).collect::<Result<Vec<_>, _>>()
        });
    });
    group.finish();
}

fn harness(c: &mut Criterion) {
    let options = RunOptions::default();
    let mut group = c.benchmark_group("harness");
    group.sample_size(10);
    #[expect(clippy::unwrap_used, reason = "the committed vectors are tested")]
    let cases = suite::build(&options.editions).unwrap();
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("default run on the reference", |b| {
        b.iter(|| black_box(run(&cases, &mut Reference::default(), &options, &mut |_| ())));
    });
    let fuzz = RunOptions { fuzz: 20_000, ..RunOptions::default() };
    group.throughput(Throughput::Elements(fuzz.fuzz));
    group.bench_function("random cases on the reference", |b| {
        b.iter(|| black_box(run(&[], &mut Reference::default(), &fuzz, &mut |_| ())));
    });
    for dtype in [DType::F32, DType::F64, DType::F16, DType::S32] {
        let call = Call::Operate(cumprod(dtype, &[1024, 1024], 1));
        let reply = Reference::default().ask(&call);
        if !matches!(reply, Reply::Answer(Answer::Tensor(_))) {
            continue;
        }
        let mut echo = Echo(Reference::default(), reply);
        let case =
            Case { id: "".into(), area: "cumprod", requirements: &[], call, expect: Expect::Documents };
        let Ok(mut session) = Session::start(&mut echo, &options) else { continue };
        group.throughput(Throughput::Bytes((1024 * 1024 * dtype.size()) as u64));
        group.bench_function(BenchmarkId::new("judge (1024, 1024)", dtype), |b| {
            b.iter(|| black_box(session.ask(std::slice::from_ref(&case))));
        });
    }
    group.finish();
}

criterion_group!(benches, building, harness);
criterion_main!(benches);
