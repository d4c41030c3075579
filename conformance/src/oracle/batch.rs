//! All lines of an array under one declaration: quick where possible, careful where needed.

use super::fixed::Fixed;
use super::judge::Lines;
use super::lanes::{Certifier, LONGEST, Lanes};
use super::line::{Line, Rules, Verdict};
use super::model::Model;
use super::stage::{Arrays, LANES, STAGE, Stage};
use super::tails::{self, Tail};
use super::{Declared, Format};

/// Lines this long are looked at for tails.
const TAILED: usize = 64;

/// Groups of lanes that pass the rows together.
const PANEL: usize = 16;

/// What was counted, and the first wrong element as an element number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) right: u64,
    pub(super) order_sensitive: u64,
    pub(super) wrong: u64,
    pub(super) first_wrong: Option<usize>,
}

impl Tally {
    fn add(&mut self, verdict: Verdict, count: usize) {
        match verdict {
            Verdict::Right => self.right += count as u64,
            Verdict::OrderSensitive => self.order_sensitive += count as u64,
            Verdict::Wrong => self.wrong += count as u64,
        }
    }

    fn add_wrong(&mut self, element: usize) {
        self.wrong += 1;
        self.first_wrong = Some(self.first_wrong.map_or(element, |first| first.min(element)));
    }
}

/// The judge for one format and declaration, with its tables and buffers.
#[derive(Debug)]
pub(super) struct Batch {
    format: Format,
    way: Way,
    panel: Vec<Group>,
    factors: Vec<u64>,
    got: Vec<u64>,
}

/// Some lines side by side.
#[derive(Clone, Debug)]
struct Group {
    /// Numbers of the first elements.
    starts: [usize; LANES],
    /// How many of the lanes are lines.
    count: usize,
    /// Elements judged, from the first on.
    judged: [usize; LANES],
}

#[derive(Debug)]
enum Way {
    Free { rules: Box<Rules>, certifier: Option<Box<Certifier>> },
    Fixed { fixed: Fixed, right: Vec<bool> },
}

impl Batch {
    pub(super) fn new(format: Format, declared: &Declared) -> Batch {
        let way = match declared.order {
            Some(order) => Way::Fixed { fixed: Fixed::new(format, order, declared), right: Vec::new() },
            None => {
                let model = Model::new(format, declared);
                Way::Free {
                    certifier: Certifier::new(&model).map(Box::new),
                    rules: Box::new(Rules::new(model)),
                }
            }
        };
        Batch { format, way, panel: Vec::new(), factors: Vec::new(), got: Vec::new() }
    }

    /// Judges every line; no dimension is 0.
    pub(super) fn judge(&mut self, arrays: Arrays<'_>) -> Tally {
        let mut tally = Tally::default();
        let Lines { outer, n, inner } = arrays.lines;
        if let Way::Free { rules, certifier } = &mut self.way {
            rules.reserve(n);
            if let Some(certifier) = certifier.as_mut().filter(|_| n <= LONGEST) {
                certifier.reserve(n);
            }
        }
        let total = outer * inner;
        // Lines side by side share cache lines and pages: take a good many through the rows together.
        let panel = if inner >= LANES { PANEL } else { 1 };
        for line in (0..total).step_by(panel * LANES) {
            let count = (panel * LANES).min(total - line);
            self.panel.clear();
            for first in (line..line + count).step_by(LANES) {
                self.panel.push(Group::new(arrays, first, LANES.min(line + count - first)));
            }
            self.certify(arrays);
            for group in 0..self.panel.len() {
                self.judge_group(arrays, group, &mut tally);
            }
        }
        tally
    }

    /// Finds how many elements, from the first on, of each line in the panel are right beyond doubt.
    fn certify(&mut self, arrays: Arrays<'_>) {
        let n = arrays.lines.n;
        let certifier = match &self.way {
            Way::Free { certifier: Some(certifier), .. } if n <= LONGEST => certifier,
            _ => return,
        };
        let mut lanes: Vec<Lanes> = self.panel.iter().map(|_| certifier.start()).collect();
        let mut stage = Stage::new();
        for index in (0..n).step_by(STAGE) {
            let length = STAGE.min(n - index);
            let mut done = true;
            for (group, lanes) in self.panel.iter().zip(&mut lanes).filter(|(_, lanes)| !lanes.done()) {
                done = false;
                stage.fill(self.format, arrays, group.starts, index, length);
                certifier.certify(lanes, &stage.factors[..length], &stage.got[..length]);
            }
            if done {
                break;
            }
        }
        for (group, lanes) in self.panel.iter_mut().zip(&lanes) {
            group.judged = std::array::from_fn(|lane| lanes.certified(lane));
        }
    }

    /// Judges what is left of the lines of a group.
    fn judge_group(&mut self, arrays: Arrays<'_>, group: usize, tally: &mut Tally) {
        let n = arrays.lines.n;
        let Group { starts, count, judged } = self.panel[group].clone();
        let mut tails = [None; LANES];
        for lane in 0..count {
            tally.right += judged[lane] as u64;
            if judged[lane] < n {
                tails[lane] = self.judge_line(arrays, starts[lane], judged[lane], n >= TAILED, tally);
            }
        }
        if tails.iter().all(Option::is_none) {
            return;
        }
        let ends = tails::ends(self.format, arrays, starts, &tails);
        for lane in 0..count {
            if let Some(Tail { from, verdict, .. }) = tails[lane] {
                tally.add(verdict, ends[lane] - from);
                if ends[lane] < n {
                    self.judge_line(arrays, starts[lane], ends[lane], false, tally);
                }
            }
        }
    }

    /// Judges the line that starts at an element with care, `judged` elements being done: to its end, or where `tailed`
    /// is set up to a tail, which is returned.
    fn judge_line(
        &mut self,
        arrays: Arrays<'_>,
        start: usize,
        judged: usize,
        tailed: bool,
        tally: &mut Tally,
    ) -> Option<Tail> {
        let Lines { n, inner, .. } = arrays.lines;
        let mut length = if tailed { (2 * judged + TAILED).min(n) } else { n };
        loop {
            self.format.load_line(arrays.factors, start, inner, length, &mut self.factors);
            self.format.load_line(arrays.got, start, inner, length, &mut self.got);
            let before = *tally;
            let tail = self.judge_loaded(start, inner, judged, tailed, tally);
            if tail.is_some() || length == n {
                return tail;
            }
            // No tail yet: once more, over a longer piece.
            *tally = before;
            length = (4 * length).min(n);
        }
    }

    fn judge_loaded(
        &mut self,
        start: usize,
        inner: usize,
        judged: usize,
        tailed: bool,
        tally: &mut Tally,
    ) -> Option<Tail> {
        match &mut self.way {
            Way::Free { rules, .. } => {
                let mut line = Line::new(rules, &self.factors);
                for (index, &bits) in self.got.iter().enumerate() {
                    line.push();
                    if index < judged {
                        continue;
                    }
                    match line.judge(bits) {
                        Verdict::Wrong => tally.add_wrong(start + index * inner),
                        verdict => tally.add(verdict, 1),
                    }
                    if let Some(tail) = line.tail().filter(|_| tailed) {
                        return Some(tail);
                    }
                }
            }
            Way::Fixed { fixed, right } => {
                right.resize(self.got.len(), false);
                fixed.judge(&self.factors, &self.got, right);
                for (index, &right) in right.iter().enumerate() {
                    if right { tally.right += 1 } else { tally.add_wrong(start + index * inner) }
                }
            }
        }
        None
    }
}

impl Group {
    fn new(arrays: Arrays<'_>, line: usize, count: usize) -> Group {
        // Spare lanes repeat the first one.
        let line_of = |lane| if lane < count { line + lane } else { line };
        Group { starts: std::array::from_fn(|lane| arrays.start(line_of(lane))), count, judged: [0; LANES] }
    }
}
