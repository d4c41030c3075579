//! Chooses the default edition of each document in the output.

use ascertain_spec::model::{EditionChoice, Spec};

/// A choice of one edition for every document: a profile, with other editions of single documents.
#[derive(Clone, Debug)]
pub struct Choice {
    pub(super) editions: Vec<EditionChoice>,
    /// The command line's options for the choice: empty, or each after a space.
    pub(super) options: String,
}

/// A profile, document or edition that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A profile.
    Profile(String),
    /// A document.
    Document(String),
    /// An edition of a document.
    Edition {
        /// The document.
        document: String,
        /// What was asked for.
        edition: String,
    },
}

impl Choice {
    /// The editions of a profile, or of the default one, with other editions of some documents.
    ///
    /// # Errors
    /// The first name that does not exist.
    pub fn new(spec: &Spec, profile: Option<&str>, changes: &[(String, String)]) -> Result<Self, Unknown> {
        let found = spec.profiles.iter().find(|p| profile.map_or(p.default, |name| p.name == name));
        let found = found.ok_or_else(|| Unknown::Profile(profile.unwrap_or("default").to_owned()))?;
        let mut editions = found.editions.clone();
        let mut options = profile.map_or(String::new(), |name| format!(" --profile {name}"));
        for (document, edition) in changes {
            let known = spec.document(document).ok_or_else(|| Unknown::Document(document.clone()))?;
            let (document, edition) = (document.clone(), edition.clone());
            if known.edition(&edition).is_none() {
                return Err(Unknown::Edition { document, edition });
            }
            options.push_str(&format!(" --edition {document}={edition}"));
            editions.push(EditionChoice { document, edition });
        }
        Ok(Self { editions, options })
    }
}
