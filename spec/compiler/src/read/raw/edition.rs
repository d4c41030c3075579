//! The sections of `SYSTEM/DOCUMENT/EDITION.toml`: what one edition of a document says.

use super::{Cite, Numbers, Place, Text, Version};
use crate::model::{Direction, Gives, SourceKind};
use crate::read::fields::{Fields, Given, Map, Read, section, word, words};
use crate::source::Located;

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
        default formats: Map<Located<i32>> = "format",
    }
}

section! {
    Head, "an edition's head" {
        required document: Text = "document",
        required name: Text = "name",
        optional inherits: Text = "inherits",
        optional requirements_of: Text = "requirements_of",
        default draft: bool = "draft",
        required source: Source = "source",
        optional reading: Reading = "reading",
    }
}

section! {
    Reading, "how a page's table is read" {
        default tables: Vec<u32> = "tables",
        default without: Vec<String> = "without",
        default symmetric: bool = "symmetric",
    }
}

section! {
    Source, "a source" {
        required kind: SourceKind = "kind",
        required title: String = "title",
        required named: String = "named",
        optional address: String = "address",
        optional digest: Text = "digest",
        optional no_digest: Text = "no_digest",
        optional extent: Text = "extent",
    }
}

words!(SourceKind, "a kind of source");

/// A table as an edition gives it.
#[derive(Clone)]
pub(crate) enum Table {
    /// In full.
    Full(Box<FullTable>),
    /// As changes of the inherited table.
    Changes(ChangedTable),
    /// The edition does not print it.
    Removed,
}

impl Read for Table {
    fn read(given: Given<'_>) -> Option<Self> {
        let fields = Fields::open(given, "a promotion table")?;
        let (changes, removed) = (fields.has("change"), fields.has("removed"));
        if removed {
            RemovedTable::read(given)?.removed.then_some(Self::Removed)
        } else if changes {
            ChangedTable::read(given).map(Self::Changes)
        } else {
            FullTable::read(given).map(|table| Self::Full(Box::new(table)))
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

section! {
    RemovedTable, "a promotion table that the edition does not print" {
        required removed: bool = "removed",
    }
}

/// The operand that an axis stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Role(pub(crate) &'static str);

impl Role {
    /// A kind of Python number. All others are dtypes.
    pub(crate) const NUMBER: Self = Self("number");
    const ALL: [&str; 7] = ["lhs", "rhs", "from", "to", "scalar", "tensor", "number"];
}

impl Read for Role {
    fn read(given: Given<'_>) -> Option<Self> {
        word(given, "a role of an axis", Self::ALL.map(|role| (role, Self(role))).to_vec())
    }
}

section! {
    Row, "a row" {
        inside numbers: Numbers,
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

words!(Gives, "an answer of a rule" {
    "partner" => Gives::Partner,
    "operand" => Gives::Operand,
    "none" => Gives::Nothing,
});

section! {
    /// Changed cells from one place: by row, the result in each column.
    Change, "changed cells" {
        required cite: Cite = "cite",
        required rows: Map<Map<Text>> = "rows",
    }
}

section! {
    /// What an edition says about the operator. An edition that inherits gives only differences.
    Contract, "an operator's facts" {
        optional says: String = "says",
        optional names: Text = "names",
        optional formula: String = "formula",
        optional cite: Cite = "cite",
        optional max_rank: MaxRank = "max_rank",
        optional deterministic: Deterministic = "deterministic",
        default products: Map<Product> = "product",
        default messages: Map<Message> = "message",
        default functions: Map<Function> = "function",
    }
}

section! {
    MaxRank, "a limit of dimensions" {
        required is: u32 = "is",
        inside place: Place,
    }
}

section! {
    Deterministic, "a statement on determinism" {
        required is: bool = "is",
        inside place: Place,
    }
}

section! {
    Product, "a product" {
        optional supported: bool = "supported",
        default removed: bool = "removed",
        inside place: Place,
    }
}

section! {
    Message, "a message" {
        optional says: String = "says",
        default removed: bool = "removed",
        inside place: Place,
    }
}

section! {
    Function, "a function" {
        optional phase: Located<u32> = "phase",
        optional variant: Text = "variant",
        optional then: Text = "then",
        optional returns: String = "returns",
        optional returned: OwnPlace = "returned",
        optional cite: Cite = "cite",
        optional nulls: Map<OwnPlace> = "nulls",
        default parameters: Map<Parameter> = "parameter",
    }
}

section! {
    /// A place of the edition's own page.
    OwnPlace, "a place" {
        inside place: Place,
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
        optional min_rank: u32 = "min_rank",
        optional max_rank: u32 = "max_rank",
        optional product_dtypes: Vec<ProductDTypes> = "product_dtypes",
        optional cite: Cite = "cite",
    }
}

section! {
    ProductDTypes, "dtypes of some products" {
        required products: Vec<Text> = "products",
        default dtypes: Vec<Text> = "dtypes",
        default unnamed: Vec<String> = "unnamed",
        inside place: Place,
    }
}

section! {
    NamedType, "a type" {
        optional dtype: Text = "dtype",
        optional renames: Text = "renames",
        default aliases: Vec<Text> = "aliases",
        optional cite: Cite = "cite",
        default removed: bool = "removed",
    }
}

section! {
    OtherType, "a type that is not a dtype" {
        optional says: String = "says",
        optional cite: Cite = "cite",
        default removed: bool = "removed",
    }
}

section! {
    Status, "a status code" {
        required number: Located<i32> = "number",
        required says: String = "says",
        default also: Vec<Text> = "also",
    }
}
