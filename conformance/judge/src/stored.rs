//! How results are stored: what serde does not derive.
//!
//! Ids and names of the suite live as long as the program. Those that are read back are kept, each once.

use crate::ordered::gathered;
use ascertain::contract::Basis;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// An id or a name of the suite.
pub type Name = &'static str;

/// Values that live as long as the program, each once.
pub(crate) struct Kept<T: ?Sized + 'static>(Mutex<Option<HashSet<&'static T>>>);

impl<T: ?Sized + Eq + Hash> Kept<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The one that equals a value.
    pub(crate) fn keep(&self, value: impl Borrow<T> + Into<Box<T>>) -> &'static T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = all.get_or_insert_default();
        all.get(value.borrow()).copied().unwrap_or_else(|| {
            let value: &'static T = Box::leak(value.into());
            all.insert(value);
            value
        })
    }
}

/// The name with these letters.
pub(crate) fn kept(text: &str) -> Name {
    static NAMES: Kept<str> = Kept::new();
    NAMES.keep(text)
}

/// The list of these names.
pub(crate) fn kept_list(names: Vec<Name>) -> &'static [Name] {
    static LISTS: Kept<[Name]> = Kept::new();
    LISTS.keep(names)
}

pub(crate) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
    Ok(kept(&String::deserialize(from)?))
}

pub(crate) fn optional_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Name>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|text| kept(&text)))
}

pub(crate) fn names<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Name>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.iter().map(|text| kept(text)).collect())
}

pub(crate) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<&'static [Name], D::Error> {
    names(from).map(kept_list)
}

/// Values by name, such as the counts of areas.
///
/// # Errors
/// If it is not an object of such values.
pub fn by_name<'de, D, T>(from: D) -> Result<BTreeMap<Name, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let values = BTreeMap::<String, T>::deserialize(from)?;
    Ok(gathered(values.into_iter().map(|(text, value)| (kept(&text), value))))
}

/// Whether a count is left out.
pub const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Who says what a verdict rests on.
pub(crate) mod basis {
    use super::{Basis, Deserialize, Deserializer, Error, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(basis: &Option<Basis>, to: S) -> Result<S::Ok, S::Error> {
        basis.map(Basis::name).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Basis>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let basis = Basis::ALL.into_iter().find(|basis| basis.name() == name);
        basis.map(Some).ok_or_else(|| D::Error::custom(format!("unknown basis `{name}`")))
    }
}

/// Names by name, each with one or several: an object of lists.
pub(crate) mod pairs {
    use super::{BTreeMap, BTreeSet, Deserializer, Name, Serialize, Serializer, by_name, kept};

    pub(crate) fn serialize<S: Serializer>(pairs: &[(Name, Name)], to: S) -> Result<S::Ok, S::Error> {
        let mut lists = BTreeMap::<Name, Vec<Name>>::new();
        pairs.iter().for_each(|(name, value)| lists.entry(name).or_default().push(value));
        lists.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Name, Name)>, D::Error> {
        let lists: BTreeMap<Name, BTreeSet<String>> = by_name(from)?;
        let pairs = lists.iter().flat_map(|(name, values)| values.iter().map(|value| (*name, kept(value))));
        Ok(pairs.collect())
    }
}

/// Texts by argument, such as elements of tensors: an object.
pub(crate) mod inputs {
    use super::{BTreeMap, Deserializer, Name, Serialize, Serializer, by_name, gathered};

    pub(crate) fn serialize<S: Serializer>(inputs: &[(Name, String)], to: S) -> Result<S::Ok, S::Error> {
        let by_name: BTreeMap<&Name, &String> = gathered(inputs.iter().map(|(name, text)| (name, text)));
        by_name.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Name, String)>, D::Error> {
        Ok(by_name(from)?.into_iter().collect())
    }
}

/// What was seen where the documents leave it open: requirement id, and words.
pub(crate) mod observations {
    use super::{Deserialize, Deserializer, Name, Serialize, Serializer, name};

    #[derive(Serialize, Deserialize)]
    struct Observation<T> {
        #[serde(deserialize_with = "name")]
        requirement: Name,
        saw: T,
    }

    pub(crate) fn serialize<S: Serializer>(seen: &[(Name, String)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(seen.iter().map(|(requirement, saw)| Observation { requirement, saw }))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Name, String)>, D::Error> {
        let seen = Vec::<Observation<String>>::deserialize(from)?;
        Ok(seen.into_iter().map(|seen| (seen.requirement, seen.saw)).collect())
    }
}
