//! Mistakes in promotion tables: cells, rows, rules and changes.

use ascertain_spec::load_files;

use crate::spec::common::{Append, assert_problems, at, edited};

const FIRST: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";
const OVERLAY: &str = "aclnn/tensor-tensor.toml";
const MINDSPORE: &str = "mindspore/dtype/2.10.toml";

/// A rule at the end of the first table.
fn rule(id: &str, operand: &str, partner: &str, gives: &str) -> String {
    format!(
        "\n[[table.\"aclnn.tensor-tensor\".rule]]\nid = \"{id}\"\nsays = \"a rule\"\noperand = \"{operand}\"\n\
         partner = {partner}\ngives = \"{gives}\"\ncite = {{ where = \"推导规则\", lines = [8, 8] }}\n"
    )
}

/// An erratum at the end of the overlay, about cells of the first table.
fn erratum(cells: &[(&str, &str)], editions: &str) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|(row, column)| {
            format!("{{ table = \"aclnn.tensor-tensor\", row = \"{row}\", column = \"{column}\" }}")
        })
        .collect();
    format!(
        "\n[[erratum]]\nid = \"test\"\nsays = \"at odds\"\ncells = [{}]\neditions = [{editions}]\nreadings = [\
         {{ says = \"one\", cite = {{ where = \"p\" }} }}, {{ says = \"two\", cite = {{ where = \"p\" }} }}]\n",
        cells.join(", ")
    )
}

#[test]
fn rules_and_cells_must_agree_unless_an_erratum_covers_them() {
    let mend = "fix one of them, or list the cell in an erratum";
    // s8 with s16 is printed as s16, both ways.
    let contradicting = rule("s8-with-s16", "s8", "{ only = [\"s16\"] }", "operand");
    let agreeing = rule("s8-with-s16", "s8", "{ only = [\"s16\"] }", "partner");
    assert!(load_files(edited(&[Append(FIRST, &agreeing)])).is_ok(), "a rule may say what the table prints");
    let one = at(
        FIRST,
        "s8   = { lines = [78, 90],   cells = [\"f32\",  \"f16\",  \"f64\",  \"bf16\", \"s8\",   \"s16\",  «\"s16\"»",
        "the cell prints `s16` and rule `s8-with-s16` gives `s8`",
        "row `s8`, column `s16`",
        mend,
    );
    let other = at(
        FIRST,
        "s16  = { lines = [104, 116], cells = [\"f32\",  \"f16\",  \"f64\",  \"bf16\", «\"s16\"»",
        "the cell prints `s16` and rule `s8-with-s16` gives `s8`",
        "row `s16`, column `s8`",
        mend,
    );
    assert_problems(&[Append(FIRST, &contradicting)], &[one, other]);
    for (cells, editions, expected) in [
        (&[("s8", "s16")][..], "", &[other][..]),
        (&[("s8", "s16"), ("s16", "s8")], "\"2025-09\"", &[one, other]),
    ] {
        let erratum = erratum(cells, editions);
        assert_problems(&[Append(FIRST, &contradicting), Append(OVERLAY, &erratum)], expected);
    }
    let both = [("s8", "s16"), ("s16", "s8")];
    for editions in ["", "\"cann-23.0.rc2\""] {
        let erratum = erratum(&both, editions);
        let spec = load_files(edited(&[Append(FIRST, &contradicting), Append(OVERLAY, &erratum)]));
        let spec = spec.unwrap_or_else(|problems| panic!("{problems}"));
        let unlike =
            spec.tables[0].editions[0].cells.iter().filter(|cell| cell.result == spec.dtype("s8")).count();
        let committed = crate::spec::common::spec();
        let before =
            committed.tables[0].editions[0].cells.iter().filter(|cell| cell.result == spec.dtype("s8"));
        assert_eq!(unlike, before.count(), "the printed cell holds");
    }
    // A rule that contradicts a whole row is reported once.
    let wide = rule("s8-alone", "s8", "{ except = [\"s8\"] }", "none");
    let problem = at(
        FIRST,
        "id = «\"s8-alone\"»",
        "rule `s8-alone` contradicts the printed cells (",
        "the rule",
        "fix it, or list the cells in an erratum",
    );
    let rules = at(
        FIRST,
        "id = «\"s8-alone\"»",
        "rules `bool-with-other` and `s8-alone` disagree about (s8, bool), (bool, s8)",
        "the later rule",
        "fix one of them, or list the cells in an erratum",
    );
    assert_problems(&[Append(FIRST, &wide)], &[problem, rules]);
}

#[test]
fn a_table_must_be_the_same_in_all_editions() {
    let files = edited(&[]);
    let (_, first) = files.iter().find(|(path, _)| path == MINDSPORE).expect("the page");
    // A second page that states the small table in full, without one of its rows.
    let table = &first[first.find("[table.\"mindspore.number-tensor\"]").expect("the table")..];
    let head = "version = 1\n[edition]\ndocument = \"mindspore.dtype\"\nname = \"3.0\"\ninherits = \"2.10\"\n\
                [edition.source]\nkind = \"page\"\ntitle = \"t\"\nnamed = \"n\"\nno_digest = \"made up\"\n";
    let whole = format!("{head}{table}");
    let path = "mindspore/dtype/3.0.toml";
    let spec = load_files(edited(&[Append(path, &whole)])).unwrap_or_else(|problems| panic!("{problems}"));
    let table = spec.table("mindspore.number-tensor").expect("the table");
    assert_eq!(table.editions[1].cells.len(), 45);
    assert!(table.editions[1].cells.iter().all(|cell| cell.cite.edition == "3.0"));
    let start = whole.find("complex128 = { bytes").expect("the last row");
    let shorter = whole[..start].replace(", \"complex64\", \"complex128\"]\n", ", \"complex64\"]\n");
    assert_problems(
        &[Append(path, &shorter)],
        &[at(
            path,
            "«[table.\"mindspore.number-tensor\"]»",
            "edition `3.0` has other axes of table `mindspore.number-tensor`",
            "tensor: f32, f16, f64, bf16",
            "",
        )],
    );
    let headers = "aclnn/runtime/cann-8.1.toml";
    let stolen = "\n[[table.\"aclnn.tensor-tensor\".change]]\ncite = { where = \"p\" }\nrows.f32 = { f32 = \"f16\" }\n";
    assert_problems(
        &[Append(headers, stolen)],
        &[at(
            headers,
            "table.«\"aclnn.tensor-tensor\"»",
            "table `aclnn.tensor-tensor` belongs to two documents",
            "the second one",
            "",
        )],
    );
}
