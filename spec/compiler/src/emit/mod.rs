//! Generates Rust from the checked model: the root crate's types, their values, and compiled predicates.
//!
//! `types` and `values` write whatever the model's macros define. What a type or a value cannot say is written by the other
//! modules: enums of dtypes and schemes, look-ups in constants, ids of requirements, conversions. Functions over tables are
//! written by hand in the crate that includes the output. Items have the order of the model, so the same specification gives
//! the same bytes from any folder.

mod dtype;
mod expr;
mod print;
mod promote;
mod requirement;
mod types;
mod values;

use crate::model::{At, Contract, DTypeId, OperatorSpec, ProductName, Spec};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::cell::RefCell;
use types::ModelType;

/// One generated file.
#[derive(Clone, Debug)]
pub struct Artefact {
    /// Its name below the output folder.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// Types whose values have statics of their own, for code that names one, and the field that names them.
const NAMED: [(&str, &str); 2] = [("OperatorSpec", "name"), ("Table", "id")];

/// Everything that the core crate includes.
pub fn rust(spec: &Spec) -> Vec<Artefact> {
    let (types, functions) = (types::model_types(), RefCell::default());
    let crates = [quote!(crate), quote!(crate::args::Args)];
    let emitter = Emitter::new(spec, &types, &functions, &crates);
    let module = |module: &str, more: TokenStream| {
        let (types, lists) = (emitter.definitions(module), emitter.lists(module));
        quote!(#types #lists #more)
    };
    artefacts([
        ("dtype.rs", module("dtype", emitter.dtypes())),
        ("document.rs", module("document", TokenStream::new())),
        ("promote.rs", module("promote", emitter.all_results())),
        ("contract.rs", module("contract", TokenStream::new())),
        ("requirement.rs", emitter.requirement_ids()),
        ("element.rs", emitter.conversions()),
    ])
}

/// The operators and the ids of their requirements, for a crate that adds operators of its own.
pub fn operators(spec: &Spec) -> Vec<Artefact> {
    let (types, functions) = (types::model_types(), RefCell::default());
    let crates = [quote!(::ascertain), quote!(::ascertain::call::Args)];
    let emitter = Emitter::new(spec, &types, &functions, &crates);
    artefacts([("contract.rs", emitter.lists("contract")), ("requirement.rs", emitter.requirement_ids())])
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

#[derive(Clone, Copy)]
struct Emitter<'a> {
    spec: &'a Spec,
    types: &'a [ModelType],
    /// How the crate that includes the output names the core crate, and the arguments that predicates read.
    crates: &'a [TokenStream; 2],
    /// The operator whose arguments formulas name.
    operator: Option<&'a OperatorSpec>,
    /// The contract that predicates are in.
    contract: Option<&'a Contract>,
    functions: &'a Functions,
}

/// The functions that evaluate predicates, each with what it evaluates.
type Functions = RefCell<Vec<(String, TokenStream)>>;

impl<'a> Emitter<'a> {
    fn new(
        spec: &'a Spec,
        types: &'a [ModelType],
        functions: &'a Functions,
        crates: &'a [TokenStream; 2],
    ) -> Self {
        Self { spec, types, crates, operator: None, contract: None, functions }
    }
}

impl Emitter<'_> {
    fn root(&self) -> &TokenStream {
        &self.crates[0]
    }

    fn args(&self) -> &TokenStream {
        &self.crates[1]
    }

    /// A comment that names the file and line an item comes from, and starts a line for it.
    fn at(&self, at: At) -> TokenStream {
        let (file, line) = self.spec.place(at);
        print::comment(&format!("{file}:{line}"))
    }

    fn dtype(&self, id: DTypeId) -> TokenStream {
        let root = self.root();
        let variant = variant(&self.spec.dtype_of(id).name);
        quote!(#root::DType::#variant)
    }

    /// A dtype by its short name.
    fn dtype_named(&self, name: &str) -> TokenStream {
        let (root, variant) = (self.root(), variant(name));
        quote!(#root::DType::#variant)
    }

    fn dtype_set(&self, dtypes: &[DTypeId]) -> TokenStream {
        let root = self.root();
        let dtypes = dtypes.iter().map(|d| self.dtype(*d));
        quote!(#root::DTypeSet::of(&[#(#dtypes),*]))
    }

    /// Products by their names on pages.
    fn product_set(&self, names: &[String]) -> TokenStream {
        let root = self.root();
        let is_one = |product: &ProductName| product.names.iter().any(|name| names.contains(name));
        let products = self.spec.products.iter().enumerate().filter(|(_, product)| is_one(product));
        let places = products.map(|(at, _)| Literal::usize_unsuffixed(at));
        quote!(#root::product::ProductSet::of(&[#(#places),*]))
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
