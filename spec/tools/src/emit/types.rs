//! The types of the output: enumerations, and records with their fields. Every language declares them, with names that
//! follow its own conventions.

use FieldType::{Integer, List, Maybe, Name, Record as Of, Text, YesNo};

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldType {
    /// Text.
    Text,
    /// A signed 32-bit integer.
    Integer,
    /// Yes or no.
    YesNo,
    /// One of an enumeration's names.
    Name(&'static str),
    /// A record.
    Record(&'static str),
    /// A list of values of one type.
    List(&'static FieldType),
    /// A value that may be absent. Records and lists cannot be absent.
    Maybe(&'static FieldType),
}

/// An enumeration.
#[derive(Debug)]
pub(super) struct Enumeration {
    /// `ArgumentKind`.
    pub(super) name: &'static str,
    /// What it means.
    pub(super) says: &'static str,
    /// The names; empty for dtypes, whose names come from the specification.
    pub(super) names: &'static [&'static str],
}

/// A record.
#[derive(Debug)]
pub(super) struct Record {
    /// `TableEdition`.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) says: &'static str,
    /// Its fields, in order.
    pub(super) fields: &'static [Field],
}

/// A field of a record.
#[derive(Debug)]
pub(super) struct Field {
    /// `max_rank`.
    pub(super) name: &'static str,
    /// Its type.
    pub(super) kind: FieldType,
    /// What it means.
    pub(super) says: &'static str,
}

const fn field(name: &'static str, kind: FieldType, says: &'static str) -> Field {
    Field { name, kind, says }
}

/// The enumeration of dtypes.
pub(super) const DTYPE: &str = "DType";

const TEXTS: FieldType = List(&Text);
const MAYBE_TEXT: FieldType = Maybe(&Text);
const MAYBE_INTEGER: FieldType = Maybe(&Integer);
const MAYBE_YES_NO: FieldType = Maybe(&YesNo);
const MAYBE_DTYPE: FieldType = Maybe(&Name(DTYPE));
const CITE: FieldType = Of("Citation");
const BASIS: FieldType = Name("Basis");

/// Every enumeration.
pub(super) const ENUMERATIONS: &[Enumeration] = &[
    Enumeration { name: DTYPE, says: "A dtype that the documents name, by its short name.", names: &[] },
    Enumeration {
        name: "Class",
        says: "What kind of numbers a dtype holds.",
        names: &["float", "signed", "unsigned", "bool", "complex"],
    },
    Enumeration { name: "Number", says: "A kind of Python number.", names: &["bool", "int", "float"] },
    Enumeration {
        name: "Unit",
        says: "The unit of a place in a page; nothing if the place is not known.",
        names: &["nothing", "lines", "bytes"],
    },
    Enumeration { name: "SourceKind", says: "What an edition was read from.", names: &["page", "code"] },
    Enumeration {
        name: "Level",
        says: "How binding a requirement is. Breaking must is a failure, and breaking should is a warning. Nothing fails where the document is silent (unspecified) or contradicts itself or another (contradicted).",
        names: &["must", "should", "unspecified", "contradicted"],
    },
    Enumeration {
        name: "Basis",
        says: "Who says so: the cited sentences of the edition (stated), what follows from them (derived), another edition, document, header or code (elsewhere), or this project with a reason (reading); nothing if the document is silent.",
        names: &["nothing", "stated", "derived", "elsewhere", "reading"],
    },
    Enumeration {
        name: "Direction",
        says: "Whether something is read, written or both.",
        names: &["in", "out", "inout"],
    },
    Enumeration {
        name: "ArgumentKind",
        says: "What an argument holds. An absent flag means no.",
        names: &["tensor", "int", "dtype", "flag"],
    },
];

/// Every record; a record comes after those that it contains.
pub(super) const RECORDS: &[Record] = &[
    Record {
        name: "Citation",
        says: "A place in an edition of a document.",
        fields: &[
            field("document", Text, "id of the document"),
            field("edition", Text, "name of the edition"),
            field("place", Text, "the place in words"),
            field("unit", Name("Unit"), "what first and last count"),
            field("first", Integer, "first line from 1, or first byte from 0"),
            field("last", Integer, "last line, or the byte after the last"),
        ],
    },
    Record {
        name: "Scheme",
        says: "A set of names for dtypes.",
        fields: &[
            field("name", Text, "its name"),
            field("says", Text, "what it is"),
            field("cite", CITE, "where it comes from"),
        ],
    },
    Record {
        name: "SchemeName",
        says: "A dtype's name in a scheme.",
        fields: &[field("scheme", Text, "name of the scheme"), field("name", Text, "the dtype's name in it")],
    },
    Record {
        name: "DTypeInfo",
        says: "Facts about a dtype.",
        fields: &[
            field("dtype", Name(DTYPE), "the dtype"),
            field("class", Name("Class"), "what kind of numbers it holds"),
            field("bits", Integer, "width of an element"),
            field(
                "precision",
                MAYBE_INTEGER,
                "significand bits of a float, or of each part of a complex number, including the implicit one",
            ),
            field("exponent_bits", MAYBE_INTEGER, "bits of the exponent field of these"),
            field("number", Integer, "value of aclDataType"),
            field("names", List(&Of("SchemeName")), "its name in each scheme that has one"),
        ],
    },
    Record {
        name: "Edition",
        says: "A revision of a document's facts.",
        fields: &[
            field("name", Text, "its name"),
            field("inherits", MAYBE_TEXT, "the edition that it inherits from"),
            field("named", Text, "where its name comes from"),
            field("source", Name("SourceKind"), "what it was read from"),
            field("title", Text, "title of its source, with revision or date"),
            field("address", MAYBE_TEXT, "address of its source, if it has one"),
            field("digest", MAYBE_TEXT, "digest of its source, if a copy was available"),
            field("no_digest", MAYBE_TEXT, "why a page has no digest"),
            field("extent", MAYBE_TEXT, "length of its source in words"),
        ],
    },
    Record {
        name: "Document",
        says: "A page or code that is transcribed.",
        fields: &[
            field("id", Text, "its id"),
            field("title", Text, "its title"),
            field("says", Text, "what it is about"),
            field("default_edition", Text, "the default edition"),
            field("editions", List(&Of("Edition")), "its editions, the first one first"),
        ],
    },
    Record {
        name: "EditionChoice",
        says: "An edition of a document.",
        fields: &[
            field("document", Text, "id of the document"),
            field("edition", Text, "name of the edition"),
        ],
    },
    Record {
        name: "Profile",
        says: "A choice of one edition for every document.",
        fields: &[
            field("name", Text, "its name"),
            field("says", Text, "what it is for"),
            field("editions", List(&Of("EditionChoice")), "the editions"),
        ],
    },
    Record {
        name: "StatusInfo",
        says: "A status code.",
        fields: &[
            field("name", Text, "its name"),
            field("number", Integer, "its number"),
            field("says", Text, "what it means"),
            field("also", TEXTS, "other spellings"),
        ],
    },
    Record {
        name: "FormatInfo",
        says: "A tensor format.",
        fields: &[field("name", Text, "its name"), field("number", Integer, "value of aclFormat")],
    },
    Record {
        name: "Requirement",
        says: "One normative statement.",
        fields: &[
            field("id", Text, "its id"),
            field("level", Name("Level"), "how binding it is"),
            field("basis", BASIS, "who says so"),
            field("reason", MAYBE_TEXT, "why, if it is a reading"),
            field("says", Text, "the statement"),
            field("when", MAYBE_TEXT, "when it applies, as a predicate; always if absent"),
            field("require", MAYBE_TEXT, "what must hold then, if a predicate can express it"),
            field("status", MAYBE_TEXT, "name of the status code for breaking it"),
            field("status_number", MAYBE_INTEGER, "number of that status code"),
            field("status_basis", BASIS, "who says that it is this code"),
            field("message", MAYBE_TEXT, "message for breaking it"),
            field("via", MAYBE_TEXT, "the only interface that can test it, if not all can"),
            field("unbreakable", MAYBE_TEXT, "why no argument can break it"),
            field(
                "cells",
                MAYBE_TEXT,
                "promoted, undefined, asymmetric or contradicted: the cells of a table that it is about, if not all",
            ),
            field("editions", TEXTS, "editions that it holds in"),
            field("cite", CITE, "where the document says so, or where one would look for it"),
            field("also", List(&CITE), "further places that it rests on"),
        ],
    },
    Record {
        name: "Rule",
        says: "A rule in prose that decides cells of a table.",
        fields: &[
            field("id", Text, "its id"),
            field("says", Text, "the rule"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Axis",
        says: "An axis of a table: dtypes, or kinds of Python numbers.",
        fields: &[
            field("role", Text, "the operand that it stands for: lhs, rhs, scalar, tensor or number"),
            field("dtypes", List(&Name(DTYPE)), "its keys, if they are dtypes"),
            field("numbers", List(&Name("Number")), "its keys, if they are numbers"),
        ],
    },
    Record {
        name: "TableEdition",
        says: "A promotion table in one edition. Lists of cells go row by row.",
        fields: &[
            field("edition", Text, "name of the edition"),
            field("results", List(&MAYBE_DTYPE), "results of the cells; nothing if a pair does not promote"),
            field("rules", List(&Of("Rule")), "rules in prose"),
            field(
                "derived",
                List(&MAYBE_INTEGER),
                "for each cell the rule that gives it, as an index into rules; nothing if it is printed",
            ),
            field("bases", List(&BASIS), "for each cell who says so"),
            field("places", List(&CITE), "places of the cells"),
            field("cited", List(&Integer), "for each cell its place, as an index into places"),
        ],
    },
    Record {
        name: "Table",
        says: "A promotion table.",
        fields: &[
            field("id", Text, "its id"),
            field("document", Text, "id of the document that prints it"),
            field("says", Text, "what a cell says"),
            field("rows", Of("Axis"), "its rows"),
            field("columns", Of("Axis"), "its columns"),
            field("default_edition", Text, "the default edition"),
            field("editions", List(&Of("TableEdition")), "its editions"),
            field("requirements", List(&Of("Requirement")), "requirements about it"),
        ],
    },
    Record {
        name: "Product",
        says: "Whether a hardware product supports the operator.",
        fields: &[
            field("name", Text, "the product, as printed"),
            field("supported", YesNo, "whether the operator runs on it"),
            field("basis", BASIS, "who says so"),
            field("reason", MAYBE_TEXT, "why, if it is a reading"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Message",
        says: "A message that a document prints.",
        fields: &[
            field("text", Text, "the message"),
            field("says", Text, "when it appears"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Parameter",
        says: "A parameter of a function.",
        fields: &[
            field("name", Text, "its name"),
            field("c", Text, "its type, as printed"),
            field("direction", Name("Direction"), "read or written"),
            field("says", Text, "what it is"),
            field("dtypes", List(&Name(DTYPE)), "dtypes that it may have; empty if none are listed"),
            field("unnamed", TEXTS, "names of types that it may have that are not dtypes"),
            field("formats", TEXTS, "formats that it may have; empty if none are listed"),
            field("empty", MAYBE_YES_NO, "whether it may be a tensor without elements, if stated"),
            field("strided", MAYBE_YES_NO, "whether it may be a view with gaps, if stated"),
            field("range", MAYBE_TEXT, "its range, as a predicate"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Function",
        says: "A function of an interface.",
        fields: &[
            field("name", Text, "its name"),
            field("phase", Integer, "1 checks the arguments and sizes the workspace, 2 runs"),
            field("variant", Text, "the variant of the operator that it is for"),
            field("then", MAYBE_TEXT, "the function of phase two that follows this one"),
            field("returns", Text, "its return type"),
            field("parameters", List(&Of("Parameter")), "its parameters, in order"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Variant",
        says: "A variant of an operator.",
        fields: &[
            field("name", Text, "its name"),
            field("when", Text, "the condition that chooses it, as a predicate; the first that holds"),
        ],
    },
    Record {
        name: "Derived",
        says: "A value that predicates use like an argument.",
        fields: &[
            field("name", Text, "its name"),
            field("says", Text, "what it is for"),
            field("is", Text, "how it is computed, as a predicate"),
        ],
    },
    Record {
        name: "Contract",
        says: "What one edition of a document says about an operator.",
        fields: &[
            field("edition", Text, "name of the edition"),
            field("says", Text, "what the operator does"),
            field("formula", Text, "its formula"),
            field("max_rank", MAYBE_INTEGER, "the most dimensions, if stated"),
            field("deterministic", MAYBE_YES_NO, "whether results repeat bit for bit, if stated"),
            field("products", List(&Of("Product")), "products named"),
            field("messages", List(&Of("Message")), "messages printed"),
            field("functions", List(&Of("Function")), "functions of the interface"),
            field("variants", List(&Of("Variant")), "variants"),
            field("derived", List(&Of("Derived")), "derived values"),
            field("requirements", List(&Of("Requirement")), "requirements that hold in this edition"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "Argument",
        says: "An argument that an implementation is asked with; predicates name these.",
        fields: &[
            field("name", Text, "its name"),
            field("kind", Name("ArgumentKind"), "what it holds"),
            field("direction", Name("Direction"), "read or written"),
            field("optional", YesNo, "whether it may be absent"),
            field("via", MAYBE_TEXT, "the only interface that can pass it, if not all can"),
            field("says", Text, "what it is for"),
        ],
    },
    Record {
        name: "Operator",
        says: "An operator.",
        fields: &[
            field("name", Text, "its name"),
            field("document", Text, "id of the document that describes it"),
            field("default_edition", Text, "the default edition"),
            field("arguments", List(&Of("Argument")), "its arguments"),
            field("contracts", List(&Of("Contract")), "its contract in each edition"),
        ],
    },
    Record {
        name: "Reading",
        says: "One reading of an erratum.",
        fields: &[field("says", Text, "the reading"), field("cite", CITE, "where the document says so")],
    },
    Record {
        name: "CellRef",
        says: "A cell of a table.",
        fields: &[
            field("table", Text, "id of the table"),
            field("row", Text, "key of the row: a dtype's short name, or a kind of number"),
            field("column", Text, "key of the column, in the same form"),
        ],
    },
    Record {
        name: "Accepted",
        says: "Another accepted result of a cell.",
        fields: &[
            field("cell", Of("CellRef"), "the cell"),
            field("result", MAYBE_DTYPE, "the result; nothing for a refusal"),
        ],
    },
    Record {
        name: "Erratum",
        says: "A place where documents contradict each other or themselves.",
        fields: &[
            field("id", Text, "its id"),
            field("document", Text, "id of the document that it is about"),
            field("says", Text, "what contradicts what"),
            field("readings", List(&Of("Reading")), "the readings"),
            field("cells", List(&Of("CellRef")), "cells that it is about"),
            field("requirements", TEXTS, "ids of the requirements that it is about"),
            field("editions", TEXTS, "editions that it is about; empty for all"),
            field("accepts", List(&Of("Accepted")), "other results that it accepts"),
        ],
    },
    Record {
        name: "NamedType",
        says: "A dtype under the name that a document gives it.",
        fields: &[
            field("name", Text, "the document's name"),
            field("dtype", Name(DTYPE), "the dtype"),
            field("aliases", TEXTS, "other names"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "OtherType",
        says: "A type that is not a dtype.",
        fields: &[
            field("name", Text, "its name"),
            field("says", Text, "what it is"),
            field("cite", CITE, "where the document says so"),
        ],
    },
    Record {
        name: "TypeList",
        says: "The types that one edition of a document lists.",
        fields: &[
            field("document", Text, "id of the document"),
            field("edition", Text, "name of the edition"),
            field("types", List(&Of("NamedType")), "types that are dtypes"),
            field("others", List(&Of("OtherType")), "types that are not"),
        ],
    },
];

/// The fields of the whole output: an object in JSON, and a constant for each field in other languages.
pub(super) const ROOT: &[Field] = &[
    field("made_by", Text, "the command that generates this file"),
    field("specification", Text, "digest of the specification that it was generated from"),
    field("dtypes", List(&Of("DTypeInfo")), "all dtypes, in the order of the specification"),
    field("schemes", List(&Of("Scheme")), "naming schemes"),
    field("documents", List(&Of("Document")), "documents"),
    field("profiles", List(&Of("Profile")), "profiles"),
    field("statuses", List(&Of("StatusInfo")), "status codes"),
    field("formats", List(&Of("FormatInfo")), "tensor formats"),
    field("tables", List(&Of("Table")), "promotion tables"),
    field("operators", List(&Of("Operator")), "operators"),
    field("errata", List(&Of("Erratum")), "errata"),
    field("type_lists", List(&Of("TypeList")), "types that documents list under their own names"),
];
