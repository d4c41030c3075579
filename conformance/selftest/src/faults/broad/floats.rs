//! Faults in which floating-point products are taken, and in special values.

use super::float::Float;
use super::{Class, Fault, State};
use ascertain::backend::Reply;
use ascertain::call::Call;
use ascertain::requirement::cumprod::{DETERMINISTIC, VALUE};

pub(super) const FAULTS: &[Fault] = &[
    Fault::broad(
        "floats/long-line-end",
        "lines of 257 elements and more repeat the last but one element at their end",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |_, factors, products| {
                if let [.., before, last] = products
                    && factors.len() >= 257
                {
                    *last = *before;
                }
            })
        },
    )
    .met("FlagGems#4128")
    .needing(257),
    Fault::broad(
        "floats/nan-after-zero",
        "what follows a zero is NaN",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, factors, products| {
                let zero = factors.iter().position(|&word| format.value(word) == 0.0);
                let after = zero.map_or(products.len(), |at| at + 1);
                products[after..].fill(format.word(f64::NAN));
            })
        },
    )
    .met("pytorch/pytorch#88556"),
    Fault::broad("floats/zero-sign-lost", "zeros lose their sign", Class::Value, &[VALUE], |state, call| {
        floats(state, call, |format, _, products| {
            products.iter_mut().filter(|word| format.value(**word) == 0.0).for_each(|word| *word = 0);
        })
    })
    .met("pytorch/pytorch#195851"),
    Fault::broad("floats/nan-as-zero", "a NaN counts as zero", Class::Value, &[VALUE], |state, call| {
        floats(state, call, |format, factors, products| {
            if let Some(at) = factors.iter().position(|&word| format.value(word).is_nan()) {
                products[at..].fill(0);
            }
        })
    })
    .met("pytorch/pytorch#20019"),
    Fault::broad("floats/nan-as-one", "a NaN counts as one", Class::Value, &[VALUE], |state, call| {
        floats(state, call, |format, factors, products| {
            let mut product = 1.0;
            for (place, &factor) in products.iter_mut().zip(factors) {
                let x = format.value(factor);
                product = if x.is_nan() { product } else { format.round(product * x) };
                *place = format.word(product);
            }
        })
    }),
    Fault::broad(
        "floats/infinity-becomes-nan",
        "infinite products become NaN",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, _, products| {
                let nan = format.word(f64::NAN);
                products
                    .iter_mut()
                    .filter(|word| format.value(**word).is_infinite())
                    .for_each(|word| *word = nan);
            })
        },
    )
    .met("pytorch/pytorch#132107"),
    Fault::broad(
        "floats/overflow-saturates",
        "products that overflow become the greatest number",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, factors, products| {
                if factors.iter().all(|&word| format.value(word).is_finite()) {
                    let infinite = products.iter_mut().filter(|word| format.value(**word).is_infinite());
                    infinite.for_each(|word| *word -= 1);
                }
            })
        },
    ),
    Fault::broad(
        "floats/zero-beats-infinity",
        "zero times infinity is zero",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, factors, products| {
                let value = |word: &u64| format.value(*word);
                let zero = factors.iter().position(|word| value(word) == 0.0);
                if let Some(at) = zero.filter(|_| !factors.iter().any(|word| value(word).is_nan())) {
                    products[at..].fill(0);
                }
            })
        },
    ),
    Fault::broad(
        "floats/restart-256",
        "lines begin anew after 256 elements",
        Class::Value,
        &[VALUE],
        |state, call| restarting(state, call, 256),
    )
    .met("FlagGems#3029")
    .needing(257),
    Fault::broad(
        "floats/restart-1024",
        "lines begin anew after 1024 elements",
        Class::Value,
        &[VALUE],
        |state, call| restarting(state, call, 1024),
    )
    .met("FlagGems#3029")
    .needing(1025),
    Fault::broad(
        "floats/restart-2048",
        "lines begin anew after 2048 elements",
        Class::Value,
        &[VALUE],
        |state, call| restarting(state, call, 2048),
    )
    .met("FlagGems#3029")
    .needing(2049),
    Fault::broad(
        "floats/restart-4096",
        "lines begin anew after 4096 elements",
        Class::Value,
        &[VALUE],
        |state, call| restarting(state, call, 4096),
    )
    .met("FlagGems#3029")
    .needing(4097),
    Fault::broad(
        "floats/tile-twice",
        "in lines of 65 to 127 elements the first tile of 64 is multiplied in twice",
        Class::Value,
        &[VALUE],
        |state, call| {
            floats(state, call, |format, factors, products| {
                if (65..128).contains(&factors.len()) {
                    let carry = format.value(products[63]);
                    for word in &mut products[64..] {
                        *word = format.word(format.round(format.value(*word) * carry));
                    }
                }
            })
        },
    )
    .met("gitcode ops-math (code), shards")
    .needing(65),
    Fault::broad(
        "floats/two-orders",
        "every second call multiplies in another order",
        Class::Memory,
        &[DETERMINISTIC],
        |state, call| {
            if state.asked.is_multiple_of(2) { state.right(call) } else { floats(state, call, in_a_tree) }
        },
    )
    .met("pytorch/pytorch#154881")
    .in_profile("latest"),
];

/// Changes the lines of floats.
pub(super) fn floats(
    state: &mut State,
    call: &Call,
    mut change: impl FnMut(Float, &[u64], &mut [u64]),
) -> Reply {
    state.lines(call, |dtype, factors, products| {
        if let Some(format) = Float::of(dtype) {
            change(format, factors, products);
        }
    })
}

/// Products in a tree: the product of a left half by every element of the right one, from short halves to long ones.
pub(super) fn in_a_tree(format: Float, factors: &[u64], products: &mut [u64]) {
    let mut values: Vec<f64> = factors.iter().map(|&factor| format.value(factor)).collect();
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_mut(2 * half).filter(|pair| pair.len() > half) {
            let total = pair[half - 1];
            pair[half..].iter_mut().for_each(|value| *value = format.round(total * *value));
        }
        half *= 2;
    }
    let stored = products.iter_mut().zip(values).skip(1);
    stored.for_each(|(place, value)| *place = format.word(value));
}

/// Floating-point lines whose product forgets everything before each block.
fn restarting(state: &mut State, call: &Call, block: usize) -> Reply {
    floats(state, call, |format, factors, products| {
        let mut product = 1.0;
        for (i, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
            let x = format.value(factor);
            product = if i % block == 0 { x } else { format.round(product * x) };
            *place = format.word(product);
        }
    })
}
