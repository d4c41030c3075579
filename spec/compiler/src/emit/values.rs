//! Writes the values of the model as constants of the root crate's types.

use super::types::shown;
use super::{Emitter, NAMED, constant, option};
use crate::model::root::{Constant, Defined, InRoot};
use crate::model::{Contract, OperatorSpec, Predicate, Spec};
use ascertain_language::expr::Type;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Field, GenericArgument, ItemStruct, PathArguments};

impl Emitter<'_> {
    /// The lists of the specification whose items are types of a module: a static for each.
    pub(super) fn lists(&self, module: &str) -> TokenStream {
        let source: ItemStruct =
            syn::parse_str(Spec::DEFINITION.source).expect("the macros of the model write one item");
        let Constant::Record { fields: values, .. } = self.spec.constant() else {
            unreachable!("a specification is a struct")
        };
        let mut lists = TokenStream::new();
        for (name, field) in shown(&source.fields, Spec::DEFINITION.hidden) {
            let of = item_type(field);
            if !self.types.iter().any(|known| known.module == module && of.as_ref() == Some(&known.name)) {
                continue;
            }
            let value = values.iter().find(|(field, _)| name == field).map(|(_, value)| value);
            if let (Some(of), Some(Constant::List(items))) = (of, value) {
                lists.extend(self.list(name, field, &of, items));
            }
        }
        let functions = self.functions.take();
        if functions.is_empty() {
            return lists;
        }
        let functions = functions.into_iter().map(|(_, function)| function);
        quote! {
            #lists
            // They are compiled mechanically, with parentheses and unused arguments.
            #[allow(unused_parens, unused_variables, clippy::all, clippy::pedantic)]
            mod predicate { #(#functions)* }
        }
    }

    fn list(&self, name: &Ident, field: &Field, of: &Ident, items: &[Constant<'_>]) -> TokenStream {
        let (docs, ty) = (&field.attrs, self.path(&of.to_string()));
        let name = constant(&name.to_string());
        match NAMED.iter().find(|(named, _)| of == named) {
            None => {
                let items = items.iter().map(|item| self.constant(item));
                quote!(#(#docs)* pub static #name: &[#ty] = &[#(#items),*];)
            }
            Some((_, key)) => {
                let named: Vec<_> = items.iter().map(|item| constant(text(item, key))).collect();
                let statics = items.iter().zip(&named).map(|(item, name)| {
                    let doc = format!(" `{}`, by document {}.", text(item, key), text(item, "document"));
                    let value = self.constant(item);
                    quote! {
                        #[doc = #doc]
                        pub static #name: #ty = #value;
                    }
                });
                quote!(#(#docs)* pub static #name: &[&#ty] = &[#(&#named),*]; #(#statics)*)
            }
        }
    }

    /// A value of the model. A record starts a line, below its place in the specification.
    fn constant(&self, value: &Constant<'_>) -> TokenStream {
        match value {
            Constant::Hidden | Constant::At(_) => TokenStream::new(),
            Constant::Maybe(None) => quote!(None),
            Constant::Maybe(Some(value)) => {
                let value = self.constant(value);
                quote!(Some(#value))
            }
            Constant::YesNo(yes) => quote!(#yes),
            Constant::Integer(number) => {
                let number = Literal::i64_unsuffixed(*number);
                quote!(#number)
            }
            Constant::Text(text) => quote!(#text),
            Constant::DType(dtype) => self.dtype(*dtype),
            Constant::DTypes(dtypes) => self.dtype_set(dtypes),
            Constant::Predicate(predicate) => self.predicate(predicate),
            Constant::Elementwise(each) => self.elementwise(each),
            Constant::List(items) => {
                let items = items.iter().map(|item| self.constant(item));
                quote!(&[#(#items),*])
            }
            Constant::Variant(of, name, parts) => {
                let (of, name) = (self.path(of), format_ident!("{name}"));
                let parts: Vec<_> = parts.iter().map(|part| self.constant(part)).collect();
                let parts = (!parts.is_empty()).then(|| quote!((#(#parts),*)));
                quote!(#of::#name #parts)
            }
            Constant::Record { name, at, model, fields } => {
                // The predicates inside a contract refer to its derived values and functions.
                let within = Emitter {
                    operator: model.downcast_ref::<OperatorSpec>().or(self.operator),
                    contract: model.downcast_ref::<Contract>().or(self.contract),
                    ..*self
                };
                let fields = fields.iter().map(|(field, value)| {
                    let (field, value) = (format_ident!("{field}"), within.constant(value));
                    quote!(#field: #value)
                });
                let (place, path) = (at.map(|at| self.at(at)), self.path(name));
                quote!(#place #path { #(#fields),* })
            }
        }
    }

    /// A formula: its text, with what its names are. It is typed again where it is used.
    fn elementwise(&self, each: &Predicate) -> TokenStream {
        let (root, text) = (self.root(), &each.text);
        let operator = self.operator.expect("formulas stand in operators");
        let arguments = operator.arguments.iter().map(|argument| {
            let kind = option(argument.kind.in_predicates().map(|kind| {
                let kind = format_ident!("{kind:?}");
                quote!(#root::contract::Type::#kind)
            }));
            let name = &argument.name;
            quote!((#name, #kind))
        });
        let (operands, is_truth) = (each.expr.elements(), each.expr.kind() == Type::Bool);
        quote! {
            #root::contract::Elementwise {
                text: #text, arguments: &[#(#arguments),*], operands: &[#(#operands),*], is_truth: #is_truth,
                typed: {
                    static TYPED: ::std::sync::OnceLock<Option<#root::contract::Expr>> = ::std::sync::OnceLock::new();
                    &TYPED
                }
            }
        }
    }

    fn predicate(&self, predicate: &Predicate) -> TokenStream {
        let (root, text) = (self.root(), &predicate.text);
        let (kind, function) = self.evaluated(predicate);
        quote!(#root::contract::Predicate { text: #text, value: #root::contract::Compiled::#kind(#function) })
    }
}

/// The type of a list's items.
fn item_type(field: &Field) -> Option<Ident> {
    let syn::Type::Path(list) = &field.ty else { return None };
    let PathArguments::AngleBracketed(of) = &list.path.segments.last()?.arguments else { return None };
    let GenericArgument::Type(syn::Type::Path(of)) = of.args.first()? else { return None };
    of.path.get_ident().cloned()
}

/// The text of a struct's field.
fn text<'c>(value: &Constant<'c>, field: &str) -> &'c str {
    let Constant::Record { fields, .. } = value else { return "" };
    match fields.iter().find(|(name, _)| *name == field) {
        Some((_, Constant::Text(text))) => text,
        _ => "",
    }
}
