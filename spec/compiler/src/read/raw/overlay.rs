//! The sections of `SYSTEM/DOCUMENT.toml`: what people write about a document.

use toml::de::DeValue;

use super::{Cite, Cites, Text, Version};
use crate::model::ValueType;
use crate::model::{ArgumentKind, Basis, Cells, Direction, Join, Level};
use crate::read::fields::{ByEdition, Given, Map, Pair, Read, only, section, words};
use crate::source::Located;

section! {
    /// `SYSTEM/DOCUMENT.toml`.
    Overlay, "a document's requirements and errata" {
        required _version: Version = "version",
        required document: Text = "document",
        optional operator: Operator = "operator",
        default requirements: ByEdition<Requirement> = "requirement",
        default errata: Vec<Erratum> = "erratum",
        default bases: Vec<FactBasis> = "basis",
        default statements: Vec<Statement> = "statement",
        default closed: Vec<Closed> = "closed",
    }
}

section! {
    /// `SYSTEM/DOCUMENT/requirements.toml`, which imports write.
    Requirements, "what a page requires" {
        required _version: Version = "version",
        required document: Text = "document",
        default requirements: ByEdition<Requirement> = "requirement",
    }
}

section! {
    /// The basis of facts, where it is another than what their place says.
    FactBasis, "a basis of facts" {
        default cells: Vec<CellRef> = "cells",
        default products: Vec<Text> = "products",
        required editions: Vec<Text> = "editions",
        required basis: Located<Basis> = "basis",
        optional reason: Text = "reason",
        required cites: Cites = "cite",
    }
}

section! {
    Statement, "a statement" {
        required says: Text = "says",
        default tested: Vec<Text> = "tested",
        optional untested: Text = "untested",
        required cite: Cite = "cite",
    }
}

section! {
    /// Sentences of a page that ask nothing.
    Closed, "closed sentences" {
        required why: Text = "why",
        default lines: Vec<Located<Pair>> = "lines",
        default bytes: Vec<Located<Pair>> = "bytes",
        optional of: Located<Pair> = "of",
        optional edition: Text = "edition",
    }
}

section! {
    Operator, "an operator" {
        required name: Text = "name",
        optional area: String = "area",
        required arguments: Map<Argument> = "argument",
        default variants: Map<Text> = "variant",
        default derived: ByEdition<Derived> = "derived",
        default statuses: Map<StatusSource> = "status",
        default results: Map<ResultFormula> = "result",
    }
}

section! {
    ResultFormula, "the formula of a result" {
        optional each: Text = "each",
        optional scan: Located<Join> = "scan",
        optional along: Text = "along",
        optional fold: Located<Join> = "fold",
        optional over: Text = "over",
        optional keep: Text = "keep",
        optional compute: Text = "compute",
        optional none: Located<NoDimensions> = "none",
        optional requirement: Text = "requirement",
        optional open: Text = "open",
        optional index_of: Text = "index_of",
    }
}

section! {
    StatusSource, "the source of a status code" {
        optional code: Text = "code",
        required basis: Located<Basis> = "basis",
        optional reason: Text = "reason",
        required cites: Cites = "cite",
    }
}

section! {
    Argument, "an argument" {
        required kind: ArgumentKind = "kind",
        optional direction: Direction = "direction",
        default optional: bool = "optional",
        optional replaces: Text = "replaces",
        optional via: Text = "via",
        required says: String = "says",
    }
}

words!(Join, "what joins two elements" {
    "+" => Join::Sum,
    "*" => Join::Product,
    "min" => Join::Least,
    "max" => Join::Greatest,
    "mean" => Join::Mean,
});

only!(NoDimensions, "what no dimensions mean", "all");

words!(ArgumentKind, "a kind of argument");

words!(Direction, "a direction");

section! {
    Derived, "a derived value" {
        required name: Text = "name",
        required kind: Located<ValueType> = "kind",
        required says: String = "says",
        required is: Text = "is",
        optional editions: Vec<Text> = "editions",
    }
}

words!(ValueType, "a kind of value");

section! {
    Requirement, "a requirement" {
        required id: Text = "id",
        required level: Level = "level",
        optional basis: Located<Basis> = "basis",
        optional reason: Text = "reason",
        required says: String = "says",
        optional when: Text = "when",
        optional require: Text = "require",
        optional elements: Text = "elements",
        optional otherwise: Else = "else",
        optional message: Text = "message",
        optional via: Text = "via",
        optional unbreakable: Text = "unbreakable",
        optional table: Text = "table",
        optional ranks: Located<bool> = "ranks",
        optional cells: Located<Cells> = "cells",
        optional repeats: Located<bool> = "repeats",
        optional reference: Located<ReferenceChoice> = "reference",
        optional accepted: Located<AcceptedCall> = "accepted",
        optional editions: Vec<Text> = "editions",
        required cites: Cites = "cite",
    }
}

/// The status code for breaking a requirement: a name, or a name with its own source.
#[derive(Clone)]
pub(crate) struct Else {
    pub(crate) status: Text,
    pub(crate) source: Option<StatusSource>,
}

section! {
    SourcedElse, "a status code with its source" {
        required status: Text = "status",
        required basis: Located<Basis> = "basis",
        optional reason: Text = "reason",
        required cites: Cites = "cite",
    }
}

impl Read for Else {
    fn read(given: Given<'_>) -> Option<Self> {
        if !matches!(given.value, DeValue::Table(_)) {
            return Text::read(given).map(|status| Self { status, source: None });
        }
        let SourcedElse { at, status, basis, reason, cites } = SourcedElse::read(given)?;
        Some(Self { status, source: Some(StatusSource { at, code: None, basis, reason, cites }) })
    }
}

words!(Cells, "a kind of cells");

// What the reference does with a call that the documents leave open, if it does not accept it; and what holds of such a call once
// an implementation accepts it.
only!(ReferenceChoice, "what the reference does", "refuses");
only!(AcceptedCall, "what holds of an accepted call", "judged");

words!(Level, "a level");

section! {
    Erratum, "an erratum" {
        required id: Text = "id",
        required says: String = "says",
        required readings: Located<Vec<Reading>> = "readings",
        default cells: Vec<CellRef> = "cells",
        default requirements: Vec<Text> = "requirements",
        default lint: Vec<Text> = "lint",
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
