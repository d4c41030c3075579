//! Faults in how floating-point products are rounded, and in declarations of it.

use super::float::Float;
use super::floats::{floats, in_a_tree};
use super::{Class, Fault, State, lines};
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::call::Call;
use ascertain::requirement::cumprod::VALUE;

const SEQUENTIAL: &[(&str, &str)] = &[("order", "sequential")];

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "floats/second-element-unit",
        "the second element is one unit in the last place too large",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, _, products| {
                if let [_, second, ..] = products {
                    *second = format.one_up(*second);
                }
            })
        },
    ),
    Fault::broad(
        "floats/unit-after-200",
        "elements from the 201st on are one unit in the last place too large",
        Class::Rounding,
        &[VALUE],
        |state, call| floats(state, call, one_up_from_200),
    )
    .needing(201),
    Fault::broad(
        "floats/unit-after-200-declared",
        "elements from the 201st on are one unit in the last place too large, with the order declared",
        Class::Rounding,
        &[VALUE],
        |state, call| floats(state, call, one_up_from_200),
    )
    .declaring(SEQUENTIAL)
    .needing(201),
    Fault::broad(
        "floats/tree-declared-sequential",
        "products are taken in a tree, but declared as sequential",
        Class::Value,
        &[VALUE],
        |state, call| floats(state, call, in_a_tree),
    )
    .met("tensorflow/tensorflow#61975")
    .declaring(SEQUENTIAL),
    Fault::broad(
        "floats/f32-declared-own",
        "16-bit floats are accumulated in f32, but declared as accumulated in their own dtype",
        Class::Value,
        &[VALUE],
        |state, call| {
            let wide = Float::get(DType::F32);
            floats(state, call, |format, factors, products| {
                if !format.is_half() {
                    return;
                }
                let mut product = 1.0;
                for (i, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
                    product = wide.round(product * format.value(factor));
                    *place = if i > 0 { format.word(format.round(product)) } else { factor };
                }
            })
        },
    )
    .met("pytorch/pytorch#180155")
    .declaring(&[("accumulator", "own"), ("order", "sequential")]),
    Fault::broad(
        "floats/flushed-declared-kept",
        "subnormal results become zero, but are declared as kept",
        Class::Value,
        &[VALUE],
        |state, call| floats(state, call, flushed),
    )
    .declaring(&[("subnormals", "keep")]),
    Fault::broad(
        "floats/flushed-undeclared",
        "subnormal results become zero, and nothing is declared",
        Class::Value,
        &[VALUE],
        |state, call| floats(state, call, flushed),
    )
    .harmless("undeclared, both are right: it shows once subnormals are declared as kept"),
    Fault::broad(
        "floats/f16-in-bf16",
        "f16 is accumulated in bf16",
        Class::Rounding,
        &[VALUE],
        |state, call| through(state, call, DType::F16, DType::Bf16),
    )
    .met("pytorch/pytorch#180150"),
    Fault::broad(
        "floats/f32-in-f16",
        "f32 is accumulated in f16",
        Class::Rounding,
        &[VALUE],
        |state, call| through(state, call, DType::F32, DType::F16),
    )
    .met("FlagGems#4128"),
    Fault::broad(
        "floats/f32-in-bf16",
        "f32 is accumulated in bf16",
        Class::Rounding,
        &[VALUE],
        |state, call| through(state, call, DType::F32, DType::Bf16),
    )
    .met("tensorflow/tensorflow#115731"),
    Fault::broad(
        "floats/f64-in-f32",
        "f64 is accumulated in f32",
        Class::Rounding,
        &[VALUE],
        |state, call| through(state, call, DType::F64, DType::F32),
    )
    .met("gitcode ops-math#2253"),
    Fault::broad(
        "floats/f32-carry-f16",
        "f32 is carried from tile to tile of 128 elements in f16",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            let half = Float::get(DType::F16);
            only(state, call, DType::F32, |format, factors, products| {
                let mut product = 1.0;
                for (i, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
                    product = if i > 0 && i % 128 == 0 { half.round(product) } else { product };
                    product = format.round(product * format.value(factor));
                    *place = format.word(product);
                }
            })
        },
    )
    .met("FlagGems#4128")
    .needing(129),
    Fault::broad(
        "floats/f16-columns-4096",
        "f16 is accumulated in f32, but blocks of 1024 rows in columns of more than 4096 are rounded to f16",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            let inner = lines::invocation(call, "cumprod").and_then(|call| lines::tensor(call, "input"));
            let columns = inner.is_some_and(|input| input.shape().last().is_some_and(|&last| last > 1));
            let single = |x| Float::get(DType::F32).round(x);
            only(state, call, DType::F16, |format, factors, products| {
                let blocks = columns && factors.len() > 4096;
                let (mut before, mut product) = (1.0, 1.0);
                for (at, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
                    if blocks && at > 0 && at % 1024 == 0 {
                        (before, product) = (single(before * product), 1.0);
                    }
                    product = single(product * format.value(factor));
                    let block = if blocks { format.round(product) } else { product };
                    *place = format.word(format.round(single(before * block)));
                }
            })
        },
    )
    .met("FlagGems ed2508bcb")
    .declaring(&[("accumulator.f16", "f32")])
    .in_profile("latest"),
    Fault::broad(
        "floats/f32-cut-factors",
        "factors of f32 keep 11 significant bits",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            only(state, call, DType::F32, |format, factors, products| {
                let cut = |word: u64| format.value(word & !0x1fff);
                let mut product = format.value(factors.first().copied().unwrap_or_default());
                for (place, &factor) in products.iter_mut().zip(factors).skip(1) {
                    product = format.round(format.value(format.word(product) & !0x1fff) * cut(factor));
                    *place = format.word(product);
                }
            })
        },
    ),
    Fault::broad(
        "floats/f16-truncated",
        "products of f16 are rounded toward zero",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            only(state, call, DType::F16, |format, factors, products| {
                let mut product = format.value(factors.first().copied().unwrap_or_default());
                for (place, &factor) in products.iter_mut().zip(factors).skip(1) {
                    let exact = product * format.value(factor);
                    let rounded = format.round(exact);
                    let over = rounded.abs() > exact.abs() && rounded.is_finite();
                    product = if over { format.value(format.word(rounded) - 1) } else { rounded };
                    *place = format.word(product);
                }
            })
        },
    ),
    Fault::broad(
        "floats/logarithms",
        "logarithms are summed, so that negative factors give NaN",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, factors, products| {
                let mut sum = 0.0;
                for (place, &factor) in products.iter_mut().zip(factors) {
                    sum += format.value(factor).ln();
                    *place = format.word(format.round(f64::exp(sum)));
                }
            })
        },
    )
    .met("pytorch/pytorch#88556"),
    Fault::broad(
        "floats/logarithms-of-magnitudes",
        "in f32 logarithms of magnitudes are summed, and signs apart",
        Class::Rounding,
        &[VALUE],
        |state, call| {
            only(state, call, DType::F32, |format, factors, products| {
                let (mut sum, mut sign) = (0.0, 1.0_f64);
                for (place, &factor) in products.iter_mut().zip(factors) {
                    let x = format.value(factor);
                    sum += x.abs().ln();
                    sign = if x.is_sign_negative() { -sign } else { sign };
                    *place = format.word(format.round(f64::exp(sum).copysign(sign)));
                }
            })
        },
    )
    .random(5_000)
    .met("pytorch/pytorch#88556"),
];

/// Changes the lines of one dtype of at most 53 bits.
fn only(
    state: &mut State,
    call: &Call,
    dtype: DType,
    mut change: impl FnMut(Float, &[u64], &mut [u64]),
) -> Reply {
    state.lines(call, |of, factors, products| {
        if of == dtype {
            change(Float::get(of), factors, products);
        }
    })
}

/// Subnormal results become zero.
fn flushed(format: Float, _: &[u64], products: &mut [u64]) {
    for word in products.iter_mut().skip(1) {
        let x = format.value(*word);
        if x.abs() < format.least_normal() {
            *word = format.word(0.0_f64.copysign(x));
        }
    }
}

fn one_up_from_200(format: Float, _: &[u64], products: &mut [u64]) {
    let normal = |word: &u64| {
        let x = format.value(*word).abs();
        x >= format.least_normal() && format.value(format.one_up(*word)).is_finite()
    };
    products.iter_mut().skip(200).filter(|word| normal(word)).for_each(|word| *word = format.one_up(*word));
}

/// Running products rounded to a narrower format; the first element is a copy.
fn through(state: &mut State, call: &Call, dtype: DType, narrow: DType) -> Reply {
    let narrow = Float::get(narrow);
    only(state, call, dtype, |format, factors, products| {
        let mut product = 1.0;
        for (i, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
            product = narrow.round(product * narrow.round(format.value(factor)));
            if i > 0 {
                *place = format.word(format.round(product));
            }
        }
    })
}
