//! How fast arrays are judged: prints, and asserts only that nothing honest is called wrong.
//!
//!     cargo test --release -p ascertain-judge --test oracle_speed -- --ignored --nocapture

mod oracle_support;

use std::time::Instant;

use ascertain_judge::oracle::{Declared, Format, Lines, Order, judge_lines};
use oracle_support::{Honest, Random, Rounding, Shape, Tiny, adversarial_line, bytes, encode};

type Factor = fn(&mut Random) -> f64;

/// Factors near one stay inside the guard.
fn near_one(random: &mut Random) -> f64 {
    0.99 + 0.02 * random.unit()
}

/// Products of centred factors underflow after some hundred.
fn centred(random: &mut Random) -> f64 {
    (0..6).map(|_| random.unit()).sum::<f64>() * 1.4 - 4.2
}

/// Walks through the whole range and out of it.
fn walking(random: &mut Random) -> f64 {
    (random.unit() * 16.0 - 8.0).exp2()
}

#[test]
#[ignore = "prints timings"]
fn speed() {
    let (rows, columns) =
        (Lines { outer: 4096, n: 4096, inner: 1 }, Lines { outer: 1, n: 4096, inner: 4096 });
    let (small, long) = (Lines { outer: 64, n: 64, inner: 1 }, Lines { outer: 13, n: 300, inner: 1 });
    let undeclared = Declared::default();
    let sequential = Declared { order: Some(Order::Sequential), ..undeclared };
    let large: [(&str, Factor); 3] = [("near one", near_one), ("centred", centred), ("walking", walking)];
    for (name, factor) in large {
        time(name, Format::F32, rows, undeclared, factor);
        time(name, Format::F32, columns, undeclared, factor);
    }
    for format in [Format::F16, Format::BF16, Format::F32, Format::F64] {
        for lines in [small, long] {
            time("near one", format, lines, undeclared, near_one);
            time("centred", format, lines, undeclared, centred);
            time("near one, declared sequential", format, lines, sequential, near_one);
        }
        adversarial(format, small);
        adversarial(format, long);
    }
}

fn time(name: &str, format: Format, lines: Lines, declared: Declared, factor: Factor) {
    let mut random = Random::new(1);
    let rounded = |x: f64| if format == Format::F64 { x } else { f64::from(x as f32) };
    let cut = |x: f64| f64::from_bits(x.to_bits() & !((1u64 << (53 - format.precision())) - 1));
    let mut line =
        || -> Vec<u64> { (0..lines.n).map(|_| encode(format, cut(rounded(factor(&mut random))))).collect() };
    let all: Vec<Vec<u64>> = (0..(lines.outer * lines.inner).min(512)).map(|_| line()).collect();
    measure(name, format, lines, declared, &all);
}

fn adversarial(format: Format, lines: Lines) {
    let mut random = Random::new(2);
    let all: Vec<Vec<u64>> = (0..64).map(|_| adversarial_line(format, lines.n, &mut random)).collect();
    measure("adversarial", format, lines, Declared::default(), &all);
}

/// Times the judgement of an array made of these lines in turn.
fn measure(name: &str, format: Format, lines: Lines, declared: Declared, all: &[Vec<u64>]) {
    let honest = Honest {
        format,
        shape: Shape::Fixed(Order::Sequential),
        rounding: Rounding::Always(format),
        tiny: Tiny::Keep,
    };
    let mut random = Random::new(3);
    let products: Vec<Vec<u64>> = all.iter().map(|line| honest.products(line, &mut random)).collect();
    let total = lines.outer * lines.n * lines.inner;
    let lay_out = |source: &[Vec<u64>]| {
        let mut elements = vec![0; total];
        for line in 0..lines.outer * lines.inner {
            let start = line / lines.inner * lines.n * lines.inner + line % lines.inner;
            for (index, &bits) in source[line % source.len()].iter().enumerate() {
                elements[start + index * lines.inner] = bits;
            }
        }
        bytes(format, &elements)
    };
    let (factors, got) = (lay_out(all), lay_out(&products));
    let (mut best, mut report) = (f64::INFINITY, None);
    for _ in 0..if total > 1 << 20 { 5 } else { 200 } {
        let start = Instant::now();
        report = judge_lines(format, &factors, &got, lines, &declared).ok();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let report = report.expect("sizes fit");
    assert_eq!(report.wrong, 0, "{:?}", report.first_wrong);
    println!(
        "{name:30} {format:5} ({}, {}, {}): {:9.3} ms, {:6.2} ns an element, {:.0} % order-sensitive",
        lines.outer,
        lines.n,
        lines.inner,
        best * 1e3,
        best * 1e9 / total as f64,
        100.0 * report.order_sensitive as f64 / total as f64
    );
}
