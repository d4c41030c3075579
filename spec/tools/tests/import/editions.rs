//! Facts of editions agree with the checked model.

use crate::import::spec;
use ascertain_spec::model::Key;
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::page::read;
use std::fs;
use std::path::Path;

#[test]
fn every_edition_resolves_to_the_cells_of_the_model() {
    let spec = spec();
    let mut compared = 0;
    for document in &spec.documents {
        for edition in &document.editions {
            let facts = Facts::of_edition(&spec, &document.id, &edition.name).expect("an edition");
            let tables = spec.tables.iter().filter(|t| t.document == document.id);
            for (table, facts) in tables.zip(&facts.tables) {
                assert_eq!(facts.id, table.id);
                assert_eq!(facts.cells.len(), facts.rows.len() * facts.columns.len());
                let resolved = facts.answers();
                let cells =
                    &table.editions.iter().find(|e| e.edition == edition.name).expect("a table").cells;
                let name = |key: &Key| match key {
                    Key::DType(dtype) => spec.dtype_of(*dtype).name.clone(),
                    Key::Number(number) => number.name().to_owned(),
                };
                let pairs =
                    table.rows.keys.iter().flat_map(|r| table.columns.keys.iter().map(move |c| (r, c)));
                assert_eq!(resolved.len(), cells.len(), "{} {}", table.id, edition.name);
                for ((row, column), cell) in pairs.zip(cells) {
                    let expected = cell.result.map(|dtype| spec.dtype_of(dtype).name.clone());
                    let (row, column) = (name(row), name(column));
                    let answer = &resolved[&(row.as_str(), column.as_str())];
                    assert_eq!(answer.result, expected, "{} {}: {row:?}, {column:?}", table.id, edition.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 256, "{compared}");
    assert!(Facts::of_edition(&spec, "aclnn.cumprod", "of no year").is_none());
}

#[test]
fn an_edition_keeps_the_layout_of_its_page() {
    let spec = spec();
    let first = Facts::of_edition(&spec, "aclnn.tensor-tensor", "cann-23.0.rc2").expect("an edition");
    let table = &first.tables[0];
    assert_eq!((table.rows.len(), table.columns.len(), table.rules.len()), (12, 12, 8));
    assert_eq!(table.rows[..4], ["f32", "f16", "f64", "bf16"]);
    assert_eq!((table.undefined.as_str(), table.names.as_str()), ("NA", "short"));
    // u32 appears twice among the exceptions of the first rule, as printed.
    assert_eq!(table.rules[0].partners, ["u16", "u32", "u32"]);
    // Cells changed outside of what the page prints leave no room for its rules.
    let code = Facts::of_edition(&spec, "aclnn.tensor-tensor", "code-8.1").expect("an edition");
    assert_eq!((code.tables[0].rows.len(), code.tables[0].rules.len()), (16, 0));
}

/// With the work tree of hicann/ops-math in `ASCERTAIN_OPS_MATH`, at the revision of which the editions are: each stands at the path
/// that its source names.
#[test]
fn sources_name_the_pages_with_their_text() {
    const REPOSITORY: &str = "hicann/ops-math ";
    let Some(folder) = std::env::var_os("ASCERTAIN_OPS_MATH") else {
        println!("skipped: ASCERTAIN_OPS_MATH names no folder");
        return;
    };
    let spec = spec();
    let mut compared = 0;
    for edition in spec.documents.iter().filter_map(|document| document.editions.last()) {
        let named = edition.title.strip_prefix(REPOSITORY).and_then(|rest| rest.split_once(", "));
        let Some((path, _)) = named.filter(|(path, _)| path.ends_with(".md")) else { continue };
        let page = fs::read(Path::new(&folder).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(edition.digest.as_ref(), Some(&read("page.md", &page).digest), "{path}");
        compared += 1;
    }
    assert!(compared > 0, "no edition is from {REPOSITORY}");
}
