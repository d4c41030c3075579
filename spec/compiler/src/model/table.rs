//! Promotion tables: axes, and the cells of every edition.

use super::{At, Basis, Citation, DTYPE, DTypeId, Requirement, Span, Spec};
use crate::model::describe::{Described, Field, FieldType, Record, Value, enumeration, record};
use crate::model::root::{choice, root};

record! {
    /// A promotion table.
    #[derive(Clone, Debug)]
    pub struct Table {
        /// Its id.
        pub id: String,
        /// Id of the document that prints it.
        pub document: String,
        /// What a cell says.
        pub says: String,
        /// Its rows.
        pub rows: Axis,
        /// Its columns.
        pub columns: Axis,
        /// The default edition.
        pub default_edition: String,
        /// Its editions, in the order of the document's editions.
        pub editions: Vec<TableEdition>,
        /// Requirements about it.
        pub requirements: Vec<Requirement>,
        /// Where the specification says so.
        pub at: At,
    }

    /// A rule in prose that decides cells of a table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Rule {
        /// Its id.
        pub id: String,
        /// The rule.
        pub says: String,
        /// The dtype that it is about, on either side.
        pub operand: DTypeId,
        /// The dtypes that it lists for the other side, in the page's order and with its repetitions.
        pub partners: Vec<DTypeId>,
        /// Whether it holds for the listed partners only, or for all others.
        pub only: bool,
        /// What the pair promotes to.
        pub gives: Gives,
        /// Where the document says so.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }
}

enumeration! {
    /// What a rule in prose gives.
    pub enum Gives {
        /// The partner's dtype.
        Partner = "partner",
        /// The operand's dtype.
        Operand = "operand",
        /// No promotion.
        Nothing = "nothing",
    }
}

impl Gives {
    /// What a pair promotes to, of these two.
    pub fn of<T>(self, operand: T, partner: T) -> Option<T> {
        match self {
            Self::Partner => Some(partner),
            Self::Operand => Some(operand),
            Self::Nothing => None,
        }
    }
}

root! {
    /// One axis of a promotion table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Axis {
        /// The operand that it stands for: `lhs`, `rhs`, `scalar`, `tensor` or `number`.
        pub role: String,
        /// Its keys, in the order of the resolved table; dtypes in the order of the specification.
        pub keys: Vec<Key>,
    }
}

choice! {
    /// What a row or column of a promotion table stands for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Key {
        /// A tensor or scalar of this dtype.
        DType(dtype: DTypeId),
        /// A Python number.
        Number(number: Number),
    }
}

enumeration! {
    /// A kind of Python number.
    pub enum Number {
        /// `True` or `False`.
        Bool = "bool",
        /// An `int`.
        Int = "int",
        /// A `float`.
        Float = "float",
    }
}

impl Key {
    /// The dtype's short name, or the kind of number.
    pub fn name(self, spec: &Spec) -> &str {
        match self {
            Self::DType(dtype) => &spec.dtype_of(dtype).name,
            Self::Number(number) => number.name(),
        }
    }
}

static AXIS: Record = Record::new(
    "Axis",
    "An axis of a table: dtypes, or kinds of Python numbers.",
    &[
        Field::new("role", FieldType::Text, "The operand: lhs, rhs, scalar, tensor or number."),
        Field::new("dtypes", FieldType::List(&FieldType::Name(&DTYPE)), "Its keys, if they are dtypes."),
        Field::new("numbers", <Vec<Number>>::TYPE, "Its keys, if they are numbers."),
    ],
);

impl Described for Axis {
    const TYPE: FieldType = FieldType::Record(&AXIS);

    fn value(&self, spec: &Spec) -> Value {
        let Self { role, keys } = self;
        let (dtypes, numbers): (Vec<_>, Vec<_>) = keys.iter().partition(|key| matches!(key, Key::DType(_)));
        let names = |keys: Vec<&Key>| {
            Value::List(keys.into_iter().map(|key| Value::Name(key.name(spec).to_owned())).collect(), None)
        };
        AXIS.filled([Value::Text(role.clone()), names(dtypes), names(numbers)])
    }
}

root! {
    /// A promotion table in one edition.
    #[derive(Clone, Debug)]
    pub struct TableEdition {
        /// Name of the edition.
        pub edition: String,
        /// Cells, row by row.
        pub cells: Vec<Cell>,
        /// The rules in prose that derived cells follow from.
        pub rules: Vec<Rule>,
        /// How the page prints it. For an inherited table this is the page that it was inherited from.
        pub printed: Printed,
    }

    /// One entry of a promotion table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Cell {
        /// The dtype, or none if the pair does not promote.
        pub result: Option<DTypeId>,
        /// Whether it is printed, or follows from a rule.
        pub origin: Origin,
        /// Who says so: `stated` if it is printed and `derived` if a rule gives it, unless an overlay says otherwise.
        pub basis: Basis,
        /// Where the document says so: the cell's own place if the page's layout gives one.
        pub cite: Citation,
        /// Where the specification says so.
        pub at: At,
    }
}

choice! {
    /// Where a cell comes from.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Origin {
        /// Printed in the table.
        Stated,
        /// Given by a rule in prose: its id.
        Derived(rule: String),
    }
}

/// How a page prints a promotion table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Naming scheme of rows, columns and cells.
    pub names: String,
    /// The mark for "no promotion".
    pub undefined: String,
    /// Indices of the printed rows in [`Table::rows`], in the page's order, and the place of each.
    pub rows: Vec<(usize, Span)>,
    /// Indices of the printed columns in [`Table::columns`], in the page's order.
    pub columns: Vec<usize>,
    /// Where the document prints the table.
    pub cite: Citation,
}

/// A table's edition in other languages: a grid for each property of the cells.
static TABLE_EDITION: Record = Record::new(
    "TableEdition",
    "A promotion table in one edition. Lists of cells go row by row.",
    &[
        Field::new("edition", FieldType::Text, "Name of the edition."),
        Field::new(
            "results",
            FieldType::List(&<Option<DTypeId>>::TYPE),
            "Results of the cells; nothing if a pair does not promote.",
        ),
        Field::new("rules", <Vec<Rule>>::TYPE, "Rules in prose."),
        Field::new(
            "derived",
            FieldType::List(&<Option<i32>>::TYPE),
            "For each cell the rule that gives it, as an index into rules; nothing if it is printed.",
        ),
        Field::new("bases", <Vec<Basis>>::TYPE, "For each cell who says so."),
        Field::new("places", <Vec<Citation>>::TYPE, "Places of the cells."),
        Field::new("cited", <Vec<i32>>::TYPE, "For each cell its place, as an index into places."),
    ],
);

impl Described for TableEdition {
    const TYPE: FieldType = FieldType::Record(&TABLE_EDITION);

    fn value(&self, spec: &Spec) -> Value {
        // The layout of the page is for readers of pages.
        let Self { edition, cells, rules, printed: _ } = self;
        let this = |table: &&Table| table.editions.iter().any(|edition| std::ptr::eq(edition, self));
        let width = spec.tables.iter().find(this).map(|table| table.columns.keys.len());
        let grid = |value: &dyn Fn(&Cell) -> Value| Value::List(cells.iter().map(value).collect(), width);
        let index = |at: Option<usize>| at.map_or(Value::Null, |at| Value::Integer(at as i64));
        // Many cells share a place, so each place is listed once, in the order of its first cell.
        let mut places: Vec<&Citation> = Vec::new();
        for cell in cells {
            if !places.contains(&&cell.cite) {
                places.push(&cell.cite);
            }
        }
        TABLE_EDITION.filled([
            Value::Text(edition.clone()),
            grid(&|cell| cell.result.value(spec)),
            rules.value(spec),
            grid(&|cell| match &cell.origin {
                Origin::Stated => Value::Null,
                Origin::Derived(id) => index(rules.iter().position(|rule| rule.id == *id)),
            }),
            grid(&|cell| cell.basis.value(spec)),
            Value::List(places.iter().map(|place| place.value(spec)).collect(), None),
            grid(&|cell| index(places.iter().position(|place| **place == cell.cite))),
        ])
    }
}
