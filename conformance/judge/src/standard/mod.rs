//! Tolerances by which kernels are accepted elsewhere: a second verdict beside the one that follows from the pages.
//!
//! A standard is a file of `spec/standards`, whose README explains the keys. It compares a result with a golden one, element by
//! element, by a few [measures](measure). No code is about one standard.

mod golden;
mod inputs;
mod measure;
mod read;

pub use self::golden::Golden;
pub use self::measure::Said;
pub use self::read::parse;

use ascertain::call::Invocation;
use ascertain::document::{Editions, SPECIFICATION_FILES};
use ascertain::{DType, Tensor};
use serde::Deserialize;
use std::sync::LazyLock;

/// The standards of the specification, by name. They live as long as the program.
pub static STANDARDS: LazyLock<Vec<Standard>> = LazyLock::new(|| {
    let files = SPECIFICATION_FILES
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix("standards/")?.strip_suffix(".toml")?, *text)));
    let mut standards = Vec::new();
    // One is like another that its own name follows.
    for (name, text) in files {
        let standard = parse(name, text, &standards);
        standards.push(standard.unwrap_or_else(|why| panic!("spec/standards/{name}.toml: {why}")));
    }
    standards
});

/// An edition of a precision standard.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Standard {
    /// Its name: that of its file.
    #[serde(skip)]
    pub name: String,
    #[serde(rename = "version")]
    _version: u32,
    /// What it is.
    pub title: String,
    /// The day or the revision.
    pub edition: String,
    /// Where it is stated.
    pub cite: Vec<Cite>,
    /// What its source leaves open, and what is assumed.
    #[serde(default)]
    pub reading: String,
    /// The standard whose rules it has.
    like: Option<String>,
    ratio: Option<measure::Ratio>,
    #[serde(default)]
    golden: Rounding,
    #[serde(default)]
    equal_nan: bool,
    #[serde(default)]
    specials: Specials,
    /// Its own rules of inputs.
    pub inputs: Option<inputs::Inputs>,
    #[serde(default, rename = "rule")]
    rules: Vec<Rule>,
}

/// Where something is stated.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cite {
    /// The repository, as GitHub names it.
    pub repository: String,
    /// The commit.
    pub revision: String,
    /// The file.
    pub file: String,
    /// First and last lines, from 1.
    pub lines: Vec<[u32; 2]>,
}

/// Whether the golden result is rounded to the result's dtype.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rounding {
    #[default]
    Rounded,
    F64,
}

/// How infinities, and numbers beside them, compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Specials {
    #[default]
    Equal,
    Near,
    Largest,
    Peer,
}

/// What results of some dtypes must satisfy.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Rule {
    #[serde(deserialize_with = "read::dtypes")]
    dtypes: Vec<DType>,
    close: Option<measure::Close>,
    cap: Option<measure::Cap>,
    relative: Option<measure::Relative>,
    ratio: Option<measure::Ratio>,
    #[serde(default)]
    counts: Vec<measure::Count>,
    #[serde(default)]
    excuses: Vec<measure::Count>,
}

impl Standard {
    /// The standard with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        STANDARDS.iter().find(|standard| standard.name == name)
    }

    /// Whether it has a rule for results of a dtype.
    #[must_use]
    pub fn covers(&self, dtype: DType) -> bool {
        self.rule(dtype).is_some()
    }

    /// Whether all of its rules are those of another.
    #[must_use]
    pub fn has_rules_of(&self, other: &Self) -> bool {
        self.like.as_ref() == Some(&other.name) && self.rules == other.rules
    }

    /// Whether it has its own rules of inputs, and not those of another.
    #[must_use]
    pub const fn has_own_inputs(&self) -> bool {
        self.inputs.is_some() && self.like.is_none()
    }

    fn rule(&self, dtype: DType) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.dtypes.contains(&dtype))
    }

    /// What it says of a result beside the golden one. None if it has no rule for the dtype, or the result has another dtype or shape.
    #[must_use]
    pub fn judge(&self, golden: &Golden, got: &Tensor) -> Option<Said> {
        let rule = self.rule(golden.dtype)?;
        if got.dtype() != golden.dtype || *got.shape() != *golden.shape {
            return None;
        }
        Some(measure::Compared::of(self, golden, &golden::numbers(got.dtype(), &got.elements())?).judge(rule))
    }

    /// What it says of the results of a call: of the one that is worst by it.
    #[must_use]
    pub fn of_results(&self, call: &Invocation, results: &[Tensor], editions: &Editions) -> Option<Said> {
        let formulas = call.operator.contract(editions).formulas_of(call.args()).zip(results);
        formulas.filter_map(|(formula, got)| self.judge(&Golden::of(formula, call)?, got)).reduce(Said::worse)
    }
}
