//! Writes the section `[prose]` of an edition: digests of the page's sentences that the reader does not understand.

use super::write::{quote, span};
use crate::facts::{Facts, UnreadFact};
use toml_edit::DocumentMut;

/// The section, with an empty line before it. None for facts that do not come from a page.
pub(super) fn section(facts: &Facts) -> String {
    let Some(language) = facts.language else { return String::new() };
    let mut text = format!("\n[prose]\nlanguage = {}\n", quote(language.name()));
    if facts.unread.is_empty() {
        return text + "unread = []\n";
    }
    text.push_str("unread = [\n");
    for UnreadFact { about, digest, place, .. } in &facts.unread {
        let at = span(*place).map(|at| format!("{at}, ")).unwrap_or_default();
        text.push_str(&format!("  {{ {at}digest = {}, about = {} }},\n", quote(digest), quote(about)));
    }
    text + "]\n"
}

/// Whether an edition records the unread sentences of a page as it is read now.
pub fn same_prose(page: &Facts, edition: &Facts) -> bool {
    let sentences = |facts: &Facts| -> Vec<_> {
        facts.unread.iter().map(|fact| (fact.about.clone(), fact.digest.clone(), fact.place)).collect()
    };
    page.language == edition.language && sentences(page) == sentences(edition)
}

/// The text of an edition's file, with the section of a page as it is read now in place of its own. Everything else stays.
///
/// # Errors
/// If the text is not TOML.
pub fn refreshed(toml: &str, page: &Facts) -> Result<String, String> {
    let mut file: DocumentMut = toml.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    file.remove("prose");
    Ok(format!("{}\n{}", file.to_string().trim_end(), section(page)))
}

#[cfg(test)]
mod tests {
    use super::refreshed;
    use crate::facts::{Facts, UnreadFact};
    use ascertain_spec::model::{Language, Span};

    #[test]
    fn only_the_section_of_sentences_changes() {
        let sentence = UnreadFact::new("constraints", "It may rain.", Span::Lines(7, 7));
        let digest = sentence.digest.clone();
        let page = Facts { language: Some(Language::English), unread: vec![sentence], ..Facts::default() };
        let before = "# on top\nversion = 1\n\n[a] # beside\nb = 1\n";
        let after = refreshed(before, &page).expect("TOML");
        let expected = format!(
            "{before}\n[prose]\nlanguage = \"en\"\nunread = [\n  {{ lines = [7, 7], digest = \"{digest}\", about = \"constraints\" }},\n]\n"
        );
        assert_eq!(after, expected);
        assert_eq!(refreshed(&after, &page).expect("TOML"), expected);
        let silent = Facts { language: Some(Language::Chinese), ..Facts::default() };
        assert_eq!(
            refreshed(&after, &silent).expect("TOML"),
            format!("{before}\n[prose]\nlanguage = \"zh\"\nunread = []\n")
        );
    }
}
