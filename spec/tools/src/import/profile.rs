//! Edits `documents.toml` so that a profile chooses another edition.

use super::ImportError;
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value, value};

/// The text of `documents.toml` with `edition` chosen for `document` in a profile. Comments and layout are kept.
///
/// # Errors
/// If there is no such profile, or the file does not have the expected structure.
pub fn choose(documents: &str, profile: &str, document: &str, edition: &str) -> Result<String, ImportError> {
    let mut file = documents.parse::<DocumentMut>().map_err(ImportError::unreadable)?;
    let profiles = table(file.get_mut("profile"), "profile")?;
    if !profiles.contains_key(profile) {
        let known: Vec<&str> = profiles.iter().map(|(name, _)| name).collect();
        let says = format!("no such profile in documents.toml; there are {}", known.join(", "));
        return Err(ImportError::Refused(says));
    }
    let section = table(profiles.get_mut(profile), profile)?;
    if !section.contains_key("editions") {
        section.insert("editions", value(InlineTable::new()));
    }
    let editions = table(section.get_mut("editions"), "editions")?;
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
    // Spaces around the entry added to `{ … }`.
    let tidy = |item: Option<&mut Item>| {
        item.and_then(Item::as_inline_table_mut).map(InlineTable::fmt);
    };
    tidy(section.get_mut("editions"));
    tidy(profiles.get_mut(profile));
    Ok(file.to_string())
}

fn table<'a>(item: Option<&'a mut Item>, name: &str) -> Result<&'a mut dyn TableLike, ImportError> {
    let table = item.and_then(Item::as_table_like_mut);
    table.ok_or_else(|| ImportError::unreadable(format!("`{name}` is not a table")))
}

#[cfg(test)]
mod tests {
    use super::choose;

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
        let unknown = choose(file, "c", "s.d", "2").expect_err("no profile").to_string();
        assert!(unknown.ends_with("there are a, b"), "{unknown}");
    }

    #[test]
    fn tables_are_laid_out_in_many_ways() {
        for (file, expected) in [
            ("[profile.a]\n", "[profile.a]\neditions = { \"s.d\" = \"2\" }\n"),
            ("[profile.a] # end", "[profile.a] # end\neditions = { \"s.d\" = \"2\" }\n"),
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
                "profile.a = { says = \"x\" }\n",
                "profile.a = { says = \"x\", editions = { \"s.d\" = \"2\" } }\n",
            ),
            (
                "[profile]\na.says = \"x\"\n[profile.b]\n",
                "[profile]\na.says = \"x\"\na.editions = { \"s.d\" = \"2\" }\n[profile.b]\n",
            ),
            (
                "[profile.a]\nsays = [\n \"x\"\n]\n[profile.a.more]\nx = 1\n",
                "[profile.a]\nsays = [\n \"x\"\n]\neditions = { \"s.d\" = \"2\" }\n[profile.a.more]\nx = 1\n",
            ),
            (
                "[profile.a.more]\nx = 1\n",
                "[profile.a]\neditions = { \"s.d\" = \"2\" }\n[profile.a.more]\nx = 1\n",
            ),
        ] {
            assert_eq!(choose(file, "a", "s.d", "2").as_deref(), Ok(expected), "{file}");
        }
        for file in ["[profile]\na = 1", "profile = 1", "[profile.a]\neditions = 1", "[profile.a"] {
            let refused = choose(file, "a", "s.d", "2").expect_err("not a file of profiles").to_string();
            assert!(refused.contains("cannot be edited"), "{file}");
        }
    }
}
