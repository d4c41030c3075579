//! Applies a table's rules in prose: the pairs that each decides, and whether they agree with each other and with the
//! printed cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::cells::{PrintedCells, pairs};
use crate::check::context::TableContext;
use crate::model::{self, Basis, Cell, Citation, DTypeId, Key, Origin};
use crate::read::raw::{self, Text};

/// A rule with its dtypes resolved.
pub(crate) struct Rule<'a> {
    raw: &'a raw::Rule,
    operand: DTypeId,
    /// Whether it holds for the listed dtypes only, or for all others.
    only: bool,
    listed: Vec<DTypeId>,
    cite: Citation,
}

/// The results of rules for pairs of keys: the rule's index and the dtype.
pub(crate) type Answers = BTreeMap<(Key, Key), (usize, Option<DTypeId>)>;

impl Rule<'_> {
    /// The dtypes that it names.
    pub(crate) fn mentioned(&self) -> impl Iterator<Item = DTypeId> {
        self.listed.iter().copied().chain([self.operand])
    }

    /// Its form in the model.
    pub(crate) fn model(&self) -> model::Rule {
        model::Rule {
            id: self.raw.id.value.clone(),
            says: self.raw.says.clone(),
            operand: self.operand,
            partners: self.listed.clone(),
            only: self.only,
            gives: self.raw.gives,
            cite: self.cite.clone(),
            at: self.raw.id.at,
        }
    }

    /// A cell with a result of this rule.
    pub(crate) fn cell(&self, result: Option<DTypeId>) -> Cell {
        Cell {
            result,
            origin: Origin::Derived(self.raw.id.value.clone()),
            basis: Basis::Derived,
            cite: self.cite.clone(),
            at: self.raw.id.at,
        }
    }
}

/// Resolves the names in rules. `None` if one is wrong.
pub(crate) fn resolve<'a>(
    raw: &'a [raw::Rule],
    scheme: &str,
    cx: &TableContext<'_>,
) -> Option<Vec<Rule<'a>>> {
    let mut rules: Vec<Rule<'a>> = Vec::new();
    let mut whole = true;
    for rule in raw {
        if let Some(other) = rules.iter().find(|other| other.raw.id.value == rule.id.value) {
            let message = format!("two rules have the id `{}`", rule.id);
            cx.report.twice(rule.id.at, message, other.raw.id.at);
            whole = false;
        }
        let label = format!("operand of rule `{}`", rule.id);
        let operand = cx.names.find(scheme, &rule.operand, &label, None);
        let (only, listed): (bool, &[Text]) = match (&rule.partner.only, &rule.partner.except) {
            (Some(only), None) => (true, only),
            (None, Some(except)) => (false, except),
            _ => {
                let message = format!("partners of rule `{}` are unclear", rule.id);
                cx.report.error(rule.partner.at, message).label("expected either `only` or `except`");
                whole = false;
                continue;
            }
        };
        let label = format!("partner in rule `{}`", rule.id);
        let found = listed.iter().map(|name| cx.names.find(scheme, name, &label, None));
        let found: Vec<Option<DTypeId>> = found.collect();
        let listed: Option<Vec<DTypeId>> = found.into_iter().collect();
        let cite = cx.docs.cite(&rule.cite);
        match (operand, listed) {
            (Some(operand), Some(listed)) => rules.push(Rule { raw: rule, operand, only, listed, cite }),
            _ => whole = false,
        }
    }
    whole.then_some(rules)
}

/// The result of the rules for each pair. If two disagree, the later one holds.
///
/// A rule applies to its operand on either side. If two rules, or a rule and a printed cell, disagree, that is a problem
/// unless an erratum of the same document lists the cell.
pub(crate) fn apply(
    rules: &[Rule<'_>],
    axis: &[Key],
    printed: &PrintedCells,
    cx: &TableContext<'_>,
) -> Answers {
    let mut answers = Answers::new();
    for (index, rule) in rules.iter().enumerate() {
        let mut against_printed = Vec::new();
        // Cells that both rules decide differently, by the earlier rule.
        let mut against_rules = vec![Vec::new(); index];
        for &key in axis {
            let Key::DType(partner) = key else { continue };
            if rule.listed.contains(&partner) != rule.only {
                continue;
            }
            let operand = Key::DType(rule.operand);
            let result = rule.raw.gives.of(rule.operand, partner);
            for cell in BTreeSet::from([(operand, key), (key, operand)]) {
                let (row, column) = (cx.names.key(cell.0), cx.names.key(cell.1));
                if !cx.doc.has_erratum_on(cx.edition.name, &cx.id.value, row, column) {
                    if printed.get(&cell).is_some_and(|printed| printed.result != result) {
                        against_printed.push((cell, result));
                    }
                    if let Some((earlier, _)) = answers.get(&cell).filter(|(_, other)| *other != result) {
                        against_rules[*earlier].push(format!("({row}, {column})"));
                    }
                }
                answers.insert(cell, (index, result));
            }
        }
        disagree(rule, &against_printed, printed, cx);
        for (earlier, cells) in rules.iter().zip(&against_rules).filter(|(_, cells)| !cells.is_empty()) {
            let earlier = &earlier.raw.id;
            let message = format!("rules `{earlier}` and `{}` disagree about {}", rule.raw.id, pairs(cells));
            cx.report
                .error(rule.raw.id.at, message)
                .label("the later rule")
                .note(earlier.at, "the earlier rule")
                .help("fix one of them, or list the cells in an erratum".to_owned());
        }
    }
    answers
}

/// Reports printed cells that a rule contradicts: each cell if they are few, otherwise the rule.
fn disagree(
    rule: &Rule<'_>,
    cells: &[((Key, Key), Option<DTypeId>)],
    printed: &PrintedCells,
    cx: &TableContext<'_>,
) {
    const FEW: usize = 4;
    let id = &rule.raw.id;
    let name = |result: Option<DTypeId>| {
        result.map_or_else(|| "no promotion".to_owned(), |dtype| format!("`{}`", cx.names.short(dtype)))
    };
    if cells.len() > FEW {
        let cells: Vec<_> = cells
            .iter()
            .map(|((row, column), _)| format!("({}, {})", cx.names.key(*row), cx.names.key(*column)))
            .collect();
        cx.report
            .error(id.at, format!("rule `{id}` contradicts the printed cells {}", pairs(&cells)))
            .label("the rule")
            .help("fix it, or list the cells in an erratum".to_owned());
        return;
    }
    for (key, result) in cells {
        let Some(cell) = printed.get(key) else { continue };
        let (row, column) = (cx.names.key(key.0), cx.names.key(key.1));
        cx.report
            .error(
                cell.at,
                format!("the cell prints {} and rule `{id}` gives {}", name(cell.result), name(*result)),
            )
            .label(format!("row `{row}`, column `{column}`"))
            .note(id.at, "the rule")
            .help("fix one of them, or list the cell in an erratum".to_owned());
    }
}
