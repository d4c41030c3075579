//! Operators at run time: the specification's types from values, for a program that reads an operator that it was not built with.
//!
//! The types refer to what they are made of as constants do, so what is loaded is kept until the program ends.

use crate::contract::{Compiled, Elementwise, Predicate};
use crate::dtype::{DType, DTypeSet};
use crate::language::{Expr, Named, Type};
use std::sync::OnceLock;

/// A value of the specification's model. Records have the names of the types of this crate.
#[derive(Clone, Debug)]
pub enum Value {
    /// Not there.
    Absent,
    /// Yes or no.
    YesNo(bool),
    /// A number.
    Integer(i64),
    /// Text.
    Text(String),
    /// A dtype.
    DType(DType),
    /// A set of dtypes.
    DTypes(DTypeSet),
    /// An expression, as written and with what it refers to.
    Predicate(String, Named),
    /// A formula, as written, with the arguments that it can name.
    Elementwise(String, Vec<(String, Option<Type>)>, Expr),
    /// Values of one type.
    List(Vec<Self>),
    /// A variant of an enum: its name, and its data.
    Variant(&'static str, Vec<Self>),
    /// A struct: its fields by name.
    Record(Vec<(&'static str, Self)>),
}

/// A type that the specification's model has too. Both are written from one definition, so a value always has the type's form.
pub trait Load: Sized {
    /// The value as this type.
    ///
    /// # Panics
    /// If the value is of another type of the model.
    fn load(value: &Value) -> Self;
}

impl Value {
    /// A field of a struct.
    ///
    /// # Panics
    /// If it is not a struct with this field.
    #[must_use]
    pub fn field<T: Load>(&self, name: &str) -> T {
        let Self::Record(fields) = self else { self.mismatch(name) };
        let Some((_, value)) = fields.iter().find(|(field, _)| *field == name) else { self.mismatch(name) };
        T::load(value)
    }

    /// Says that a value is not of the type that is wanted.
    ///
    /// # Panics
    /// Always.
    pub fn mismatch(&self, wanted: &str) -> ! {
        unreachable!("the model has no {wanted} in {self:?}")
    }
}

/// Keeps something until the program ends.
fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

macro_rules! load {
    ($($ty:ty: $pattern:pat => $value:expr;)+) => {$(
        impl Load for $ty {
            #[inline]
            fn load(value: &Value) -> Self {
                match value {
                    $pattern => $value,
                    other => other.mismatch(stringify!($ty)),
                }
            }
        }
    )+};
}

load! {
    bool: Value::YesNo(yes) => *yes;
    u32: Value::Integer(number) => u32::try_from(*number).unwrap_or(u32::MAX);
    i32: Value::Integer(number) => i32::try_from(*number).unwrap_or(i32::MAX);
    &'static str: Value::Text(text) => text.clone().leak();
    DType: Value::DType(dtype) => *dtype;
    DTypeSet: Value::DTypes(dtypes) => *dtypes;
    Predicate: Value::Predicate(text, named) =>
        {
            let named = kept(named.clone());
            Self { text: text.clone().leak(), value: Compiled::Loaded(kept(|args| named.value(args))) }
        };
    Elementwise: Value::Elementwise(text, arguments, expr) => Self {
        text: text.clone().leak(),
        arguments: arguments.iter().map(|(name, kind)| (&*name.clone().leak(), *kind)).collect::<Vec<_>>().leak(),
        operands: expr.elements().leak(),
        is_truth: expr.kind() == Type::Bool,
        typed: kept(OnceLock::from(Some(expr.clone()))),
    };
}

impl<T: Load> Load for Option<T> {
    #[inline]
    fn load(value: &Value) -> Self {
        match value {
            Value::Absent => None,
            value => Some(T::load(value)),
        }
    }
}

impl<T: Load> Load for &'static [T] {
    #[inline]
    fn load(value: &Value) -> Self {
        match value {
            Value::List(items) => items.iter().map(T::load).collect::<Vec<_>>().leak(),
            other => other.mismatch("list"),
        }
    }
}
