//! All lines of an array under one declaration: quick where possible, careful where needed.

use std::ops::Range;

use super::double::Double;
use super::fixed::Fixed;
use super::judge::Lines;
use super::lanes::{Certified, Certifier, Kernel, LONGEST};
use super::line::{EXTREMES, Line, Rules, Verdict};
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

/// The quick path for a format.
#[derive(Debug)]
enum Quick {
    Narrow(Box<Certifier>),
    Double(Box<Double>),
}

/// Some lines side by side.
#[derive(Clone, Debug)]
struct Group {
    /// Numbers of the first elements.
    starts: [usize; LANES],
    /// How many of the lanes are lines.
    count: usize,
    /// What is known of their elements beyond doubt.
    certified: [Certified; LANES],
}

#[derive(Debug)]
enum Way {
    Free { rules: Box<Rules>, quick: Option<Quick> },
    Fixed { fixed: Fixed, right: Vec<bool> },
}

impl Batch {
    pub(super) fn new(format: Format, declared: &Declared) -> Batch {
        let way = match declared.order {
            Some(order) => Way::Fixed { fixed: Fixed::new(format, order, declared), right: Vec::new() },
            None => {
                let model = Model::new(format, declared);
                let narrow = Certifier::new(&model).map(|kernel| Quick::Narrow(Box::new(kernel)));
                let quick =
                    narrow.or_else(|| Double::new(&model).map(|kernel| Quick::Double(Box::new(kernel))));
                Way::Free { rules: Box::new(Rules::new(model)), quick }
            }
        };
        Batch { format, way, panel: Vec::new(), factors: Vec::new(), got: Vec::new() }
    }

    /// Judges every line; no dimension is 0.
    pub(super) fn judge(&mut self, arrays: Arrays<'_>) -> Tally {
        let mut tally = Tally::default();
        let Lines { outer, n, inner } = arrays.lines;
        if let Way::Free { rules, quick } = &mut self.way {
            rules.reserve(n);
            if let Some(Quick::Narrow(kernel)) = quick {
                kernel.reserve(n.min(LONGEST));
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

    /// Finds out about the lines in the panel what is beyond doubt.
    fn certify(&mut self, arrays: Arrays<'_>) {
        match &self.way {
            Way::Free { quick: Some(_), .. } if arrays.lines.n > LONGEST => {}
            Way::Free { quick: Some(Quick::Narrow(kernel)), .. } => {
                certify_with(kernel.as_ref(), self.format, arrays, &mut self.panel);
            }
            Way::Free { quick: Some(Quick::Double(kernel)), .. } => {
                certify_with(kernel.as_ref(), self.format, arrays, &mut self.panel);
            }
            _ => {}
        }
    }

    /// Judges what is left of the lines of a group.
    fn judge_group(&mut self, arrays: Arrays<'_>, group: usize, tally: &mut Tally) {
        let n = arrays.lines.n;
        let Group { starts, count, certified } = self.panel[group].clone();
        let mut tails = [None; LANES];
        for lane in 0..count {
            let Certified { right, plausible } = certified[lane];
            tally.right += right as u64;
            // Where order matters, extremes are computed for short prefixes; for longer ones the interval will do.
            let known = plausible.max(right).min(n);
            let short = EXTREMES.min(known);
            if right < short {
                self.judge_line(arrays, starts[lane], right..short, tally);
            }
            tally.add(Verdict::OrderSensitive, known - right.max(short));
            if known < n {
                let free = matches!(self.way, Way::Free { .. });
                let tailed = free && n >= TAILED && self.format.bytes() <= 4;
                tails[lane] = self.judge_line_to_tail(arrays, starts[lane], known, tailed, tally);
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
                    self.judge_line(arrays, starts[lane], ends[lane]..n, tally);
                }
            }
        }
    }

    /// Judges some elements of the line that starts at an element with care.
    fn judge_line(&mut self, arrays: Arrays<'_>, start: usize, range: Range<usize>, tally: &mut Tally) {
        self.load(arrays, start, range.end);
        self.judge_loaded(start, arrays.lines.inner, range.start, false, tally);
    }

    /// Judges the line that starts at an element with care, from `judged` on: to its end, or where `tailed` is set up
    /// to a tail, which is returned.
    fn judge_line_to_tail(
        &mut self,
        arrays: Arrays<'_>,
        start: usize,
        judged: usize,
        tailed: bool,
        tally: &mut Tally,
    ) -> Option<Tail> {
        let n = arrays.lines.n;
        let mut length = if tailed { (judged + TAILED).min(n) } else { n };
        loop {
            self.load(arrays, start, length);
            let before = *tally;
            let tail = self.judge_loaded(start, arrays.lines.inner, judged, tailed, tally);
            if tail.is_some() || length == n {
                return tail;
            }
            // No tail yet: once more, over a longer piece.
            *tally = before;
            length = (2 * length).min(n);
        }
    }

    fn load(&mut self, arrays: Arrays<'_>, start: usize, length: usize) {
        self.format.load_line(arrays.factors, start, arrays.lines.inner, length, &mut self.factors);
        self.format.load_line(arrays.got, start, arrays.lines.inner, length, &mut self.got);
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

/// Takes a kernel over the lines of a panel.
fn certify_with<K: Kernel>(kernel: &K, format: Format, arrays: Arrays<'_>, panel: &mut [Group]) {
    let n = arrays.lines.n;
    let mut lanes: Vec<K::Lanes> = panel.iter().map(|_| kernel.start()).collect();
    let mut stage = Stage::new();
    for index in (0..n).step_by(STAGE) {
        let length = STAGE.min(n - index);
        let mut done = true;
        for (group, lanes) in panel.iter().zip(&mut lanes).filter(|(_, lanes)| !K::done(lanes)) {
            done = false;
            stage.fill(format, arrays, group.starts, index, length);
            kernel.certify(lanes, &stage.factors[..length], &stage.got[..length]);
        }
        if done {
            break;
        }
    }
    for (group, lanes) in panel.iter_mut().zip(&lanes) {
        group.certified = std::array::from_fn(|lane| K::certified(lanes, lane));
    }
}

impl Group {
    fn new(arrays: Arrays<'_>, line: usize, count: usize) -> Group {
        // Spare lanes repeat the first one.
        let line_of = |lane| if lane < count { line + lane } else { line };
        Group {
            starts: std::array::from_fn(|lane| arrays.start(line_of(lane))),
            count,
            certified: [Certified::default(); LANES],
        }
    }
}
