//! Generates Rust that evaluates an expression on `a: Args`, and returns `None` if the expression has no value.

use super::Emitter;
use crate::expr::{Expr, Op};
use crate::model::Contract;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// Rust for `expr`. Arithmetic is checked: an overflow has no value, and neither does an absent argument.
    pub(super) fn expr(&self, expr: &Expr, contract: &Contract) -> TokenStream {
        let go = |e: &Expr| self.expr(e, contract);
        match expr {
            Expr::Int(value) => quote!(#value),
            Expr::Bool(value) => quote!(#value),
            Expr::IntArg(i) => quote!(a.int(#i)?),
            Expr::DTypeArg(i) => quote!(a.dtype(#i)?),
            Expr::FlagArg(i) => quote!(a.flag(#i)),
            Expr::Derived(i, _) => match contract.derived.get(*i) {
                Some(derived) => {
                    let value = go(&derived.is.expr);
                    quote!((#value))
                }
                None => quote!(return None),
            },
            Expr::Rank(i) => quote!(a.rank(#i)?),
            Expr::Count(i) => quote!(a.count(#i)?),
            Expr::DTypeOf(i) => quote!(a.dtype_of(#i)?),
            Expr::Shape(i) => quote!(a.shape(#i)?),
            Expr::Last(shape) => {
                let shape = go(shape);
                quote!(i64::try_from(*#shape.last()?).ok()?)
            }
            Expr::Bits(dtype) => {
                let dtype = go(dtype);
                quote!(i64::from(#dtype.bits()))
            }
            Expr::DTypes(parameter) => self.listed(parameter, contract),
            Expr::Contains(set, dtype) => {
                let (set, dtype) = (go(set), go(dtype));
                quote!(#set.contains(#dtype))
            }
            Expr::IsInteger(dtype) => {
                let dtype = go(dtype);
                quote!(#dtype.is_integer())
            }
            Expr::IsFloat(dtype) => {
                let dtype = go(dtype);
                quote!(#dtype.is_float())
            }
            Expr::Present(i) => quote!(a.present(#i)),
            Expr::IsNull(i) => quote!(a.is_null(#i)),
            Expr::Contiguous(i) => quote!(a.contiguous(#i)?),
            Expr::DenseLast(i) => quote!(a.dense_last(#i)?),
            Expr::Packed(i) => quote!(a.packed(#i)?),
            Expr::Neg(x) => {
                let x = go(x);
                quote!(i64::checked_neg(#x)?)
            }
            Expr::Not(x) => {
                let x = go(x);
                quote!(!(#x))
            }
            Expr::Binary(op, x, y) => binary(*op, &go(x), &go(y)),
            Expr::If(condition, yes, no) => {
                let (condition, yes, no) = (go(condition), go(yes), go(no));
                quote!((if #condition { #yes } else { #no }))
            }
        }
    }

    /// The dtypes that the phase-one function of the chosen variant lists for a parameter.
    fn listed(&self, parameter: &str, contract: &Contract) -> TokenStream {
        let lists = contract.variants.iter().filter_map(|variant| {
            let function = contract.functions.iter().find(|f| f.phase == 1 && f.variant == variant.name)?;
            let parameter = function.parameters.iter().find(|p| p.name == parameter)?;
            let (condition, set) =
                (self.expr(&variant.when.expr, contract), self.dtype_set(&parameter.dtypes));
            Some(quote!(if #condition { const LISTED: DTypes = #set; LISTED } else))
        });
        let root = self.root();
        quote!({ type DTypes = #root::DTypeSet; #(#lists)* { return None } })
    }
}

fn binary(op: Op, x: &TokenStream, y: &TokenStream) -> TokenStream {
    match op {
        Op::Add => quote!(i64::checked_add(#x, #y)?),
        Op::Sub => quote!(i64::checked_sub(#x, #y)?),
        Op::Mul => quote!(i64::checked_mul(#x, #y)?),
        Op::Div => quote!(i64::checked_div(#x, #y)?),
        Op::Rem => quote!(i64::checked_rem(#x, #y)?),
        Op::Eq => quote!((#x == #y)),
        Op::Ne => quote!((#x != #y)),
        Op::Lt => quote!((#x < #y)),
        Op::Le => quote!((#x <= #y)),
        Op::Gt => quote!((#x > #y)),
        Op::Ge => quote!((#x >= #y)),
        Op::And => quote!((#x && #y)),
        Op::Or => quote!((#x || #y)),
    }
}
