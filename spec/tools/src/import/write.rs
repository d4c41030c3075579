//! Writes TOML in the layout of the committed files.

use crate::facts::Facts;
use ascertain_spec::model::Span;
use std::fmt::Display;
use toml_edit::{Key, Value};

/// The path and the text of `EDITION.sentences`, beside the edition: digests of the sentences of its page that state no
/// fact. None for facts that do not come from a page.
pub fn sentences(facts: &Facts, edition: &str) -> Option<(String, String)> {
    let mut text = String::from(
        "# Digests of the sentences of this edition's page, by which `ascertain` finds what a later page changes.\n\
        # Written by `ascertain-spec import`; nobody needs to read them.\n",
    );
    for (fact, unread) in facts.sentences()? {
        let place = match fact.place {
            Span::None => "-".to_owned(),
            Span::Lines(first, last) => format!("{first}-{last}"),
            Span::Bytes(first, last) => format!("b{first}-{last}"),
        };
        let mark = if unread { "!" } else { "" };
        text.push_str(&format!("{place} {}{mark} {}\n", fact.digest, fact.about));
    }
    let file = format!("{}/{edition}.sentences", facts.document.replacen('.', "/", 1));
    Some((file, text))
}

/// A string.
pub(super) fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

/// A key, quoted where it must be.
pub(super) fn key(name: &str) -> String {
    Key::new(name).to_string()
}

/// An array of strings.
pub(super) fn strings<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quote(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}

/// `lines = [3, 5]`; none if the place is not known.
pub(super) fn span(place: Span) -> Option<String> {
    match place {
        Span::None => None,
        Span::Lines(first, last) => Some(format!("lines = [{first}, {last}]")),
        Span::Bytes(first, last) => Some(format!("bytes = [{first}, {last}]")),
    }
}

/// What is said at a place: `{ is = 8, lines = [3, 5] }`
pub(super) fn placed(says: &str, place: Span) -> String {
    match (says, span(place)) {
        ("", None) => "{}".to_owned(),
        ("", Some(place)) => format!("{{ {place} }}"),
        (says, None) => format!("{{ {says} }}"),
        (says, Some(place)) => format!("{{ {says}, {place} }}"),
    }
}

/// `{ where = "…", lines = [3, 5] }`
pub(super) fn cite(place: &str, at: Span) -> String {
    placed(&format!("where = {}", quote(place)), at)
}

/// A section, line by line.
pub(super) struct Section {
    pub(super) toml: String,
}

impl Section {
    /// A blank line and `[header]`.
    pub(super) fn new(header: impl Display) -> Self {
        Self { toml: format!("\n[{header}]\n") }
    }

    /// A key, and its value in TOML.
    pub(super) fn value(mut self, key: &str, toml: impl Display) -> Self {
        self.toml.push_str(&format!("{key} = {toml}\n"));
        self
    }

    /// A value that may be absent.
    pub(super) fn maybe(self, key: &str, toml: Option<impl Display>) -> Self {
        match toml {
            Some(toml) => self.value(key, toml),
            None => self,
        }
    }

    /// A string.
    pub(super) fn text(self, key: &str, text: &str) -> Self {
        self.value(key, quote(text))
    }

    /// A string that is absent if it is empty.
    pub(super) fn some(self, key: &str, text: Option<&String>) -> Self {
        self.maybe(key, text.filter(|text| !text.is_empty()).map(|text| quote(text)))
    }

    /// An array of strings that is absent if it is empty.
    pub(super) fn list(self, key: &str, items: &[String]) -> Self {
        self.maybe(key, (!items.is_empty()).then(|| strings(items)))
    }
}

/// Rows of a table, each a key and cells, with columns aligned.
pub(super) fn grid(rows: &[(String, Span, Vec<String>)]) -> String {
    let width = |text: &str| text.chars().count();
    let keys = rows.iter().map(|(name, ..)| width(&key(name))).max().unwrap_or(0);
    let places: Vec<String> = rows
        .iter()
        .map(|(_, place, _)| span(*place).map(|at| format!("{at}, ")).unwrap_or_default())
        .collect();
    let longest = places.iter().map(|place| width(place)).max().unwrap_or(0);
    let columns = rows.iter().map(|(.., cells)| cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|(.., cells)| cells.get(column)).map(|c| width(&quote(c)) + 1).max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let mut text = String::new();
    for ((name, _, cells), place) in rows.iter().zip(&places) {
        let last = cells.len().saturating_sub(1);
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            if column == last { quote(cell) } else { pad(&format!("{},", quote(cell)), widths[column]) }
        });
        let cells = cells.collect::<Vec<_>>().join(" ");
        let (name, place) = (pad(&key(name), keys), pad(place, longest));
        text.push_str(&format!("{name} = {{ {place}cells = [{cells}] }}\n"));
    }
    text
}

fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::{cite, grid, key, quote};
    use ascertain_spec::model::Span;

    #[test]
    fn layout_is_that_of_the_committed_files() {
        assert_eq!((key("bool"), key("a.b")), ("bool".to_owned(), "\"a.b\"".to_owned()));
        assert_eq!([quote("表 1"), quote("a\"b\\")], ["\"表 1\"", "'a\"b\\'"]);
        assert_eq!(cite("表 1", Span::Lines(1, 2)), "{ where = \"表 1\", lines = [1, 2] }");
        let row = |name: &str, last, cells: [&str; 2]| {
            (name.to_owned(), Span::Lines(1, last), cells.map(str::to_owned).to_vec())
        };
        let rows = [row("f32", 9, ["bf16", "×"]), row("bool", 10, ["s8", "f32"])];
        let expected = "f32  = { lines = [1, 9],  cells = [\"bf16\", \"×\"] }\nbool = { lines = [1, 10], cells = [\"s8\",   \"f32\"] }\n";
        assert_eq!(grid(&rows), expected);
    }
}
