//! The roundings that a declaration leaves open: formats, errors, treatment of subnormals.

use super::{Accumulator, Declared, Format, Subnormals};

/// What products of undeclared order may be rounded to, and how large their relative errors can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Roundings {
    /// The compute format.
    pub(super) format: Format,
    /// Whether partial products may be rounded to the compute format.
    pub(super) own: bool,
    /// Wider formats that partial products may be rounded to.
    pub(super) wider: Vec<Format>,
    /// What becomes of subnormals; undeclared, every product may keep or flush them.
    pub(super) subnormals: Option<Subnormals>,
    /// The format whose range partial products must not leave: the narrowest they may be in.
    pub(super) range: Format,
    /// How far `|y|` may be from `|P|` before the last rounding.
    pub(super) error: Error,
}

/// Bounds `(1 -/+ e)^(m - e_free) (1 -/+ w)^(m - 1)` on the relative error of a product before its last rounding, where
/// `m` of its factors are not powers of two, with `e = 1/(2^e_bits + 1)` and `w = 1/(2^w_bits + 1)`, the largest relative
/// errors of one rounding to `e_bits` and `w_bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Error {
    pub(super) e_bits: u32,
    /// 2 where one rounding of the tree is exact or is the last store, else 1.
    pub(super) e_free: u64,
    pub(super) w_bits: Option<u32>,
}

impl Error {
    /// Exponents of `e` and `w` for `m` factors that are not powers of two.
    pub(super) fn steps(self, m: u64) -> (u64, u64) {
        (m.saturating_sub(self.e_free), if self.w_bits.is_some() { m.saturating_sub(1) } else { 0 })
    }
}

impl Roundings {
    /// The roundings of a declaration, its order left aside.
    pub(super) fn new(format: Format, declared: &Declared) -> Roundings {
        match declared.accumulator {
            None => {
                let candidates = [Format::F32, Format::F64, Format::X87];
                let wider = candidates.into_iter().filter(|wide| wide.holds(format) && *wide != format);
                // Beyond twice the precision one more accumulator adds nothing new.
                let wider = if format.precision() <= 24 { wider.take(2).collect() } else { wider.collect() };
                Roundings::open(format, wider, declared.subnormals)
            }
            Some(Accumulator::Own) => Roundings::own(format, declared.subnormals),
            Some(Accumulator::Wider(wide)) if wide == format => Roundings::own(format, declared.subnormals),
            Some(Accumulator::Wider(wide)) => Roundings::wide(format, wide, declared.subnormals),
        }
    }

    /// Every product is rounded to the compute format.
    pub(super) fn own(format: Format, subnormals: Option<Subnormals>) -> Roundings {
        let error = Error { e_bits: format.precision(), e_free: 2, w_bits: None };
        Roundings { format, own: true, wider: Vec::new(), subnormals, range: format, error }
    }

    /// Every product is rounded to the compute format or to one of `wider`, each on its own.
    pub(super) fn open(format: Format, wider: Vec<Format>, subnormals: Option<Subnormals>) -> Roundings {
        // A format with twice the precision holds a product of two factors exactly; see docs/judging.md.
        let double =
            wider.iter().map(|wide| wide.precision()).filter(|&bits| bits < 2 * format.precision()).min();
        let error = Error { e_bits: format.precision(), e_free: 2, w_bits: double };
        Roundings { format, own: true, wider, subnormals, range: format, error }
    }

    /// Every product but the last store is rounded to `wide`.
    pub(super) fn wide(format: Format, wide: Format, subnormals: Option<Subnormals>) -> Roundings {
        let exact_pairs = wide.precision() >= 2 * format.precision();
        let error = Error { e_bits: wide.precision(), e_free: if exact_pairs { 2 } else { 1 }, w_bits: None };
        Roundings { format, own: false, wider: vec![wide], subnormals, range: wide, error }
    }

    /// How far `|y|` may be from `|P|` where the last product may be subnormal: in a wider accumulator it may be rounded to
    /// fewer bits than `error` says, and so counts as an undeclared one.
    pub(super) fn subnormal_error(&self) -> Error {
        let undeclared = Error { e_bits: self.format.precision(), e_free: 2, w_bits: None };
        if self.own { self.error } else { undeclared }
    }

    /// The fewest bits that a partial product is rounded to.
    pub(super) fn narrowest(&self) -> u32 {
        if self.own { self.format.precision() } else { self.range.precision() }
    }

    /// Whether no accumulator is declared, so that one may be as wide as it takes.
    pub(super) fn are_undeclared(&self) -> bool {
        self.own && !self.wider.is_empty()
    }

    /// Whether tiny numbers may become zeros.
    pub(super) fn may_flush(&self) -> bool {
        self.subnormals != Some(Subnormals::Keep)
    }

    /// Whether tiny results may stay subnormal.
    pub(super) fn may_keep(&self) -> bool {
        self.subnormals != Some(Subnormals::Flush)
    }
}
