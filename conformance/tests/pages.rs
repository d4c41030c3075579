//! The pages of this repository against its files: links lead somewhere, and files that a table names exist and hold
//! the functions named beside them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGES: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
    "conformance/OFFLINE.md",
    "conformance/PROTOCOL.md",
    "conformance/adapters/c/README.md",
    "conformance/fuzz/README.md",
    "docs/aclnn.md",
    "docs/benchmarks.md",
    "docs/flag-gems.md",
    "docs/guides/README.md",
    "docs/guides/aclnn.md",
    "docs/guides/add-an-implementation.md",
    "docs/guides/c-and-cpp.md",
    "docs/guides/ci.md",
    "docs/guides/keep-a-page.md",
    "docs/guides/one-result.md",
    "docs/guides/python.md",
    "docs/guides/questions.md",
    "docs/guides/rust.md",
    "docs/guides/triton.md",
    "docs/implementations.md",
    "docs/judging.md",
    "docs/known.md",
    "docs/long-runs.md",
    "docs/mutants.md",
    "docs/observing.md",
    "docs/reports.md",
    "docs/security.md",
    "docs/sharpness.md",
    "docs/site.md",
    "docs/vectors.md",
    "spec/README.md",
];

/// The repository. None where this crate was packaged alone.
fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if root.join("ARCHITECTURE.md").is_file() {
        return Some(root);
    }
    println!("skipped: the pages are not beside this crate, which was packaged alone");
    None
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The targets of a page's links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split(')').next())
}

/// The anchors of a page's headings.
fn anchors(text: &str) -> HashSet<String> {
    let headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || *c == '-' || *c == ' ' || *c == '_';
    headings
        .map(|heading| heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let Some(root) = root() else { return };
    let mut broken = Vec::new();
    for page in PAGES {
        let path = root.join(page);
        let text = read(&path);
        for link in links(&text).filter(|link| !link.contains("://")) {
            let (file, anchor) =
                link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let found = match anchor {
                Some(anchor) => target.is_file() && anchors(&read(&target)).contains(anchor),
                None => target.exists(),
            };
            if !found {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn the_index_of_guides_names_each() {
    let Some(root) = root() else { return };
    let folder = root.join("docs/guides");
    let index = read(&folder.join("README.md"));
    let named: HashSet<&str> = links(&index).collect();
    for file in fs::read_dir(folder).expect("a folder") {
        let name = file.expect("a file").file_name().into_string().expect("UTF-8");
        assert!(name == "README.md" || named.contains(name.as_str()), "{name}");
        assert!(PAGES.contains(&format!("docs/guides/{name}").as_str()), "{name}");
    }
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// A path as a page writes it, `*` standing for any file name. The second path of a cell may be in the first one's folder.
fn files(root: &Path, cell: &str) -> Vec<PathBuf> {
    let is_file = |text: &&str| [".rs", ".toml", ".py"].iter().any(|end| text.ends_with(end));
    let mut files: Vec<PathBuf> = Vec::new();
    for text in quoted(cell).into_iter().filter(is_file) {
        let whole = root.join(text);
        let beside = files.last().map(|file| file.with_file_name("").join(text));
        files.push(if whole.exists() { whole } else { beside.filter(|path| path.exists()).unwrap_or(whole) });
    }
    files
}

/// Rows that name files being moved are marked with a comment, and left out.
fn rows<'a>(text: &'a str, head: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let tables = text.split("\n\n").filter(move |table| table.starts_with(head));
    let rows = tables.flat_map(|table| table.lines().skip(2)).filter(|row| !row.contains("<!-- check -->"));
    rows.map(|row| row.trim_matches('|').split(" | ").collect())
}

#[test]
fn the_way_of_a_case_names_files_and_what_is_in_them() {
    let Some(root) = root() else { return };
    let text = read(&root.join("ARCHITECTURE.md"));
    let mut steps = 0;
    for row in rows(&text, "| step | file |") {
        let [step, paths, names, _] = row[..] else { panic!("a row of four cells: {row:?}") };
        let files = files(&root, paths);
        let texts: Vec<String> = files.iter().map(|file| read(file)).collect();
        assert!(!files.is_empty(), "step {step} names no file");
        for name in quoted(names) {
            assert!(texts.iter().any(|text| text.contains(name)), "step {step}: {name} is not in {paths}");
        }
        steps += 1;
    }
    assert!(steps > 10, "{steps} steps");
}
