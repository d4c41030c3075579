//! Faults in the values of floating-point products.

use crate::support::evaluate::{Accumulator, Evaluation, Evaluator, Tiny};
use crate::support::faulty::{FoundBy, Mutant, State};
use crate::support::float::Float;
use crate::support::scans::Shape;
use ascertain::DType;
use ascertain::backend::Reply;
use ascertain::call::Call;

const SEQUENTIAL: &[(&str, &str)] = &[("order", "sequential")];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new("drops the last factor of lines of 257 and more", "FlagGems#4128", |state, call| {
        floats(state, call, |_, factors, products| {
            if let [.., before, last] = products
                && factors.len() >= 257
            {
                *last = *before;
            }
        })
    })
    .needing(257),
    Mutant::new("one unit in the last place too much with two factors", "", |state, call| {
        floats(state, call, |format, _, products| {
            if let [_, second, ..] = products {
                *second = format.one_up(*second);
            }
        })
    }),
    Mutant::new("one unit in the last place too much with 200 factors and more", "", |state, call| {
        floats(state, call, one_up_from_200)
    })
    .needing(201),
    Mutant::new("the same, with its order declared", "", |state, call| floats(state, call, one_up_from_200))
        .declaring(SEQUENTIAL)
        .needing(201),
    Mutant::new("tree order declared as sequential", "tensorflow/tensorflow#61975", |state, call| {
        evaluated(
            state,
            call,
            &[DType::F16, DType::Bf16, DType::F32, DType::F64],
            Shape::Pairwise,
            Accumulator::Own,
        )
    })
    .declaring(SEQUENTIAL),
    Mutant::new("f32 accumulator declared as the dtype's own", "pytorch/pytorch#180155", |state, call| {
        evaluated(state, call, &[DType::F16, DType::Bf16], Shape::Sequential, Accumulator::F32)
    })
    .declaring(&[("accumulator", "own"), ("order", "sequential")]),
    Mutant::new("subnormal results flushed, declared as kept", "", |state, call| {
        floats(state, call, |format, _, products| {
            for word in products.iter_mut().skip(1) {
                let x = format.value(*word);
                if x.abs() < format.least_normal() {
                    *word = format.word(0.0_f64.copysign(x));
                }
            }
        })
    })
    .declaring(&[("subnormals", "keep")]),
    Mutant::new("subnormal results flushed, undeclared", "", |state, call| {
        floats(state, call, |format, _, products| {
            for word in products.iter_mut().skip(1) {
                let x = format.value(*word);
                if x.abs() < format.least_normal() {
                    *word = format.word(0.0_f64.copysign(x));
                }
            }
        })
    })
    .found_by(FoundBy::Nothing("undeclared, both are right: it shows once subnormals are declared as kept")),
    Mutant::new("f16 accumulated in bf16", "pytorch/pytorch#180150", |state, call| {
        through(state, call, DType::F16, DType::Bf16)
    }),
    Mutant::new("f32 accumulated in f16", "FlagGems#4128", |state, call| {
        through(state, call, DType::F32, DType::F16)
    }),
    Mutant::new("f32 accumulated in bf16", "tensorflow/tensorflow#115731", |state, call| {
        through(state, call, DType::F32, DType::Bf16)
    }),
    Mutant::new("f64 accumulated in f32", "gitcode ops-math#2253", |state, call| {
        through(state, call, DType::F64, DType::F32)
    }),
    Mutant::new("carry between tiles of 128 kept in f16, for f32", "FlagGems#4128", |state, call| {
        let half = Float::get(DType::F16);
        only(state, call, DType::F32, |format, factors, products| {
            let mut product = 1.0;
            for (i, (place, &factor)) in products.iter_mut().zip(factors).enumerate() {
                product = if i > 0 && i % 128 == 0 { half.round(product) } else { product };
                product = format.round(product * format.value(factor));
                *place = format.word(product);
            }
        })
    })
    .needing(129),
    Mutant::new("f32 factors cut to 11 significant bits", "", |state, call| {
        only(state, call, DType::F32, |format, factors, products| {
            let cut = |word: u64| format.value(word & !0x1fff);
            let mut product = format.value(factors.first().copied().unwrap_or_default());
            for (place, &factor) in products.iter_mut().zip(factors).skip(1) {
                product = format.round(format.value(format.word(product) & !0x1fff) * cut(factor));
                *place = format.word(product);
            }
        })
    }),
    Mutant::new("f16 stores cut off instead of rounded", "", |state, call| {
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
    }),
    Mutant::new("logarithms summed, NaN for negative factors", "pytorch/pytorch#88556", |state, call| {
        floats(state, call, |format, factors, products| {
            let mut sum = 0.0;
            for (place, &factor) in products.iter_mut().zip(factors) {
                sum += format.value(factor).ln();
                *place = format.word(format.round(f64::exp(sum)));
            }
        })
    }),
    Mutant::new(
        "logarithms of magnitudes summed, signs apart, f32 alone",
        "pytorch/pytorch#88556",
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
    ),
    Mutant::new("NaN after a zero", "pytorch/pytorch#88556", |state, call| {
        floats(state, call, |format, factors, products| {
            let zero = factors.iter().position(|&word| format.value(word) == 0.0);
            let after = zero.map_or(products.len(), |at| at + 1);
            products[after..].fill(format.word(f64::NAN));
        })
    }),
    Mutant::new("sign of zeros lost", "pytorch/pytorch#195851", |state, call| {
        floats(state, call, |format, _, products| {
            products.iter_mut().filter(|word| format.value(**word) == 0.0).for_each(|word| *word = 0);
        })
    }),
    Mutant::new("NaN read as zero", "pytorch/pytorch#20019", |state, call| {
        floats(state, call, |format, factors, products| {
            if let Some(at) = factors.iter().position(|&word| format.value(word).is_nan()) {
                products[at..].fill(0);
            }
        })
    }),
    Mutant::new("NaN read as one", "", |state, call| {
        floats(state, call, |format, factors, products| {
            let mut product = 1.0;
            for (place, &factor) in products.iter_mut().zip(factors) {
                let x = format.value(factor);
                product = if x.is_nan() { product } else { format.round(product * x) };
                *place = format.word(product);
            }
        })
    }),
    Mutant::new("infinity becomes NaN", "pytorch/pytorch#132107", |state, call| {
        floats(state, call, |format, _, products| {
            let nan = format.word(f64::NAN);
            products
                .iter_mut()
                .filter(|word| format.value(**word).is_infinite())
                .for_each(|word| *word = nan);
        })
    }),
    Mutant::new("overflow gives the greatest number", "", |state, call| {
        floats(state, call, |format, factors, products| {
            if factors.iter().all(|&word| format.value(word).is_finite()) {
                let infinite = products.iter_mut().filter(|word| format.value(**word).is_infinite());
                infinite.for_each(|word| *word -= 1);
            }
        })
    }),
    Mutant::new("zero wins over infinity", "", |state, call| {
        floats(state, call, |format, factors, products| {
            let value = |word: &u64| format.value(*word);
            let zero = factors.iter().position(|word| value(word) == 0.0);
            if let Some(at) = zero.filter(|_| !factors.iter().any(|word| value(word).is_nan())) {
                products[at..].fill(0);
            }
        })
    }),
    Mutant::new("lines begin anew after 256 elements", "FlagGems#3029", |state, call| {
        restarting(state, call, 256)
    })
    .needing(257),
    Mutant::new("lines begin anew after 1024 elements", "FlagGems#3029", |state, call| {
        restarting(state, call, 1024)
    })
    .needing(1025),
    Mutant::new("lines begin anew after 2048 elements", "FlagGems#3029", |state, call| {
        restarting(state, call, 2048)
    })
    .needing(2049),
    Mutant::new("lines begin anew after 4096 elements", "FlagGems#3029", |state, call| {
        restarting(state, call, 4096)
    })
    .needing(4097),
    Mutant::new(
        "one tile of 64 elements computed twice, in lines of 65 to 127",
        "gitcode ops-math (code), shards",
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
    .needing(65),
    Mutant::new("other bits the second time", "pytorch/pytorch#154881", |state, call| {
        let shape = if state.asked.is_multiple_of(2) { Shape::Sequential } else { Shape::RandomElement };
        evaluated(state, call, &[DType::F16, DType::Bf16, DType::F32, DType::F64], shape, Accumulator::Own)
    })
    .found_by(FoundBy::Profile("latest")),
];

/// Changes the lines of floats.
fn floats(state: &mut State, call: &Call, mut change: impl FnMut(Float, &[u64], &mut [u64])) -> Reply {
    state.lines(call, |dtype, factors, products| {
        if let Some(format) = Float::of(dtype) {
            change(format, factors, products);
        }
    })
}

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

/// Some dtypes evaluated in an honest way.
fn evaluated(
    state: &mut State,
    call: &Call,
    dtypes: &[DType],
    shape: Shape,
    accumulator: Accumulator,
) -> Reply {
    let mut random = state.random.clone();
    let reply = state.lines(call, |dtype, factors, products| {
        if dtypes.contains(&dtype) {
            let way = Evaluation::new(shape, accumulator, Tiny::Keep);
            Evaluator::new(dtype, way, &mut random).products(factors, products);
        }
    });
    state.random = random;
    reply
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
