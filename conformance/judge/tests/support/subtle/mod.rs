//! Subtle faults: the reference implementation, wrong where kernels go wrong and nowhere else.
//!
//! `table.rs` lists them as data. A fault is a place (*when*: properties of a call; for products also which lines), what
//! goes wrong there, and a call that shows it. The other modules hold the behaviours that the table names.

mod conversions;
mod elements;
mod facts;
mod others;
pub(crate) mod table;
mod tiles;
mod views;
mod witness;

pub(crate) use self::conversions::Conversion;
pub(crate) use self::elements::{At, Change, Rule};
pub(crate) use self::facts::{Facts, Lines, When};
pub(crate) use self::others::{Memory, Promoted, Reread, Stale};
pub(crate) use self::tiles::Carry;
pub(crate) use self::views::{Read, Write};
pub(crate) use self::witness::Witness;

use super::lines::invocation;
use ascertain::backend::{Answer, Description, Reply};
use ascertain::call::{Call, Invocation};
use ascertain::document::Editions;
use ascertain::reference::Reference;

/// The editions that the faults break: the newest pages, as the first ones leave views with gaps open.
pub(crate) fn editions() -> Editions {
    Editions::profile("latest").expect("a profile of that name")
}

/// One fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subtle {
    pub(crate) name: &'static str,
    /// What a cumulative product must be to go wrong; all of it.
    pub(crate) when: &'static [When],
    /// The lines that go wrong.
    pub(crate) lines: Lines,
    pub(crate) fault: Fault,
    /// What it declares of its arithmetic.
    pub(crate) declares: &'static [(&'static str, &'static str)],
    /// A call that comes before the witness.
    pub(crate) earlier: Option<Witness>,
    /// A call that it answers wrongly, as its 1000th.
    pub(crate) witness: Option<Witness>,
    /// If no answer of it can be wrong, the proof that an honest evaluation gives the same.
    pub(crate) never: Option<&'static str>,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// Elements of a line are changed after they are computed.
    Elements(At, Change),
    /// Products are rounded or computed wrongly; later ones continue from them.
    Steps(At, Rule),
    /// In tiles of a length, from tile `.1` on, the product of the tiles before is wrong.
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

impl Subtle {
    /// What a backend with this fault says of itself.
    pub(crate) fn describe(&self) -> Description {
        let mut description = super::closure::everything();
        description.name = self.name.to_owned();
        let declared = self.declares.iter().map(|(key, word)| ((*key).to_owned(), (*word).to_owned()));
        for operator in description.operators.iter_mut().filter(|operator| operator.name == "cumprod") {
            operator.declared = declared.clone().collect();
        }
        description
    }

    /// The wrong answer to a call, or nothing where it is `right`.
    pub(crate) fn answer(
        &self,
        call: &Call,
        right: &Reply,
        memory: &mut Memory,
        reference: &mut Reference,
    ) -> Option<Reply> {
        match self.fault {
            Fault::Promote(fault) => fault.answer(call, right, reference),
            Fault::Reinterpret(fault) => {
                let call = invocation(call, "reinterpret")?;
                let Reply::Answer(Answer::Tensor(right)) = right else { return None };
                fault.answer(call, right).map(|wrong| Reply::Answer(Answer::Tensor(wrong)))
            }
            _ => {
                let call = invocation(call, "cumprod")?;
                let wrong = self.product(call, right, memory, reference)?;
                Some(Reply::Answer(Answer::Tensor(wrong)))
            }
        }
    }

    fn product(
        &self,
        call: &Invocation,
        right: &Reply,
        memory: &mut Memory,
        reference: &mut Reference,
    ) -> Option<ascertain::Tensor> {
        let Reply::Answer(Answer::Tensor(right)) = right else { return None };
        let facts = Facts::of(call, right)?;
        if !self.when.iter().all(|when| when.holds(&facts)) {
            return None;
        }
        match self.fault {
            Fault::Elements(at, change) => {
                facts.change(self.lines, right, |line| elements::change(line, at, change))
            }
            Fault::Steps(at, rule) => facts.change(self.lines, right, |line| elements::steps(line, at, rule)),
            Fault::Tiles(size, first, carry) => {
                facts.change(self.lines, right, |line| tiles::scan(line, size, first, carry))
            }
            Fault::Factors(conversion) => facts.convert(conversion, right),
            Fault::Read(read) => read.answer(&facts, reference),
            Fault::Write(write) => write.answer(&facts, right),
            Fault::Stale(stale) => stale.answer(&facts, right, memory),
            Fault::Promote(_) | Fault::Reinterpret(_) => None,
        }
    }
}
