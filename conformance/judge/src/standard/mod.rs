//! Tolerances by which kernels are accepted elsewhere: a second verdict beside the one that follows from the pages.
//!
//! A standard is a file of `spec/standards`, whose README explains the keys. It limits the errors of a result beside a golden one.
//! No code is about one standard.

mod errors;
mod golden;
mod inputs;

pub use self::errors::Said;
pub use self::golden::{Golden, numbers, tensor};

use crate::from_toml::{self, Given, Keys, Read, Wrong, words};
use ascertain::call::Invocation;
use ascertain::document::{Editions, SPECIFICATION_FILES};
use ascertain::{DType, Tensor};
use std::sync::LazyLock;

/// The standards of the specification, by name. They live as long as the program.
pub static STANDARDS: LazyLock<Vec<Standard>> = LazyLock::new(|| {
    let read = |(path, text): &(&str, &str)| {
        let name = path.strip_prefix("standards/")?.strip_suffix(".toml")?;
        Some(Standard::parse(name, text).unwrap_or_else(|why| panic!("spec/{path}, {why}")))
    };
    SPECIFICATION_FILES.iter().filter_map(read).collect()
});

/// An edition of a precision standard. The README of `spec/standards` says what each key means.
#[derive(Clone, Debug, PartialEq)]
pub struct Standard {
    /// Its name: that of its file.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The day or the revision.
    pub edition: String,
    /// Where it is stated.
    pub cite: Vec<String>,
    /// What its sources leave open, and what is assumed.
    pub reading: String,
    golden: Rounding,
    equal_nan: bool,
    specials: Specials,
    inputs: Option<inputs::Inputs>,
    rules: Vec<Rule>,
}

/// Whether the golden result is rounded to the result's dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    Rounded,
    F64,
}

/// How infinities, and numbers beside them, compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Specials {
    Equal,
    Near,
    Largest,
    Peer,
}

/// What results of some dtypes must satisfy.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    dtypes: Vec<DType>,
    limits: Vec<errors::Limit>,
    excuses: Vec<errors::Limit>,
}

words!(Rounding { "rounded" => Rounded, "f64" => F64 });
words!(Specials { "equal" => Equal, "near" => Near, "largest" => Largest, "peer" => Peer });

impl Read for Rule {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let mut keys = Keys::of(given)?;
        let dtypes = keys.needed::<Vec<Float>>("dtypes")?.into_iter().map(|Float(dtype)| dtype).collect();
        let rule = Self { dtypes, limits: keys.needed("limits")?, excuses: keys.any("excuses")? };
        keys.end().map(|()| rule)
    }
}

/// A dtype of floats, by its name.
struct Float(DType);

impl Read for Float {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let name = String::read(given)?;
        let dtype = DType::from_name(&name).filter(|dtype| dtype.is_float()).map(Self);
        dtype.ok_or_else(|| Wrong::at(given, format!("{name} is not f16, bf16, f32 or f64")))
    }
}

impl Read for Standard {
    fn read(given: &Given<'_>) -> Result<Self, Wrong> {
        let mut keys = Keys::of(given)?;
        match keys.needed::<u32>("version")? {
            1 => {}
            other => {
                let what = format!("version {other}, but this program reads version 1");
                return Err(Wrong::at(given, what));
            }
        }
        let standard = Self {
            name: String::new(),
            title: keys.needed("title")?,
            edition: keys.needed("edition")?,
            cite: keys.needed("cite")?,
            reading: keys.needed("reading")?,
            golden: keys.needed("golden")?,
            equal_nan: keys.needed("equal-nan")?,
            specials: keys.needed("specials")?,
            inputs: keys.some("inputs")?,
            rules: keys.needed("rule")?,
        };
        keys.end().map(|()| standard)
    }
}

impl Standard {
    /// Reads a standard.
    ///
    /// # Errors
    /// What is wrong, in which line, and of a key that there is not the nearest that there is.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let standard = from_toml::file::<Self>(text)?;
        Ok(Self { name: name.to_owned(), ..standard })
    }

    /// The standard with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        STANDARDS.iter().find(|standard| standard.name == name)
    }

    /// Whether it has a rule for results of a dtype.
    #[must_use]
    pub fn covers(&self, dtype: DType) -> bool {
        self.rules.iter().any(|rule| rule.dtypes.contains(&dtype))
    }

    /// Whether it has its own rules of inputs.
    #[must_use]
    pub const fn has_inputs(&self) -> bool {
        self.inputs.is_some()
    }

    /// What it says of a result beside the golden one. None if it has no rule for the dtype, or the result has another dtype or shape.
    #[must_use]
    pub fn judge(&self, golden: &Golden, got: &Tensor) -> Option<Said> {
        let rule = self.rules.iter().find(|rule| rule.dtypes.contains(&golden.dtype))?;
        let is_alike = got.dtype() == golden.dtype && *got.shape() == *golden.shape;
        let got = numbers(got.dtype(), &got.elements()).filter(|_| is_alike)?;
        Some(errors::Beside::of(self, golden, got).judge(rule))
    }

    /// What it says of the results of a call: of the one that is worst by it.
    #[must_use]
    pub fn of_results(&self, call: &Invocation, results: &[Tensor], editions: &Editions) -> Option<Said> {
        let formulas = call.operator.contract(editions).formulas_of(call.args()).zip(results);
        formulas.filter_map(|(formula, got)| self.judge(&Golden::of(formula, call)?, got)).reduce(Said::worse)
    }
}
