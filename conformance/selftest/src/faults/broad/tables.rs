//! Faults in promotion tables.

use super::{Class, Fault, State};
use ascertain::DType::{self, Bf16, Bool, C64, C128, F16, F32, F64, S32, U8, U16, U32, U64};
use ascertain::backend::{Answer, Loss, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::{Editions, PROFILES};
use ascertain::promote::{Key, Table};
use ascertain::reference::Reference;
use ascertain::requirement::aclnn_tensor_scalar::CELLS as SCALAR_CELLS;
use ascertain::requirement::aclnn_tensor_tensor::{AXES, CELLS};
use ascertain::requirement::mindspore_number_tensor::CELLS as NUMBER_CELLS;
use ascertain::requirement::mindspore_tensor_tensor::CELLS as MINDSPORE_CELLS;

const TENSORS: &str = "aclnn.tensor-tensor";
const SCALARS: &str = "aclnn.tensor-scalar";

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "tables/swapped-cell",
        "bf16 with f16 promotes as f16 with bf16 does",
        Class::DType,
        &[AXES],
        |state, call| {
            cell(state, call, TENSORS, |row, column| (row == Bf16 && column == F16).then_some((F16, Bf16)))
        },
    )
    .met("keras-team/keras#22137"),
    Fault::broad(
        "tables/order-decides",
        "c64 with f64 promotes to c128",
        Class::DType,
        &[CELLS],
        |state, call| {
            named(state, call, TENSORS, |row, column| (row == C64 && column == F64).then_some(Some(C128)))
        },
    )
    .met("spcl/dace#2521"),
    Fault::broad(
        "tables/invalid-pair-promotes",
        "u32 with c64 promotes",
        Class::MissingCheck,
        &[CELLS],
        |state, call| {
            named(state, call, TENSORS, |row, column| (row == U32 && column == C64).then_some(Some(C64)))
        },
    )
    .met("gitcode op::PromoteType (code)"),
    Fault::broad(
        "tables/valid-pair-refused",
        "f32 with bool does not promote",
        Class::NeedlessRefusal,
        &[CELLS],
        |state, call| {
            named(state, call, TENSORS, |row, column| (row == F32 && column == Bool).then_some(None))
        },
    )
    .met("PaddlePaddle/Paddle#65869"),
    Fault::broad(
        "tables/bool-u64-promotes",
        "bool with u64 promotes",
        Class::MissingCheck,
        &[CELLS],
        |state, call| {
            named(state, call, TENSORS, |row, column| {
                ((row, column) == (Bool, U64) || (row, column) == (U64, Bool)).then_some(Some(U64))
            })
        },
    )
    .in_profile("latest")
    .met("mindspore-ai/mindspore#240"),
    Fault::broad(
        "tables/bf16-as-integer",
        "s32 with bf16 promotes to s32",
        Class::DType,
        &[CELLS],
        |state, call| {
            named(state, call, TENSORS, |row, column| (row == S32 && column == Bf16).then_some(Some(S32)))
        },
    )
    .met("NVIDIA/TensorRT#4510"),
    Fault::broad(
        "tables/16-bit-floats-to-f16",
        "bf16 and f16 promote to f16 in both orders",
        Class::DType,
        &[AXES],
        |state, call| {
            named(state, call, TENSORS, |row, column| {
                ((row, column) == (F16, Bf16) || (row, column) == (Bf16, F16)).then_some(Some(F16))
            })
        },
    )
    .met("keras-team/keras#23712"),
    Fault::broad(
        "tables/rank-0-as-scalar",
        "a first operand of rank 0 promotes as a scalar",
        Class::DType,
        &[CELLS],
        |state, call| match call {
            Call::Promote(Promote { table, row, column, ranks: Some((0, 1)) }) if table.id == TENSORS => {
                other_table(state, SCALARS, *row, *column).unwrap_or_else(|| state.right(call))
            }
            _ => state.right(call),
        },
    )
    .met("gitcode ops-math!2215")
    .harmless("the page does not say how a tensor of rank 0 promotes"),
    Fault::broad(
        "tables/scalar-as-tensor",
        "a scalar promotes as a tensor",
        Class::DType,
        &[SCALAR_CELLS],
        |state, call| match call {
            Call::Promote(Promote { table, row, column, .. }) if table.id == SCALARS => {
                other_table(state, TENSORS, *column, *row).unwrap_or_else(|| state.right(call))
            }
            _ => state.right(call),
        },
    )
    .met("pytorch/pytorch#58736"),
    Fault::broad(
        "tables/tensor-scalar-swapped",
        "tensor and scalar are swapped",
        Class::DType,
        &[SCALAR_CELLS],
        |state, call| cell(state, call, SCALARS, |row, column| Some((column, row))),
    ),
    Fault::broad("tables/u32-as-u16", "promotions to u32 give u16", Class::DType, &[CELLS], |state, call| {
        match state.right(call) {
            Reply::Answer(Answer::DType(U32)) => Reply::Answer(Answer::DType(U16)),
            reply => reply,
        }
    })
    .met("llvm/torch-mlir#4734"),
    Fault::broad(
        "tables/bf16-misnamed",
        "bf16 has a name that is not a dtype",
        Class::DType,
        &[CELLS],
        |state, call| match state.right(call) {
            Reply::Answer(Answer::DType(Bf16)) => Reply::Answer(Answer::OtherDType("bfloat".into())),
            reply => reply,
        },
    ),
    Fault::broad(
        "tables/other-edition",
        "promotions are those of the latest pages",
        Class::DType,
        &[CELLS],
        |_, call| {
            let latest =
                PROFILES.iter().find(|profile| profile.name == "latest").expect("a profile of that name");
            ascertain::backend::Backend::ask(
                &mut Reference::new(Editions::profile(latest.name).expect("it is one")),
                call,
            )
        },
    ),
    Fault::broad(
        "tables/u8-with-int",
        "in MindSpore a u8 tensor with a whole number promotes to s64",
        Class::DType,
        &[NUMBER_CELLS],
        |state, call| match (call, state.right(call)) {
            (Call::Promote(p), Reply::Answer(Answer::DType(U8)))
                if p.table.id == "mindspore.number-tensor" =>
            {
                Reply::Answer(Answer::DType(DType::S64))
            }
            (_, reply) => reply,
        },
    )
    .met("pytorch/pytorch#178716"),
    Fault::broad(
        "tables/mindspore-bool-u16-refused",
        "in MindSpore bool with u16 does not promote",
        Class::NeedlessRefusal,
        &[MINDSPORE_CELLS],
        |state, call| {
            named(state, call, "mindspore.tensor-tensor", |row, column| {
                ((row, column) == (Bool, U16) || (row, column) == (U16, Bool)).then_some(None)
            })
        },
    )
    .met("MindSpore (code)"),
    Fault::broad(
        "tables/bf16-crashes",
        "promotions of bf16 end the process",
        Class::Crash,
        &[CELLS],
        |state, call| match pair(call, TENSORS) {
            Some((_, Bf16, _) | (_, _, Bf16)) => Reply::Lost(Loss::Crash, "signal 6 (SIGABRT)".to_owned()),
            _ => state.right(call),
        },
    )
    .met("pytorch/pytorch#40505"),
];

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
