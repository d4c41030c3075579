//! Generates the list of dtypes, their names, and the conversions between those that operators compute in.

use super::types::names;
use super::{Emitter, variant};
use crate::model::{Class, DTypeInfo};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// `enum DType` and `enum Scheme`.
    pub(super) fn dtypes(&self) -> TokenStream {
        let dtypes = &self.spec.dtypes;
        let places = dtypes.iter().map(|d| self.at(d.at));
        let variants: Vec<_> = dtypes.iter().map(|d| variant(&d.name)).collect();
        let docs = dtypes.iter().map(|d| {
            let acl = d.name_in("acl").unwrap_or_default();
            format!(" `{acl}`, {} bits.", d.bits)
        });
        let count = dtypes.len();
        // Numbers are not names.
        let schemes: Vec<_> = self.spec.schemes.iter().filter(|s| s.name != "number").collect();
        let scheme_variants: Vec<_> = schemes.iter().map(|s| variant(&s.name)).collect();
        let scheme_places = schemes.iter().map(|s| self.at(s.at));
        let scheme_docs = schemes.iter().map(|s| format!(" {}.", s.says));
        let words: Vec<_> = schemes.iter().map(|s| &s.name).collect();
        let names = names(&format_ident!("Scheme"), &scheme_variants, &words);
        quote! {
            /// A dtype that the documents name.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[repr(u8)]
            pub enum DType { #(#places #[doc = #docs] #variants),* }

            impl DType {
                /// Every dtype, in the order of the specification.
                pub const ALL: [Self; #count] = [#(Self::#variants),*];
            }

            /// A set of names for dtypes.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u8)]
            pub enum Scheme { #(#scheme_places #[doc = #scheme_docs] #scheme_variants),* }

            #names
        }
    }

    /// The dispatch over dtypes and the matrix of conversions, for the dtypes whose values operators compute with.
    pub(super) fn conversions(&self) -> TokenStream {
        let computed: Vec<_> = self
            .spec
            .dtypes
            .iter()
            .filter_map(|d| Some((self.at(d.at), variant(&d.name), rust_type(d)?)))
            .collect();
        let arms = computed
            .iter()
            .map(|(at, v, ty)| quote!(#at $crate::DType::#v => { type $T = #ty; Some($body) }));
        let rows = computed.iter().flat_map(|(at, from, from_ty)| {
            computed
                .iter()
                .map(move |(_, to, to_ty)| quote!(#at (DType::#from, DType::#to) => convert_as::<#from_ty, #to_ty>))
        });
        quote! {
            /// Runs `$body` with `$T` as the Rust type of a dtype; `None` for dtypes that no operator computes in.
            macro_rules! for_dtype {
                ($dtype:expr, $T:ident => $body:expr) => {
                    match $dtype { #(#arms)* _ => None }
                };
            }
            pub(crate) use for_dtype;

            /// The conversion from one dtype to another; `None` if no operator converts between them.
            #[must_use]
            pub fn converter(from: DType, to: DType) -> Option<Converter> {
                Some(match (from, to) { #(#rows,)* _ => return None })
            }
        }
    }
}

/// The Rust type of a real number's dtype.
fn rust_type(dtype: &DTypeInfo) -> Option<TokenStream> {
    Some(match (dtype.class, dtype.bits, dtype.precision) {
        (Class::Float, 16, Some(11)) => quote!(::half::f16),
        (Class::Float, 16, Some(8)) => quote!(::half::bf16),
        (Class::Float, 32, Some(24)) => quote!(f32),
        (Class::Float, 64, Some(53)) => quote!(f64),
        (Class::Signed, bits, _) => {
            let ty = format_ident!("i{bits}");
            quote!(#ty)
        }
        (Class::Unsigned, bits, _) => {
            let ty = format_ident!("u{bits}");
            quote!(#ty)
        }
        _ => return None,
    })
}
