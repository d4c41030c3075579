//! What kernels with known mistakes give for lines: elements that are lost or too many, carries, indices.

use super::asked::{Asked, Value, least_normal};
use super::features::BLOCKS;
use super::relation::{Relation, number, of_elements, plain, through, with};
use ascertain::DType;
use ascertain::call::Arg;
use ascertain::contract::{Formula, Join, Joined};
use ascertain::formula::{Computed, Line, converted, join};
use std::borrow::Cow;
use std::cell::RefCell;

/// What is known of a line that is joined: the size of its elements, whether all give one result, and how to scan it.
struct Lines<'a> {
    size: usize,
    folds: bool,
    scan: &'a dyn Fn(&[u8]) -> Option<Vec<u8>>,
    /// An element of the dtype, and the least positive normal number of a float.
    element: &'a dyn Fn(f64) -> Option<Vec<u8>>,
    least: Option<f64>,
    /// The elements of the line before, and what a relation carries on from all lines before.
    last: &'a [u8],
    carry: &'a RefCell<Vec<u8>>,
}

impl Lines<'_> {
    /// The results of a line: all, or the last.
    fn results(&self, line: &[u8]) -> Option<Vec<u8>> {
        let scanned = (self.scan)(line)?;
        if !self.folds {
            return Some(scanned);
        }
        scanned.get(scanned.len().checked_sub(self.size)?..).map(<[u8]>::to_vec)
    }

    /// The results of a line with more elements before it.
    fn after(&self, first: &[u8], line: &[u8]) -> Option<Vec<u8>> {
        let results = self.results(&[first, line].concat())?;
        if self.folds { Some(results) } else { results.get(first.len()..).map(<[u8]>::to_vec) }
    }
}

type OfLine = fn(&Lines<'_>, &[u8], usize) -> Option<Vec<u8>>;

/// What may be joined in place of a line. `{}` stands for the length of a block.
const OF_BLOCKS: [(&str, OfLine); 9] = [
    ("is as if what is left over after a line's whole blocks of {} were not there", |of, line, block| {
        let whole = line.len() - line.len() % (block * of.size);
        (of.folds && whole > 0).then(|| of.results(&line[..whole]))?
    }),
    ("is as if lines longer than {} were filled up to whole blocks with 0", |of, line, block| {
        let over = line.len() / of.size % block;
        let zeros = (of.element)(0.0)?.repeat(block - over);
        (of.folds && over > 0 && line.len() > block * of.size)
            .then(|| of.results(&[line, &zeros].concat()))?
    }),
    ("is as if a line's last {} elements were joined beside its whole blocks", |of, line, block| {
        let (size, rest) = (block * of.size, line.len() % (block * of.size));
        let (whole, last) = (line.get(..line.len() - rest)?, line.get(line.len().checked_sub(size)?..)?);
        (of.folds && rest > 0).then(|| of.results(&[whole, last].concat()))?
    }),
    ("is joined from what blocks of {} give, each with the same weight", |of, line, block| {
        let parts: Option<Vec<_>> = line.chunks(block * of.size).map(|part| of.results(part)).collect();
        of.folds.then(|| of.results(&parts?.concat()))?
    }),
    ("begins anew after each {} elements of a line", |of, line, block| {
        let parts: Option<Vec<_>> = line.chunks(block * of.size).map(|part| of.results(part)).collect();
        if of.folds { parts?.pop() } else { Some(parts?.concat()) }
    }),
    ("is carried on from the block of {} before alone", |of, line, block| {
        carried(of, line, block, |before| before[before.len() - 1..].concat())
    }),
    ("is carried on from the two blocks of {} before alone", |of, line, block| {
        carried(of, line, block, |before| before[before.len().saturating_sub(2)..].concat())
    }),
    ("is carried on from the first block of {} alone", |of, line, block| {
        carried(of, line, block, |before| before[0].to_vec())
    }),
    ("is carried on from blocks of {} without their last element", |of, line, block| {
        carried(of, line, block, |before| {
            before.iter().flat_map(|own| own[..own.len() - of.size].iter().copied()).collect()
        })
    }),
];

/// A scan of blocks, each with what is carried on to it from those before it, of which there are some.
fn carried(
    of: &Lines<'_>,
    line: &[u8],
    block: usize,
    carry: impl Fn(&[&[u8]]) -> Vec<u8>,
) -> Option<Vec<u8>> {
    let blocks: Vec<&[u8]> = line.chunks(block * of.size).collect();
    let result = |at: usize| match at {
        0 => of.results(blocks[0]),
        _ => of.after(&carry(&blocks[..at]), blocks[at]),
    };
    (!of.folds && blocks.len() > 1)
        .then(|| Some((0..blocks.len()).map(result).collect::<Option<Vec<_>>>()?.concat()))?
}

/// The same without a block.
const OF_LINES: [(&str, OfLine); 9] = [
    ("is as if each line began with its first element twice", |of, line, _| {
        of.after(line.get(..of.size)?, line)
    }),
    ("is as if each line ended with its last element twice", |of, line, _| {
        let last = line.get(line.len().checked_sub(of.size)?..)?;
        of.folds.then(|| of.results(&[line, last].concat()))?
    }),
    ("is as if each line began with 0", |of, line, _| of.after(&(of.element)(0.0)?, line)),
    ("is as if each line began with the least positive normal number", |of, line, _| {
        of.after(&(of.element)(of.least?)?, line)
    }),
    ("is as if each line had no last element", |of, line, _| {
        let all = line.len() - of.size;
        (of.folds && all > 0).then(|| of.results(&line[..all]))?
    }),
    ("is carried on from the line before", |of, line, _| of.after(of.last, line)),
    ("is carried on from all lines before", |of, line, _| {
        let results = of.after(&of.carry.borrow(), line)?;
        of.carry.replace(results.get(results.len().checked_sub(of.size)?..)?.to_vec());
        Some(results)
    }),
    ("lacks the element itself", |of, line, _| {
        let before = of.results(&line[..line.len() - of.size])?;
        (!of.folds).then(|| Some([(of.element)(0.0)?, before].concat()))?
    }),
    ("is as if a tree halved each line and dropped odd elements", |of, line, _| {
        let mut line = line.to_vec();
        while of.folds && line.len() > of.size {
            let half = line.len() / of.size / 2 * of.size;
            let pairs = (0..half).step_by(of.size);
            let joined: Option<Vec<_>> = pairs
                .map(|at| {
                    of.results(&[&line[at..at + of.size], &line[half + at..half + at + of.size]].concat())
                })
                .collect();
            line = joined?.concat();
        }
        of.folds.then_some(line)
    }),
];

pub(super) fn of_lines(all: &mut Vec<Relation>) {
    for (says, of) in OF_LINES {
        all.push(plain(says, move |asked| joined(asked, |lines, line| of(lines, line, 1))));
    }
    for block in [1].into_iter().chain(BLOCKS) {
        for (says, of) in OF_BLOCKS {
            all.push(with(says, &block, move |asked| joined(asked, |lines, line| of(lines, line, block))));
        }
    }
    all.push(plain("is summed in the dtype of self, before it is divided", |asked| {
        let space = asked.space()?;
        let (own, n) = (asked.tensors().next()?.dtype(), asked.lines?.n as f64);
        let joined =
            asked.formula.joined.clone().filter(|joined| joined.by == Join::Mean && own != asked.compute)?;
        let formula = Formula { joined: Some(Joined { by: Join::Sum, ..joined }), ..*space.formula };
        let sums = formula.space(asked.call.args())?.computed_in(own);
        let sums = sums.compute(&sums.operands()?)?.stored(asked.compute)?.into_owned();
        let size = asked.compute.size();
        of_elements(asked, |at| {
            let sum = Value::of(asked.compute, sums.get(at * size..(at + 1) * size)?);
            Some(Value { re: sum.re / n, im: sum.im / n, whole: None })
        })
    }));
    of_reciprocals(all);
    of_truths(all);
    all.push(with("is divided by the low {} bits of the length", &8, |asked| {
        let n = asked.lines.filter(|line| line.n > 255)?.n;
        mean_times(asked, n as f64 / (n % 256) as f64)
    }));
    type OfDims = fn(&[usize]) -> Option<usize>;
    let of_dims: [(&str, OfDims); 3] = [
        ("first", |dims| dims.first().copied()),
        ("last", |dims| dims.last().copied()),
        ("innermost", |dims| dims.iter().copied().max()),
    ];
    for (name, of) in of_dims {
        all.push(plain(format!("is divided by the length of the {name} dim alone"), move |asked| {
            let shape = asked.tensors().next()?.shape();
            let place = |dim: &i64| dim.rem_euclid(shape.len().max(1) as i64) as usize;
            let dims: Vec<usize> = asked.dims()?.iter().map(place).collect();
            mean_times(asked, asked.lines?.n as f64 / *shape.get(of(&dims)?)? as f64)
        }));
    }
}

/// That means are multiplied by a reciprocal of the length that was rounded.
fn of_reciprocals(all: &mut Vec<Relation>) {
    for dtype in [DType::F16, DType::Bf16] {
        all.push(with("is multiplied by the reciprocal of the length in {}", &dtype, move |asked| {
            let n = asked.lines?.n as f64;
            let reciprocal = converted(&(1.0 / n).to_le_bytes(), DType::F64, dtype)?;
            mean_times(asked, n * Value::of(dtype, &reciprocal).re)
        }));
    }
}

type OfTruths = (&'static str, Join, fn(&[Value], DType) -> bool);

/// How else a line may be asked whether any of it is true, or all.
const OF_TRUTHS: [OfTruths; 4] = [
    ("is whether the low 8 bits of how many are true are not 0", Join::Greatest, |line, _| {
        !count(line).is_multiple_of(256)
    }),
    ("is whether the sum is not 0", Join::Greatest, |line, dtype| match dtype.is_integer() {
        true => line.iter().filter_map(|x| x.whole).sum::<i128>() % (1 << dtype.bits()) != 0,
        false => line.iter().map(|x| x.re).sum::<f64>() != 0.0,
    }),
    ("is whether the product is not 0", Join::Least, |line, dtype| match dtype.is_integer() {
        true => line.iter().filter_map(|x| x.whole).fold(1, |all, x| (all * x) % (1 << dtype.bits())) != 0,
        false => {
            let product = line.iter().fold(1.0, |all, x| all * x.re);
            converted(&product.to_le_bytes(), DType::F64, dtype)
                .is_none_or(|x| Value::of(dtype, &x).re != 0.0)
        }
    }),
    ("is whether the low 8 bits of how many are true are those of the length", Join::Least, |line, _| {
        count(line) % 256 == line.len() % 256
    }),
];

fn count(line: &[Value]) -> usize {
    line.iter().filter(|x| x.magnitude() != 0.0).count()
}

fn of_truths(all: &mut Vec<Relation>) {
    for (says, by, is_true) in OF_TRUTHS {
        all.push(plain(says, move |asked| {
            asked.formula.joined.as_ref().filter(|joined| joined.by == by && asked.compute == DType::Bool)?;
            let dtype = asked.tensors().next()?.dtype();
            of_elements(asked, |at| {
                let truth = is_true(&asked.line(at)?.collect::<Vec<_>>(), dtype);
                Some(Value { whole: Some(truth.into()), ..number(f64::from(u8::from(truth))) })
            })
        }));
    }
}

/// A mean that is divided by something else, so that it is `factor` times the right one.
fn mean_times(asked: &Asked, factor: f64) -> Option<Vec<u8>> {
    let times = |at| {
        let right = asked.right(at);
        Some(Value { re: right.re * factor, im: right.im * factor, whole: None })
    };
    (asked.formula.joined.as_ref()?.by == Join::Mean).then(|| of_elements(asked, times))?
}

/// The result of a call whose lines are joined in another way.
fn joined(asked: &Asked, of: impl Fn(&Lines<'_>, &[u8]) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let space = asked.space()?;
    let (line, compute, own) =
        (space.line.filter(|line| line.n > 0)?, space.compute, asked.formula.joined.as_ref()?);
    if asked.formula.index_of.is_some() {
        return None;
    }
    let each = space.each(&space.operands()?)?;
    let dtype = if compute == DType::Bool { DType::U8 } else { compute };
    let by = if own.by == Join::Sum && compute == DType::Bool { Join::Greatest } else { own.by };
    let scan = |elements: &[u8]| {
        let mut elements = elements.to_vec();
        let n = elements.len() / dtype.size();
        if n > 0 {
            join(dtype, by, Line { n, step: 1, folds: false }, &mut elements)?;
        }
        Some(elements)
    };
    let element = |number: f64| converted(&number.to_le_bytes(), DType::F64, dtype);
    let size = dtype.size();
    let right = space.compute(&space.operands()?)?;
    let mut elements =
        if right.dtype == compute { right.elements.clone() } else { vec![0; right.elements.len() * size] };
    let firsts = (0..each.len() / size)
        .filter(|at| if line.folds { at.is_multiple_of(line.n) } else { line.index(*at) == 0 });
    let mut is_about = false;
    let (mut last, carry) = (Vec::new(), RefCell::default());
    for first in firsts {
        let places = || (0..line.n).map(|k| first + k * line.step);
        let own: Vec<u8> = places().flat_map(|at| &each[at * size..][..size]).copied().collect();
        let (folds, least) = (line.folds, least_normal(dtype));
        let lines = Lines { size, folds, scan: &scan, element: &element, least, last: &last, carry: &carry };
        let changed = of(&lines, &own);
        is_about |= changed.is_some();
        // A line that it is not about is right.
        let results = changed.or_else(|| lines.results(&own))?;
        let targets: Vec<usize> = if line.folds { vec![first / line.n] } else { places().collect() };
        for (target, result) in targets.into_iter().zip(results.chunks_exact(size)) {
            elements.get_mut(target * size..(target + 1) * size)?.copy_from_slice(result);
        }
        last = own;
    }
    if !is_about {
        return None;
    }
    let computed = if right.dtype == compute && !asked.formula.each.is_truth && compute != DType::Bool {
        Computed { elements, ..right }
    } else {
        let truths = elements.chunks_exact(size).map(|element| u8::from(element.iter().any(|b| *b != 0)));
        Computed { dtype: DType::Bool, elements: truths.collect(), ..right }
    };
    computed.stored(asked.dtype()).map(Cow::into_owned)
}

type OfIndex = fn(&Asked, usize, i128) -> Option<i128>;

/// What an index may be in place of the right one.
const OF_INDICES: [(&str, OfIndex); 5] = [
    ("is multiplied by the elements between neighbours of its line", |asked, _, index| {
        Some(index * between(asked)? as i128)
    }),
    ("counts on from line to line", |asked, at, index| {
        let line = asked.lines.filter(|line| line.folds)?;
        Some(at as i128 * line.n as i128 + index)
    }),
    ("is the place in the whole tensor", |asked, at, index| {
        let line = asked.lines.filter(|line| line.folds)?;
        let between = between(asked)?.max(1);
        let place = at / between * line.n * between + at % between;
        Some(place as i128 + index * between as i128)
    }),
    ("is 1 too high", |_, _, index| Some(index + 1)),
    ("is 1 too low", |_, _, index| Some(index - 1)),
];

/// From one element of a line to the next, as the operand lies without gaps.
fn between(asked: &Asked) -> Option<usize> {
    let shape = asked.tensors().next()?.shape();
    let dim =
        asked.call.args.iter().find_map(|arg| if let Arg::Int(dim) = arg { Some(*dim) } else { None })?;
    let after = usize::try_from(dim.rem_euclid(shape.len().max(1) as i64)).ok()? + 1;
    Some(shape.get(after..)?.iter().product())
}

pub(super) fn of_indices(all: &mut Vec<Relation>) {
    for is_first in [false, true] {
        let of = move |asked: &Asked, change: &dyn Fn(usize, i128) -> Option<i128>| {
            of_elements(asked, |at| {
                // Of equal elements the last, or the first.
                let index = if is_first { asked.first_indices()[at] } else { asked.right(at).whole };
                let index = change(at, index?)?;
                Some(Value { whole: Some(index), ..number(index as f64) })
            })
        };
        for (says, change) in OF_INDICES {
            all.push(plain(says, move |asked| of(asked, &|at, index| change(asked, at, index))));
        }
        for block in BLOCKS {
            let says = "is the index within its block of {}";
            all.push(with(says, &block, move |asked| of(asked, &|_, index| Some(index % block as i128))));
        }
        for dtype in [DType::F16, DType::Bf16, DType::S8, DType::S16] {
            all.push(with("goes through {}", &dtype, move |asked| {
                let indices = of(asked, &|_, index| Some(index))?;
                through(&indices, asked.dtype(), dtype)
            }));
        }
    }
}
