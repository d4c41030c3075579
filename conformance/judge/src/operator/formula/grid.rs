//! Fixed calls of an operator with a formula, whose values tell formulas apart.

use super::super::declarations::format;
use super::calls::{ORDINARY, has_result, of_numbers, operand_places, renumber, telling, with_operands};
use ascertain::call::{Arg, Invocation};
use ascertain::contract::{Contract, Formula, Join};
use ascertain::dtype::Class;
use ascertain::{DType, Tensor};
use ascertain_language::expr::Expr;

/// Valid calls made from a sample: values that tell formulas apart, each with each; if all operands have one dtype, also
/// special shapes, strides and broadcasts.
pub(in crate::operator) fn grid(
    formula: &Formula,
    contract: &'static Contract,
    call: &Invocation,
) -> Vec<(String, Invocation)> {
    let Some(mut grid) = Grid::of(formula, contract, call) else { return Vec::new() };
    let pairs = grid.pairs();
    let is_joined = formula.joined.is_some();
    let base = if is_joined { grid.along(1) } else { call.clone() };
    grid.add("values".to_owned(), &base, pairs.clone());
    if !grid.is_of_one_dtype() {
        grid.add_lines_of_narrower();
        grid.add_rounded_scalars(&pairs);
        return grid.calls;
    }
    if is_joined {
        grid.add_long_lines();
    } else {
        grid.add_other_numbers(&pairs);
    }
    grid.calls.retain(|(_, call)| has_result(formula, call));
    grid.calls
}

/// Tensors to read, at their places.
type Tensors = Option<Vec<(usize, Tensor)>>;

struct Grid<'a> {
    formula: &'a Formula,
    contract: &'static Contract,
    /// The sample.
    call: &'a Invocation,
    /// The dtype to compute in.
    compute: DType,
    /// The places of tensors that the formula reads.
    read: Vec<usize>,
    scalars: Vec<usize>,
    /// Values for each of those tensors.
    values: Vec<Vec<Vec<u8>>>,
    calls: Vec<(String, Invocation)>,
}

impl<'a> Grid<'a> {
    fn of(formula: &'a Formula, contract: &'static Contract, call: &'a Invocation) -> Option<Self> {
        let (read, scalars) = operand_places(formula, call);
        let compute = formula.dtype(call.args())?;
        let is_graded = formula.each.expr().is_some_and(has_graded);
        let values = |at: &usize| {
            let dtype = call.args().dtype_of(*at)?;
            let more = of_numbers(dtype, &RANGE).filter(|_| is_graded && dtype.is_float());
            Some([telling(dtype, compute), more.unwrap_or_default()].concat())
        };
        let values = read.iter().map(values).collect::<Option<_>>()?;
        Some(Self { formula, contract, call, compute, read, scalars, values, calls: Vec::new() })
    }

    fn add(&mut self, name: String, base: &Invocation, tensors: Tensors) {
        let call = tensors.and_then(|tensors| with_operands(self.contract, base, tensors));
        self.calls.extend(call.map(|call| (name, call)));
    }

    fn dtype(&self, at: usize) -> Option<DType> {
        self.call.args().dtype_of(at)
    }

    /// The sample along another dimension.
    fn along(&self, dim: i64) -> Invocation {
        let mut along = self.call.clone();
        renumber(&mut along, |_| dim);
        along
    }

    /// A tensor for each place that is read, made from the place's order and the place.
    fn tensors(&self, tensor: &dyn Fn(usize, usize) -> Option<Tensor>) -> Tensors {
        self.read.iter().enumerate().map(|(order, &at)| Some((at, tensor(order, at)?))).collect()
    }

    /// A tensor for a place, whose element `i` is the value number `nth(i)`.
    fn tensor(
        &self,
        at: usize,
        shape: &[usize],
        values: &[Vec<u8>],
        nth: &dyn Fn(usize) -> usize,
    ) -> Option<Tensor> {
        let elements = 0..shape.iter().product();
        let bytes = elements.flat_map(|i| &values[nth(i) % values.len()]).copied().collect();
        Tensor::new(self.dtype(at)?, shape, bytes).ok()
    }

    /// How many values the tensor with the most has.
    fn most(&self) -> usize {
        self.values.iter().map(Vec::len).max().unwrap_or(1)
    }

    /// Each value of one tensor with each of the other, or before each other in a line.
    fn pairs(&self) -> Tensors {
        let most = self.most();
        if self.formula.joined.is_none() {
            let shape = vec![most; self.read.len()];
            return self.tensors(&|order, at| {
                self.tensor(at, &shape, &self.values[order], &|i| i / if order == 0 { 1 } else { most })
            });
        }
        self.tensors(&|order, at| {
            let nth = |i: usize| if i.is_multiple_of(2) { i / 2 / most } else { i / 2 % most };
            self.tensor(at, &[most * most, 2], &self.values[order], &nth)
        })
    }

    /// Whether all that the formula reads has the dtype to compute in. A fold of bools is also asked with f32 operands.
    fn is_of_one_dtype(&self) -> bool {
        let is_truth = self.compute == DType::Bool && self.formula.fold().is_some();
        self.read
            .iter()
            .chain(&self.scalars)
            .all(|&at| self.dtype(at).is_some_and(|own| own == self.compute || is_truth && own == DType::F32))
    }

    /// Lines that a dtype as narrow as theirs cannot join: of the greatest integer; of ones after a float beside which they are lost;
    /// as factors, of the first float above 1.
    fn add_lines_of_narrower(&mut self) {
        const N: usize = 300;
        let joined = self.formula.joined.as_ref().map(|joined| joined.by);
        let Some(by) = joined.filter(|by| !matches!(by, Join::Least | Join::Greatest)) else { return };
        let of = |own: DType| match own.class() {
            Class::Bool if by != Join::Mean => Some(("greatest", vec![vec![1]])),
            Class::Signed | Class::Unsigned if by != Join::Mean => {
                let top = u64::MAX >> (64 - own.bits() + u32::from(own.class() == Class::Signed));
                Some(("greatest", vec![top.to_le_bytes()[..own.size()].to_vec()]))
            }
            Class::Float => {
                let digits = format(own)?.precision() as i32;
                match by {
                    Join::Product => Some(("above-1", of_numbers(own, &[1.0 + 2_f64.powi(1 - digits)])?)),
                    _ => Some(("lost-ones", of_numbers(own, &[2_f64.powi(digits), 1.0])?)),
                }
            }
            _ => None,
        };
        let narrower = |grid: &Self, at: usize| grid.dtype(at).filter(|own| own.bits() < grid.compute.bits());
        let Some((name, _)) = self.read.first().and_then(|&at| of(narrower(self, at)?)) else { return };
        let line = self.tensors(&|_, at| {
            let (_, values) = of(narrower(self, at)?)?;
            self.tensor(at, &[N], &values, &|i| i.min(values.len() - 1))
        });
        self.add(format!("{N}/{name}"), &self.along(0), line);
    }

    /// A scalar that the dtype to compute in has to round.
    fn add_rounded_scalars(&mut self, pairs: &Tensors) {
        for at in self.scalars.clone() {
            let number = self.dtype(at).and_then(|own| Some((own, rounded(own, self.compute)?)));
            let Some(scalar) = number.and_then(|(own, number)| Tensor::new(own, &[], number).ok()) else {
                continue;
            };
            let scalar_dtype = scalar.dtype();
            let mut other = self.call.clone();
            other.args[at] = Arg::Tensor(scalar);
            let name = self.call.operator.arguments[at].name;
            self.add(format!("{name}=rounded"), &other, pairs.clone());
            // The same number among narrower floats: whether it is rounded first shows at once.
            let met = self.tensors(&|_, at| {
                let narrower = self.dtype(at).filter(|own| own.is_float());
                let narrower =
                    narrower.filter(|own| scalar_dtype.is_float() && own.bits() < scalar_dtype.bits());
                self.tensor(at, &[4], &of_numbers(narrower?, &[1.0 / 3.0, -1.0 / 3.0, 1.0, 3.0])?, &|i| i)
            });
            self.add(format!("{name}=met"), &other, met);
        }
    }

    /// Lines of ordinary numbers, longer than the tiles of kernels, and lines whose result hangs on few elements.
    fn add_long_lines(&mut self) {
        for (name, dim, shape) in [("300/dim=0", 0, &[300][..]), ("2x70x3/dim=1", 1, &[2, 70, 3][..])] {
            let plain = self.tensors(&|order, at| {
                self.tensor(at, shape, &of_numbers(self.dtype(at)?, &ORDINARY)?, &|i| i * (2 * order + 1))
            });
            self.add(name.to_owned(), &self.along(dim), plain);
        }
        let joined = self.formula.joined.as_ref();
        let is_extreme = joined.is_some_and(|joined| matches!(joined.by, Join::Least | Join::Greatest));
        if is_extreme && self.compute.is_float() {
            // Which elements are lost to NaN.
            let lines = self.tensors(&|_, at| {
                self.tensor(at, &[6, 4], &of_numbers(self.dtype(at)?, &AROUND_NAN)?, &|i| i)
            });
            self.add("nan".to_owned(), &self.along(1), lines);
        }
        if self.formula.fold().is_some() {
            // Long lines whose result depends on their first elements alone.
            for rest in [0.0, 1.0] {
                let line = self.tensors(&|_, at| {
                    let dtype = self.dtype(at)?;
                    let values = [of_numbers(dtype, &ORDINARY)?, of_numbers(dtype, &[rest])?].concat();
                    self.tensor(at, &[300], &values, &|i| i.min(values.len() - 1))
                });
                self.add(format!("300/then-{rest}"), &self.along(0), line);
            }
        }
    }

    /// Numbers and scalars that are not neutral.
    fn add_other_numbers(&mut self, pairs: &Tensors) {
        let other = self.along(3);
        if other.args != self.call.args {
            self.add("other-number".to_owned(), &other, pairs.clone());
        }
        let most = self.most();
        for at in self.scalars.clone() {
            let own = self.dtype(at).unwrap_or(self.compute);
            // The last in a dtype that holds it, too.
            let numbers = [(own, -1.0), (own, -2.0), (own, 3.0), (own, 1.0 / 3.0), (DType::F32, 1.0 / 3.0)];
            for (dtype, number) in numbers.into_iter().take(if own == DType::F32 { 4 } else { 5 }) {
                let Some(scalar) = of_numbers(dtype, &[number]) else { continue };
                let mut other = self.call.clone();
                if let Ok(scalar) = Tensor::new(dtype, &[], scalar.concat()) {
                    other.args[at] = Arg::Tensor(scalar);
                }
                let tensors = if most * most <= 64 {
                    pairs.clone()
                } else {
                    self.tensors(&|order, at| {
                        self.tensor(at, &[most], &self.values[order], &|i| i + 2 * order)
                    })
                };
                let name = self.call.operator.arguments[at].name;
                self.add(format!("{name}={dtype}-{number:.2}"), &other, tensors);
            }
        }
    }
}

/// Where functions leave the range of a dtype.
const RANGE: [f64; 12] = [0.1, 2.7, 11.5, 20.0, 85.0, 300.0, -0.1, -2.7, -11.5, -20.0, -85.0, -300.0];

/// Whether an expression has a graded function.
fn has_graded(expr: &Expr) -> bool {
    expr.has(&|part| matches!(part, Expr::Apply(function, _) if function.is_graded()))
}

/// Lines of four with NaN in every place.
const AROUND_NAN: [f64; 24] = {
    let nan = f64::NAN;
    [
        nan, 1.0, 5.0, 9.0, 1.0, nan, 5.0, 9.0, 1.0, 5.0, nan, 9.0, //
        9.0, 5.0, 1.0, nan, 9.0, nan, 5.0, 1.0, nan, nan, 1.0, 5.0,
    ]
};

/// A number of a dtype that another one has to round; none if it holds them all.
fn rounded(own: DType, compute: DType) -> Option<Vec<u8>> {
    let format = format(compute).filter(|_| own.bits() > compute.bits() || own.is_integer())?;
    match own.is_integer() {
        true if own.bits() > format.precision() + 1 => {
            Some(((1_u64 << format.precision()) + 1).to_le_bytes()[..own.size()].to_vec())
        }
        true => None,
        false => of_numbers(own, &[1.0 / 3.0]).map(|numbers| numbers.concat()),
    }
}
