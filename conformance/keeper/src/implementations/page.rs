//! The page with all implementations. Its template is Markdown for a repository, or HTML for the site.

use super::notes::{About, Explanation};
use super::row::{Difference, Followed, Habit};
use super::{Folder, Implementation};
use ascertain::DType;
use ascertain::contract::{OPERATORS, OperatorSpec};
use ascertain::document::{Editions, SPECIFICATION};
use ascertain_cli::explain::Topic;
use ascertain_conformance::observe::ACCURACY;
use ascertain_conformance::operator::is_declared;
use ascertain_conformance::report::observed::subjects;
use ascertain_conformance::report::template::Templates;
use ascertain_conformance::report::text::thousands;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io;

/// The template of the Markdown page.
const MARKDOWN: (&str, &str) = ("implementations.md", include_str!("../../templates/implementations.md"));

/// The page of a folder as Markdown, which leads to the guides only where they are: `beside_guides`.
///
/// # Errors
/// When the template is not valid.
pub fn markdown(folder: &Folder, beside_guides: bool) -> io::Result<String> {
    let mut page = page(folder);
    page["beside_guides"] = json!(beside_guides);
    Templates::new(&[MARKDOWN], "", "")?.render(MARKDOWN.0, &page)
}

/// What the templates show of a folder.
pub(crate) fn page(folder: &Folder) -> Value {
    let all = &folder.implementations;
    // What is counted, `aclnn.tensor-tensor cells`, and what is timed, `f32 (4096, 4096) dim -1`.
    let counted = all.iter().flat_map(|one| &one.row.follows).map(|f| (&*f.document, &*f.counts));
    let counts = distinct(counted.filter(|(document, _)| !of_formulas().any(|o| o.document == *document)));
    let times = all.iter().flat_map(|one| &one.row.speed).flat_map(|speed| &speed.times);
    let timed = distinct(times.map(|time| (&*time.dtype, &*time.place)));
    let editions = Editions::default();
    // Of the others, `ascertain list --operators` tells them.
    let editions = editions.iter().filter(|(document, _)| !of_formulas().any(|o| o.document == document.id));
    let editions = editions.map(|(document, edition)| format!("{} {}", document.id, edition.name));
    let others = all.iter().filter(|one| one.row.specification != SPECIFICATION);
    let words = |(first, second): &(&str, &str)| format!("{first} {second}");
    json!({
        "editions": editions.collect::<Vec<_>>().join(" · "),
        "specification": SPECIFICATION,
        "other_specification": others.map(Implementation::title).collect::<Vec<_>>(),
        "counts": counts.iter().map(words).collect::<Vec<_>>(),
        "timed": timed.iter().map(words).collect::<Vec<_>>(),
        "implementations": all.iter().map(|one| shown(one, &counts, &timed)).collect::<Vec<_>>(),
        "operators": operators(all),
        "accuracies": accuracies(all),
        "documents": folder.documents.about.iter().map(|about| said(about, all)).collect::<Vec<_>>(),
    })
}

/// The operators whose pages became formulas.
fn of_formulas() -> impl Iterator<Item = &'static OperatorSpec> {
    OPERATORS
        .iter()
        .copied()
        .filter(|operator| is_declared(operator) && operator.contracts.iter().any(|c| !c.formulas.is_empty()))
}

/// Each operator with formulas that anybody was asked, and how many of its rules each implementation follows.
fn operators(all: &[Implementation]) -> Vec<Value> {
    let rows = of_formulas().map(|operator| {
        let of = |one: &Implementation| {
            share(one.row.follows.iter().find(|followed| followed.document == operator.document))
        };
        (operator.name, all.iter().map(of).collect::<Vec<_>>())
    });
    let asked = rows.filter(|(_, fields)| fields.iter().any(|field| field["sign"] != ""));
    asked.map(|(name, fields)| json!({"name": name, "operator": name, "fields": fields})).collect()
}

/// Each function and dtype, and how exact it is in each implementation.
fn accuracies(all: &[Implementation]) -> Vec<Value> {
    let exact = |habit: &&Habit| habit.about == ACCURACY;
    let mut functions =
        distinct(all.iter().flat_map(|one| &one.row.habits).filter(exact).map(|h| (&*h.operator, &*h.of)));
    let size = |of: &str| DType::from_name(of).map_or(0, DType::size);
    functions.sort_by_key(|(operator, of)| (*operator, size(of), *of != "f16"));
    let own = |one: &Implementation, operator: &str, of: &str| {
        let mut habits = one.row.habits.iter().filter(exact);
        let Some(own) = habits.find(|habit| habit.operator == operator && habit.of == of) else {
            return field(None, "", "");
        };
        // As `observe` words it.
        let farthest = own.is.split_once("; at most ").map_or("0", |(_, farthest)| farthest);
        let distance = farthest.split(',').next().unwrap_or_default();
        let level = match distance.parse::<u64>() {
            Ok(0) => 0,
            Ok(1) => 1,
            Ok(2..=4) => 2,
            _ => 3,
        };
        field(Some(level), &own.is, distance)
    };
    let row = |(operator, of): (&str, &str)| {
        let fields = all.iter().map(|one| own(one, operator, of)).collect::<Vec<_>>();
        json!({"name": format!("{operator} {of}"), "operator": operator, "fields": fields})
    };
    functions.into_iter().map(row).collect()
}

/// How much is followed.
fn share(own: Option<&Followed>) -> Value {
    let Some(own) = own.filter(|own| own.tested > 0) else { return field(None, "not asked", "") };
    let words = format!("{} of {}", thousands(own.followed), thousands(own.tested));
    let level = match own.followed * 100 / own.tested {
        100 => 0,
        75.. => 1,
        50.. => 2,
        _ => 3,
    };
    field(Some(level), &words, &words)
}

/// A field of a heat map, of four levels: the sign is for those who do not see the colours of the class.
fn field(level: Option<usize>, words: &str, short: &str) -> Value {
    const LEVELS: [(&str, &str); 4] =
        [("share-all", "🟩 "), ("share-most", "🟨 "), ("share-half", "🟧 "), ("share-few", "🟥 ")];
    let (class, sign) = level.map_or(("not-asked", ""), |level| LEVELS[level]);
    json!({"words": words, "short": short, "class": class, "sign": sign})
}

/// What is shown of an implementation: of what is counted and of what is timed, in this order.
fn shown(one: &Implementation, counts: &[(&str, &str)], timed: &[(&str, &str)]) -> Value {
    let Implementation { name, row, notes } = one;
    let follows = counts.iter().map(|(document, counts)| {
        share(row.follows.iter().find(|f| f.document == *document && f.counts == *counts))
    });
    let times = row.speed.as_ref().map_or(&[][..], |speed| &speed.times);
    let copies = timed.iter().map(|(dtype, place)| {
        times.iter().find(|time| time.dtype == *dtype && time.place == *place).map(|time| time.copies)
    });
    let habits = grouped(row.habits.iter().filter(|habit| habit.about != ACCURACY));
    let products = habits.iter().filter(|(about, ..)| about == "products").map(|(_, of, is)| (of, is));
    json!({
        "name": name,
        "title": one.title(),
        "version": row.version,
        "asked": row.asked,
        "follows": follows.collect::<Vec<_>>(),
        "wrong_values": row.wrong_values,
        "judged": row.judged,
        "random": row.random,
        "products": products.collect::<Vec<_>>(),
        "habits": habits,
        "copies": copies.collect::<Vec<_>>(),
        "speed": row.speed,
        "says": notes.says.trim(),
        "example": notes.example.trim(),
        "cases": row.differences.iter().map(|difference| difference.cases).sum::<u64>(),
        "differences": meanings(&row.differences, &notes.explanations),
        "again": row.repro_command(),
    })
}

/// What differences mean, each explained by the first explanation of it: failures before warnings, many before few.
fn meanings(differences: &[Difference], explanations: &[Explanation]) -> Vec<Value> {
    // A row that was asked with an older specification may name a requirement that is gone.
    let requirements: HashSet<&str> = Topic::Requirement.names().into_iter().collect();
    let named = |id: &String| json!({"id": id, "has_page": requirements.contains(id.as_str())});
    let explained = |difference: &Difference| explanations.iter().position(|one| one.explains(difference));
    let mut all: Vec<(bool, u64, Value)> = Vec::new();
    let mut add = |own: &[&Difference], explanation: Option<&Explanation>| {
        let Some(first) = own.first() else { return };
        let count: u64 = own.iter().map(|difference| difference.cases).sum();
        let meaning = json!({
            "areas": areas(&distinct(own.iter().filter_map(|difference| difference.area.as_deref()))),
            "requirements": distinct(own.iter().filter_map(|difference| difference.requirement.as_ref()))
                .into_iter().map(named).collect::<Vec<_>>(),
            "count": count,
            "says": explanation.map(|explanation| explanation.says.trim()),
            "example": explanation.map_or("", |explanation| explanation.example.trim()),
            "first": first,
        });
        all.push((first.verdict == "warning", u64::MAX - count, meaning));
    };
    for (at, explanation) in explanations.iter().enumerate() {
        let own: Vec<_> = differences.iter().filter(|difference| explained(difference) == Some(at)).collect();
        add(&own, Some(explanation));
    }
    for difference in differences.iter().filter(|difference| explained(difference).is_none()) {
        add(&[difference], None);
    }
    all.sort_by_key(|(is_warning, rest, _)| (*is_warning, *rest));
    all.into_iter().map(|(.., meaning)| meaning).collect()
}

/// At most this many areas are named.
const NAMED: usize = 8;

/// Where differences are, as far as a reader wants to know it.
fn areas(all: &[&str]) -> Vec<String> {
    let rest = all.len().saturating_sub(NAMED);
    let more = (rest > 0).then(|| format!("{rest} more"));
    all.iter().take(NAMED).map(|area| (*area).to_owned()).chain(more).collect()
}

/// Habits that are the same for several dtypes together: what about, where, and words.
fn grouped<'a>(habits: impl Iterator<Item = &'a Habit>) -> Vec<(String, String, String)> {
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

/// What all answers say about a document: of each case, the answers, each with the titles of those who give it.
fn said(about: &About, all: &[Implementation]) -> Value {
    let cases = about.cases.iter().map(|id| {
        let mut printed = "";
        let mut answers: Vec<(&str, Vec<&str>)> = Vec::new();
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
            match answers.iter_mut().find(|(other, _)| *other == words) {
                Some((_, titles)) => titles.push(one.title()),
                None => answers.push((words, vec![one.title()])),
            }
        }
        json!({"id": id, "printed": printed, "answers": answers})
    });
    json!({"document": about.document, "says": about.says.trim(), "cases": cases.collect::<Vec<_>>()})
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
