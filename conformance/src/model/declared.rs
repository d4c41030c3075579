//! What a backend declares of its arithmetic, in the words of the protocol, as the oracle takes it.

use crate::oracle::{Accumulator, Declared, Format, Order, Subnormals};
use ascertain::DType;
use ascertain::backend::OperatorSupport;

/// The oracle's format of a float dtype.
#[must_use]
pub fn format(dtype: DType) -> Option<Format> {
    Some(match dtype {
        DType::F16 => Format::F16,
        DType::Bf16 => Format::BF16,
        DType::F32 => Format::F32,
        DType::F64 => Format::F64,
        _ => return None,
    })
}

/// What a backend declares of one dtype's arithmetic.
#[must_use]
pub fn declared(support: Option<&OperatorSupport>, dtype: DType) -> Declared {
    let word = |point: &str| {
        let declared = &support?.declared;
        let exact = format!("{point}.{dtype}");
        let found =
            declared.iter().find(|(k, _)| *k == exact).or_else(|| declared.iter().find(|(k, _)| k == point));
        found.map(|(_, value)| value.as_str())
    };
    let accumulator = word("accumulator").and_then(|word| match word {
        "own" => Some(Accumulator::Own),
        "x87" => Some(Accumulator::Wider(Format::X87)),
        name => {
            let wider = DType::from_name(name)?;
            if wider == dtype { Some(Accumulator::Own) } else { format(wider).map(Accumulator::Wider) }
        }
    });
    Declared {
        order: word("order").and_then(order),
        accumulator,
        subnormals: word("subnormals").and_then(|word| match word {
            "keep" => Some(Subnormals::Keep),
            "flush" => Some(Subnormals::Flush),
            _ => None,
        }),
    }
}

/// An order by its name: `sequential`, `kogge-stone`, `sklansky`, `odd-even`, `blocks-16`, `chained-blocks-4096`.
#[must_use]
pub fn order(name: &str) -> Option<Order> {
    let size = |prefix: &str, least: usize| {
        name.strip_prefix(prefix).and_then(|n| n.parse().ok()).filter(|n: &usize| *n >= least)
    };
    match name {
        "sequential" => Some(Order::Sequential),
        "kogge-stone" => Some(Order::KoggeStone),
        "sklansky" => Some(Order::Sklansky),
        "odd-even" => Some(Order::OddEven),
        _ => match (size("blocks-", 2), size("chained-blocks-", 1)) {
            (Some(n), _) => Some(Order::Blocks(n)),
            (None, n) => n.map(Order::ChainedBlocks),
        },
    }
}
