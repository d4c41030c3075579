//! Generates functions that evaluate an expression on `a: Args`, and return `None` if the expression has no value.

use super::{Emitter, constant, print};
use crate::model::{Contract, Predicate};
use ascertain_language::expr::{Expr, Function, Op, TableFunction, Type};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// The type of an expression's value, and the function that evaluates it. What many contracts ask alike is one function, since
    /// each would be compiled.
    pub(super) fn evaluated(&self, predicate: &Predicate) -> (Ident, TokenStream) {
        let expr = &predicate.expr;
        let root = self.root();
        let (kind, ty) = match expr.kind() {
            Type::Int => ("Int", quote!(i64)),
            Type::Bool => ("Bool", quote!(bool)),
            Type::DType => ("DType", quote!(#root::DType)),
            Type::Ints => ("Ints", quote!(Vec<i64>)),
            // No predicate is a set of dtypes or an element.
            Type::Shape | Type::DTypes | Type::Element => ("Shape", quote!(Vec<usize>)),
        };
        let value = self.expr(expr, self.contract.expect("predicates stand in contracts"));
        let value = if kind == "Shape" { quote!(#value[..].to_vec()) } else { value };
        let written = format!("{kind} {value}");
        let mut functions = self.functions.borrow_mut();
        let at = functions.iter().position(|(known, _)| *known == written).unwrap_or_else(|| {
            let (args, name) = (self.args(), format_ident!("p{}", functions.len()));
            let text = print::comment(&predicate.text);
            let function = quote!(#text pub(super) fn #name(a: #args<'_>) -> Option<#ty> { Some(#value) });
            functions.push((written, function));
            functions.len() - 1
        });
        let name = format_ident!("p{at}");
        (format_ident!("{kind}"), quote!(predicate::#name))
    }

    /// Rust for `expr`. Arithmetic is checked: an overflow has no value, and neither does an absent argument.
    pub(super) fn expr(&self, expr: &Expr, contract: &Contract) -> TokenStream {
        let go = |e: &Expr| self.expr(e, contract);
        let dimensions = |e: &Expr| {
            let dims = go(e);
            if e.kind() == Type::Ints { dims } else { quote!([#dims]) }
        };
        match expr {
            Expr::Int(value) => quote!(#value),
            Expr::Bool(value) => quote!(#value),
            Expr::DType(name) => self.dtype_named(name),
            Expr::Argument(i, Type::Int) => quote!(a.int(#i)?),
            Expr::Argument(i, Type::Ints) => quote!(a.ints(#i)?.to_vec()),
            Expr::Argument(i, Type::DType) => quote!(a.dtype(#i)?),
            Expr::Argument(i, _) => quote!(a.flag(#i)),
            Expr::Derived(i, _) => match contract.derived.get(*i) {
                Some(derived) => {
                    let value = go(&derived.is.expr);
                    quote!((#value))
                }
                None => quote!(return None),
            },
            Expr::Of(Function::Present, i) => quote!(a.present(#i)),
            Expr::Of(Function::IsNull, i) => quote!(a.is_null(#i)),
            Expr::Of(Function::DTypeOf, i) => quote!(a.dtype_of(#i)?),
            Expr::Of(function, i) => {
                let function = format_ident!("{}", function.name());
                quote!(a.#function(#i)?)
            }
            Expr::Apply(function, x) => {
                let (name, x) = (format_ident!("{}", function.name()), go(x));
                match function {
                    Function::Last => quote!(i64::try_from(*#x.last()?).ok()?),
                    Function::Low32 => quote!(i64::from(#x as i32)),
                    Function::Bits => quote!(i64::from(#x.bits())),
                    _ => quote!(#x.#name()),
                }
            }
            Expr::DTypes(parameter) => self.listed(parameter, contract),
            Expr::Contains(set, dtype) => {
                let (set, dtype) = (go(set), go(dtype));
                quote!(#set.contains(#dtype))
            }
            Expr::Table(function, table, dtypes) => {
                let (id, edition) = self.edition_of_table(table);
                let (root, name) = (self.root(), constant(id));
                let (row, column) = (go(&dtypes[0]), go(&dtypes[1]));
                let promoted = quote!(#root::promote::#name.promoted(#edition, #row, #column));
                match function {
                    TableFunction::Promote => quote!(#promoted?),
                    TableFunction::Promotable => quote!(#promoted.is_some()),
                }
            }
            Expr::Fold(parts) => {
                let root = self.root();
                let [shape, _, keep] = parts.each_ref().map(go);
                let dims = dimensions(&parts[1]);
                quote!(#root::shape::fold(&#shape[..], &#dims[..], #keep)?)
            }
            Expr::AnyZero(parts) => {
                let (root, shape, dims) = (self.root(), go(&parts[0]), dimensions(&parts[1]));
                quote!(#root::shape::any_zero(&#shape[..], &#dims[..])?)
            }
            Expr::On(products) => {
                let products = self.product_set(products);
                quote!(#products.has_judged())
            }
            Expr::Neg(x) => {
                let x = go(x);
                quote!(i64::checked_neg(#x)?)
            }
            Expr::Not(x) => {
                let x = go(x);
                quote!(!(#x))
            }
            Expr::Number(_) => unreachable!("elements are not values of predicates"),
            Expr::Binary(op @ (Op::Broadcast | Op::Fit), x, y) => {
                let (root, x, y) = (self.root(), go(x), go(y));
                let both = quote!(#root::shape::broadcast(&#x[..], &#y[..]));
                if *op == Op::Fit { quote!(#both.is_some()) } else { quote!(#both?) }
            }
            Expr::Binary(op @ (Op::Eq | Op::Ne), x, y) if x.kind() == Type::Shape => {
                let (x, y) = (go(x), go(y));
                binary(*op, &quote!(#x[..]), &quote!(#y[..]))
            }
            Expr::Binary(op, x, y) => binary(*op, &go(x), &go(y)),
            Expr::If(condition, yes, no) => {
                let (condition, yes, no) = (go(condition), go(yes), go(no));
                quote!((if #condition { #yes } else { #no }))
            }
        }
    }

    /// Id and edition of a table that an expression names: `ID=EDITION`, or `ID` for the first edition that prints it.
    fn edition_of_table<'a>(&self, named: &'a str) -> (&'a str, usize) {
        let Some((id, edition)) = named.split_once('=') else { return (named, 0) };
        let table = self.spec.tables.iter().find(|known| known.id == id);
        let at = table.and_then(|table| table.editions.iter().position(|printed| printed.edition == edition));
        (id, at.expect("the compiler has checked that the edition prints the table"))
    }

    /// The dtypes that the phase-one function of the chosen variant lists for a parameter.
    fn listed(&self, parameter: &str, contract: &Contract) -> TokenStream {
        let root = self.root();
        let lists = contract.variants.iter().filter_map(|variant| {
            let function = contract.functions.iter().find(|f| f.phase == 1 && f.variant == variant.name)?;
            let parameter = function.parameters.iter().find(|p| p.name == parameter)?;
            let (condition, all) =
                (self.expr(&variant.when.expr, contract), self.dtype_set(&parameter.dtypes));
            let of_products = parameter.product_dtypes.iter().map(|of| {
                let (products, dtypes) = (self.product_set(&of.products), self.dtype_set(&of.dtypes));
                quote!((#products, #dtypes))
            });
            let set = match parameter.product_dtypes.as_slice() {
                [] => quote!(LISTED),
                _ => quote!(#root::product::listed(LISTED, const { &[#(#of_products),*] })),
            };
            Some(quote!(if #condition { const LISTED: DTypes = #all; #set } else))
        });
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
        Op::Min | Op::Max | Op::BitAnd | Op::BitOr | Op::BitXor | Op::Broadcast | Op::Fit => {
            unreachable!("it is not written between values")
        }
    }
}
