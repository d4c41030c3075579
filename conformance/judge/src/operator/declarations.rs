//! Reads what a backend declares about its arithmetic.
//!
//! A key is a property, `order`, or a property of one dtype, `order.f16`. The key with a dtype has priority.

use super::Operator;
use crate::oracle::{Accumulator, Declared, Format, Grouping, Order, Subnormals};
use crate::random::values::float;
use ascertain::DType;
use ascertain::backend::OperatorSupport;
use ascertain::product::{self, PRODUCTS};
use core::fmt;

/// Properties that can be declared.
const POINTS: [&str; 7] = ["order", "accumulator", "subnormals", "conversion", ULP, RESULT, PRODUCT];

/// The hardware product that the implementation is of.
pub const PRODUCT: &str = "product";

/// The distance of graded functions from the correctly rounded value, in units in the last place.
pub(crate) const ULP: &str = "ulp";

/// The dtype of results where no dtype is given.
const RESULT: &str = "result";

/// The float dtypes.
const FLOATS: [DType; 4] = [DType::F16, DType::Bf16, DType::F32, DType::F64];

/// How a backend may round a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// Once, from the source to the target.
    Direct,
    /// To another float, then to the target. Real frameworks convert f64 and 64-bit integers to 16-bit floats through f32.
    Through(DType),
}

impl Route {
    /// Those that can be declared.
    pub(crate) const DECLARABLE: [Self; 2] = [Self::Direct, Self::Through(DType::F32)];

    /// The route with this name in declarations.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::DECLARABLE.into_iter().find(|route| route.to_string() == name)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct => f.write_str("direct"),
            Self::Through(middle) => write!(f, "through-{middle}"),
        }
    }
}

/// The oracle's format of a float dtype.
#[must_use]
pub fn format(dtype: DType) -> Option<Format> {
    dtype.is_float().then(|| float(dtype))
}

/// The declarations about one dtype. Words that [`check`] refuses are ignored.
#[must_use]
pub fn declared(support: Option<&OperatorSupport>, dtype: DType) -> Declared {
    let word = |point| word(support, point, dtype);
    Declared {
        order: word("order").and_then(grouping).unwrap_or_default(),
        accumulator: word("accumulator").and_then(|word| accumulator(word, dtype)),
        subnormals: word("subnormals").and_then(subnormals),
    }
}

/// The declared conversion to a dtype.
pub(crate) fn conversion(support: Option<&OperatorSupport>, dtype: DType) -> Option<Route> {
    word(support, "conversion", dtype).and_then(Route::named)
}

/// The declared distance of graded functions.
pub(crate) fn ulp(support: Option<&OperatorSupport>, dtype: DType) -> Option<u64> {
    word(support, ULP, dtype)?.parse().ok()
}

/// Whether a requirement is the one that leaves open which product an implementation is of.
#[must_use]
pub fn is_about_products(requirement: &str) -> bool {
    requirement.strip_suffix(PRODUCT).is_some_and(|operator| operator.ends_with('.'))
}

/// The place of the product that is declared or demanded.
#[must_use]
pub fn product(words: &[(String, String)]) -> Option<usize> {
    words.iter().find(|(key, _)| key == PRODUCT).and_then(|(_, name)| product::find(name))
}

/// Whether `key` can be declared of an operator to be `value`.
///
/// # Errors
/// What is wrong, and what can be declared.
pub fn check_of(operator: &dyn Operator, key: &str, value: &str) -> Result<(), String> {
    if key == PRODUCT { check(key, value) } else { operator.check_declaration(key, value) }
}

/// The declared dtype of results for input of a dtype, where no dtype is given.
pub(super) fn result(support: Option<&OperatorSupport>, dtype: DType) -> Option<DType> {
    word(support, RESULT, dtype).and_then(DType::from_name)
}

fn word<'a>(support: Option<&'a OperatorSupport>, point: &str, dtype: DType) -> Option<&'a str> {
    let declared = &support?.declared;
    let of_dtype =
        |key: &str| key.strip_prefix(point).and_then(|rest| rest.strip_prefix('.')) == Some(dtype.name());
    let found = declared
        .iter()
        .find(|(key, _)| of_dtype(key))
        .or_else(|| declared.iter().find(|(key, _)| key == point));
    found.map(|(_, value)| value.as_str())
}

/// Whether `key` can be declared to be `value`.
///
/// # Errors
/// What is wrong, and what can be declared.
pub fn check(key: &str, value: &str) -> Result<(), String> {
    let (point, of) = key.split_once('.').map_or((key, None), |(point, dtype)| (point, Some(dtype)));
    if !POINTS.contains(&point) {
        return Err(format!("nothing called `{point}` can be declared; there are: {}", POINTS.join(", ")));
    }
    if point == PRODUCT {
        let known = || PRODUCTS.iter().map(|product| product.name).collect::<Vec<_>>().join(", ");
        let unknown = || format!("no product is called `{value}`; there are: {}", known());
        return product::find(value).filter(|_| of.is_none()).map(|_| ()).ok_or_else(unknown);
    }
    if point == RESULT {
        let dtypes = [of.unwrap_or_default(), value].map(DType::from_name);
        return match dtypes {
            [Some(_), Some(_)] => Ok(()),
            _ => Err(format!(
                "`{key}` cannot be `{value}`; write the dtype of input and of its results, as in result.s8 = s64"
            )),
        };
    }
    let of = match of.map(|name| (name, FLOATS.into_iter().find(|dtype| dtype.name() == name))) {
        None => None,
        Some((_, Some(dtype))) => Some(dtype),
        Some((name, None)) => {
            return Err(format!("no float dtype is called `{name}`; write {point}.f16, .bf16, .f32 or .f64"));
        }
    };
    let (known, words) = match point {
        "order" => (
            grouping(value).is_some(),
            "sequential, kogge-stone, sklansky, odd-even, blocks-N, chained-blocks-N, permuted",
        ),
        ULP => (value.parse::<u64>().is_ok(), "a number of units in the last place"),
        "subnormals" => (subnormals(value).is_some(), "keep, flush"),
        "conversion" => (Route::named(value).is_some(), "direct, through-f32"),
        _ => {
            let known = FLOATS
                .into_iter()
                .filter(|d| of.is_none_or(|of| of == *d))
                .any(|d| accumulator(value, d).is_some());
            (known, if of == Some(DType::F64) { "own, x87" } else { "own, f32, f64, x87" })
        }
    };
    if known { Ok(()) } else { Err(format!("`{key}` cannot be `{value}`; it can be: {words}")) }
}

/// A declared order by its name: `permuted`, or that of a fixed order.
fn grouping(name: &str) -> Option<Grouping> {
    if name == "permuted" { Some(Grouping::Permuted) } else { order(name).map(Grouping::Fixed) }
}

/// A fixed order by its name: `sequential`, `kogge-stone`, `sklansky`, `odd-even`, `blocks-16`, `chained-blocks-4096`.
#[must_use]
pub fn order(name: &str) -> Option<Order> {
    let size = |prefix: &str, least: usize| {
        name.strip_prefix(prefix).and_then(|n| n.parse().ok()).filter(|n: &usize| *n >= least)
    };
    let plain = [Order::Sequential, Order::KoggeStone, Order::Sklansky, Order::OddEven];
    let plain = plain.into_iter().find(|order| order.to_string() == name);
    plain
        .or_else(|| size("blocks-", 2).map(Order::Blocks))
        .or_else(|| size("chained-blocks-", 1).map(Order::ChainedBlocks))
}

/// An accumulator of a dtype by its name. One that cannot hold the dtype's numbers does not apply to it: `f32` for all
/// dtypes is meant for the 16-bit ones.
fn accumulator(name: &str, dtype: DType) -> Option<Accumulator> {
    let own = format(dtype)?;
    let wide = match name {
        "own" => own,
        "x87" => Format::X87,
        name => format(DType::from_name(name)?)?,
    };
    if wide == own {
        return Some(Accumulator::Own);
    }
    wide.holds(own).then_some(Accumulator::Wider(wide))
}

fn subnormals(name: &str) -> Option<Subnormals> {
    [Subnormals::Keep, Subnormals::Flush].into_iter().find(|subnormals| subnormals.to_string() == name)
}
