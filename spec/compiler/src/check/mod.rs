//! Checks the sections of all files against each other, and builds the model.

mod basis;
mod cells;
mod cite;
mod context;
mod contract;
mod documents;
mod dtypes;
mod errata;
mod facts;
mod grid;
mod implied;
mod inherited;
mod operators;
mod predicate;
mod requirements;
mod rules;
mod sentences;
mod span;
mod tables;
mod types;

pub use implied::NOT_NAMED;

use crate::model::Spec;
use crate::read::Raw;
use crate::report::Report;
use crate::source::Sources;
use context::Context;
use documents::Docs;
use dtypes::Names;

/// Checks a specification. `None` if documents or dtypes could not be read, which everything else refers to. The model is
/// valid if `report` is empty afterwards.
pub(crate) fn check(raw: &Raw, sources: &Sources, report: &Report) -> Option<Spec> {
    let (documents_file, declared) = raw.documents.as_ref()?;
    let (dtypes_file, dtypes) = raw.dtypes.as_ref()?;
    if report.is_damaged(*documents_file) || report.is_damaged(*dtypes_file) {
        return None;
    }
    let docs = Docs::new(raw, declared, report);
    let names = Names::new(dtypes, &docs);
    let profiles = docs.profiles(declared);
    let products = documents::products(declared, report);
    let statuses = types::statuses(&docs);
    let formats = types::formats(&docs);
    let cx = Context {
        sources,
        report,
        docs: &docs,
        names: &names,
        statuses: &statuses,
        formats: &formats,
        products: &products,
        tables: &[],
    };
    let mut tables = tables::resolve(&cx);
    let mut operators = operators::resolve(&Context { tables: &tables, ..cx });
    facts::apply(&cx, &mut tables, &mut operators);
    let errata = errata::check(&Context { tables: &tables, ..cx });
    requirements::of_tables(&cx, &mut tables, &errata);
    let type_lists = types::lists(&cx);
    let statements = types::statements(&docs);
    let documents = docs.model(sources);
    let default = profiles.iter().find(|profile| profile.default).map(|profile| profile.editions.clone());
    let mut spec = Spec {
        dtypes: names.dtypes,
        schemes: names.schemes,
        documents,
        profiles,
        products,
        patches: documents::patches(declared, report),
        statuses,
        formats,
        tables,
        operators,
        errata,
        type_lists,
        statements,
        sources: sources.clone(),
    };
    spec.choose(&default.unwrap_or_default());
    sentences::answer(&docs, &declared.closings, &mut spec);
    Some(spec)
}
