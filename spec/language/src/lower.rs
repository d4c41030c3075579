//! Gives the names of a tree their meaning, and checks types.

use std::ops::Range;

use crate::expr::{Expr, Function, Op, TableFunction, Takes, Type};
use crate::nearest;
use crate::parse::{Node, Tree};
use crate::{Mistake, Scope};

/// Types an expression.
pub(crate) fn lower(tree: &Tree<'_>, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let span = || tree.span.clone();
    Ok(match &tree.node {
        Node::Int(value) => Expr::Int(*value),
        Node::Bool(value) => Expr::Bool(*value),
        Node::Text(name) if scope.dtypes.contains(name) => Expr::DType((*name).to_owned()),
        Node::Text(name) => {
            return Err(unknown(name, span(), "not a dtype", scope.dtypes.iter().copied()));
        }
        Node::Name(name) => value(name, span(), scope)?,
        Node::Call(name, place, arguments) => call(tree, (name, place), arguments, scope)?,
        Node::Method(receiver, name, place, arguments) => {
            if *name != "contains" {
                return Err(unknown(
                    name,
                    place.clone(),
                    "not a method of the predicate language",
                    ["contains"],
                ));
            }
            let set = typed(receiver, Type::DTypes, "`contains`", scope)?;
            let item = typed(only(tree, name, arguments)?, Type::DType, "`contains`", scope)?;
            Expr::Contains(Box::new(set), Box::new(item))
        }
        Node::Neg(x) => Expr::Neg(Box::new(number(x, "`-`", scope)?)),
        Node::Not(x) => Expr::Not(Box::new(typed(x, Type::Bool, "`!`", scope)?)),
        Node::Binary(op, left, right) => binary(*op, left, right, scope)?,
        Node::If(parts) => {
            let [condition, yes, no] = parts.as_ref();
            let condition = typed(condition, Type::Bool, "`if`", scope)?;
            let (yes, no) = alike(lower(yes, scope)?, no, "this `else`", scope)?;
            Expr::If(Box::new(condition), Box::new(yes), Box::new(no))
        }
    })
}

/// Types an expression that has to have a type. An int is an element too.
fn typed(tree: &Tree<'_>, expected: Type, place: &str, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    of_type(lower(tree, scope)?, tree, expected, (place, scope))
}

/// Checks the type of the expression that was made of a tree.
pub(crate) fn of_type(
    lowered: Expr,
    tree: &Tree<'_>,
    expected: Type,
    (place, scope): (&str, &Scope<'_>),
) -> Result<Expr, Mistake> {
    match (lowered.kind(), expected) {
        (found, _) if found == expected => Ok(lowered),
        (Type::Int, Type::Element) if scope.elements => Ok(Expr::Number(Box::new(lowered))),
        (found, _) => {
            let (expected, found) = (expected.name(), found.name());
            let message = format!("{place} takes {expected}, not {found}");
            Err(Mistake::new(tree.span.clone(), message, format!("this is {found}")))
        }
    }
}

/// An int or an element.
fn number(tree: &Tree<'_>, place: &str, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    match lower(tree, scope)? {
        element if element.kind() == Type::Element => Ok(element),
        other => of_type(other, tree, Type::Int, (place, scope)),
    }
}

/// Two parts of one type. An int beside an element is one too.
fn alike(left: Expr, right: &Tree<'_>, place: &str, scope: &Scope<'_>) -> Result<(Expr, Expr), Mistake> {
    if left.kind() == Type::Int {
        let right = number(right, place, scope)?;
        let is_element = right.kind() == Type::Element;
        return Ok((if is_element { Expr::Number(Box::new(left)) } else { left }, right));
    }
    let right = typed(right, left.kind(), place, scope)?;
    Ok((left, right))
}

/// The value of a name: an argument that has a value, or a derived value.
fn value(text: &str, span: Range<usize>, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    if let Some(index) = scope.derived.iter().position(|(name, _)| *name == text) {
        return Ok(Expr::Derived(index, scope.derived[index].1));
    }
    match scope.arguments.iter().position(|(name, _)| *name == text).map(|at| (at, scope.arguments[at].1)) {
        Some((at, Some(kind))) => Ok(Expr::Argument(at, kind)),
        Some((at, None)) if scope.elements => Ok(Expr::Argument(at, Type::Element)),
        Some((_, None)) => Err(Mistake {
            help: Some(format!("use a part of it: `rank({text})`, `dtype({text})`, `shape({text})`")),
            ..Mistake::new(span, format!("`{text}` is a tensor, not a value"), "expected a value")
        }),
        None => {
            let values = scope.arguments.iter().filter(|(_, kind)| kind.is_some());
            let known = values.map(|(name, _)| *name).chain(scope.derived.iter().map(|(name, _)| *name));
            let mistake = unknown(text, span, "not an argument or a derived value", known);
            Err(Mistake { unknown: true, ..mistake })
        }
    }
}

fn unknown<'a>(
    name: &str,
    span: Range<usize>,
    what: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Mistake {
    let help = nearest::help(name, known);
    Mistake { help, ..Mistake::new(span, format!("`{name}` is {what}"), "unknown name") }
}

/// The one argument of a function.
fn only<'a, 't>(call: &Tree<'_>, name: &str, arguments: &'a [Tree<'t>]) -> Result<&'a Tree<'t>, Mistake> {
    match arguments {
        [argument] => Ok(argument),
        _ => {
            let message = format!("`{name}` takes one argument");
            Err(Mistake::new(call.span.clone(), message, format!("{} given", arguments.len())))
        }
    }
}

/// The single name that a function takes, and its place.
fn single<'t>(tree: &Tree<'t>, expected: &str) -> Result<(&'t str, Range<usize>), Mistake> {
    match tree.node {
        Node::Name(name) => Ok((name, tree.span.clone())),
        _ => {
            let (message, label) = (format!("{expected} belongs here"), format!("expected {expected}"));
            Err(Mistake::new(tree.span.clone(), message, label))
        }
    }
}

/// The index of the argument of a function that takes an operator's argument: a tensor, a list, or any.
fn argument(tree: &Tree<'_>, takes: Takes, scope: &Scope<'_>) -> Result<usize, Mistake> {
    let (noun, expected) = match takes {
        Takes::Tensor => ("a tensor", "a tensor argument"),
        Takes::List => ("a list of ints", "an argument that is a list of ints"),
        _ => ("an argument", "an argument"),
    };
    let (text, span) = single(tree, expected)?;
    let fits = |kind: Option<Type>| match takes {
        Takes::Tensor => kind.is_none(),
        Takes::List => kind == Some(Type::Ints),
        _ => true,
    };
    match scope.arguments.iter().position(|(name, _)| *name == text) {
        Some(index) if fits(scope.arguments[index].1) => Ok(index),
        Some(_) => Err(Mistake::new(span, format!("`{text}` is not {noun}"), format!("expected {expected}"))),
        None => {
            let known = scope.arguments.iter().filter(|(_, kind)| fits(*kind)).map(|(name, _)| *name);
            Err(Mistake { unknown: true, ..unknown(text, span, "not an argument", known) })
        }
    }
}

fn call(
    tree: &Tree<'_>,
    (name, place): (&str, &Range<usize>),
    arguments: &[Tree<'_>],
    scope: &Scope<'_>,
) -> Result<Expr, Mistake> {
    if let Some(op) = Op::ALL.iter().copied().find(|op| op.is_named() && op.sign().0 == name) {
        let [left, right] = arguments else {
            let message = format!("`{name}` takes two arguments");
            return Err(Mistake::new(tree.span.clone(), message, format!("{} given", arguments.len())));
        };
        return binary(op, left, right, scope);
    }
    if let Some(function) = TableFunction::ALL.into_iter().find(|function| function.name() == name) {
        let [table, row, column] = arguments else {
            let message = format!("`{name}` takes a promotion table and two dtypes");
            return Err(Mistake::new(tree.span.clone(), message, format!("{} given", arguments.len())));
        };
        let Node::Text(id) = table.node else {
            let message = format!("`{name}` takes the name of a promotion table, in single quotes");
            return Err(Mistake::new(table.span.clone(), message, "expected a promotion table"));
        };
        if !scope.tables.iter().any(|known| known == id) {
            let known = scope.tables.iter().map(String::as_str);
            return Err(unknown(id, table.span.clone(), "not a promotion table of dtypes", known));
        }
        let dtype = |tree| typed(tree, Type::DType, &format!("`{name}`"), scope);
        return Ok(Expr::Table(function, id.to_owned(), Box::new([dtype(row)?, dtype(column)?])));
    }
    if name == "fold" {
        let [shape, dims, keep] = arguments else {
            let message = "`fold` takes a shape, one or more dimensions, and whether they stay";
            return Err(Mistake::new(tree.span.clone(), message, format!("{} given", arguments.len())));
        };
        let typed = |tree, kind| typed(tree, kind, "`fold`", scope);
        let (shape, dims) = (typed(shape, Type::Shape)?, dimensions(dims, "`fold`", scope)?);
        return Ok(Expr::Fold(Box::new([shape, dims, typed(keep, Type::Bool)?])));
    }
    if name == "any_zero" {
        let [shape, dims] = arguments else {
            let message = "`any_zero` takes a shape, and one or more dimensions";
            return Err(Mistake::new(tree.span.clone(), message, format!("{} given", arguments.len())));
        };
        let shape = typed(shape, Type::Shape, "`any_zero`", scope)?;
        return Ok(Expr::AnyZero(Box::new([shape, dimensions(dims, "`any_zero`", scope)?])));
    }
    if name == "on" {
        let product = |argument: &Tree<'_>| match argument.node {
            Node::Text(product) if scope.products.contains(&product) => Ok(product.to_owned()),
            Node::Text(product) => {
                let what = "not a product that the page lists";
                Err(unknown(product, argument.span.clone(), what, scope.products.iter().copied()))
            }
            _ => {
                let message = "`on` takes names of products, in single quotes";
                Err(Mistake::new(argument.span.clone(), message, "expected a product"))
            }
        };
        if arguments.is_empty() {
            return Err(Mistake::new(tree.span.clone(), "`on` takes one product or more", "none given"));
        }
        return Ok(Expr::On(arguments.iter().map(product).collect::<Result<_, _>>()?));
    }
    let Some(function) = Function::ALL.iter().copied().find(|function| function.name() == name) else {
        let known = Function::ALL.iter().map(|function| function.name()).chain(["fold", "any_zero", "on"]);
        return Err(unknown(name, place.clone(), "not a function of the predicate language", known));
    };
    let argument = only(tree, name, arguments)?;
    Ok(match function.takes() {
        takes @ (Takes::Tensor | Takes::List | Takes::Argument) => {
            Expr::Of(function, self::argument(argument, takes, scope)?)
        }
        Takes::Value(kind) => {
            Expr::Apply(function, Box::new(typed(argument, kind, &format!("`{name}`"), scope)?))
        }
        Takes::Parameter => {
            let (parameter, span) = single(argument, "a parameter")?;
            if !scope.listed.contains(&parameter) {
                let mut known = scope.listed.clone();
                known.sort_unstable();
                known.dedup();
                let what = "not a parameter of phase one that lists dtypes";
                return Err(Mistake { unknown: true, ..unknown(parameter, span, what, known) });
            }
            Expr::DTypes(parameter.to_owned())
        }
    })
}

/// A dimension, or a list of them.
fn dimensions(tree: &Tree<'_>, by: &str, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let dims = lower(tree, scope)?;
    if dims.kind() == Type::Ints { Ok(dims) } else { of_type(dims, tree, Type::Int, (by, scope)) }
}

fn binary(op: Op, left: &Tree<'_>, right: &Tree<'_>, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let sign = &format!("`{}`", op.sign().0);
    let span = left.span.start..right.span.end;
    let (left, right) = match op.types().0 {
        Some(Type::Int) if op.takes_elements() => alike(number(left, sign, scope)?, right, sign, scope)?,
        Some(ty) => (typed(left, ty, sign, scope)?, typed(right, ty, sign, scope)?),
        None => {
            let x = lower(left, scope)?;
            let ty = x.kind();
            let instead = match ty {
                Type::DTypes => Some(("sets of dtypes", "use `.contains(dtype)`")),
                Type::Ints => Some(("lists of ints", "use `lowest(list)` and `highest(list)`")),
                _ => None,
            };
            if let Some((what, instead)) = instead {
                let message = format!("{what} cannot be compared");
                return Err(Mistake::new(left.span.clone(), message, instead));
            }
            alike(x, right, &format!("this {sign}"), scope)?
        }
    };
    if op == Op::Div && scope.elements && left.kind() == Type::Int {
        let message = "a quotient of ints loses its fraction";
        let mistake = Mistake::new(span, message, "neither operand is an element");
        return Err(Mistake { help: Some("divide an element: `self / 2`".to_owned()), ..mistake });
    }
    Ok(Expr::Binary(op, Box::new(left), Box::new(right)))
}
