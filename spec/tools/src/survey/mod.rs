//! Reads many vendors' pages and reports what was understood of each.

mod report;

pub use report::{PageReport, SurveyReport};

use crate::facts::Facts;
use crate::pages::{Complaint, Page, recognise};
use ascertain_spec::model::Spec;
use std::collections::BTreeMap;

/// What became of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its facts, and notes about what it leaves unclear.
    Read(Vec<Facts>, Vec<Complaint>),
    /// Why it is not read, and notes.
    Refused(Vec<Complaint>),
    /// It does not describe functions of aclnn, and cannot be read as a document of the specification: why not.
    Other(Vec<Complaint>),
}

/// Reads a page: as that of an operator if it describes one, else as that of any document.
pub fn read(page: &Page, spec: &Spec) -> Outcome {
    if recognise::is_operator_page(page) {
        return match recognise::operator_page(page, spec) {
            Ok(reading) => Outcome::Read(reading.facts, reading.notes),
            Err(complaints) => Outcome::Refused(complaints),
        };
    }
    match recognise::read(page, spec, None) {
        Ok(reading) => Outcome::Read(reading.facts, reading.notes),
        Err(complaints) => Outcome::Other(complaints),
    }
}

/// What the pages hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Pages that describe functions of aclnn or a document of the specification.
    pub pages: usize,
    /// Those that were read.
    pub read: usize,
    /// Those that were refused.
    pub refused: usize,
    /// Other pages.
    pub others: usize,
    /// Functions on the pages read.
    pub functions: usize,
    /// Parameters of these functions.
    pub parameters: usize,
    /// Parameters with a list of dtypes.
    pub with_dtypes: usize,
    /// Dtypes listed, by all parameters together.
    pub dtypes: usize,
    /// Parameters whose ranks are stated.
    pub with_ranks: usize,
    /// Parameters whose range is stated.
    pub with_range: usize,
    /// Status codes of the functions.
    pub statuses: usize,
    /// Hardware products with a mark.
    pub products: usize,
    /// Sentences that were not understood.
    pub unread: usize,
    /// How many pages were refused for a reason, by the reason of their first fatal complaint.
    pub reasons: BTreeMap<String, usize>,
}

impl Totals {
    /// Counts one page.
    pub fn add(&mut self, outcome: &Outcome) {
        let facts = match outcome {
            Outcome::Other(_) => {
                self.others += 1;
                return;
            }
            Outcome::Refused(complaints) => {
                self.pages += 1;
                self.refused += 1;
                if let Some(first) = complaints.iter().find(|complaint| complaint.fatal) {
                    *self.reasons.entry(reason(&first.says)).or_default() += 1;
                }
                return;
            }
            Outcome::Read(facts, _) => facts,
        };
        self.pages += 1;
        self.read += 1;
        for facts in facts {
            self.unread += facts.unread.len();
            let Some(operator) = &facts.operator else { continue };
            self.products += operator.products.len();
            self.functions += operator.functions.len();
            for function in &operator.functions {
                self.statuses += function.statuses.len();
                self.parameters += function.parameters.len();
                for parameter in &function.parameters {
                    self.with_dtypes += usize::from(!parameter.dtypes.is_empty());
                    self.dtypes += parameter.dtypes.len();
                    self.with_ranks += usize::from(parameter.ranks.is_some());
                    self.with_range += usize::from(parameter.range.is_some());
                }
            }
        }
    }
}

/// The class of a complaint: its words without names and numbers, `parameter … of … is described twice`.
pub fn reason(says: &str) -> String {
    let mut class = String::new();
    let mut quoted = false;
    for c in says.chars() {
        match c {
            '`' => {
                if !quoted {
                    class.push('…');
                }
                quoted = !quoted;
            }
            _ if quoted => {}
            c if c.is_ascii_digit() => {
                if !class.ends_with('…') {
                    class.push('…');
                }
            }
            c => class.push(c),
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn reasons_have_no_names() {
        assert_eq!(reason("`x` of `f` lists `F32` twice, at 12"), "… of … lists … twice, at …");
    }
}
