//! The page with all implementations. Its template is Markdown for a repository, or HTML for the site.

use super::notes::{About, Explanation};
use super::row::{Difference, Habit, Time};
use super::{Folder, Implementation};
use ascertain::document::{Editions, SPECIFICATION};
use ascertain_conformance::report::observed::subjects;
use ascertain_conformance::report::template::Templates;
use ascertain_conformance::report::text::{plural, thousands};
use serde::Serialize;
use std::io;

/// The template of the Markdown page.
const MARKDOWN: (&str, &str) = ("implementations.md", include_str!("../../templates/implementations.md"));

/// Everything that the page shows.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    editions: String,
    specification: &'static str,
    /// Those asked with another specification than this program's.
    other_specification: Vec<String>,
    /// What is counted: `aclnn.tensor-tensor cells`.
    counts: Vec<String>,
    /// What is timed: `f32 (4096, 4096) dim -1`.
    timed: Vec<String>,
    implementations: Vec<Shown>,
    documents: Vec<Said>,
}

/// An implementation.
#[derive(Clone, Debug, Serialize)]
struct Shown {
    name: String,
    title: String,
    version: String,
    asked: String,
    /// `248 of 450`, for each of what is counted.
    follows: Vec<String>,
    wrong_products: u64,
    /// Share of the fixed cases, in per cent.
    judged: f64,
    random: String,
    /// How it multiplies: dtypes, and words.
    products: Vec<(String, String)>,
    /// All habits: what about, where, and words.
    habits: Vec<(String, String, String)>,
    /// How many times as long as a memcpy, for each of what is timed.
    copies: Vec<Option<f64>>,
    machine: Option<String>,
    says: String,
    example: String,
    /// `12 differences in 873 cases`.
    summary: String,
    differences: Vec<Meaning>,
    /// The command that makes the report again.
    again: String,
}

/// Differences with one explanation, or a single one.
#[derive(Clone, Debug, Serialize)]
struct Meaning {
    areas: Vec<String>,
    verdict: String,
    kind: String,
    requirements: Vec<String>,
    count: u64,
    cases: String,
    says: Option<String>,
    example: String,
    /// The first case, what was expected there, and what came.
    case: String,
    expected: String,
    got: String,
}

/// What all answers say about a document.
#[derive(Clone, Debug, Serialize)]
struct Said {
    document: String,
    says: String,
    cases: Vec<Answers>,
}

/// The answers to a case.
#[derive(Clone, Debug, Serialize)]
struct Answers {
    id: String,
    printed: String,
    /// Each with the titles of those who give it.
    answers: Vec<(String, Vec<String>)>,
}

impl Page {
    /// The page of a folder.
    #[must_use]
    pub fn of(folder: &Folder) -> Self {
        let all = &folder.implementations;
        let counts =
            distinct(all.iter().flat_map(|one| &one.row.follows).map(|f| (&*f.document, &*f.counts)));
        let times = all.iter().flat_map(|one| &one.row.speed).flat_map(|speed| &speed.times);
        let timed = distinct(times.map(|time| (&*time.dtype, &*time.place)));
        let editions: Vec<String> = Editions::default()
            .iter()
            .map(|(document, edition)| format!("{} {}", document.id, edition.name))
            .collect();
        let is_other = |one: &&Implementation| one.row.specification != SPECIFICATION;
        let words = |(first, second): &(&str, &str)| format!("{first} {second}");
        Self {
            editions: editions.join(" · "),
            specification: SPECIFICATION,
            other_specification: all.iter().filter(is_other).map(|one| one.title().to_owned()).collect(),
            counts: counts.iter().map(words).collect(),
            timed: timed.iter().map(words).collect(),
            implementations: all.iter().map(|one| Shown::of(one, &counts, &timed)).collect(),
            documents: folder.documents.about.iter().map(|about| Said::of(about, all)).collect(),
        }
    }

    /// The page as Markdown.
    ///
    /// # Errors
    /// When the template is not valid.
    pub fn markdown(&self) -> io::Result<String> {
        Templates::new(&[MARKDOWN], "", "")?.render(MARKDOWN.0, self)
    }
}

impl Shown {
    fn of(one: &Implementation, counts: &[(&str, &str)], timed: &[(&str, &str)]) -> Self {
        let Implementation { name, row, notes } = one;
        let follows = counts.iter().map(|(document, counts)| {
            let own = row.follows.iter().find(|f| f.document == *document && f.counts == *counts);
            own.filter(|own| own.tested > 0).map_or("not asked".to_owned(), |own| {
                format!("{} of {}", thousands(own.followed), thousands(own.tested))
            })
        });
        let times = row.speed.as_ref().map_or(&[][..], |speed| &speed.times);
        let of = |time: &&Time, (dtype, place): (&str, &str)| time.dtype == dtype && time.place == place;
        let copies = timed.iter().map(|what| Some(times.iter().find(|time| of(time, *what))?.copies));
        let habits = grouped(&row.habits);
        let products = habits.iter().filter(|(about, ..)| about == "products");
        let products = products.map(|(_, of, is)| (of.clone(), is.clone()));
        let differences = meanings(&row.differences, &notes.explanations);
        let cases = row.differences.iter().map(|difference| difference.cases).sum();
        Self {
            name: name.clone(),
            title: one.title().to_owned(),
            version: row.version.clone(),
            asked: row.asked.clone(),
            follows: follows.collect(),
            wrong_products: row.wrong_products,
            judged: row.judged,
            random: thousands(row.random),
            products: products.collect(),
            copies: copies.collect(),
            machine: row
                .speed
                .as_ref()
                .map(|speed| format!("{}, {}", speed.cpu, plural(speed.threads as u64, "thread", "threads"))),
            says: notes.says.trim().to_owned(),
            example: notes.example.trim().to_owned(),
            summary: match differences.len() as u64 {
                0 => "no difference".to_owned(),
                count => format!(
                    "{} in {}",
                    plural(count, "difference", "differences"),
                    plural(cases, "case", "cases")
                ),
            },
            differences,
            habits,
            again: row.repro_command(),
        }
    }
}

impl Meaning {
    fn of(differences: &[&Difference], explanation: Option<&Explanation>) -> Option<Self> {
        let first = differences.first()?;
        let each = |of: fn(&Difference) -> &Option<String>| {
            let all = differences.iter().filter_map(|difference| of(difference).as_deref());
            distinct(all).into_iter().map(str::to_owned).collect()
        };
        let count = differences.iter().map(|difference| difference.cases).sum();
        Some(Self {
            areas: each(|difference| &difference.area),
            verdict: first.verdict.clone(),
            kind: first.kind.clone().unwrap_or_default(),
            requirements: each(|difference| &difference.requirement),
            count,
            cases: plural(count, "case", "cases"),
            says: explanation.map(|explanation| explanation.says.trim().to_owned()),
            example: explanation.map_or("", |explanation| explanation.example.trim()).to_owned(),
            case: first.example.clone(),
            expected: first.expected.clone(),
            got: first.got.clone(),
        })
    }
}

/// What differences mean, each explained by the first explanation of it: failures before warnings, many before few.
fn meanings(differences: &[Difference], explanations: &[Explanation]) -> Vec<Meaning> {
    let explained = |difference: &Difference| explanations.iter().position(|one| one.explains(difference));
    let by_explanation = explanations.iter().enumerate().filter_map(|(at, explanation)| {
        let own: Vec<_> = differences.iter().filter(|difference| explained(difference) == Some(at)).collect();
        Meaning::of(&own, Some(explanation))
    });
    let unexplained = differences.iter().filter(|difference| explained(difference).is_none());
    let unexplained = unexplained.filter_map(|difference| Meaning::of(&[difference], None));
    let mut all: Vec<Meaning> = by_explanation.chain(unexplained).collect();
    all.sort_by_key(|meaning| (meaning.verdict == "warning", u64::MAX - meaning.count));
    all
}

/// Habits that are the same for several dtypes together: what about, where, and words.
fn grouped(habits: &[Habit]) -> Vec<(String, String, String)> {
    let neutral = |habit: &Habit| habit.is.replace(&habit.of, "its dtype");
    let mut groups: Vec<(&str, String, Vec<&Habit>)> = Vec::new();
    for habit in habits {
        let is = neutral(habit);
        match groups.iter_mut().find(|(about, other, _)| *about == habit.about && *other == is) {
            Some((.., all)) => all.push(habit),
            None => groups.push((&habit.about, is, vec![habit])),
        }
    }
    let shown = groups.into_iter().map(|(about, is, all)| {
        let of: Vec<&str> = all.iter().map(|habit| &*habit.of).collect();
        let is = if all.len() > 1 { is } else { all[0].is.clone() };
        (about.to_owned(), subjects(&of), is)
    });
    shown.collect()
}

impl Said {
    fn of(about: &About, all: &[Implementation]) -> Self {
        let cases = about.cases.iter().map(|id| {
            let mut printed = "";
            let mut answers: Vec<(String, Vec<String>)> = Vec::new();
            for one in all {
                let Some(answer) = one.row.answers.get(id) else { continue };
                let words = match &*answer.verdict {
                    "pass" => "as documented",
                    verdict if answer.got.is_empty() => verdict,
                    _ => &answer.got,
                };
                if printed.is_empty() {
                    printed = &answer.expected;
                }
                match answers.iter_mut().find(|(other, _)| other == words) {
                    Some((_, titles)) => titles.push(one.title().to_owned()),
                    None => answers.push((words.to_owned(), vec![one.title().to_owned()])),
                }
            }
            Answers { id: id.clone(), printed: printed.to_owned(), answers }
        });
        Self { document: about.document.clone(), says: about.says.trim().to_owned(), cases: cases.collect() }
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}
