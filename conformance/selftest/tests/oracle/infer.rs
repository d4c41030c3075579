//! Declarations that explain what an implementation computes are inferred from it.

use crate::oracle::lines::{adversarial_line, bytes, moderate_line, products};
use crate::support::evaluate::{self, Evaluation, Random, Tiny};
use crate::support::scans::Shape;
use ascertain_judge::oracle::{
    Accumulator, Declared, Format, Grouping, Lines, Order, Subnormals, judge_lines,
};

#[test]
fn declarations_are_inferred() {
    let mut random = Random::new(8);
    for (format, order, shape, rounding, tiny) in [
        (Format::F32, Order::Sequential, Shape::Sequential, Format::F32, Tiny::Keep),
        (Format::F32, Order::Blocks(16), Shape::Blocks(16), Format::F32, Tiny::Before),
        (Format::F16, Order::Sequential, Shape::Sequential, Format::F32, Tiny::Keep),
        (Format::BF16, Order::OddEven, Shape::OddEven, Format::BF16, Tiny::After),
        (Format::F64, Order::KoggeStone, Shape::KoggeStone, Format::F64, Tiny::Keep),
    ] {
        let wide = if rounding == format { evaluate::Accumulator::Own } else { evaluate::Accumulator::F32 };
        let way = Evaluation::new(shape, wide, tiny);
        let mut candidates = Declared::candidates(format);
        for round in 0..40 {
            // Short lines for subnormals and overflow, long ones for the order.
            let line = match round % 2 {
                0 => adversarial_line(format, 12, &mut random),
                _ => moderate_line(format, 600, &mut random),
            };
            let got = products(format, way, &line, &mut random);
            let lines = Lines { outer: 1, n: line.len(), inner: 1 };
            let (line, got) = (bytes(format, &line), bytes(format, &got));
            let report = |one: &Declared| judge_lines(format, &line, &got, lines, one).expect("sizes fit");
            candidates.retain(|one| report(one).wrong == 0);
        }
        let accumulator = if rounding == format { Accumulator::Own } else { Accumulator::Wider(rounding) };
        let subnormals = if tiny == Tiny::Keep { Subnormals::Keep } else { Subnormals::Flush };
        let truth = Declared {
            order: Grouping::Fixed(order),
            accumulator: Some(accumulator),
            subnormals: Some(subnormals),
        };
        // Blocks as long as a line, or nearly, look sequential.
        let longer = |one: &Declared| matches!(one.order, Grouping::Fixed(Order::Blocks(n) | Order::ChainedBlocks(n)) if n >= 512);
        let remaining: Vec<&Declared> = candidates.iter().filter(|one| !longer(one)).collect();
        assert_eq!(remaining, [&truth], "{way:?}");
    }
}
