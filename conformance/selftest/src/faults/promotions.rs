//! Wrong promotions.

use super::named::{dtype, pairs, profile, some_dtype, table, two_dtypes};
use ascertain::DType;
use ascertain::backend::{Answer, Backend, BackendFault, Rejection, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::{Editions, Profile};
use ascertain::promote::{Key, Table};
use ascertain::reference::Reference;
use serde::Deserialize;

const TENSORS: &str = "aclnn.tensor-tensor";

/// Which promotions go wrong, and how. The table is that of two tensors where none is named.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Promoted {
    /// These pairs give another dtype, or none.
    Pairs {
        #[serde(default, deserialize_with = "table")]
        table: Option<&'static Table>,
        #[serde(deserialize_with = "pairs")]
        of: &'static [(DType, DType)],
        #[serde(default, deserialize_with = "some_dtype")]
        give: Option<DType>,
    },
    /// A table, with these ranks, is taken for another one; the dtypes are exchanged if `swapped`.
    Table {
        #[serde(default, deserialize_with = "table")]
        of: Option<&'static Table>,
        #[serde(default, deserialize_with = "table")]
        by: Option<&'static Table>,
        ranks: Option<(u8, u8)>,
        #[serde(default)]
        swapped: bool,
    },
    /// What gives a dtype, in a table or in all, gives another one.
    Result {
        #[serde(default, deserialize_with = "table")]
        table: Option<&'static Table>,
        #[serde(deserialize_with = "dtype")]
        from: DType,
        #[serde(deserialize_with = "dtype")]
        to: DType,
    },
    /// The first dtype is taken for the second: `"bool as u8"`.
    Taken(#[serde(deserialize_with = "two_dtypes")] (DType, DType)),
    /// This dtype has a name that is none.
    Misnamed(#[serde(deserialize_with = "dtype")] DType),
    /// Promotions of this dtype end the process.
    Crashes(#[serde(deserialize_with = "dtype")] DType),
    /// By the pages of this profile.
    By(#[serde(deserialize_with = "profile")] &'static Profile),
    /// With the first operand of rank 0, the dtype of the second where both are floats.
    FirstRankZero,
    /// With the second operand of rank 0, the dtype of the first where both are integers.
    SecondRankZero,
    /// With ranks of 2 and more, the first operand's dtype for c32.
    HighRanks,
}

impl Promoted {
    pub(super) fn answer(self, call: &Promote, right: &Reply, reference: &mut Reference) -> Option<Reply> {
        let Promote { table, row, column, ranks } = *call;
        let of = |dtype: DType| Some(Reply::Answer(Answer::DType(dtype)));
        let is = |named: Option<&Table>| table.id == named.map_or(TENSORS, |named| named.id);
        let given = match right {
            Reply::Answer(Answer::DType(dtype)) => Some(*dtype),
            _ => None,
        };
        match self {
            Self::Table { of, by, ranks: wanted, swapped }
                if is(of) && (wanted.is_none() || wanted == ranks) =>
            {
                let (row, column) = if swapped { (column, row) } else { (row, column) };
                let table = by.unwrap_or(table);
                return Some(reference.ask(&Call::Promote(Promote { table, row, column, ranks: None })));
            }
            Self::Result { table: named, from, to }
                if given == Some(from) && named.is_none_or(|named| named.id == table.id) =>
            {
                return of(to);
            }
            Self::Taken((dtype, other)) => {
                let taken = |key| if key == Key::DType(dtype) { Key::DType(other) } else { key };
                let (row, column) = (taken(row), taken(column));
                let is_taken = (row, column) != (call.row, call.column);
                return is_taken.then(|| reference.ask(&Call::Promote(Promote { row, column, ..*call })));
            }
            Self::Misnamed(dtype) if given == Some(dtype) => {
                return Some(Reply::Answer(Answer::OtherDType("bfloat".into())));
            }
            Self::By(profile) => {
                return Some(
                    Reference::new(Editions::profile(profile.name).ok()?).ask(&Call::Promote(*call)),
                );
            }
            _ => {}
        }
        let (Key::DType(a), Key::DType(b)) = (row, column) else { return None };
        match (self, ranks) {
            (Self::Pairs { table, of: pairs, give }, _) if is(table) && pairs.contains(&(a, b)) => {
                Some(give.map_or(Reply::Rejected(Rejection::default()), |dtype| {
                    Reply::Answer(Answer::DType(dtype))
                }))
            }
            (Self::Crashes(dtype), _) if is(None) && (a == dtype || b == dtype) => {
                Some(Reply::Lost(BackendFault::Crash, "signal 6 (SIGABRT)".to_owned()))
            }
            (Self::FirstRankZero, Some((0, 1..))) if a.is_float() && b.is_float() => of(b),
            (Self::SecondRankZero, Some((1.., 0))) if a.is_integer() && b.is_integer() => of(a),
            (Self::HighRanks, Some((2.., 2..))) if a == DType::C32 => of(a),
            _ => None,
        }
    }
}
