//! `ascertain spec import` and `spec check --docs`: a page becomes an edition, or nothing is written.

use crate::lint::{SPEC, edited};
use crate::support::{Done, ascertain, folder};
use ascertain_spec_tools::facts::Facts;
use std::fs;
use std::path::Path;

/// A page of our own that says what an edition of the Tensor-Tensor table says, tabulated whole, with one cell changed.
fn page(row: &str, column: &str, result: &str) -> String {
    let spec = ascertain_spec::load(Path::new(SPEC)).unwrap_or_else(|problems| panic!("{problems}"));
    let facts = Facts::of_edition(&spec, "aclnn.tensor-tensor", "2025-09").expect("an edition");
    let table = &facts.tables[0];
    let (rows, columns) = table.axes();
    let answers = table.answers();
    let mut page = "# Promotion of two tensors in aclnn\n\nThe header row and the first column are the types of the input \
                    tensors; × means no promotion.\n\n"
        .to_owned();
    page += &format!("| | {} |\n|-|{}\n", columns.join(" | "), "-|".repeat(columns.len()));
    for of_row in &rows {
        let cell = |of_column: &&str| match (*of_row, *of_column) {
            pair if pair == (row, column) => result.to_owned(),
            pair => answers[&pair].result.clone().unwrap_or_else(|| "×".to_owned()),
        };
        page += &format!("| {of_row} | {} |\n", columns.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    page
}

/// A copy of the committed specification.
fn copy() -> tempfile::TempDir {
    let line = "says = \"the newest edition of every page\"";
    edited("documents.toml", line, line)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn a_page_becomes_an_edition() {
    let (spec, docs) = (copy(), folder());
    let file = docs.path().join("promotion.md");
    fs::write(&file, page("s8", "u8", "s64")).expect("a page in the temporary folder");
    let import = |more: &[&str]| {
        ascertain(&[&["spec", "import", text(&file), "--spec", text(spec.path())], more].concat())
    };
    let Done { code, out, err } = import(&[]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.matches(".change]]").count(), 1, "{out}");
    assert!(out.contains("row = \"s8\"\ncolumn = \"u8\"\nresult = \"s64\"\n"), "{out}");
    assert!(err.contains("1 difference from edition 2025-09") && err.contains("s64 (before: s16)"), "{err}");
    assert_eq!(import(&["--write"]).code, 2);
    let written = import(&["--edition", "2026-09", "--write", "--profile", "latest"]);
    assert_eq!(written.code, 0, "{}", written.err);
    let edition = spec.path().join("aclnn/tensor-tensor/2026-09.toml");
    let toml = fs::read_to_string(&edition).expect("the edition's file");
    assert_eq!(toml, out.replace("name = \"new\"", "name = \"2026-09\""));
    let documents = fs::read_to_string(spec.path().join("documents.toml")).expect("documents.toml");
    assert!(documents.contains("\"aclnn.tensor-tensor\" = \"2026-09\""), "{documents}");
    let again = import(&["--edition", "2026-09", "--write"]);
    assert_eq!((again.code, again.err.contains("already exists")), (1, true), "{}", again.err);
    // What was written is what the page says, and stays so or is said.
    let check = || ascertain(&["spec", "check", text(spec.path()), "--docs", text(docs.path())]);
    let equal = check();
    assert_eq!(equal.code, 0, "{}", equal.out);
    assert!(equal.out.contains("equal    aclnn.tensor-tensor 2026-09"), "{}", equal.out);
    assert!(equal.out.contains("absent   aclnn.cumprod 2026-03"), "{}", equal.out);
    fs::write(&edition, toml.replace("\"s64\"", "\"s32\"")).expect("the edition's file");
    let differs = check();
    assert_eq!(differs.code, 1, "{}", differs.out);
    assert!(differs.out.contains("promotion.md:11: s64"), "{}", differs.out);
    assert!(differs.out.contains("2026-09.toml:") && differs.out.contains(": s32"), "{}", differs.out);
}

#[test]
fn a_damaged_page_is_refused_and_nothing_is_written() {
    let (spec, docs) = (copy(), folder());
    let file = docs.path().join("promotion.md");
    let whole = page("s8", "u8", "s64");
    let last_row = whole.trim_end().rfind('\n').expect("rows");
    for (damaged, words) in [
        (whole[..last_row].to_owned(), "but no such row"),
        (whole.replacen("s64", "s46", 1), "`s46`"),
        ("# Promotion\n\nThis page has moved.\n".to_owned(), "promotion.md:3: error: a stub"),
    ] {
        fs::write(&file, damaged).expect("a page in the temporary folder");
        let arguments =
            ["spec", "import", text(&file), "--spec", text(spec.path()), "--edition", "2026-09", "--write"];
        let done = ascertain(&arguments);
        assert_eq!((done.code, done.out.as_str()), (1, ""), "{words}");
        assert!(
            done.err.contains(words) && done.err.contains("nothing was written"),
            "{words}: {}",
            done.err
        );
        assert!(!spec.path().join("aclnn/tensor-tensor/2026-09.toml").exists(), "{words}");
    }
    let unknown = ascertain(&["spec", "import", text(&file), "--spec", SPEC, "--as", "aclnn.cumprd"]);
    assert_eq!(
        (unknown.code, unknown.err.contains("`aclnn.cumprd` is not declared")),
        (1, true),
        "{}",
        unknown.err
    );
    assert_eq!(ascertain(&["spec", "import", "no such page.md", "--spec", SPEC]).code, 2);
}

#[test]
fn a_check_without_pages_says_so() {
    let done = ascertain(&["spec", "check", SPEC]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains(": valid\n") && done.out.contains("not compared with pages"), "{}", done.out);
    assert_eq!(ascertain(&["spec", "check", SPEC, "--docs", "no such folder"]).code, 2);
}

/// A file without an end is not read to its end.
#[test]
fn a_file_longer_than_any_page_is_refused() {
    let docs = folder();
    let long = docs.path().join("long.md");
    fs::File::create(&long).and_then(|file| file.set_len(1 << 34)).expect("a file with a hole");
    let endless = Path::new("/dev/zero");
    for path in [long.as_path(), endless].into_iter().filter(|path| path.exists()) {
        let Done { code, out, err } = ascertain(&["spec", "import", text(path), "--spec", SPEC]);
        assert_ne!(code, 0, "{out}");
        assert!(format!("{out}{err}").contains("more than 16 MB"), "{out}{err}");
    }
}
