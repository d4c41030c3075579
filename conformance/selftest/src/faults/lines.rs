//! The lines of a cumulative product as words, and answers with other elements than the reference gives.

use super::float::Float;
use super::integer::mask;
use ascertain::backend::{Answer, Backend, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::element::converter;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_judge::oracle::Lines;

/// The tensor argument `name`.
pub fn tensor<'a>(call: &'a Invocation, name: &str) -> Option<&'a Tensor> {
    match call.get(name) {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    }
}

/// The invocation of `name`, where the call is one.
pub fn invocation<'a>(call: &'a Call, name: &str) -> Option<&'a Invocation> {
    match call {
        Call::Operate(call) if call.operator.name == name => Some(call),
        _ => None,
    }
}

/// Whether the call is in place.
pub fn in_place(call: &Invocation) -> bool {
    matches!(call.get("inplace"), Arg::Flag(true))
}

/// The elements of a tensor, of 8 bytes at most, as words, row-major.
pub fn words(tensor: &Tensor) -> Vec<u64> {
    let mut word = [0; 8];
    let elements = tensor.elements();
    let chunks = elements.chunks_exact(tensor.dtype().size());
    let load = |bytes: &[u8]| {
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    chunks.map(load).collect()
}

/// Overwrites the elements of a tensor.
pub fn set_words(tensor: &mut Tensor, words: &[u64]) {
    let size = tensor.dtype().size();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes().into_iter().take(size)).collect();
    tensor.set_elements(&bytes);
}

/// The elements of `words`, of one dtype, as another.
pub fn converted(words: &[u64], from: DType, to: DType) -> Vec<u64> {
    let Some(convert) = converter(from, to) else { return words.to_vec() };
    let one = |word: &u64| {
        let mut bytes = [0; 8];
        convert(&word.to_le_bytes(), &mut bytes);
        u64::from_le_bytes(bytes)
    };
    words.iter().map(one).collect()
}

/// The dimension that a valid `dim` means; none for rank 0.
pub fn dim(call: &Invocation, rank: usize) -> Option<usize> {
    match call.get("dim") {
        Arg::Int(dim) if rank > 0 => usize::try_from(if *dim < 0 { dim + rank as i64 } else { *dim }).ok(),
        _ => None,
    }
}

/// How lines along `dim` lie in the row-major elements; a line for each element where there is no dim.
pub fn lines(shape: &[usize], dim: Option<usize>) -> Lines {
    match dim.filter(|dim| *dim < shape.len()) {
        Some(dim) => Lines {
            outer: shape[..dim].iter().product(),
            n: shape[dim],
            inner: shape[dim + 1..].iter().product(),
        },
        None => Lines { outer: shape.iter().product(), n: 1, inner: 1 },
    }
}

/// Asks the reference, and lets `change` have its tensor where it answers a cumulative product.
pub fn changed(
    reference: &mut Reference,
    call: &Call,
    change: impl FnOnce(&Invocation, &mut Tensor),
) -> Reply {
    let mut reply = reference.ask(call);
    if let (Some(call), Reply::Answer(Answer::Tensor(tensor))) = (invocation(call, "cumprod"), &mut reply) {
        change(call, tensor);
    }
    reply
}

/// Asks the reference, and lets `change` have the factors and the products of every line of a cumulative product
/// in the dtype that it is computed in.
pub fn changed_lines(
    reference: &mut Reference,
    call: &Call,
    mut change: impl FnMut(DType, &[u64], &mut [u64]),
) -> Reply {
    changed(reference, call, |call, answer| {
        let Some(input) = tensor(call, "input") else { return };
        let factors = converted(&words(input), input.dtype(), answer.dtype());
        rescan(call, &factors, answer, &mut change);
    })
}

/// The same with other factors.
pub fn rescan(
    call: &Invocation,
    factors: &[u64],
    answer: &mut Tensor,
    change: &mut impl FnMut(DType, &[u64], &mut [u64]),
) {
    let (dtype, lines) = (answer.dtype(), lines(answer.shape(), dim(call, answer.layout().rank())));
    let mut products = words(answer);
    let count = if products.is_empty() { 0 } else { lines.count() };
    for line in 0..count {
        let all = || (0..lines.n).map(|index| lines.at(line, index));
        let of_line: Vec<u64> = all().map(|at| factors[at]).collect();
        let mut changed: Vec<u64> = all().map(|at| products[at]).collect();
        change(dtype, &of_line, &mut changed);
        all().zip(changed).for_each(|(at, word)| products[at] = word);
    }
    set_words(answer, &products);
}

/// The product of two elements, rounded once or modulo 2^bits.
pub fn times(dtype: DType, a: u64, b: u64) -> u64 {
    match Float::of(dtype) {
        Some(format) => format.word(format.round(format.value(a) * format.value(b))),
        None => a.wrapping_mul(b) & mask(dtype),
    }
}
