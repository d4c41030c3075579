//! Writes the types of the model as the root crate has them: with `&'static` for what the model owns, and without what it
//! hides.

use super::Emitter;
use crate::model::root::{Defined, Definition};
use crate::model::{
    Accepted, Argument, ArgumentKind, Axis, Basis, Cell, CellRef, Cells, Citation, Class, Contract,
    DTypeInfo, Derived, Direction, Document, Edition, EditionChoice, Erratum, Format, Formula, Function,
    Gives, Join, Joined, Key, Level, Message, NamedType, Number, OperatorSpec, Origin, OtherType, Outside,
    Parameter, Product, ProductDTypes, ProductName, Profile, Reading, Requirement, Rule, SchemeInfo,
    SchemeName, SourceKind, Span, Statement, Status, Table, TableEdition, TypeList, ValueType, Variant,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Field, Fields, ItemEnum, Type};

/// Says in which module of the root crate a type is.
macro_rules! modules {
    ($($module:ident: $($type:ty),+;)+) => {
        const MODULES: &[(&str, &[Definition])] =
            &[$((stringify!($module), &[$(<$type>::DEFINITION),+])),+];
    };
}

// A type of the model that is missing here does not compile in the root crate.
modules! {
    dtype: Class, DTypeInfo, SchemeInfo, SchemeName;
    document: Document, Edition, SourceKind, Profile, ProductName, EditionChoice, Citation, Span, Status, Format, Erratum, Reading, CellRef,
        Accepted, TypeList, NamedType, OtherType, Statement;
    promote: Table, Axis, Key, Number, TableEdition, Cell, Origin, Rule, Gives;
    contract: OperatorSpec, Argument, ArgumentKind, Direction, Contract, Product, Message, Function, Parameter, ProductDTypes,
        Variant, Derived, Formula, Joined, Join, Outside, ValueType, Requirement, Level, Basis, Cells;
}

/// A type of the model, parsed.
pub(super) struct ModelType {
    pub(super) module: &'static str,
    pub(super) name: Ident,
    item: syn::Item,
    hidden: &'static [bool],
}

/// Every type of the model that the root crate has.
pub(super) fn model_types() -> Vec<ModelType> {
    let types = MODULES.iter().flat_map(|(module, types)| types.iter().map(move |of| (*module, of)));
    types.map(|(module, definition)| ModelType::new(module, definition)).collect()
}

impl ModelType {
    fn new(module: &'static str, definition: &Definition) -> Self {
        let item = syn::parse_str(definition.source).expect("the macros of the model write one item");
        let name = match &item {
            syn::Item::Struct(item) => item.ident.clone(),
            syn::Item::Enum(item) => item.ident.clone(),
            _ => unreachable!("the macros of the model define structs and enums"),
        };
        Self { module, name, item, hidden: definition.hidden }
    }
}

/// The fields of a struct that are not hidden.
pub(super) fn shown<'f>(
    fields: &'f Fields,
    hidden: &'f [bool],
) -> impl Iterator<Item = (&'f Ident, &'f Field)> {
    let shown = fields.iter().zip(hidden).filter(|(_, hidden)| !**hidden);
    shown.filter_map(|(field, _)| Some((field.ident.as_ref()?, field)))
}

impl Emitter<'_> {
    /// The definitions of a module's types.
    pub(super) fn definitions(&self, module: &str) -> TokenStream {
        self.types.iter().filter(|of| of.module == module).map(|of| self.definition(of)).collect()
    }

    fn definition(&self, of: &ModelType) -> TokenStream {
        match &of.item {
            syn::Item::Struct(item) => {
                let (name, attributes) = (&item.ident, attributes(&item.attrs, &item.ident));
                let fields = shown(&item.fields, of.hidden).map(|(field, of)| {
                    let (docs, ty) = (&of.attrs, self.ty(&of.ty));
                    quote!(#(#docs)* pub #field: #ty)
                });
                let names: Vec<_> = shown(&item.fields, of.hidden).map(|(field, _)| field).collect();
                let texts = names.iter().map(ToString::to_string);
                quote! {
                    #attributes pub struct #name { #(#fields),* }
                    impl crate::load::Load for #name {
                        #[inline]
                        fn load(value: &crate::load::Value) -> Self { Self { #(#names: value.field(#texts)),* } }
                    }
                }
            }
            syn::Item::Enum(item) => self.enumeration(item),
            _ => TokenStream::new(),
        }
    }

    /// An enum. One with words has a list of its values, and their names.
    fn enumeration(&self, item: &ItemEnum) -> TokenStream {
        let (name, attributes) = (&item.ident, attributes(&item.attrs, &item.ident));
        let variants = item.variants.iter().map(|variant| {
            let (docs, name) = (&variant.attrs, &variant.ident);
            let parts: Vec<_> = variant.fields.iter().map(|part| self.ty(&part.ty)).collect();
            let parts = (!parts.is_empty()).then(|| quote!((#(#parts),*)));
            quote!(#(#docs)* #name #parts)
        });
        let loaded = item.variants.iter().map(|variant| {
            let (own, text) = (&variant.ident, variant.ident.to_string());
            let places: Vec<_> = (0..variant.fields.len()).collect();
            let parts =
                (!places.is_empty()).then(|| quote!((#(crate::load::Load::load(&_parts[#places])),*)));
            quote!(#text => Self::#own #parts)
        });
        let wanted = name.to_string();
        let definition = quote! {
            #attributes pub enum #name { #(#variants),* }
            impl crate::load::Load for #name {
                #[inline]
                fn load(value: &crate::load::Value) -> Self {
                    let crate::load::Value::Variant(variant, _parts) = value else { value.mismatch(#wanted) };
                    match *variant { #(#loaded,)* _ => value.mismatch(#wanted) }
                }
            }
        };
        let words: Vec<_> =
            item.variants.iter().filter_map(|v| Some((&v.ident, &v.discriminant.as_ref()?.1))).collect();
        if words.is_empty() {
            return definition;
        }
        let (variants, words): (Vec<_>, Vec<_>) = words.into_iter().unzip();
        let names = names(name, &variants, &words);
        quote!(#definition #names)
    }

    /// A type of the model as the root crate has it.
    pub(super) fn ty(&self, ty: &Type) -> TokenStream {
        let root = self.root();
        let Type::Path(path) = ty else { unreachable!("fields of the model are owned") };
        let Some(last) = path.path.segments.last() else { unreachable!("a path has a name") };
        let inner = || match &last.arguments {
            syn::PathArguments::AngleBracketed(of) => match of.args.first() {
                Some(syn::GenericArgument::Type(of)) => self.ty(of),
                _ => TokenStream::new(),
            },
            _ => TokenStream::new(),
        };
        let name = &last.ident;
        match name.to_string().as_str() {
            "String" => quote!(&'static str),
            "bool" | "u32" | "i32" => quote!(#name),
            "Vec" => {
                let of = inner();
                quote!(&'static [#of])
            }
            "Option" => {
                let of = inner();
                quote!(Option<#of>)
            }
            "Stated" => inner(),
            "DTypeId" => quote!(#root::DType),
            "DTypes" => quote!(#root::DTypeSet),
            "Predicate" | "Elementwise" => quote!(#root::contract::#name),
            other => self.path(other),
        }
    }

    /// The path of one of the model's types.
    pub(super) fn path(&self, name: &str) -> TokenStream {
        let root = self.root();
        let found = self.types.iter().find(|of| of.name == name);
        let name = format_ident!("{name}");
        // The root crate does not compile with a type that it does not have.
        let module = found.map(|of| format_ident!("{}", of.module));
        module.map_or_else(|| quote!(#name), |module| quote!(#root::#module::#name))
    }
}

/// A list of an enum's values, and their names.
pub(super) fn names(name: &Ident, variants: &[impl ToTokens], words: &[impl ToTokens]) -> TokenStream {
    let count = variants.len();
    quote! {
        impl #name {
            /// Every value, in order.
            pub const ALL: [Self; #count] = [#(Self::#variants),*];

            /// The word of the specification.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(Self::#variants => #words),* }
            }
        }
    }
}

/// The documentation and the derived traits of a type. What is compared is small, so it is copied too. What has a static of
/// its own is shown by its name, which the root crate does by hand.
fn attributes(attributes: &[Attribute], of: &Ident) -> TokenStream {
    let named = super::NAMED.iter().any(|(name, _)| of == name);
    let attributes = attributes.iter().map(|attribute| {
        if !attribute.path().is_ident("derive") {
            return quote!(#attribute);
        }
        let derived = attribute.parse_args_with(Punctuated::<Ident, syn::Token![,]>::parse_terminated);
        let derived: Vec<Ident> =
            derived.into_iter().flatten().filter(|of| !(named && of == "Debug")).collect();
        let has = |name| derived.iter().any(|of| of == name);
        let copy = (has("PartialEq") && !has("Copy")).then(|| quote!(Copy,));
        quote!(#[derive(#copy #(#derived),*)])
    });
    quote!(#(#attributes)*)
}
