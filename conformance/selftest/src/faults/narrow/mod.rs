//! Faults that are wrong on one path alone, where kernels go wrong.
//!
//! They are data, in the folder `faults`, which `table` reads. A fault is a place (*when*: properties of a call; for products also which lines), what
//! goes wrong there, and a call that shows it. The other modules hold the behaviours that the table names.

mod conversions;
mod elements;
mod facts;
mod others;
mod series;
mod table;
mod tiles;
mod views;
mod witness;

use self::conversions::Conversion;
use self::elements::{At, Change, Rule};
use self::facts::{Facts, Lines, When};
pub(super) use self::others::Memory;
use self::others::{Promoted, Reread, Stale};
pub(super) use self::table::FAULTS;
use self::tiles::Carry;
use self::views::{Read, Write};
pub(super) use self::witness::Witness;

use super::State;
use super::lines::invocation;
use ascertain::Tensor;
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Call, Invocation};
use serde::Deserialize;

/// Where a fault is, and what goes wrong there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// What a cumulative product must be to go wrong; all of it.
    when: &'static [When],
    /// The lines that go wrong.
    lines: Lines,
    wrong: Wrong,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Wrong {
    /// Elements of a line are changed after they are computed.
    Elements(At, Change),
    /// Products are rounded or computed wrongly; later ones continue from them.
    Steps(At, Rule),
    /// In tiles of a length, 0 for a whole line, from tile `.1` on, the product of the tiles before is wrong.
    Tiles(usize, usize, Carry),
    /// Factors are converted wrongly.
    Factors(Conversion),
    /// The input is read from wrong places.
    Read(Read),
    /// The result is written to wrong places.
    Write(Write),
    /// Something is left over from calls before.
    Stale(Stale),
    /// A promotion goes wrong by the operands' ranks.
    Promote(Promoted),
    /// Bytes are reinterpreted wrongly.
    Reinterpret(Reread),
}

impl Path {
    /// The wrong answer to a call, or nothing where it is `right`.
    pub(super) fn answer(&self, call: &Call, right: &Reply, state: &mut State) -> Option<Reply> {
        match self.wrong {
            Wrong::Promote(fault) => fault.answer(call, right, &mut state.reference),
            Wrong::Reinterpret(fault) => {
                let call = invocation(call, "reinterpret")?;
                let Reply::Answer(Answer::Tensor(right)) = right else { return None };
                fault.answer(call, right).map(|wrong| Reply::Answer(Answer::Tensor(wrong)))
            }
            _ => {
                let call = invocation(call, "cumprod")?;
                let wrong = self.product(call, right, state)?;
                Some(Reply::Answer(Answer::Tensor(wrong)))
            }
        }
    }

    fn product(&self, call: &Invocation, right: &Reply, state: &mut State) -> Option<Tensor> {
        let Reply::Answer(Answer::Tensor(right)) = right else { return None };
        let facts = Facts::of(call, right)?;
        if !self.when.iter().all(|when| when.holds(&facts)) {
            return None;
        }
        match self.wrong {
            Wrong::Elements(at, change) => {
                facts.change(self.lines, right, |line| elements::change(line, at, change))
            }
            Wrong::Steps(at, rule) => facts.change(self.lines, right, |line| elements::steps(line, at, rule)),
            Wrong::Tiles(size, first, carry) => {
                facts.change(self.lines, right, |line| tiles::scan(line, size, first, carry))
            }
            Wrong::Factors(conversion) => facts.convert(conversion, right),
            Wrong::Read(read) => read.answer(&facts, &mut state.reference),
            Wrong::Write(write) => write.answer(&facts, right),
            Wrong::Stale(stale) => stale.answer(&facts, right, state),
            Wrong::Promote(_) | Wrong::Reinterpret(_) => None,
        }
    }
}
