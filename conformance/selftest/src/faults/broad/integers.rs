//! Faults in integer products, and in conversions before the product.

use super::float::Float;
use super::integer::{mask, range, value, word};
use super::lines::{converted, in_place, invocation, rescan, set_words, tensor, words};
use super::{Class, Fault, State};
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::element::converter;
use ascertain::requirement::cumprod::{
    CONVERT_BEFORE, INTEGER_WRAPS, OUT_DTYPE_GIVEN, OUT_DTYPE_UNDEFINED, VALUE,
};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "integers/bytes-in-f16",
        "s8 and u8 are computed in f16",
        Class::Value,
        &[INTEGER_WRAPS],
        |state, call| {
            let half = Float::get(DType::F16);
            integers(state, call, |dtype, factors, products| {
                if dtype.bits() > 8 {
                    return;
                }
                let mut product = 1.0;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    product = half.round(product * value(dtype, factor) as f64);
                    *place = word(dtype, if product.is_finite() { product as i128 } else { 0 });
                }
            })
        },
    )
    .met("gitcode ops-math (code), cumprod_d"),
    Fault::broad("integers/s32-in-f32", "s32 is computed in f32", Class::Value, &[VALUE], |state, call| {
        integers(state, call, |dtype, factors, products| {
            if dtype != DType::S32 {
                return;
            }
            let mut product = 1.0_f32;
            for (place, &factor) in products.iter_mut().zip(factors) {
                product *= value(dtype, factor) as f32;
                *place = word(dtype, if product.is_finite() { product as i128 } else { 0 });
            }
        })
    }),
    Fault::broad("integers/s64-in-f64", "s64 is computed in f64", Class::Value, &[VALUE], |state, call| {
        integers(state, call, |dtype, factors, products| {
            if dtype != DType::S64 {
                return;
            }
            let mut product = 1.0_f64;
            for (place, &factor) in products.iter_mut().zip(factors) {
                product *= value(dtype, factor) as f64;
                *place = word(dtype, if product.is_finite() { product as i128 } else { 0 });
            }
        })
    })
    .met("numpy/numpy#8548"),
    Fault::broad(
        "integers/saturating",
        "integer products stop at the ends of the dtype",
        Class::Value,
        &[INTEGER_WRAPS],
        |state, call| {
            integers(state, call, |dtype, factors, products| {
                let (low, high) = range(dtype);
                let mut product = 1_i128;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    product = i128::saturating_mul(product, value(dtype, factor)).clamp(low, high);
                    *place = word(dtype, product);
                }
            })
        },
    )
    // So many threes leave 64 bits.
    .needing(40),
    Fault::broad("integers/s64-in-s32", "s64 wraps at 32 bits", Class::Value, &[VALUE], |state, call| {
        wrapping(state, call, DType::S64, DType::S32)
    })
    .met("numpy/numpy#8433"),
    Fault::broad("integers/u16-in-u8", "u16 wraps at 8 bits", Class::Value, &[VALUE], |state, call| {
        wrapping(state, call, DType::U16, DType::U8)
    })
    .met("apache/tvm#20374"),
    Fault::broad(
        "integers/u32-in-31-bits",
        "u32 loses its highest bit",
        Class::Value,
        &[VALUE],
        |state, call| {
            integers(state, call, |dtype, _, products| {
                if dtype == DType::U32 {
                    products.iter_mut().for_each(|word| *word &= 0x7fff_ffff);
                }
            })
        },
    ),
    Fault::broad(
        "integers/converted-after",
        "the product is converted after it is computed",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| converting(state, call, |_, _| true),
    )
    .met("Ascend op-plugin !2164"),
    Fault::broad(
        "integers/wider-converted-after",
        "a wider dtype is converted to after the product is computed",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| converting(state, call, |from, to| from.bits() < to.bits()),
    )
    .met("FlagGems#4128"),
    Fault::broad(
        "integers/float-converted-after",
        "integers are converted to floats after the product is computed",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| converting(state, call, |from, to| from.is_integer() && to.is_float()),
    ),
    Fault::broad(
        "integers/fractions-rounded",
        "floats become integers by rounding, not by cutting off",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| {
            convert_by(state, call, |from, to, factor| {
                let format = Float::of(from).filter(|_| to.is_integer())?;
                Some(word(to, format.value(factor).round_ties_even() as i128))
            })
        },
    )
    .met("gitcode ops-math#2439"),
    Fault::broad(
        "integers/u64-as-s64",
        "u64 becomes a float as if it were s64",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| {
            convert_by(state, call, |from, to, factor| {
                let wanted = from == DType::U64 && to.is_float();
                wanted.then(|| converted(&[factor], DType::S64, to).first().copied().unwrap_or_default())
            })
        },
    ),
    Fault::broad(
        "integers/64-bits-through-f32",
        "64-bit integers become f64 through f32",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| {
            convert_by(state, call, |from, to, factor| {
                let wanted = from.is_integer() && from.bits() == 64 && to == DType::F64;
                wanted.then(|| converted(&converted(&[factor], from, DType::F32), DType::F32, to)[0])
            })
        },
    ),
    Fault::broad(
        "integers/f64-to-bf16-cut",
        "f64 becomes bf16 by cutting off",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| {
            convert_by(state, call, |from, to, factor| {
                let wanted = from == DType::F64 && to == DType::Bf16;
                wanted.then(|| u64::from((f64::from_bits(factor) as f32).to_bits() >> 16))
            })
        },
    ),
    Fault::broad(
        "integers/bf16-bits-as-f16",
        "bf16 becomes f16 by its bits",
        Class::Conversion,
        &[CONVERT_BEFORE],
        |state, call| {
            convert_by(state, call, |from, to, factor| {
                (from == DType::Bf16 && to == DType::F16).then_some(factor)
            })
        },
    )
    .met("pytorch/pytorch#151156"),
    Fault::broad(
        "integers/dtype-ignored",
        "the argument dtype is ignored",
        Class::DType,
        &[OUT_DTYPE_GIVEN],
        |state, call| {
            state.instead(call, "cumprod", |call| {
                let given = matches!(call.get("dtype"), Arg::DType(_));
                given.then(|| call.clone().with("dtype", Arg::Absent).with("out", Arg::Absent))
            })
        },
    )
    .met("pytorch/pytorch#189518"),
    Fault::broad(
        "integers/integers-to-s64",
        "integers are computed in s64 where no dtype is given",
        Class::DType,
        &[OUT_DTYPE_UNDEFINED],
        |state, call| {
            state.instead(call, "cumprod", |call| {
                let promoted =
                    tensor(call, "input")?.dtype().is_integer() && matches!(call.get("dtype"), Arg::Absent);
                let out_of_place = !in_place(call);
                (promoted && out_of_place)
                    .then(|| call.clone().with("dtype", Arg::DType(DType::S64)).with("out", Arg::Absent))
            })
        },
    )
    .met("pytorch/pytorch#128294"),
];

/// Changes the lines of integers.
fn integers(state: &mut State, call: &Call, mut change: impl FnMut(DType, &[u64], &mut [u64])) -> Reply {
    state.lines(call, |dtype, factors, products| {
        if dtype.is_integer() {
            change(dtype, factors, products);
        }
    })
}

/// Products of one dtype kept in another, narrower one.
fn wrapping(state: &mut State, call: &Call, dtype: DType, narrow: DType) -> Reply {
    integers(state, call, |of, _, products| {
        if of == dtype {
            products.iter_mut().for_each(|place| *place = word(dtype, value(narrow, *place & mask(narrow))));
        }
    })
}

/// The product computed in input's dtype, then converted, for some pairs of dtypes.
fn converting(state: &mut State, call: &Call, wanted: impl Fn(DType, DType) -> bool) -> Reply {
    let Some((invocation, from, to)) = conversion(call).filter(|(_, from, to)| wanted(*from, *to)) else {
        return state.right(call);
    };
    let first = invocation.clone().with("dtype", Arg::Absent).with("out", Arg::Absent);
    let first = state.right(&Call::Operate(first));
    let Reply::Answer(ascertain::backend::Answer::Tensor(product)) = first else { return state.right(call) };
    state.changed(call, |_, answer| {
        set_words(answer, &converted(&words(&product), from, to));
    })
}

/// Factors converted otherwise, where `convert` says how.
fn convert_by(state: &mut State, call: &Call, convert: impl Fn(DType, DType, u64) -> Option<u64>) -> Reply {
    let Some((_, from, to)) = conversion(call) else { return state.right(call) };
    state.changed(call, |call, answer| {
        let Some(input) = tensor(call, "input") else { return };
        let right = converted(&words(input), from, to);
        let factors: Vec<u64> = words(input)
            .iter()
            .zip(right)
            .map(|(&factor, right)| convert(from, to, factor).unwrap_or(right))
            .collect();
        rescan(call, &factors, answer, &mut |dtype, factors, products| match Float::of(dtype) {
            Some(format) => {
                let mut product = 1.0;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    product = format.round(product * format.value(factor));
                    *place = format.word(product);
                }
            }
            None => {
                let mut product = 1_u64;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    product = product.wrapping_mul(factor) & mask(dtype);
                    *place = product;
                }
            }
        });
    })
}

/// Input's dtype and another one that the call asks for.
fn conversion(call: &Call) -> Option<(&Invocation, DType, DType)> {
    let call = invocation(call, "cumprod")?;
    let (input, Arg::DType(to)) = (tensor(call, "input")?, call.get("dtype")) else { return None };
    let converts = input.dtype() != *to && converter(input.dtype(), *to).is_some();
    converts.then_some((call, input.dtype(), *to))
}
