//! Mistakes in promotion tables: cells, rows, rules and changes.

use ascertain_spec::load_files;

use crate::common::{Append, Replace, assert_problems, at, edited};

const FIRST: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";
const CODE: &str = "aclnn/tensor-tensor/code-8.1.toml";
const OVERLAY: &str = "aclnn/tensor-tensor.toml";
const SCALAR: &str = "aclnn/tensor-scalar/2025-09.toml";
const MINDSPORE: &str = "mindspore/dtype/2.10.toml";
/// The start of the row bf16 of the first table.
const ROW: &str = "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f64\",  \"f64\",";

#[test]
fn cells_must_name_dtypes_of_their_scheme() {
    for (edit, expected) in [
        (
            Replace(FIRST, ROW, "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f23\",  \"f64\","),
            at(FIRST, "«\"f23\"»", "`f23` is not a dtype", "row `bf16`, column `f16`", "did you mean `f32`?"),
        ),
        // A name of another scheme.
        (
            Replace(FIRST, ROW, "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"float64\",  \"f64\","),
            at(
                FIRST,
                "«\"float64\"»",
                "`float64` is not a dtype",
                "row `bf16`, column `f16`",
                "one of `f32`, `f16`, `f64`, `bf16`, `s8`, `u8`, `s16`, `u16`, `s32`, `u32`, `s64`, `u64`, `bool`, `c32`, `c64`, `c128` and 1 more",
            ),
        ),
        (
            Replace(FIRST, ROW, "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"NaN\",  \"f64\","),
            at(FIRST, "«\"NaN\"»", "`NaN` is not a dtype", "row `bf16`, column `f16`", "did you mean `NA`?"),
        ),
        (
            Replace(
                MINDSPORE,
                "bool       = { bytes = [7077, 7126], cells = [\"bool\",       \"int64\", ",
                "bool = { bytes = [7077, 7126], cells = [\"bool\", \"int46\", ",
            ),
            at(
                MINDSPORE,
                "«\"int46\"»",
                "`int46` is not a dtype",
                "row `bool`, column `int`",
                "did you mean `int64`?",
            ),
        ),
        (
            Replace(
                CODE,
                "row = \"bf16\"\ncolumn = \"c32\"\nresult = \"c64\"",
                "row = \"bf16\"\ncolumn = \"c32\"\nresult = \"c46\"",
            ),
            at(CODE, "«\"c46\"»", "`c46` is not a dtype", "row `bf16`, column `c32`", "did you mean `c64`?"),
        ),
        (
            Replace(FIRST, "undefined = \"NA\"", "undefined = \"s8\""),
            at(FIRST, "undefined = «\"s8\"»", "the mark for no promotion is the name of a dtype", "`s8`", ""),
        ),
        (
            Replace(FIRST, "names = \"short\"", "names = \"shrot\""),
            at(
                FIRST,
                "names = «\"shrot\"»",
                "naming scheme `shrot` is not declared",
                "a scheme of dtypes.toml",
                "did you mean `short`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn rows_must_be_those_of_the_order() {
    let whole_row = "s32  = { lines = [117, 129], cells = [\"f32\",  \"f16\",  \"f64\",  \"bf16\", \"s32\",  \"s32\",  \"s32\",  \"s32\",  \"s64\",  \"c32\",  \"c64\",  \"c128\"] }\n";
    let number_row =
        "float64    = { bytes = [7694, 7751], cells = [\"float64\",    \"float64\",    \"float64\"] }\n";
    for (edit, expected) in [
        (
            Replace(FIRST, whole_row, ""),
            at(
                FIRST,
                "«[table.\"aclnn.tensor-tensor\"]»",
                "table `aclnn.tensor-tensor` lacks row `s32`",
                "the order lists rows that are missing",
                "",
            ),
        ),
        (
            Replace(MINDSPORE, number_row, ""),
            at(
                MINDSPORE,
                "«[table.\"mindspore.number-tensor\"]»",
                "table `mindspore.number-tensor` lacks row `float64`",
                "the order lists",
                "",
            ),
        ),
        (
            Replace(FIRST, ROW, "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f64\","),
            at(
                FIRST,
                "«bf16» = { lines",
                "row `bf16` has 11 cells for 12 columns",
                "no cell for column `c128`",
                "",
            ),
        ),
        (
            Replace(
                FIRST,
                ROW,
                "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f64\",  \"f64\", \"f64\",",
            ),
            at(
                FIRST,
                "«bf16» = { lines",
                "row `bf16` has 13 cells for 12 columns",
                "1 cells after column `c128`",
                "",
            ),
        ),
        (
            Replace(FIRST, "order = [\"f32\", \"f16\",", "order = [\"f32\", \"f32\","),
            at(
                FIRST,
                "order = [\"f32\", «\"f32\"»,",
                "`f32` appears twice in the order",
                "the second one",
                "",
            ),
        ),
        (
            Replace(FIRST, "order = [\"f32\", \"f16\",", "order = [\"f32\", \"f15\","),
            at(FIRST, "«\"f15\"»", "`f15` is not a dtype", "order of the axis", "did you mean `f16`?"),
        ),
        (
            Replace(
                MINDSPORE,
                "order = [\"bool\", \"int\", \"float\"]",
                "order = [\"bool\", \"imt\", \"float\"]",
            ),
            at(
                MINDSPORE,
                "«\"imt\"»",
                "`imt` is not a kind of number",
                "order of the axis",
                "did you mean `int`?",
            ),
        ),
        (
            Replace(MINDSPORE, "row_order = [\"bool\", \"int8\",", "# row_order = [\"bool\", \"int8\","),
            at(
                MINDSPORE,
                "rows = «\"tensor\"»",
                "table `mindspore.number-tensor` lacks `row_order`",
                "its rows are not what `order` lists",
                "",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
    // A row under a wrong name is one too many and leaves one out.
    assert_problems(
        &[Replace(SCALAR, "u16  = { lines = [25, 25]", "u61  = { lines = [25, 25]")],
        &[
            at(
                SCALAR,
                "«[table.\"aclnn.tensor-scalar\"]»",
                "table `aclnn.tensor-scalar` lacks row `u16`",
                "the order lists",
                "",
            ),
            at(
                SCALAR,
                "«u61»  =",
                "`u61` is not a row of table `aclnn.tensor-scalar`",
                "expected a name that the order lists",
                "did you mean `u16`?",
            ),
        ],
    );
}

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
        let committed = crate::common::spec();
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
fn rules_must_agree_and_answer_every_pair() {
    let covered = "cells = [{ table = \"aclnn.tensor-tensor\", row = \"bool\", column = \"u64\" }, { table = \"aclnn.tensor-tensor\", row = \"u64\", column = \"bool\" }]";
    let half = "cells = [{ table = \"aclnn.tensor-tensor\", row = \"bool\", column = \"u64\" }]";
    let mend = "fix one of them, or list the cells in an erratum";
    for (edits, expected) in [
        // The slip of the page, with its erratum cut short.
        (
            vec![Replace(OVERLAY, covered, half)],
            vec![
                at(
                    OVERLAY,
                    "«{ table = \"aclnn.tensor-tensor\", row = \"u64\", column = \"bool\", result = \"u64\" }»",
                    "the erratum accepts a result for a cell that it is not about",
                    "expected one of its `cells`",
                    "",
                ),
                at(
                    FIRST,
                    "id = «\"bool-with-unsigned\"»",
                    "rules `bool-with-other` and `bool-with-unsigned` disagree about (u64, bool)",
                    "the later rule",
                    mend,
                ),
            ],
        ),
        (
            vec![Replace(
                FIRST,
                "operand = \"u64\"\npartner = { only = [\"u64\"] }",
                "operand = \"u64\"\npartner = { only = [] }",
            )],
            vec![at(
                FIRST,
                "«[table.\"aclnn.tensor-tensor\"]»",
                "no cell and no rule of table `aclnn.tensor-tensor` answers (u64, u64)",
                "expected a row or a rule",
                "",
            )],
        ),
        (
            vec![Replace(FIRST, "id = \"u16-with-other\"", "id = \"u16-with-itself\"")],
            vec![at(
                FIRST,
                "id = «\"u16-with-itself\"»\nsays = \"u16 with any",
                "two rules have the id `u16-with-itself`",
                "the second one",
                "",
            )],
        ),
        (
            vec![Replace(
                FIRST,
                "partner = { only = [\"u16\"] }",
                "partner = { only = [\"u16\"], except = [\"u32\"] }",
            )],
            vec![at(
                FIRST,
                "partner = «{ only = [\"u16\"], except = [\"u32\"] }»",
                "partners of rule `u16-with-itself` are unclear",
                "expected either",
                "",
            )],
        ),
        (
            vec![Replace(FIRST, "partner = { only = [\"u16\"] }", "partner = { only = [\"u61\"] }")],
            vec![at(
                FIRST,
                "«\"u61\"»",
                "`u61` is not a dtype",
                "partner in rule `u16-with-itself`",
                "did you mean `u16`?",
            )],
        ),
        (
            vec![Replace(
                FIRST,
                "operand = \"bool\"\npartner = { except",
                "operand = \"bol\"\npartner = { except",
            )],
            vec![at(
                FIRST,
                "«\"bol\"»",
                "`bol` is not a dtype",
                "operand of rule `bool-with-other`",
                "did you mean `bool`?",
            )],
        ),
    ] {
        assert_problems(&edits, &expected);
    }
    let rule = rule("numbers", "int", "{ only = [\"int\"] }", "partner")
        .replace("aclnn.tensor-tensor", "mindspore.number-tensor");
    assert_problems(
        &[Append(MINDSPORE, &rule.replace("lines = [8, 8]", "bytes = [8, 9]"))],
        &[at(
            MINDSPORE,
            "columns = «\"number\"»",
            "rules are about two dtypes",
            "this axis holds kinds of numbers",
            "",
        )],
    );
}

#[test]
fn changes_must_change_something_that_exists() {
    let change = "row = \"bf16\"\ncolumn = \"c32\"\nresult = \"c64\"";
    let difference = "leave it out: an edition lists only what differs";
    for (edit, expected) in [
        (
            Replace(CODE, change, "row = \"bf16\"\ncolumn = \"c32\"\nresult = \"c32\""),
            at(
                CODE,
                "result = «\"c32\"»",
                "the change repeats what edition `2025-09` says",
                "row `bf16`, column `c32`",
                difference,
            ),
        ),
        (
            Replace(
                CODE,
                "row = \"u16\"\ncolumn = \"c64\"\nresult = \"c64\"",
                "row = \"u16\"\ncolumn = \"c64\"\nresult = \"×\"",
            ),
            at(
                CODE,
                "result = «\"×\"»",
                "repeats what edition `2025-09` says",
                "row `u16`, column `c64`",
                difference,
            ),
        ),
        (
            Replace(CODE, change, "row = \"bf61\"\ncolumn = \"c32\"\nresult = \"c64\""),
            at(
                CODE,
                "row = «\"bf61\"»",
                "table `aclnn.tensor-tensor` has no row `bf61`",
                "expected a key of its rows",
                "did you mean `bf16`?",
            ),
        ),
        (
            Replace(CODE, change, "row = \"bf16\"\ncolumn = \"c23\"\nresult = \"c64\""),
            at(
                CODE,
                "column = «\"c23\"»",
                "table `aclnn.tensor-tensor` has no column `c23`",
                "expected a key of its columns",
                "did you mean `c32`?",
            ),
        ),
        (
            Replace(CODE, change, "row = \"c32\"\ncolumn = \"bf16\"\nresult = \"c128\""),
            at(
                CODE,
                "«[[table.\"aclnn.tensor-tensor\".change]]»\nrow = \"c32\"\ncolumn = \"bf16\"\nresult = \"c64\"",
                "the cell of row `c32`, column `bf16` is changed twice",
                "the second time",
                "",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
    let unknown = [Append(
        CODE,
        "\n[[table.\"aclnn.tensor-tenser\".change]]\nrow = \"f32\"\ncolumn = \"f32\"\nresult = \"f16\"\ncite = { where = \"p\" }\n",
    )];
    assert_problems(
        &unknown,
        &[at(
            CODE,
            "table.«\"aclnn.tensor-tenser\"»",
            "no edition of `aclnn.tensor-tensor` states table `aclnn.tensor-tenser` in full",
            "only changes",
            "did you mean `aclnn.tensor-tensor`?",
        )],
    );
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
    let stolen = "\n[[table.\"aclnn.tensor-tensor\".change]]\nrow = \"f32\"\ncolumn = \"f32\"\nresult = \"f16\"\ncite = { where = \"p\" }\n";
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
