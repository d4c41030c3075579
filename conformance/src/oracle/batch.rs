//! All lines of an array under one declaration: quick where possible, careful where needed.

use super::fixed::Fixed;
use super::judge::Lines;
use super::lanes::{Certifier, LANES, LONGEST, Lanes, STAGE, Stage};
use super::line::{Line, Rules, Verdict};
use super::model::Model;
use super::{Declared, Format};

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

/// Some lines side by side, and the numbers of their first elements.
#[derive(Debug)]
struct Group {
    lanes: Lanes,
    starts: [usize; LANES],
}

#[derive(Debug)]
enum Way {
    Free { rules: Box<Rules>, certifier: Option<Box<Certifier>> },
    Fixed { fixed: Fixed, right: Vec<bool> },
}

/// The arrays under judgement.
#[derive(Clone, Copy)]
pub(super) struct Arrays<'a> {
    pub(super) lines: Lines,
    pub(super) factors: &'a [u8],
    pub(super) got: &'a [u8],
}

impl Arrays<'_> {
    /// Number of the first element of a line.
    fn start(&self, line: usize) -> usize {
        let Lines { n, inner, .. } = self.lines;
        line / inner * n * inner + line % inner
    }
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
            self.certify(arrays, line, count);
            for lane in 0..count {
                let certified =
                    self.panel.get(lane / LANES).map_or(0, |group| group.lanes.certified(lane % LANES));
                tally.right += certified as u64;
                if certified < n {
                    self.judge_line(arrays, line + lane, certified, &mut tally);
                }
            }
        }
        tally
    }

    /// Finds how many elements, from the first on, of each of `count` lines are right beyond doubt.
    fn certify(&mut self, arrays: Arrays<'_>, line: usize, count: usize) {
        self.panel.clear();
        let Lines { n, inner, .. } = arrays.lines;
        let certifier = match &self.way {
            Way::Free { certifier: Some(certifier), .. } if n <= LONGEST => certifier,
            _ => return,
        };
        for first in (line..line + count).step_by(LANES) {
            // Spare lanes repeat the first one.
            let line_of = |lane| if first + lane < line + count { first + lane } else { first };
            let starts = std::array::from_fn(|lane| arrays.start(line_of(lane)));
            self.panel.push(Group { lanes: certifier.start(), starts });
        }
        let (mut factors, mut got): (Stage, Stage) = ([[0; LANES]; STAGE], [[0; LANES]; STAGE]);
        for index in (0..n).step_by(STAGE) {
            let length = STAGE.min(n - index);
            let mut done = true;
            for Group { lanes, starts } in self.panel.iter_mut().filter(|group| !group.lanes.done()) {
                done = false;
                let at = starts.map(|start| start + index * inner);
                gather(self.format, arrays.factors, at, inner, &mut factors[..length]);
                gather(self.format, arrays.got, at, inner, &mut got[..length]);
                certifier.certify(lanes, &factors[..length], &got[..length]);
            }
            if done {
                return;
            }
        }
    }

    /// Judges a line with care from element `certified` on.
    fn judge_line(&mut self, arrays: Arrays<'_>, line: usize, certified: usize, tally: &mut Tally) {
        let (start, Lines { n, inner, .. }) = (arrays.start(line), arrays.lines);
        self.format.load_line(arrays.factors, start, inner, n, &mut self.factors);
        self.format.load_line(arrays.got, start, inner, n, &mut self.got);
        match &mut self.way {
            Way::Free { rules, .. } => {
                let mut judge = Line::new(rules, &self.factors);
                for (index, &bits) in self.got.iter().enumerate() {
                    judge.push();
                    if index < certified {
                        continue;
                    }
                    match judge.judge(bits) {
                        Verdict::Right => tally.right += 1,
                        Verdict::OrderSensitive => tally.order_sensitive += 1,
                        Verdict::Wrong => tally.add_wrong(start + index * inner),
                    }
                }
            }
            Way::Fixed { fixed, right } => {
                right.resize(n, false);
                fixed.judge(&self.factors, &self.got, right);
                for (index, &right) in right.iter().enumerate() {
                    if right { tally.right += 1 } else { tally.add_wrong(start + index * inner) }
                }
            }
        }
    }
}

/// Copies elements `at + i * stride` of every lane to row `i` of the stage.
fn gather(format: Format, bytes: &[u8], at: [usize; LANES], stride: usize, stage: &mut [[u32; LANES]]) {
    match format.bytes() {
        1 => gather_words(bytes, at, stride, stage, |[byte]: [u8; 1]| u32::from(byte)),
        2 => gather_words(bytes, at, stride, stage, |word: [u8; 2]| u32::from(u16::from_le_bytes(word))),
        _ => gather_words(bytes, at, stride, stage, |word: [u8; 4]| u32::from_le_bytes(word)),
    }
}

#[inline(always)]
fn gather_words<const WIDTH: usize>(
    bytes: &[u8],
    at: [usize; LANES],
    stride: usize,
    stage: &mut [[u32; LANES]],
    word: impl Fn([u8; WIDTH]) -> u32,
) {
    let (words, _) = bytes.as_chunks::<WIDTH>();
    let side_by_side = (1..LANES).all(|lane| at[lane] == at[0] + lane);
    if side_by_side {
        for (index, row) in stage.iter_mut().enumerate() {
            let words = &words[at[0] + index * stride..][..LANES];
            row.iter_mut().zip(words).for_each(|(to, &from)| *to = word(from));
        }
    } else {
        for (lane, &at) in at.iter().enumerate() {
            let column = words[at..].iter().step_by(stride);
            stage.iter_mut().zip(column).for_each(|(row, &from)| row[lane] = word(from));
        }
    }
}
