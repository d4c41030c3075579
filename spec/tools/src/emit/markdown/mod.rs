//! Writes Markdown pages for people, one for each document, with the source of every fact.

mod errata;
mod operator;
mod table;

use super::{File, Stamp};
use ascertain_spec::model::{Basis, Citation, Document, Requirement, Span, Spec, TypeList};
use std::fmt::Write;

/// All pages; `index.md` links to the others.
pub(super) fn pages(spec: &Spec, stamp: &Stamp) -> Vec<File> {
    let pages = Pages { spec, stamp };
    let mut files = vec![
        pages.file("index", &pages.index()),
        pages.file("dtypes", &pages.dtypes()),
        pages.file("codes", &pages.codes()),
    ];
    files.extend(spec.documents.iter().map(|d| pages.file(&d.id, &pages.document(d))));
    files
}

struct Pages<'a> {
    spec: &'a Spec,
    stamp: &'a Stamp,
}

impl Pages<'_> {
    fn file(&self, name: &str, body: &str) -> File {
        let comment = self.stamp.lines().join(" ");
        File { name: format!("{name}.md"), text: format!("<!-- {comment} -->\n\n{}\n", body.trim_end()) }
    }

    fn index(&self) -> String {
        let spec = self.spec;
        let mut out = String::from("# What the documents say\n\n");
        let mut documents = MarkdownTable::new(&["document", "about", "edition shown", "editions"]);
        for d in &spec.documents {
            let editions: Vec<String> = d.editions.iter().map(|e| code(&e.name)).collect();
            let shown = code(&d.default_edition);
            documents.row([format!("[{0}]({0}.md)", d.id), escaped(&d.says), shown, editions.join(", ")]);
        }
        let _ = writeln!(
            out,
            "{documents}\nSee also [dtypes](dtypes.md), and [status codes and formats](codes.md).\n"
        );
        out.push_str("## Profiles\n\nA profile chooses one edition of each document.\n\n");
        let mut profiles = MarkdownTable::new(&["profile", "is", "editions other than the first"]);
        for p in &spec.profiles {
            let others =
                spec.documents.iter().zip(&p.editions).filter(|(d, chosen)| {
                    d.editions.first().is_none_or(|first| first.name != chosen.edition)
                });
            let others: Vec<String> =
                others.map(|(d, chosen)| format!("{} {}", d.id, code(&chosen.edition))).collect();
            let default = if p.default { " (default)" } else { "" };
            profiles.row([format!("{}{default}", code(&p.name)), escaped(&p.says), others.join(", ")]);
        }
        let _ = write!(out, "{profiles}");
        out
    }

    fn dtypes(&self) -> String {
        let spec = self.spec;
        let schemes: Vec<&str> = spec
            .schemes
            .iter()
            .map(|s| s.name.as_str())
            .filter(|s| !["short", "number"].contains(s))
            .collect();
        let fixed = ["dtype", "class", "bits", "precision", "exponent bits", "number"];
        let columns: Vec<&str> = fixed.into_iter().chain(schemes.iter().copied()).collect();
        let mut grid = MarkdownTable::new(&columns);
        for d in &spec.dtypes {
            let maybe = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
            let class = d.class.name().to_owned();
            let mut row = vec![code(&d.name), class, d.bits.to_string(), maybe(d.precision)];
            row.extend([maybe(d.exponent_bits), d.number.to_string()]);
            row.extend(schemes.iter().map(|scheme| d.name_in(scheme).map_or(String::new(), code)));
            grid.row(row);
        }
        let mut out = format!("# Dtypes\n\n{grid}\n## Naming schemes\n\n");
        let mut grid = MarkdownTable::new(&["scheme", "is", "place"]);
        for s in &spec.schemes {
            grid.row([code(&s.name), escaped(&s.says), place(&s.cite)]);
        }
        let _ = write!(out, "{grid}");
        out
    }

    fn codes(&self) -> String {
        let mut statuses = MarkdownTable::new(&["status code", "number", "means", "other spellings"]);
        for s in &self.spec.statuses {
            let also: Vec<String> = s.also.iter().map(|name| code(name)).collect();
            statuses.row([code(&s.name), s.number.to_string(), escaped(&s.says), also.join(", ")]);
        }
        let mut formats = MarkdownTable::new(&["format", "number"]);
        for format in &self.spec.formats {
            formats.row([code(&format.name), format.number.to_string()]);
        }
        format!("# Status codes\n\n{statuses}\n# Formats\n\n{formats}")
    }

    fn document(&self, document: &Document) -> String {
        let id = &document.id;
        let mut out = format!("# {}\n\n`{id}`: {}.\n\n", escaped(&document.title), escaped(&document.says));
        let mut editions = MarkdownTable::new(&["edition", "inherits", "read from", "digest"]);
        for e in &document.editions {
            let kind = e.source.name();
            let extent = e.extent.as_ref().map_or(String::new(), |extent| format!(", {extent}"));
            editions.row([
                code(&e.name),
                e.inherits.as_ref().map_or(String::new(), |name| code(name)),
                format!("{kind}: {}{extent}", escaped(&e.title)),
                e.digest.as_ref().map_or(String::new(), |digest| code(digest)),
            ]);
        }
        let shown = &document.default_edition;
        let _ = writeln!(
            out,
            "{editions}\nThis page shows edition `{shown}`, and what is different in the others.\n"
        );
        for table in self.spec.tables.iter().filter(|t| t.document == *id) {
            self.table(&mut out, table);
        }
        for operator in self.spec.operators.iter().filter(|o| o.document == *id) {
            self.operator(&mut out, operator);
        }
        for list in self.spec.type_lists.iter().filter(|l| l.document == *id && l.edition == *shown) {
            self.types(&mut out, list);
        }
        self.errata(&mut out, id);
        out
    }

    fn types(&self, out: &mut String, list: &TypeList) {
        if list.types.is_empty() && list.others.is_empty() {
            return;
        }
        out.push_str("## Types\n\n");
        let mut types = MarkdownTable::new(&["type", "dtype", "other names", "place"]);
        for t in &list.types {
            let aliases: Vec<String> = t.aliases.iter().map(|a| code(a)).collect();
            let dtype = code(&self.spec.dtype_of(t.dtype).name);
            types.row([code(&t.name), dtype, aliases.join(", "), place(&t.cite)]);
        }
        for o in &list.others {
            types.row([code(&o.name), format!("none: {}", escaped(&o.says)), String::new(), place(&o.cite)]);
        }
        let _ = writeln!(out, "{types}");
    }
}

/// A table of Markdown.
struct MarkdownTable {
    columns: usize,
    text: String,
}

impl MarkdownTable {
    fn new(columns: &[&str]) -> Self {
        let mut grid = Self { columns: columns.len(), text: String::new() };
        grid.row(columns.iter().map(|c| (*c).to_owned()));
        grid.text.push('|');
        grid.text.push_str(&"---|".repeat(grid.columns));
        grid.text.push('\n');
        grid
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.text.push_str(&row(cells));
    }
}

impl std::fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A row of a Markdown table, with its line end. Bars are escaped, as they would end a cell, even in code.
fn row(cells: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("|");
    for cell in cells {
        let _ = write!(text, " {} |", cell.replace('|', "\\|").replace('\n', " "));
    }
    text.push('\n');
    text
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

/// Inline code. The specification has no code with backticks.
fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

/// A citation in words.
fn place(cite: &Citation) -> String {
    let at = match cite.span {
        Span::None => String::new(),
        Span::Lines(a, b) if a == b => format!(", line {a}"),
        Span::Lines(a, b) => format!(", lines {a}–{b}"),
        Span::Bytes(a, b) => format!(", bytes {a}–{b}"),
    };
    format!("{} `{}`, {}{at}", cite.document, cite.edition, escaped(&cite.place))
}

/// A row about a requirement; its columns are [`REQUIREMENT`].
fn requirement(requirement: &Requirement) -> [String; 6] {
    let r = requirement;
    let mut says = escaped(&r.says);
    let predicate = |p: &Option<ascertain_spec::model::Predicate>| p.as_ref().map(|p| code(&p.text));
    let further = [
        ("when", predicate(&r.when)),
        ("require", predicate(&r.require)),
        ("message", r.message.as_ref().map(|text| code(text))),
        ("asked through", r.via.as_ref().map(|via| code(via))),
        ("cannot be broken", r.unbreakable.as_ref().map(|why| escaped(why))),
        ("reason", r.reason.as_ref().map(|why| escaped(why))),
    ];
    for (name, value) in further {
        if let Some(value) = value {
            let _ = write!(says, "<br>{name}: {value}");
        }
    }
    let status = r.status.as_ref().map_or(String::new(), |name| match r.status_basis {
        Some(basis) => format!("{} ({})", code(name), basis.name()),
        None => code(name),
    });
    let places: Vec<String> = r.cites().map(place).collect();
    let basis = r.basis.map_or("", Basis::name).to_owned();
    [code(&r.id), r.level.name().to_owned(), basis, says, status, places.join("; ")]
}

/// The columns of [`requirement`].
const REQUIREMENT: [&str; 6] = ["requirement", "level", "basis", "statement", "status", "place"];
