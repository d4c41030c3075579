//! Profiles: choosing a new edition in `documents.toml`.

use super::write::{key, quote};
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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
    let file = DeTable::parse(documents).map_err(|error| NoProfile::Unreadable(error.to_string()))?;
    let no_table = |what: &str| NoProfile::Unreadable(format!("`{what}` is no table"));
    let profiles = file.get_ref().get("profile").ok_or_else(|| no_table("profile"))?;
    let profiles = profiles.get_ref().as_table().ok_or_else(|| no_table("profile"))?;
    let Some(section) = profiles.get(profile) else {
        return Err(NoProfile::Unknown(profiles.keys().map(|name| name.get_ref().to_string()).collect()));
    };
    let choices = section.get_ref().as_table().ok_or_else(|| no_table(profile))?.get("editions");
    let entry = format!("{} = {}", quote(document), quote(edition));
    let (place, text) = match choices {
        Some(choices) => {
            let table = choices.get_ref().as_table().ok_or_else(|| no_table("editions"))?;
            match table.get(document) {
                Some(known) => (known.span(), quote(edition)),
                None => added(documents, "editions", choices, &entry),
            }
        }
        None => added(documents, profile, section, &format!("editions = {{ {entry} }}")),
    };
    let mut changed = documents.to_owned();
    changed.replace_range(place, &text);
    // There are more ways to lay out a table than are met here: what came of it must say what it should.
    let says = DeTable::parse(&changed).ok().is_some_and(|file| {
        let entry = ["profile", profile, "editions", document].iter().try_fold(
            DeValue::Table(file.into_inner()),
            |value, name| {
                match value {
                    DeValue::Table(table) => table.into_iter().find(|(key, _)| key.get_ref() == name),
                    _ => None,
                }
                .map(|(_, value)| value.into_inner())
            },
        );
        entry.is_some_and(|entry| entry.as_str() == Some(edition))
    });
    let unusual = || NoProfile::Unreadable(format!("choose edition {edition} of {document} by hand"));
    says.then_some(changed).ok_or_else(unusual)
}

/// Where an entry more of a table goes, and what goes there.
fn added(file: &str, name: &str, table: &Spanned<DeValue<'_>>, entry: &str) -> (Range<usize>, String) {
    let last = last(table);
    let end_of_line = |at: usize| file[at..].find('\n').map_or(file.len(), |length| at + length);
    match file.as_bytes().get(table.span().start) {
        Some(b'{') => match last {
            Some(last) => (last..last, format!(", {entry}")),
            None => (table.span(), format!("{{ {entry} }}")),
        },
        // A header.
        Some(b'[') => {
            let line = end_of_line(last.unwrap_or(table.span().end));
            (line..line, format!("\n{entry}"))
        }
        _ => {
            let line = end_of_line(last.unwrap_or(table.span().end));
            (line..line, format!("\n{}.{entry}", key(name)))
        }
    }
}

/// Where the last entry of a table ends, but for tables that have headers of their own.
fn last(table: &Spanned<DeValue<'_>>) -> Option<usize> {
    let own = |key: Range<usize>, value: Range<usize>| key.start <= value.start;
    let entries = table.get_ref().as_table()?.iter().filter(|(key, value)| own(key.span(), value.span()));
    entries.map(|(_, value)| last(value).unwrap_or(0).max(value.span().end)).max()
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

    #[test]
    fn tables_are_laid_out_in_many_ways() {
        for (file, expected) in [
            ("[profile.a]\n", "[profile.a]\neditions = { \"s.d\" = \"2\" }\n"),
            ("[profile.a] # end", "[profile.a] # end\neditions = { \"s.d\" = \"2\" }"),
            ("[profile.a]\neditions = {}\n", "[profile.a]\neditions = { \"s.d\" = \"2\" }\n"),
            (
                "[profile.a.editions] # b\n\"x\" = \"1\" # c\n\n[z]\n",
                "[profile.a.editions] # b\n\"x\" = \"1\" # c\n\"s.d\" = \"2\"\n\n[z]\n",
            ),
            ("[profile.a.editions]\n's.d' = '1' # c\n", "[profile.a.editions]\n's.d' = \"2\" # c\n"),
            (
                "[profile.a]\neditions.x = \"1\"\nsays = \"y\"\n",
                "[profile.a]\neditions.x = \"1\"\neditions.\"s.d\" = \"2\"\nsays = \"y\"\n",
            ),
            (
                "profile.a = { says = \"x\", }\n",
                "profile.a = { says = \"x\", editions = { \"s.d\" = \"2\" }, }\n",
            ),
            (
                "[profile]\na.says = \"x\"\n[profile.b]\n",
                "[profile]\na.says = \"x\"\na.editions = { \"s.d\" = \"2\" }\n[profile.b]\n",
            ),
            (
                "[profile.a]\nsays = [\n \"x\"\n]\n[profile.a.more]\nx = 1\n",
                "[profile.a]\nsays = [\n \"x\"\n]\neditions = { \"s.d\" = \"2\" }\n[profile.a.more]\nx = 1\n",
            ),
        ] {
            assert_eq!(choose(file, "a", "s.d", "2").as_deref(), Ok(expected), "{file}");
        }
        // Its only table is one below it: a line there would belong to that.
        let refused = choose("[profile.a.more]\nx = 1\n", "a", "s.d", "2");
        assert!(matches!(refused, Err(NoProfile::Unreadable(_))), "{refused:?}");
        for file in ["[profile]\na = 1", "profile = 1", "[profile.a]\neditions = 1", "[profile.a"] {
            assert!(matches!(choose(file, "a", "s.d", "2"), Err(NoProfile::Unreadable(_))), "{file}");
        }
    }
}
