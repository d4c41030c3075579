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

use self::cases::Area;
use self::guides::Guide;
use self::names::{Names, address, area_address};
use self::pages::{Renderer, Shown, words};
use self::search::Index;
use self::table::Grid;
use crate::implementations::{self, Folder};
use ascertain::document::{DOCUMENTS, SPECIFICATION};
use ascertain::promote::TABLES;
use ascertain_cli::explain::{Sources, Topic};
use ascertain_conformance::report::page::Page;
use ascertain_conformance::report::template::{HEAT_SCRIPT, HEAT_STYLE, Templates};
use ascertain_conformance::report::text::thousands;
use serde::Serialize;
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
    site.add("style.css", "style.css".to_owned(), &())?;
    site.add("site.js", "site.js".to_owned(), &())?;
    let page = Frame::new("", "Search");
    site.add("search.html", "search.html".to_owned(), &page)?;
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

/// What every page has.
#[derive(Debug, Serialize)]
struct Frame {
    /// The way to the root of the site.
    root: &'static str,
    title: String,
    specification: &'static str,
}

impl Frame {
    fn new(root: &'static str, title: impl Into<String>) -> Self {
        Self { root, title: title.into(), specification: SPECIFICATION }
    }
}

/// A page with something of its own.
#[derive(Debug, Serialize)]
struct With<T> {
    #[serde(flatten)]
    frame: Frame,
    #[serde(flatten)]
    own: T,
}

/// An explanation as a page.
#[derive(Debug, Serialize)]
struct Explanation {
    /// The list that it is in: its file, and what its entries are.
    list: Option<(&'static str, &'static str)>,
    page: Shown,
    tested_in: Vec<cases::TestedIn>,
}

const PAGES: &str = "../";

impl Site<'_> {
    fn add(&mut self, template: &str, file: String, values: &impl Serialize) -> io::Result<()> {
        let text = self.templates.render(template, values)?;
        self.files.push((file, text));
        Ok(())
    }

    /// The first page, and the lists that it leads to.
    fn lists(&mut self) -> io::Result<()> {
        let lists = lists::all(self.content.sources, &self.content.coverage);
        #[derive(Serialize)]
        struct Start {
            cases: String,
            counts: BTreeMap<&'static str, usize>,
            profile: &'static str,
            implementations: usize,
            guides: usize,
        }
        let own = Start {
            cases: thousands(self.content.sources.cases.len() as u64),
            counts: Topic::ALL.into_iter().map(|kind| (kind.name(), kind.names().len())).collect(),
            profile: self.content.sources.editions.profile_name(),
            implementations: self.content.implementations.implementations.len(),
            guides: self.content.guides.len(),
        };
        self.add(
            "index.html",
            "index.html".to_owned(),
            &With { frame: Frame::new("", "The specification"), own },
        )?;
        let anchors: Vec<_> = Topic::Requirement.names().into_iter().map(|id| (id, None)).collect();
        for (file, page) in lists {
            let shown = Renderer { names: &self.names, root: "", own: file, anchors: &anchors }.page(&page);
            self.index.add("list", &page.title, file, "");
            let own = Explanation { list: None, page: shown, tested_in: Vec::new() };
            self.add("page.html", file.to_owned(), &With { frame: Frame::new("", page.title), own })?;
        }
        Ok(())
    }

    /// The pages of everything but tables.
    fn explanations(&mut self) -> io::Result<()> {
        let sources = self.content.sources;
        for kind in Topic::ALL.into_iter().filter(|kind| *kind != Topic::Table) {
            for name in kind.names() {
                let Some(page) = kind.page(name, sources) else { continue };
                let document = DOCUMENTS.iter().find(|document| document.id == name);
                let editions = document.filter(|_| kind == Topic::Document).map_or(&[][..], |d| d.editions);
                let editions: Vec<_> =
                    editions.iter().map(|edition| (edition.name, edition.address)).collect();
                let file = address(kind, name);
                let renderer = Renderer { names: &self.names, root: PAGES, own: &file, anchors: &editions };
                let mut shown = renderer.page(&page);
                // The page says what kind of thing it is about above its title.
                let title = page.title.strip_prefix(kind.name()).map_or(&*page.title, str::trim_start);
                title.clone_into(&mut shown.title);
                self.index.add(kind.name(), title, &*file, &words(&page));
                let tested_in = match kind {
                    Topic::Requirement => cases::testing(name, sources.cases),
                    _ => Vec::new(),
                };
                let own = Explanation { list: Some(list_of(kind)), page: shown, tested_in };
                self.add("page.html", file, &With { frame: Frame::new(PAGES, title), own })?;
            }
        }
        Ok(())
    }

    fn tables(&mut self) -> io::Result<()> {
        for table in TABLES {
            let file = address(Topic::Table, table.id);
            let renderer = Renderer { names: &self.names, root: PAGES, own: &file, anchors: &[] };
            let grid = Grid::of(table, self.content.sources, renderer).map_err(io::Error::other)?;
            self.index.add("table", table.id, &*file, table.says);
            for cell in grid.rows.iter().flat_map(|row| &row.cells) {
                self.index.add("cell", &cell.page.title, format!("{file}#{}", cell.anchor), cell.result);
            }
            let frame = Frame::new(PAGES, table.id);
            #[derive(Serialize)]
            struct Own {
                grid: Grid,
            }
            self.add("table.html", file, &With { frame, own: Own { grid } })?;
        }
        Ok(())
    }

    fn areas(&mut self) -> io::Result<()> {
        for (name, cases) in cases::by_area(self.content.sources.cases) {
            let area = Area::of(&cases);
            let file = area_address(name);
            let frame = Frame::new(PAGES, format!("Cases of {name}"));
            self.add("area.html", file, &With { frame, own: area })?;
        }
        for case in self.content.sources.cases {
            self.index.add_case(&case.id);
        }
        Ok(())
    }

    fn implementations(&mut self) -> io::Result<()> {
        const FILE: &str = "implementations.html";
        for one in &self.content.implementations.implementations {
            self.index.add("implementation", one.title(), format!("{FILE}#{}", one.name), &one.notes.says);
        }
        #[derive(Serialize)]
        struct Own {
            all: implementations::Page,
        }
        let own = Own { all: implementations::Page::of(&self.content.implementations) };
        self.add(FILE, FILE.to_owned(), &With { frame: Frame::new("", "Implementations"), own })
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
            #[derive(Serialize)]
            struct Own<'a> {
                guide: &'a Guide,
            }
            let frame = Frame::new(PAGES, &*guide.title);
            self.add("guide.html", guide.address.clone(), &With { frame, own: Own { guide } })?;
        }
        #[derive(Serialize)]
        struct Own {
            guides: Vec<Guide>,
        }
        self.add(
            "guides.html",
            "guides.html".to_owned(),
            &With { frame: Frame::new("", "Guides"), own: Own { guides } },
        )
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
