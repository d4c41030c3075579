//! Turns `syn`'s tree into a typed one. Forms of Rust that the language does not have are refused by name.

use syn::spanned::Spanned;

use super::refuse::{foreign, not_one};
use super::{Mistake, Scope};
use crate::expr::{Expr, Op, Type};
use crate::model::ArgumentKind;
use crate::nearest;

type Typed = (Expr, Type);

const FUNCTIONS: [&str; 14] = [
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
    "packed",
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
pub(super) fn lower(expr: &syn::Expr, scope: &Scope<'_>) -> Result<Typed, Mistake> {
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
    let (lowered, found) = lower(expr, scope)?;
    if found == expected {
        return Ok(lowered);
    }
    Err(mistake(
        expr,
        format!("{place} takes {}, not {}", name(expected), name(found)),
        format!("this is {}", name(found)),
    ))
}

fn literal(literal: &syn::ExprLit) -> Result<Typed, Mistake> {
    let (message, label) = match &literal.lit {
        syn::Lit::Bool(value) => return Ok((Expr::Bool(value.value), Type::Bool)),
        syn::Lit::Int(digits) if digits.suffix().is_empty() => match digits.base10_parse() {
            Ok(value) => return Ok((Expr::Int(value), Type::Int)),
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
fn value(ident: &syn::Ident, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let text = ident.to_string();
    if let Some(index) = scope.derived.iter().position(|(name, _)| *name == text) {
        let ty = scope.derived[index].1;
        return Ok((Expr::Derived(index, ty), ty));
    }
    let Some(index) = scope.arguments.iter().position(|(name, _)| *name == text) else {
        let values = scope.arguments.iter().filter(|(_, kind)| *kind != ArgumentKind::Tensor);
        let derived = scope.derived.iter().map(|(name, _)| *name);
        let known = values.map(|(name, _)| *name).chain(derived);
        return Err(unknown(ident, "not an argument or a derived value", known));
    };
    match scope.arguments[index].1 {
        ArgumentKind::Int => Ok((Expr::IntArg(index), Type::Int)),
        ArgumentKind::DType => Ok((Expr::DTypeArg(index), Type::DType)),
        ArgumentKind::Flag => Ok((Expr::FlagArg(index), Type::Bool)),
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

fn call(call: &syn::ExprCall, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let Ok(ident) = identifier(&call.func, "a function") else {
        return Err(foreign("calls of anything but a name are", call.paren_token.span.join().byte_range()));
    };
    let function = ident.to_string();
    if !FUNCTIONS.contains(&function.as_str()) {
        return Err(Mistake {
            unknown: false,
            ..unknown(ident, "not a function of the predicate language", FUNCTIONS.into_iter())
        });
    }
    let mut arguments = call.args.iter();
    let (Some(first), None) = (arguments.next(), arguments.next()) else {
        let message = format!("`{function}` takes one argument");
        return Err(mistake(call, message, format!("{} given", call.args.len())));
    };
    let tensor = || argument(first, true, scope);
    let typed = |ty| typed(first, ty, &format!("`{function}`"), scope).map(Box::new);
    Ok(match function.as_str() {
        "rank" => (Expr::Rank(tensor()?), Type::Int),
        "count" => (Expr::Count(tensor()?), Type::Int),
        "dtype" => (Expr::DTypeOf(tensor()?), Type::DType),
        "shape" => (Expr::Shape(tensor()?), Type::Shape),
        "contiguous" => (Expr::Contiguous(tensor()?), Type::Bool),
        "dense_last" => (Expr::DenseLast(tensor()?), Type::Bool),
        "packed" => (Expr::Packed(tensor()?), Type::Bool),
        "present" => (Expr::Present(argument(first, false, scope)?), Type::Bool),
        "is_null" => (Expr::IsNull(argument(first, false, scope)?), Type::Bool),
        "last" => (Expr::Last(typed(Type::Shape)?), Type::Int),
        "bits" => (Expr::Bits(typed(Type::DType)?), Type::Int),
        "is_integer" => (Expr::IsInteger(typed(Type::DType)?), Type::Bool),
        "is_float" => (Expr::IsFloat(typed(Type::DType)?), Type::Bool),
        _ => {
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
            (Expr::DTypes(parameter.to_string()), Type::DTypes)
        }
    })
}

fn method(call: &syn::ExprMethodCall, scope: &Scope<'_>) -> Result<Typed, Mistake> {
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
    Ok((Expr::Contains(Box::new(set), Box::new(item)), Type::Bool))
}

fn unary(unary: &syn::ExprUnary, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    match unary.op {
        syn::UnOp::Neg(_) => {
            Ok((Expr::Neg(Box::new(typed(&unary.expr, Type::Int, "`-`", scope)?)), Type::Int))
        }
        syn::UnOp::Not(_) => {
            Ok((Expr::Not(Box::new(typed(&unary.expr, Type::Bool, "`!`", scope)?)), Type::Bool))
        }
        ref other => Err(foreign("this operator is", other.span().byte_range())),
    }
}

fn binary(binary: &syn::ExprBinary, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    use syn::BinOp;
    let (op, sign) = match binary.op {
        BinOp::Add(_) => (Op::Add, "`+`"),
        BinOp::Sub(_) => (Op::Sub, "`-`"),
        BinOp::Mul(_) => (Op::Mul, "`*`"),
        BinOp::Div(_) => (Op::Div, "`/`"),
        BinOp::Rem(_) => (Op::Rem, "`%`"),
        BinOp::Eq(_) => (Op::Eq, "`==`"),
        BinOp::Ne(_) => (Op::Ne, "`!=`"),
        BinOp::Lt(_) => (Op::Lt, "`<`"),
        BinOp::Le(_) => (Op::Le, "`<=`"),
        BinOp::Gt(_) => (Op::Gt, "`>`"),
        BinOp::Ge(_) => (Op::Ge, "`>=`"),
        BinOp::And(_) => (Op::And, "`&&`"),
        BinOp::Or(_) => (Op::Or, "`||`"),
        ref other => return Err(foreign("this operator is", other.span().byte_range())),
    };
    let (operands, result) = match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => (Some(Type::Int), Type::Int),
        Op::Lt | Op::Le | Op::Gt | Op::Ge => (Some(Type::Int), Type::Bool),
        Op::And | Op::Or => (Some(Type::Bool), Type::Bool),
        Op::Eq | Op::Ne => (None, Type::Bool),
    };
    let (left, right) = match operands {
        Some(ty) => (typed(&binary.left, ty, sign, scope)?, typed(&binary.right, ty, sign, scope)?),
        None => {
            let (left, ty) = lower(&binary.left, scope)?;
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
    Ok((Expr::Binary(op, Box::new(left), Box::new(right)), result))
}

fn branch(branch: &syn::ExprIf, scope: &Scope<'_>) -> Result<Typed, Mistake> {
    let condition = typed(&branch.cond, Type::Bool, "`if`", scope)?;
    let (yes, ty) = lower(one_expression(&branch.then_branch)?, scope)?;
    let Some((_, otherwise)) = &branch.else_branch else {
        return Err(mistake(branch, "`if` without `else` has no value", "expected `else { … }`"));
    };
    let no = match otherwise.as_ref() {
        syn::Expr::Block(block) => one_expression(&block.block)?,
        chained => chained,
    };
    let no = typed(no, ty, "this `else`", scope)?;
    Ok((Expr::If(Box::new(condition), Box::new(yes), Box::new(no)), ty))
}

fn one_expression(block: &syn::Block) -> Result<&syn::Expr, Mistake> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(expr, None)] => Ok(expr),
        _ => Err(not_one(block.span().byte_range())),
    }
}
