//! Lists everything that the specification keeps of one edition, in the order of its page: requirements, facts, cells, types,
//! sentences that nothing else keeps, and those that ask nothing.

use crate::place::ends;
use ascertain_spec::model::{At, Basis, Cell, Citation, Level, Origin, Requirement, SentenceAnswer, Spec};

/// One thing that the specification keeps.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What kind of thing it is: `requirement`, `parameter`, `row` …
    pub kind: &'static str,
    /// What the page says, in the project's words.
    pub says: String,
    /// Where the page says so.
    pub cite: Citation,
    /// Where the specification keeps it.
    pub at: At,
    /// The level and the basis, of a requirement.
    pub level: Option<(Level, Option<Basis>)>,
    /// What tests it.
    pub tested: Tested,
}

/// What tests it.
#[derive(Clone, Debug)]
pub enum Tested {
    /// The cases of this requirement.
    Requirement(String),
    /// The cases of this table's cells, by this number.
    Cells(String, usize),
    /// These cases.
    Cases(Vec<String>),
    /// None, for this reason.
    No(String),
}

impl Kept {
    fn new(kind: &'static str, says: String, cite: &Citation, at: At, tested: Tested) -> Self {
        Self { kind, says, cite: cite.clone(), at, level: None, tested }
    }
}

/// Everything that is kept of the first edition of a document, by place; places without numbers come last.
pub fn of_document(spec: &Spec, document: &str) -> Vec<Kept> {
    let mut all = Vec::new();
    let Some(edition) = spec.document(document).and_then(|document| document.editions.first()) else {
        return all;
    };
    let no = |why: &str| Tested::No(why.to_owned());
    for operator in spec.operators.iter().filter(|operator| operator.document == document) {
        for contract in operator.contracts.iter().filter(|contract| contract.edition == edition.name) {
            contract.requirements.iter().for_each(|r| requirement(r, &mut all));
            let mut fact = |kind, says: String, cite: &Citation, at, why: &str| {
                all.push(Kept::new(kind, says, cite, at, no(why)));
            };
            let says = contract.says.clone();
            fact("operator", says, &contract.cite, contract.at, "its requirements are tested");
            for p in &contract.products {
                let says = if p.supported { "supported" } else { "not supported" };
                let says = format!("{}: {says} ({})", p.name, p.basis.name());
                fact("product", says, &p.cite, p.at, "no case asks for a product");
            }
            for m in &contract.messages {
                let says = format!("message \"{}\": {}", m.text, m.says);
                fact("message", says, &m.cite, m.at, "messages are for people, and not compared");
            }
            for f in &contract.functions {
                let returns = format!("{} returns {}", f.name, f.returns);
                match &f.returned {
                    None => fact("function", returns, &f.cite, f.at, "adapters call it"),
                    Some(place) => {
                        fact("function", f.name.clone(), &f.cite, f.at, "adapters call it");
                        fact("function", returns, place, f.at, "a reply is a tensor, or none");
                    }
                }
                for p in &f.parameters {
                    let says = format!("{}, {}: {}", f.name, p.name, p.says);
                    let here = |cite: &Citation| cite.edition == p.cite.edition && cite.span == p.cite.span;
                    let why = match contract.requirements.iter().any(|r| r.cites().any(here)) {
                        true => "requirements at the same place are tested",
                        false => "adapters pass it; the page requires nothing else of it",
                    };
                    fact("parameter", says, &p.cite, p.at, why);
                }
            }
        }
    }
    for table in spec.tables.iter().filter(|table| table.document == document) {
        let id = &table.id;
        for edition in table.editions.iter().filter(|e| e.edition == edition.name) {
            let printed = &edition.printed;
            for (row, span) in &printed.rows {
                let key = table.rows.keys[*row].name(spec);
                let place = format!("{}, row {key}", printed.cite.place);
                let cite = Citation { span: *span, place, ..printed.cite.clone() };
                let at = edition.cells[row * table.columns.keys.len() + printed.columns[0]].at;
                let tested = Tested::Cells(id.clone(), printed.columns.len());
                all.push(Kept::new("row", format!("{id}, row {key}"), &cite, at, tested));
            }
            let says = format!("{id}: {}, and its headings", table.says);
            all.push(Kept::new("table", says, &printed.cite, table.at, no("its rows are tested")));
            for rule in &edition.rules {
                // A cell with another basis is not what the rule says.
                let derived = |c: &&Cell| {
                    matches!(&c.origin, Origin::Derived(id) if *id == rule.id) && c.basis == Basis::Derived
                };
                let tested = match edition.cells.iter().filter(derived).count() {
                    0 => no("later rules give the same cells"),
                    cells => Tested::Cells(id.clone(), cells),
                };
                all.push(Kept::new("rule", rule.says.clone(), &rule.cite, rule.at, tested));
            }
        }
    }
    let of_tables = spec.table_requirements().filter(|r| r.cite.document == document);
    of_tables.filter(|r| r.editions.contains(&edition.name)).for_each(|r| requirement(r, &mut all));
    let lists = spec.type_lists.iter().filter(|list| list.document == document);
    for list in lists.filter(|list| list.edition == edition.name) {
        for ty in &list.types {
            let mut says = format!("{} is {}", ty.name, spec.dtype_of(ty.dtype).name);
            if !ty.aliases.is_empty() {
                says.push_str(&format!(", also {}", ty.aliases.join(", ")));
            }
            all.push(Kept::new("type", says, &ty.cite, ty.at, no("a name; `ascertain explain` finds it")));
        }
        for ty in &list.others {
            let says = format!("{}: {}", ty.name, ty.says);
            all.push(Kept::new("type", says, &ty.cite, ty.at, no("not a dtype; no case asks for it")));
        }
    }
    for s in spec.statements.iter().filter(|s| s.document == document) {
        let tested = s.untested.as_deref().map_or_else(|| Tested::Cases(s.tested.clone()), no);
        all.push(Kept::new("statement", s.says.clone(), &s.cite, s.at, tested));
    }
    for sentence in edition.sentences.iter().flatten().filter(|sentence| sentence.unread) {
        let why = match &sentence.answer {
            Some(SentenceAnswer::Cited) => continue,
            Some(SentenceAnswer::Closed(why)) => format!("it {why}"),
            None => "nobody has read it".to_owned(),
        };
        let cite = Citation {
            document: document.to_owned(),
            edition: edition.name.clone(),
            place: sentence.about.clone(),
            span: sentence.span,
        };
        all.push(Kept::new("sentence", sentence.about.clone(), &cite, sentence.at, Tested::No(why)));
    }
    all.sort_by_key(|kept| ends(kept.cite.span));
    all
}

/// A requirement at each of its places.
fn requirement(r: &Requirement, all: &mut Vec<Kept>) {
    let kept = |cite: &Citation| Kept {
        level: Some((r.level, r.basis)),
        ..Kept::new(
            "requirement",
            format!("{}: {}", r.id, r.says),
            cite,
            r.at,
            Tested::Requirement(r.id.clone()),
        )
    };
    all.extend(r.cites().map(kept));
}
