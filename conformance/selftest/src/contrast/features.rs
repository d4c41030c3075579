//! What an element, its operands, its line and its call are like: what wrong elements may have in common.

use super::asked::{Asked, OF_LINES, Value, is_numeric, operands};
use ascertain::call::Arg;
use ascertain::contract::ArgumentKind;
use ascertain::dtype::Class;
use ascertain::{DType, Layout, Tensor};
use ascertain_language::expr::Expr;

/// What a feature is of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seen {
    Truth(bool),
    /// A number that counts something.
    Count(f64),
    /// Any other number.
    Number(f64),
    Name(&'static str),
}

type Of = Box<dyn Fn(&Asked, usize) -> Option<Seen>>;

/// Something that an element may be, in words: of a truth, with a verb that can be negated.
pub(super) struct Feature {
    pub(super) name: String,
    pub(super) of: Of,
    /// Whether it is of a block, whose length may be any of many.
    pub(super) is_of_block: bool,
    /// Whether all elements of a result have it, or none.
    pub(super) is_of_call: bool,
}

/// Lengths of blocks and vectors of kernels.
pub(super) const BLOCKS: [usize; 10] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

type OfValue = (&'static str, fn(Value) -> bool);

/// What a number may be.
const OF_VALUES: [OfValue; 14] = [
    ("is NaN", Value::is_nan),
    ("is inf", |x| x.re == f64::INFINITY),
    ("is -inf", |x| x.re == f64::NEG_INFINITY),
    ("is infinite", |x| x.re.is_infinite() || x.im.is_infinite()),
    ("is -0", |x| x.re == 0.0 && x.re.is_sign_negative() && x.whole.is_none()),
    ("is zero", |x| x.re == 0.0 && x.im == 0.0),
    ("is zero or infinite", |x| x.magnitude() == 0.0 || x.magnitude() == f64::INFINITY),
    ("is negative", |x| x.re < 0.0),
    ("is positive", |x| x.re > 0.0),
    ("is a whole number", |x| x.re.is_finite() && x.re.fract() == 0.0),
    ("is odd", |x| x.whole.map_or(x.re.abs() % 2.0 == 1.0, |whole| whole & 1 == 1)),
    ("is a power of two", |x| x.re.is_normal() && x.re.abs().log2().fract() == 0.0),
    ("is real", |x| x.im == 0.0),
    ("has a negative imaginary part", |x| x.im < 0.0),
];

type OfPair = (&'static str, fn(Value, Value) -> bool);

/// What two numbers may be. `{}` stands for their names.
const OF_PAIRS: [OfPair; 8] = [
    ("{} or {} is NaN", |x, y| x.is_nan() || y.is_nan()),
    ("{} or {} is infinite", |x, y| x.magnitude() == f64::INFINITY || y.magnitude() == f64::INFINITY),
    ("{} or {} is zero", |x, y| x.magnitude() == 0.0 || y.magnitude() == 0.0),
    ("{} or {} is negative", |x, y| x.re < 0.0 || y.re < 0.0),
    ("{} and {} are negative", |x, y| x.re < 0.0 && y.re < 0.0),
    ("{} and {} are zeros of different signs", |x, y| {
        x.magnitude() == 0.0 && y.magnitude() == 0.0 && x.re.is_sign_negative() != y.re.is_sign_negative()
    }),
    ("{} is less than {}", |x, y| x.re < y.re),
    ("{} and {} are equal", |x, y| x.re == y.re && x.im == y.im),
];

type OfTensor = (&'static str, fn(&Tensor) -> bool);

/// How a tensor may lie in its storage.
const OF_TENSORS: [OfTensor; 6] = [
    ("is strided", |tensor| !tensor.layout().is_contiguous()),
    ("has an offset", |tensor| tensor.layout().offset() > 0),
    ("has a negative stride", |tensor| strides(tensor.layout()).any(|stride| stride < 0)),
    ("has a stride of 0", |tensor| strides(tensor.layout()).any(|stride| stride == 0)),
    ("has a last stride of 1", |tensor| tensor.layout().is_dense_last()),
    ("is transposed", |tensor| !strides(tensor.layout()).rev().is_sorted()),
];

/// The strides of dimensions that have more than one index.
fn strides(layout: &Layout) -> impl DoubleEndedIterator<Item = isize> {
    let pairs = layout.shape().iter().zip(layout.strides());
    pairs.filter(|(length, _)| **length > 1).map(|(_, stride)| *stride)
}

fn feature(name: impl Into<String>, of: impl Fn(&Asked, usize) -> Option<Seen> + 'static) -> Feature {
    Feature { name: name.into(), of: Box::new(of), is_of_block: false, is_of_call: false }
}

fn truth(name: impl Into<String>, of: impl Fn(&Asked, usize) -> Option<bool> + 'static) -> Feature {
    feature(name, move |asked, at| of(asked, at).map(Seen::Truth))
}

fn count(name: impl Into<String>, of: impl Fn(&Asked, usize) -> Option<usize> + 'static) -> Feature {
    feature(name, move |asked, at| of(asked, at).map(|count| Seen::Count(count as f64)))
}

/// All features of elements of calls like one, what says most first.
pub(super) fn all(like: &Asked) -> Vec<Feature> {
    let mut all = of_calls(like);
    all.iter_mut().for_each(|feature| feature.is_of_call = true);
    all.extend(of_sizes(like));
    all.extend(of_values(like));
    all.extend(of_places(like));
    all
}

/// The name of an argument. One that is also the result is called as elsewhere.
pub(super) fn operand_names(like: &Asked) -> Vec<&'static str> {
    let arguments = like.call.operator.arguments;
    let names = operands(like.call.operator, like.formula).into_iter().map(|at| arguments[at].name);
    names.map(|name| name.strip_suffix("Ref").unwrap_or(name)).collect()
}

fn of_calls(like: &Asked) -> Vec<Feature> {
    let mut all = of_dtype("the dtype to compute in", |asked| Some(asked.compute));
    all.extend([truth("the call is in place", |asked, _| Some(asked.is_in_place()))]);
    for (operand, name) in operand_names(like).into_iter().enumerate() {
        let of = move |asked: &Asked| asked.tensors().nth(operand).cloned();
        all.extend(of_dtype(&format!("the dtype of {name}"), move |asked| Some(of(asked)?.dtype())));
        for (is, holds) in OF_TENSORS {
            all.push(truth(format!("{name} {is}"), move |asked, _| Some(holds(&of(asked)?))));
        }
        all.push(truth(format!("{name} is broadcast"), move |asked, _| {
            let shape = asked.right[asked.result].shape();
            Some(asked.formula.joined.is_none() && of(asked)?.shape() != shape)
        }));
        all.push(count(format!("the rank of {name}"), move |asked, _| Some(of(asked)?.shape().len())));
    }
    if let [first, second] = operand_names(like)[..] {
        all.push(truth(format!("{first} and {second} are of one dtype"), |asked, _| {
            let mut dtypes = asked.tensors().map(Tensor::dtype);
            Some(dtypes.next()? == dtypes.next()?)
        }));
    }
    all.extend(of_dtype("the dtype of the result", |asked| Some(asked.dtype())));
    for (is, holds) in OF_TENSORS {
        all.push(truth(format!("the result {is}"), move |asked, _| Some(holds(asked.target()?))));
    }
    let arguments = like.call.operator.arguments;
    for (at, argument) in arguments.iter().enumerate() {
        let name = argument.name;
        match argument.kind {
            ArgumentKind::Tensor | ArgumentKind::Scalar => {}
            ArgumentKind::DType => all.push(feature(name, move |asked, _| match asked.call.args[at] {
                Arg::DType(dtype) => Some(Seen::Name(dtype.name())),
                _ => None,
            })),
            ArgumentKind::Flag => {
                let of = move |asked: &Asked, _| Some(asked.call.args().flag(at));
                all.push(truth(format!("{name} is true"), of));
            }
            ArgumentKind::Int => {
                all.extend(of_dim(name, move |asked| Some(vec![asked.call.args().int(at)?])));
            }
            ArgumentKind::Ints => {
                let of = move |asked: &Asked| Some(asked.call.args().ints(at)?.to_vec());
                all.extend(of_dim(name, of));
            }
        }
    }
    all
}

/// Whether an element is beyond as many as an operand has, which is broadcast.
fn of_sizes(like: &Asked) -> impl Iterator<Item = Feature> {
    operand_names(like).into_iter().enumerate().map(|(operand, name)| {
        truth(format!("the element is beyond the size of {name}"), move |asked, at| {
            let size = asked.tensors().nth(operand)?.layout().count();
            Some(asked.formula.joined.is_none() && at >= size)
        })
    })
}

/// What a dtype may be.
fn of_dtype(name: &str, of: impl Fn(&Asked) -> Option<DType> + Copy + 'static) -> Vec<Feature> {
    let kind = |dtype: DType| match dtype.class() {
        Class::Bool => "bool",
        Class::Signed => "signed",
        Class::Unsigned => "unsigned",
        Class::Complex => "complex",
        _ => "a float",
    };
    let size =
        |dtype: DType| ["8 bits", "16 bits", "32 bits", "64 bits", "128 bits"][dtype.size().ilog2() as usize];
    vec![
        feature(name, move |asked, _| Some(Seen::Name(of(asked)?.name()))),
        truth(format!("{name} is an integer"), move |asked, _| Some(of(asked)?.is_integer())),
        feature(name, move |asked, _| Some(Seen::Name(kind(of(asked)?)))),
        feature(format!("the width of {name}"), move |asked, _| Some(Seen::Name(size(of(asked)?)))),
    ]
}

/// What a list of dimensions may be.
fn of_dim(name: &'static str, of: impl Fn(&Asked) -> Option<Vec<i64>> + Copy + 'static) -> [Feature; 3] {
    let rank = |asked: &Asked| Some(asked.tensors().next()?.shape().len().max(1) as i64);
    let whole = move |asked: &Asked| {
        let rank = rank(asked)?;
        let mut dims: Vec<i64> =
            of(asked)?.iter().map(|dim| if *dim < 0 { dim + rank } else { *dim }).collect();
        dims.sort_unstable();
        Some((dims, rank))
    };
    [
        truth(format!("{name} is negative"), move |asked, _| Some(of(asked)?.iter().any(|dim| *dim < 0))),
        truth(format!("the last dimension is in {name}"), move |asked, _| {
            let (dims, rank) = whole(asked)?;
            Some(dims.is_empty() || dims.contains(&(rank - 1)))
        }),
        truth(format!("{name} is of neighbours"), move |asked, _| {
            let (dims, _) = whole(asked)?;
            Some(dims.windows(2).all(|pair| pair[0] + 1 == pair[1]))
        }),
    ]
}

/// Whether what operands are to each other can say where a result is wrong. A question whether one is greater, say, is about what they
/// are converted to: before that, they answer it as a backend does that converts them in another way.
fn is_compared(asked: &Asked) -> bool {
    !asked.is_truth() || asked.is_unconverted()
}

fn of_values(like: &Asked) -> Vec<Feature> {
    let names = operand_names(like);
    let mut all = Vec::new();
    let of_elements: Vec<String> = match like.lines {
        _ if like.formula.joined.is_none() => names.iter().map(|name| (*name).to_owned()).collect(),
        // A scan has a result for each element.
        Some(line) if !line.folds => {
            names.first().map(|name| format!("the element of {name}")).into_iter().collect()
        }
        _ => Vec::new(),
    };
    for (operand, name) in of_elements.into_iter().enumerate() {
        for (is, holds) in OF_VALUES {
            let of = move |asked: &Asked, at| Some(holds(asked.operand(operand, at)?));
            all.push(truth(format!("{name} {is}"), of));
        }
        let number = move |asked: &Asked, at: usize| asked.operand(operand, at);
        all.push(feature(name.clone(), move |asked, at| Some(Seen::Number(number(asked, at)?.re))));
        let of = move |asked: &Asked, at| Some(Seen::Number(number(asked, at)?.magnitude()));
        all.push(feature(format!("|{name}|"), of));
    }
    if matches!(like.formula.each.expr(), Some(Expr::If(..))) {
        all.push(truth("the number that is not chosen is NaN or infinite", |asked, at| {
            let is_first = asked.operand(0, at)?.magnitude() != 0.0;
            let other = asked.operand(if is_first { 2 } else { 1 }, at)?;
            Some(other.is_nan() || other.magnitude() == f64::INFINITY)
        }));
    }
    if like.formula.joined.is_none()
        && let [first, second, ..] = names[..]
    {
        for (is, holds) in OF_PAIRS {
            let name = is.replacen("{}", first, 1).replacen("{}", second, 1);
            let is_order = [" than ", " are equal"].iter().any(|order| name.contains(order));
            all.push(truth(name, move |asked, at| {
                let is_about = !is_order || is_compared(asked);
                is_about.then(|| Some(holds(asked.operand(0, at)?, asked.operand(1, at)?)))?
            }));
        }
        all.push(feature(format!("|{first} - {second}|"), |asked, at| {
            let (x, y) = (asked.operand(0, at)?, asked.operand(1, at)?);
            Some(Seen::Number((x.re - y.re).abs()))
                .filter(|_| !x.is_nan() && !y.is_nan() && is_compared(asked))
        }));
        all.push(truth(format!("{first} - {second} is beyond the dtype"), |asked, at| {
            let (x, y) = (asked.operand(0, at)?.whole?, asked.operand(1, at)?.whole?);
            let (low, high) = asked.compute.integer_range()?;
            Some(!(low..=high).contains(&(x - y)))
        }));
    }
    for (is, holds) in OF_VALUES {
        let of = move |asked: &Asked, at| is_numeric(asked.dtype()).then(|| holds(asked.right(at)));
        all.push(truth(format!("the right result {is}"), of));
    }
    all.push(truth("the right result is true", |asked, at| {
        asked.is_truth().then(|| asked.right(at).magnitude() != 0.0)
    }));
    let number = |asked: &Asked, at: usize| (!asked.is_truth()).then(|| asked.right(at));
    all.push(feature("the right result", move |asked, at| Some(Seen::Number(number(asked, at)?.re))));
    all.push(feature("|the right result|", move |asked, at| {
        Some(Seen::Number(number(asked, at)?.magnitude()))
    }));
    all
}

type Sequence = (&'static str, [&'static str; 2], fn(&Asked, usize) -> Option<(usize, usize)>);

/// What an element is one of: all, its row, its line. Its index there, and how many there are.
const SEQUENCES: [Sequence; 3] = [
    ("", ["the element's index", "the number of elements"], |asked, at| Some((at, asked.count()))),
    ("the row's ", ["the index in the row", "the length of the row"], |asked, at| {
        let length = *asked.right[asked.result].shape().last()?;
        Some((at % length, length))
    }),
    ("the line's ", ["the index in the line", "the length of the line"], |asked, at| {
        let line = asked.lines?;
        Some((if line.folds { line.n } else { line.index(at) }, line.n))
    }),
];

type OfBlocks = (&'static str, fn(usize, usize, usize) -> bool);

/// Where the index of so many may be, by blocks of a length: of all elements, of a row, or of a line.
const OF_BLOCKS: [OfBlocks; 5] = [
    ("after {of} whole blocks of {}", |index, count, block| index >= count - count % block),
    ("alone after {of} whole blocks of {}", |index, count, block| {
        count > block && block > 1 && count % block == 1 && index + 1 == count
    }),
    ("in two blocks of {} if the last one ends with it", |index, count, block| {
        let last = count - count % block;
        count > block && index + block >= count && index < last && last < count
    }),
    ("the last of a block of {}", |index, _, block| block > 1 && index % block == block - 1),
    ("in an odd block of {}", |index, _, block| index / block % 2 == 1),
];

fn of_places(like: &Asked) -> Vec<Feature> {
    let mut all = Vec::new();
    if like.lines.is_some() {
        all.push(truth("the line is the second of two", |asked, at| {
            let line = asked.lines?;
            let of_scan = at / (line.n * line.step).max(1) * line.step + at % line.step.max(1);
            Some((if line.folds { at } else { of_scan }) % 2 == 1)
        }));
        for (bit, (name, _)) in OF_LINES.into_iter().enumerate() {
            all.push(truth(name, move |asked, at| asked.is_of_line(at, bit)));
        }
    }
    for (_, [index, length], of) in SEQUENCES {
        all.push(count(length, move |asked, at| Some(of(asked, at)?.1)));
        all.push(count(index, move |asked, at| Some(of(asked, at)?.0)));
    }
    all.push(count("the index from the end", |asked, at| Some(asked.count() - 1 - at)));
    let mut of_blocks = Vec::new();
    for (name, [_, length], of) in SEQUENCES {
        // Of those that hold for the same elements the narrowest.
        for block in BLOCKS.into_iter().rev() {
            of_blocks.push(truth(format!("{length} is a multiple of {block}"), move |asked, at| {
                Some(of(asked, at)?.1.is_multiple_of(block))
            }));
        }
        for block in [1].into_iter().chain(BLOCKS) {
            for (is, holds) in OF_BLOCKS {
                let is = is.replace("{of} ", name).replace("{}", &block.to_string());
                of_blocks.push(truth(format!("the element is {is}"), move |asked, at| {
                    let (index, count) = of(asked, at)?;
                    Some(holds(index, count, block))
                }));
                of_blocks.push(truth(format!("the element is {is} bytes"), move |asked, at| {
                    let (index, count) = of(asked, at)?;
                    Some(holds(index, count, (block / asked.dtype().size()).max(1)))
                }));
            }
        }
    }
    of_blocks.iter_mut().for_each(|feature| feature.is_of_block = true);
    all.extend(of_blocks);
    all
}
