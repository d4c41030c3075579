//! Generates documents, editions, profiles, status codes, formats, errata and type lists.

use super::{Emitter, option};
use crate::model::SourceKind;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The statics that `document.rs` includes.
    pub(super) fn documents(&self) -> TokenStream {
        let spec = self.spec;
        let documents = spec.documents.iter().map(|d| {
            let (at, id, title, says) = (self.at(d.at), &d.id, &d.title, &d.says);
            let editions = d.editions.iter().map(|e| {
                let (at, name, file, title) = (self.at(e.at), &e.name, &e.file, &e.title);
                let (inherits, digest) = (option(e.inherits.as_ref()), option(e.digest.as_ref()));
                let from_code = e.source == SourceKind::Code;
                let (named, address, no_digest) =
                    (&e.named, option(e.address.as_ref()), option(e.no_digest.as_ref()));
                quote!(#at Edition {
                    name: #name, named: #named, inherits: #inherits, from_code: #from_code, source: #title,
                    address: #address, digest: #digest, no_digest: #no_digest, file: #file
                })
            });
            quote!(#at Document { id: #id, title: #title, says: #says, editions: &[#(#editions),*] })
        });
        let count = spec.documents.len();
        let profiles = spec.profiles.iter().map(|p| {
            let (at, name, says) = (self.at(p.at), &p.name, &p.says);
            let editions = p.editions.iter().zip(&spec.documents).map(|(chosen, d)| {
                // Loading has checked that every profile's editions exist.
                d.editions.iter().position(|e| e.name == chosen.edition).unwrap_or_default() as u8
            });
            quote!(#at Profile { name: #name, says: #says, editions: [#(#editions),*] })
        });
        let default = spec.profiles.iter().position(|p| p.default).unwrap_or_default();
        let statuses = spec.statuses.iter().map(|s| {
            let (at, name, says, also) = (self.at(s.at), &s.name, &s.says, &s.also);
            let number = i32::try_from(s.number).unwrap_or(i32::MAX);
            quote!(#at Status { name: #name, number: #number, says: #says, also: &[#(#also),*] })
        });
        let formats = spec.formats.iter().map(|f| {
            let (at, name) = (self.at(f.at), &f.name);
            let number = i32::try_from(f.number).unwrap_or(i32::MAX);
            quote!(#at (#name, #number))
        });
        let errata = self.errata();
        let types = self.type_lists();
        quote! {
            /// Every document.
            pub static DOCUMENTS: [Document; #count] = [#(#documents),*];
            /// Every profile.
            pub static PROFILES: &[Profile] = &[#(#profiles),*];
            /// Index of the default profile.
            pub const DEFAULT_PROFILE: usize = #default;
            /// Every status code.
            pub static STATUSES: &[Status] = &[#(#statuses),*];
            /// Tensor formats, `aclFormat`, by name.
            pub static FORMATS: &[(&str, i32)] = &[#(#formats),*];
            /// Every erratum.
            pub static ERRATA: &[Erratum] = &[#(#errata),*];
            /// Types that documents list under names of their own.
            pub static TYPE_LISTS: &[TypeList] = &[#(#types),*];
        }
    }

    fn errata(&self) -> impl Iterator<Item = TokenStream> {
        self.spec.errata.iter().map(|e| {
            let (at, id, says, requirements, editions) =
                (self.at(e.at), &e.id, &e.says, &e.requirements, &e.editions);
            let readings = e.readings.iter().map(|r| {
                let (says, cite) = (&r.says, self.cite(&r.cite));
                quote!((#says, #cite))
            });
            let cells = e.cells.iter().map(|c| {
                let (table, row, column) = (&c.table, c.row, c.column);
                quote!((#table, #row, #column))
            });
            let accepts = e.accepts.iter().map(|a| {
                let (table, row, column) = (&a.cell.table, a.cell.row, a.cell.column);
                let result = option(a.result.map(|d| self.dtype(d)));
                quote!((#table, #row, #column, #result))
            });
            quote!(#at Erratum {
                id: #id, says: #says, readings: &[#(#readings),*], cells: &[#(#cells),*],
                requirements: &[#(#requirements),*], editions: &[#(#editions),*], accepts: &[#(#accepts),*]
            })
        })
    }

    fn type_lists(&self) -> impl Iterator<Item = TokenStream> {
        self.spec.type_lists.iter().map(|list| {
            let (document, edition) = (&list.document, &list.edition);
            let types = list.types.iter().map(|t| {
                let (at, name, dtype, aliases) = (self.at(t.at), &t.name, self.dtype(t.dtype), &t.aliases);
                quote!(#at (#name, #dtype, &[#(#aliases),*]))
            });
            let others = list.others.iter().map(|o| {
                let (at, name, says) = (self.at(o.at), &o.name, &o.says);
                quote!(#at (#name, #says))
            });
            quote!(TypeList {
                document: #document, edition: #edition, types: &[#(#types),*], others: &[#(#others),*]
            })
        })
    }
}
