//! The arguments of a call as values of the specification's predicate language.

use crate::args::Args;
use crate::contract::{ArgumentKind, Elementwise, OperatorSpec};
pub use crate::contract::{Expr, Type};
use crate::dtype::{DType, DTypeSet};
use crate::product::{self, PRODUCTS, ProductSet};
use crate::promote::{TABLES, Table};
use crate::tensor::Dims;
use ascertain_language::eval::{Environment, Value};
use ascertain_language::expr::Function;
use ascertain_language::{Scope, Tree};
use std::sync::Arc;

/// An operator's arguments, with the types of their values.
#[must_use]
pub fn of_operator(operator: &OperatorSpec) -> Vec<(&str, Option<Type>)> {
    let kind = |kind| match kind {
        ArgumentKind::Tensor | ArgumentKind::Scalar => None,
        ArgumentKind::Int => Some(Type::Int),
        ArgumentKind::Ints => Some(Type::Ints),
        ArgumentKind::DType => Some(Type::DType),
        ArgumentKind::Flag => Some(Type::Bool),
    };
    operator.arguments.iter().map(|a| (a.name, kind(a.kind))).collect()
}

/// The value of an argument that is not a tensor.
#[must_use]
pub fn value<'a>(args: Args<'a>, at: usize, kind: Type) -> Option<Value<'a, DType>> {
    Some(match kind {
        Type::Int => Value::Int(args.int(at)?),
        Type::DType => Value::DType(args.dtype(at)?),
        Type::Ints => Value::Ints(args.ints(at)?.into()),
        _ => Value::Bool(args.flag(at)),
    })
}

/// The value of a function of an argument.
#[must_use]
pub fn of<'a>(args: Args<'a>, function: Function, at: usize) -> Option<Value<'a, DType>> {
    Some(match function {
        Function::Rank => Value::Int(args.rank(at)?),
        Function::Count => Value::Int(args.count(at)?),
        Function::DTypeOf => Value::DType(args.dtype_of(at)?),
        Function::Shape => Value::Shape(args.shape(at)?.into()),
        Function::Length => Value::Int(args.length(at)?),
        Function::Lowest => Value::Int(args.lowest(at)?),
        Function::Highest => Value::Int(args.highest(at)?),
        Function::Distinct => Value::Bool(args.distinct(at)?),
        Function::Present => Value::Bool(args.present(at)),
        Function::IsNull => Value::Bool(args.is_null(at)),
        Function::Contiguous => Value::Bool(args.contiguous(at)?),
        Function::DenseLast => Value::Bool(args.dense_last(at)?),
        Function::Packed => Value::Bool(args.packed(at)?),
        _ => return None,
    })
}

/// The value of a function of a value.
#[must_use]
pub fn apply<'a>(function: Function, value: Value<'a, DType>) -> Option<Value<'a, DType>> {
    Some(match (function, value) {
        (Function::Last, Value::Shape(shape)) => Value::Int(i64::try_from(*shape.last()?).ok()?),
        (Function::Low32, Value::Int(value)) => Value::Int(i64::from(value as i32)),
        (Function::Bits, Value::DType(dtype)) => Value::Int(i64::from(dtype.bits())),
        (Function::IsInteger, Value::DType(dtype)) => Value::Bool(dtype.is_integer()),
        (Function::IsFloat, Value::DType(dtype)) => Value::Bool(dtype.is_float()),
        _ => return None,
    })
}

/// Promotion tables of dtypes, as predicates call them.
#[must_use]
pub fn tables() -> Vec<String> {
    let names = |table: &Table| {
        let editions = table.editions.iter().map(|edition| format!("{}={}", table.id, edition.edition));
        std::iter::once(table.id.to_owned()).chain(editions).collect::<Vec<_>>()
    };
    TABLES.iter().copied().flat_map(names).collect()
}

/// Short names of dtypes.
#[must_use]
pub fn dtypes() -> Vec<&'static str> {
    DType::ALL.iter().map(|dtype| dtype.name()).collect()
}

/// Products, as pages call them.
#[must_use]
pub fn products() -> Vec<&'static str> {
    PRODUCTS.iter().flat_map(|product| product.names).copied().collect()
}

/// The dtype that a table, called as predicates do, has for a row and a column.
#[must_use]
pub fn promote(table: &str, row: DType, column: DType) -> Option<DType> {
    let (id, edition) = table.split_once('=').map_or((table, None), |(id, edition)| (id, Some(edition)));
    let table = Table::named(id)?;
    let is_named = |edition| table.editions.iter().position(|printed| printed.edition == edition);
    table.promoted(edition.map_or(Some(0), is_named)?, row, column)
}

/// The dtypes that a parameter lists, and those among them that it takes on some products alone.
pub type Listed = (DTypeSet, Vec<(ProductSet, DTypeSet)>);

/// What the predicates of a contract refer to beside arguments.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Derived values, in the order of the contract.
    pub derived: Vec<Expr>,
    /// For each variant its condition, and for each parameter of its phase one the dtypes that are listed.
    pub listed: Vec<(Expr, Vec<(String, Listed)>)>,
}

/// An expression with what it refers to.
#[derive(Clone, Debug)]
pub struct Named {
    /// The expression.
    pub expr: Expr,
    /// What it refers to.
    pub names: Arc<Names>,
}

impl Named {
    /// Its value for some arguments.
    #[must_use]
    pub fn value<'a>(&'a self, args: Args<'a>) -> Option<Value<'a, DType>> {
        Given { args, names: &self.names }.value(&self.expr)
    }
}

/// What the names of an expression stand for in a call.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    args: Args<'a>,
    names: &'a Names,
}

impl<'a> Given<'a> {
    /// For expressions about arguments alone.
    #[must_use]
    pub fn of(args: Args<'a>) -> Self {
        static NONE: Names = Names { derived: Vec::new(), listed: Vec::new() };
        Self { args, names: &NONE }
    }
}

impl<'a> Environment<'a> for Given<'a> {
    type DType = DType;

    fn argument(&self, at: usize, kind: Type) -> Option<Value<'a, DType>> {
        value(self.args, at, kind)
    }

    fn derived(&self, at: usize) -> Option<Value<'a, DType>> {
        self.value(self.names.derived.get(at)?)
    }

    fn of(&self, function: Function, at: usize) -> Option<Value<'a, DType>> {
        of(self.args, function, at)
    }

    fn apply(&self, function: Function, value: Value<'a, DType>) -> Option<Value<'a, DType>> {
        apply(function, value)
    }

    fn dtype(&self, name: &str) -> Option<DType> {
        DType::from_name(name)
    }

    fn promote(&self, table: &str, row: DType, column: DType) -> Option<DType> {
        promote(table, row, column)
    }

    fn broadcast(&self, a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
        crate::shape::broadcast(a, b).map(Dims::into_vec)
    }

    fn fold(&self, shape: &[usize], dims: &[i64], keep: bool) -> Option<Vec<usize>> {
        crate::shape::fold(shape, dims, keep).map(Dims::into_vec)
    }

    fn any_zero(&self, shape: &[usize], dims: &[i64]) -> Option<bool> {
        crate::shape::any_zero(shape, dims)
    }

    fn on(&self, products: &[String]) -> Option<bool> {
        Some(ProductSet::named(products).has_judged())
    }

    fn lists(&self, parameter: &str, dtype: DType) -> Option<bool> {
        let chosen = self.names.listed.iter().find(|(when, _)| self.truth(when) == Some(true));
        let (_, listed) = chosen?.1.iter().find(|(name, _)| name == parameter)?;
        Some(product::listed(listed.0, &listed.1).contains(dtype))
    }
}

impl Elementwise {
    /// Its tree. None if it is not a formula of the language, which the compiler of the specification has checked.
    #[must_use]
    pub fn expr(&self) -> Option<&'static Expr> {
        self.typed.get_or_init(|| formula(self.text, self.arguments)).as_ref()
    }
}

/// The tree of a formula, whose text the compiler has typed.
fn formula(text: &str, arguments: &[(&str, Option<Type>)]) -> Option<Expr> {
    let scope = Scope { elements: true, ..scope(arguments, &[]) };
    Tree::parse(text).and_then(|tree| tree.element(&scope)).ok()
}

/// The tree of an expression of a type; none if it has derived values, or lists of dtypes where `listed` does not name their
/// parameters.
#[must_use]
pub fn typed(operator: &OperatorSpec, listed: &[&str], text: &str, expected: Type) -> Option<Expr> {
    let arguments = of_operator(operator);
    Tree::parse(text).and_then(|tree| tree.typed(expected, &scope(&arguments, listed))).ok()
}

fn scope<'a>(arguments: &[(&'a str, Option<Type>)], listed: &[&'a str]) -> Scope<'a> {
    Scope {
        arguments: arguments.to_vec(),
        listed: listed.to_vec(),
        tables: tables(),
        dtypes: dtypes(),
        products: products(),
        ..Scope::default()
    }
}
