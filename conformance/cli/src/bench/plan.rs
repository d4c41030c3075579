//! What to time: a product for each dtype, shape and dim.

use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::{CUMPROD, Contract};
use ascertain::document::Editions;
use ascertain::tensor::TensorError;
use ascertain::{DType, DTypeSet, Tensor};
use ascertain_conformance::case::{Case, Expect};
use ascertain_conformance::operator::{Cumprod, Operator, shape_name};
use core::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Largest number of elements of a tensor.
const MOST: usize = 1 << 30;

/// Shapes with at most this many elements are small: their time is that of the call, not of the product.
const SMALL: usize = 4096;

/// A shape and the dim along which it is multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The lengths.
    pub shape: Vec<usize>,
    /// The dim as written; negative values count from the end.
    pub dim: i64,
}

/// Why a word is not a valid [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// Wrong syntax.
    Syntax(String),
    /// It has no such dimension.
    Dim(String, usize),
    /// It has no elements, so there is nothing to time.
    Empty(String),
    /// It has too many elements.
    Large(String),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(word) => {
                write!(
                    f,
                    "`{word}` is not a shape with a dim; write lengths and a dim as in 4096x4096:-1 or 1000:0"
                )
            }
            Self::Dim(word, 1) => write!(f, "`{word}`: with one dimension, dim must be -1 or 0"),
            Self::Dim(word, rank) => {
                write!(f, "`{word}`: with {rank} dimensions, dim must be in [-{rank}, {}]", rank - 1)
            }
            Self::Empty(word) => write!(f, "`{word}` has no elements, so there is nothing to time"),
            Self::Large(word) => write!(f, "`{word}` has more than {MOST} elements; use fewer"),
        }
    }
}

impl core::error::Error for ShapeError {}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(word: &str) -> Result<Self, ShapeError> {
        let syntax = || ShapeError::Syntax(word.to_owned());
        let (lengths, dim) = word.split_once(':').ok_or_else(syntax)?;
        let shape: Result<Vec<usize>, _> = lengths.split('x').map(str::parse).collect();
        let (shape, dim): (_, i64) = (shape.map_err(|_| syntax())?, dim.parse().map_err(|_| syntax())?);
        let rank = shape.len() as i64;
        if !(-rank..rank).contains(&dim) {
            return Err(ShapeError::Dim(word.to_owned(), shape.len()));
        }
        match shape.iter().try_fold(1_usize, |count, n| count.checked_mul(*n)) {
            Some(0) => Err(ShapeError::Empty(word.to_owned())),
            Some(1..=MOST) => Ok(Self { shape, dim }),
            _ => Err(ShapeError::Large(word.to_owned())),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", shape_name(&self.shape), self.dim)
    }
}

impl Shape {
    /// The default shapes: one of each class.
    #[must_use]
    pub fn usual() -> Vec<Self> {
        let shape = |shape: &[usize], dim| Self { shape: shape.to_vec(), dim };
        vec![
            shape(&[4096, 4096], -1),
            shape(&[4096, 4096], 0),
            shape(&[64, 512, 512], 1),
            shape(&[10_000_000], 0),
            shape(&[8, 8], -1),
        ]
    }

    /// The shapes for a quick look: one of each class, small.
    #[must_use]
    pub fn quick() -> Vec<Self> {
        let shape = |shape: &[usize], dim| Self { shape: shape.to_vec(), dim };
        vec![
            shape(&[256, 256], -1),
            shape(&[256, 256], 0),
            shape(&[16, 64, 64], 1),
            shape(&[100_000], 0),
            shape(&[8, 8], -1),
        ]
    }

    /// Seconds that a product of this shape roughly takes on one backend: to make, to judge, and in samples of calls
    /// and of memcpy.
    #[must_use]
    pub fn expected_seconds(&self, rounds: usize, min_sample: Duration) -> f64 {
        // The warm-up and the check of the clock take about as many samples as these.
        const MORE_SAMPLES: usize = 6;
        // Of one element: a call as usual backends take it, and judging it twice.
        const CALL: f64 = 10e-9;
        const JUDGE: f64 = 60e-9;
        let samples = 2 * (rounds + MORE_SAMPLES);
        samples as f64 * min_sample.as_secs_f64() + self.count() as f64 * (rounds as f64 * CALL + JUDGE)
    }

    /// The number of elements.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The dim, counted from the front.
    fn axis(&self) -> usize {
        let rank = self.shape.len() as i64;
        usize::try_from(if self.dim < 0 { self.dim + rank } else { self.dim }).unwrap_or_default()
    }

    /// What kind of work it is.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match (self.shape.len(), self.axis()) {
            _ if self.count() <= SMALL => "small",
            (1, _) => "one dimension",
            (_, 0) => "first dim",
            (rank, axis) if axis + 1 == rank => "last dim",
            _ => "middle dim",
        }
    }

    /// The product of this shape in a dtype.
    ///
    /// # Errors
    /// When such a tensor cannot be created.
    pub fn case(&self, dtype: DType, editions: &Editions) -> Result<Case, TensorError> {
        let inner = self.shape[self.axis() + 1..].iter().product();
        let input =
            Tensor::new(dtype, &self.shape, factors(dtype, self.count(), self.shape[self.axis()], inner))?;
        let mut call =
            Invocation::new(&CUMPROD).with("input", Arg::Tensor(input)).with("dim", Arg::Int(self.dim));
        Cumprod.complete(&mut call, CUMPROD.contract(editions));
        Ok(Case {
            id: format!("{}/bench/{dtype}/{self}", CUMPROD.name),
            area: CUMPROD.name,
            requirements: Vec::new(),
            call: Call::Operate(call),
            expect: Expect::Documents,
        })
    }
}

/// The dtypes that can be timed: the floats and integers that the operator's contract lists.
#[must_use]
pub fn dtypes(contract: &Contract) -> DTypeSet {
    let inputs = contract.functions.iter().flat_map(|f| f.parameters).filter(|p| p.name == "input");
    let listed = inputs.map(|p| p.dtypes).next().unwrap_or_default();
    listed.iter().filter(|d| d.is_float() || d.is_integer()).collect()
}

/// Factors, row-major. Integers are odd, so no product becomes 0. Floats are powers of two with signs, and no product
/// along a line lies outside 2^±12. So all values are normal and all products exact: there is one right answer, bit for
/// bit, for any order and accumulator.
fn factors(dtype: DType, count: usize, n: usize, inner: usize) -> Vec<u8> {
    let size = dtype.size();
    let mut bytes = Vec::with_capacity(count * size);
    let float = match dtype {
        DType::F16 => Some((10, 15)),
        DType::Bf16 => Some((7, 127)),
        DType::F32 => Some((23, 127)),
        DType::F64 => Some((52, 1023)),
        _ => None,
    };
    for i in 0..count {
        let bits = match float {
            None => random(i) | 1,
            Some((mantissa, bias)) => {
                let before = if (i / inner).is_multiple_of(n) { 0 } else { exponent(i - inner) };
                let sign = random(i) >> 63;
                let biased = (bias + exponent(i) - before) as u64;
                sign << (size * 8 - 1) | biased << mantissa
            }
        };
        bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
    }
    bytes
}

/// The exponent of the product up to the element at `i`.
fn exponent(i: usize) -> i64 {
    (random(i) >> 20) as i64 % 13 - 6
}

/// Pseudo-random bits for an index: the mixing function of SplitMix64.
fn random(i: usize) -> u64 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::{Shape, ShapeError, dtypes};
    use ascertain::DType;
    use ascertain::backend::{Answer, Backend, Reply};
    use ascertain::call::{Arg, Call};
    use ascertain::contract::CUMPROD;
    use ascertain::document::Editions;
    use ascertain::element::converter;
    use ascertain::reference::Reference;
    use std::time::Duration;

    #[test]
    fn shapes_are_read_as_they_are_written() {
        for (word, class) in [
            ("4096x4096:-1", "last dim"),
            ("4096x4096:1", "last dim"),
            ("4096x4096:0", "first dim"),
            ("4096x4096:-2", "first dim"),
            ("64x512x512:1", "middle dim"),
            ("10000000:0", "one dimension"),
            ("8x8:-1", "small"),
        ] {
            let shape: Shape = word.parse().expect("a shape");
            assert_eq!((shape.to_string().as_str(), shape.class()), (word, class));
        }
        let refused = |word: &str| word.parse::<Shape>().expect_err(word);
        for word in ["", "8", "8x8", "8x8:", "x:0", "8*8:0", "-8:0", "8x8:1.0", "8xx8:0"] {
            assert_eq!(refused(word), ShapeError::Syntax(word.to_owned()));
        }
        assert!(matches!(refused("8x8:2"), ShapeError::Dim(_, 2)));
        assert!(matches!(refused("8:-2"), ShapeError::Dim(_, 1)));
        assert!(matches!(refused("8x0:0"), ShapeError::Empty(_)));
        for word in ["4294967296x4294967296:0", "2000000000:0"] {
            assert!(matches!(refused(word), ShapeError::Large(_)), "{word}");
        }
        assert_eq!(Shape::usual().iter().map(Shape::class).collect::<Vec<_>>().len(), 5);
    }

    #[test]
    fn more_work_is_expected_to_take_longer() {
        let seconds = |shapes: Vec<Shape>, rounds, ms| {
            let all = shapes.iter().map(|shape| shape.expected_seconds(rounds, Duration::from_millis(ms)));
            all.sum::<f64>()
        };
        let usual = seconds(Shape::usual(), 11, 5);
        assert!(seconds(Shape::quick(), 11, 5) < usual && seconds(Shape::usual(), 6, 5) < usual);
        assert!(seconds(Shape::quick(), 11, 1) < seconds(Shape::quick(), 11, 5));
    }

    /// No product overflows, underflows or rounds: each is a power of two between 2^-6 and 2^6, and factors differ.
    #[test]
    fn products_of_floats_are_exact_and_bounded() {
        let editions = Editions::default();
        for word in ["300:0", "40x7:0", "7x40:1", "5x30x3:1"] {
            let shape: Shape = word.parse().expect("a shape");
            for dtype in dtypes(CUMPROD.contract(&editions)).iter() {
                let case = shape.case(dtype, &editions).expect("a tensor");
                let Call::Operate(call) = &case.call else { panic!("a call of an operator") };
                assert!(matches!(call.get("out"), Arg::Tensor(out) if out.shape() == shape.shape));
                let Reply::Answer(Answer::Tensor(products)) = Reference::default().ask(&case.call) else {
                    panic!("{dtype} {word}: refused");
                };
                let convert = converter(dtype, DType::F64).expect("numbers are numbers");
                let mut values = vec![0; products.elements().len() / dtype.size() * 8];
                convert(&products.elements(), &mut values);
                let values: Vec<f64> = values
                    .chunks_exact(8)
                    .map(|bytes| f64::from_le_bytes(bytes.try_into().expect("eight bytes")))
                    .collect();
                if dtype.is_float() {
                    let exact =
                        |v: &&f64| v.abs().log2().fract() == 0.0 && (-6.0..=6.0).contains(&v.abs().log2());
                    assert_eq!(values.iter().filter(exact).count(), values.len(), "{dtype} {word}");
                    assert!(
                        values.iter().any(|v| *v < 0.0) && values.iter().any(|v| *v > 1.0),
                        "{dtype} {word}"
                    );
                } else {
                    assert!(values.iter().all(|v| *v != 0.0), "{dtype} {word}");
                }
            }
        }
    }
}
