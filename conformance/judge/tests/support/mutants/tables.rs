//! Faults in promotion tables.

use crate::support::faulty::{FoundBy, Mutant, State};
use ascertain::DType::{self, Bf16, Bool, C64, C128, F16, F32, F64, S32, U8, U16, U32, U64};
use ascertain::backend::{Answer, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::{Editions, PROFILES};
use ascertain::promote::{Key, Table};
use ascertain::reference::Reference;

const TENSORS: &str = "aclnn.tensor-tensor";
const SCALARS: &str = "aclnn.tensor-scalar";

pub(super) const MUTANTS: &[Mutant] = &[
    found("one cell swapped with its mirror image", "keras-team/keras#22137", |state, call| {
        cell(state, call, TENSORS, |row, column| (row == Bf16 && column == F16).then_some((F16, Bf16)))
    }),
    found("the order of operands decides", "spcl/dace#2521", |state, call| {
        named(state, call, TENSORS, |row, column| (row == C64 && column == F64).then_some(Some(C128)))
    }),
    found("one pair without promotion promotes", "gitcode op::PromoteType (code)", |state, call| {
        named(state, call, TENSORS, |row, column| (row == U32 && column == C64).then_some(Some(C64)))
    }),
    found("one pair with a promotion has none", "PaddlePaddle/Paddle#65869", |state, call| {
        named(state, call, TENSORS, |row, column| (row == F32 && column == Bool).then_some(None))
    }),
    found("bool with u64 promotes", "mindspore-ai/mindspore#240", |state, call| {
        named(state, call, TENSORS, |row, column| {
            ((row, column) == (Bool, U64) || (row, column) == (U64, Bool)).then_some(Some(U64))
        })
    }),
    found("bf16 with s32 taken for two integers", "NVIDIA/TensorRT#4510", |state, call| {
        named(state, call, TENSORS, |row, column| (row == S32 && column == Bf16).then_some(Some(S32)))
    }),
    found("every promotion of bf16 and f16 is f16", "keras-team/keras#23712", |state, call| {
        named(state, call, TENSORS, |row, column| {
            ((row, column) == (F16, Bf16) || (row, column) == (Bf16, F16)).then_some(Some(F16))
        })
    }),
    found("operands of rank 0 taken for scalars", "gitcode ops-math!2215", |state, call| match call {
        Call::Promote(Promote { table, row, column, ranks: Some((0, 1)) }) if table.id == TENSORS => {
            other_table(state, SCALARS, *row, *column).unwrap_or_else(|| state.right(call))
        }
        _ => state.right(call),
    })
    .found_by(FoundBy::Nothing("the page does not say how a tensor of rank 0 promotes")),
    found("a scalar taken for a tensor", "pytorch/pytorch#58736", |state, call| match call {
        Call::Promote(Promote { table, row, column, .. }) if table.id == SCALARS => {
            other_table(state, TENSORS, *column, *row).unwrap_or_else(|| state.right(call))
        }
        _ => state.right(call),
    }),
    found("tensor and scalar swapped", "", |state, call| {
        cell(state, call, SCALARS, |row, column| Some((column, row)))
    }),
    found("u32's number taken for u16's", "llvm/torch-mlir#4734", |state, call| match state.right(call) {
        Reply::Answer(Answer::DType(U32)) => Reply::Answer(Answer::DType(U16)),
        reply => reply,
    }),
    found("bf16 under another name", "", |state, call| match state.right(call) {
        Reply::Answer(Answer::DType(Bf16)) => Reply::Answer(Answer::OtherDType("bfloat".into())),
        reply => reply,
    }),
    found("the tables of the latest pages", "", |_, call| {
        let latest =
            PROFILES.iter().find(|profile| profile.name == "latest").expect("a profile of that name");
        ascertain::backend::Backend::ask(
            &mut Reference::new(Editions::profile(latest.name).expect("it is one")),
            call,
        )
    }),
    found("MindSpore: u8 tensor with an int gives s64", "pytorch/pytorch#178716", |state, call| {
        match (call, state.right(call)) {
            (Call::Promote(p), Reply::Answer(Answer::DType(U8)))
                if p.table.id == "mindspore.number-tensor" =>
            {
                Reply::Answer(Answer::DType(DType::S64))
            }
            (_, reply) => reply,
        }
    }),
];

const fn found(name: &'static str, met: &'static str, answer: fn(&mut State, &Call) -> Reply) -> Mutant {
    Mutant::new(name, met, answer).found_by(FoundBy::Suite)
}

/// The dtypes of a question about a table.
fn pair(call: &Call, table: &str) -> Option<(Promote, DType, DType)> {
    match call {
        Call::Promote(promote) if promote.table.id == table => match (promote.row, promote.column) {
            (Key::DType(row), Key::DType(column)) => Some((*promote, row, column)),
            _ => None,
        },
        _ => None,
    }
}

/// Answers from another cell of the table, where `other` names one.
fn cell(
    state: &mut State,
    call: &Call,
    table: &str,
    other: impl Fn(DType, DType) -> Option<(DType, DType)>,
) -> Reply {
    let moved = pair(call, table).and_then(|(promote, row, column)| {
        let (row, column) = other(row, column)?;
        Some(Call::Promote(Promote { row: Key::DType(row), column: Key::DType(column), ..promote }))
    });
    state.right(moved.as_ref().unwrap_or(call))
}

/// Answers something else, where `other` names it: a dtype, or that the pair does not promote.
fn named(
    state: &mut State,
    call: &Call,
    table: &str,
    other: impl Fn(DType, DType) -> Option<Option<DType>>,
) -> Reply {
    match pair(call, table).and_then(|(_, row, column)| other(row, column)) {
        Some(Some(dtype)) => Reply::Answer(Answer::DType(dtype)),
        Some(None) => Reply::Rejected(Default::default()),
        None => state.right(call),
    }
}

/// The answer of another table to the same two dtypes.
fn other_table(state: &mut State, table: &str, row: Key, column: Key) -> Option<Reply> {
    let table = Table::named(table)?;
    Some(state.right(&Call::Promote(Promote { table, row, column, ranks: None })))
}
