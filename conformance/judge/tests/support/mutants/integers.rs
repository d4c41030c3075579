//! Faults in integer products, and in conversions before the product.

use crate::support::faulty::{Mutant, State};
use crate::support::float::Float;
use crate::support::integer::{mask, range, value, word};
use crate::support::lines::{converted, in_place, invocation, rescan, set_words, tensor, words};
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::call::{Arg, Call, Invocation};
use ascertain::element::converter;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("s8 and u8 computed in f16", "gitcode ops-math (code), cumprod_d", |state, call| {
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
    }),
    Mutant::new("s32 computed in f32", "", |state, call| {
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
    Mutant::new("s64 computed in f64", "numpy/numpy#8548", |state, call| {
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
    }),
    Mutant::new("integers saturate", "", |state, call| {
        integers(state, call, |dtype, factors, products| {
            let (low, high) = range(dtype);
            let mut product = 1_i128;
            for (place, &factor) in products.iter_mut().zip(factors) {
                product = i128::saturating_mul(product, value(dtype, factor)).clamp(low, high);
                *place = word(dtype, product);
            }
        })
    })
    // So many threes leave 64 bits.
    .needing(40),
    Mutant::new("s64 wraps at 32 bits", "numpy/numpy#8433", |state, call| {
        wrapping(state, call, DType::S64, DType::S32)
    }),
    Mutant::new("u16 wraps at 8 bits", "apache/tvm#20374", |state, call| {
        wrapping(state, call, DType::U16, DType::U8)
    }),
    Mutant::new("u32 read as s32 and widened to s64, result cut to 31 bits", "", |state, call| {
        integers(state, call, |dtype, _, products| {
            if dtype == DType::U32 {
                products.iter_mut().for_each(|word| *word &= 0x7fff_ffff);
            }
        })
    }),
    Mutant::new("dtype converted to after the product", "Ascend op-plugin !2164", |state, call| {
        converting(state, call, |_, _| true)
    }),
    Mutant::new("computed in input's dtype when a wider one is asked for", "FlagGems#4128", |state, call| {
        converting(state, call, |from, to| from.bits() < to.bits())
    }),
    Mutant::new("computed in input's dtype when integers are to become floats", "", |state, call| {
        converting(state, call, |from, to| from.is_integer() && to.is_float())
    }),
    Mutant::new("floats to integers rounded instead of cut off", "gitcode ops-math#2439", |state, call| {
        convert_by(state, call, |from, to, factor| {
            let format = Float::of(from).filter(|_| to.is_integer())?;
            Some(word(to, format.value(factor).round_ties_even() as i128))
        })
    }),
    Mutant::new("u64 to floats read as s64", "", |state, call| {
        convert_by(state, call, |from, to, factor| {
            let wanted = from == DType::U64 && to.is_float();
            wanted.then(|| converted(&[factor], DType::S64, to).first().copied().unwrap_or_default())
        })
    }),
    Mutant::new("64-bit integers to f64 through f32", "", |state, call| {
        convert_by(state, call, |from, to, factor| {
            let wanted = from.is_integer() && from.bits() == 64 && to == DType::F64;
            wanted.then(|| converted(&converted(&[factor], from, DType::F32), DType::F32, to)[0])
        })
    }),
    Mutant::new("f64 to bf16 cut off", "", |state, call| {
        convert_by(state, call, |from, to, factor| {
            let wanted = from == DType::F64 && to == DType::Bf16;
            wanted.then(|| u64::from((f64::from_bits(factor) as f32).to_bits() >> 16))
        })
    }),
    Mutant::new("bf16 to f16 by bits", "pytorch/pytorch#151156", |state, call| {
        convert_by(state, call, |from, to, factor| {
            (from == DType::Bf16 && to == DType::F16).then_some(factor)
        })
    }),
    Mutant::new("dtype argument ignored", "pytorch/pytorch#189518", |state, call| {
        state.instead(call, "cumprod", |call| {
            let given = matches!(call.get("dtype"), Arg::DType(_));
            given.then(|| call.clone().with("dtype", Arg::Absent).with("out", Arg::Absent))
        })
    }),
    Mutant::new("integers promoted to s64", "pytorch/pytorch#128294", |state, call| {
        state.instead(call, "cumprod", |call| {
            let promoted =
                tensor(call, "input")?.dtype().is_integer() && matches!(call.get("dtype"), Arg::Absent);
            let out_of_place = !in_place(call);
            (promoted && out_of_place)
                .then(|| call.clone().with("dtype", Arg::DType(DType::S64)).with("out", Arg::Absent))
        })
    }),
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
