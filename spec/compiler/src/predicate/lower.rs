//! From what a predicate says to what it means: names resolved, types checked.

use super::tree::{Form, Name, Operator, Tree};
use super::{Mistake, Scope};
use crate::expr::{Expr, Op, Type};
use crate::model::ArgumentKind;
use crate::nearest;

type Typed = (Expr, Type);

const FUNCTIONS: [&str; 13] = [
    "rank",
    "count",
    "dtype",
    "shape",
    "last",
    "bits",
    "dtypes",
    "is_integer",
    "is_float",
    "present",
    "is_null",
    "contiguous",
    "dense_last",
];

/// A type's name with its article.
pub(super) fn name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Bool => "a bool",
        Type::DType => "a dtype",
        Type::Shape => "a shape",
        Type::DTypes => "a set of dtypes",
    }
}

/// Types an expression.
pub(super) fn lower(tree: &Tree, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    match &tree.form {
        Form::Int(value) => Ok((Expr::Int(*value), Type::Int)),
        Form::Bool(value) => Ok((Expr::Bool(*value), Type::Bool)),
        Form::Name(name) => value(name, scope),
        Form::Call(function, arguments) => call(tree, function, arguments, scope),
        Form::Method(receiver, method, arguments) => self::method(tree, receiver, method, arguments, scope),
        Form::Neg(operand) => Ok((Expr::Neg(Box::new(typed(operand, Type::Int, "`-`", scope)?)), Type::Int)),
        Form::Not(operand) => {
            Ok((Expr::Not(Box::new(typed(operand, Type::Bool, "`!`", scope)?)), Type::Bool))
        }
        Form::Binary(operator, left, right) => binary(operator, left, right, scope),
        Form::If(condition, yes, no) => branch(condition, yes, no, scope),
    }
}

fn typed(tree: &Tree, expected: Type, place: &str, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let (lowered, found) = lower(tree, scope)?;
    if found == expected {
        return Ok(lowered);
    }
    Err(Mistake::new(
        tree.span.clone(),
        format!("{} where {place} takes {}", name(found), name(expected)),
        format!("this is {}", name(found)),
    ))
}

/// The single name that an expression must be.
fn identifier<'t>(tree: &'t Tree, expected: &str) -> Result<&'t Name, Mistake> {
    match &tree.form {
        Form::Name(name) => Ok(name),
        _ => Err(Mistake::new(
            tree.span.clone(),
            format!("{expected} belongs here"),
            format!("expected {expected}"),
        )),
    }
}

/// The value behind a name: an argument that has one, or a derived value.
fn value(name: &Name, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let text = &name.text;
    if let Some(index) = scope.derived.iter().position(|derived| derived.name == *text) {
        let ty = scope.derived[index].ty;
        return Ok((Expr::Derived(index, ty), ty));
    }
    let Some(index) = scope.arguments.iter().position(|argument| argument.name == *text) else {
        let values = scope.arguments.iter().filter(|argument| argument.kind != ArgumentKind::Tensor);
        let derived = scope.derived.iter().map(|derived| derived.name.as_str());
        let known = values.map(|argument| argument.name.as_str()).chain(derived);
        return Err(unknown(name, "no argument and no derived value", known));
    };
    match scope.arguments[index].kind {
        ArgumentKind::Int => Ok((Expr::IntArg(index), Type::Int)),
        ArgumentKind::DType => Ok((Expr::DTypeArg(index), Type::DType)),
        ArgumentKind::Flag => Ok((Expr::FlagArg(index), Type::Bool)),
        ArgumentKind::Tensor => Err(Mistake {
            help: Some(format!("ask for a part of it: `rank({text})`, `dtype({text})`, `shape({text})`")),
            ..Mistake::new(
                name.span.clone(),
                format!("`{text}` is a tensor, not a value"),
                "expected a value",
            )
        }),
    }
}

fn unknown<'a>(name: &Name, what: &str, known: impl Iterator<Item = &'a str>) -> Mistake {
    Mistake {
        help: nearest::help(&name.text, known),
        unknown: true,
        ..Mistake::new(name.span.clone(), format!("`{}` is {what}", name.text), "unknown name")
    }
}

/// The index of the argument that a function is asked about.
fn argument(tree: &Tree, tensor: bool, scope: &Scope<'_>) -> Result<usize, Mistake> {
    let what = if tensor { "a tensor argument" } else { "an argument" };
    let name = identifier(tree, what)?;
    let fits = |kind: ArgumentKind| !tensor || kind == ArgumentKind::Tensor;
    match scope.arguments.iter().position(|argument| argument.name == name.text) {
        Some(index) if fits(scope.arguments[index].kind) => Ok(index),
        Some(_) => Err(Mistake::new(
            name.span.clone(),
            format!("`{}` is no tensor", name.text),
            "expected a tensor argument",
        )),
        None => {
            let known = scope.arguments.iter().filter(|argument| fits(argument.kind));
            Err(unknown(name, "no argument", known.map(|argument| argument.name.as_str())))
        }
    }
}

fn call(whole: &Tree, function: &Name, arguments: &[Tree], scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let called = function.text.as_str();
    if !FUNCTIONS.contains(&called) {
        return Err(Mistake {
            unknown: false,
            ..unknown(function, "no function of the predicate language", FUNCTIONS.into_iter())
        });
    }
    let [first] = arguments else { return Err(one_argument(whole, called, arguments.len())) };
    let tensor = || argument(first, true, scope);
    let typed = |ty| typed(first, ty, &format!("`{called}`"), scope).map(Box::new);
    Ok(match called {
        "rank" => (Expr::Rank(tensor()?), Type::Int),
        "count" => (Expr::Count(tensor()?), Type::Int),
        "dtype" => (Expr::DTypeOf(tensor()?), Type::DType),
        "shape" => (Expr::Shape(tensor()?), Type::Shape),
        "contiguous" => (Expr::Contiguous(tensor()?), Type::Bool),
        "dense_last" => (Expr::DenseLast(tensor()?), Type::Bool),
        "present" => (Expr::Present(argument(first, false, scope)?), Type::Bool),
        "is_null" => (Expr::IsNull(argument(first, false, scope)?), Type::Bool),
        "last" => (Expr::Last(typed(Type::Shape)?), Type::Int),
        "bits" => (Expr::Bits(typed(Type::DType)?), Type::Int),
        "is_integer" => (Expr::IsInteger(typed(Type::DType)?), Type::Bool),
        "is_float" => (Expr::IsFloat(typed(Type::DType)?), Type::Bool),
        _ => {
            let parameter = identifier(first, "a parameter")?;
            if !scope.listed().any(|listed| parameter.text == listed) {
                let mut known: Vec<&str> = scope.listed().collect();
                known.sort_unstable();
                known.dedup();
                return Err(unknown(
                    parameter,
                    "no parameter of phase one that lists dtypes",
                    known.into_iter(),
                ));
            }
            (Expr::DTypes(parameter.text.clone()), Type::DTypes)
        }
    })
}

fn method(
    whole: &Tree,
    receiver: &Tree,
    method: &Name,
    arguments: &[Tree],
    scope: &Scope<'_>,
) -> Result<Typed, Mistake> {
    if method.text != "contains" {
        return Err(Mistake {
            unknown: false,
            ..unknown(method, "no method of the predicate language", ["contains"].into_iter())
        });
    }
    let set = typed(receiver, Type::DTypes, "`contains`", scope)?;
    let [item] = arguments else { return Err(one_argument(whole, "contains", arguments.len())) };
    let item = typed(item, Type::DType, "`contains`", scope)?;
    Ok((Expr::Contains(Box::new(set), Box::new(item)), Type::Bool))
}

fn one_argument(call: &Tree, called: &str, given: usize) -> Mistake {
    Mistake::new(call.span.clone(), format!("`{called}` takes one argument"), format!("{given} given"))
}

fn binary(operator: &Operator, left: &Tree, right: &Tree, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let op = operator.op;
    let sign = format!("`{}`", operator.sign);
    let (operands, result) = match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => (Some(Type::Int), Type::Int),
        Op::Lt | Op::Le | Op::Gt | Op::Ge => (Some(Type::Int), Type::Bool),
        Op::And | Op::Or => (Some(Type::Bool), Type::Bool),
        Op::Eq | Op::Ne => (None, Type::Bool),
    };
    let (left, right) = match operands {
        Some(ty) => (typed(left, ty, &sign, scope)?, typed(right, ty, &sign, scope)?),
        None => {
            let (lowered, ty) = lower(left, scope)?;
            if ty == Type::DTypes {
                return Err(Mistake::new(
                    left.span.clone(),
                    "sets of dtypes are not compared",
                    "ask it `.contains(dtype)`",
                ));
            }
            (lowered, typed(right, ty, &format!("this {sign}"), scope)?)
        }
    };
    Ok((Expr::Binary(op, Box::new(left), Box::new(right)), result))
}

fn branch(condition: &Tree, yes: &Tree, no: &Tree, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let condition = typed(condition, Type::Bool, "`if`", scope)?;
    let (yes, ty) = lower(yes, scope)?;
    let no = typed(no, ty, "this `else`", scope)?;
    Ok((Expr::If(Box::new(condition), Box::new(yes), Box::new(no)), ty))
}
