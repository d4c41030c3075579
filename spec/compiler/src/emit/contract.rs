//! Generates operators: their arguments, functions, and requirements with compiled predicates.

use super::{Emitter, constant, option};
use crate::model::expr::Type;
use crate::model::{
    ArgumentKind, Basis, Cells, Contract, Derived, Direction, Function, Level, Operator, Parameter,
    Predicate, Requirement,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// The statics that `contract.rs` includes.
    pub(super) fn operators(&self) -> TokenStream {
        let root = self.root();
        let names: Vec<_> = self.spec.operators.iter().map(|o| constant(&o.name)).collect();
        let operators = self.spec.operators.iter().map(|o| self.operator(o));
        quote! {
            /// Every operator.
            pub static OPERATORS: &[&#root::contract::OperatorSpec] = &[#(&#names),*];
            #(#operators)*
        }
    }

    fn operator(&self, operator: &Operator) -> TokenStream {
        let root = self.root();
        let Operator { name, document, .. } = operator;
        let constant = constant(name);
        let doc = format!(" `{name}`, by {document}.");
        let arguments = operator.arguments.iter().map(|a| {
            let (at, name, optional, says, via) =
                (self.at(a.at), &a.name, a.optional, &a.says, option(a.via.as_ref()));
            let kind = match a.kind {
                ArgumentKind::Tensor => quote!(Tensor),
                ArgumentKind::Int => quote!(Int),
                ArgumentKind::DType => quote!(DType),
                ArgumentKind::Flag => quote!(Flag),
            };
            let direction = self.direction(a.direction);
            quote!(#at #root::contract::Argument {
                name: #name, kind: #root::contract::ArgumentKind::#kind, direction: #direction,
                optional: #optional, via: #via, says: #says
            })
        });
        let contracts = operator.contracts.iter().enumerate().map(|(at, c)| self.contract(name, at, c));
        let at = self.at(operator.at);
        quote! {
            #at
            #[doc = #doc]
            // Predicates are compiled mechanically, with parentheses and unused arguments.
            #[allow(unused_parens, unused_variables, clippy::all, clippy::pedantic)]
            pub static #constant: #root::contract::OperatorSpec = #root::contract::OperatorSpec {
                name: #name, document: #document, arguments: &[#(#arguments),*], contracts: &[#(#contracts),*]
            };
        }
    }

    fn contract(&self, operator: &str, at: usize, contract: &Contract) -> TokenStream {
        let root = self.root();
        let Contract { edition, says, formula, .. } = contract;
        let cite = self.cite(&contract.cite);
        let max_rank = option(contract.max_rank);
        let deterministic = option(contract.deterministic);
        let products = contract.products.iter().map(|p| {
            let (at, name, supported, cite) = (self.at(p.at), &p.name, p.supported, self.cite(&p.cite));
            let (basis, reason) = (self.basis(p.basis), option(p.reason.as_ref()));
            quote!(#at #root::contract::Product {
                name: #name, supported: #supported, basis: #basis, reason: #reason, cite: #cite
            })
        });
        let messages = contract.messages.iter().map(|m| {
            let (at, text, says, cite) = (self.at(m.at), &m.text, &m.says, self.cite(&m.cite));
            quote!(#at (#text, #says, #cite))
        });
        let functions = contract.functions.iter().map(|f| self.function(f));
        let variants = contract.variants.iter().map(|variant| {
            let (name, p) = (&variant.name, &variant.when);
            let (at, predicate) = (self.at(p.at), self.predicate(p, contract));
            quote!(#at (#name, #predicate))
        });
        let derived = contract.derived.iter().map(|d| self.derived(d, contract));
        let requirements = contract.requirements.iter().map(|r| self.requirement(r, Some(contract)));
        let broken = self.broken(operator, at, contract);
        let place = self.at(contract.at);
        quote!(#place #root::contract::Contract {
            operator: #operator, edition: #edition, says: #says, formula: #formula, cite: #cite,
            max_rank: #max_rank, deterministic: #deterministic, products: &[#(#products),*],
            messages: &[#(#messages),*], functions: &[#(#functions),*], variants: &[#(#variants),*],
            derived: &[#(#derived),*], requirements: &[#(#requirements),*], broken: #broken
        })
    }

    /// One function that tests every predicate of a contract. The indices are constants, so all predicates are compiled into
    /// it.
    fn broken(&self, operator: &str, at: usize, contract: &Contract) -> TokenStream {
        let (args, operator) = (self.args(), constant(operator));
        let breakable = contract.requirements.iter().enumerate().filter(|(_, r)| r.require.is_some());
        let breakable = breakable.map(|(index, _)| index);
        quote!(|a: #args<'_>| {
            let requirements = #operator.contracts[#at].requirements;
            0 #(| u128::from(requirements[#breakable].is_broken_by(a)) << #breakable)*
        })
    }

    fn function(&self, function: &Function) -> TokenStream {
        let root = self.root();
        let Function { name, phase, variant, returns, .. } = function;
        let (at, then, cite) =
            (self.at(function.at), option(function.then.as_ref()), self.cite(&function.cite));
        let parameters = function.parameters.iter().map(|p| self.parameter(p));
        quote!(#at #root::contract::Function {
            name: #name, phase: #phase, variant: #variant, then: #then, returns: #returns, cite: #cite,
            parameters: &[#(#parameters),*]
        })
    }

    fn parameter(&self, parameter: &Parameter) -> TokenStream {
        let root = self.root();
        let Parameter { name, c, says, unnamed, formats, .. } = parameter;
        let dtypes = self.dtype_set(&parameter.dtypes);
        let (at, empty, strided) =
            (self.at(parameter.at), option(parameter.empty), option(parameter.strided));
        let (range, cite) = (option(parameter.range.as_ref()), self.cite(&parameter.cite));
        let (min_rank, max_rank) = (option(parameter.min_rank), option(parameter.max_rank));
        let direction = self.direction(parameter.direction);
        quote!(#at #root::contract::Parameter {
            name: #name, c: #c, direction: #direction, says: #says, dtypes: #dtypes, unnamed: &[#(#unnamed),*],
            formats: &[#(#formats),*], empty: #empty, strided: #strided, range: #range,
            min_rank: #min_rank, max_rank: #max_rank, cite: #cite
        })
    }

    pub(super) fn dtype_set(&self, dtypes: &[crate::model::DTypeId]) -> TokenStream {
        let root = self.root();
        let dtypes = dtypes.iter().map(|d| self.dtype(*d));
        quote!(#root::DTypeSet::of(&[#(#dtypes),*]))
    }

    fn direction(&self, direction: Direction) -> TokenStream {
        let root = self.root();
        let direction = match direction {
            Direction::In => quote!(In),
            Direction::Out => quote!(Out),
            Direction::InOut => quote!(InOut),
        };
        quote!(#root::contract::Direction::#direction)
    }

    pub(super) fn basis(&self, basis: Basis) -> TokenStream {
        let root = self.root();
        let basis = match basis {
            Basis::Stated => quote!(Stated),
            Basis::Derived => quote!(Derived),
            Basis::Elsewhere => quote!(Elsewhere),
            Basis::Reading => quote!(Reading),
        };
        quote!(#root::contract::Basis::#basis)
    }

    /// A requirement; its predicates refer to facts of `contract`.
    pub(super) fn requirement(&self, requirement: &Requirement, contract: Option<&Contract>) -> TokenStream {
        let root = self.root();
        let Requirement { id, says, ranks, repeats, reference_refuses, accepted_is_judged, .. } = requirement;
        let level = match requirement.level {
            Level::Must => quote!(Must),
            Level::Should => quote!(Should),
            Level::Unspecified => quote!(Unspecified),
            Level::Contradicted => quote!(Contradicted),
        };
        let predicate =
            |p: &Option<Predicate>| option(p.as_ref().zip(contract).map(|(p, c)| self.predicate(p, c)));
        let (when, require) = (predicate(&requirement.when), predicate(&requirement.require));
        let status =
            option(requirement.status.as_ref().zip(requirement.status_number).map(|(name, number)| {
                let number = i32::try_from(number).unwrap_or(i32::MAX);
                quote!((#name, #number))
            }));
        let (message, via) = (option(requirement.message.as_ref()), option(requirement.via.as_ref()));
        let (unbreakable, table) =
            (option(requirement.unbreakable.as_ref()), option(requirement.table.as_ref()));
        let (at, cite) = (self.at(requirement.at), self.cite(&requirement.cite));
        let (basis, reason) =
            (option(requirement.basis.map(|basis| self.basis(basis))), option(requirement.reason.as_ref()));
        let status_source = requirement.status_basis.zip(requirement.status_cite.as_ref());
        let status_source = option(status_source.map(|(basis, cite)| {
            let (basis, cite) = (self.basis(basis), self.cite(cite));
            let reason = option(requirement.status_reason.as_ref());
            quote!(#root::contract::StatusSource { basis: #basis, reason: #reason, cite: #cite })
        }));
        let cells = option(requirement.cells.map(|cells| {
            let cells = match cells {
                Cells::Promoted => quote!(Promoted),
                Cells::Undefined => quote!(Undefined),
                Cells::Asymmetric => quote!(Asymmetric),
                Cells::Contradicted => quote!(Contradicted),
            };
            quote!(#root::contract::Cells::#cells)
        }));
        let also = requirement.also.iter().map(|cite| self.cite(cite));
        quote!(#at #root::contract::Requirement {
            id: #id, level: #root::contract::Level::#level, basis: #basis, reason: #reason, says: #says,
            when: #when, require: #require, status: #status, status_source: #status_source,
            message: #message, via: #via, unbreakable: #unbreakable, table: #table, ranks: #ranks,
            cells: #cells, repeats: #repeats, reference_refuses: #reference_refuses,
            accepted_is_judged: #accepted_is_judged, cite: #cite, also: &[#(#also),*]
        })
    }

    fn predicate(&self, predicate: &Predicate, contract: &Contract) -> TokenStream {
        let (root, args) = (self.root(), self.args());
        let text = &predicate.text;
        let body = self.expr(&predicate.expr, contract);
        quote!(#root::contract::Predicate {
            text: #text, holds: |a: #args<'_>| Some(#body)
        })
    }

    fn derived(&self, derived: &Derived, contract: &Contract) -> TokenStream {
        let (root, args) = (self.root(), self.args());
        let Derived { name, says, .. } = derived;
        let text = &derived.is.text;
        let kind = format_ident!(
            "{}",
            match derived.kind {
                Type::DType => "DType",
                Type::Int => "Int",
                Type::Bool | Type::Shape | Type::DTypes => "Flag",
            }
        );
        let (at, body) = (self.at(derived.at), self.expr(&derived.is.expr, contract));
        quote!(#at #root::contract::Derived {
            name: #name, says: #says, text: #text,
            value: #root::contract::DerivedValue::#kind(|a: #args<'_>| Some(#body))
        })
    }
}
