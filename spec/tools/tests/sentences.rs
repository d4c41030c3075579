//! What single sentences come to. `fixtures/sentences.txt` has one a line; `ASCERTAIN_UPDATE=1` writes what they come to now.

use crate::listed::assert_listed;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::facts::{Facts, ParameterFact, ProductDTypes, RuleFact, UnreadFact};
use ascertain_spec_tools::page::{Complaint, read};
use ascertain_spec_tools::reader::{self, PageFacts};
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("fixtures/sentence.md");
const LEGEND: &str = include_str!("fixtures/legend.md");

/// The places of the pages above where a sentence may stand, and what stands there otherwise.
const PLACES: [(&str, &str); 11] = [
    ("says", "-"),
    ("dtypes", "-"),
    ("formats", "-"),
    ("ranks", "-"),
    ("strided", "-"),
    ("below", ""),
    ("null", "-"),
    ("invalid", "-"),
    ("constraint", "无"),
    ("rule", ""),
    ("legend", ""),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// A page with the sentences of a line, `PLACE: SENTENCE + PLACE: SENTENCE`.
fn page(line: &str, spec: &Spec) -> String {
    let parts: Vec<(&str, &str)> = line.split(" + ").filter_map(|part| part.split_once(": ")).collect();
    let rules = parts.iter().any(|(place, _)| matches!(*place, "rule" | "legend"));
    let names: Vec<&str> =
        spec.dtypes.iter().map(|dtype| dtype.name.as_str()).filter(|n| *n != "undefined").collect();
    let row = |first: &str, cells: &[&str]| format!("| {first} | {} |\n", cells.join(" | "));
    let rows: String = names.iter().map(|name| row(name, &vec!["f32"; names.len()])).collect();
    let table = row("数据类型", &names) + &row("-", &vec!["-"; names.len()]) + &rows;
    let page = if rules { LEGEND.replace("{table}", &table) } else { PAGE.to_owned() };
    PLACES.iter().fold(page, |page, (place, otherwise)| {
        let says: Vec<&str> = parts.iter().filter(|(at, _)| at == place).map(|(_, says)| *says).collect();
        let says = if says.is_empty() {
            (*otherwise).to_owned()
        } else {
            says.join(if *place == "below" { "\n  " } else { "<br>" })
        };
        page.replace(&format!("{{{place}}}"), &says)
    })
}

/// What a page states and what of it is not read; or the first reason for which it is refused.
fn comes_to(line: &str, spec: &Spec) -> String {
    let page = read("a.md", page(line, spec).as_bytes());
    let reading = match reader::is_operator_page(&page) {
        true => reader::operator_page(&page, spec),
        false => reader::read(&page, spec, Some("aclnn.tensor-tensor")),
    };
    let facts = match reading {
        Ok(PageFacts { facts, .. }) => facts,
        Err(complaints) => {
            let first = complaints.iter().find(|complaint| complaint.fatal);
            return format!("refused: {}", first.map_or("", |Complaint { says, .. }| says));
        }
    };
    let mut found = facts.iter().flat_map(states).collect::<Vec<String>>();
    let unread = facts.iter().flat_map(|facts| &facts.unread).filter(|unread| unread.about != "prototype");
    found.extend(unread.filter_map(|UnreadFact { text, .. }| Some(format!("unread {}", text.as_ref()?))));
    if found.is_empty() { "nothing".to_owned() } else { found.join("; ") }
}

fn states(facts: &Facts) -> Vec<String> {
    let rule = |rule: &RuleFact| {
        let listed = if rule.only { "with" } else { "with all but" };
        format!("{} {listed} {}: {:?}", rule.operand, rule.partners.join(" "), rule.gives)
    };
    let mut found: Vec<String> = facts.tables.iter().flat_map(|table| &table.rules).map(rule).collect();
    let Some(operator) = &facts.operator else { return found };
    found.extend(operator.max_rank.map(|(most, _)| format!("at most {most} dimensions")));
    found.extend(operator.deterministic.map(|(is, _)| format!("deterministic {is}")));
    let function = &operator.functions[0];
    found.extend(function.nulls.iter().map(|(name, _)| format!("{name} is not null")));
    let demands = function.demands.iter().chain(&function.refusals);
    found.extend(demands.map(|r| {
        let most = r.most.map(|most| format!(" {most}")).unwrap_or_default();
        format!("{}{most} of {}", r.what.name, r.parameters.join(" "))
    }));
    for ParameterFact { name, product_dtypes, .. } in &function.parameters {
        let only =
            |on: &ProductDTypes| format!("{name}: {} on {}", on.dtypes.join(" "), on.products.join(", "));
        found.extend(product_dtypes.iter().map(only));
    }
    let ParameterFact { dtypes, formats, empty, strided, range, ranks, .. } =
        function.parameters.iter().find(|parameter| parameter.name == "x").expect("the page declares x");
    let list = |what: &str, list: &[String]| (!list.is_empty()).then(|| format!("{what} {}", list.join(" ")));
    found.extend(list("dtypes", dtypes));
    found.extend(list("formats", formats));
    found.extend(empty.map(|is| format!("empty {is}")));
    found.extend(strided.map(|is| format!("strided {is}")));
    found.extend(range.iter().map(|range| format!("range {range}")));
    let bound = |bound: Option<u32>| bound.map(|bound| bound.to_string()).unwrap_or_default();
    found.extend(ranks.map(|ranks| format!("ranks {}..{}", bound(ranks.least), bound(ranks.most))));
    found
}

/// All code of this crate.
fn code(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let text = |path: PathBuf| match path.is_dir() {
        true => code(&path),
        false if path.extension().is_some_and(|is| is == "rs") => {
            std::fs::read_to_string(path).expect("a source")
        }
        false => String::new(),
    };
    paths.map(text).collect()
}

#[test]
fn every_name_in_sentences_toml_is_read() {
    let text = include_str!("../src/sentences.toml");
    let file: toml::Table = text.parse().expect("it is TOML");
    let code = code(&folder().join("src"));
    let mut unread = Vec::new();
    let mut check = |name: &str, within: &str, is_read: bool| {
        let line = text.split(within).next().map_or(0, |before| before.matches('\n').count() + 1);
        if !is_read {
            unread.push(format!("sentences.toml:{line}: nothing reads `{name}`"));
        }
    };
    let is_in_code = |name: &str| code.contains(&format!("\"{name}\""));
    for (section, names) in &file {
        for name in names.as_table().expect("a section").keys() {
            let is_read = match section.as_str() {
                "parts" => text.contains(&format!("{{{name}}}")),
                _ => is_in_code(name) || name.starts_with("demand_") || name.starts_with("refused_"),
            };
            check(name, &format!("\n{name} ="), is_read);
        }
    }
    for group in text.split("(?P<").skip(1).filter_map(|rest| rest.split_once('>')) {
        // What is captured first is also read without its name, and has that of its part.
        let is_part = file["parts"].as_table().is_some_and(|parts| parts.contains_key(group.0));
        check(group.0, &format!("(?P<{}>", group.0), is_part || is_in_code(group.0));
    }
    assert!(unread.is_empty(), "{unread:#?}");
}

#[test]
fn sentences_come_to_what_is_listed() {
    let spec = ascertain_spec::load(&folder().join("..")).unwrap_or_else(|problems| panic!("{problems}"));
    let path = folder().join("tests/fixtures/sentences.txt");
    let committed = std::fs::read_to_string(&path).expect("the list of sentences");
    let now = |line: &str| match line.split_once(" => ") {
        Some((said, _)) => format!("{said} => {}\n", comes_to(said, &spec)),
        None => format!("{line}\n"),
    };
    assert_listed("sentences.txt", &committed.lines().map(now).collect::<String>());
}
