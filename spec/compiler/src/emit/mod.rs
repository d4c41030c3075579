//! Generates Rust from the checked model: tables, contracts and constants.
//!
//! The output has only tables and compiled predicates. The types that they use, and functions over tables, are written by
//! hand in the crate that includes the output. Items have the order of the model, so the same specification gives the
//! same bytes from any folder.

mod contract;
mod document;
mod dtype;
mod expr;
mod print;
mod promote;
mod requirement;

use crate::model::{At, Citation, Span, Spec};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// One generated file.
#[derive(Clone, Debug)]
pub struct Artefact {
    /// Its name below the output folder.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// The crate that includes the output: it names types by `crate` in the core crate and by `::ascertain` elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Inside the core crate.
    Core,
    /// In any other crate, which depends on the core crate.
    Elsewhere,
}

/// Everything that the core crate includes.
pub fn rust(spec: &Spec) -> Vec<Artefact> {
    let emitter = Emitter { spec, target: Target::Core };
    artefacts([
        ("dtype.rs", emitter.dtypes()),
        ("document.rs", emitter.documents()),
        ("promote.rs", emitter.tables()),
        ("contract.rs", emitter.operators()),
        ("requirement.rs", emitter.requirement_ids()),
        ("element.rs", emitter.conversions()),
    ])
}

/// The operators and the ids of their requirements, for a crate that adds operators of its own.
pub fn operators(spec: &Spec) -> Vec<Artefact> {
    let emitter = Emitter { spec, target: Target::Elsewhere };
    artefacts([("contract.rs", emitter.operators()), ("requirement.rs", emitter.requirement_ids())])
}

fn artefacts<const N: usize>(files: [(&'static str, TokenStream); N]) -> Vec<Artefact> {
    files.into_iter().map(|(name, tokens)| Artefact { name, text: finish(tokens) }).collect()
}

fn finish(tokens: TokenStream) -> String {
    let mut out = "// Generated from spec/ by build.rs. Edit the TOML instead.\n".to_owned();
    print::print(tokens, 0, &mut out);
    out.push('\n');
    out
}

struct Emitter<'a> {
    spec: &'a Spec,
    target: Target,
}

impl Emitter<'_> {
    fn root(&self) -> TokenStream {
        match self.target {
            Target::Core => quote!(crate),
            Target::Elsewhere => quote!(::ascertain),
        }
    }

    /// The type of the arguments that predicates read.
    fn args(&self) -> TokenStream {
        match self.target {
            Target::Core => quote!(crate::args::Args),
            Target::Elsewhere => quote!(::ascertain::call::Args),
        }
    }

    /// A comment that names the file and line an item comes from, and starts a line for it.
    fn at(&self, at: At) -> TokenStream {
        let (file, line) = self.spec.place(at);
        print::comment(&format!("{file}:{line}"))
    }

    fn dtype(&self, id: crate::model::DTypeId) -> TokenStream {
        let root = self.root();
        let variant = variant(&self.spec.dtype_of(id).name);
        quote!(#root::DType::#variant)
    }

    fn cite(&self, cite: &Citation) -> TokenStream {
        let root = self.root();
        let Citation { document, edition, place, span } = cite;
        let span = match *span {
            Span::None => quote!(None),
            Span::Lines(a, b) => quote!(Lines(#a, #b)),
            Span::Bytes(a, b) => quote!(Bytes(#a, #b)),
        };
        quote!(#root::document::Citation {
            document: #document, edition: #edition, place: #place, span: #root::document::Span::#span
        })
    }
}

/// The name of an enum's variant: `F32` for `f32`, `Mindspore` for `mindspore`.
fn variant(name: &str) -> Ident {
    let mut chars = name.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format_ident!("{first}{}", chars.as_str())
}

/// The name of a constant: `ACLNN_TENSOR_TENSOR` for `aclnn.tensor-tensor`.
fn constant(id: &str) -> Ident {
    format_ident!("{}", id.replace(|c: char| !c.is_alphanumeric(), "_").to_uppercase())
}

/// `Some(value)` or `None`.
fn option<T: quote::ToTokens>(value: Option<T>) -> TokenStream {
    value.map_or_else(|| quote!(None), |v| quote!(Some(#v)))
}
