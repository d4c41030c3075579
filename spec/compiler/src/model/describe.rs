//! Describes the types of the model and their values to programs that write them in other languages.
//!
//! `record!` and `enumeration!` define the model's types, and with each type its description: names, types and
//! documentation of its fields. So a field has one definition, and every language has it, and so has the root crate.

use crate::model::Spec;
use crate::model::root::Constant;

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldType {
    /// Text.
    Text,
    /// A signed 32-bit integer.
    Integer,
    /// Yes or no.
    YesNo,
    /// One of an enumeration's names.
    Name(&'static Enumeration),
    /// A record.
    Record(&'static Record),
    /// A list of values of one type.
    List(&'static FieldType),
    /// A value that may be absent. An absent record is an empty list, and lists cannot be absent.
    Maybe(&'static FieldType),
    /// Something that only the compiler needs, such as a place in its files.
    Hidden,
}

impl FieldType {
    /// Whether other languages do not have the field.
    fn is_hidden(&self) -> bool {
        match self {
            Self::Hidden => true,
            Self::List(of) | Self::Maybe(of) => of.is_hidden(),
            _ => false,
        }
    }
}

/// An enumeration.
#[derive(Debug)]
pub struct Enumeration {
    /// `ArgumentKind`.
    pub name: &'static str,
    /// What it means.
    pub says: &'static str,
    /// The names; empty for dtypes, whose names come from the specification.
    pub names: &'static [&'static str],
}

/// A record.
#[derive(Debug)]
pub struct Record {
    /// `TableEdition`.
    pub name: &'static str,
    /// What it is.
    pub says: &'static str,
    all: &'static [Field],
}

impl Record {
    /// A record whose fields are all for other languages.
    pub(crate) const fn new(name: &'static str, says: &'static str, all: &'static [Field]) -> Self {
        Self { name, says, all }
    }

    /// Its fields, in order.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.all.iter().filter(|field| !field.kind.is_hidden())
    }

    /// The record with a value for each field, including the hidden ones.
    pub(crate) fn filled(&'static self, values: impl IntoIterator<Item = Value>) -> Value {
        let shown = self.all.iter().zip(values).filter(|(field, _)| !field.kind.is_hidden());
        Value::Record(self, shown.map(|(_, value)| value).collect())
    }
}

/// A field of a record.
#[derive(Debug)]
pub struct Field {
    /// `max_rank`.
    pub name: &'static str,
    /// Its type.
    pub kind: FieldType,
    /// What it means, in a sentence.
    pub says: &'static str,
}

impl Field {
    pub(crate) const fn new(name: &'static str, kind: FieldType, says: &'static str) -> Self {
        Self { name, kind, says }
    }
}

/// A value of a [`FieldType`].
#[derive(Clone, Debug)]
pub enum Value {
    /// An absent value.
    Null,
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Integer(i64),
    /// Text.
    Text(String),
    /// A name of an enumeration.
    Name(String),
    /// Values of one type. If a length of row is given, they are a grid, row by row.
    List(Vec<Value>, Option<usize>),
    /// A record with its fields in order.
    Record(&'static Record, Vec<Value>),
}

/// A type that other languages have.
pub trait Described {
    /// What it is there.
    const TYPE: FieldType;
    /// What it is where it may be absent.
    const OPTIONAL: FieldType = FieldType::Maybe(&Self::TYPE);

    /// The value there. `spec` resolves dtypes and cells.
    fn value(&self, spec: &Spec) -> Value;

    /// The value of an absent one, or of one that is present, where it may be absent.
    fn optional(this: Option<&Self>, spec: &Spec) -> Value {
        match (this, Self::TYPE) {
            (Some(this), FieldType::Record(_)) => Value::List(vec![this.value(spec)], None),
            (None, FieldType::Record(_)) => Value::List(Vec::new(), None),
            (Some(this), _) => this.value(spec),
            (None, _) => Value::Null,
        }
    }
}

impl<T: Described> Described for Option<T> {
    const TYPE: FieldType = T::OPTIONAL;

    fn value(&self, spec: &Spec) -> Value {
        T::optional(self.as_ref(), spec)
    }
}

impl<T: Described> Described for Vec<T> {
    const TYPE: FieldType = FieldType::List(&T::TYPE);

    fn value(&self, spec: &Spec) -> Value {
        Value::List(self.iter().map(|item| item.value(spec)).collect(), None)
    }
}

/// Describes types that are one value: `type, its FieldType, its value, its value in the root crate`.
macro_rules! plain {
    ($($type:ty, $kind:expr, |$this:pat_param, $spec:pat_param| $value:expr, $constant:expr;)*) => { $(
        impl $crate::model::describe::Described for $type {
            const TYPE: $crate::model::describe::FieldType = $kind;

            fn value(&self, $spec: &$crate::model::Spec) -> $crate::model::describe::Value {
                let $this = self;
                $value
            }
        }

        impl $crate::model::root::InRoot for $type {
            fn constant(&self) -> $crate::model::root::Constant<'_> {
                let $this = self;
                $constant
            }
        }
    )* };
}

plain! {
    String, FieldType::Text, |text, _| Value::Text(text.clone()), Constant::Text(text);
    bool, FieldType::YesNo, |yes, _| Value::YesNo(*yes), Constant::YesNo(*yes);
    u32, FieldType::Integer, |number, _| Value::Integer((*number).into()), Constant::Integer((*number).into());
    i32, FieldType::Integer, |number, _| Value::Integer((*number).into()), Constant::Integer((*number).into());
}

/// Types that only the compiler and the tools of the specification have.
macro_rules! hidden {
    ($($type:ty: |$this:pat_param| $constant:expr,)*) => { $(
        impl $crate::model::describe::Described for $type {
            const TYPE: $crate::model::describe::FieldType = $crate::model::describe::FieldType::Hidden;

            fn value(&self, _: &$crate::model::Spec) -> $crate::model::describe::Value {
                $crate::model::describe::Value::Null
            }
        }

        impl $crate::model::root::InRoot for $type {
            const HIDDEN: bool = true;

            fn constant(&self) -> $crate::model::root::Constant<'_> {
                let $this = self;
                $constant
            }
        }
    )* };
}

/// Defines structs of the model, and describes them. A struct may have another name in other languages: `Status as
/// "StatusInfo"`.
macro_rules! record {
    ($($(#[doc = $says:literal])+ #[derive($($derive:ident),+)] pub struct $name:ident $(as $shown:literal)? {
        $($(#[doc = $about:literal])+ $vis:vis $field:ident: $type:ty,)+
    })+) => { $(
        $crate::model::root::root! {
            $(#[doc = $says])+
            #[derive($($derive),+)]
            pub struct $name { $($(#[doc = $about])+ $vis $field: $type,)+ }
        }

        impl $crate::model::describe::Described for $name {
            const TYPE: $crate::model::describe::FieldType =
                $crate::model::describe::FieldType::Record(&$crate::model::describe::Record::new(
                    [$($shown,)? stringify!($name)][0],
                    concat!($($says),+),
                    &[$($crate::model::describe::Field::new(
                        stringify!($field),
                        <$type as $crate::model::describe::Described>::TYPE,
                        concat!($($about),+),
                    )),+],
                ));
            const OPTIONAL: $crate::model::describe::FieldType = $crate::model::describe::FieldType::List(&Self::TYPE);

            fn value(&self, spec: &$crate::model::Spec) -> $crate::model::describe::Value {
                let $crate::model::describe::FieldType::Record(record) = Self::TYPE else { unreachable!("defined above") };
                record.filled([$($crate::model::describe::Described::value(&self.$field, spec)),+])
            }
        }
    )+ };
}

/// Defines enumerations of the model, and describes them. `$absent`, if given, is the name of an absent value.
macro_rules! enumeration {
    ($($(#[doc = $says:literal])+ pub enum $name:ident $(as $shown:literal)? $(or $absent:literal)? {
        $($(#[doc = $about:literal])+ $variant:ident = $word:literal,)+
    })+) => { $(
        $(#[doc = $says])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[doc = $about])+ $variant,)+ }

        impl $name {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word of the specification.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl $crate::model::root::InRoot for $name {
            fn constant(&self) -> $crate::model::root::Constant<'_> {
                let variant = match self { $(Self::$variant => stringify!($variant)),+ };
                $crate::model::root::Constant::Variant(stringify!($name), variant, Vec::new())
            }
        }

        $crate::model::root::defined! { $name, [],
            $(#[doc = $says])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $name { $($(#[doc = $about])+ $variant = $word,)+ }
        }

        impl $crate::model::describe::Described for $name {
            const TYPE: $crate::model::describe::FieldType =
                $crate::model::describe::FieldType::Name(&$crate::model::describe::Enumeration {
                    name: [$($shown,)? stringify!($name)][0],
                    says: concat!($($says),+),
                    names: &[$($absent,)? $($word),+],
                });
            $(
                const OPTIONAL: $crate::model::describe::FieldType = Self::TYPE;

                fn optional(this: Option<&Self>, _: &$crate::model::Spec) -> $crate::model::describe::Value {
                    $crate::model::describe::Value::Name(this.map_or($absent, |this| this.name()).to_owned())
                }
            )?

            fn value(&self, _: &$crate::model::Spec) -> $crate::model::describe::Value {
                $crate::model::describe::Value::Name(self.name().to_owned())
            }
        }
    )+ };
}

pub(crate) use {enumeration, hidden, plain, record};
