//! Lists everything that the specification keeps of one edition, in the order of its page: requirements, facts, cells, types,
//! and sentences that nothing else keeps.

use ascertain_spec::model::{At, Basis, Cell, Citation, Level, Origin, Requirement, Span, Spec};

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

/// Everything that is kept of the first edition of a document, by place; places without numbers come last.
pub fn of_document(spec: &Spec, document: &str) -> Vec<Kept> {
    let mut all = Vec::new();
    let Some(edition) = spec.document(document).and_then(|document| document.editions.first()) else {
        return all;
    };
    for operator in spec.operators.iter().filter(|operator| operator.document == document) {
        for contract in operator.contracts.iter().filter(|contract| contract.edition == edition.name) {
            contract.requirements.iter().for_each(|r| requirement(r, &mut all));
            let mut fact = |kind, says: String, cite: &Citation, at, why: &str| {
                let tested = Tested::No(why.to_owned());
                all.push(Kept { kind, says, cite: cite.clone(), at, level: None, tested });
            };
            fact(
                "operator",
                contract.says.clone(),
                &contract.cite,
                contract.at,
                "its requirements are tested",
            );
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
        for edition in table.editions.iter().filter(|e| e.edition == edition.name) {
            let printed = &edition.printed;
            for (row, span) in &printed.rows {
                let key = crate::lint::key(spec, &table.rows.keys[*row]);
                let cite = Citation {
                    span: *span,
                    place: format!("{}, row {key}", printed.cite.place),
                    ..printed.cite.clone()
                };
                let at = edition.cells[row * table.columns.keys.len() + printed.columns[0]].at;
                let tested = Tested::Cells(table.id.clone(), printed.columns.len());
                all.push(Kept {
                    kind: "row",
                    says: format!("{}, row {key}", table.id),
                    cite,
                    at,
                    level: None,
                    tested,
                });
            }
            let says = format!("{}: {}, and its headings", table.id, table.says);
            let tested = Tested::No("its rows are tested".to_owned());
            all.push(Kept {
                kind: "table",
                says,
                cite: printed.cite.clone(),
                at: table.at,
                level: None,
                tested,
            });
            for rule in &edition.rules {
                // A cell with another basis is not what the rule says.
                let derived = |c: &&Cell| {
                    matches!(&c.origin, Origin::Derived(id) if *id == rule.id) && c.basis == Basis::Derived
                };
                let cells = edition.cells.iter().filter(derived).count();
                let tested = match cells {
                    0 => Tested::No("later rules give the same cells".to_owned()),
                    cells => Tested::Cells(table.id.clone(), cells),
                };
                all.push(Kept {
                    kind: "rule",
                    says: rule.says.clone(),
                    cite: rule.cite.clone(),
                    at: rule.at,
                    level: None,
                    tested,
                });
            }
        }
    }
    for r in spec
        .table_requirements()
        .filter(|r| r.cite.document == document && r.editions.contains(&edition.name))
    {
        requirement(r, &mut all);
    }
    for list in
        spec.type_lists.iter().filter(|list| list.document == document && list.edition == edition.name)
    {
        for ty in &list.types {
            let aliases = if ty.aliases.is_empty() {
                String::new()
            } else {
                format!(", also {}", ty.aliases.join(", "))
            };
            let says = format!("{} is {}{aliases}", ty.name, spec.dtype_of(ty.dtype).name);
            let tested = Tested::No("a name; `ascertain explain` finds it".to_owned());
            all.push(Kept { kind: "type", says, cite: ty.cite.clone(), at: ty.at, level: None, tested });
        }
        for ty in &list.others {
            let tested = Tested::No("not a dtype; no case asks for it".to_owned());
            let says = format!("{}: {}", ty.name, ty.says);
            all.push(Kept { kind: "type", says, cite: ty.cite.clone(), at: ty.at, level: None, tested });
        }
    }
    for s in spec.statements.iter().filter(|s| s.document == document) {
        let tested = match &s.untested {
            Some(why) => Tested::No(why.clone()),
            None => Tested::Cases(s.tested.clone()),
        };
        all.push(Kept {
            kind: "statement",
            says: s.says.clone(),
            cite: s.cite.clone(),
            at: s.at,
            level: None,
            tested,
        });
    }
    all.sort_by_key(|kept| start(&kept.cite));
    all
}

/// A requirement at each of its places.
fn requirement(r: &Requirement, all: &mut Vec<Kept>) {
    let kept = |cite: &Citation| Kept {
        kind: "requirement",
        says: format!("{}: {}", r.id, r.says),
        cite: cite.clone(),
        at: r.at,
        level: Some((r.level, r.basis)),
        tested: Tested::Requirement(r.id.clone()),
    };
    all.extend(r.cites().map(kept));
}

fn start(cite: &Citation) -> (u32, u32) {
    match cite.span {
        Span::Lines(first, last) | Span::Bytes(first, last) => (first, last),
        Span::None => (u32::MAX, 0),
    }
}
