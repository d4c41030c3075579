//! How the factors of a line are associated: scans as libraries and papers have them, and random trees.
//!
//! Every one of them but [`Shape::Lanes`] keeps the factors in index order.

use super::evaluate::{Evaluator, Value};
use serde::{Deserialize, Deserializer};

/// In lines longer than this only some prefixes have a tree of their own; those after them continue from there.
const LONG: usize = 64;

/// How the factors of a prefix are associated.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shape {
    /// From the first factor on.
    Sequential,
    /// From the last factor of the prefix back.
    Backward,
    /// Every prefix split in halves, recursively.
    Halves,
    /// Complete subtrees of 1, 2, 4, … factors, multiplied from the largest on.
    Pairwise,
    /// A random tree for each line, its prefixes multiplied down from the root.
    RandomLine,
    /// A random tree for each prefix.
    RandomElement,
    /// Kogge and Stone, also called Hillis and Steele: every element by the one 1, 2, 4, … before it.
    KoggeStone,
    /// Sklansky: the total of a left half by every element of the right one, from short halves to long ones.
    Sklansky,
    /// Brent and Kung, also called odd-even: neighbours multiplied in pairs, the pairs scanned likewise, the elements
    /// between filled in.
    OddEven,
    /// Han and Carlson: pairs of neighbours scanned as Kogge and Stone do, the elements between filled in.
    HanCarlson,
    /// Ladner and Fischer: the left half by pairs of neighbours, the right half likewise split.
    LadnerFischer,
    /// Blelloch: totals up a tree of halves, what came before down again, the element itself last.
    Blelloch,
    /// Blocks of so many scanned in sequence, their totals scanned likewise, every block multiplied by the total
    /// before it.
    Blocks(usize),
    /// Two accumulators take turns, and are multiplied for each element: factors are permuted.
    Lanes,
    /// Tiles, each scanned in its own way.
    #[serde(deserialize_with = "leaked")]
    Tiles(&'static Tiles),
    /// One way for lines up to a length, another for longer ones.
    #[serde(deserialize_with = "leaked")]
    ByLength(&'static (Shape, usize, Shape)),
}

/// A scan by tiles.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Tiles {
    pub(crate) size: Size,
    /// How a tile is scanned.
    pub(crate) inside: Shape,
    pub(crate) totals: Totals,
    pub(crate) carry: Carry,
}

/// How long a tile is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Size {
    /// So many elements.
    Elements(usize),
    /// The line divided between so many workers.
    Workers(usize),
}

/// How the products of whole tiles are found.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Totals {
    /// The last elements of the tiles, scanned.
    Scanned(Shape),
    /// Each tile reduced as a tree of halves before any is scanned; these totals scanned.
    Reduced(Shape),
    /// Each tile looks back at those before, multiplying their totals, until it meets one whose prefix is known
    /// already.
    LookBack,
}

/// What becomes of the product of all tiles before.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Carry {
    /// Every element of the tile is multiplied by it.
    Each,
    /// The first factor of the tile is, before the tile is scanned.
    First,
}

/// What lives as long as the program.
fn leaked<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<&'static T, D::Error> {
    Ok(Box::leak(Box::new(T::deserialize(from)?)))
}

impl Evaluator<'_> {
    /// Replaces every value by the product of those up to it.
    pub(super) fn scan(&mut self, shape: Shape, values: &mut [Value]) {
        match shape {
            Shape::Sequential => self.sequential(values),
            Shape::Backward | Shape::Halves | Shape::Pairwise | Shape::RandomElement => {
                self.prefixes(shape, values);
            }
            Shape::RandomLine => self.random_line(values, None),
            Shape::KoggeStone => self.kogge_stone(values),
            Shape::Sklansky => self.sklansky(values),
            Shape::OddEven => self.by_pairs(Shape::OddEven, values),
            Shape::HanCarlson => self.by_pairs(Shape::KoggeStone, values),
            Shape::LadnerFischer => self.ladner_fischer(values),
            Shape::Blelloch => self.blelloch(values, None),
            Shape::Blocks(size) => self.blocks(size, values),
            Shape::Lanes => self.lanes(values),
            Shape::Tiles(tiles) => self.tiles(tiles, values),
            Shape::ByLength((short, limit, long)) => {
                self.scan(if values.len() <= *limit { *short } else { *long }, values);
            }
        }
    }

    fn sequential(&mut self, values: &mut [Value]) {
        for at in 1..values.len() {
            values[at] = self.multiply(values[at - 1], values[at]);
        }
    }

    fn lanes(&mut self, values: &mut [Value]) {
        let mut lanes: Vec<Value> = Vec::new();
        for at in 0..values.len() {
            match lanes.get(at % 2).copied() {
                Some(lane) => lanes[at % 2] = self.multiply(lane, values[at]),
                None => lanes.push(values[at]),
            }
            let product = lanes.iter().copied().reduce(|product, lane| self.multiply(product, lane));
            values[at] = product.expect("there is a lane");
        }
    }

    fn kogge_stone(&mut self, values: &mut [Value]) {
        let mut step = 1;
        while step < values.len() {
            for at in (step..values.len()).rev() {
                values[at] = self.multiply(values[at - step], values[at]);
            }
            step *= 2;
        }
    }

    fn sklansky(&mut self, values: &mut [Value]) {
        let mut half = 1;
        while half < values.len() {
            for pair in values.chunks_mut(2 * half).filter(|pair| pair.len() > half) {
                let total = pair[half - 1];
                pair[half..].iter_mut().for_each(|value| *value = self.multiply(total, *value));
            }
            half *= 2;
        }
    }

    fn by_pairs(&mut self, inner: Shape, values: &mut [Value]) {
        if values.len() < 2 {
            return;
        }
        let mut pairs: Vec<Value> =
            values.chunks_exact(2).map(|pair| self.multiply(pair[0], pair[1])).collect();
        self.scan(inner, &mut pairs);
        for at in 1..values.len() {
            values[at] =
                if at % 2 == 1 { pairs[at / 2] } else { self.multiply(pairs[at / 2 - 1], values[at]) };
        }
    }

    fn ladner_fischer(&mut self, values: &mut [Value]) {
        if values.len() < 2 {
            return;
        }
        let (left, right) = values.split_at_mut(values.len().div_ceil(2));
        self.by_pairs(Shape::LadnerFischer, left);
        self.ladner_fischer(right);
        let total = left[left.len() - 1];
        right.iter_mut().for_each(|value| *value = self.multiply(total, *value));
    }

    fn blelloch(&mut self, values: &mut [Value], before: Option<Value>) {
        if let [only] = values {
            *only = before.map_or(*only, |before| self.multiply(before, *only));
            return;
        }
        if values.is_empty() {
            return;
        }
        let (left, right) = values.split_at_mut(values.len().div_ceil(2));
        let total = self.tree(Shape::Halves, left);
        let after = before.map_or(total, |before| self.multiply(before, total));
        self.blelloch(left, before);
        self.blelloch(right, Some(after));
    }

    fn blocks(&mut self, size: usize, values: &mut [Value]) {
        values.chunks_mut(size).for_each(|block| self.sequential(block));
        if values.len() <= size {
            return;
        }
        let mut totals: Vec<Value> =
            values.chunks(size).map(|block| self.handed(block[block.len() - 1])).collect();
        self.blocks(size, &mut totals);
        for (block, &before) in values.chunks_mut(size).skip(1).zip(&totals) {
            block.iter_mut().for_each(|value| *value = self.carry(before, *value));
        }
    }

    fn tiles(&mut self, tiles: &Tiles, values: &mut [Value]) {
        let size = match tiles.size {
            Size::Elements(size) => size,
            Size::Workers(workers) => values.len().div_ceil(workers).max(1),
        };
        if matches!(tiles.carry, Carry::Each) && !matches!(tiles.totals, Totals::Reduced(_)) {
            values.chunks_mut(size).for_each(|tile| self.scan(tiles.inside, tile));
        }
        let totals: Vec<Value> = match (tiles.totals, tiles.carry) {
            (Totals::Reduced(_), _) | (_, Carry::First) => {
                values.chunks(size).map(|tile| self.tree(Shape::Halves, tile)).collect()
            }
            _ => values.chunks(size).map(|tile| tile[tile.len() - 1]).collect(),
        };
        let totals: Vec<Value> = totals.into_iter().map(|total| self.handed(total)).collect();
        let before = match tiles.totals {
            Totals::Scanned(shape) | Totals::Reduced(shape) => {
                let mut totals = totals;
                self.scan(shape, &mut totals);
                totals
            }
            Totals::LookBack => self.look_back(&totals),
        };
        for (at, tile) in values.chunks_mut(size).enumerate() {
            let before = at.checked_sub(1).map(|at| self.handed(before[at]));
            let scanned = matches!(tiles.carry, Carry::Each) && !matches!(tiles.totals, Totals::Reduced(_));
            if let (Carry::First, Some(before)) = (tiles.carry, before) {
                tile[0] = self.carry(before, tile[0]);
            }
            if !scanned {
                self.scan(tiles.inside, tile);
            }
            if let (Carry::Each, Some(before)) = (tiles.carry, before) {
                tile.iter_mut().for_each(|value| *value = self.carry(before, *value));
            }
        }
    }

    /// Prefixes of `totals`, each found by looking back to one that is known, at random how far.
    fn look_back(&mut self, totals: &[Value]) -> Vec<Value> {
        let mut known: Vec<Value> = Vec::with_capacity(totals.len());
        for (at, &total) in totals.iter().enumerate() {
            let mut product = total;
            for back in (0..at).rev() {
                if back == 0 || self.random.below(4) > 0 {
                    product = self.carry(known[back], product);
                    break;
                }
                product = self.carry(totals[back], product);
            }
            known.push(product);
        }
        known
    }

    fn prefixes(&mut self, shape: Shape, values: &mut [Value]) {
        let factors = values.to_vec();
        // Trees take as long as the prefix is: in long lines only some have their own.
        let one_in = (values.len() / 128).max(16);
        for last in 1..values.len() {
            let own = values.len() <= LONG || self.random.below(one_in) == 0;
            values[last] = if own {
                self.tree(shape, &factors[..=last])
            } else {
                self.multiply(values[last - 1], factors[last])
            };
        }
    }

    /// Replaces values by the products of the prefixes of a random tree over them, `before` multiplied first.
    fn random_line(&mut self, values: &mut [Value], before: Option<Value>) {
        if let [only] = values {
            *only = before.map_or(*only, |before| self.multiply(before, *only));
            return;
        }
        if values.is_empty() {
            return;
        }
        let split = self.split(values.len());
        let (left, right) = values.split_at_mut(split);
        let total = self.tree(Shape::RandomLine, left);
        let total = before.map_or(total, |before| self.multiply(before, total));
        self.random_line(left, before);
        self.random_line(right, Some(total));
    }

    fn split(&mut self, n: usize) -> usize {
        // Long ranges are split near the middle, so that the recursion does not run deep.
        if n > LONG { n / 4 + self.random.below(n / 2) } else { 1 + self.random.below(n - 1) }
    }

    fn tree(&mut self, shape: Shape, values: &[Value]) -> Value {
        let split = match (values, shape) {
            ([only], _) => return *only,
            (_, Shape::Backward) => {
                let product = values.iter().rev().copied().reduce(|product, x| self.multiply(x, product));
                return product.expect("a tree has leaves");
            }
            (_, Shape::Halves) => values.len() / 2,
            (_, Shape::Pairwise) => 1 << (values.len() - 1).ilog2(),
            _ => self.split(values.len()),
        };
        let (left, right) = (self.tree(shape, &values[..split]), self.tree(shape, &values[split..]));
        self.multiply(left, right)
    }
}
