//! The generated Rust is the same from any folder, and does not contain the folder's path.

use ascertain_spec::model::Origin;
use ascertain_spec::{emit, load};
use std::fs;
use std::path::{Path, PathBuf};

/// The committed specification's folder.
fn committed() -> PathBuf {
    let compiler = Path::new(env!("CARGO_MANIFEST_DIR"));
    compiler.parent().unwrap_or(compiler).to_owned()
}

/// Copies the TOML files below `from`, and no others; the last file first if `reversed`.
fn copy(from: &Path, to: &Path, reversed: bool) {
    fs::create_dir_all(to).expect("a folder");
    let mut entries: Vec<PathBuf> =
        fs::read_dir(from).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    if reversed {
        entries.reverse();
    }
    for path in entries.into_iter().filter(|path| !path.ends_with("compiler")) {
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target, reversed);
        } else if path.extension().is_some_and(|e| e == "toml") {
            fs::write(target, fs::read(&path).expect("a file")).expect("a file");
        }
    }
}

/// Every generated file of the specification in a folder, by name.
fn emitted(folder: &Path) -> Vec<(String, String)> {
    let spec = load(folder).unwrap_or_else(|problems| panic!("{problems}"));
    let mut files: Vec<_> =
        emit::rust(&spec).into_iter().map(|file| (file.name.to_owned(), file.text)).collect();
    let operators = emit::operators(&spec);
    files.extend(operators.into_iter().map(|file| (format!("elsewhere/{}", file.name), file.text)));
    files
}

#[test]
fn two_folders_give_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (here, there) = (folder.path().join("spec"), folder.path().join("ünlike/and much/deeper/s"));
    copy(&committed(), &here, false);
    copy(&committed(), &there, true);
    let (first, second) = (emitted(&here), emitted(&there));
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    let core = ["dtype.rs", "document.rs", "promote.rs", "contract.rs", "requirement.rs", "element.rs"];
    assert_eq!(names, [&core[..], &["elsewhere/contract.rs", "elsewhere/requirement.rs"]].concat());
    for ((name, a), (_, b)) in first.iter().zip(&second) {
        assert!(a.len() > 1000, "{name} has {} bytes", a.len());
        let differ = a.bytes().zip(b.bytes()).position(|(a, b)| a != b);
        assert!(a == b, "{name} differs from byte {differ:?} on");
    }
    assert_eq!(first, emitted(&committed()), "the committed folder");
}

#[test]
fn no_path_of_this_machine_is_emitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = folder.path().join("marked-folder");
    copy(&committed(), &marked, false);
    let home = std::env::var("HOME").unwrap_or_default();
    for (name, text) in emitted(&marked) {
        let mut absolute = vec!["\"/", "marked-folder", env!("CARGO_MANIFEST_DIR"), "\\\\"];
        absolute.extend(folder.path().to_str());
        absolute.extend(Some(home.as_str()).filter(|home| home.len() > 1));
        for part in absolute {
            assert!(!text.contains(part), "{name} contains {part}");
        }
    }
}

/// Items with the comments above them: the file and the line named there, and the item.
fn traced(text: &str) -> Vec<(&str, usize, &str)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let pairs = lines.windows(2).filter_map(|pair| Some((pair[0].strip_prefix("// ")?, pair[1])));
    let traced = pairs.filter_map(|(comment, item)| {
        let (file, line) = comment.split_once(".toml:")?;
        Some((&comment[..file.len() + 5], line.parse().expect("a line"), item))
    });
    traced.collect()
}

#[test]
fn every_item_names_the_file_and_line_that_it_comes_from() {
    let spec = load(&committed()).unwrap_or_else(|problems| panic!("{problems}"));
    for file in emit::rust(&spec) {
        let items = traced(&file.text);
        assert!(items.len() >= 16, "{}: {} items", file.name, items.len());
        assert!(file.text.lines().count() >= 2 * items.len(), "{}", file.name);
        for (path, line, item) in items {
            let text = spec.text(path).unwrap_or_else(|| panic!("{path} for {item}"));
            let line = text.lines().nth(line - 1).unwrap_or_else(|| panic!("{path}:{line} for {item}"));
            assert!(!line.trim().is_empty() && !line.starts_with('#'), "{path}: {line} for {item}");
        }
    }
}

#[test]
fn every_cell_names_the_line_that_holds_it_or_its_rule() {
    let spec = load(&committed()).unwrap_or_else(|problems| panic!("{problems}"));
    let text = emit::rust(&spec).into_iter().find(|file| file.name == "promote.rs").expect("the file").text;
    let items = traced(&text).into_iter().filter(|(.., item)| item.starts_with("crate::promote::Cell {"));
    let editions = spec.tables.iter().flat_map(|table| &table.editions);
    let cells = editions.flat_map(|edition| edition.cells.iter().map(move |cell| (cell, &edition.printed)));
    let (items, cells): (Vec<_>, Vec<_>) = (items.collect(), cells.collect());
    assert_eq!(items.len(), cells.len());
    for ((cell, printed), (path, line, item)) in cells.into_iter().zip(items) {
        let holds = spec.text(path).and_then(|text| text.lines().nth(line - 1)).expect("a line");
        let says = match &cell.origin {
            Origin::Stated => match cell.result.map(|dtype| spec.dtype_of(dtype)) {
                None => printed.undefined.as_str(),
                Some(dtype) => dtype.name_in(&printed.names).unwrap_or(&dtype.name),
            },
            Origin::Derived(rule) => {
                assert!(item.contains(&format!("Derived(\"{rule}\")")), "{item}");
                rule
            }
        };
        assert!(holds.contains(&format!("\"{says}\"")), "{path}:{line} for {item}: {holds}");
    }
}

/// A changed cell changes one generated file, that of the tables.
#[test]
fn a_changed_cell_changes_the_tables_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&committed(), folder.path(), false);
    let before = emitted(folder.path());
    let page = folder.path().join("mindspore/dtype/2.10.toml");
    let text = fs::read_to_string(&page).expect("the page");
    let row = "cells = [\"int8\",       \"int8\",";
    assert!(text.contains(row), "row int8 of mindspore.tensor-tensor has moved");
    fs::write(&page, text.replacen(row, "cells = [\"int8\",       \"int16\",", 1)).expect("the page");
    let after = emitted(folder.path());
    let changed: Vec<&str> =
        before.iter().zip(&after).filter(|(a, b)| a != b).map(|((name, _), _)| name.as_str()).collect();
    assert_eq!(changed, ["promote.rs"]);
}

#[test]
fn it_is_that_of_sha256sums_list_in_the_order_of_paths() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let two = [file("b/x.toml", "abc"), file("a.toml", "")];
    // printf abc > b/x.toml; : > a.toml; sha256sum a.toml b/x.toml | sha256sum
    let expected = "sha256:d6d78381c2b686225ec63fcced9289299490d0517348720c68cea4d57a927d1e";
    assert_eq!(ascertain_spec::digest(&two), expected);
    let [b, a] = two;
    assert_eq!(ascertain_spec::digest(&[a, b]), expected);
}
