//! The committed specification: it loads, has the number of items and sampled facts of the documents, and does not depend
//! on its folder or the order of its files.

use std::fs;

use ascertain_spec::model::{Basis, Cell, Key, Origin, Span, Spec, Table};
use ascertain_spec::{load, load_files};

use crate::spec::common;

fn table<'s>(spec: &'s Spec, id: &str) -> &'s Table {
    spec.table(id).unwrap_or_else(|| panic!("no table {id}"))
}

fn cells<'s>(table: &'s Table, edition: &str) -> &'s [Cell] {
    let found = table.editions.iter().find(|other| other.edition == edition);
    &found.unwrap_or_else(|| panic!("no edition {edition}")).cells
}

/// The cell of a row and a column by their short names.
fn cell<'s>(spec: &'s Spec, id: &str, edition: &str, row: &str, column: &str) -> &'s Cell {
    let table = table(spec, id);
    let index = |keys: &[Key], wanted| keys.iter().position(|key| key.name(spec) == wanted);
    let row = index(&table.rows.keys, row).expect("a row");
    let column = index(&table.columns.keys, column).expect("a column");
    &cells(table, edition)[row * table.columns.keys.len() + column]
}

fn result<'s>(spec: &'s Spec, cell: &Cell) -> &'s str {
    cell.result.map_or("none", |dtype| &spec.dtype_of(dtype).name)
}

#[test]
fn tables_have_the_documented_number_of_cells() {
    let spec = common::spec();
    // Table, edition, cells, derived cells, cells unlike the edition before it in the line of inheritance.
    let expected = [
        ("aclnn.tensor-tensor", "cann-23.0.rc2", 256, 112, None),
        ("aclnn.tensor-tensor", "2025-09", 256, 0, Some(("cann-23.0.rc2", 5))),
        ("aclnn.tensor-tensor", "code-8.1", 256, 0, Some(("2025-09", 8))),
        ("aclnn.tensor-scalar", "2025-09", 256, 0, None),
        ("aclnn.tensor-scalar", "code-950", 256, 0, Some(("2025-09", 2))),
        ("aclnn.tensor-scalar", "code-adds-a2", 256, 0, Some(("2025-09", 55))),
        ("aclnn.tensor-scalar", "code-muls-a2", 256, 0, Some(("2025-09", 67))),
        ("mindspore.tensor-tensor", "2.10", 225, 0, None),
        ("mindspore.number-tensor", "2.10", 45, 0, None),
    ];
    for (id, edition, count, derived, changed) in expected {
        let all = cells(table(&spec, id), edition);
        assert_eq!(all.len(), count, "{id} {edition}");
        let found = all.iter().filter(|cell| matches!(cell.origin, Origin::Derived(_))).count();
        assert_eq!(found, derived, "{id} {edition}");
        if let Some((parent, changed)) = changed {
            let parent = cells(table(&spec, id), parent);
            let unlike: Vec<_> =
                all.iter().zip(parent).filter(|(new, old)| new.result != old.result).collect();
            assert_eq!(unlike.len(), changed, "{id} {edition}");
            assert!(
                unlike.iter().all(|(new, _)| new.cite.edition == edition),
                "a changed cell cites its own edition"
            );
            let inherited = all.iter().zip(parent).filter(|(new, old)| new == old).count();
            let whole = if (id, edition) == ("aclnn.tensor-tensor", "2025-09") { 0 } else { count - changed };
            assert_eq!(
                inherited, whole,
                "{id} {edition}: every other cell is inherited whole, if the table is"
            );
        }
    }
    let total: usize = ["cann-23.0.rc2", "2025-09", "2.10", "2.10"]
        .into_iter()
        .zip([
            "aclnn.tensor-tensor",
            "aclnn.tensor-scalar",
            "mindspore.tensor-tensor",
            "mindspore.number-tensor",
        ])
        .map(|(edition, id)| cells(table(&spec, id), edition).len())
        .sum();
    assert_eq!(total, 782);
}

#[test]
fn cells_say_what_and_where() {
    let spec = common::spec();
    let tensors = "aclnn.tensor-tensor";
    // Read off the pages: one cell a line in the first table, a row a line or a range of bytes in the others.
    for (id, edition, row, column, expected, span) in [
        (tensors, "cann-23.0.rc2", "f16", "bf16", "f32", Span::Lines(43, 43)),
        (tensors, "cann-23.0.rc2", "bf16", "f16", "f64", Span::Lines(67, 67)),
        (tensors, "cann-23.0.rc2", "c128", "c128", "c128", Span::Lines(181, 181)),
        (tensors, "cann-23.0.rc2", "bool", "s8", "s8", Span::Lines(8, 8)),
        (tensors, "cann-23.0.rc2", "u64", "bool", "none", Span::Lines(11, 11)),
        (tensors, "2025-09", "bf16", "f16", "f32", Span::Lines(21, 21)),
        (tensors, "code-8.1", "u16", "c64", "c64", Span::None),
        (tensors, "code-8.1", "c64", "u16", "none", Span::Lines(32, 32)),
        ("aclnn.tensor-scalar", "2025-09", "f64", "c32", "c128", Span::Lines(20, 20)),
        ("aclnn.tensor-scalar", "2025-09", "f32", "u16", "none", Span::Lines(18, 18)),
        ("mindspore.number-tensor", "2.10", "bool", "int", "s64", Span::Bytes(7077, 7126)),
        ("mindspore.tensor-tensor", "2.10", "bool", "u64", "u64", Span::Bytes(3739, 3950)),
    ] {
        let cell = cell(&spec, id, edition, row, column);
        assert_eq!(
            (result(&spec, cell), cell.cite.span),
            (expected, span),
            "{id} {edition} ({row}, {column})"
        );
    }
    let asymmetric = cell(&spec, tensors, "cann-23.0.rc2", "bf16", "f16");
    assert!(asymmetric.cite.place.ends_with("row bf16, column f16"), "{}", asymmetric.cite.place);
    // Every derived cell names a rule of its edition.
    for edition in &table(&spec, tensors).editions {
        for cell in &edition.cells {
            if let Origin::Derived(id) = &cell.origin {
                let rule = edition.rules.iter().find(|rule| rule.id == *id).expect("the rule");
                assert!(rule.cite == cell.cite || cell.basis == Basis::Elsewhere, "{id}");
            }
        }
    }
    // Axes follow dtypes.toml, kinds of numbers the page.
    let axis = |id: &str| table(&spec, id).rows.keys.iter().map(|key| key.name(&spec)).collect::<Vec<_>>();
    let dtypes: Vec<&str> = spec.dtypes.iter().map(|dtype| dtype.name.as_str()).collect();
    assert_eq!(axis(tensors), dtypes);
    assert_eq!(
        axis("mindspore.tensor-tensor"),
        dtypes.iter().copied().filter(|name| *name != "c32").collect::<Vec<_>>()
    );
    let numbers = &table(&spec, "mindspore.number-tensor").columns.keys;
    assert_eq!(numbers.iter().map(|key| key.name(&spec)).collect::<Vec<_>>(), ["bool", "int", "float"]);
}

#[test]
fn contracts_inherit_key_by_key() {
    let spec = common::spec();
    let cumprod = spec.operators.iter().find(|operator| operator.name == "cumprod").expect("cumprod");
    let parameter = |edition: &str, function: &str, name: &str| {
        let contract =
            cumprod.contracts.iter().find(|contract| contract.edition == edition).expect("an edition");
        let function = contract.functions.iter().find(|other| other.name == function).expect("a function");
        function.parameters.iter().find(|other| other.name == name).expect("a parameter").clone()
    };
    let (out_of_place, in_place) = ("aclnnCumprodGetWorkspaceSize", "aclnnInplaceCumprodGetWorkspaceSize");
    for edition in ["cann-8.3.rc1", "2026-03", "code-2026-08"] {
        assert_eq!(parameter(edition, out_of_place, "input").dtypes.len(), 12, "{edition}");
        assert_eq!(
            parameter(edition, out_of_place, "executor").cite.edition,
            "cann-8.3.rc1",
            "inherited whole"
        );
    }
    let strided = |edition| parameter(edition, out_of_place, "input").strided;
    assert_eq!(
        [strided("cann-8.3.rc1"), strided("2026-03"), strided("code-2026-08")],
        [None, Some(true), Some(true)]
    );
    let dim = |edition| parameter(edition, in_place, "dim");
    assert!(dim("2026-03").range.expect("a range").ends_with("dim <= rank(input)"));
    assert!(dim("code-2026-08").range.expect("a range").ends_with("axis < rank(input)"));
    assert_eq!(
        (dim("code-2026-08").dtypes.len(), dim("code-2026-08").cite.edition.as_str()),
        (2, "code-2026-08")
    );
    assert_eq!(dim("code-2026-08").says, dim("cann-8.3.rc1").says);
    let ranks = |edition| parameter(edition, in_place, "input").max_rank;
    assert_eq!([ranks("cann-8.3.rc1"), ranks("2026-03"), ranks("code-2026-08")], [None, Some(8), None]);
    let march = cumprod.contracts.iter().find(|contract| contract.edition == "2026-03").expect("a contract");
    let place = march.deterministic_cite.as_ref().expect("a place");
    assert_eq!((march.deterministic, place.edition.as_str()), (Some(true), "2026-03"));
    let nulls: Vec<&str> = march.functions[0].nulls.iter().map(|null| null.is.as_str()).collect();
    assert_eq!(nulls, ["input", "dim"]);
    // A requirement holds in the editions that it names.
    let levels: Vec<_> = cumprod
        .contracts
        .iter()
        .map(|contract| {
            let found =
                contract.requirements.iter().filter(|requirement| requirement.id == "cumprod.rank.max");
            found.map(|requirement| format!("{:?}", requirement.level)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(levels, ["Unspecified", "Must", "Must", "Unspecified"]);
}

#[test]
fn documents_and_profiles_are_those_of_the_design() {
    let spec = common::spec();
    let first: Vec<_> =
        spec.documents.iter().map(|doc| (doc.id.as_str(), doc.editions[0].name.as_str())).collect();
    assert_eq!(
        first,
        [
            ("aclnn.tensor-tensor", "cann-23.0.rc2"),
            ("aclnn.tensor-scalar", "2025-09"),
            ("aclnn.cumprod", "cann-8.3.rc1"),
            ("aclnn.runtime", "cann-8.1"),
            ("tik.reinterpret", "cann-8.0.rc3"),
            ("mindspore.dtype", "2.10"),
            ("aclnn.return-codes", "2026-07"),
            ("aclnn.two-phase", "2026-08"),
        ]
    );
    let profile = |name: &str| spec.profiles.iter().find(|profile| profile.name == name).expect("a profile");
    let editions = |name: &str| -> Vec<&str> {
        profile(name).editions.iter().map(|chosen| chosen.edition.as_str()).collect()
    };
    assert!(profile("documented").default && !profile("latest").default && !profile("code").default);
    let firsts: Vec<&str> = first.iter().map(|(_, edition)| *edition).collect();
    assert_eq!(editions("documented"), firsts);
    let cited = ["2026-07", "2026-08"];
    let latest = ["2025-09", "2025-09", "2026-07", "cann-8.1", "cann-8.0.rc3", "2.10"];
    assert_eq!(editions("latest"), [&latest[..], &cited].concat());
    let code = ["code-8.1", "code-adds-a2", "code-2026-08", "cann-8.1", "code-8.1", "2.10"];
    assert_eq!(editions("code"), [&code[..], &cited].concat());
    assert_eq!(spec.statuses.len(), 27);
    let [types] = &spec.type_lists[..] else { panic!("one list of types") };
    assert_eq!((types.types.len(), types.others.len()), (15, 10));
}

#[test]
fn neither_folder_nor_order_matters() {
    let files = common::committed();
    let spec = format!("{:?}", common::spec());
    let mut reversed = files.clone();
    reversed.reverse();
    assert_eq!(format!("{:?}", load_files(reversed).expect("it loads")), spec);
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in &files {
        let path = folder.path().join("deep/er").join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    // Files that are not part of the specification are ignored.
    fs::create_dir_all(folder.path().join("deep/er/compiler")).expect("a folder");
    fs::write(folder.path().join("deep/er/compiler/Cargo.toml"), "not = [a] specification").expect("a file");
    fs::write(folder.path().join("deep/er/README.md"), "text").expect("a file");
    let found = load(&folder.path().join("deep/er")).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(format!("{found:?}"), spec);
    let problems = load(&folder.path().join("nowhere")).expect_err("no folder");
    assert!(problems.to_string().contains("cannot read"), "{problems}");
}

/// A file that is added or replaced is treated like one that was there from the start.
#[test]
fn files_can_be_added_and_replaced() {
    let (files, spec) = (common::committed(), common::spec());
    let (path, text) = files.iter().find(|(path, _)| path.ends_with("2025-09.toml")).expect("an edition");
    let whole = load_files(files.clone()).unwrap_or_else(|problems| panic!("{problems}"));
    let again = whole.with(path, text).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(format!("{again:?}"), format!("{spec:?}"));
    let added = whole.with("aclnn/tensor-scalar/new.toml", &text.replace("2025-09", "new"));
    assert!(added.is_ok_and(|added| added.text("aclnn/tensor-scalar/new.toml").is_some()));
    let mut emptied = files.clone();
    emptied.retain(|(other, _)| other != path);
    emptied.push((path.clone(), "version = 1\n".to_owned()));
    let (expected, found) = (load_files(emptied).expect_err("empty"), whole.with(path, "version = 1\n"));
    assert_eq!(found.expect_err("empty").to_string(), expected.to_string());
}
