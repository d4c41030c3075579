//! Finds dtypes by name: names of the specification's naming schemes, and names that a page defines.

use super::text::{plain, sentences};
use crate::facts::words;
use crate::page::{Block, Complaint, Page};
use crate::place::ends;
use crate::vocabulary::forms;
use ascertain_language::nearest::nearest_names;
use ascertain_spec::model::{Span, Spec};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Scheme of the project's own names.
pub(super) const SHORT: &str = "short";
/// Scheme of numbers, which are not words.
const NUMBER: &str = "number";

/// Names of dtypes on one page.
pub(super) struct Names<'a> {
    pub(super) spec: &'a Spec,
    /// Names that the page defines, and their short names. The first definition holds.
    own: HashMap<String, String>,
    /// Short names of the dtypes that the page lists as abbreviated in its tables.
    pub(super) abbreviated: BTreeSet<String>,
    /// The sentences and clauses that state facts.
    pub(super) claims: RefCell<Claims>,
    /// What is wrong with what the page says, or should be checked.
    pub(super) complaints: RefCell<Vec<Complaint>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(spec: &'a Spec) -> Self {
        Self {
            spec,
            own: HashMap::new(),
            abbreviated: BTreeSet::new(),
            claims: RefCell::default(),
            complaints: RefCell::default(),
        }
    }

    /// Refuses the page.
    pub(super) fn refuse(&self, place: Span, says: impl Into<String>) {
        self.complain(place, says, true);
    }

    /// Says what a person should check.
    pub(super) fn note(&self, place: Span, says: impl Into<String>) {
        self.complain(place, says, false);
    }

    pub(super) fn complain(&self, place: Span, says: impl Into<String>, fatal: bool) {
        self.complaints.borrow_mut().push(Complaint { place, says: says.into(), fatal });
    }

    /// For how many reasons the page is refused.
    pub(super) fn refusals(&self) -> usize {
        self.complaints.borrow().iter().filter(|complaint| complaint.fatal).count()
    }

    /// Notes that a text at a place states facts, or is listed as unread.
    pub(super) fn claim(&self, text: &str, place: Span) {
        self.claims.borrow_mut().add(text, place);
    }

    /// The naming schemes whose names are words.
    pub(super) fn schemes(&self) -> impl Iterator<Item = &'a str> {
        self.spec.schemes.iter().map(|scheme| scheme.name.as_str()).filter(|name| *name != NUMBER)
    }

    /// The short name of the dtype called `name` in `scheme` or by the page.
    pub(super) fn find(&self, name: &str, scheme: &str) -> Option<&str> {
        let name = bare(name);
        let own = self.own.get(name).map(String::as_str);
        own.or_else(|| self.in_scheme(name, scheme))
    }

    /// The short name of the dtype called `name` in `scheme`. Case is ignored if there is no exact match.
    fn in_scheme(&self, name: &str, scheme: &str) -> Option<&'a str> {
        let named = |same: &dyn Fn(&str) -> bool| {
            self.spec.dtypes.iter().find(|d| d.name_in(scheme).is_some_and(same)).map(|d| d.name.as_str())
        };
        named(&|known| known == name).or_else(|| named(&|known| known.eq_ignore_ascii_case(name)))
    }

    /// The short name of the dtype called `name` in any scheme. A name for two dtypes finds neither.
    pub(super) fn find_anywhere(&self, name: &str) -> Option<&str> {
        let own = self.own.get(bare(name)).map(String::as_str);
        own.or_else(|| {
            let mut found = self.schemes().filter_map(|scheme| self.in_scheme(bare(name), scheme));
            let first = found.next()?;
            found.all(|other| other == first).then_some(first)
        })
    }

    /// The end of a message about a name that is not a dtype: the nearest name of a dtype in a scheme, or in any scheme.
    pub(super) fn meant(&self, name: &str, scheme: Option<&str>) -> String {
        let schemes =
            self.schemes().chain([SHORT]).filter(|known| scheme.is_none_or(|scheme| scheme == *known));
        let named = schemes.flat_map(|scheme| self.spec.dtypes.iter().filter_map(move |d| d.name_in(scheme)));
        // Sorted, so that of names that are equally near the same one is suggested every time.
        let own: BTreeSet<&str> = self.own.keys().map(String::as_str).collect();
        let near = nearest_names(bare(name), own.into_iter().chain(named));
        near.first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
    }

    /// Adds the page's own abbreviations, such as `ACL_FLOAT(f32)`.
    pub(super) fn learn_abbreviations(&mut self, page: &Page) {
        const LEAST: usize = 3;
        for text in page.blocks.iter().filter_map(Block::prose) {
            let said = text.plain();
            let found =
                forms("abbreviation").all(&said).filter_map(|found| Some((found.get(1)?, found.get(2)?)));
            let pairs: Vec<(&str, &str)> =
                found.map(|(long, short)| (long.as_str(), short.as_str())).collect();
            let known = |(long, _): &&(&str, &str)| self.find_anywhere(long).is_some();
            if pairs.len() < LEAST || pairs.iter().filter(known).count() * 2 < pairs.len() {
                continue;
            }
            let mut learnt: Vec<(String, String)> = Vec::new();
            for (long, short) in pairs {
                let refuse = |says: String| self.refuse(text.place, says);
                let Some(dtype) = self.find_anywhere(long).map(str::to_owned) else {
                    let meant = match self.meant(long, None) {
                        none if none.is_empty() => "; add it there".to_owned(),
                        meant => meant,
                    };
                    refuse(format!(
                        "`{short}` stands for `{long}`, which is not a dtype of dtypes.toml{meant}"
                    ));
                    continue;
                };
                if learnt.iter().any(|(name, known)| name == short || *known == dtype) {
                    refuse(format!(
                        "the page abbreviates `{long}` or uses `{short}` twice; one of the two is wrong"
                    ));
                    continue;
                }
                learnt.push((short.to_owned(), dtype));
            }
            self.abbreviated.extend(learnt.iter().map(|(_, dtype)| dtype.clone()));
            self.define(learnt);
        }
    }

    /// Adds names that the page defines.
    pub(super) fn define(&mut self, names: impl IntoIterator<Item = (String, String)>) {
        for (name, short) in names {
            self.own.entry(name).or_insert(short);
        }
    }
}

/// A name without its module.
pub(super) fn bare(name: &str) -> &str {
    let name = name.trim();
    name.strip_prefix("mindspore.").unwrap_or(name)
}

/// The [words] of sentences and clauses that other modules answer for, by place; how often each.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims(HashMap<(u32, u32), HashMap<String, usize>>);

impl Claims {
    pub(super) fn add(&mut self, text: &str, place: Span) {
        let here = self.0.entry(ends(place)).or_default();
        for said in sentences(text) {
            *here.entry(words(&plain(said))).or_default() += 1;
        }
    }

    /// Whether anything at this place was ever claimed.
    pub(super) fn reach(&self, place: Span) -> bool {
        self.0.contains_key(&ends(place))
    }

    /// Takes a sentence or clause out.
    pub(super) fn take(&mut self, said: &str, place: Span) -> bool {
        let left = self.0.get_mut(&ends(place)).and_then(|here| here.get_mut(&words(said)));
        left.is_some_and(|left| {
            let claimed = *left > 0;
            *left = left.saturating_sub(1);
            claimed
        })
    }
}
