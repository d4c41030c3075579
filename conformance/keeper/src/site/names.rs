//! Names of things in text, and the addresses that they lead to.

use ascertain::document::DOCUMENTS;
use ascertain_cli::explain::Topic;
use ascertain_conformance::case::Case;
use ascertain_conformance::report::template::is_page;
use ascertain_conformance::results::site;
use serde::Serialize;
use std::collections::HashMap;

/// A part of a text: plain, or a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Where it leads, from the page that shows it.
    pub(super) to: Option<String>,
    /// Whether that is outside the site.
    away: bool,
}

/// The address of the page of a thing, from the root of the site.
pub(super) fn address(kind: Topic, name: &str) -> String {
    match kind {
        Topic::Requirement => site::requirement(name),
        Topic::Table => site::table(name),
        kind => format!("{}/{name}.html", kind.name()),
    }
}

/// The address of the page of an area's cases.
pub(super) fn area_address(area: &str) -> String {
    format!("case/{area}.html")
}

/// Everything that has an address.
pub(super) struct Names {
    /// By name, from the root of the site. A table comes before the document with its id.
    addresses: HashMap<String, String>,
}

impl Names {
    pub(super) fn new(cases: &[Case]) -> Self {
        let mut addresses: HashMap<String, String> = HashMap::new();
        for kind in Topic::ALL {
            addresses.extend(kind.names().into_iter().map(|name| (name.to_owned(), address(kind, name))));
        }
        // `cumprod/`
        addresses.extend(cases.iter().map(|case| (format!("{}/", case.area), area_address(case.area))));
        let in_area =
            |case: &Case| Some(format!("{}#{}", area_address(case.area), case.id.split_once('/')?.1));
        addresses.extend(cases.iter().filter_map(|case| Some((case.id.clone(), in_area(case)?))));
        Self { addresses }
    }

    /// A text that may be a name as a whole, such as `f16`, or has names in it.
    pub(super) fn name_or_text(&self, text: &str, root: &str) -> Vec<Piece> {
        match self.addresses.get(text) {
            Some(address) => vec![Piece::link(text, format!("{root}{address}"))],
            None => self.text(text, root),
        }
    }

    /// A text with the names in it that cannot be ordinary words, since they have a dot, a slash or an underscore.
    pub(super) fn text(&self, text: &str, root: &str) -> Vec<Piece> {
        let mut pieces = Pieces::default();
        let mut words = text.split_inclusive(' ').peekable();
        while let Some(word) = words.next() {
            let [before, core, after] = bare(word);
            pieces.plain(before);
            let edition = words.peek().map(|next| bare(next)).filter(|[before, ..]| before.is_empty());
            if let Some(source) =
                edition.filter(|_| after == " ").and_then(|[_, name, _]| Source::of(core, name))
            {
                pieces.all.push(Piece::link(core, format!("{root}{}", address(Topic::Document, core))));
                pieces.plain(after);
                let [_, _, after] = bare(words.next().unwrap_or_default());
                pieces.all.push(source.link(core, root));
                pieces.plain(after);
                continue;
            }
            match self.addresses.get(core).filter(|_| core.contains(['.', '/', '_'])) {
                Some(address) => pieces.all.push(Piece::link(core, format!("{root}{address}"))),
                None if is_page(core) => pieces.all.push(Piece::away(core, core)),
                None => pieces.plain(core),
            }
            pieces.plain(after);
        }
        pieces.all
    }
}

/// An edition that a text names after its document.
struct Source {
    edition: &'static str,
    page: Option<&'static str>,
}

impl Source {
    fn of(document: &str, edition: &str) -> Option<Self> {
        let document = DOCUMENTS.iter().find(|d| d.id == document)?;
        let found = document.editions.iter().find(|e| e.name == edition)?;
        Some(Self { edition: found.name, page: found.address })
    }

    /// The vendor's page, or where the site tells what it was.
    fn link(&self, document: &str, root: &str) -> Piece {
        match self.page {
            Some(page) => Piece::away(self.edition, page),
            None => {
                let own = address(Topic::Document, document);
                Piece::link(self.edition, format!("{root}{own}#{}", self.edition))
            }
        }
    }
}

/// A word without what stands around it, and that.
fn bare(word: &str) -> [&str; 3] {
    let start = word.trim_start_matches(['(', '"', '“', '[', '\'']);
    let before = &word[..word.len() - start.len()];
    let core = start.trim_end_matches([' ', ')', '"', '”', ']', '\'', ',', ';', ':', '.', '*']);
    [before, core, &start[core.len()..]]
}

impl Piece {
    fn link(text: &str, to: String) -> Self {
        Self { text: text.to_owned(), to: Some(to), away: false }
    }

    fn away(text: &str, to: &str) -> Self {
        Self { text: text.to_owned(), to: Some(to.to_owned()).filter(|to| is_page(to)), away: true }
    }

    /// A text whose first word leads to a vendor's page.
    pub(super) fn start_away(text: &str, word: &str, page: &str) -> Vec<Self> {
        let mut pieces = Pieces { all: vec![Self::away(word, page)] };
        pieces.plain(&text[word.len()..]);
        pieces.all
    }
}

/// Pieces, plain ones joined.
#[derive(Default)]
struct Pieces {
    all: Vec<Piece>,
}

impl Pieces {
    fn plain(&mut self, text: &str) {
        match self.all.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece { text: last, to: None, .. }) => last.push_str(text),
            _ => self.all.push(Piece { text: text.to_owned(), to: None, away: false }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    /// The links of a text, each as `[text](address)`.
    fn linked(text: &str) -> String {
        let pieces = Names::new(&[]).text(text, "../");
        assert_eq!(pieces.iter().map(|piece| piece.text.as_str()).collect::<String>(), text);
        let shown = pieces.iter().map(|piece| match &piece.to {
            Some(to) => format!("[{}]({to})", piece.text),
            None => piece.text.clone(),
        });
        shown.collect()
    }

    #[test]
    fn links_names_and_keeps_every_character() {
        for (text, expected) in [
            ("", ""),
            ("a f16, as cumprod gives", "a f16, as cumprod gives"),
            (
                "see cumprod.dim.range: it",
                "see [cumprod.dim.range](../requirement/cumprod.dim.range.html): it",
            ),
            ("(cumprod.value).", "([cumprod.value](../requirement/cumprod.value.html))."),
            ("cumprod.dim.rang", "cumprod.dim.rang"),
            ("ACLNN_SUCCESS (0)", "[ACLNN_SUCCESS](../status/ACLNN_SUCCESS.html) (0)"),
            ("of aclnn.tensor-tensor.", "of [aclnn.tensor-tensor](../table/aclnn.tensor-tensor.html)."),
            (
                "(aclnn.tensor-tensor code-8.1, x)",
                "([aclnn.tensor-tensor](../document/aclnn.tensor-tensor.html) \
                 [code-8.1](../document/aclnn.tensor-tensor.html#code-8.1), x)",
            ),
            (
                "javascript:alert(1) https://a.b/c, <b>",
                "javascript:alert(1) [https://a.b/c](https://a.b/c), <b>",
            ),
            (" \u{202e} 推导规则, “", " \u{202e} 推导规则, “"),
        ] {
            assert_eq!(linked(text), expected);
        }
    }
}
