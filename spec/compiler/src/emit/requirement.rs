//! Generates a constant for the id of every requirement, so that code with a wrong id does not compile.

use super::{Emitter, constant};
use crate::model::Requirement;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// The modules that `requirement.rs` includes: one for each operator and each table with requirements.
    pub(super) fn requirement_ids(&self) -> TokenStream {
        let operators = self.spec.operators.iter().map(|operator| {
            let requirements = operator.contracts.iter().flat_map(|contract| &contract.requirements);
            self.ids_of(&operator.name, requirements)
        });
        let tables = self.spec.tables.iter().map(|table| self.ids_of(&table.id, table.requirements.iter()));
        operators.chain(tables).collect()
    }

    /// The module of one operator or table: a constant for each id, named after the part of the id that follows `name`.
    fn ids_of<'r>(&self, name: &str, requirements: impl Iterator<Item = &'r Requirement>) -> TokenStream {
        // An id may have different statements in different editions, and a statement may be in several contracts.
        let mut ids: Vec<(&str, Vec<&Requirement>)> = Vec::new();
        for requirement in requirements {
            match ids.iter_mut().find(|(id, _)| *id == requirement.id) {
                Some((_, statements)) if statements.iter().any(|r| r.at == requirement.at) => {}
                Some((_, statements)) => statements.push(requirement),
                None => ids.push((&requirement.id, vec![requirement])),
            }
        }
        if ids.is_empty() {
            return TokenStream::new();
        }
        let constants = ids.iter().map(|(id, statements)| {
            let rest = id.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            let (at, constant) = (self.at(statements[0].at), constant(rest.unwrap_or(id)));
            let doc = statements.iter().map(|r| {
                let level = r.level.name();
                match statements.len() {
                    1 => format!(" {level}: {}.", r.says),
                    _ => format!(" - {level} in {}: {}.", r.editions.join(", "), r.says),
                }
            });
            quote!(#at #(#[doc = #doc])* pub const #constant: &str = #id;)
        });
        let module = format_ident!("{}", constant(name).to_string().to_lowercase());
        let doc = format!(" Requirements of `{name}`.");
        quote!(#[doc = #doc] pub mod #module { #(#constants)* })
    }
}
