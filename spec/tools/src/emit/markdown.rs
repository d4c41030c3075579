//! Writes Markdown pages for people, one for each document, with the source of every fact. The pages are templates in
//! `templates/`, which see the fields of the output.

use super::File;
use super::output::Output;
use super::template::{self, shown};
use minijinja::value::Rest;
use minijinja::{Error, Value, context};
use std::collections::{BTreeSet, HashSet};

const TEMPLATES: [(&str, &str); 7] = [
    ("index.md", include_str!("templates/index.md")),
    ("dtypes.md", include_str!("templates/dtypes.md")),
    ("codes.md", include_str!("templates/codes.md")),
    ("document.md", include_str!("templates/document.md")),
    ("table.md", include_str!("templates/table.md")),
    ("operator.md", include_str!("templates/operator.md")),
    ("requirement.md", include_str!("templates/requirement.md")),
];

/// All pages; `index.md` links to the others.
pub(super) fn pages(output: &Output<'_>) -> Vec<File> {
    written(output).unwrap_or_else(|error| unreachable!("the templates fit the model: {error:#}"))
}

fn written(output: &Output<'_>) -> Result<Vec<File>, Error> {
    let mut environment = template::environment(output, &TEMPLATES)?;
    environment.add_filter("code", code);
    environment.add_filter("escaped", escaped);
    environment.add_filter("place", |cite: &Value| Cite::of(cite).map(|cite| cite.in_words()));
    environment
        .add_filter("text", |value: &Value| if value.is_none() { String::new() } else { value.to_string() });
    environment.add_filter("without", without);
    environment.add_function("head", head);
    environment.add_function("row", row);
    environment.add_function("printed_in", printed_in);
    let comment = output.stamp.lines().join(" ");
    let page = |name: &str, template: &str, document: Value| {
        let body = environment.get_template(template)?.render(context! { document })?;
        Ok(File { name: format!("{name}.md"), text: format!("<!-- {comment} -->\n\n{}\n", body.trim()) })
    };
    let general = ["index", "dtypes", "codes"];
    let general = general.into_iter().map(|name| page(name, &format!("{name}.md"), Value::from(())));
    let documents =
        output.fields().find(|(field, _)| field.name == "documents").map(|(_, value)| shown(value));
    let documents = output.spec.documents.iter().zip(documents.unwrap_or_default().try_iter()?);
    general.chain(documents.map(|(document, value)| page(&document.id, "document.md", value))).collect()
}

/// A row of a Markdown table. Bars are escaped, as they would end a cell, even in code. A cell that is none is left out.
fn row(cells: Rest<Value>) -> String {
    let cells = cells.0.into_iter().filter(|cell| !cell.is_none());
    let cells = cells.map(|cell| format!(" {} |", cell.to_string().replace('|', "\\|").replace('\n', " ")));
    format!("|{}", cells.collect::<String>())
}

/// The first two lines of a Markdown table.
fn head(columns: Rest<Value>) -> String {
    let line = "---|".repeat(columns.0.len());
    format!("{}\n|{line}", row(columns))
}

/// The lines of a text that another one does not have.
fn without(text: &str, other: &str) -> String {
    let other: HashSet<&str> = other.lines().collect();
    text.lines().filter(|line| !other.contains(line)).collect::<Vec<_>>().join("\n")
}

/// Text with Markdown's special characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\*<>[]`".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Inline code; nothing for an absent text. The specification has no code with backticks.
fn code(text: Option<&str>) -> String {
    text.filter(|text| !text.is_empty()).map_or(String::new(), |text| format!("`{text}`"))
}

/// A citation.
struct Cite {
    document: String,
    edition: String,
    place: String,
    unit: String,
    first: usize,
    last: usize,
}

impl Cite {
    fn of(cite: &Value) -> Result<Self, Error> {
        let text = |name| cite.get_attr(name).map(|value| value.to_string());
        let number = |name| cite.get_attr(name).map(|value| value.as_usize().unwrap_or_default());
        Ok(Self {
            document: text("document")?,
            edition: text("edition")?,
            place: text("place")?,
            unit: text("unit")?,
            first: number("first")?,
            last: number("last")?,
        })
    }

    fn in_words(&self) -> String {
        let Self { document, edition, place, unit, first, last } = self;
        let at = match unit.as_str() {
            "nothing" => String::new(),
            "lines" if first == last => format!(", line {first}"),
            unit => format!(", {unit} {first}–{last}"),
        };
        format!("{document} `{edition}`, {}{at}", escaped(place))
    }

    /// Takes in a place in the same edition. Returns whether it is one.
    fn join(&mut self, other: &Self) -> bool {
        let of = |cite: &Self| (cite.document.clone(), cite.edition.clone(), cite.unit.clone());
        if of(self) != of(other) || self.unit == "nothing" {
            return false;
        }
        (self.first, self.last) = (self.first.min(other.first), self.last.max(other.last));
        // The parts between commas that both start with.
        let parts = self.place.split(", ").zip(other.place.split(", "));
        self.place = parts.take_while(|(a, b)| a == b).map(|(a, _)| a).collect::<Vec<_>>().join(", ");
        true
    }
}

/// The places of the printed cells in a row of a table's edition; places that follow each other are joined.
fn printed_in(edition: &Value, start: usize, width: usize) -> Result<String, Error> {
    let [derived, cited, places] = ["derived", "cited", "places"].map(|name| edition.get_attr(name));
    let (derived, cited, places) = (derived?, cited?, places?);
    let mut all: Vec<Cite> = Vec::new();
    for at in start..start + width {
        if derived.get_item_by_index(at)?.is_none() {
            let cite = Cite::of(&places.get_item(&cited.get_item_by_index(at)?)?)?;
            if !all.iter_mut().any(|found| found.join(&cite)) {
                all.push(cite);
            }
        }
    }
    let words: BTreeSet<String> = all.iter().map(Cite::in_words).collect();
    Ok(words.into_iter().collect::<Vec<_>>().join("; "))
}
