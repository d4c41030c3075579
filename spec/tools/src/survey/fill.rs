//! Makes the report on a page from what became of it.

use super::Outcome;
use super::report::{
    Cell, Document, Function, Note, Null, Operator, PageReport, Parameter, Place, Product, ProductDTypes,
    Ranks, Rule, StatedNumber, StatedTruth, Status, Table, Type, Unread,
};
use crate::facts::{self, Facts};
use crate::pages::Complaint;
use ascertain_spec::model::{Direction, Gives, Span};

impl PageReport {
    /// The report on the page at `path`.
    pub fn new(path: &str, outcome: &Outcome) -> Self {
        let (word, complaints, facts) = match outcome {
            Outcome::Read(facts, notes) => ("read", notes.as_slice(), facts.as_slice()),
            Outcome::Refused(complaints) => ("refused", complaints.as_slice(), [].as_slice()),
            Outcome::Other(complaints) => ("other", complaints.as_slice(), [].as_slice()),
        };
        let notes = |fatal: bool| complaints.iter().filter(move |c| c.fatal == fatal).map(Note::of).collect();
        Self {
            path: path.to_owned(),
            outcome: word,
            errors: notes(true),
            notes: notes(false),
            facts: facts.iter().map(Document::of).collect(),
        }
    }
}

impl Note {
    fn of(complaint: &Complaint) -> Self {
        Self { says: complaint.says.clone(), place: Place::of(complaint.place) }
    }
}

impl Place {
    fn of(span: Span) -> Self {
        match span {
            Span::None => Self::default(),
            Span::Lines(first, last) => Self { lines: Some([first, last]), bytes: None },
            Span::Bytes(first, end) => Self { lines: None, bytes: Some([first, end]) },
        }
    }
}

impl Document {
    fn of(facts: &Facts) -> Self {
        let unread = facts.unread.iter().map(|unread| Unread {
            about: unread.about.clone(),
            text: unread.text.clone(),
            digest: unread.digest.clone(),
            place: Place::of(unread.place),
        });
        let types = facts.types.iter().map(|ty| Type {
            name: ty.name.clone(),
            dtype: ty.dtype.clone(),
            aliases: ty.aliases.clone(),
            place: Place::of(ty.place),
        });
        Self {
            document: facts.document.clone(),
            title: facts.title.clone(),
            digest: facts.digest.clone(),
            tables: facts.tables.iter().map(Table::of).collect(),
            types: types.collect(),
            other_types: facts.others.iter().map(|(name, _)| name.clone()).collect(),
            operator: facts.operator.as_ref().map(Operator::of),
            unread: unread.collect(),
        }
    }
}

impl Table {
    fn of(table: &facts::TableFacts) -> Self {
        let cell =
            |cell: &facts::CellFact| Cell { result: cell.result.clone(), place: Place::of(cell.place) };
        let row = |row: &[facts::CellFact]| row.iter().map(cell).collect();
        let rule = |rule: &facts::RuleFact| Rule {
            operand: rule.operand.clone(),
            partners: rule.partners.clone(),
            only: rule.only,
            gives: match rule.gives {
                Gives::Partner => "partner",
                Gives::Operand => "operand",
                Gives::Nothing => "nothing",
            },
            place: Place::of(rule.place),
        };
        Self {
            id: table.id.clone(),
            rows: table.rows.clone(),
            columns: table.columns.clone(),
            cells: table.cells.chunks(table.columns.len().max(1)).map(row).collect(),
            rules: table.rules.iter().map(rule).collect(),
            place: Place::of(table.place),
        }
    }
}

impl Operator {
    fn of(operator: &facts::OperatorFacts) -> Self {
        let product = |(name, supported, place): &(String, bool, Span)| Product {
            name: name.clone(),
            supported: *supported,
            place: Place::of(*place),
        };
        let message = |(says, place): &(String, Span)| Note { says: says.clone(), place: Place::of(*place) };
        Self {
            max_rank: operator.max_rank.map(|(value, place)| StatedNumber { value, place: Place::of(place) }),
            deterministic: operator
                .deterministic
                .map(|(value, place)| StatedTruth { value, place: Place::of(place) }),
            products: operator.products.iter().map(product).collect(),
            messages: operator.messages.iter().map(message).collect(),
            functions: operator.functions.iter().map(Function::of).collect(),
        }
    }
}

impl Function {
    fn of(function: &facts::FunctionFact) -> Self {
        let status = |(name, number, place): &(String, i64, Span)| Status {
            name: name.clone(),
            number: *number,
            place: Place::of(*place),
        };
        let null = |(name, place): &(String, Span)| Null { name: name.clone(), place: Place::of(*place) };
        Self {
            name: function.name.clone(),
            returns: function.returns.clone(),
            parameters: function.parameters.iter().map(Parameter::of).collect(),
            statuses: function.statuses.iter().map(status).collect(),
            nulls: function.nulls.iter().map(null).collect(),
            place: Place::of(function.place),
        }
    }
}

impl Parameter {
    fn of(parameter: &facts::ParameterFact) -> Self {
        let by_product = |some: &facts::ProductDTypes| ProductDTypes {
            products: some.products.clone(),
            dtypes: some.dtypes.clone(),
            place: Place::of(some.place),
        };
        Self {
            name: parameter.name.clone(),
            c: parameter.c.clone(),
            direction: match parameter.direction {
                Direction::In => "in",
                Direction::Out => "out",
                Direction::InOut => "inout",
            },
            dtypes: parameter.dtypes.clone(),
            product_dtypes: parameter.product_dtypes.iter().map(by_product).collect(),
            formats: parameter.formats.clone(),
            empty: parameter.empty,
            strided: parameter.strided,
            range: parameter.range.clone(),
            ranks: parameter.ranks.map(|ranks| Ranks { least: ranks.least, most: ranks.most }),
            place: Place::of(parameter.place),
        }
    }
}
