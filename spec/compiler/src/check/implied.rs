//! Requirements that follow from the form of a formula, so that no overlay repeats them: that what is folded has its shape, and
//! what pages leave open of folds and of indices.
//!
//! One with the same id, in the overlay or read from the page, takes the place of an implied one.

use crate::check::documents::Doc;
use crate::model::{ArgumentKind, Basis, Join, Level};
use crate::read::raw::{self, Text};
use crate::source::Located;

/// Why a result has its shape, where no page says that another one is refused.
const HOLDS_THE_RESULT: &str = "it holds the result, and no page says that another shape is refused";

/// Why breaking a requirement has the status for invalid parameters, where a page does not say so.
pub const NOT_NAMED: &str = "the page lists it for invalid parameters, and does not name this case";

/// The id of the requirement about a result: that of its formula, or else `NAME.value`, and `NAME.index` of an index.
pub(crate) fn requirement_id(operator: &raw::Operator, formula: &raw::ResultFormula) -> Text {
    let aspect = if formula.index_of.is_some() { "index" } else { "value" };
    let implied = || Text { value: format!("{}.{aspect}", operator.name), at: formula.at };
    formula.requirement.clone().unwrap_or_else(implied)
}

/// The id of what is open of a result: that of its formula, or else `NAME.equal` of an index.
pub(crate) fn open_id(operator: &raw::Operator, formula: &raw::ResultFormula) -> Option<Text> {
    let equal = || Text { value: format!("{}.equal", operator.name), at: formula.at };
    formula.open.clone().or_else(|| formula.index_of.is_some().then(equal))
}

/// The variants of an operator and their conditions. Where the overlay has none: the only one that its functions are of, or the
/// forms in and out of place, told apart by the flag `inplace`; one of the operator's name, if no function names any.
pub(crate) fn variants(operator: &raw::Operator, doc: &Doc<'_>) -> Vec<(Text, Text)> {
    if !operator.variants.0.is_empty() {
        return operator.variants.iter().map(|(name, condition)| (name.clone(), condition.clone())).collect();
    }
    let contracts = doc.editions.iter().filter_map(|edition| edition.raw.operator.as_ref());
    let functions = contracts.flat_map(|contract| contract.functions.iter());
    let mut names: Vec<&str> = functions
        .filter_map(|(_, function)| function.variant.as_ref())
        .map(|name| name.value.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let conditions: &[(&str, &str)] = match names.as_slice() {
        [] => &[(&operator.name.value, "true")],
        [only] => &[(only, "true")],
        ["in place", "out of place"] => &[("in place", "inplace"), ("out of place", "!inplace")],
        // What chooses among others, only the overlay can say: functions of variants that are not there are reported.
        _ => &[],
    };
    let text = |value: &str| Text { value: value.to_owned(), at: operator.name.at };
    conditions.iter().map(|(name, condition)| (text(name), text(condition))).collect()
}

/// The requirements that follow from the formulas of a document's operator.
pub(crate) fn requirements(doc: &Doc<'_>) -> Vec<raw::Requirement> {
    let mut found: Vec<raw::Requirement> = Vec::new();
    let Some(operator) = doc.overlay.and_then(|overlay| overlay.operator.as_ref()) else { return found };
    for (result, formula) in operator.results.iter() {
        // An index has the formula of the result that it is about.
        let of = formula.index_of.as_ref().unwrap_or(result);
        let Some((_, joined)) = operator.results.iter().find(|(name, _)| name.value == of.value) else {
            continue;
        };
        let id = requirement_id(operator, joined);
        let Some(value) = doc.requirements().find(|raw| raw.id.value == id.value) else { continue };
        let form = Form { doc, operator, result, of, joined, value };
        let of_index = formula.index_of.as_ref().map(|_| form.index());
        for requirement in of_index.into_iter().flatten().chain(form.fold()) {
            if doc.requirements().chain(&found).all(|known| known.id.value != requirement.id.value) {
                found.push(requirement);
            }
        }
    }
    found
}

/// A result that an operator writes, and what is said of its value.
struct Form<'a> {
    doc: &'a Doc<'a>,
    operator: &'a raw::Operator,
    result: &'a Text,
    /// The result itself, or the one that it is an index of.
    of: &'a Text,
    joined: &'a raw::ResultFormula,
    value: &'a raw::Requirement,
}

impl Form<'_> {
    /// What holds of an index.
    fn index(&self) -> [raw::Requirement; 2] {
        let Self { result, of, .. } = self;
        let says = format!("each element of {result} is the index of an element that {of} has there");
        let equal = "of equal elements, which one the index means is not said";
        [raw::Requirement { says, ..self.about("index") }, self.open("equal", equal, None)]
    }

    /// What holds of a fold of a tensor.
    fn fold(&self) -> Vec<raw::Requirement> {
        let Self { operator, result, of, joined, .. } = self;
        let (Some(fold), Some(each), Some(over)) = (&joined.fold, &joined.each, &joined.over) else {
            return Vec::new();
        };
        let argument = |named: &Text| operator.arguments.iter().find(|(name, _)| name.value == named.value);
        if argument(each).is_none() {
            return Vec::new();
        }
        let keep = joined.keep.as_ref().map_or("false", |keep| &keep.value);
        let shape = raw::Requirement {
            level: Level::Must,
            basis: Some(self.reading()),
            reason: self.text(HOLDS_THE_RESULT.to_owned()),
            says: format!("{result} has the shape of the result"),
            when: self.ranks(result),
            require: self.text(format!("shape({result}) == fold(shape({each}), {over}, {keep})")),
            otherwise: self.refusal(each),
            ..self.about(&format!("{result}.shape"))
        };
        // A page may say that an index has the shape of what it is an index of.
        let is_said = self.written(&format!("{of}.{result}.shape")).is_some();
        let mut found = if is_said { Vec::new() } else { vec![shape] };
        let mut left_open =
            |aspect, says, require: String| found.push(self.open(aspect, says, self.text(require)));
        // Of no bools, all are true and none is: an empty line of bools leaves nothing open.
        let is_truth = joined.compute.as_ref().is_some_and(|compute| compute.value == "'bool'");
        if matches!(fold.value, Join::Least | Join::Greatest) && !is_truth {
            let says = "what a line without elements gives is not said";
            left_open("nothing", says, format!("count({each}) > 0 || count({of}) < 1"));
        }
        if let (Join::Mean, Some(compute)) = (fold.value, &joined.compute) {
            let says = "whether the mean of integers is rounded, and how, is not said";
            left_open("integers", says, format!("!is_integer({compute})"));
        }
        let is_list = argument(over).is_some_and(|(_, over)| over.kind == ArgumentKind::Ints);
        if is_list && joined.none.is_none() {
            let says = "what no dimension at all means is not said";
            left_open("dims.none", says, format!("length({over}) > 0"));
        }
        if !self.ranks(each).is_some_and(|ranks| ranks.value.starts_with("1 <= ")) {
            let says = "which dimensions a scalar has is not said";
            left_open("dims.scalar", says, format!("rank({each}) > 0"));
        }
        found
    }

    /// A requirement of the operator that is written, or read from the page.
    fn written(&self, aspect: &str) -> Option<&raw::Requirement> {
        let id = format!("{}.{aspect}", self.operator.name);
        self.doc.requirements().find(|raw| raw.id.value == id)
    }

    /// What the page requires of the number of dimensions of a tensor.
    fn ranks(&self, tensor: &Text) -> Option<Text> {
        self.written(&format!("{tensor}.rank"))?.require.clone()
    }

    /// The status for invalid parameters, with the place where it is given for a dtype of `tensor` that is not listed.
    fn refusal(&self, tensor: &Text) -> Option<raw::Else> {
        let raw::Else { status, source } = self.written(&format!("{tensor}.dtype"))?.otherwise.clone()?;
        let (basis, reason) = (self.reading(), self.text(NOT_NAMED.to_owned()));
        Some(raw::Else { status, source: Some(raw::StatusSource { basis, reason, ..source? }) })
    }

    fn text(&self, value: String) -> Option<Text> {
        Some(Text { value, at: self.joined.at })
    }

    fn reading(&self) -> Located<Basis> {
        Located { value: Basis::Reading, at: self.joined.at }
    }

    /// A requirement about an aspect of the result, which rests on what that of its value rests on.
    fn about(&self, aspect: &str) -> raw::Requirement {
        let id = Text { value: format!("{}.{aspect}", self.operator.name), at: self.value.id.at };
        raw::Requirement { id, ..self.value.clone() }
    }

    /// One that leaves something open.
    fn open(&self, aspect: &str, says: &str, require: Option<Text>) -> raw::Requirement {
        let (level, basis, reason, says) = (Level::Unspecified, None, None, says.to_owned());
        raw::Requirement { level, basis, reason, says, require, ..self.about(aspect) }
    }
}
