//! The oracle accepts every right result: those of honest implementations of every kind, on lines made to break judges.

use crate::oracle::lines::{CHAINED_5, adversarial_line, bytes, products, random_length, scale};
use crate::support::evaluate::{self, Evaluation, Random, Tiny};
use crate::support::scans::Shape;
use ascertain_judge::oracle::{
    Accumulator, Arithmetic, Declared, Float, Format, Grouping, Lines, LinesReport, Order, Subnormals,
    expected, judge_lines,
};

/// Shapes, with the order that each may declare.
const SHAPES: [(Shape, Option<Grouping>); 10] = [
    (Shape::Sequential, Some(Grouping::Fixed(Order::Sequential))),
    (Shape::KoggeStone, Some(Grouping::Fixed(Order::KoggeStone))),
    (Shape::Sklansky, Some(Grouping::Fixed(Order::Sklansky))),
    (Shape::OddEven, Some(Grouping::Fixed(Order::OddEven))),
    (Shape::Blocks(16), Some(Grouping::Fixed(Order::Blocks(16)))),
    (CHAINED_5, Some(Grouping::Fixed(Order::ChainedBlocks(5)))),
    (Shape::Halves, None),
    (Shape::Backward, None),
    (Shape::RandomElement, None),
    (Shape::Lanes, Some(Grouping::Permuted)),
];

/// Accumulators, with the format that each may declare.
fn accumulators(format: Format) -> Vec<(evaluate::Accumulator, Option<Accumulator>)> {
    use evaluate::Accumulator::{F32, F64, Mixed, Own};
    let mut accumulators = vec![(Own, Some(Accumulator::Own))];
    if format.precision() < 24 {
        accumulators.push((F32, Some(Accumulator::Wider(Format::F32))));
    }
    if format != Format::F64 {
        accumulators.extend([(F64, Some(Accumulator::Wider(Format::F64))), (Mixed, None)]);
    }
    accumulators
}

/// What an honest implementation may truly declare, from nothing to all there is.
fn declarations(tiny: Tiny, accumulator: Option<Accumulator>, order: Option<Grouping>) -> Vec<Declared> {
    let subnormals = Some(if tiny == Tiny::Keep { Subnormals::Keep } else { Subnormals::Flush });
    let mut declared = vec![Declared::default(), Declared { subnormals, ..Declared::default() }];
    if accumulator.is_some() {
        declared.extend([None, subnormals].map(|s| Declared {
            accumulator,
            subnormals: s,
            ..Declared::default()
        }));
    }
    // Permuting is a licence: who has it may still keep the order.
    let permuted = declared.clone().into_iter().map(|one| Declared { order: Grouping::Permuted, ..one });
    if order == Some(Grouping::Permuted) {
        return permuted.collect();
    }
    let fixed =
        [None, subnormals].map(|subnormals| order.map(|order| Declared { order, accumulator, subnormals }));
    let fixed = fixed.into_iter().flatten().filter(|_| accumulator.is_some());
    declared.iter().copied().chain(permuted).chain(fixed).collect()
}

#[test]
fn results_of_honest_implementations() {
    let (mut total, mut lines_judged) = (LinesReport::default(), 0);
    for format in [Format::F16, Format::BF16, Format::F32, Format::F64] {
        let mut random = Random::new(u64::from(format.bits()) + 7 * u64::from(format.precision()));
        for _ in 0..60 * scale() {
            let n = random_length(&mut random);
            let (outer, inner) = (1 + random.below(3), [1, 1, 3, 11][random.below(4)]);
            let lines = Lines { outer, n, inner };
            let (shape, order) = SHAPES[random.below(SHAPES.len())];
            let accumulators = accumulators(format);
            let (wide, accumulator) = accumulators[random.below(accumulators.len())];
            let tiny = [Tiny::Keep, Tiny::Keep, Tiny::Before, Tiny::After, Tiny::Inputs][random.below(5)];
            let way = Evaluation::new(shape, wide, tiny);
            let mut factors = vec![0; outer * n * inner];
            let mut got = factors.clone();
            for line in 0..outer * inner {
                let start = line / inner * n * inner + line % inner;
                let line = adversarial_line(format, n, &mut random);
                let products = products(format, way, &line, &mut random);
                for index in 0..n {
                    factors[start + index * inner] = line[index];
                    got[start + index * inner] = products[index];
                }
            }
            let (factors, got) = (bytes(format, &factors), bytes(format, &got));
            for declared in declarations(tiny, accumulator, order) {
                let report = judge_lines(format, &factors, &got, lines, &declared).expect("sizes fit");
                if let Some(wrong) = &report.first_wrong {
                    let line: Vec<u64> = (0..=wrong.index)
                        .map(|index| format.load(&factors, (wrong.outer * n + index) * inner + wrong.inner))
                        .collect();
                    panic!("{way:?} as {declared:?}: {wrong}; factors {line:x?}");
                }
                assert_eq!(report.right + report.order_sensitive, (outer * n * inner) as u64);
                total.right += report.right;
                total.order_sensitive += report.order_sensitive;
                lines_judged += outer * inner;
            }
        }
    }
    println!(
        "{lines_judged} lines, {} elements right, {} order-sensitive",
        total.right, total.order_sensitive
    );
}

/// Products of f64 in x87 registers, all of them or some, stored on the way or not.
#[test]
fn results_of_x87_accumulators() {
    let format = Format::F64;
    let (own, x87) = (Arithmetic::new(format, format), Arithmetic::new(format, Format::X87));
    let mut random = Random::new(87);
    for _ in 0..300 * scale() {
        let n = random_length(&mut random);
        let line = adversarial_line(format, n, &mut random);
        let mixed = random.below(2) == 0;
        let mut multiply = |a: Float, b: Float| match if mixed { random.below(3) } else { 0 } {
            0 => x87.multiply(a, b),
            1 => own.multiply(a, b),
            // Rounded twice: in the register, then in memory.
            _ => own.load(own.store(x87.multiply(a, b))),
        };
        let mut values: Vec<Float> = line.iter().map(|&bits| x87.load(bits)).collect();
        let orders = [Order::Sequential, Order::KoggeStone, Order::OddEven, Order::Blocks(16)];
        let order = orders[n % 4];
        order.scan(&mut values, &mut multiply);
        let got: Vec<u64> = values.iter().map(|&value| x87.store(value)).collect();
        let (factors, got) = (bytes(format, &line), bytes(format, &got));
        let wider = Some(Accumulator::Wider(Format::X87));
        let mut declarations = vec![Declared::default()];
        if !mixed {
            declarations.push(Declared { accumulator: wider, ..Declared::default() });
            declarations.push(Declared {
                accumulator: wider,
                order: Grouping::Fixed(order),
                ..Declared::default()
            });
        }
        for declared in declarations {
            let lines = Lines { outer: 1, n, inner: 1 };
            let report = judge_lines(format, &factors, &got, lines, &declared).expect("sizes fit");
            if let Some(wrong) = report.first_wrong {
                panic!("{declared:?}: {wrong}; factors {line:x?}");
            }
        }
    }
}

/// The product lies so near a tie that f64 and x87 both miss it, in any grouping, and outside the guard. A wider
/// accumulator, such as binary128, gives it.
#[test]
fn the_correctly_rounded_product_outside_the_guard() {
    let factors =
        [0xedb8_9e4a_6fd8_2cf8, 0x7fef_ffff_ffff_ffff, 0x2364_923d_c56f_214b, 0x0d65_6873_2589_6a71];
    let nearest = 0xdea5_2cd3_9155_ae6b;
    let answer = expected(Format::F64, &factors, &Declared::default()).expect("factors");
    assert!(answer.contains(nearest), "{answer}");
    let own = Declared { accumulator: Some(Accumulator::Own), ..Declared::default() };
    let answer = expected(Format::F64, &factors, &own).expect("factors");
    assert!(!answer.contains(nearest) && answer.contains(nearest - 1), "{answer}");
}
