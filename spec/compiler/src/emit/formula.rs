//! Generates Rust that evaluates a formula on elements `x` of a type `T`.

use super::Emitter;
use crate::model::{Contract, Predicate};
use ascertain_language::expr::{Expr, Function, Op, Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// A formula, for every dtype that it can be computed in.
    pub(super) fn elementwise(&self, each: &Predicate) -> TokenStream {
        let (root, text) = (self.root(), &each.text);
        let contract = self.contract.expect("formulas stand in contracts");
        let operands = each.expr.elements();
        let (value, is_truth) =
            (self.element(&each.expr, &operands, contract), each.expr.kind() == Type::Bool);
        let value = if is_truth { quote!(T::of(i64::from(#value))) } else { value };
        let each = format_ident!("Each{}", self.place_of(value.to_string(), value));
        quote! {
            #root::contract::Elementwise {
                text: #text, operands: &[#(#operands),*], is_truth: #is_truth, compute: #root::formula::elements::<each::#each>
            }
        }
    }

    /// The place of a value among those that are written once for all formulas that have it.
    fn place_of(&self, text: String, value: TokenStream) -> usize {
        let mut known = self.each.borrow_mut();
        let place = known.iter().position(|(known, _)| *known == text);
        place.unwrap_or_else(|| {
            known.push((text, value));
            known.len() - 1
        })
    }

    /// What computes the values of all formulas that were written before.
    pub(super) fn each(&self) -> TokenStream {
        let (root, args) = (self.root(), self.args());
        let known = self.each.borrow();
        let each = known.iter().enumerate().map(|(at, (_, value))| {
            let each = format_ident!("Each{at}");
            quote! {
                pub(super) struct #each;
                impl #root::formula::Each for #each {
                    #[inline]
                    fn element<T: #root::formula::Number>(x: &[T], a: #args<'_>) -> Option<T> { Some(#value) }
                }
            }
        });
        quote! {
            #[allow(unused_parens, unused_variables, clippy::all, clippy::pedantic)]
            mod each { #(#each)* }
        }
    }

    fn element(&self, expr: &Expr, operands: &[usize], contract: &Contract) -> TokenStream {
        let go = |e: &Expr| self.element(e, operands, contract);
        match expr {
            Expr::Argument(at, Type::Element) => {
                let at = operands.iter().position(|operand| operand == at);
                quote!(x[#at])
            }
            Expr::Number(number) => {
                let number = self.expr(number, contract);
                quote!(T::of(#number))
            }
            Expr::Neg(x) if x.kind() == Type::Element => {
                let x = go(x);
                quote!(#x.negated())
            }
            Expr::Apply(Function::Abs, x) => {
                let x = go(x);
                quote!(#x.magnitude())
            }
            Expr::Apply(Function::Sign, x) => {
                let x = go(x);
                quote!(#x.sign()?)
            }
            Expr::Apply(
                function @ (Function::Floor | Function::Ceil | Function::Trunc | Function::Round),
                x,
            ) => {
                let (root, x, name) = (self.root(), go(x), format_ident!("{function:?}"));
                quote!(#x.whole(#root::formula::Whole::#name)?)
            }
            Expr::Apply(function, x) if function.is_graded() => {
                let (root, x, name) = (self.root(), go(x), format_ident!("{function:?}"));
                quote!(#x.graded(#root::formula::Graded::#name)?)
            }
            Expr::Not(x) => {
                let x = go(x);
                quote!(!(#x))
            }
            Expr::If(condition, yes, no) => {
                let (condition, yes, no) = (go(condition), go(yes), go(no));
                quote!((if #condition { #yes } else { #no }))
            }
            Expr::Binary(op, x, y) => {
                let (left, right) = (go(x), go(y));
                match op {
                    Op::Add if x.kind() == Type::Element => quote!(#left.plus(#right)),
                    Op::Sub if x.kind() == Type::Element => quote!(#left.minus(#right)),
                    Op::Mul if x.kind() == Type::Element => quote!(#left.times(#right)),
                    Op::Div if x.kind() == Type::Element => quote!(#left.over(#right)?),
                    Op::BitAnd => quote!(#left.bit_and(#right)?),
                    Op::BitOr => quote!(#left.bit_or(#right)?),
                    Op::BitXor => quote!(#left.bit_xor(#right)?),
                    Op::Min => quote!(#left.least(#right)),
                    Op::Max => quote!(#left.greatest(#right)),
                    Op::Lt | Op::Le | Op::Gt | Op::Ge if x.kind() == Type::Element => {
                        let holds = match op {
                            Op::Lt => format_ident!("is_lt"),
                            Op::Le => format_ident!("is_le"),
                            Op::Gt => format_ident!("is_gt"),
                            _ => format_ident!("is_ge"),
                        };
                        quote!(#left.order(#right).is_some_and(|order| order.#holds()))
                    }
                    _ => super::expr::binary(*op, &left, &right),
                }
            }
            other => self.expr(other, contract),
        }
    }
}
