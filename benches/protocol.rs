//! The process protocol without a process: writing and reading requests and answers.

use ascertain::DType;
use ascertain::call::{Call, Promote};
use ascertain::promote::TABLES;
use ascertain::reference::Reference;
use ascertain_benches::cumprod;
use ascertain_conformance::backends::protocol::answer::{self, AnswerShape};
use ascertain_conformance::backends::protocol::{Framing, Message, request};
use ascertain_conformance::backends::serve;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn protocol(c: &mut Criterion) {
    let mut group = c.benchmark_group("protocol");
    let table = TABLES[0];
    let pairs = table.rows.keys.iter().flat_map(|&row| table.columns.keys.iter().map(move |&c| (row, c)));
    let promotions: Vec<Call> =
        pairs.map(|(row, column)| Call::Promote(Promote { table, row, column, ranks: None })).collect();
    let small: Vec<Call> = (0..256).map(|_| Call::Operate(cumprod(DType::F32, &[4, 4], 1))).collect();
    let large = [Call::Operate(cumprod(DType::F32, &[2048, 2048], 1))];
    for (name, calls) in
        [("promotions", &promotions[..]), ("cumprods of (4, 4)", &small), ("a cumprod of 16 MiB", &large)]
    {
        let calls: Vec<&Call> = calls.iter().collect();
        let mut reference = Reference::default();
        group.throughput(Throughput::Elements(calls.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let asked = request::ask(1, &calls, Framing::Frame)?;
                let asked = [asked.line.as_bytes(), b"\n", &asked.frame].concat();
                let mut answered = Vec::new();
                serve::serve(&mut reference, &asked[..], &mut answered).ok()?;
                let line = answered.iter().position(|byte| *byte == b'\n')?;
                let frame = answered.split_off(line + 1);
                answered.truncate(line);
                let answered = Message { line: String::from_utf8(answered).ok()?, frame };
                black_box(answer::read(&answered, AnswerShape::by(&calls)).ok())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, protocol);
criterion_main!(benches);
