//! The specification as a static site: the explanations as pages, promotion tables as grids, lists, guides and an index
//! for searches. It needs neither a server nor a network.

mod cases;
pub mod folder;
pub mod guides;
mod lists;
mod names;
mod pages;
mod search;
mod table;

use self::names::{Names, address, area_address};
use self::pages::{Renderer, words};
use self::search::Index;
use crate::implementations::{self, Folder};
use ascertain::document::{DOCUMENTS, SPECIFICATION};
use ascertain::promote::TABLES;
use ascertain_cli::explain::{Sources, Topic};
use ascertain_conformance::report::page::Page;
use ascertain_conformance::report::template::{HEAT_SCRIPT, HEAT_STYLE, Templates};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;

/// Templates by name. Those that end in `.html` escape what they show.
const TEMPLATES: [(&str, &str); 12] = [
    ("site.html", include_str!("../../templates/site/site.html")),
    ("blocks.html", include_str!("../../templates/site/blocks.html")),
    ("index.html", include_str!("../../templates/site/index.html")),
    ("page.html", include_str!("../../templates/site/page.html")),
    ("table.html", include_str!("../../templates/site/table.html")),
    ("area.html", include_str!("../../templates/site/area.html")),
    ("implementations.html", include_str!("../../templates/site/implementations.html")),
    ("guide.html", include_str!("../../templates/site/guide.html")),
    ("guides.html", include_str!("../../templates/site/guides.html")),
    ("search.html", include_str!("../../templates/site/search.html")),
    // The same for all pages, so in files of their own.
    ("style.css", "{{ style }}"),
    ("site.js", "{{ script }}"),
];

const STYLE: &str = include_str!("../../templates/site/site.css");
const SCRIPT: &str = include_str!("../../templates/site/site.js");

/// What a site is made from.
#[derive(Debug)]
pub struct Content<'a> {
    /// Editions and cases.
    pub sources: Sources<'a>,
    /// Every requirement, and how many cases test it.
    pub coverage: Page,
    /// The pages of the checkout.
    pub guides: guides::Pages,
    /// The implementations of the checkout.
    pub implementations: Folder,
}

/// The files of the site: names and texts.
///
/// # Errors
/// When a template is not valid, or a cell cannot be explained.
pub fn files(content: &Content<'_>) -> io::Result<Vec<(String, String)>> {
    let style = [HEAT_STYLE, STYLE].concat();
    let script = [HEAT_SCRIPT, SCRIPT].concat();
    let templates = Templates::new(&TEMPLATES, &style, &script)?;
    let names = Names::new(content.sources.cases);
    let mut site = Site { content, names, templates, files: Vec::new(), index: Index::default() };
    site.lists()?;
    site.explanations()?;
    site.tables()?;
    site.areas()?;
    site.implementations()?;
    site.guides()?;
    site.add("style.css", "style.css", &Value::Null)?;
    site.add("site.js", "site.js", &Value::Null)?;
    site.add("search.html", "search.html", &shown("", "Search", Value::Null))?;
    let index = site.index.script()?;
    site.files.push(("search-index.js".to_owned(), index));
    Ok(site.files)
}

/// A site that is being made.
struct Site<'a> {
    content: &'a Content<'a>,
    names: Names,
    templates: Templates,
    files: Vec<(String, String)>,
    index: Index,
}

/// What a page shows: what every page has, and something of its own.
fn shown(root: &str, title: &str, own: Value) -> Value {
    let mut page = json!({"root": root, "title": title, "specification": SPECIFICATION});
    if let (Value::Object(page), Value::Object(own)) = (&mut page, own) {
        page.extend(own);
    }
    page
}

const PAGES: &str = "../";

impl Site<'_> {
    fn add(&mut self, template: &str, file: impl Into<String>, page: &Value) -> io::Result<()> {
        let text = self.templates.render(template, page)?;
        self.files.push((file.into(), text));
        Ok(())
    }

    /// The first page, and the lists that it leads to.
    fn lists(&mut self) -> io::Result<()> {
        let Content { sources, coverage, guides, implementations } = self.content;
        let count = |kind: Topic| (kind.name(), kind.names().len());
        let start = json!({
            "cases": sources.cases.len(),
            "counts": Topic::ALL.into_iter().map(count).collect::<BTreeMap<_, _>>(),
            "profile": sources.editions.profile_name(),
            "implementations": implementations.implementations.len(),
            "guides": guides.len(),
        });
        self.add("index.html", "index.html", &shown("", "The specification", start))?;
        let anchors: Vec<_> = Topic::Requirement.names().into_iter().map(|id| (id, None)).collect();
        for (file, page) in lists::all(*sources, coverage) {
            let renderer = Renderer { names: &self.names, root: "", own: file, anchors: &anchors };
            let own = json!({"list": null, "page": renderer.page(&page), "tested_in": []});
            self.index.add("list", &page.title, file, "");
            self.add("page.html", file, &shown("", &page.title, own))?;
        }
        Ok(())
    }

    /// The pages of everything but tables.
    fn explanations(&mut self) -> io::Result<()> {
        let sources = self.content.sources;
        for kind in Topic::ALL.into_iter().filter(|kind| *kind != Topic::Table) {
            for name in kind.names() {
                let Some(mut page) = kind.page(name, sources) else { continue };
                let document = DOCUMENTS.iter().find(|document| document.id == name);
                let editions = document.filter(|_| kind == Topic::Document).map_or(&[][..], |d| d.editions);
                let editions: Vec<_> =
                    editions.iter().map(|edition| (edition.name, edition.address)).collect();
                // The page says what kind of thing it is about above its title.
                let title = page.title.strip_prefix(kind.name()).map_or(&*page.title, str::trim_start);
                page.title = title.to_owned();
                let file = address(kind, name);
                self.index.add(kind.name(), &page.title, &*file, &words(&page));
                let renderer = Renderer { names: &self.names, root: PAGES, own: &file, anchors: &editions };
                let tested_in = match kind {
                    Topic::Requirement => cases::testing(name, sources.cases),
                    _ => Vec::new(),
                };
                let own = json!({
                    "list": list_of(kind), "page": renderer.page(&page), "tested_in": tested_in,
                });
                self.add("page.html", file, &shown(PAGES, &page.title, own))?;
            }
        }
        Ok(())
    }

    fn tables(&mut self) -> io::Result<()> {
        for table in TABLES {
            let file = address(Topic::Table, table.id);
            self.index.add("table", table.id, &*file, table.says);
            let renderer = Renderer { names: &self.names, root: PAGES, own: &file, anchors: &[] };
            let grid = table::grid(table, self.content.sources, renderer, &mut self.index);
            let own = json!({"grid": grid.map_err(io::Error::other)?});
            self.add("table.html", file, &shown(PAGES, table.id, own))?;
        }
        Ok(())
    }

    fn areas(&mut self) -> io::Result<()> {
        for (name, cases) in cases::by_area(self.content.sources.cases) {
            let page = shown(PAGES, &format!("Cases of {name}"), cases::area(&cases));
            self.add("area.html", area_address(name), &page)?;
        }
        for case in self.content.sources.cases {
            self.index.add_case(&case.id);
        }
        Ok(())
    }

    fn implementations(&mut self) -> io::Result<()> {
        const FILE: &str = "implementations.html";
        let folder = &self.content.implementations;
        for one in &folder.implementations {
            self.index.add("implementation", one.title(), format!("{FILE}#{}", one.name), &one.notes.says);
        }
        let own = json!({"all": implementations::page(folder)});
        self.add(FILE, FILE, &shown("", "Implementations", own))
    }

    fn guides(&mut self) -> io::Result<()> {
        let guides = guides::render(&self.content.guides);
        for guide in &guides {
            for (at, part) in guide.parts.iter().enumerate() {
                let (title, address) = match at {
                    0 => (guide.title.clone(), guide.address.clone()),
                    _ => (
                        format!("{}: {}", guide.title, part.heading),
                        format!("{}#{}", guide.address, part.anchor),
                    ),
                };
                self.index.add("guide", &title, address, &part.text);
            }
            let page = shown(PAGES, &guide.title, json!({"guide": guide}));
            self.add("guide.html", &*guide.address, &page)?;
        }
        self.add("guides.html", "guides.html", &shown("", "Guides", json!({"guides": guides})))
    }
}

/// The list of everything of a kind: its file and its name.
const fn list_of(kind: Topic) -> (&'static str, &'static str) {
    match kind {
        Topic::DType => ("dtypes.html", "Dtypes"),
        Topic::Operator => ("contracts.html", "Contracts"),
        Topic::Document | Topic::Profile => ("documents.html", "Documents"),
        Topic::Table => ("tables.html", "Tables"),
        Topic::Requirement => ("coverage.html", "Requirements"),
        Topic::Erratum => ("errata.html", "Errata"),
        Topic::Status => ("statuses.html", "Status codes"),
    }
}
