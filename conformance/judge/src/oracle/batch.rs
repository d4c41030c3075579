//! All lines of an array under one declaration: quick where possible, careful where needed.

use std::ops::Range;

use super::double::{Certified, Double};
use super::fixed::Fixed;
use super::judge::Lines;
use super::line::{EXTREMES, Line, Rules, Verdict};
use super::model::Model;
use super::narrow::{LONGEST, Narrow};
use super::stage::{Arrays, STAGE};
use super::sweep::{Open, Sweep, Swept};
use super::{Declared, Format};

/// What was counted, and the first wrong element as an element number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) right: u64,
    pub(super) order_sensitive: u64,
    pub(super) wrong: u64,
    pub(super) first_wrong: Option<usize>,
}

impl Tally {
    fn count(&mut self, verdict: Verdict, element: usize) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::OrderSensitive => self.order_sensitive += 1,
            Verdict::Wrong => {
                self.wrong += 1;
                self.first_wrong = Some(self.first_wrong.map_or(element, |first| first.min(element)));
            }
        }
    }
}

/// The judge for one format and declaration, with its tables and buffers.
#[derive(Debug)]
pub(super) struct Batch {
    format: Format,
    way: Way,
    factors: Vec<u64>,
    got: Vec<u64>,
}

/// The quick path for a format.
#[derive(Debug)]
enum Quick {
    Narrow(Box<Sweep>, Swept),
    Double(Box<Double>, Vec<Certified>),
    None,
}

#[derive(Debug)]
enum Way {
    Free { rules: Box<Rules>, quick: Quick },
    Fixed { fixed: Fixed, right: Vec<bool> },
}

impl Batch {
    pub(super) fn new(format: Format, declared: &Declared) -> Batch {
        let way = match declared.order {
            Some(order) => Way::Fixed { fixed: Fixed::new(format, order, declared), right: Vec::new() },
            None => {
                let model = Model::new(format, declared);
                let quick = if let Some(narrow) = Narrow::new(&model) {
                    Quick::Narrow(Box::new(Sweep::new(narrow)), Swept::default())
                } else if let Some(double) = Double::new(&model) {
                    Quick::Double(Box::new(double), Vec::new())
                } else {
                    Quick::None
                };
                Way::Free { rules: Box::new(Rules::new(model)), quick }
            }
        };
        Batch { format, way, factors: Vec::new(), got: Vec::new() }
    }

    /// Judges every line; no dimension is 0.
    pub(super) fn judge(&mut self, arrays: Arrays<'_>) -> Tally {
        let Lines { outer, n, inner } = arrays.lines;
        let mut load = Load { format: self.format, arrays, factors: &mut self.factors, got: &mut self.got };
        let mut tally = Tally::default();
        let lines = outer * inner;
        let together = Sweep::together(inner);
        let batches = (0..lines).step_by(together).map(|line| (line, together.min(lines - line)));
        match &mut self.way {
            Way::Fixed { fixed, right } => {
                for line in 0..lines {
                    load.judge_fixed(line, fixed, right, &mut tally);
                }
            }
            Way::Free { rules, quick } => {
                rules.reserve(n);
                match quick {
                    Quick::Narrow(sweep, swept) => {
                        sweep.reserve(n);
                        for (line, count) in batches {
                            sweep.sweep(arrays, rules, line, count, swept);
                            for open in swept.open.chunk_by(|a, b| a.line == b.line) {
                                load.judge_open(open, rules, &mut tally);
                            }
                            swept.open.clear();
                        }
                        tally.right += std::mem::take(&mut swept.right);
                        tally.order_sensitive += std::mem::take(&mut swept.order_sensitive);
                    }
                    Quick::Double(double, certified) if n <= LONGEST => {
                        for (line, count) in batches {
                            double.certify_lines(arrays, line, count, certified);
                            for (line, &certified) in (line..).zip(&*certified) {
                                load.judge_certified(line, certified, rules, &mut tally);
                            }
                        }
                    }
                    _ => (0..lines).for_each(|line| load.judge_from(line, 0..n, rules, &mut tally)),
                }
            }
        }
        tally
    }
}

/// Lines loaded one at a time, to be judged with care.
struct Load<'a> {
    format: Format,
    arrays: Arrays<'a>,
    factors: &'a mut Vec<u64>,
    got: &'a mut Vec<u64>,
}

impl Load<'_> {
    /// Loads the first elements of a line. Returns the number of the first one.
    fn load(&mut self, line: usize, length: usize) -> usize {
        let (start, stride) = (self.arrays.start(line), self.arrays.lines.inner);
        self.format.load_line(self.arrays.factors, start, stride, length, self.factors);
        self.format.load_line(self.arrays.got, start, stride, length, self.got);
        start
    }

    /// Judges some elements of a line.
    fn judge_from(&mut self, line: usize, range: Range<usize>, rules: &Rules, tally: &mut Tally) {
        if range.is_empty() {
            return;
        }
        let start = self.load(line, range.end);
        let mut judge = Line::new(rules, self.factors);
        for (index, &bits) in self.got.iter().enumerate() {
            judge.push();
            if index >= range.start {
                tally.count(judge.judge(bits), start + index * self.arrays.lines.inner);
            }
        }
    }

    /// Judges the elements of one line that a sweep left open.
    fn judge_open(&mut self, open: &[Open], rules: &Rules, tally: &mut Tally) {
        let Some(last) = open.last() else { return };
        let start = self.load(last.line, self.arrays.lines.n.min(last.index + STAGE));
        let mut judge = Line::new(rules, self.factors);
        for &Open { index, rows, .. } in open {
            for row in (0..STAGE).filter(|row| rows >> row & 1 == 1) {
                let index = index + row;
                while judge.seen().passed <= index {
                    judge.push();
                }
                tally.count(judge.judge(self.got[index]), start + index * self.arrays.lines.inner);
            }
        }
    }

    /// Judges what is not certified of a line.
    fn judge_certified(&mut self, line: usize, certified: Certified, rules: &Rules, tally: &mut Tally) {
        let n = self.arrays.lines.n;
        let Certified { right, plausible } = certified;
        tally.right += right as u64;
        // Where order matters, extremes are computed for short prefixes; for longer ones the interval will do.
        let known = plausible.max(right).min(n);
        let short = EXTREMES.min(known);
        self.judge_from(line, right..short.max(right), rules, tally);
        tally.order_sensitive += (known - right.max(short)) as u64;
        self.judge_from(line, known..n, rules, tally);
    }

    /// Judges a line of declared order. `right` is a buffer.
    fn judge_fixed(&mut self, line: usize, fixed: &mut Fixed, right: &mut Vec<bool>, tally: &mut Tally) {
        let start = self.load(line, self.arrays.lines.n);
        right.resize(self.got.len(), false);
        fixed.judge(self.factors, self.got, right);
        for (index, &right) in right.iter().enumerate() {
            let verdict = if right { Verdict::Right } else { Verdict::Wrong };
            tally.count(verdict, start + index * self.arrays.lines.inner);
        }
    }
}
