//! Turns `syn`'s tree into a typed one. Forms of Rust that the language does not have are refused by name.

use syn::spanned::Spanned;

use super::refuse::{foreign, not_one};
use super::{Mistake, Scope};
use crate::model::ArgumentKind;
use crate::model::expr::{Expr, Function, Op, Takes, Type};
use crate::nearest;

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
pub(super) fn lower(expr: &syn::Expr, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    match expr {
        syn::Expr::Paren(paren) => lower(&paren.expr, scope),
        syn::Expr::Group(group) => lower(&group.expr, scope),
        syn::Expr::Lit(literal) => self::literal(literal),
        syn::Expr::Path(_) => value(identifier(expr, "a name")?, scope),
        syn::Expr::Call(call) => self::call(call, scope),
        syn::Expr::MethodCall(call) => method(call, scope),
        syn::Expr::Unary(unary) => self::unary(unary, scope),
        syn::Expr::Binary(binary) => self::binary(binary, scope),
        syn::Expr::If(branch) => self::branch(branch, scope),
        syn::Expr::Field(field) => {
            Err(mistake(&field.member, "fields are not part of the predicate language", "a method has `(…)`"))
        }
        syn::Expr::Tuple(tuple) if tuple.elems.is_empty() => {
            let message = "this is not a predicate: a value is missing between `(` and `)`";
            Err(mistake(tuple, message, "expected a value"))
        }
        syn::Expr::Tuple(tuple) => Err(foreign("tuples are", tuple.span().byte_range())),
        syn::Expr::Block(block) => Err(foreign("blocks are", block.span().byte_range())),
        other => Err(foreign("this form is", other.span().byte_range())),
    }
}

fn mistake(at: &impl Spanned, message: impl Into<String>, label: impl Into<String>) -> Mistake {
    Mistake::new(at.span().byte_range(), message, label)
}

fn typed(expr: &syn::Expr, expected: Type, place: &str, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let lowered = lower(expr, scope)?;
    let found = lowered.kind();
    if found == expected {
        return Ok(lowered);
    }
    Err(mistake(
        expr,
        format!("{place} takes {}, not {}", name(expected), name(found)),
        format!("this is {}", name(found)),
    ))
}

fn literal(literal: &syn::ExprLit) -> Result<Expr, Mistake> {
    let (message, label) = match &literal.lit {
        syn::Lit::Bool(value) => return Ok(Expr::Bool(value.value)),
        syn::Lit::Int(digits) if digits.suffix().is_empty() => match digits.base10_parse() {
            Ok(value) => return Ok(Expr::Int(value)),
            Err(_) => ("the number does not fit 64 bits", "too large"),
        },
        syn::Lit::Int(_) => ("integers have only one type, which is not written", "leave the type out"),
        syn::Lit::Float(_) => ("literals are integers, `true` and `false`", "this is a float"),
        _ => ("literals are integers, `true` and `false`", "not understood"),
    };
    Err(mistake(literal, message, label))
}

/// The single name that an expression must be.
fn identifier<'e>(expr: &'e syn::Expr, expected: &str) -> Result<&'e syn::Ident, Mistake> {
    if let syn::Expr::Path(syn::ExprPath { qself: None, path, .. }) = expr
        && let Some(name) = path.get_ident()
    {
        return Ok(name);
    }
    Err(mistake(expr, format!("{expected} belongs here"), format!("expected {expected}")))
}

/// The value of a name: an argument that has a value, or a derived value.
fn value(ident: &syn::Ident, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let text = ident.to_string();
    if let Some(index) = scope.derived.iter().position(|(name, _)| *name == text) {
        return Ok(Expr::Derived(index, scope.derived[index].1));
    }
    let Some(index) = scope.arguments.iter().position(|(name, _)| *name == text) else {
        let values = scope.arguments.iter().filter(|(_, kind)| *kind != ArgumentKind::Tensor);
        let derived = scope.derived.iter().map(|(name, _)| *name);
        let known = values.map(|(name, _)| *name).chain(derived);
        return Err(unknown(ident, "not an argument or a derived value", known));
    };
    match scope.arguments[index].1 {
        ArgumentKind::Int => Ok(Expr::Argument(index, Type::Int)),
        ArgumentKind::DType => Ok(Expr::Argument(index, Type::DType)),
        ArgumentKind::Flag => Ok(Expr::Argument(index, Type::Bool)),
        ArgumentKind::Tensor => Err(Mistake {
            help: Some(format!("use a part of it: `rank({text})`, `dtype({text})`, `shape({text})`")),
            ..mistake(ident, format!("`{text}` is a tensor, not a value"), "expected a value")
        }),
    }
}

fn unknown<'a>(ident: &syn::Ident, what: &str, known: impl Iterator<Item = &'a str>) -> Mistake {
    Mistake {
        help: nearest::help(&ident.to_string(), known),
        unknown: true,
        ..mistake(ident, format!("`{ident}` is {what}"), "unknown name")
    }
}

/// The index of the argument of a function that takes an operator's argument.
fn argument(expr: &syn::Expr, tensor: bool, scope: &Scope<'_>) -> Result<usize, Mistake> {
    let what = if tensor { "a tensor argument" } else { "an argument" };
    let ident = identifier(expr, what)?;
    let fits = |kind: ArgumentKind| !tensor || kind == ArgumentKind::Tensor;
    match scope.arguments.iter().position(|(name, _)| ident == name) {
        Some(index) if fits(scope.arguments[index].1) => Ok(index),
        Some(_) => Err(mistake(ident, format!("`{ident}` is not a tensor"), "expected a tensor argument")),
        None => {
            let known = scope.arguments.iter().filter(|(_, kind)| fits(*kind));
            Err(unknown(ident, "not an argument", known.map(|(name, _)| *name)))
        }
    }
}

fn call(call: &syn::ExprCall, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let Ok(ident) = identifier(&call.func, "a function") else {
        return Err(foreign("calls of anything but a name are", call.paren_token.span.join().byte_range()));
    };
    let Some(function) = Function::ALL.iter().copied().find(|function| ident == function.name()) else {
        let known = Function::ALL.iter().map(|function| function.name());
        return Err(Mistake {
            unknown: false,
            ..unknown(ident, "not a function of the predicate language", known)
        });
    };
    let mut arguments = call.args.iter();
    let (Some(first), None) = (arguments.next(), arguments.next()) else {
        let message = format!("`{ident}` takes one argument");
        return Err(mistake(call, message, format!("{} given", call.args.len())));
    };
    Ok(match function.takes() {
        Takes::Tensor => Expr::Of(function, argument(first, true, scope)?),
        Takes::Argument => Expr::Of(function, argument(first, false, scope)?),
        Takes::Value(kind) => {
            Expr::Apply(function, Box::new(typed(first, kind, &format!("`{ident}`"), scope)?))
        }
        Takes::Parameter => {
            let parameter = identifier(first, "a parameter")?;
            if !scope.listed.iter().any(|listed| parameter == listed) {
                let mut known = scope.listed.clone();
                known.sort_unstable();
                known.dedup();
                return Err(unknown(
                    parameter,
                    "not a parameter of phase one that lists dtypes",
                    known.into_iter(),
                ));
            }
            Expr::DTypes(parameter.to_string())
        }
    })
}

fn method(call: &syn::ExprMethodCall, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    if call.method != "contains" {
        return Err(Mistake {
            unknown: false,
            ..unknown(&call.method, "not a method of the predicate language", ["contains"].into_iter())
        });
    }
    let set = typed(&call.receiver, Type::DTypes, "`contains`", scope)?;
    let (Some(item), 1) = (call.args.first(), call.args.len()) else {
        return Err(mistake(call, "`contains` takes one argument", format!("{} given", call.args.len())));
    };
    let item = typed(item, Type::DType, "`contains`", scope)?;
    Ok(Expr::Contains(Box::new(set), Box::new(item)))
}

fn unary(unary: &syn::ExprUnary, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    match unary.op {
        syn::UnOp::Neg(_) => Ok(Expr::Neg(Box::new(typed(&unary.expr, Type::Int, "`-`", scope)?))),
        syn::UnOp::Not(_) => Ok(Expr::Not(Box::new(typed(&unary.expr, Type::Bool, "`!`", scope)?))),
        ref other => Err(foreign("this operator is", other.span().byte_range())),
    }
}

fn binary(binary: &syn::ExprBinary, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    use syn::BinOp;
    let op = match binary.op {
        BinOp::Add(_) => Op::Add,
        BinOp::Sub(_) => Op::Sub,
        BinOp::Mul(_) => Op::Mul,
        BinOp::Div(_) => Op::Div,
        BinOp::Rem(_) => Op::Rem,
        BinOp::Eq(_) => Op::Eq,
        BinOp::Ne(_) => Op::Ne,
        BinOp::Lt(_) => Op::Lt,
        BinOp::Le(_) => Op::Le,
        BinOp::Gt(_) => Op::Gt,
        BinOp::Ge(_) => Op::Ge,
        BinOp::And(_) => Op::And,
        BinOp::Or(_) => Op::Or,
        ref other => return Err(foreign("this operator is", other.span().byte_range())),
    };
    let sign = &format!("`{}`", op.sign().0);
    let (left, right) = match op.types().0 {
        Some(ty) => (typed(&binary.left, ty, sign, scope)?, typed(&binary.right, ty, sign, scope)?),
        None => {
            let left = lower(&binary.left, scope)?;
            let ty = left.kind();
            if ty == Type::DTypes {
                return Err(mistake(
                    &binary.left,
                    "sets of dtypes cannot be compared",
                    "use `.contains(dtype)`",
                ));
            }
            (left, typed(&binary.right, ty, &format!("this {sign}"), scope)?)
        }
    };
    Ok(Expr::Binary(op, Box::new(left), Box::new(right)))
}

fn branch(branch: &syn::ExprIf, scope: &Scope<'_>) -> Result<Expr, Mistake> {
    let condition = typed(&branch.cond, Type::Bool, "`if`", scope)?;
    let yes = lower(one_expression(&branch.then_branch)?, scope)?;
    let Some((_, otherwise)) = &branch.else_branch else {
        return Err(mistake(branch, "`if` without `else` has no value", "expected `else { … }`"));
    };
    let no = match otherwise.as_ref() {
        syn::Expr::Block(block) => one_expression(&block.block)?,
        chained => chained,
    };
    let no = typed(no, yes.kind(), "this `else`", scope)?;
    Ok(Expr::If(Box::new(condition), Box::new(yes), Box::new(no)))
}

fn one_expression(block: &syn::Block) -> Result<&syn::Expr, Mistake> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(expr, None)] => Ok(expr),
        _ => Err(not_one(block.span().byte_range())),
    }
}
