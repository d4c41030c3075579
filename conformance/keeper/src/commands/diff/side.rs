//! The two sides of a comparison: editions, folders or pages.

use super::comparison::Comparison;
use crate::commands::load::load;
use crate::commands::page;
use ascertain_cli::commands::error::Problem;
use ascertain_spec::model::{Document, Edition, Spec};
use ascertain_spec_tools::diff::{ChangeType, Differences, diff, of_document, of_editions, of_specs};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{best_candidate, own_edition};
use ascertain_spec_tools::page::Complaint;
use ascertain_spec_tools::reader;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Both sides, read.
pub(super) struct Sides {
    pub(super) before: Side,
    pub(super) after: Side,
    /// The specification with the editions, and the names needed to read pages.
    spec: Spec,
}

pub(super) struct Side {
    /// As named on the command line.
    pub(super) name: String,
    content: Content,
}

enum Content {
    /// An edition of the specification: document and name.
    Edition(String, String),
    /// A specification.
    Folder(Box<Spec>),
    /// What a page says, by document.
    Page(Vec<Facts>),
}

/// A side as named. A page is read later, since how to read it depends on the other side.
enum Named {
    Edition(String, String),
    Folder(PathBuf),
    Page(PathBuf),
}

impl Sides {
    pub(super) fn load(before: &str, after: &str, folder: Option<&Path>) -> Result<Self, Problem> {
        let spec = load(folder)?;
        let (old, new) = (Named::parse(before, &spec)?, Named::parse(after, &spec)?);
        let document = |named: &Named| match named {
            Named::Edition(document, _) => Some(document.clone()),
            Named::Folder(_) | Named::Page(_) => None,
        };
        let (of_old, of_new) = (document(&old), document(&new));
        if let (Some(one), Some(other)) = (&of_old, &of_new)
            && one != other
        {
            let help = format!("name two editions of {one}, or two of {other}");
            return Err(Problem::usage(format!("{one} and {other} are different documents"), help));
        }
        let before = Side { name: before.to_owned(), content: old.read(&spec, of_new.as_deref())? };
        let after = Side { name: after.to_owned(), content: new.read(&spec, of_old.as_deref())? };
        Ok(Self { before, after, spec })
    }

    pub(super) fn compare(&self) -> Result<Vec<Comparison>, Problem> {
        match (&self.before.content, &self.after.content) {
            (Content::Folder(before), Content::Folder(after)) => {
                let all = of_specs(before, after).into_iter();
                // What is not read is listed where pages or editions are compared.
                let compared = |(edition, found): (String, Differences)| {
                    let known = |spec: &Spec| {
                        let document = spec.document(&found.document);
                        document.is_some_and(|document| document.editions.iter().any(|e| e.name == edition))
                    };
                    let in_both = known(before) && known(after);
                    let comparison = Comparison::new([&edition, &edition], found);
                    let versions = [(&**before, edition.as_str()), (&**after, &edition)];
                    if in_both { comparison.with_cases(Ok(versions), false) } else { comparison }
                };
                Ok(all.map(compared).collect())
            }
            (Content::Edition(document, before), Content::Edition(_, after)) => {
                // Both have been looked up when the command line was read.
                let found = of_editions((&self.spec, before), (&self.spec, after), document);
                let versions = [(&self.spec, before.as_str()), (&self.spec, after.as_str())];
                let comparison = Comparison::new([before, after], found.unwrap_or_default());
                let comparison = comparison.with_cases(Ok(versions), false);
                let unread = |edition: &String| {
                    let facts = Facts::of_edition(&self.spec, document, edition);
                    facts.map(|facts| facts.unread).unwrap_or_default()
                };
                Ok(vec![Comparison { unread: [before, after].map(unread), ..comparison }])
            }
            (before, after) => self.documents(&self.facts(before, after)?, &self.facts(after, before)?),
        }
    }

    /// Compares what both sides say of each document.
    fn documents(&self, old: &[Facts], new: &[Facts]) -> Result<Vec<Comparison>, Problem> {
        let mut comparisons = Vec::new();
        for old in old {
            let Some(new) = new.iter().find(|new| new.document == old.document) else { continue };
            self.check_same_operator(old, new)?;
            let label = |facts: &Facts, side: &Side| facts.edition.clone().unwrap_or(side.name.clone());
            let labels = [&label(old, &self.before), &label(new, &self.after)];
            let unread = [old.unread.clone(), new.unread.clone()];
            let of_page = old.edition.is_none() || new.edition.is_none();
            let [before, after] = [(old, &self.before), (new, &self.after)]
                .map(|(facts, side)| self.version(facts, &side.content));
            let versions = before.as_ref().and_then(|before| {
                Ok([before, after.as_ref()?].map(|(spec, edition)| (&**spec, edition.as_str())))
            });
            let comparison = Comparison::new(labels, diff(old, new));
            let comparison = comparison.with_cases(versions.map_err(Clone::clone), of_page);
            comparisons.push(Comparison { unread, ..comparison });
        }
        if comparisons.is_empty() {
            let of = |facts: &[Facts]| {
                facts.iter().map(|facts| facts.document.clone()).collect::<Vec<_>>().join(", ")
            };
            let what = format!("the two sides are about different documents: {} and {}", of(old), of(new));
            return Err(Problem::usage(what, "name two versions of one document"));
        }
        for (all, others, how) in [(old, new, ChangeType::Removed), (new, old, ChangeType::Added)] {
            let lacks = |facts: &&Facts| others.iter().all(|other| other.document != facts.document);
            let names = [&self.before.name, &self.after.name];
            let only = |facts: &Facts| Comparison::new(names, of_document(&facts.document, how));
            comparisons.extend(all.iter().filter(lacks).map(only));
        }
        Ok(comparisons)
    }

    /// A specification with an edition that has the facts, and its name. For a page one is made, without its sentences: those
    /// that nobody has read yet would refuse it.
    fn version<'a>(&'a self, facts: &Facts, content: &'a Content) -> Result<(Cow<'a, Spec>, String), String> {
        const PAGE: &str = "page";
        let spec = match content {
            Content::Folder(spec) => spec,
            _ => &self.spec,
        };
        if let Some(edition) = &facts.edition {
            return Ok((Cow::Borrowed(spec), edition.clone()));
        }
        if let Some(edition) = own_edition(spec, facts) {
            return Ok((Cow::Borrowed(spec), edition.name.clone()));
        }
        let facts = Facts { unread: Vec::new(), rest: None, ..facts.clone() };
        let made = best_candidate(spec, &facts, PAGE).map_err(|error| error.to_string())?;
        let with = spec.with_files(&made.files()).map_err(|problems| problems.to_string())?;
        Ok((Cow::Owned(with), PAGE.to_owned()))
    }

    /// Refuses two versions that do not have a function in common: a page was read as the document that the other side
    /// names.
    fn check_same_operator(&self, old: &Facts, new: &Facts) -> Result<(), Problem> {
        let functions = |facts: &Facts| -> Vec<String> {
            facts.operator.iter().flat_map(|o| &o.functions).map(|function| function.name.clone()).collect()
        };
        let (old, new) = (functions(old), functions(new));
        if old.is_empty() || new.is_empty() || old.iter().any(|name| new.contains(name)) {
            return Ok(());
        }
        let (before, after) = (&self.before.name, &self.after.name);
        let what = format!(
            "{before} and {after} are about different operators: {} and {}",
            old.join(", "),
            new.join(", ")
        );
        Err(Problem::usage(what, "name two versions of one document"))
    }

    /// The facts of one side. Of a folder: the documents of the other side, in the same editions or the first ones.
    fn facts(&self, content: &Content, other: &Content) -> Result<Vec<Facts>, Problem> {
        let of = |spec: &Spec, document: &str, edition: &str| Facts::of_edition(spec, document, edition);
        match content {
            Content::Page(facts) => Ok(facts.clone()),
            Content::Edition(document, edition) => {
                Ok(of(&self.spec, document, edition).into_iter().collect())
            }
            Content::Folder(spec) => {
                let documents: Vec<(String, Option<String>)> = match other {
                    Content::Edition(document, edition) => vec![(document.clone(), Some(edition.clone()))],
                    Content::Page(facts) => {
                        facts.iter().map(|facts| (facts.document.clone(), None)).collect()
                    }
                    Content::Folder(_) => Vec::new(),
                };
                let mut all = Vec::new();
                for (id, wanted) in documents {
                    let document = find_document(spec, &id)?;
                    let edition = match wanted {
                        Some(name) => find_edition(document, &name)?,
                        None => first(document),
                    };
                    all.extend(of(spec, &id, edition));
                }
                Ok(all)
            }
        }
    }
}

impl Named {
    fn parse(text: &str, spec: &Spec) -> Result<Self, Problem> {
        let path = Path::new(text);
        if path.is_dir() {
            return Ok(Self::Folder(path.to_owned()));
        }
        if path.is_file() {
            return Ok(Self::Page(path.to_owned()));
        }
        let (document, edition) = match text.split_once('@') {
            Some((document, edition)) => (document, Some(edition)),
            None => (text, None),
        };
        let like_path = text.contains(['/', '\\']) || page::is_named_like_a_page(path);
        if edition.is_none() && spec.document(document).is_none() && like_path {
            let help = "write DOCUMENT@EDITION, the folder of a specification, or the path of a page";
            return Err(Problem::usage(format!("there is no file or folder {text}"), help));
        }
        let document = find_document(spec, document)?;
        let edition = edition.map_or(Ok(first(document)), |name| find_edition(document, name))?;
        Ok(Self::Edition(document.id.clone(), edition.to_owned()))
    }

    /// Reads it. A page is read as `document` if the other side names one.
    fn read(self, spec: &Spec, document: Option<&str>) -> Result<Content, Problem> {
        match self {
            Self::Edition(document, edition) => Ok(Content::Edition(document, edition)),
            Self::Folder(folder) => load(Some(&folder)).map(|spec| Content::Folder(Box::new(spec))),
            Self::Page(path) => read(&path, spec, document).map(Content::Page),
        }
    }
}

/// The facts of a page.
fn read(path: &Path, spec: &Spec, document: Option<&str>) -> Result<Vec<Facts>, Problem> {
    let page = page::read(path, spec)?;
    reader::read(&page, spec, document).map(|reading| reading.facts).map_err(|complaints| {
        let fatal = complaints.iter().filter(|complaint| complaint.fatal);
        let line = |c: &Complaint| format!("\n  {}{}: {}", path.display(), page::line(c.place), c.says);
        let lines: String = fatal.map(line).collect();
        let help = "download the page again, or correct it";
        Problem::usage(format!("{} is refused{lines}", path.display()), help)
    })
}

fn find_document<'a>(spec: &'a Spec, id: &str) -> Result<&'a Document, Problem> {
    let known = spec.documents.iter().map(|document| document.id.as_str());
    spec.document(id).ok_or_else(|| Problem::unknown("document", id, known))
}

fn find_edition<'a>(document: &'a Document, name: &str) -> Result<&'a str, Problem> {
    let mut names = document.editions.iter().map(|edition: &Edition| edition.name.as_str());
    match names.clone().find(|known| *known == name) {
        Some(name) => Ok(name),
        None => Err(Problem::unknown(&format!("edition of {}", document.id), name, &mut names)),
    }
}

/// The first edition. Every document of a valid specification has one.
fn first(document: &Document) -> &str {
    document.editions.first().map_or("", |edition| edition.name.as_str())
}
