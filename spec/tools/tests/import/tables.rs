//! A document declared from promotion tables that the specification knows nothing about.

use crate::import::spec;
use ascertain_spec::model::{Level, Spec, TableReading};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::import::{Match, Verification, declare_table, verify};
use ascertain_spec_tools::page;
use ascertain_spec_tools::reader;
use reader::TableChoice;

/// Parts that add up: a name stands for other dtypes than those of other pages.
const PARTS: &str = "# Made up

| | i1 | u8 | f* |
|---|---|---|---|
| i1 | i1 | - | f* |
| f* | f* | f* | f* |

| | u8 |
|---|---|
| u8 | u8 |
| u1 | u8 |
";

fn choice() -> TableChoice {
    let names = [("i1", "s8"), ("u1", "u8"), ("u8", "u64")];
    TableChoice {
        names: names.map(|(printed, short)| (printed.to_owned(), short.to_owned())).to_vec(),
        reading: TableReading { without: vec!["f*".to_owned()], symmetric: true, ..TableReading::default() },
        ..TableChoice::default()
    }
}

fn read(spec: &Spec, page: &str, choice: &TableChoice) -> Result<(Facts, TableChoice), String> {
    let page = page::read("page.md", page.as_bytes());
    let says = |found: Vec<page::Complaint>| {
        found.into_iter().map(|found| found.says).collect::<Vec<_>>().join("; ")
    };
    let read = reader::new_table(&page, spec, "made-up.promotion", choice.clone());
    let (mut found, choice) = read.map_err(says)?;
    Ok((found.facts.remove(0), choice))
}

/// The specification with the document, and the results of every pair in the order of its dtypes.
fn declared(spec: &Spec, page: &str, choice: &TableChoice) -> (Spec, Vec<String>) {
    let (facts, choice) = read(spec, page, choice).unwrap_or_else(|says| panic!("{says}"));
    let declared = declare_table(spec, &facts, &choice, ("made-up.promotion", "2026"))
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    let files = [&declared.documents, &declared.overlay, &declared.required, &declared.edition];
    let files: Vec<_> = files.into_iter().chain(&declared.dtypes).cloned().collect();
    let with = spec.with_files(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let answers = facts.tables[0].answers();
    let answers = answers
        .iter()
        .map(|((row, column), cell)| format!("{row} {column}: {}", cell.result.as_deref().unwrap_or("-")));
    let answers = answers.collect();
    (with, answers)
}

#[test]
fn parts_add_up_and_names_mean_what_the_page_means() {
    let spec = spec();
    let (with, answers) = declared(&spec, PARTS, &choice());
    let expected = [
        "s8 s8: s8",
        "s8 u64: -",
        "s8 u8: -",
        "u64 s8: -",
        "u64 u64: u64",
        "u64 u8: u64",
        "u8 s8: -",
        "u8 u64: u64",
        "u8 u8: -",
    ];
    assert_eq!(answers, expected);
    let printed = &with.table("made-up.promotion").expect("the table").editions[0].printed;
    assert_eq!(printed.names, "made-up");
    let names = with.dtypes.iter().filter_map(|dtype| Some((dtype.name.as_str(), dtype.name_in("made-up")?)));
    assert_eq!(names.collect::<Vec<_>>(), [("s8", "i1"), ("u8", "u1"), ("u64", "u8")]);
    let requirements = &with.table("made-up.promotion").expect("the table").requirements;
    let levels: Vec<Level> = requirements.iter().map(|requirement| requirement.level).collect();
    assert_eq!(levels, [Level::Must, Level::Unspecified]);
}

/// The edition keeps how its page was read, so that the page and its successors are read without being told again.
#[test]
fn a_declared_table_is_read_again() {
    let kinds = "# Kinds\n\n| | int | float |\n|---|---|---|\n| s8 | s8 | ? |\n| f16 | f16 | f16 |\n";
    let axes = Some(["tensor".to_owned(), "number".to_owned()]);
    let of_kinds = TableChoice { mark: Some("?".to_owned()), axes, ..TableChoice::default() };
    for (page, choice, from, to) in
        [(PARTS, choice(), "| u1 | u8 |", "| u1 | u1 |"), (kinds, of_kinds, "| s8 | s8 |", "| s8 | ? |")]
    {
        let (with, _) = declared(&spec(), page, &choice);
        let verified = |text: &str| {
            let page = page::read("page.md", text.as_bytes());
            let mut found = verify(&with, &page).unwrap_or_else(|refused| panic!("{refused:?}"));
            let says = |found: Verification| found.disagreements.into_iter().map(|change| change.says);
            (found[0].by, says(found.remove(0)).collect::<Vec<_>>())
        };
        assert_eq!(verified(page), (Match::Digest, Vec::new()));
        let (by, says) = verified(&page.replace(from, to));
        assert_eq!(by, Match::None);
        assert!(!says.is_empty() && says.iter().all(|says| !says.contains("removed")), "{says:?}");
    }
}

/// As JAX prints its table.
#[test]
fn raw_html_of_rst_is_read() {
    let page = ".. _types:\n\n.. note:: Text.\n\nMade up\n=======\n\nText.\n\n.. raw:: html\n\n    <style>\n      #t td { border: 0; }\n    </style>\n\n    \
        <table id=\"t\">\n    <tr><th></th><th>s8</th><th>f*</th></tr>\n    <tr><td>s8</td><td>s8</td>\
        <td class=\"d\">f*</td></tr>\n    <tr><td>f*</td><td>f*</td><td>f*</td></tr>\n    </table><p>\n\nMore.\n";
    let page = page::read("page.rst", page.as_bytes());
    let names = vec![("f*".to_owned(), "f32".to_owned())];
    let choice = TableChoice { names, ..TableChoice::default() };
    let (found, _) = reader::new_table(&page, &spec(), "made-up.promotion", choice).expect("a table");
    let results = found.facts[0].tables[0].cells.iter().map(|cell| cell.result.as_deref());
    assert_eq!(results.collect::<Vec<_>>(), [Some("s8"), Some("f32"), Some("f32"), Some("f32")]);
    assert_eq!(page.blocks.len(), 5, "{:#?}", page.blocks);
}

#[test]
fn an_axis_may_hold_kinds_of_numbers() {
    let page = "# Made up\n\n| | int | float | complex |\n|---|---|---|---|\n| s8 | s8 | f32 | c64 |\n| f16 | f16 | f16 | c64 |\n";
    let choice = TableChoice {
        reading: TableReading { without: vec!["complex".to_owned()], ..TableReading::default() },
        axes: Some(["tensor".to_owned(), "number".to_owned()]),
        ..TableChoice::default()
    };
    let (with, answers) = declared(&spec(), page, &choice);
    assert_eq!(answers, ["f16 float: f16", "f16 int: f16", "s8 float: f32", "s8 int: s8"]);
    let table = with.table("made-up.promotion").expect("the table");
    assert_eq!((table.rows.role.as_str(), table.columns.role.as_str()), ("tensor", "number"));
}

#[test]
fn an_edition_has_the_names_that_its_page_prints() {
    let page = "# Made up\n\n| | float32 | int8 |\n|---|---|---|\n| float32 | float32 | float32 |\n| int8 | float32 | int8 |\n";
    let (with, answers) = declared(&spec(), page, &TableChoice::default());
    assert_eq!(answers, ["f32 f32: f32", "f32 s8: f32", "s8 f32: f32", "s8 s8: s8"]);
    let names = with.dtypes.iter().filter_map(|dtype| dtype.name_in("made-up"));
    assert_eq!(names.collect::<Vec<_>>(), ["float32", "int8"]);
}

#[test]
fn what_could_be_misread_is_refused() {
    let spec = spec();
    let refused = |page: &str, change: &dyn Fn(&mut TableChoice)| {
        let mut choice = choice();
        change(&mut choice);
        read(&spec, page, &choice).expect_err("refused")
    };
    let contradicts = PARTS.replace("| u1 | u8 |", "| u1 | u8 |\n| i1 | u8 |");
    for (page, change, says) in [
        (
            PARTS,
            &(|choice: &mut TableChoice| choice.reading.without.clear()) as &dyn Fn(&mut TableChoice),
            "`f*` is not a dtype",
        ),
        // Without its meaning, u8 would be the u8 of other pages, as u1 is.
        (PARTS, &|choice| choice.names.retain(|(printed, _)| printed != "u8"), "both stand for u8"),
        (
            PARTS,
            &|choice| choice.names[0].1 = "i8".to_owned(),
            "`i8`, which `i1` is to stand for, is not a dtype",
        ),
        (PARTS, &|choice| choice.reading.tables = vec![3], "no table 3; it has 2"),
        (contradicts.as_str(), &|_| (), "`s8` with `u64` has two results"),
        ("# Made up\n\nnothing\n", &|_| (), "none of the tables has a dtype in each axis"),
    ] {
        let found = refused(page, change);
        assert!(found.contains(says), "{says}: {found}");
    }
    let (facts, choice) = read(&spec, PARTS, &choice()).expect("facts");
    let taken = declare_table(&spec, &facts, &choice, ("aclnn.tensor-tensor", "2026")).expect_err("refused");
    assert!(taken.to_string().contains("declared already"), "{taken}");
}
