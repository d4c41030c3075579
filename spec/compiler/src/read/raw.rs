//! The files as they are written, before any check across sections. One struct a section; `../../README.md` explains
//! the keys.

use toml::de::DeValue;

use crate::expr::Type;
use crate::model::{ArgumentKind, Class, Direction, Level, SourceKind};
use crate::read::fields::{Fields, Map, Pair, Read, Reader, section, words};
use crate::source::{At, Located};

/// Text with its place.
pub(crate) type Text = Located<String>;

/// The version of the format, checked while reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version;

impl Read for Version {
    fn read(value: &DeValue<'_>, at: At, reader: &mut Reader<'_>) -> Option<Self> {
        let version = i64::read(value, at, reader)?;
        if version == 1 {
            return Some(Self);
        }
        reader.refuse(at, format!("version {version} of the format is not known"), "expected 1", None);
        None
    }
}

section! {
    /// A place in a document.
    Cite, "a citation" {
        optional document: Text = "document",
        optional edition: Text = "edition",
        required place: String = "where",
        optional lines: Located<Pair> = "lines",
        optional bytes: Located<Pair> = "bytes",
    }
}

section! {
    /// `documents.toml`.
    Documents, "documents.toml" {
        required _version: Version = "version",
        required documents: Map<Document> = "document",
        required profiles: Map<Profile> = "profile",
    }
}

section! {
    Document, "a document" {
        required title: String = "title",
        required says: String = "says",
        required first: Text = "first",
    }
}

section! {
    Profile, "a profile" {
        required says: String = "says",
        optional default: Located<bool> = "default",
        default editions: Map<Text> = "editions",
    }
}

section! {
    /// `dtypes.toml`.
    DTypes, "dtypes.toml" {
        required _version: Version = "version",
        required schemes: Map<Scheme> = "scheme",
        required dtypes: Map<DType> = "dtype",
    }
}

section! {
    Scheme, "a naming scheme" {
        required says: String = "says",
        required cite: Cite = "cite",
    }
}

section! {
    DType, "a dtype" {
        required class: Class = "class",
        required bits: Located<u32> = "bits",
        optional precision: Located<u32> = "precision",
        optional exponent_bits: Located<u32> = "exponent_bits",
        default names: Map<Text> = "names",
        required number: Located<i64> = "number",
    }
}

words!(Class, "a class of dtypes" {
    "float" => Class::Float,
    "signed" => Class::Signed,
    "unsigned" => Class::Unsigned,
    "bool" => Class::Bool,
    "complex" => Class::Complex,
});

section! {
    /// `SYSTEM/DOCUMENT.toml`.
    Overlay, "a document's requirements and errata" {
        required _version: Version = "version",
        required document: Text = "document",
        optional operator: Operator = "operator",
        default requirements: Vec<Requirement> = "requirement",
        default errata: Vec<Erratum> = "erratum",
    }
}

section! {
    Operator, "an operator" {
        required name: Text = "name",
        required area: String = "area",
        required arguments: Map<Argument> = "argument",
        required variants: Map<Text> = "variant",
        default derived: Vec<Derived> = "derived",
    }
}

section! {
    Argument, "an argument" {
        required kind: ArgumentKind = "kind",
        optional direction: Direction = "direction",
        default optional: bool = "optional",
        optional via: Text = "via",
        required says: String = "says",
    }
}

words!(ArgumentKind, "a kind of argument" {
    "tensor" => ArgumentKind::Tensor,
    "int" => ArgumentKind::Int,
    "dtype" => ArgumentKind::DType,
    "flag" => ArgumentKind::Flag,
});

words!(Direction, "a direction" {
    "in" => Direction::In,
    "out" => Direction::Out,
    "inout" => Direction::InOut,
});

section! {
    Derived, "a derived value" {
        required name: Text = "name",
        required kind: Located<Type> = "kind",
        required says: String = "says",
        required is: Text = "is",
        optional editions: Vec<Text> = "editions",
    }
}

words!(Type, "a kind of value" {
    "int" => Type::Int,
    "bool" => Type::Bool,
    "dtype" => Type::DType,
    "shape" => Type::Shape,
});

section! {
    Requirement, "a requirement" {
        required id: Text = "id",
        required level: Level = "level",
        required says: String = "says",
        optional when: Text = "when",
        optional require: Text = "require",
        optional status: Text = "else",
        optional message: Text = "message",
        optional via: Text = "via",
        optional unbreakable: Text = "unbreakable",
        optional table: Text = "table",
        optional ranks: Located<bool> = "ranks",
        optional repeats: Located<bool> = "repeats",
        optional reference: ReferenceChoice = "reference",
        optional editions: Vec<Text> = "editions",
        required cite: Cite = "cite",
    }
}

/// What the reference implementation does at a point that the documents leave open, where it does not accept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReferenceChoice {
    /// It refuses.
    Refuses,
}

words!(ReferenceChoice, "what the reference does" {
    "refuses" => ReferenceChoice::Refuses,
});

words!(Level, "a level" {
    "must" => Level::Must,
    "should" => Level::Should,
    "unspecified" => Level::Unspecified,
    "contradicted" => Level::Contradicted,
});

section! {
    Erratum, "an erratum" {
        required id: Text = "id",
        required says: String = "says",
        required readings: Located<Vec<Reading>> = "readings",
        default cells: Vec<CellRef> = "cells",
        default requirements: Vec<Text> = "requirements",
        default editions: Vec<Text> = "editions",
        default accepts: Vec<Accepted> = "accepts",
    }
}

section! {
    Reading, "a reading" {
        required says: String = "says",
        required cite: Cite = "cite",
    }
}

section! {
    /// A cell, by the project's own names.
    CellRef, "a reference to a cell" {
        required table: Text = "table",
        required row: Text = "row",
        required column: Text = "column",
    }
}

section! {
    Accepted, "an accepted result" {
        required table: Text = "table",
        required row: Text = "row",
        required column: Text = "column",
        required result: Text = "result",
    }
}

section! {
    /// `SYSTEM/DOCUMENT/EDITION.toml`.
    Edition, "an edition" {
        required _version: Version = "version",
        required head: Head = "edition",
        default tables: Map<Table> = "table",
        optional operator: Contract = "operator",
        default types: Map<NamedType> = "type",
        default others: Map<OtherType> = "other",
        default statuses: Map<Status> = "status",
        default formats: Map<Located<i64>> = "format",
    }
}

section! {
    Head, "an edition's head" {
        required document: Text = "document",
        required name: Text = "name",
        optional inherits: Text = "inherits",
        required source: Source = "source",
    }
}

section! {
    Source, "a source" {
        required kind: SourceKind = "kind",
        required title: String = "title",
        optional digest: Text = "digest",
        optional extent: Text = "extent",
    }
}

words!(SourceKind, "a kind of source" {
    "page" => SourceKind::Page,
    "code" => SourceKind::Code,
});

/// A table as an edition gives it.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// In full.
    Full(FullTable),
    /// As what differs from the edition inherited from.
    Changes(ChangedTable),
}

impl Read for Table {
    fn read(value: &DeValue<'_>, at: At, reader: &mut Reader<'_>) -> Option<Self> {
        let changes = Fields::open(value, at, reader, "a promotion table")?.has("change");
        if changes {
            ChangedTable::read(value, at, reader).map(Self::Changes)
        } else {
            FullTable::read(value, at, reader).map(Self::Full)
        }
    }
}

section! {
    FullTable, "a promotion table" {
        required says: String = "says",
        required rows: Located<Role> = "rows",
        required columns: Located<Role> = "columns",
        required names: Text = "names",
        required undefined: Text = "undefined",
        required order: Vec<Text> = "order",
        optional row_order: Vec<Text> = "row_order",
        required cite: Cite = "cite",
        required cells: Map<Row> = "row",
        default rules: Vec<Rule> = "rule",
    }
}

section! {
    ChangedTable, "a promotion table that inherits (says only what changes)" {
        required changes: Vec<Change> = "change",
    }
}

/// What an axis holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Lhs,
    Rhs,
    Scalar,
    Tensor,
    Number,
}

words!(Role, "a role of an axis" {
    "lhs" => Role::Lhs,
    "rhs" => Role::Rhs,
    "scalar" => Role::Scalar,
    "tensor" => Role::Tensor,
    "number" => Role::Number,
});

section! {
    Row, "a row" {
        optional lines: Located<Pair> = "lines",
        optional bytes: Located<Pair> = "bytes",
        required cells: Vec<Text> = "cells",
    }
}

section! {
    Rule, "a rule of a table" {
        required id: Text = "id",
        required says: String = "says",
        required operand: Text = "operand",
        required partner: Partner = "partner",
        required gives: Gives = "gives",
        required cite: Cite = "cite",
    }
}

section! {
    /// The dtypes that a rule pairs its operand with.
    Partner, "a rule's partners" {
        optional only: Vec<Text> = "only",
        optional except: Vec<Text> = "except",
    }
}

/// What a rule answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    Partner,
    Operand,
    Nothing,
}

words!(Gives, "an answer of a rule" {
    "partner" => Gives::Partner,
    "operand" => Gives::Operand,
    "none" => Gives::Nothing,
});

section! {
    Change, "a changed cell" {
        required row: Text = "row",
        required column: Text = "column",
        required result: Text = "result",
        required cite: Cite = "cite",
    }
}

section! {
    /// What an edition says of the operator; an inheriting one gives only what differs.
    Contract, "an operator's facts" {
        optional says: String = "says",
        optional names: Text = "names",
        optional formula: String = "formula",
        optional cite: Cite = "cite",
        optional max_rank: u32 = "max_rank",
        optional deterministic: bool = "deterministic",
        default products: Map<Product> = "product",
        default messages: Map<Message> = "message",
        default functions: Map<Function> = "function",
    }
}

section! {
    Product, "a product" {
        required supported: bool = "supported",
        optional place: String = "where",
        optional lines: Located<Pair> = "lines",
        optional bytes: Located<Pair> = "bytes",
    }
}

section! {
    Message, "a message" {
        required says: String = "says",
        optional place: String = "where",
        optional lines: Located<Pair> = "lines",
        optional bytes: Located<Pair> = "bytes",
    }
}

section! {
    Function, "a function" {
        optional phase: Located<u32> = "phase",
        optional variant: Text = "variant",
        optional then: Text = "then",
        optional returns: String = "returns",
        optional cite: Cite = "cite",
        default parameters: Map<Parameter> = "parameter",
    }
}

section! {
    Parameter, "a parameter" {
        optional c: String = "c",
        optional direction: Direction = "direction",
        optional says: String = "says",
        optional dtypes: Vec<Text> = "dtypes",
        optional unnamed: Vec<String> = "unnamed",
        optional formats: Vec<Text> = "formats",
        optional empty: bool = "empty",
        optional strided: bool = "strided",
        optional range: Text = "range",
        optional cite: Cite = "cite",
    }
}

section! {
    NamedType, "a type" {
        required dtype: Text = "dtype",
        default aliases: Vec<Text> = "aliases",
        required cite: Cite = "cite",
    }
}

section! {
    OtherType, "a type that is no dtype" {
        required says: String = "says",
        required cite: Cite = "cite",
    }
}

section! {
    Status, "a status code" {
        required number: Located<i64> = "number",
        required says: String = "says",
        default also: Vec<Text> = "also",
    }
}
