//! The ways in which a predicate can be wrong at its boundary.

use ascertain::DType;
use ascertain_language::expr::{Expr, Op, Type};

/// A changed predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The expression instead.
    pub(super) expr: Expr,
    /// A dtype that its lists have too many or too few.
    pub(super) toggled: Option<DType>,
}

/// Every change of a predicate: it always holds; comparisons include their bound where they exclude it, and the other way
/// round; bounds moved by one; `==` and `!=` exchanged, and widened to one side; terms of `&&` and `||` dropped; truth
/// values negated; lists with one dtype more or less. A requirement (`refuses`) may also never hold.
pub(super) fn every(expr: &Expr, refuses: bool) -> Vec<Change> {
    let mut changes = vec![Expr::Bool(true)];
    changes.extend(refuses.then_some(Expr::Bool(false)));
    changes.extend(changed(expr));
    let mut changes: Vec<Change> = changes.into_iter().map(|expr| Change { expr, toggled: None }).collect();
    if has_list(expr) {
        let toggled = |dtype| Change { expr: expr.clone(), toggled: Some(dtype) };
        changes.extend(DType::ALL.into_iter().map(toggled));
    }
    let mut different: Vec<Change> = Vec::new();
    for change in changes {
        let same = change.toggled.is_none() && change.expr == *expr;
        if !same && !different.contains(&change) {
            different.push(change);
        }
    }
    different
}

/// Every expression with one node changed.
fn changed(expr: &Expr) -> Vec<Expr> {
    let mut all = at_root(expr);
    match expr {
        Expr::Not(of) => all.extend(changed(of).into_iter().map(not)),
        Expr::Binary(op, x, y) => {
            all.extend(changed(x).into_iter().map(|x| binary(*op, x, (**y).clone())));
            all.extend(changed(y).into_iter().map(|y| binary(*op, (**x).clone(), y)));
        }
        _ => {}
    }
    all
}

fn at_root(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Not(of) => vec![(**of).clone()],
        Expr::Binary(Op::And | Op::Or, x, y) => vec![(**x).clone(), (**y).clone()],
        Expr::Binary(op, x, y) => {
            let with = |op: Op| binary(op, (**x).clone(), (**y).clone());
            let moved = |by: i64| binary(*op, (**x).clone(), plus(y, by));
            match op {
                // One of two ways to move a bound by one is to include or exclude it.
                Op::Lt => vec![with(Op::Le), moved(-1)],
                Op::Le => vec![with(Op::Lt), moved(1)],
                Op::Gt => vec![with(Op::Ge), moved(1)],
                Op::Ge => vec![with(Op::Gt), moved(-1)],
                Op::Eq if x.kind() == Type::Int => {
                    vec![with(Op::Ne), with(Op::Le), with(Op::Ge), moved(1), moved(-1)]
                }
                Op::Ne if x.kind() == Type::Int => {
                    vec![with(Op::Eq), with(Op::Lt), with(Op::Gt), moved(1), moved(-1)]
                }
                Op::Eq => vec![with(Op::Ne)],
                Op::Ne => vec![with(Op::Eq)],
                _ => Vec::new(),
            }
        }
        Expr::Argument(..)
        | Expr::Of(..)
        | Expr::Apply(..)
        | Expr::Contains(..)
        | Expr::Table(..)
        | Expr::Fold(..)
        | Expr::AnyZero(..)
        | Expr::On(..)
            if expr.kind() == Type::Bool =>
        {
            vec![not(expr.clone())]
        }
        _ => Vec::new(),
    }
}

fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Not(of) => *of,
        expr => Expr::Not(Box::new(expr)),
    }
}

fn binary(op: Op, x: Expr, y: Expr) -> Expr {
    Expr::Binary(op, Box::new(x), Box::new(y))
}

fn plus(expr: &Expr, by: i64) -> Expr {
    match expr {
        Expr::Int(value) => Expr::Int(value.saturating_add(by)),
        expr if by < 0 => binary(Op::Sub, expr.clone(), Expr::Int(-by)),
        expr => binary(Op::Add, expr.clone(), Expr::Int(by)),
    }
}

/// Whether a predicate asks for membership in a list of dtypes.
fn has_list(expr: &Expr) -> bool {
    expr.has(&|part| matches!(part, Expr::Contains(..)))
}
