//! Dtypes, their properties, and their names in every system.
//!
//! The list, widths, names and numbers, and their types, are generated from `spec/dtypes.toml`; the look-ups are written here.

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/dtype.rs"));

impl DType {
    /// The dtype at `index` of [`DType::ALL`].
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
    }

    /// Its place in [`DType::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// aclnn's short form, which case ids, the protocol and reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        DTYPES[self as usize].name
    }

    /// What kind of numbers it holds.
    #[must_use]
    pub const fn class(self) -> Class {
        DTYPES[self as usize].class
    }

    /// Width of an element in bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        DTYPES[self as usize].bits
    }

    /// Width of an element in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        (DTYPES[self as usize].bits / 8) as usize
    }

    /// Significand bits of a float, or of each part of a complex number, including the implicit one; 0 for others.
    #[must_use]
    pub const fn precision(self) -> u32 {
        match DTYPES[self as usize].precision {
            Some(bits) => bits,
            None => 0,
        }
    }

    /// Bits of the exponent field of a float, or of each part of a complex number; 0 for others.
    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        match DTYPES[self as usize].exponent_bits {
            Some(bits) => bits,
            None => 0,
        }
    }

    /// Least and greatest value of an integer dtype.
    #[must_use]
    pub const fn integer_range(self) -> Option<(i128, i128)> {
        match self.class() {
            Class::Signed => Some((-(1 << (self.bits() - 1)), (1 << (self.bits() - 1)) - 1)),
            Class::Unsigned => Some((0, (1 << self.bits()) - 1)),
            _ => None,
        }
    }

    /// Value of `aclDataType`.
    #[must_use]
    pub const fn acl_number(self) -> i32 {
        DTYPES[self as usize].number
    }

    /// Its name in a naming scheme, if the scheme has one.
    #[must_use]
    pub fn name_in(self, scheme: Scheme) -> Option<&'static str> {
        let names = DTYPES[self as usize].names.iter();
        names.into_iter().find(|name| name.scheme == scheme.name()).map(|name| name.name)
    }

    /// The dtype with this short name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name() == name)
    }

    /// The dtype with this name in a naming scheme.
    #[must_use]
    pub fn from_name_in(scheme: Scheme, name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name_in(scheme) == Some(name))
    }

    /// The dtype with this value of `aclDataType`.
    #[must_use]
    pub fn from_acl_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.acl_number() == number)
    }

    /// Whether it is a signed or unsigned integer. Bool is not an integer.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self.class(), Class::Signed | Class::Unsigned)
    }

    /// Whether it is a real floating-point dtype.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self.class(), Class::Float)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of dtypes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DTypeSet(u32);

impl DTypeSet {
    /// No dtype.
    pub const EMPTY: Self = Self(0);

    /// The set of the given dtypes.
    #[must_use]
    pub const fn of(dtypes: &[DType]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < dtypes.len() {
            bits |= 1 << dtypes[i] as u32;
            i += 1;
        }
        Self(bits)
    }

    /// Whether `dtype` is in it.
    #[must_use]
    pub const fn contains(self, dtype: DType) -> bool {
        self.0 >> dtype as u32 & 1 == 1
    }

    /// Whether it has no dtype.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many dtypes it has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a dtype.
    pub const fn insert(&mut self, dtype: DType) {
        self.0 |= 1 << dtype as u32;
    }

    /// Its dtypes, in the order of [`DType::ALL`].
    pub fn iter(self) -> impl Iterator<Item = DType> {
        DType::ALL.into_iter().filter(move |d| self.contains(*d))
    }
}

impl FromIterator<DType> for DTypeSet {
    fn from_iter<I: IntoIterator<Item = DType>>(dtypes: I) -> Self {
        let mut set = Self::EMPTY;
        dtypes.into_iter().for_each(|d| set.insert(d));
        set
    }
}

impl fmt::Debug for DTypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
