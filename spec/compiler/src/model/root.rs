//! How the root crate has the model: the same types, as constants. `crate::emit` writes them.
//!
//! `root!` defines a struct, and `choice!` an enum with data, for both crates; `record!` and `enumeration!` use them. What is
//! hidden from other languages is hidden from the root crate too.

use super::{At, DTypeId, Predicate};
use std::any::Any;

/// A type that the root crate has too.
pub trait InRoot {
    /// Whether fields of this type are left out there.
    const HIDDEN: bool = false;

    /// The value there.
    fn constant(&self) -> Constant<'_>;
}

/// A type that the root crate defines as the model does.
pub trait Defined: InRoot {
    /// Its definition.
    const DEFINITION: Definition;
}

/// A struct or an enum of the model.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Its text, in Rust. An enumeration's variants have their words in the place of numbers.
    pub source: &'static str,
    /// For each field of a struct, whether it is left out.
    pub hidden: &'static [bool],
}

/// A value of the model, to be written as a constant.
pub enum Constant<'m> {
    /// A value that is left out.
    Hidden,
    /// The place in the specification that its record comes from.
    At(At),
    /// A value that may be absent.
    Maybe(Option<Box<Self>>),
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Integer(i64),
    /// Text.
    Text(&'m str),
    /// A dtype.
    DType(DTypeId),
    /// A set of dtypes.
    DTypes(&'m [DTypeId]),
    /// A compiled expression.
    Predicate(&'m Predicate),
    /// A compiled formula.
    Elementwise(&'m Predicate),
    /// Values of one type.
    List(Vec<Self>),
    /// A variant of an enum: the enum, its own name, and its data.
    Variant(&'static str, &'static str, Vec<Self>),
    /// A struct.
    Record {
        /// Its name.
        name: &'static str,
        /// Where the specification says so.
        at: Option<At>,
        /// The model's value, which tells what predicates inside it refer to.
        model: &'m dyn Any,
        /// Its fields by name.
        fields: Vec<(&'static str, Self)>,
    },
}

impl<'m> Constant<'m> {
    /// A struct: for each field its name, whether it is hidden, and its value.
    pub fn record(
        name: &'static str,
        model: &'m dyn Any,
        fields: impl IntoIterator<Item = (&'static str, bool, Self)>,
    ) -> Self {
        let (mut at, mut shown) = (None, Vec::new());
        for (field, hidden, value) in fields {
            match value {
                Self::At(place) => at = Some(place),
                _ if hidden => {}
                value => shown.push((field, value)),
            }
        }
        Self::Record { name, at, model, fields: shown }
    }
}

impl<T: InRoot> InRoot for Option<T> {
    const HIDDEN: bool = T::HIDDEN;

    fn constant(&self) -> Constant<'_> {
        Constant::Maybe(self.as_ref().map(|value| Box::new(value.constant())))
    }
}

impl<T: InRoot> InRoot for Vec<T> {
    const HIDDEN: bool = T::HIDDEN;

    fn constant(&self) -> Constant<'_> {
        Constant::List(self.iter().map(T::constant).collect())
    }
}

/// Gives a type its definition, for the root crate.
macro_rules! defined {
    ($name:ident, $hidden:expr, $($source:tt)+) => {
        impl $crate::model::root::Defined for $name {
            const DEFINITION: $crate::model::root::Definition =
                $crate::model::root::Definition { source: stringify!($($source)+), hidden: &$hidden };
        }
    };
}

/// Defines structs that the root crate has too.
macro_rules! root {
    ($(
        $(#[doc = $says:literal])+
        #[derive($($derive:ident),+)]
        pub struct $name:ident { $($(#[doc = $about:literal])+ $vis:vis $field:ident: $type:ty,)+ }
    )+) => { $(
        $(#[doc = $says])+
        #[derive($($derive),+)]
        pub struct $name { $($(#[doc = $about])+ $vis $field: $type,)+ }

        impl $crate::model::root::InRoot for $name {
            fn constant(&self) -> $crate::model::root::Constant<'_> {
                let fields = [$((
                    stringify!($field),
                    <$type as $crate::model::root::InRoot>::HIDDEN,
                    $crate::model::root::InRoot::constant(&self.$field),
                )),+];
                $crate::model::root::Constant::record(stringify!($name), self, fields)
            }
        }

        $crate::model::root::defined! { $name, [$(<$type as $crate::model::root::InRoot>::HIDDEN),+],
            $(#[doc = $says])+
            #[derive($($derive),+)]
            pub struct $name { $($(#[doc = $about])+ pub $field: $type,)+ }
        }
    )+ };
}

/// Defines enums with data that the root crate has too. Each part of a variant has a name, which only this macro uses.
macro_rules! choice {
    ($(
        $(#[doc = $says:literal])+
        #[derive($($derive:ident),+)]
        pub enum $name:ident { $($(#[$about:meta])+ $variant:ident $(($($part:ident: $type:ty),+))?,)+ }
    )+) => { $(
        $(#[doc = $says])+
        #[derive($($derive),+)]
        pub enum $name { $($(#[$about])+ $variant $(($($type),+))?,)+ }

        impl $crate::model::root::InRoot for $name {
            fn constant(&self) -> $crate::model::root::Constant<'_> {
                let (variant, parts) = match self {
                    $(Self::$variant $(($($part),+))? => (
                        stringify!($variant),
                        vec![$($($crate::model::root::InRoot::constant($part)),+)?],
                    ),)+
                };
                $crate::model::root::Constant::Variant(stringify!($name), variant, parts)
            }
        }

        $crate::model::root::defined! { $name, [],
            $(#[doc = $says])+
            #[derive($($derive),+)]
            pub enum $name { $($(#[$about])+ $variant $(($($type),+))?,)+ }
        }
    )+ };
}

pub(crate) use {choice, defined, root};
