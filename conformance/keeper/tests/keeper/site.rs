//! `ascertain-spec site`.

use crate::keeper::page::{Element, Page as Read};
use crate::keeper::support::{ascertain, folder, keeper, utf8};
use ascertain::document::{DOCUMENTS, Editions, SPECIFICATION};
use ascertain::promote::TABLES;
use ascertain_cli::explain::{Sources, Topic};
use ascertain_conformance::report::page::{Block, Page};
use ascertain_conformance::suite;
use ascertain_keeper::implementations::{About, Documents, Folder, Implementation, Notes};
use ascertain_keeper::site::{Content, files, guides};
use serde_json::json;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The folder of the checkout. No guides are there where this crate was packaged alone.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

type Files = BTreeMap<String, String>;

fn made(coverage: Page, guides: guides::Pages, implementations: Folder) -> Files {
    let editions = Editions::default();
    let cases = suite::build(&editions).expect("the suite builds");
    let content = Content {
        sources: Sources { editions: &editions, cases: &cases, own: None },
        coverage,
        guides,
        implementations,
    };
    let files = files(&content).expect("the site is made");
    let count = files.len();
    let files: Files = files.into_iter().collect();
    assert_eq!(files.len(), count, "a file is there twice");
    files
}

fn coverage() -> Page {
    let mut page = Page::new("Coverage");
    page.table("", &["requirement"], Topic::Requirement.names().into_iter().map(|id| vec![id.to_owned()]));
    page
}

fn committed() -> Files {
    let implementations = Folder::read(&Path::new(CHECKOUT).join("docs/implementations"));
    let guides = guides::read(Path::new(CHECKOUT)).expect("the guides can be read");
    made(coverage(), guides, implementations.expect("the implementations can be read"))
}

/// The committed site and its pages, read once.
static SITE: LazyLock<(Files, BTreeMap<String, Read>)> = LazyLock::new(|| {
    let files = committed();
    let html = files.iter().filter(|(name, _)| name.ends_with(".html"));
    let pages = html.map(|(name, text)| (name.clone(), Read::read(text))).collect();
    (files, pages)
});

/// A link of a page, from the root of the site: the file and the anchor. None if it leads away.
fn target(page: &str, link: &str) -> Option<(String, Option<String>)> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let mut parts: Vec<&str> = page.split('/').collect();
    if !file.is_empty() {
        parts.pop();
        for part in file.split('/') {
            match part {
                ".." => drop(parts.pop().expect("it stays in the site")),
                part => parts.push(part),
            }
        }
    }
    Some((parts.join("/"), anchor.map(str::to_owned)))
}

#[test]
fn every_link_and_anchor_resolves() {
    let (files, pages) = &*SITE;
    let mut ids: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (name, page) in pages {
        let own = ids.entry(name).or_default();
        page.with("id").for_each(|id| assert!(own.insert(id), "{name}: the id {id} is there twice"));
    }
    let mut broken = Vec::new();
    let mut check = |page: &str, link: &str| {
        let Some((file, anchor)) = target(page, link) else { return };
        let found = match anchor {
            Some(anchor) => ids.get(file.as_str()).is_some_and(|ids| ids.contains(anchor.as_str())),
            None => files.contains_key(&file),
        };
        if !found {
            broken.push(format!("{page}: {link}"));
        }
    };
    let mut links = 0;
    for (name, page) in pages {
        for link in page.with("href").chain(page.with("src")).chain(page.with("action")) {
            if link != "data:," {
                check(name, link);
                links += 1;
            }
        }
        for attribute in ["for", "popovertarget", "aria-labelledby"] {
            page.with(attribute).for_each(|id| check(name, &format!("#{id}")));
        }
    }
    let index =
        files["search-index.js"].split_once(" = ").expect("a constant").1.trim_end().trim_end_matches(';');
    let index: serde_json::Value = serde_json::from_str(index).expect("JSON");
    let entries = index["entries"].as_array().expect("entries");
    entries.iter().for_each(|entry| check("search.html", entry[2].as_str().expect("an address")));
    let cases = index["cases"].as_array().expect("cases");
    for id in cases.iter().map(|id| id.as_str().expect("an id")) {
        let (area, rest) = id.split_once('/').expect("an area");
        check("search.html", &format!("case/{area}.html#{rest}"));
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    assert!(
        links > 10_000 && entries.len() > 500 && cases.len() > 5000,
        "{links} {} {}",
        entries.len(),
        cases.len()
    );
}

#[test]
fn everything_has_its_page() {
    let (files, pages) = &*SITE;
    for kind in Topic::ALL {
        for name in kind.names() {
            assert!(files.contains_key(&format!("{}/{name}.html", kind.name())), "{} {name}", kind.name());
        }
    }
    let has = |page: &str, id: &str| {
        assert!(pages[page].with("id").any(|other| other == id), "{page}#{id}");
    };
    for table in TABLES {
        let page = format!("table/{}.html", table.id);
        let ids: HashSet<&str> = pages[page.as_str()].with("id").collect();
        for (row, column, _) in table.cells(&Editions::default()) {
            assert!(ids.contains(&*format!("{row}-{column}")), "{page}: {row} {column}");
        }
    }
    for document in DOCUMENTS {
        let page = format!("document/{}.html", document.id);
        document.editions.iter().for_each(|edition| has(&page, edition.name));
    }
    Topic::Requirement.names().into_iter().for_each(|id| has("coverage.html", id));
    assert!(files["index.html"].contains(SPECIFICATION));
    let guides = guides::read(Path::new(CHECKOUT)).expect("the guides can be read");
    let shown = files.keys().filter(|name| name.starts_with("guide/")).count();
    assert_eq!(shown, guides.len());
}

#[test]
fn the_same_program_writes_the_same_site_with_safe_names() {
    let (files, _) = &*SITE;
    assert!(committed() == *files);
    let lower: HashSet<String> = files.keys().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), files.len(), "two names differ by case alone");
    for name in files.keys() {
        let parts: Vec<&str> = name.split('/').collect();
        let safe = |part: &&str| {
            part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        };
        assert!(parts.len() <= 2 && parts.iter().all(safe), "{name}");
    }
}

/// An implementation that says this wherever it can.
fn implementations(says: &str) -> Folder {
    let row = json!({
        "implementation": 3, "asked": says, "backend": says, "version": says, "specification": says, "seed": says,
        "random": 0, "judged": 0.0, "wrong_values": 0,
        "follows": [{"document": says, "counts": says, "tested": 1, "followed": 0}],
        "differences": [{"verdict": says, "area": says, "kind": says, "requirement": "cumprod.dim.range", "cases": 1,
            "example": says, "expected": says, "got": says}],
        "answers": {says: {"verdict": "fail", "expected": says, "got": says}},
        "habits": [{"about": "products", "of": says, "is": says}],
        "speed": {"cpu": says, "threads": 1, "times": [{"dtype": says, "place": says, "copies": 1.0}]},
    });
    let notes = Notes {
        title: Some(says.to_owned()),
        says: says.to_owned(),
        example: says.to_owned(),
        ..Notes::default()
    };
    let row = serde_json::from_value(row).expect("a row");
    let about = About { document: says.to_owned(), says: says.to_owned(), cases: vec![says.to_owned()] };
    Folder {
        implementations: vec![Implementation { name: "one".to_owned(), row, notes }],
        documents: Documents { about: vec![about] },
    }
}

#[test]
fn text_stays_text() {
    const HOSTILE: &str =
        "</script><script>alert(1)</script> \"'><img src=x onerror=alert(1)> javascript:alert(1) {{ 7 * 7 }}";
    let mut page = Page::new(HOSTILE);
    let text = || HOSTILE.to_owned();
    let blocks = vec![
        Block::Text(text()),
        Block::Facts(vec![(text(), text())]),
        Block::Items(vec![text()]),
        Block::table(&[HOSTILE], vec![vec![text()]]),
        Block::Command(text()),
    ];
    page.section(HOSTILE, blocks);
    let guide = format!(
        "# {HOSTILE}\n\n{HOSTILE}\n\n[{HOSTILE}](javascript:alert(1)) <b onclick=alert(1)>\n\n    {HOSTILE}\n"
    );
    let files = made(page, vec![("docs/<b>&\".md".to_owned(), guide)], implementations(HOSTILE));
    for name in ["coverage.html", "guide/-b---.html", "guides.html", "implementations.html"] {
        let html = files.get(name).unwrap_or_else(|| panic!("{name} in {:?}", files.keys()));
        let page = Read::read(html);
        assert!(page.text().contains("alert(1)"), "{name}");
        for Element { name: element, attributes, .. } in &page.0 {
            assert!(!attributes.keys().any(|name| name.starts_with("on")), "{name}");
            assert!(element != "img" && element != "b", "{name}: {element}");
            assert!(element != "script" || attributes.contains_key("src"), "{name}: a script");
        }
        assert!(page.with("href").all(|link| !link.contains("javascript")), "{name}");
        let policy = page.with("content").find(|content| content.contains("script-src"));
        assert_eq!(policy.map(|policy| policy.contains("default-src 'none'")), Some(true), "{name}");
    }
}

/// The vendors' sentences are theirs: the site only has names of places, such as headings.
#[test]
fn no_sentence_is_a_vendors() {
    const LONGEST_NAME: usize = 12;
    let (files, _) = &*SITE;
    let mut sentences: Vec<String> = Vec::new();
    if let Some(folder) = std::env::var_os("ASCERTAIN_PAGES") {
        for path in ascertain_spec::files_below(Path::new(&folder)).expect("a folder of pages") {
            let text = fs::read_to_string(path).expect("a page");
            let lines = text.lines().map(str::trim).filter(|line| line.split(' ').count() > 8);
            sentences.extend(lines.filter(|line| !line.contains(['|', '`', '{'])).map(str::to_owned));
        }
        assert!(!sentences.is_empty());
    }
    for (name, text) in files {
        let runs = text.split(|c: char| !('\u{3400}'..='\u{9fff}').contains(&c) && !"，。；：、".contains(c));
        let long: Vec<&str> = runs.filter(|run| run.chars().count() > LONGEST_NAME).collect();
        assert!(long.is_empty(), "{name}: {long:?}");
        let kept: Vec<&String> =
            sentences.iter().filter(|sentence| text.contains(sentence.as_str())).collect();
        assert!(kept.is_empty(), "{name}: {kept:?}");
    }
}

#[test]
fn writes_a_folder_that_it_may_write_again() {
    let outside = folder();
    let site = outside.path().join("site");
    let to = utf8(&site);
    // Not in a checkout: no guides, and it says so.
    let elsewhere = utf8(outside.path());
    let done = keeper(&["site", "--out", to, "--checkout", elsewhere]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.contains("no guides") && done.out.contains("pages, "), "{}", done.out);
    assert!(!site.join("guide").exists() && site.join("guides.html").is_file());
    let again = keeper(&["site", "--out", to, "--checkout", CHECKOUT, "--profile", "latest"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(site.join("guide").exists(), !again.out.contains("no guides"));
    let table = fs::read_to_string(site.join("table/aclnn.tensor-tensor.html")).expect("a page");
    assert!(table.contains("data-own=\"2025-09\""), "the chosen edition is shown");
    fs::write(site.join("mine.txt"), "mine").expect("a file");
    let refused = keeper(&["site", "--out", to]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("mine.txt") && refused.err.contains("nothing was written"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(site.join("mine.txt")).expect("it is there"), "mine");
}

#[test]
fn reports_lead_to_the_site() {
    let (_, pages) = &*SITE;
    let outside = folder();
    let report = outside.path().join("report.html");
    let path = format!("html={}", utf8(&report));
    let done = ascertain(&[
        "run",
        "--backend",
        "reference",
        "--filter",
        "aclnn.tensor-scalar",
        "--filter",
        "cumprod/vector",
        "--fuzz",
        "0",
        "--report",
        &path,
        "--site",
        "../site/",
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    let report = Read::read(&fs::read_to_string(report).expect("a report"));
    let mut found = HashSet::new();
    for link in report.with("href").filter_map(|link| link.strip_prefix("../site/")) {
        let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let page = pages.get(file).unwrap_or_else(|| panic!("{link}"));
        assert!(anchor.is_none_or(|anchor| page.with("id").any(|id| id == anchor)), "{link}");
        found.insert(file.split('/').next());
    }
    assert!(found.contains(&Some("requirement")) && found.contains(&Some("table")), "{found:?}");
    let refused = ascertain(&["run", "--backend", "reference", "--site", "javascript:alert(1)"]);
    assert!(refused.code == 2 && refused.err.contains("https://"), "{}", refused.err);
}
