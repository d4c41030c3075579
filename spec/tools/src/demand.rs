//! What pages demand of parameters: the rows of `demands.toml`. The reader finds a demand by its forms, and a new document gets the
//! requirement that the row has.

use serde::Deserialize;
use std::fmt;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("demands.toml")).expect("a valid file of this folder"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    demand: Vec<Demand>,
    rule: Vec<Demand>,
}

/// What a page may demand of parameters; the file says what each field means.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Demand {
    /// `same_shape`
    pub name: String,
    pub(crate) of: Of,
    pub(crate) shapes: bool,
    pub(crate) rule: String,
    pub(crate) id: String,
    pub(crate) says: String,
    pub(crate) when: String,
    pub(crate) require: String,
    pub(crate) unbreakable: String,
}

/// Which of several parameters a demand is about.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Of {
    #[default]
    Each,
    Pairs,
    First,
}

impl fmt::Debug for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Demand {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Demand {}

impl Demand {
    /// All demands, in the order in which they are looked for.
    pub(crate) fn all() -> &'static [Self] {
        &TABLE.demand
    }

    /// What may be required of one parameter.
    pub(crate) fn rules() -> &'static [Self] {
        &TABLE.rule
    }

    /// The demand with a name of the file.
    pub fn named(name: &str) -> &'static Self {
        let found = Self::all().iter().find(|demand| demand.name == name);
        found.unwrap_or_else(|| panic!("demands.toml has no `{name}`"))
    }
}
