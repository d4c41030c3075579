//! Facts whose basis is another than what their place says: a printed fact is stated, one that a rule gives is derived.

use crate::check::basis::Claim;
use crate::check::context::Context;
use crate::check::documents::Doc;
use crate::check::errata;
use crate::model::{OperatorSpec, Table};
use crate::read::raw;

/// Gives cells and products the basis that an overlay says.
pub(crate) fn apply(cx: &Context<'_>, tables: &mut [Table], operators: &mut [OperatorSpec]) {
    for doc in &cx.docs.list {
        for raw in doc.overlay.iter().flat_map(|overlay| &overlay.bases) {
            one(raw, doc, cx, tables, operators);
        }
    }
}

fn one(
    raw: &raw::FactBasis,
    doc: &Doc<'_>,
    cx: &Context<'_>,
    tables: &mut [Table],
    operators: &mut [OperatorSpec],
) {
    let editions = doc.chosen(Some(&raw.editions));
    let cites = cx.docs.cited(&raw.cites);
    let what = "this fact".to_owned();
    let reason = raw.reason.as_ref();
    Claim { what, basis: &raw.basis, reason, cites: &cites, editions: &editions }.check(doc);
    if raw.cells.is_empty() && raw.products.is_empty() {
        cx.report.error(raw.at, "a basis of nothing").label("expected `cells` or `products`");
    }
    let holds = |name: &str| editions.iter().any(|&index| doc.editions[index].name == name);
    let Some((cite, _)) = cites.first() else { return };
    for at in &raw.cells {
        let found = errata::cell([&at.table, &at.row, &at.column], tables, cx);
        let Some((cell, index)) = found else { continue };
        let Some(table) = tables.iter_mut().find(|table| table.id == cell.table) else { continue };
        for edition in table.editions.iter_mut().filter(|edition| holds(&edition.edition)) {
            edition.cells[index].basis = raw.basis.value;
            edition.cells[index].cite = cite.clone();
        }
    }
    let contracts = operators.iter_mut().filter(|operator| operator.document == doc.id);
    let contracts: Vec<_> =
        contracts.flat_map(|o| &mut o.contracts).filter(|contract| holds(&contract.edition)).collect();
    let known: Vec<String> =
        contracts.iter().flat_map(|c| &c.products).map(|product| product.name.clone()).collect();
    // Contracts that could not be resolved have been reported.
    let resolved = !contracts.is_empty() && !doc.damaged;
    for name in raw.products.iter().filter(|name| resolved && !known.contains(&name.value)) {
        let message = format!("no such edition lists product `{name}`");
        let known = known.iter().map(String::as_str);
        cx.report.unknown(name, message, "expected a product of the operator", known);
    }
    for product in contracts.into_iter().flat_map(|contract| &mut contract.products) {
        if raw.products.iter().any(|name| name.value == product.name) {
            product.basis = raw.basis.value;
            product.reason = reason.map(|reason| reason.value.clone());
        }
    }
}
