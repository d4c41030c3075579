//! The orders that can be declared, evaluated with any multiplication.

use super::Order;

impl Order {
    /// Replaces every element of `line` by the product of the elements up to it, in this order of evaluation.
    ///
    /// `multiply(a, b)` gets the product of the earlier factors first. What an element becomes depends on the
    /// elements up to it alone, never on how many follow.
    pub fn scan<T: Copy>(self, line: &mut [T], mut multiply: impl FnMut(T, T) -> T) {
        match self {
            Order::Sequential => sequential(line, &mut multiply),
            Order::KoggeStone => {
                let mut step = 1;
                while step < line.len() {
                    for at in (step..line.len()).rev() {
                        line[at] = multiply(line[at - step], line[at]);
                    }
                    step *= 2;
                }
            }
            Order::Sklansky => {
                let mut half = 1;
                while half < line.len() {
                    for block in line.chunks_mut(2 * half).filter(|block| block.len() > half) {
                        let total = block[half - 1];
                        block[half..].iter_mut().for_each(|element| *element = multiply(total, *element));
                    }
                    half *= 2;
                }
            }
            Order::OddEven => odd_even(line, &mut multiply),
            Order::Blocks(size) => blocks(line, size.max(2), true, &mut multiply),
            Order::ChainedBlocks(size) => blocks(line, size.max(1), false, &mut multiply),
        }
    }
}

fn sequential<T: Copy>(line: &mut [T], multiply: &mut impl FnMut(T, T) -> T) {
    for at in 1..line.len() {
        line[at] = multiply(line[at - 1], line[at]);
    }
}

fn odd_even<T: Copy>(line: &mut [T], multiply: &mut dyn FnMut(T, T) -> T) {
    if line.len() < 2 {
        return;
    }
    let mut pairs: Vec<T> = line.chunks_exact(2).map(|pair| multiply(pair[0], pair[1])).collect();
    odd_even(&mut pairs, multiply);
    for at in 1..line.len() {
        line[at] = if at % 2 == 1 { pairs[at / 2] } else { multiply(pairs[at / 2 - 1], line[at]) };
    }
}

fn blocks<T: Copy>(line: &mut [T], size: usize, recursive: bool, multiply: &mut impl FnMut(T, T) -> T) {
    line.chunks_mut(size).for_each(|block| sequential(block, multiply));
    let mut totals: Vec<T> = line.chunks(size).map(|block| block[block.len() - 1]).collect();
    if recursive && totals.len() > size {
        // The recursion is a plain one, its depth the logarithm of the length.
        blocks(&mut totals, size, true, multiply);
    } else {
        sequential(&mut totals, multiply);
    }
    for (block, &before) in line.chunks_mut(size).skip(1).zip(&totals) {
        block.iter_mut().for_each(|element| *element = multiply(before, *element));
    }
}
