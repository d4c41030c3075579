//! Profiles: choosing a new edition in `documents.toml`.

use std::fmt;
use toml_edit::{DocumentMut, InlineTable, Item, Value, value};

/// Why a profile cannot choose an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProfile {
    /// There is none of that name; those that there are.
    Unknown(Vec<String>),
    /// `documents.toml` cannot be read, or is built otherwise than it should be.
    Unreadable(String),
}

impl fmt::Display for NoProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(known) => {
                write!(f, "no such profile in documents.toml; there are {}", known.join(", "))
            }
            Self::Unreadable(why) => write!(f, "documents.toml cannot be edited: {why}"),
        }
    }
}

impl std::error::Error for NoProfile {}

/// The text of `documents.toml` with `edition` chosen for `document` in a profile; comments and layout are kept.
///
/// # Errors
/// There is no such profile, or the file is not what it should be.
pub fn choose(documents: &str, profile: &str, document: &str, edition: &str) -> Result<String, NoProfile> {
    let mut file: DocumentMut =
        documents.parse().map_err(|error| NoProfile::Unreadable(format!("{error}")))?;
    let unlike = || NoProfile::Unreadable("`profile` is no table".to_owned());
    let profiles = file.get_mut("profile").and_then(Item::as_table_like_mut).ok_or_else(unlike)?;
    let known: Vec<String> = profiles.iter().map(|(name, _)| name.to_owned()).collect();
    let section = profiles.get_mut(profile).and_then(Item::as_table_like_mut);
    let section = section.ok_or(NoProfile::Unknown(known))?;
    if section.get("editions").is_none() {
        section.insert("editions", value(InlineTable::new()));
    }
    let editions = section.get_mut("editions").and_then(Item::as_table_like_mut).ok_or_else(unlike)?;
    match editions.get_mut(document).and_then(Item::as_value_mut) {
        Some(known) => {
            let decor = known.decor().clone();
            *known = Value::from(edition);
            *known.decor_mut() = decor;
        }
        None => {
            editions.insert(document, value(edition));
        }
    }
    if let Some(editions) = section.get_mut("editions").and_then(Item::as_inline_table_mut) {
        editions.fmt();
    }
    Ok(file.to_string())
}

#[cfg(test)]
mod tests {
    use super::{NoProfile, choose};

    #[test]
    fn comments_stay() {
        let file = "# on top\n[profile.a] # beside\nsays = \"x\"\n\n# between\n[profile.b]\neditions = { \"s.d\" = \"1\" }\n";
        let chosen = choose(file, "b", "s.d", "2").expect("a profile");
        assert_eq!(chosen, file.replace("\"1\"", "\"2\""));
        let chosen = choose(file, "b", "s.e", "2").expect("a profile");
        assert_eq!(chosen, file.replace("\"1\" }", "\"1\", \"s.e\" = \"2\" }"));
        let chosen = choose(file, "a", "s.e", "2").expect("a profile");
        assert!(
            chosen.contains("[profile.a] # beside\nsays = \"x\"\neditions = { \"s.e\" = \"2\" }\n"),
            "{chosen}"
        );
        assert!(
            matches!(choose(file, "c", "s.d", "2"), Err(NoProfile::Unknown(known)) if known == ["a", "b"])
        );
    }
}
