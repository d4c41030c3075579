//! `ascertain-spec diff`: editions, folders and pages; text and Markdown; exit codes.

use crate::keeper::import::{copy, operator_page, page};
use crate::keeper::lint::edited;
use crate::keeper::support::{Done, few, folder, keeper, utf8};
use std::fs;

fn diff(arguments: &[&str]) -> Done {
    keeper(&[&["diff", "--spec", few()], arguments].concat())
}

const FIRST: &str = "aclnn.tensor-tensor@cann-23.0.rc2";
const PAGE: &str = "aclnn.tensor-tensor@2025-09";
const CODE: &str = "aclnn.tensor-tensor@code-8.1";

#[test]
fn cells_come_with_their_cases() {
    let Done { code, out, err } = diff(&[FIRST, PAGE]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let cases = ["lhs=f64,rhs=c32  c64 → c128", "lhs=f64,rhs=c64  c64 → c128", "lhs=bf16,rhs=f16  f64 → f32"];
    for part in cases.into_iter().chain(["lhs=c32,rhs=f64  c64 → c128", "lhs=c64,rhs=f64  c64 → c128"]) {
        assert!(out.contains(&format!("aclnn.tensor-tensor/{part}")), "{part}\n{out}");
    }
    assert!(out.contains("5 cells, 8 rules in prose, 5 other facts and "), "{out}");
    assert!(out.contains("~ row f64: c32, c64 now c128, was c64"), "{out}");
    assert!(out.ends_with("they differ: this needs a major version\n"), "{out}");
    let code = diff(&[PAGE, CODE]).out;
    assert!(code.contains("  8 cells ") && code.matches("aclnn.tensor-tensor/lhs=").count() == 8, "{code}");
    // Without an edition it is the first one.
    assert_eq!(diff(&["aclnn.tensor-tensor", PAGE]).out, out);
    let same = diff(&[FIRST, FIRST]);
    let (first, unread) = same.out.split_once('\n').expect("a line");
    assert_eq!(
        (same.code, first),
        (0, "no differences: aclnn.tensor-tensor@cann-23.0.rc2 and aclnn.tensor-tensor@cann-23.0.rc2")
    );
    // Sentences that both have are listed once.
    assert_eq!(unread.matches("sentences are accounted for").count(), 1, "{unread}");
}

#[test]
fn cases_of_operators_change_where_their_answer_does() {
    let out = diff(&["aclnn.cumprod@cann-8.3.rc1", "aclnn.cumprod@code-2026-08", "--all"]).out;
    let (_, cases) = out.split_once("Cases whose right answer changes\n").expect("cases");
    let end = "cumprod.inplace.dim.range/breaks/input=f32-2x3,dim=2,inplace";
    assert_eq!(cases.matches(end).count(), 1, "the printed range is closed and the code's is not: {cases}");
    let (_, after) = cases.split_once(end).expect("the case");
    let change = "unspecified by cumprod.inplace.dim.end → rejected with ACLNN_ERR_PARAM_INVALID";
    assert!(after.trim_start().starts_with(change), "{after}");
    assert!(cases.contains("dim_dtype=s64") && !cases.contains("cumprod/vector/example"), "{cases}");
    // From the page to its later edition nothing that was answered is answered otherwise.
    let out = diff(&["aclnn.cumprod", "aclnn.cumprod@2026-03", "--all"]).out;
    let (_, cases) = out.split_once("Cases whose right answer changes\n").expect("cases");
    let changes: Vec<&str> =
        cases.lines().filter_map(|line| line.split_once(" → ").map(|pair| pair.0)).collect();
    let is_open = |before: &&str| before.contains("unspecified") || before.contains("identical");
    assert!(!changes.is_empty() && changes.iter().all(is_open), "{cases}");
    // A narrowing cast of a matrix has another shape in the code.
    let out = diff(&["tik.reinterpret", "tik.reinterpret@code-8.1"]).out;
    assert!(out.contains("Cases whose right answer changes"), "{out}");
}

#[test]
fn folders_are_compared_over_all_documents() {
    let level = "id = \"cumprod.integer.wraps\"\nlevel = \"must\"";
    let worse = edited("aclnn/cumprod.toml", level, &level.replace("must", "should"));
    let worse = utf8(worse.path());
    let done = diff(&[few(), worse]);
    assert_eq!(done.code, 1, "{}", done.out);
    for edition in ["cann-8.3.rc1", "2026-03", "2026-07", "code-2026-08"] {
        assert!(done.out.contains(&format!("aclnn.cumprod@{edition}\n")), "{edition}\n{}", done.out);
    }
    let count = |text: &str| done.out.matches(text).count();
    let editions = count("aclnn.cumprod@");
    assert_eq!(count("cumprod.integer.wraps: should now, was must"), editions, "{}", done.out);
    // A folder against an edition is that edition in both.
    let cell = "cells = [\"f32\",  \"f16\",  \"f64\",  \"f32\",";
    let other = edited("aclnn/tensor-tensor/cann-23.0.rc2.toml", cell, &cell.replace("f16", "s64"));
    let done = diff(&[FIRST, utf8(other.path())]);
    assert!(done.code == 1 && done.out.contains("~ (f16, f16) now s64, was f16"), "{}", done.out);
}

#[test]
fn a_page_is_a_side() {
    let pages = folder();
    let against_page = |name: &str, page: &str| {
        let path = pages.path().join(name);
        fs::write(&path, page).expect("a page");
        diff(&[PAGE, utf8(&path)])
    };
    // Of the same edition, with no cell changed.
    let page = page("", "", "");
    // It prints the same cells, in another place and with other words around them.
    let done = against_page("all.md", &page);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(!done.out.contains(" cell") && done.out.contains("not known which cases"), "{}", done.out);
    let all = pages.path().join("all.md");
    assert!(diff(&[utf8(&all), utf8(&all)]).out.starts_with("no differences"));
    // One token more, less or otherwise.
    let row = page.lines().find(|line| line.starts_with("| s8 |")).expect("the row of s8");
    let changed = page.replace(row, &row.replacen("s16", "s32", 1));
    let done = against_page("changed.md", &changed);
    assert!(done.code == 1 && done.out.contains("  1 cell "), "{}", done.out);
    for part in
        ["~ (s8, u8) now s32, was s16", "aclnn.tensor-tensor/lhs=s8,rhs=u8  s16 → s32", "a major version"]
    {
        assert!(done.out.contains(part), "{part}\n{}", done.out);
    }
    for (name, damaged) in [
        ("cell.md", page.replace(row, &row.replacen("s16", "s61", 1))),
        ("short.md", page.replace(row, &row.replacen("| s16 ", "", 1))),
        ("moved.md", "# Moved\n\nThis page has moved.\n".to_owned()),
    ] {
        let done = against_page(name, &damaged);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{name}: {}", done.err);
        assert!(done.err.contains(&format!("{name} is refused")), "{}", done.err);
    }
    let two = diff(&[utf8(&all), utf8(&pages.path().join("nowhere.md"))]);
    assert!(two.code == 2 && two.err.contains("there is no file or folder"), "{}", two.err);
}

/// Of a table that the program was not built with it has no cases, whatever changes.
#[test]
fn cases_of_an_unknown_table_are_not_known() {
    let (spec, pages) = (copy(), folder());
    let page = "# Promotion elsewhere\n\nThe header row and the first column are the types of the input tensors.\n\n\
                | | f32 | f16 |\n|-|-|-|\n| f32 | f32 | f32 |\n| f16 | f32 | f16 |\n";
    let [before, after] = ["before.md", "after.md"].map(|name| pages.path().join(name));
    fs::write(&before, page).expect("a page");
    fs::write(&after, page.replace("| f16 | f32 | f16 |", "| f16 | f32 | f32 |")).expect("a page");
    let spec = utf8(spec.path());
    let new = ["--new-document", "elsewhere.promotion", "--edition", "2026", "--write"];
    let written = keeper(&[&["import", utf8(&before), "--spec", spec], &new[..]].concat());
    assert_eq!(written.code, 0, "{}", written.err);
    let done = keeper(&["diff", "--spec", spec, "elsewhere.promotion@2026", utf8(&after)]);
    assert!(done.code == 1 && done.out.contains("~ (f16, f16) now f32, was f16"), "{}{}", done.out, done.err);
    assert!(done.out.contains("  1 cell differs; it is not known which cases"), "{}", done.out);
}

/// A page about two documents that loses one of them differs, whichever of the two remains.
#[test]
fn a_document_that_a_page_drops_is_a_difference() {
    const TWO: &str = "\
# Type promotion

ACL_FLOAT(fp32), ACL_FLOAT16(fp16), ACL_BF16(bf16).

The header row and the first column hold the data types of the two input tensors of aclnnAdd.

| Data type | fp32 | fp16 | bf16 |
| --- | --- | --- | --- |
| fp32 | fp32 | fp32 | fp32 |
| fp16 | fp32 | fp16 | fp32 |
| bf16 | fp32 | fp32 | bf16 |

## Scalar and tensor

The first column is the data type of the scalar, the header row that of the input tensor of aclnnAdds.

| Data type | fp32 | fp16 | bf16 |
| --- | --- | --- | --- |
| fp32 | fp32 | fp16 | bf16 |
| fp16 | fp32 | fp16 | bf16 |
| bf16 | fp32 | fp16 | bf16 |
";
    let pages = folder();
    let page = |name: &str, says: &str| {
        let path = pages.path().join(name);
        fs::write(&path, says).expect("a page");
        utf8(&path).to_owned()
    };
    let two = page("two.md", TWO);
    let one = page("one.md", &TWO[..TWO.find("\n## Scalar").expect("the second table")]);
    for (before, after, how) in [(&two, &one, "removed"), (&one, &two, "added")] {
        let out = diff(&[before, after]).out;
        assert!(out.contains(&format!("aclnn.tensor-scalar {how}")), "{out}");
    }
}

#[test]
fn markdown_says_the_same() {
    let done = diff(&[FIRST, PAGE, "--format", "markdown"]);
    assert_eq!(done.code, 1);
    assert!(done.out.starts_with("## aclnn.tensor-tensor: cann-23.0.rc2 → 2025-09\n"), "{}", done.out);
    for part in [
        "### Cells of aclnn.tensor-tensor\n\n- row f64: c32, c64 now c128, was c64\n",
        "| `aclnn.tensor-tensor/lhs=bf16,rhs=f16` | f64 | f32 |\n",
        "Next version: major.\n",
    ] {
        assert!(done.out.contains(part), "{part}\n{}", done.out);
    }
    let same = diff(&[FIRST, FIRST, "--format", "markdown"]);
    assert!(same.code == 0 && same.out.contains("say the same"), "{}", same.out);
}

#[test]
fn wrong_sides_are_errors() {
    for (sides, part) in [
        (["aclnn.tensor-tensr", PAGE], "did you mean `aclnn.tensor-tensor`"),
        (["aclnn.tensor-tensor@2025-9", PAGE], "did you mean `2025-09`?"),
        (["aclnn.cumprod", PAGE], "are different documents"),
        (["no/such/page.md", PAGE], "there is no file or folder no/such/page.md"),
        ([PAGE, "nosuch.txt"], "there is no file or folder nosuch.txt"),
    ] {
        let done = diff(&sides);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{sides:?}");
        assert!(done.err.contains(part), "{part}\n{}", done.err);
    }
}

#[test]
fn a_page_of_another_operator_is_refused() {
    let pages = folder();
    let path = pages.path().join("toast.md");
    let page = "# aclnnToast\n\n## Product Support\n\n| Product | Supported |\n| --- | --- |\n| Board | √ |\n\n## Function\n\nToasts.\n\n\
                ## Prototype\n\n```cpp\naclnnStatus aclnnToastGetWorkspaceSize(const aclTensor *bread)\n```\n\n\
                ## aclnnToastGetWorkspaceSize\n\n- Parameters:\n\n  | Parameter | Input/Output | Description | Data type | Data format |\n\
                \x20 | --- | --- | --- | --- | --- |\n  | bread | Input | Slices. | FLOAT | ND |\n\n## Constraints\n\nNone.\n";
    fs::write(&path, page).expect("a page");
    let done = diff(&["aclnn.cumprod", utf8(&path)]);
    assert_eq!((done.code, done.out.as_str()), (2, ""), "{}", done.err);
    assert!(
        done.err.contains("different operators") && done.err.contains("aclnnToastGetWorkspaceSize"),
        "{}",
        done.err
    );
}

/// A page becomes an edition that is loaded beside the earlier one.
#[test]
fn cases_of_an_operator_are_those_that_a_page_changes() {
    let pages = folder();
    let path = pages.path().join("new.md");
    let page = operator_page("Board", "- Mind the gap.");
    // f64 leaves the list of input.
    fs::write(&path, page.replacen("DOUBLE, ", "", 1)).expect("a page");
    let out = diff(&["aclnn.cumprod@2026-07", utf8(&path), "--all"]).out;
    let (_, cases) = out.split_once("Cases whose right answer changes\n").expect("cases");
    let changes: Vec<&str> = cases.lines().filter(|line| line.contains(" → ")).collect();
    assert!(changes.len() > 10 && changes.iter().all(|line| line.contains(" → rejected")), "{cases}");
    // What the case is called, or what it answered, names the dtype.
    assert!(cases.matches("f64").count() >= changes.len(), "{cases}");
}

/// A sentence that the program does not understand may change any case.
#[test]
fn no_edit_of_meaning_is_said_to_change_no_case() {
    let pages = folder();
    let write = |name: &str, text: &str| {
        let path = pages.path().join(name);
        fs::write(&path, text).expect("a page");
        utf8(&path).to_owned()
    };
    let constraints = "- input and out have the same shape.\n- The range of dim is [-8, 8).\n";
    let page = operator_page("Board", constraints);
    let page = page.replacen("## Function\n", "## Function\n\nThe formula is out = |self|.\n", 1);
    let page = page + "\n## Examples\n\n```cpp\nint one = 1;\n```\n";
    let before = write("before.md", &page);
    for (from, to) in [
        ("out = |self|", "out = -self"),
        ("the same shape", "shapes that broadcast"),
        ("input and out have the same shape.", "A NaN of input is a NaN of out."),
        ("- input and out have the same shape.\n", ""),
        ("[-8, 8)", "[-8, 8]"),
        ("| ND | √ |", "| ND | × |"),
        ("Empty tensors are not supported.", "Empty tensors are supported."),
        ("## Examples\n", "## Examples\n\nA dim of 0 is refused.\n"),
        ("## Constraints\n", "## Constraints\n\nOn Board, input must have 2 dimensions.\n"),
        ("## Function\n", "## Function if dim is not 0\n"),
    ] {
        assert!(page.contains(from), "{from}\n{page}");
        let done = diff(&[&before, &write("after.md", &page.replacen(from, to, 1))]);
        assert!(done.code != 0 && !done.out.contains("no case has"), "{from} to {to}\n{}", done.out);
    }
    let example = diff(&[&before, &write("after.md", &page.replace("int one = 1", "int two = 2"))]);
    assert!(example.out.contains("no case has a different answer; needs a minor"), "{}", example.out);
}
