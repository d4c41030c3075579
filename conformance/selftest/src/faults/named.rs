//! Reads what the files name: dtypes, profiles, tables.

use ascertain::DType;
use ascertain::document::{PROFILES, Profile};
use ascertain::promote::Table;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

pub(super) fn dtype<'de, D: Deserializer<'de>>(given: D) -> Result<DType, D::Error> {
    named(&String::deserialize(given)?)
}

fn named<E: Error>(name: &str) -> Result<DType, E> {
    DType::from_name(name).ok_or_else(|| E::custom(format!("{name} is not a dtype")))
}

pub(super) fn profile<'de, D: Deserializer<'de>>(given: D) -> Result<&'static Profile, D::Error> {
    let name = String::deserialize(given)?;
    let profile = PROFILES.iter().find(|profile| profile.name == name);
    profile.ok_or_else(|| Error::custom(format!("{name} is not a profile")))
}

pub(super) fn table<'de, D: Deserializer<'de>>(given: D) -> Result<Option<&'static Table>, D::Error> {
    let id = String::deserialize(given)?;
    Table::named(&id).map(Some).ok_or_else(|| Error::custom(format!("{id} is not a table")))
}

pub(super) fn dtypes<'de, D: Deserializer<'de>>(given: D) -> Result<&'static [DType], D::Error> {
    let names = Vec::<String>::deserialize(given)?;
    Ok(names.iter().map(|name| named(name)).collect::<Result<Vec<_>, _>>()?.leak())
}

pub(super) fn pairs<'de, D: Deserializer<'de>>(given: D) -> Result<&'static [(DType, DType)], D::Error> {
    let pairs = Vec::<(String, String)>::deserialize(given)?;
    let pairs: Result<Vec<_>, _> = pairs.iter().map(|(a, b)| Ok((named(a)?, named(b)?))).collect();
    Ok(pairs?.leak())
}

pub(super) fn two_dtypes<'de, D: Deserializer<'de>>(given: D) -> Result<(DType, DType), D::Error> {
    let words = String::deserialize(given)?;
    let (a, b) = words.split_once(" as ").ok_or_else(|| Error::custom("expected `DTYPE as DTYPE`"))?;
    Ok((named(a)?, named(b)?))
}

pub(super) fn some_dtype<'de, D: Deserializer<'de>>(given: D) -> Result<Option<DType>, D::Error> {
    dtype(given).map(Some)
}
