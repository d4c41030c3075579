//! Extracts the facts of an edition of the specification, including what it inherits.

use super::{
    CellFact, Facts, FunctionFact, OperatorFacts, ParameterFact, ProductDTypes, Ranks, RuleFact, TableFacts,
    TypeFact, UnreadFact,
};
use ascertain_spec::model::{
    Cell, Citation, Contract, DTypeId, Function, Origin, PageSentence, Parameter, Span, Spec, Table,
    TableEdition,
};

impl Facts {
    /// The facts of `edition` of `document`; `None` if the specification has no such edition.
    ///
    /// Places are in the source of this edition, so inherited facts have none.
    ///
    /// A table keeps the layout of its page, or of the inherited one: printed cells, and rules for the others. If a changed
    /// cell is outside what that page prints, the table has all cells and no rules.
    pub fn of_edition(spec: &Spec, document: &str, edition: &str) -> Option<Self> {
        let found = spec.document(document)?.editions.iter().find(|e| e.name == edition)?;
        let tables = spec.tables.iter().filter(|t| t.document == document);
        let list = spec.type_lists.iter().find(|l| l.document == document && l.edition == edition);
        let operator = spec.operator_of(document);
        let contract = operator.and_then(|o| o.contracts.iter().find(|c| c.edition == edition));
        let types = list.iter().flat_map(|list| &list.types).map(|ty| TypeFact {
            name: ty.name.clone(),
            dtype: short(spec, ty.dtype),
            aliases: ty.aliases.clone(),
            place: own(&ty.cite, edition),
        });
        let others =
            list.iter().flat_map(|list| &list.others).map(|ty| (ty.name.clone(), own(&ty.cite, edition)));
        Some(Self {
            document: document.to_owned(),
            edition: Some(edition.to_owned()),
            title: found.title.clone(),
            digest: found.digest.clone(),
            extent: found.extent.clone(),
            tables: tables
                .filter_map(|table| {
                    let edition = table.editions.iter().find(|e| e.edition == edition)?;
                    Some(table_of(table, edition, spec))
                })
                .collect(),
            types: types.collect(),
            others: others.collect(),
            operator: contract.map(|contract| operator_of(contract, spec)),
            unread: found.sentences.iter().flatten().filter(|one| one.unread).map(sentence).collect(),
            rest: found
                .sentences
                .as_ref()
                .map(|all| all.iter().filter(|one| !one.unread).map(sentence).collect()),
        })
    }
}

fn sentence(sentence: &PageSentence) -> UnreadFact {
    let PageSentence { about, digest, span, unread, .. } = sentence.clone();
    // A cell of a table may state what the reader understood as a requirement.
    let silent = !unread && !about.starts_with("table");
    UnreadFact { about, text: None, digest, place: span, silent }
}

fn table_of(table: &Table, edition: &TableEdition, spec: &Spec) -> TableFacts {
    let printed = &edition.printed;
    let width = table.columns.keys.len();
    let outside = |index: usize| {
        let (row, column) = (index / width, index % width);
        !printed.rows.iter().any(|(printed, _)| *printed == row) || !printed.columns.contains(&column)
    };
    let stated = |(index, cell): (usize, &Cell)| cell.origin == Origin::Stated && outside(index);
    let in_full = edition.cells.iter().enumerate().any(stated);
    let (rows, columns) = if in_full {
        // Only printed rows have places.
        let place = |row| printed.rows.iter().find(|(printed, _)| *printed == row).map(|(_, place)| *place);
        let rows = (0..table.rows.keys.len()).map(|row| (row, place(row).unwrap_or_default()));
        (rows.collect(), (0..width).collect())
    } else {
        (printed.rows.clone(), printed.columns.clone())
    };
    let printed_here = printed.cite.edition == edition.edition;
    let cells = rows.iter().flat_map(|(row, _)| columns.iter().map(move |column| row * width + column));
    let cells = cells.map(|index| &edition.cells[index]).map(|cell| CellFact {
        result: cell.result.map(|dtype| short(spec, dtype)),
        place: own(&cell.cite, &edition.edition),
    });
    let rules = edition.rules.iter().map(|rule| RuleFact {
        operand: short(spec, rule.operand),
        partners: rule.partners.iter().map(|dtype| short(spec, *dtype)).collect(),
        only: rule.only,
        gives: rule.gives,
        place: own(&rule.cite, &edition.edition),
    });
    TableFacts {
        id: table.id.clone(),
        rows: rows.iter().map(|(row, _)| table.rows.keys[*row].name(spec).to_owned()).collect(),
        columns: columns.iter().map(|column| table.columns.keys[*column].name(spec).to_owned()).collect(),
        cells: cells.collect(),
        rules: if in_full { Vec::new() } else { rules.collect() },
        names: printed.names.clone(),
        undefined: printed.undefined.clone(),
        place: own(&printed.cite, &edition.edition),
        row_places: rows.iter().map(|(_, place)| if printed_here { *place } else { Span::None }).collect(),
    }
}

fn operator_of(contract: &Contract, spec: &Spec) -> OperatorFacts {
    let edition = contract.edition.as_str();
    fn stated<T>(is: Option<T>, cite: &Option<Citation>, edition: &str) -> Option<(T, Span)> {
        is.zip(cite.as_ref().map(|cite| own(cite, edition)))
    }
    OperatorFacts {
        names: contract.names.clone().unwrap_or_default(),
        place: own(&contract.cite, edition),
        max_rank: stated(contract.max_rank, &contract.max_rank_cite, edition),
        deterministic: stated(contract.deterministic, &contract.deterministic_cite, edition),
        products: contract
            .products
            .iter()
            .map(|p| (p.name.clone(), p.supported, own(&p.cite, edition)))
            .collect(),
        functions: contract.functions.iter().map(|f| function_of(f, edition, spec)).collect(),
    }
}

fn function_of(function: &Function, edition: &str, spec: &Spec) -> FunctionFact {
    FunctionFact {
        name: function.name.clone(),
        returns: function.returns.clone(),
        place: own(&function.cite, edition),
        parameters: function.parameters.iter().map(|p| ParameterFact::of(p, edition, spec)).collect(),
        statuses: Vec::new(),
        demands: Vec::new(),
        differing_names: Vec::new(),
        refusals: Vec::new(),
        nulls: function.nulls.iter().map(|null| (null.is.clone(), own(&null.cite, edition))).collect(),
    }
}

impl ParameterFact {
    /// What an edition says of a parameter.
    pub(crate) fn of(parameter: &Parameter, edition: &str, spec: &Spec) -> Self {
        let listed = |dtypes: &[DTypeId], unnamed: &[String]| -> Vec<String> {
            dtypes.iter().map(|dtype| short(spec, *dtype)).chain(unnamed.iter().cloned()).collect()
        };
        let of_products = parameter.product_dtypes.iter().map(|of| ProductDTypes {
            products: of.products.clone(),
            dtypes: listed(&of.dtypes, &of.unnamed),
            place: own(&of.cite, edition),
        });
        let least = parameter.min_rank.filter(|least| *least > 0);
        let ranks = Ranks { least, most: parameter.max_rank };
        Self {
            name: parameter.name.clone(),
            c: parameter.c.clone(),
            direction: parameter.direction,
            dtypes: listed(&parameter.dtypes, &parameter.unnamed),
            formats: parameter.formats.clone(),
            empty: parameter.empty,
            strided: parameter.strided,
            range: parameter.range.clone(),
            ranks: Some(ranks).filter(|ranks| *ranks != Ranks::default()),
            product_dtypes: of_products.collect(),
            place: own(&parameter.cite, edition),
        }
    }
}

/// The place of a citation, if it is in the source of `edition`.
fn own(cite: &Citation, edition: &str) -> Span {
    if cite.edition == edition { cite.span } else { Span::None }
}

fn short(spec: &Spec, dtype: DTypeId) -> String {
    spec.dtype_of(dtype).name.clone()
}
