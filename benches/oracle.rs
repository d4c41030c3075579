//! The oracle: long and short lines inside and outside the guard, with and without a declared order.

use ascertain::DType;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::CUMPROD;
use ascertain::reference::Reference;
use ascertain_benches::cumprod;
use ascertain_conformance::oracle::{Declared, Format, Grouping, Lines, Order, expected, judge_lines};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Number and length of lines.
const LINES: [(usize, usize); 3] = [(4096, 4), (64, 256), (1, 16384)];

fn oracle(c: &mut Criterion) {
    let mut group = c.benchmark_group("oracle");
    let sequential = Declared { order: Grouping::Fixed(Order::Sequential), ..Declared::default() };
    for (dtype, format) in [
        (DType::F16, Format::F16),
        (DType::Bf16, Format::BF16),
        (DType::F32, Format::F32),
        (DType::F64, Format::F64),
    ] {
        for (lines, n) in LINES {
            // Every 40th factor takes the running product below the smallest number, after which the order matters.
            for (name, declared, vanishing) in [
                ("inside the guard", Declared::default(), None),
                ("after an underflow", Declared::default(), Some(40)),
                ("declared sequential", sequential, None),
            ] {
                let (factors, got) = line(dtype, lines, n, vanishing);
                let shape = Lines { outer: lines, n, inner: 1 };
                group.throughput(Throughput::Elements((lines * n) as u64));
                group.bench_function(BenchmarkId::new(format!("{name}, {lines}x{n}"), dtype), |b| {
                    b.iter(|| {
                        let report = judge_lines(format, &factors, &got, shape, &declared);
                        assert_eq!(black_box(report).map(|report| report.wrong), Ok(0));
                    });
                });
            }
        }
    }
    group.finish();
}

/// A large tensor of f32, inside and outside the guard, along its last and along its first dimension.
fn large(c: &mut Criterion) {
    const SIDE: usize = 4096;
    let mut group = c.benchmark_group("oracle, 4096x4096");
    group.sample_size(10).throughput(Throughput::Elements((SIDE * SIDE) as u64));
    for (name, vanishing) in [("inside the guard", None), ("after an underflow", Some(40))] {
        let (factors, got) = line(DType::F32, SIDE, SIDE, vanishing);
        for (dim, lines) in [
            ("last", Lines { outer: SIDE, n: SIDE, inner: 1 }),
            ("first", Lines { outer: 1, n: SIDE, inner: SIDE }),
        ] {
            // Along the first dimension: the same lines side by side.
            let along = |bytes: &[u8]| if dim == "last" { bytes.to_vec() } else { transposed(bytes, SIDE) };
            let (factors, got) = (along(&factors), along(&got));
            group.bench_function(format!("{name}, {dim} dim"), |b| {
                b.iter(|| {
                    let report = judge_lines(Format::F32, &factors, &got, lines, &Declared::default());
                    assert_eq!(black_box(report).map(|report| report.wrong), Ok(0));
                });
            });
        }
    }
    group.finish();
}

/// Transposes a square of elements of four bytes.
fn transposed(bytes: &[u8], side: usize) -> Vec<u8> {
    let elements = bytes.as_chunks::<4>().0;
    (0..side).flat_map(|column| (0..side).flat_map(move |row| elements[row * side + column])).collect()
}

/// One element of a long line of f64 that 64-bit significands cannot decide.
fn undecided(c: &mut Criterion) {
    let factors: Vec<u64> = (0..1_000_000u32)
        .map(|index| {
            let x = 1.0 + f64::from(index / 2 % 1009) / 1024.3;
            if index % 2 == 0 { x } else { 1.0 / x }.to_bits()
        })
        .collect();
    let mut group = c.benchmark_group("oracle, undecided");
    group.sample_size(10).throughput(Throughput::Elements(factors.len() as u64));
    group.bench_function("1000000 factors", |b| {
        b.iter(|| {
            black_box(expected(Format::F64, &factors, &Declared::default())).map(|answer| answer.ranges)
        });
    });
    group.finish();
}

/// Factors and their running products: 2 and 0.5 in turn, some factors `2^-9`.
fn line(dtype: DType, lines: usize, n: usize, small: Option<usize>) -> (Vec<u8>, Vec<u8>) {
    let mut call = cumprod(dtype, &[lines, n], 1);
    let input = CUMPROD.place("input");
    if let (Arg::Tensor(tensor), Some(every)) = (&mut call.args[input], small) {
        let convert = ascertain::element::converter(DType::F32, dtype);
        let elements = tensor.storage_mut().chunks_exact_mut(dtype.size());
        for element in elements.skip(every - 1).step_by(every) {
            convert.iter().for_each(|convert| convert(&0.5_f32.powi(9).to_le_bytes(), element));
        }
    }
    let factors = call.args().tensor(input).map(|tensor| tensor.storage().to_vec()).unwrap_or_default();
    match Reference::default().ask(&Call::Operate(call)) {
        Reply::Answer(Answer::Tensor(got)) => (factors, got.into_storage()),
        other => panic!("the reference answered {other:?}"),
    }
}

criterion_group!(benches, oracle, large, undecided);
criterion_main!(benches);
