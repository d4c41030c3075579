//! Many lines taken from stage to stage, each as quickly as it can be just then.
//!
//! A line begins as a chain of products inside the guard, and may drift after an underflow or end in a tail. Lines side
//! by side in one phase pass a stage together; those whose elements are not all certain there pass it alone, and what is
//! then still open is judged with care at the end.

use super::format::Format;
use super::lanes::{Chains, Drifts, Part};
use super::line::{EXTREMES, Rules, Verdict};
use super::narrow::{LONGEST, Narrow};
use super::scout::{Outcome, Phase, Scout};
use super::stage::{Arrays, LANES, STAGE, Stage, fill_side_by_side};
use super::tails::Tails;
use super::walk::Walk;

/// Groups of lanes that pass the rows together.
const PANEL: usize = 64;

/// So few elements are stepped through one by one: staging them would cost more.
const FEW: usize = 24;

/// Walks from the start of a line that are spent on doubts about its guard.
const WALKS: u32 = 3;

/// Every row of a stage.
const ALL_ROWS: u32 = !0;

// A word of rows for every stage.
const _: () = assert!(STAGE == u32::BITS as usize && LONGEST.is_multiple_of(STAGE));

// The kernels take over after the first stage, and know nothing of short prefixes. Few elements are less than a stage.
const _: () = assert!(STAGE >= EXTREMES && STAGE >= FEW);

/// Elements of one line that nothing is certain of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Which line.
    pub(super) line: usize,
    /// The first row that `rows` tells of, bit by bit.
    pub(super) index: usize,
    pub(super) rows: u32,
}

/// What a sweep counted, and what it left.
#[derive(Clone, Debug, Default)]
pub(super) struct Swept {
    pub(super) right: u64,
    pub(super) order_sensitive: u64,
    /// By line, then by row.
    pub(super) open: Vec<Open>,
}

/// The quick path of one model, with its buffers.
#[derive(Debug)]
pub(super) struct Sweep {
    narrow: Narrow,
    panel: Vec<Group>,
    /// A stage for each group of the panel.
    stages: Vec<Stage<u32>>,
    chains: Chains,
    drifts: Drifts,
    tails: Tails,
}

/// Some lines side by side.
#[derive(Clone, Debug)]
struct Group {
    /// The number of the first one, and how many of the lanes are lines.
    line: usize,
    count: usize,
    /// Numbers of the first elements.
    starts: [usize; LANES],
    lanes: [Lane; LANES],
}

#[derive(Clone, Copy, Debug)]
struct Lane {
    scout: Scout,
    phase: Phase,
    /// Walks spent.
    walks: u32,
}

impl Sweep {
    pub(super) fn new(narrow: Narrow) -> Sweep {
        Sweep {
            narrow,
            panel: Vec::new(),
            stages: Vec::new(),
            chains: Chains::new(),
            drifts: Drifts::new(),
            tails: Tails::new(),
        }
    }

    /// Makes the tables long enough for lines of `n` factors.
    pub(super) fn reserve(&mut self, n: usize) {
        self.narrow.reserve(n.min(LONGEST));
    }

    /// Lines that are taken through the rows together: side by side they share cache lines and pages.
    pub(super) fn together(inner: usize) -> usize {
        if inner >= LANES { PANEL * LANES } else { LANES }
    }

    /// Sweeps `count` lines from `line` on.
    pub(super) fn sweep(
        &mut self,
        arrays: Arrays<'_>,
        rules: &Rules,
        line: usize,
        count: usize,
        swept: &mut Swept,
    ) {
        let n = arrays.lines.n;
        if n * count <= FEW {
            (line..line + count).for_each(|line| self.step_through(arrays, line, swept));
            return;
        }
        let firsts = (line..line + count).step_by(LANES);
        self.panel.clear();
        self.panel.extend(firsts.map(|first| Group::new(arrays, first, LANES.min(line + count - first))));
        while self.stages.len() < self.panel.len() {
            self.stages.push(Stage::new());
        }
        for index in (0..n).step_by(STAGE) {
            let length = STAGE.min(n - index);
            self.fill(arrays, index, length);
            for group in 0..self.panel.len() {
                self.pass(arrays, rules, group, index, length, swept);
            }
        }
        // Stage by stage so far.
        swept.open.sort_by_key(|open| open.line);
    }

    /// Passes a line that is no longer than a stage, element by element.
    fn step_through(&self, arrays: Arrays<'_>, line: usize, swept: &mut Swept) {
        let Arrays { lines, factors, got } = arrays;
        let (narrow, start) = (&self.narrow, arrays.start(line));
        let load = |bytes, index| narrow.format.load(bytes, start + index * lines.inner) as u32;
        let mut scout = Scout::START;
        let rows = swept.count(
            (0..lines.n).map(|index| scout.step(narrow, index + 1, load(factors, index), load(got, index))),
        );
        if rows != 0 {
            swept.open.push(Open { line, index: 0, rows });
        }
    }

    /// Stages some rows of all lines of the panel.
    fn fill(&mut self, arrays: Arrays<'_>, index: usize, length: usize) {
        let Sweep { narrow, panel, stages, .. } = self;
        let stages = &mut stages[..panel.len()];
        let (first, last) = (&panel[0], &panel[panel.len() - 1]);
        // Whole groups that no step from one outer index to the next comes between.
        if last.count == LANES && last.starts[LANES - 1] - first.starts[0] == panel.len() * LANES - 1 {
            fill_side_by_side(stages, narrow.format, arrays, first.starts[0], index, length);
        } else {
            for (stage, group) in stages.iter_mut().zip(panel) {
                stage.fill(narrow.format, arrays, &group.starts[..group.count], index, length);
            }
        }
    }

    /// Takes a group over one stage.
    fn pass(
        &mut self,
        arrays: Arrays<'_>,
        rules: &Rules,
        group: usize,
        index: usize,
        length: usize,
        swept: &mut Swept,
    ) {
        let Sweep { narrow, panel, stages, chains, drifts, tails } = self;
        let (group, stage) = (&mut panel[group], &stages[group]);
        // Past the tables only tails are certain.
        let beyond = index >= LONGEST;
        let (mut chain, mut drift, mut tail) = (false, false, false);
        for (at, lane) in group.lanes[..group.count].iter_mut().enumerate() {
            match lane.phase {
                Phase::Chain | Phase::Drift if beyond => lane.phase = Phase::Step,
                Phase::Chain => {
                    chains.load(at, &lane.scout);
                    chain = true;
                }
                Phase::Drift => {
                    drifts.load(at, &lane.scout);
                    drift = true;
                }
                Phase::Tail(of) => {
                    tails.set(narrow.format, at, of, lane.scout.negative);
                    tail = true;
                }
                Phase::Step => {}
            }
        }
        let part = Part { stage, passed: index, length, count: group.count };
        if chain {
            chains.pass(narrow, part);
        }
        if drift {
            drifts.pass(narrow, part);
        }
        if tail {
            tails.pass(narrow.format, stage, length);
        }
        for (at, lane) in group.lanes[..group.count].iter_mut().enumerate() {
            let certain = match lane.phase {
                Phase::Chain => chains.store(at, &mut lane.scout).then_some(Verdict::Right),
                Phase::Drift => drifts.store(at, &mut lane.scout).then_some(Verdict::OrderSensitive),
                Phase::Tail(of) if tails.whole[at] != 0 => {
                    lane.scout.skip(tails.negative[at]);
                    Some(of.verdict())
                }
                Phase::Tail(_) | Phase::Step => None,
            };
            match certain {
                Some(Verdict::Right) => swept.right += length as u64,
                Some(_) => swept.order_sensitive += length as u64,
                None => {
                    let rows =
                        if beyond { ALL_ROWS } else { lane.step(narrow, stage, at, index, length, swept) };
                    let rows = rows & ALL_ROWS >> (STAGE - length);
                    if rows != 0 {
                        swept.open.push(Open { line: group.line + at, index, rows });
                    }
                    if lane.scout.in_doubt() && lane.walks < WALKS && index + length < arrays.lines.n {
                        lane.walks += 1;
                        let walk = walk(narrow.format, arrays, rules, group.starts[at], index + length);
                        lane.scout.settle(&walk);
                    }
                }
            }
            match (lane.phase, certain) {
                (Phase::Chain | Phase::Tail(_), Some(_)) => {}
                _ if beyond => lane.phase = Phase::Step,
                _ => lane.phase = lane.scout.phase(narrow, stage.got[length - 1][at]),
            }
        }
    }
}

impl Group {
    fn new(arrays: Arrays<'_>, line: usize, count: usize) -> Group {
        let lane = Lane { scout: Scout::START, phase: Phase::Chain, walks: 0 };
        let mut starts = [0; LANES];
        starts.iter_mut().zip(line..line + count).for_each(|(start, line)| *start = arrays.start(line));
        Group { line, count, starts, lanes: [lane; LANES] }
    }
}

impl Lane {
    /// Passes a stage alone. Returns the rows that nothing is certain of.
    fn step(
        &mut self,
        narrow: &Narrow,
        stage: &Stage<u32>,
        lane: usize,
        index: usize,
        length: usize,
        swept: &mut Swept,
    ) -> u32 {
        let rows = stage.factors.iter().zip(&stage.got).take(length).zip(index + 1..);
        swept.count(
            rows.map(|((factors, got), passed)| self.scout.step(narrow, passed, factors[lane], got[lane])),
        )
    }
}

impl Swept {
    /// Counts what is certain of some rows of a line. Returns those that nothing is certain of.
    fn count(&mut self, rows: impl Iterator<Item = Outcome>) -> u32 {
        let mut open = 0;
        for (row, outcome) in rows.enumerate() {
            match outcome {
                Outcome::Right => self.right += 1,
                Outcome::OrderSensitive => self.order_sensitive += 1,
                Outcome::Open => open |= 1 << row,
            }
        }
        open
    }
}

/// The guard of the first `length` factors of a line, as exactly as it is ever known.
fn walk(format: Format, arrays: Arrays<'_>, rules: &Rules, start: usize, length: usize) -> Walk {
    let mut walk = Walk::new();
    for index in 0..length {
        let factor = format.load(arrays.factors, start + index * arrays.lines.inner);
        walk.push(&rules.model, &rules.growth, factor);
    }
    walk
}
