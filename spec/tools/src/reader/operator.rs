//! Reads pages about an operator: functions, parameters, hardware products, limits. A page that has lost a section, or
//! has a table where nothing reads it, is refused.

use super::account::{Account, heading};
use super::harmless::Expected;
use super::join::Builder;
use super::names::Names;
use super::outline::{Outline, Part, outline};
use super::parameters::descriptions;
use super::prototype::Prototype;
use super::remarks::Remarks;
use super::{by_product, codes, join, parameters, support};
use crate::facts::{FunctionFact, OperatorFacts, UnreadFact};
use crate::page::{Block, Page};
use crate::place::ends;
use ascertain_spec::model::OperatorSpec;

/// The id of a document, what a page says about its operator, and the sentences that are not understood, in the page's order.
pub(super) type OfDocument = (String, OperatorFacts, Vec<UnreadFact>);

/// Reads the operator that a page is about, and the id that its document has or would have. `None` if the page declares no
/// function, or none of a document where it must be `declared`.
pub(super) fn read(
    page: &Page,
    names: &Names<'_>,
    wanted: Option<&str>,
    declared: bool,
) -> Option<OfDocument> {
    let outline = outline(page, names);
    let first = outline.prototypes.first()?;
    let operator = match which(&outline.prototypes, names, wanted) {
        Ok(None) if declared => return None,
        Err(says) if declared => {
            names.refuse(first.place, says);
            return None;
        }
        found => found.ok().flatten(),
    };
    Some(facts(names, &outline, operator))
}

/// The facts about the functions that a page declares, at least one.
fn facts(names: &Names<'_>, outline: &Outline<'_>, operator: Option<&OperatorSpec>) -> OfDocument {
    let prototypes = outline.prototypes.as_slice();
    let mut facts = OperatorFacts::default();
    let described = outline.of(Part::Description);
    facts.place = outline.place(Part::Description, &described);
    let mut account = Account::new(names, prototypes);
    let mut remarks = Vec::new();
    for part in [Part::Support, Part::Supported] {
        facts.products.extend(support::read(&outline.of(part), part, &mut remarks, names));
    }
    remarks.into_iter().for_each(|text| account.text(text, "products", Expected::References));
    let products: Vec<String> = facts.products.iter().map(|(name, ..)| name.clone()).collect();
    facts.products.iter().for_each(|(name, _, place)| names.claim(name, *place));
    check_products(outline, &facts, names);
    let mut schemes: Vec<String> = Vec::new();
    check_tables(outline, names);
    for (index, prototype) in prototypes.iter().enumerate() {
        let blocks: Vec<_> = outline.blocks.iter().filter(|block| block.2 == Some(index)).collect();
        let of = |part| blocks.iter().filter(move |b| b.1 == part).map(|b| b.0).collect::<Vec<&Block>>();
        let mut about = Remarks::default();
        let mut descriptions = descriptions(&of(Part::Parameters), prototype, names, &mut about);
        let differing_names = join::align(&mut descriptions, prototype, names);
        let mut results = Remarks::default();
        let codes = codes::read(&of(Part::Returns), names, &mut results);
        let (nulls, refusals) = codes::conditions(&codes, prototype, &mut account);
        let mut function = FunctionFact {
            name: prototype.name.clone(),
            returns: prototype.returns.clone(),
            place: prototype.place,
            parameters: Vec::new(),
            nulls,
            demands: Vec::new(),
            differing_names,
            refusals,
            statuses: codes.statuses,
        };
        if function.returns.is_empty() {
            let says = format!("the prototype of `{}` does not say what it returns", prototype.name);
            names.refuse(prototype.place, says);
        }
        let builder = Builder { names, prototype, descriptions: &descriptions, products: &products };
        for (c, name) in &prototype.parameters {
            let read = builder.parameter(c, name, &mut schemes, &mut account.unread);
            function.parameters.extend(read);
        }
        function.demands = builder.demands();
        join::complete(&mut function.parameters, &descriptions);
        let before = about.found.clone();
        by_product::apply(&mut about.found, &mut function, &facts.products, names);
        let taken = before.iter().filter(|remark| !about.found.iter().any(|left| left.place == remark.place));
        taken.for_each(|remark| names.claim(&remark.says, remark.place));
        account.remarks(about.found, &format!("{}, parameters", prototype.name));
        account.remarks(results.found, &format!("{}, return value", prototype.name));
        facts.functions.push(function);
    }
    facts.names = most_common(&schemes).unwrap_or_default();
    check_end(outline, names);
    account.unread.extend(outline.other_headings.iter().filter_map(|text| heading(text, names)));
    account.blocks(&outline.blocks, &mut facts);
    account.unread.sort_by_key(|unread| ends(unread.place).0);
    let document = operator.map(|operator| operator.document.clone());
    (document.unwrap_or_else(|| document_id(&prototypes[0].name)), facts, account.unread)
}

/// The scheme that most names belong to; the first if there are several.
fn most_common(schemes: &[String]) -> Option<String> {
    let count = |wanted: &String| schemes.iter().filter(|scheme| *scheme == wanted).count();
    let best = schemes.iter().map(count).max()?;
    schemes.iter().find(|scheme| count(scheme) == best).cloned()
}

/// The operator that the functions belong to.
fn which<'a>(
    prototypes: &[Prototype],
    names: &Names<'a>,
    wanted: Option<&str>,
) -> Result<Option<&'a OperatorSpec>, String> {
    let has = |operator: &&OperatorSpec, name: &str| {
        operator
            .contracts
            .iter()
            .flat_map(|contract| &contract.functions)
            .any(|function| function.name == name)
    };
    let known = |operator: &&OperatorSpec| prototypes.iter().any(|prototype| has(operator, &prototype.name));
    let found: Vec<&OperatorSpec> = names.spec.operators.iter().filter(known).collect();
    match (found.as_slice(), wanted) {
        ([operator], None) => Ok(Some(operator)),
        ([operator], Some(wanted)) if operator.document == wanted => Ok(Some(operator)),
        ([_], Some(_)) => Ok(None),
        (_, Some(wanted)) => Ok(names.spec.operator_of(wanted)),
        ([], None) => Err(format!(
            "`{}` is not a function of any document; `ascertain-spec import PAGE --new-document ID` declares one",
            prototypes[0].name
        )),
        (several, None) => {
            let ids: Vec<&str> = several.iter().map(|operator| operator.document.as_str()).collect();
            Err(format!("its functions belong to {}; choose one with `--as`", ids.join(" and ")))
        }
    }
}

/// The id of the document of a function: `aclnn.foreach-add-list` for `aclnnForeachAddListGetWorkspaceSize`.
fn document_id(function: &str) -> String {
    let name = function.strip_suffix("GetWorkspaceSize").unwrap_or(function);
    let name = name.strip_prefix("aclnn").unwrap_or(name);
    let letters: Vec<char> = name.chars().collect();
    let mut id = "aclnn.".to_owned();
    for (index, c) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let next_is_small = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        // `AddQKV` is `add-qkv`, and `RNNCell` is `rnn-cell`.
        let starts = before.is_some_and(|before| !before.is_ascii_uppercase() || next_is_small);
        if c.is_ascii_uppercase() && starts {
            id.push('-');
        }
        id.push(if *c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    id
}

/// Refuses a page that has lost its section of hardware products, or what was in it.
fn check_products(outline: &Outline<'_>, facts: &OperatorFacts, names: &Names<'_>) {
    let part = [Part::Support, Part::Supported].into_iter().find(|part| outline.has(*part));
    let (place, says) = match part {
        None => {
            let first = outline.blocks.first().map(|(block, ..)| block.place()).unwrap_or_default();
            (first, "the page has no section of hardware products such as “产品支持情况”; is it complete?")
        }
        Some(part) if facts.products.is_empty() => {
            (outline.heading(part), "the section of hardware products names none; is the page complete?")
        }
        Some(_) => return,
    };
    // Without any product and with other complaints, that would be one more about the same fault.
    if names.refusals() == 0 {
        names.refuse(place, says);
    }
}

/// Refuses tables of parameters and of status codes that are not in the section of a function: nothing would read them.
fn check_tables(outline: &Outline<'_>, names: &Names<'_>) {
    for (block, part, function) in &outline.blocks {
        let Block::Table(grid) = block else { continue };
        let (what, home) = if parameters::is_table(grid) {
            ("parameters", Part::Parameters)
        } else if codes::is_table(grid) {
            ("status codes", Part::Returns)
        } else {
            continue;
        };
        let elsewhere = matches!(part, Part::Parameters | Part::Returns | Part::Other) && *part != home;
        if elsewhere || (*part == home && function.is_none()) {
            let says =
                format!("a table of {what} is not in the section of a function, under a heading for {what}");
            names.refuse(grid.place, says);
        }
    }
}

/// Refuses a page that has neither constraints nor examples, which are at its end.
fn check_end(outline: &Outline<'_>, names: &Names<'_>) {
    if ![Part::Constraints, Part::Example].into_iter().any(|part| outline.has(part)) {
        let place = outline.prototypes.first().map(|prototype| prototype.place).unwrap_or_default();
        names.refuse(place, "the page has neither constraints nor examples; is it complete?");
    }
}

#[cfg(test)]
mod tests {
    use super::document_id;

    #[test]
    fn ids_are_made_from_names() {
        for (function, id) in [
            ("aclnnCumsumGetWorkspaceSize", "aclnn.cumsum"),
            ("aclnnForeachAddList", "aclnn.foreach-add-list"),
            ("aclnnPool3dV2GetWorkspaceSize", "aclnn.pool3d-v2"),
            ("aclnnAddQKVGetWorkspaceSize", "aclnn.add-qkv"),
            ("aclnnRNNCell", "aclnn.rnn-cell"),
        ] {
            assert_eq!(document_id(function), id);
        }
    }
}
