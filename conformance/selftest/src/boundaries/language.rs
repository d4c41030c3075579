//! The predicates of a contract as expressions: parsed, evaluated on arguments, and written out again.
//!
//! The core crate has them compiled. This second reading of them can be changed, and tests compare the two.

use ascertain::call::Args;
use ascertain::contract::{self, Contract, DerivedValue, OperatorSpec};
use ascertain::{DType, DTypeSet};
use ascertain_spec::expr::{Expr, Op, Type};
use ascertain_spec::model::ArgumentKind;
use ascertain_spec::{Scope, expression};

/// The names that a contract's predicates can use.
pub(super) struct Language {
    operator: &'static OperatorSpec,
    pub(super) contract: &'static Contract,
    derived: Vec<(Expr, Type)>,
}

/// A value of the language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value<'a> {
    Int(i64),
    Bool(bool),
    DType(DType),
    Shape(&'a [usize]),
    DTypes(DTypeSet),
}

impl Language {
    pub(super) fn of(operator: &'static OperatorSpec, contract: &'static Contract) -> Self {
        let mut language = Self { operator, contract, derived: Vec::new() };
        for derived in contract.derived {
            let ty = match derived.value {
                DerivedValue::DType(_) => Type::DType,
                DerivedValue::Int(_) => Type::Int,
                DerivedValue::Flag(_) => Type::Bool,
            };
            let expr = language.parse(derived.text);
            language.derived.push((expr, ty));
        }
        language
    }

    pub(super) fn parse(&self, text: &str) -> Expr {
        let kind = |kind| match kind {
            contract::ArgumentKind::Tensor => ArgumentKind::Tensor,
            contract::ArgumentKind::Int => ArgumentKind::Int,
            contract::ArgumentKind::DType => ArgumentKind::DType,
            contract::ArgumentKind::Flag => ArgumentKind::Flag,
        };
        let parameters = self.contract.functions.iter().filter(|f| f.phase == 1).flat_map(|f| f.parameters);
        let derived = self.contract.derived.iter().zip(&self.derived);
        let scope = Scope::of(
            self.operator.arguments.iter().map(|a| (a.name, kind(a.kind))).collect(),
            derived.map(|(derived, (_, ty))| (derived.name, *ty)).collect(),
            parameters.filter(|p| p.dtypes != DTypeSet::EMPTY).map(|p| p.name).collect(),
        );
        match expression(text, &scope) {
            Ok((expr, _)) => expr,
            Err(why) => unreachable!("`{text}` was typed when the core crate was built: {why}"),
        }
    }

    /// Whether a predicate holds; none if it refers to an absent argument. `toggled` is in a list of dtypes where the
    /// document does not have it, and missing where it has.
    pub(super) fn holds(&self, expr: &Expr, toggled: Option<DType>, args: Args<'_>) -> Option<bool> {
        Evaluation { language: self, toggled, args }.truth(expr)
    }

    /// Whether two expressions of this type can be compared by size.
    pub(super) fn is_int(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int(_) | Expr::IntArg(_) | Expr::Rank(_) | Expr::Count(_) => true,
            Expr::Last(_) | Expr::Bits(_) | Expr::Neg(_) => true,
            Expr::Binary(op, ..) => matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem),
            Expr::Derived(_, ty) => *ty == Type::Int,
            Expr::If(_, yes, _) => self.is_int(yes),
            _ => false,
        }
    }

    /// The text of an expression.
    pub(super) fn text(&self, expr: &Expr) -> String {
        let argument = |at: &usize| self.operator.arguments[*at].name;
        let call = |name: &str, of: &str| format!("{name}({of})");
        match expr {
            Expr::Int(value) => value.to_string(),
            Expr::Bool(value) => value.to_string(),
            Expr::IntArg(at) | Expr::DTypeArg(at) | Expr::FlagArg(at) => argument(at).to_owned(),
            Expr::Derived(at, _) => self.contract.derived[*at].name.to_owned(),
            Expr::Rank(at) => call("rank", argument(at)),
            Expr::Count(at) => call("count", argument(at)),
            Expr::DTypeOf(at) => call("dtype", argument(at)),
            Expr::Shape(at) => call("shape", argument(at)),
            Expr::Present(at) => call("present", argument(at)),
            Expr::IsNull(at) => call("is_null", argument(at)),
            Expr::Contiguous(at) => call("contiguous", argument(at)),
            Expr::DenseLast(at) => call("dense_last", argument(at)),
            Expr::Packed(at) => call("packed", argument(at)),
            Expr::Last(of) => call("last", &self.text(of)),
            Expr::Bits(of) => call("bits", &self.text(of)),
            Expr::IsInteger(of) => call("is_integer", &self.text(of)),
            Expr::IsFloat(of) => call("is_float", &self.text(of)),
            Expr::DTypes(parameter) => call("dtypes", parameter),
            Expr::Contains(set, item) => format!("{}.contains({})", self.text(set), self.text(item)),
            Expr::Neg(of) => format!("-{}", self.operand(of, u8::MAX)),
            Expr::Not(of) => format!("!{}", self.operand(of, u8::MAX)),
            Expr::Binary(op, x, y) => {
                let (sign, strength) = sign(*op);
                // Operators of one strength group to the left; comparisons and mixed logic do not chain.
                format!("{} {sign} {}", self.operand(x, strength), self.operand(y, strength + 1))
            }
            Expr::If(condition, yes, no) => {
                let (condition, yes, no) = (self.text(condition), self.text(yes), self.text(no));
                format!("if {condition} {{ {yes} }} else {{ {no} }}")
            }
        }
    }

    /// The text of an operand, in parentheses if it binds less strongly than that.
    fn operand(&self, expr: &Expr, strength: u8) -> String {
        let loose = match expr {
            Expr::Binary(op, ..) => sign(*op).1 < strength,
            Expr::If(..) => true,
            _ => false,
        };
        if loose { format!("({})", self.text(expr)) } else { self.text(expr) }
    }
}

/// How an operator is written, and how strongly it binds.
fn sign(op: Op) -> (&'static str, u8) {
    match op {
        Op::Or => ("||", 1),
        Op::And => ("&&", 2),
        Op::Eq => ("==", 3),
        Op::Ne => ("!=", 3),
        Op::Lt => ("<", 3),
        Op::Le => ("<=", 3),
        Op::Gt => (">", 3),
        Op::Ge => (">=", 3),
        Op::Add => ("+", 4),
        Op::Sub => ("-", 4),
        Op::Mul => ("*", 5),
        Op::Div => ("/", 5),
        Op::Rem => ("%", 5),
    }
}

struct Evaluation<'a> {
    language: &'a Language,
    toggled: Option<DType>,
    args: Args<'a>,
}

impl<'a> Evaluation<'a> {
    fn value(&self, expr: &Expr) -> Option<Value<'a>> {
        let args = self.args;
        Some(match expr {
            Expr::Int(value) => Value::Int(*value),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::IntArg(at) => Value::Int(args.int(*at)?),
            Expr::DTypeArg(at) => Value::DType(args.dtype(*at)?),
            Expr::FlagArg(at) => Value::Bool(args.flag(*at)),
            Expr::Derived(at, _) => self.value(&self.language.derived[*at].0)?,
            Expr::Rank(at) => Value::Int(args.rank(*at)?),
            Expr::Count(at) => Value::Int(args.count(*at)?),
            Expr::DTypeOf(at) => Value::DType(args.dtype_of(*at)?),
            Expr::Shape(at) => Value::Shape(args.shape(*at)?),
            Expr::Present(at) => Value::Bool(args.present(*at)),
            Expr::IsNull(at) => Value::Bool(args.is_null(*at)),
            Expr::Contiguous(at) => Value::Bool(args.contiguous(*at)?),
            Expr::DenseLast(at) => Value::Bool(args.dense_last(*at)?),
            Expr::Packed(at) => Value::Bool(args.packed(*at)?),
            Expr::Last(of) => match self.value(of)? {
                Value::Shape(shape) => Value::Int(i64::try_from(*shape.last()?).ok()?),
                _ => return None,
            },
            Expr::Bits(of) => Value::Int(i64::from(self.dtype(of)?.bits())),
            Expr::IsInteger(of) => Value::Bool(self.dtype(of)?.is_integer()),
            Expr::IsFloat(of) => Value::Bool(self.dtype(of)?.is_float()),
            Expr::DTypes(parameter) => {
                let contract = self.language.contract;
                let function = contract.phase_one(contract.variant(args)?)?;
                Value::DTypes(function.parameters.iter().find(|p| p.name == parameter)?.dtypes)
            }
            Expr::Contains(set, item) => match (self.value(set)?, self.dtype(item)?) {
                (Value::DTypes(set), item) => Value::Bool(set.contains(item) != (self.toggled == Some(item))),
                _ => return None,
            },
            Expr::Neg(of) => Value::Int(self.int(of)?.checked_neg()?),
            Expr::Not(of) => Value::Bool(!self.truth(of)?),
            Expr::If(condition, yes, no) => self.value(if self.truth(condition)? { yes } else { no })?,
            Expr::Binary(op, x, y) => self.binary(*op, x, y)?,
        })
    }

    fn binary(&self, op: Op, x: &Expr, y: &Expr) -> Option<Value<'a>> {
        let arithmetic =
            |apply: fn(i64, i64) -> Option<i64>| Some(Value::Int(apply(self.int(x)?, self.int(y)?)?));
        let compare = |apply: fn(&i64, &i64) -> bool| Some(Value::Bool(apply(&self.int(x)?, &self.int(y)?)));
        match op {
            Op::Add => arithmetic(i64::checked_add),
            Op::Sub => arithmetic(i64::checked_sub),
            Op::Mul => arithmetic(i64::checked_mul),
            Op::Div => arithmetic(i64::checked_div),
            Op::Rem => arithmetic(i64::checked_rem),
            Op::Lt => compare(i64::lt),
            Op::Le => compare(i64::le),
            Op::Gt => compare(i64::gt),
            Op::Ge => compare(i64::ge),
            Op::Eq => Some(Value::Bool(self.value(x)? == self.value(y)?)),
            Op::Ne => Some(Value::Bool(self.value(x)? != self.value(y)?)),
            Op::And => Some(Value::Bool(self.truth(x)? && self.truth(y)?)),
            Op::Or => Some(Value::Bool(self.truth(x)? || self.truth(y)?)),
        }
    }

    fn truth(&self, expr: &Expr) -> Option<bool> {
        match self.value(expr)? {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn int(&self, expr: &Expr) -> Option<i64> {
        match self.value(expr)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    fn dtype(&self, expr: &Expr) -> Option<DType> {
        match self.value(expr)? {
            Value::DType(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;
    use ascertain::call::Call;
    use ascertain::contract::OPERATORS;
    use ascertain::document::Editions;
    use ascertain_judge::suite;

    /// The core crate compiles what is evaluated here. On every call of the suite both give the same.
    #[test]
    fn predicates_are_read_as_they_are_compiled() {
        let mut compared = 0;
        for operator in OPERATORS.iter().copied() {
            for contract in operator.contracts {
                let editions =
                    Editions::default().with(operator.document, contract.edition).expect("an edition");
                let cases = suite::build(&editions).expect("the suite builds");
                let language = Language::of(operator, contract);
                let of_requirements =
                    contract.requirements.iter().flat_map(|r| [r.when, r.require]).flatten();
                let of_variants = contract.variants.iter().map(|(_, predicate)| *predicate);
                for predicate in of_requirements.chain(of_variants) {
                    let expr = language.parse(predicate.text);
                    for case in cases.iter().filter(|case| case.area == operator.name) {
                        let Call::Operate(call) = &case.call else { continue };
                        let own = language.holds(&expr, None, call.args());
                        assert_eq!(own, (predicate.holds)(call.args()), "{} of {}", predicate.text, case.id);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100_000, "{compared} evaluations");
    }

    #[test]
    fn an_expression_is_written_as_it_is_read() {
        for operator in OPERATORS.iter().copied() {
            for contract in operator.contracts {
                let language = Language::of(operator, contract);
                let all = contract.requirements.iter().flat_map(|r| [r.when, r.require]).flatten();
                for predicate in all {
                    let expr = language.parse(predicate.text);
                    assert_eq!(language.parse(&language.text(&expr)), expr, "{}", predicate.text);
                }
                for derived in contract.derived {
                    let expr = language.parse(derived.text);
                    assert_eq!(language.parse(&language.text(&expr)), expr, "{}", derived.text);
                }
            }
        }
    }
}
