//! The words and forms of sentences that pages are read by, from `sentences.toml`.

use regex::{Captures, Regex};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let file = File::read(include_str!("sentences.toml"));
    let form = |text: String| {
        let text =
            file.parts.iter().fold(text, |text, (name, part)| text.replace(&format!("{{{name}}}"), part));
        pattern(&text)
    };
    let whole = |form: &String| format!("^(?i:{form})$");
    let whole = file.forms.iter().map(|(name, all)| (name, all.iter().map(whole).collect()));
    let anywhere = file.search.iter().map(|(name, all)| (name, vec![format!("(?i:{})", all.join("|"))]));
    let forms = whole
        .chain(anywhere)
        .map(|(name, all): (_, Vec<String>)| (name.clone(), Forms(all.into_iter().map(form).collect())));
    Vocabulary { forms: forms.collect(), words: file.words.clone() }
});

/// `sentences.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) parts: HashMap<String, String>,
    pub(crate) forms: HashMap<String, Vec<String>>,
    search: HashMap<String, Vec<String>>,
    words: HashMap<String, Vec<String>>,
}

impl File {
    pub(crate) fn read(text: &str) -> Self {
        toml::from_str(text).expect("a valid file of this folder")
    }

    /// The patterns of the file.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = &String> {
        self.parts.values().chain(self.forms.values().chain(self.search.values()).flatten())
    }
}

struct Vocabulary {
    forms: HashMap<String, Forms>,
    words: HashMap<String, Vec<String>>,
}

/// The forms of one meaning.
pub(crate) struct Forms(Vec<Regex>);

/// A regular expression of this crate.
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// The forms under a name of the file.
pub(crate) fn forms(name: &str) -> &'static Forms {
    VOCABULARY.forms.get(name).unwrap_or_else(|| panic!("sentences.toml has no forms `{name}`"))
}

/// The forms under a name, if the file has it.
pub(crate) fn find_forms(name: &str) -> Option<&'static Forms> {
    VOCABULARY.forms.get(name)
}

/// The words under a name of the file.
pub(crate) fn words(name: &str) -> &'static [String] {
    VOCABULARY.words.get(name).unwrap_or_else(|| panic!("sentences.toml has no words `{name}`"))
}

/// Whether a text is one of the words under a name.
pub(crate) fn is_word(name: &str, text: &str) -> bool {
    words(name).iter().any(|word| word == text)
}

/// Whether a text contains one of the words under a name.
pub(crate) fn has_word(name: &str, text: &str) -> bool {
    words(name).iter().any(|word| text.contains(word.as_str()))
}

/// The first of the words under a name in a text: its place and length.
pub(crate) fn first_word(name: &str, text: &str) -> Option<(usize, usize)> {
    words(name)
        .iter()
        .filter_map(|word| Some((text.find(word.as_str())?, word.len())))
        .min_by_key(|found| found.0)
}

impl Forms {
    /// What the first form that fits captures.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.0.iter().find_map(|form| form.captures(text))
    }

    /// The first part that the first form that fits captures.
    pub(crate) fn part<'t>(&self, text: &'t str) -> Option<&'t str> {
        let found = self.captures(text)?;
        found.iter().skip(1).flatten().next().map(|part| part.as_str())
    }

    /// Whether a form fits.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.0.iter().any(|form| form.is_match(text))
    }

    /// A text with a space in place of everything that the form of a search fits.
    pub(crate) fn without(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, form| form.replace_all(&text, " ").into_owned())
    }

    /// Every place where the form of a search fits.
    pub(crate) fn all<'r, 't>(&'r self, text: &'t str) -> impl Iterator<Item = Captures<'t>> + use<'r, 't> {
        self.0.iter().flat_map(move |form| form.captures_iter(text))
    }
}
