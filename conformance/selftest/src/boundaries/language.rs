//! The predicates of a contract as expressions: parsed, evaluated on arguments, and written out again.
//!
//! The core crate has them compiled. This second reading of them can be changed, and tests compare the two.

use ascertain::call::Args;
use ascertain::contract::{Contract, OperatorSpec};
use ascertain::language;
use ascertain::product::ProductSet;
use ascertain::tensor::Dims;
use ascertain::{DType, DTypeSet};
use ascertain_language::eval::{Environment, Value};
use ascertain_language::expr::{Expr, Function, Type};
use ascertain_language::{Scope, expression};

/// The names that a contract's predicates can use.
#[derive(Debug)]
pub struct Language {
    operator: &'static OperatorSpec,
    pub(super) contract: &'static Contract,
    derived: Vec<Expr>,
}

impl Language {
    /// Those of one contract.
    #[must_use]
    pub fn of(operator: &'static OperatorSpec, contract: &'static Contract) -> Self {
        let mut language = Self { operator, contract, derived: Vec::new() };
        for derived in contract.derived {
            let expr = language.parse(derived.is.text);
            language.derived.push(expr);
        }
        language
    }

    /// The expression of a text of the contract.
    #[must_use]
    pub fn parse(&self, text: &str) -> Expr {
        let parameters = self.contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters);
        let derived = self.contract.derived.iter().zip(&self.derived);
        let scope = Scope {
            arguments: language::of_operator(self.operator),
            derived: derived.map(|(derived, expr)| (derived.name, expr.kind())).collect(),
            listed: parameters.filter(|p| p.dtypes != DTypeSet::EMPTY).map(|p| p.name).collect(),
            tables: language::tables(),
            dtypes: language::dtypes(),
            products: self.contract.products.iter().map(|product| product.name).collect(),
            elements: false,
        };
        match expression(text, &scope) {
            Ok(expr) => expr,
            Err(why) => unreachable!("`{text}` was typed when the core crate was built: {why}"),
        }
    }

    /// Whether a predicate holds; none if it refers to an absent argument. `toggled` is in a list of dtypes where the
    /// document does not have it, and missing where it has.
    #[must_use]
    pub fn holds(&self, expr: &Expr, toggled: Option<DType>, args: Args<'_>) -> Option<bool> {
        Evaluation { language: self, toggled, args }.truth(expr)
    }

    /// The text of an expression.
    #[must_use]
    pub fn text(&self, expr: &Expr) -> String {
        let argument = |at: usize| self.operator.arguments[at].name.to_owned();
        expr.text(&argument, &|at| self.contract.derived[at].name.to_owned())
    }
}

struct Evaluation<'a> {
    language: &'a Language,
    toggled: Option<DType>,
    args: Args<'a>,
}

impl<'a> Environment<'a> for Evaluation<'a> {
    type DType = DType;

    fn argument(&self, at: usize, kind: Type) -> Option<Value<'a, DType>> {
        language::value(self.args, at, kind)
    }

    fn derived(&self, at: usize) -> Option<Value<'a, DType>> {
        self.value(&self.language.derived[at])
    }

    fn of(&self, function: Function, at: usize) -> Option<Value<'a, DType>> {
        language::of(self.args, function, at)
    }

    fn apply(&self, function: Function, value: Value<'a, DType>) -> Option<Value<'a, DType>> {
        language::apply(function, value)
    }

    fn dtype(&self, name: &str) -> Option<DType> {
        DType::from_name(name)
    }

    fn promote(&self, table: &str, row: DType, column: DType) -> Option<DType> {
        language::promote(table, row, column)
    }

    fn broadcast(&self, a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
        ascertain::shape::broadcast(a, b).map(Dims::into_vec)
    }

    fn fold(&self, shape: &[usize], dims: &[i64], keep: bool) -> Option<Vec<usize>> {
        ascertain::shape::fold(shape, dims, keep).map(Dims::into_vec)
    }

    fn any_zero(&self, shape: &[usize], dims: &[i64]) -> Option<bool> {
        ascertain::shape::any_zero(shape, dims)
    }

    fn on(&self, products: &[String]) -> Option<bool> {
        Some(ProductSet::named(products).has_judged())
    }

    fn lists(&self, parameter: &str, dtype: DType) -> Option<bool> {
        let contract = self.language.contract;
        let function = contract.phase_one(contract.variant(self.args)?)?;
        let parameter = function.parameters.iter().find(|p| p.name == parameter)?;
        Some(parameter.dtypes.contains(dtype) != (self.toggled == Some(dtype)))
    }
}
