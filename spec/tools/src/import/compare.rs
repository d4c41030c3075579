//! Compares a page with an edition of the specification: every fact and every place.
//!
//! Places agree if one contains the other: a person may cite a section, and the import a line.

use crate::facts::Facts;
use crate::facts::{FunctionFact, OperatorFacts, ParameterFact, TableFacts, TypeFact};
use ascertain_spec::model::{Direction, Span};

/// A difference between a page and an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What differs: `aclnn.tensor-tensor, row f16, column bf16`.
    pub what: String,
    /// What the page says; none if it says nothing.
    pub page: Option<String>,
    /// Where the page says it.
    pub page_place: Span,
    /// What the edition says; none if it says nothing.
    pub edition: Option<String>,
    /// The path of keys to it in the edition's file, as far as it is known.
    pub path: Vec<String>,
    /// Whether it is only about the place.
    pub only_place: bool,
}

impl Disagreement {
    /// Whether it is only about how a table is printed: its mark, its order, its rules.
    pub fn is_layout(&self) -> bool {
        let table = self.path.first().is_some_and(|first| first == "table");
        table
            && self
                .path
                .get(2)
                .is_some_and(|key| matches!(key.as_str(), "undefined" | "names" | "order" | "rule"))
    }
}

/// All differences between a page and an edition of the same document. Titles, digests and extents are not compared, as
/// they name the source.
pub fn disagreements(page: &Facts, edition: &Facts) -> Vec<Disagreement> {
    let mut found = Collector::default();
    for (a, b) in found.pairs("table", &page.tables, &edition.tables, |t| (&t.id, t.place), &[]) {
        found.table(a, b);
    }
    for (a, b) in found.pairs("type", &page.types, &edition.types, |t| (&t.name, t.place), &["type"]) {
        found.named_type(a, b);
    }
    for (a, b) in found.pairs("other type", &page.others, &edition.others, |t| (&t.0, t.1), &["other"]) {
        found.place(&format!("type {}", a.0), a.1, b.1, &["other", &a.0]);
    }
    match (&page.operator, &edition.operator) {
        (Some(a), Some(b)) => found.operator(a, b),
        (None, None) => {}
        (a, b) => found.differ(
            "operator",
            a.is_some().then_some("described"),
            Span::None,
            b.is_some().then_some("described"),
            &["operator"],
        ),
    }
    found.0
}

#[derive(Default)]
struct Collector(Vec<Disagreement>);

impl Collector {
    fn differ(&mut self, what: &str, page: Option<&str>, place: Span, edition: Option<&str>, path: &[&str]) {
        self.0.push(Disagreement {
            what: what.to_owned(),
            page: page.map(str::to_owned),
            page_place: place,
            edition: edition.map(str::to_owned),
            path: path.iter().map(|&key| key.to_owned()).collect(),
            only_place: false,
        });
    }

    fn value<T: PartialEq + InWords>(
        &mut self,
        what: &str,
        page: &T,
        place: Span,
        edition: &T,
        path: &[&str],
    ) {
        if page != edition {
            self.differ(what, Some(&page.in_words()), place, Some(&edition.in_words()), path);
        }
    }

    fn place(&mut self, what: &str, page: Span, edition: Span, path: &[&str]) {
        if edition != Span::None && page != Span::None && !agree(page, edition) {
            self.differ(what, Some(&words(page)), page, Some(&words(edition)), path);
            if let Some(last) = self.0.last_mut() {
                last.only_place = true;
            }
        }
    }

    /// Pairs of items with the same key. Items without a partner are disagreements.
    fn pairs<'a, T>(
        &mut self,
        what: &str,
        page: &'a [T],
        edition: &'a [T],
        key: impl Fn(&T) -> (&String, Span),
        path: &[&str],
    ) -> Vec<(&'a T, &'a T)> {
        let mut pairs = Vec::new();
        for item in page {
            let (name, place) = key(item);
            match edition.iter().find(|other| key(other).0 == name) {
                Some(other) => pairs.push((item, other)),
                None => self.differ(&format!("{what} `{name}`"), Some("there"), place, None, path),
            }
        }
        for item in edition {
            let (name, _) = key(item);
            if !page.iter().any(|other| key(other).0 == name) {
                let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
                self.differ(&format!("{what} `{name}`"), None, Span::None, Some("there"), &path);
            }
        }
        pairs
    }

    fn table(&mut self, page: &TableFacts, edition: &TableFacts) {
        let id = page.id.as_str();
        let path = |key| ["table", id, key];
        self.place(&format!("{id}, place"), page.place, edition.place, &path("cite"));
        self.value(&format!("{id}, naming scheme"), &page.names, page.place, &edition.names, &path("names"));
        self.value(
            &format!("{id}, mark"),
            &page.undefined,
            page.place,
            &edition.undefined,
            &path("undefined"),
        );
        let same_layout =
            page.rows.len() == edition.rows.len() && page.columns.len() == edition.columns.len();
        if same_layout {
            self.value(&format!("{id}, rows"), &page.rows, page.place, &edition.rows, &path("order"));
            self.value(
                &format!("{id}, columns"),
                &page.columns,
                page.place,
                &edition.columns,
                &path("order"),
            );
            for (row, (a, b)) in page.rows.iter().zip(page.row_places.iter().zip(&edition.row_places)) {
                self.place(&format!("{id}, row {row}"), *a, *b, &["table", id, "row", row]);
            }
            self.rules(page, edition);
        }
        let (of_page, of_edition) = (page.answers(), edition.answers());
        let name = |result: &Option<String>| result.clone().unwrap_or_else(|| "none".to_owned());
        for ((row, column), a) in &of_page {
            let what = format!("{id}, row {row}, column {column}");
            let path = ["table", id, "row", row];
            match of_edition.get(&(*row, *column)) {
                Some(b) if a.result == b.result => {
                    if same_layout && a.rule.is_none() && b.rule.is_none() {
                        self.place(&what, a.place, b.place, &path);
                    }
                }
                Some(b) => self.differ(&what, Some(&name(&a.result)), a.place, Some(&name(&b.result)), &path),
                None => self.differ(&what, Some(&name(&a.result)), a.place, None, &path),
            }
        }
        for ((row, column), b) in of_edition.iter().filter(|(pair, _)| !of_page.contains_key(*pair)) {
            let what = format!("{id}, row {row}, column {column}");
            self.differ(&what, None, page.place, Some(&name(&b.result)), &["table", id, "row", row]);
        }
    }

    fn rules(&mut self, page: &TableFacts, edition: &TableFacts) {
        let id = page.id.as_str();
        let path = ["table", id, "rule"];
        for (index, (a, b)) in page.rules.iter().zip(&edition.rules).enumerate() {
            let what = format!("{id}, rule {} in prose", index + 1);
            let number = index.to_string();
            let path = ["table", id, "rule", number.as_str()];
            let key = |rule: &crate::facts::RuleFact| {
                (rule.operand.clone(), rule.only, rule.partners.clone(), rule.gives)
            };
            if key(a) != key(b) {
                self.differ(&what, Some(&a.in_words()), a.place, Some(&b.in_words()), &path);
            }
            self.place(&what, a.place, b.place, &path);
        }
        let what = format!("{id}, rules in prose");
        self.value(&what, &page.rules.len(), page.place, &edition.rules.len(), &path);
    }

    fn named_type(&mut self, page: &TypeFact, edition: &TypeFact) {
        let name = page.name.as_str();
        let what = format!("type {name}");
        self.value(
            &format!("{what}, dtype"),
            &page.dtype,
            page.place,
            &edition.dtype,
            &["type", name, "dtype"],
        );
        self.value(
            &format!("{what}, aliases"),
            &page.aliases,
            page.place,
            &edition.aliases,
            &["type", name, "aliases"],
        );
        self.place(&what, page.place, edition.place, &["type", name, "cite"]);
    }

    fn operator(&mut self, page: &OperatorFacts, edition: &OperatorFacts) {
        self.place("operator", page.place, edition.place, &["operator", "cite"]);
        self.value("naming scheme", &page.names, page.place, &edition.names, &["operator", "names"]);
        let number = |rank: &Option<(u32, Span)>| rank.map(|(rank, _)| rank);
        let place = page.max_rank.map(|(_, place)| place).unwrap_or_default();
        self.value(
            "dimensions at most",
            &number(&page.max_rank),
            place,
            &number(&edition.max_rank),
            &["operator", "max_rank"],
        );
        let is = |stated: &Option<(bool, Span)>| stated.map(|(is, _)| is);
        let place = page.deterministic.map(|(_, place)| place).unwrap_or_default();
        self.value(
            "deterministic",
            &is(&page.deterministic),
            place,
            &is(&edition.deterministic),
            &["operator", "deterministic"],
        );
        for (a, b) in self.pairs(
            "product",
            &page.products,
            &edition.products,
            |p| (&p.0, p.2),
            &["operator", "product"],
        ) {
            let path = ["operator", "product", &a.0];
            self.value(&format!("product {}, supported", a.0), &a.1, a.2, &b.1, &path);
            self.place(&format!("product {}", a.0), a.2, b.2, &path);
        }
        for (a, b) in self.pairs(
            "message",
            &page.messages,
            &edition.messages,
            |m| (&m.0, m.1),
            &["operator", "message"],
        ) {
            self.place(&format!("message {}", a.0), a.1, b.1, &["operator", "message", &a.0]);
        }
        for (a, b) in self.pairs(
            "function",
            &page.functions,
            &edition.functions,
            |f| (&f.name, f.place),
            &["operator", "function"],
        ) {
            self.function(a, b);
        }
    }

    fn function(&mut self, page: &FunctionFact, edition: &FunctionFact) {
        let name = page.name.as_str();
        let path = |key| ["operator", "function", name, key];
        self.value(
            &format!("{name}, returns"),
            &page.returns,
            page.place,
            &edition.returns,
            &path("returns"),
        );
        self.place(name, page.place, edition.place, &path("cite"));
        let parameters = path("parameter");
        for (a, b) in self.pairs(
            &format!("{name}, parameter"),
            &page.parameters,
            &edition.parameters,
            |p| (&p.name, p.place),
            &parameters,
        ) {
            self.parameter(name, a, b);
        }
        let order =
            |function: &FunctionFact| function.parameters.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        if page.parameters.len() == edition.parameters.len() {
            self.value(
                &format!("{name}, order of parameters"),
                &order(page),
                page.place,
                &order(edition),
                &parameters,
            );
        }
    }

    fn parameter(&mut self, function: &str, page: &ParameterFact, edition: &ParameterFact) {
        let what = format!("{function}, {}", page.name);
        let path = |key| ["operator", "function", function, "parameter", page.name.as_str(), key];
        let place = page.place;
        self.value(&format!("{what}, type"), &page.c, place, &edition.c, &path("c"));
        self.value(
            &format!("{what}, direction"),
            &page.direction,
            place,
            &edition.direction,
            &path("direction"),
        );
        self.value(&format!("{what}, dtypes"), &page.dtypes, place, &edition.dtypes, &path("dtypes"));
        self.value(&format!("{what}, formats"), &page.formats, place, &edition.formats, &path("formats"));
        self.value(&format!("{what}, empty tensors"), &page.empty, place, &edition.empty, &path("empty"));
        self.value(
            &format!("{what}, strided tensors"),
            &page.strided,
            place,
            &edition.strided,
            &path("strided"),
        );
        self.value(&format!("{what}, range"), &page.range, place, &edition.range, &path("range"));
        self.place(&what, place, edition.place, &path("cite"));
    }
}

/// Values as a person writes them.
trait InWords {
    fn in_words(&self) -> String;
}

impl InWords for String {
    fn in_words(&self) -> String {
        if self.is_empty() { "nothing".to_owned() } else { self.clone() }
    }
}

impl InWords for Vec<String> {
    fn in_words(&self) -> String {
        if self.is_empty() { "none".to_owned() } else { self.join(", ") }
    }
}

impl InWords for bool {
    fn in_words(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl InWords for u32 {
    fn in_words(&self) -> String {
        self.to_string()
    }
}

impl InWords for usize {
    fn in_words(&self) -> String {
        self.to_string()
    }
}

impl InWords for Direction {
    fn in_words(&self) -> String {
        self.name().to_owned()
    }
}

impl<T: InWords> InWords for Option<T> {
    fn in_words(&self) -> String {
        self.as_ref().map_or_else(|| "not stated".to_owned(), InWords::in_words)
    }
}

/// Whether one place contains the other.
fn agree(a: Span, b: Span) -> bool {
    let (a, b) = match (a, b) {
        (Span::Lines(a, b), Span::Lines(c, d)) | (Span::Bytes(a, b), Span::Bytes(c, d)) => ((a, b), (c, d)),
        _ => return false,
    };
    let within = |inner: (u32, u32), outer: (u32, u32)| outer.0 <= inner.0 && inner.1 <= outer.1;
    within(a, b) || within(b, a)
}

/// A place in words: `line 3`, `lines 3 to 5`, `bytes 3 to 5`.
pub fn words(place: Span) -> String {
    match place {
        Span::None => "no place".to_owned(),
        Span::Lines(first, last) if first == last => format!("line {first}"),
        Span::Lines(first, last) => format!("lines {first} to {last}"),
        Span::Bytes(first, last) => format!("bytes {first} to {last}"),
    }
}
