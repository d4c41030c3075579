//! Mistakes in requirements, errata, status codes, formats and lists of types.

use ascertain_spec::load_files;

use crate::common::{Append, Replace, assert_problems, at, edited};

const CUMPROD: &str = "aclnn/cumprod.toml";
const TIK: &str = "tik/reinterpret.toml";
const TENSORS: &str = "aclnn/tensor-tensor.toml";
const RUNTIME: &str = "aclnn/runtime/cann-8.1.toml";
const MINDSPORE: &str = "mindspore/dtype/2.10.toml";
/// A requirement of one document.
const WRAPS: &str = "id = \"cumprod.integer.wraps\"\n";

#[test]
fn requirements_must_be_about_something() {
    let cite = "cite = { where = \"p\" }\n";
    let new = |body: &str| {
        format!("\n[[requirement]]\nid = \"test\"\nlevel = \"unspecified\"\nsays = \"s\"\n{body}{cite}")
    };
    for (file, body, expected) in [
        (
            CUMPROD,
            "require = \"dim > 0\"\nelse = \"ACLNN_ERR_PARAM_INVALD\"\n",
            at(
                CUMPROD,
                "else = «\"ACLNN_ERR_PARAM_INVALD\"»",
                "status `ACLNN_ERR_PARAM_INVALD` does not exist",
                "expected the name of a status code",
                "did you mean `ACLNN_ERR_PARAM_INVALID`?",
            ),
        ),
        (
            CUMPROD,
            "else = \"ACLNN_ERR_PARAM_INVALID\"\neditions = [\"2026-03\"]\nwhen = \"dim == 99\"\n",
            at(
                CUMPROD,
                "else = «\"ACLNN_ERR_PARAM_INVALID\"»\neditions = [\"2026-03\"]\nwhen = \"dim == 99\"",
                "requirement `test` has nothing that can be broken",
                "expected `require`",
                "",
            ),
        ),
        (
            CUMPROD,
            "unbreakable = \"because\"\n",
            at(
                CUMPROD,
                "«\"because\"»",
                "requirement `test` has nothing that can be broken",
                "expected `require`",
                "",
            ),
        ),
        (
            CUMPROD,
            "editions = [\"2026-3\"]\n",
            at(
                CUMPROD,
                "«\"2026-3\"»",
                "edition `2026-3` of `aclnn.cumprod` does not exist",
                "no such edition",
                "did you mean `2026-03`?",
            ),
        ),
        (
            CUMPROD,
            "editions = [\"2026-03\", \"2026-03\"]\n",
            at(
                CUMPROD,
                "[\"2026-03\", «\"2026-03\"»]",
                "edition `2026-03` appears twice in the list",
                "the second one",
                "",
            ),
        ),
        (
            CUMPROD,
            "via = \"acln\"\n",
            at(
                CUMPROD,
                "via = «\"acln\"»",
                "interface `acln` is not the system",
                "expected the first part",
                "did you mean `aclnn`?",
            ),
        ),
        (
            CUMPROD,
            "ranks = true\n",
            at(
                CUMPROD,
                "ranks = «true»",
                "requirement `test` is about ranks, but not of a table",
                "expected `table`",
                "",
            ),
        ),
        (
            CUMPROD,
            "accepted = \"judged\"\n",
            at(
                CUMPROD,
                "says = \"s\"\naccepted = «\"judged\"»",
                "requirement `test` leaves open no call",
                "and `require`, beside it",
                "",
            ),
        ),
        (
            CUMPROD,
            "reference = \"refuses\"\n",
            at(
                CUMPROD,
                "says = \"s\"\nreference = «\"refuses\"»",
                "requirement `test` leaves open no call",
                "and `require`, beside it",
                "",
            ),
        ),
        (
            CUMPROD,
            "table = \"aclnn.tensor-tenser\"\n",
            at(
                CUMPROD,
                "«\"aclnn.tensor-tenser\"»",
                "table `aclnn.tensor-tenser` does not exist",
                "expected the id of a table",
                "did you mean `aclnn.tensor-tensor`?",
            ),
        ),
        (
            CUMPROD,
            "table = \"aclnn.tensor-tensor\"\nwhen = \"dim == 7\"\n",
            at(
                CUMPROD,
                "when = «\"dim == 7\"»",
                "requirement `test` is about a table, which has no arguments",
                "only `table` and `ranks`",
                "",
            ),
        ),
        (
            TENSORS,
            "",
            at(
                TENSORS,
                "id = «\"test\"»",
                "requirement `test` is about neither a table nor an operator",
                "expected `table`, or an operator",
                "",
            ),
        ),
        (
            TIK,
            "require = \"rank(input) > 0\"\nmessage = \"Last dimension can't be dividd.\"\neditions = [\"code-8.1\"]\n",
            at(
                TIK,
                "«\"Last dimension can't be dividd.\"»",
                "edition `code-8.1` does not print this message",
                "expected a message of the operator",
                "did you mean `Last dimension can't be divided`?",
            ),
        ),
    ] {
        assert_problems(&[Append(file, &new(body))], &[expected]);
    }
    // A message that one of several editions lacks is missing there alone.
    let body = "require = \"rank(input) > 0\"\nmessage = \"Not a valid dtype to reinterpret_cast_to.\"\n";
    assert_problems(
        &[Append(TIK, &new(body))],
        &[at(
            TIK,
            "says = \"s\"\nrequire = \"rank(input) > 0\"\nmessage = «\"Not a valid dtype to reinterpret_cast_to.\"»",
            "edition `cann-8.0.rc3` does not print this message",
            "",
            "",
        )],
    );
}

#[test]
fn ids_must_be_used_once_in_an_edition() {
    for (edits, expected) in [
        (
            [Replace(CUMPROD, WRAPS, "id = \"cumprod.value\"\n")],
            at(
                CUMPROD,
                "id = «\"cumprod.value\"»\nlevel = \"must\"\nbasis = \"reading\"",
                "requirement `cumprod.value` appears twice in edition `cann-8.3.rc1`",
                "the second one",
                "",
            ),
        ),
        // Disjoint before, overlapping now.
        (
            [Replace(
                CUMPROD,
                "id = \"cumprod.deterministic\"\nlevel = \"unspecified\"\nrepeats = true\nsays = \"whether asking twice gives the same bits is not said, and the code that checks arguments does not show it\"\neditions = [\"cann-8.3.rc1\", \"code-2026-08\"]",
                "id = \"cumprod.deterministic\"\nlevel = \"unspecified\"\nrepeats = true\nsays = \"not said\"\neditions = [\"cann-8.3.rc1\", \"2026-03\", \"code-2026-08\"]",
            )],
            at(
                CUMPROD,
                "id = «\"cumprod.deterministic\"»\nlevel = \"must\"",
                "requirement `cumprod.deterministic` appears twice in edition `2026-03`",
                "the second one",
                "",
            ),
        ),
        (
            [Replace(TIK, "id = \"reinterpret.bytes\"\n", "id = \"cumprod.value\"\n")],
            at(
                TIK,
                "id = «\"cumprod.value\"»",
                "requirement `cumprod.value` belongs to two documents",
                "the second one",
                "",
            ),
        ),
        (
            [Replace(CUMPROD, "id = \"aclnn.cumprod.dim-dtype\"", "id = \"aclnn.cumprod.inplace-empty\"")],
            at(
                CUMPROD,
                "id = «\"aclnn.cumprod.inplace-empty\"»\nsays = \"the page lists INT32",
                "two errata have the id `aclnn.cumprod.inplace-empty`",
                "the second one",
                "",
            ),
        ),
    ] {
        assert_problems(&edits, &[expected]);
    }
}

#[test]
fn errata_must_name_what_exists() {
    let two = "readings = [{ says = \"one\", cite = { where = \"p\" } }, { says = \"two\", cite = { where = \"p\" } }]\n";
    let cell = "cells = [{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"bf16\" }]\n";
    let new = |body: &str| format!("\n[[erratum]]\nid = \"test\"\nsays = \"s\"\n{body}");
    for (body, expected) in [
        (
            format!("{cell}readings = [{{ says = \"one\", cite = {{ where = \"p\" }} }}]\n"),
            at(
                TENSORS,
                "readings = «[{ says = \"one\", cite = { where = \"p\" } }]»",
                "erratum `test` has 1 of the two readings",
                "expected at least two",
                "",
            ),
        ),
        (
            two.to_owned(),
            at(
                TENSORS,
                "id = «\"test\"»",
                "erratum `test` is not about anything",
                "expected `cells`, `requirements` or `lint`",
                "",
            ),
        ),
        (
            format!("lint = [\"a/b\", \"a/c\", \"a/b\"]\n{two}"),
            at(
                TENSORS,
                "[\"a/b\", \"a/c\", «\"a/b\"»]",
                "`a/b` appears twice in the list",
                "the second one",
                "",
            ),
        ),
        (
            format!("requirements = [\"cumprod.valeu\"]\n{two}"),
            at(
                TENSORS,
                "«\"cumprod.valeu\"»",
                "requirement `cumprod.valeu` does not exist",
                "expected the id",
                "did you mean `cumprod.value`?",
            ),
        ),
        (
            format!("{}{two}", cell.replace("bf16", "bf61")),
            at(
                TENSORS,
                "«\"bf61\"»",
                "table `aclnn.tensor-tensor` has no column `bf61`",
                "expected a key",
                "did you mean `bf16`?",
            ),
        ),
        (
            format!("{}{two}", cell.replace("\"f16\"", "\"float\"")),
            at(
                TENSORS,
                "«\"float\"»",
                "table `aclnn.tensor-tensor` has no row `float`",
                "expected a key",
                "one of `f32`, `f16`, `f64`, `bf16`, `s8`, `u8`, `s16`, `u16`, `s32`, `u32`, `s64`, `u64`, `bool`, `c32`, `c64`, `c128`",
            ),
        ),
        (
            format!("{}{two}", cell.replace("tensor-tensor", "tensor-tensr")),
            at(
                TENSORS,
                "«\"aclnn.tensor-tensr\"»",
                "table `aclnn.tensor-tensr` does not exist",
                "expected the id",
                "did you mean `aclnn.tensor-tensor`?",
            ),
        ),
        (
            format!("{cell}editions = [\"2025-9\"]\n{two}"),
            at(
                TENSORS,
                "«\"2025-9\"»",
                "edition `2025-9` of `aclnn.tensor-tensor` does not exist",
                "no such edition",
                "did you mean `2025-09`?",
            ),
        ),
        (
            format!(
                "{cell}{two}accepts = [{{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"f64\", result = \"bf16\" }}]\n"
            ),
            at(
                TENSORS,
                "accepts = [«{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"f64\", result = \"bf16\" }»]",
                "for a cell that it is not about",
                "expected one of its `cells`",
                "",
            ),
        ),
        (
            format!(
                "{cell}{two}accepts = [{{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"bf16\", result = \"f32\" }}]\n"
            ),
            at(
                TENSORS,
                "result = «\"f32\"»",
                "every edition gives this result already",
                "accepting it changes nothing",
                "",
            ),
        ),
        (
            format!(
                "{cell}{two}accepts = [{{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"bf16\", result = \"non\" }}]\n"
            ),
            at(
                TENSORS,
                "result = «\"non\"»",
                "`non` is not a dtype",
                "an accepted result",
                "did you mean `none`?",
            ),
        ),
    ] {
        assert_problems(&[Append(TENSORS, &new(&body))], &[expected]);
    }
    let body = format!(
        "{cell}{two}accepts = [{{ table = \"aclnn.tensor-tensor\", row = \"f16\", column = \"bf16\", result = \"none\" }}]\n"
    );
    let spec =
        load_files(edited(&[Append(TENSORS, &new(&body))])).unwrap_or_else(|problems| panic!("{problems}"));
    let erratum = spec.errata.iter().find(|erratum| erratum.id == "test").expect("the erratum");
    assert_eq!((erratum.accepts.len(), erratum.accepts[0].result), (1, None));
    assert_eq!(erratum.accepts[0].cell, erratum.cells[0]);
    // Findings of the linter, which knows what they are, are enough to concern something.
    let body = format!("lint = [\"aclnn.tensor-tensor/symmetric/*\"]\n{two}");
    let spec =
        load_files(edited(&[Append(TENSORS, &new(&body))])).unwrap_or_else(|problems| panic!("{problems}"));
    let erratum = spec.errata.iter().find(|erratum| erratum.id == "test").expect("the erratum");
    assert_eq!(erratum.lint, ["aclnn.tensor-tensor/symmetric/*"]);
}

#[test]
fn names_and_numbers_must_be_used_once() {
    for (edit, expected) in [
        (
            Replace(RUNTIME, "number = 561003", "number = 561002"),
            at(
                RUNTIME,
                "number = «561002», says = \"no kernel",
                "two status codes have the number 561002",
                "the second one",
                "",
            ),
        ),
        (
            Replace(RUNTIME, "also = [\"ACLNN_ERR_INNER_KEY_CONFILICT\"]", "also = [\"ACLNN_ERR_INNER\"]"),
            at(
                RUNTIME,
                "also = [«\"ACLNN_ERR_INNER\"»]",
                "two status codes have the name `ACLNN_ERR_INNER`",
                "the second one",
                "",
            ),
        ),
        (
            Replace(RUNTIME, "NHWC = 1", "NHWC = 0"),
            at(RUNTIME, "NHWC = «0»", "two formats have the number 0", "the second one", ""),
        ),
        (
            Replace(MINDSPORE, "aliases = [\"half\"]", "aliases = [\"short\"]"),
            at(
                MINDSPORE,
                "[type.float16]\ndtype = \"f16\"\naliases = [«\"short\"»]",
                "two types have the name `short`",
                "the second one",
                "",
            ),
        ),
        (
            Replace(MINDSPORE, "[type.float16]\ndtype = \"f16\"", "[type.float16]\ndtype = \"bf16\""),
            at(
                MINDSPORE,
                "[type.float16]\ndtype = «\"bf16\"»",
                "type `float16` is not the name of `bf16`",
                "scheme `mindspore` calls it `bfloat16`",
                "",
            ),
        ),
        (
            Replace(MINDSPORE, "[type.float16]\ndtype = \"f16\"", "[type.float16]\ndtype = \"f61\""),
            at(
                MINDSPORE,
                "dtype = «\"f61\"»",
                "`f61` is not a dtype",
                "dtype of type `float16`",
                "did you mean `f16`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn one_lost_name_is_not_reported_everywhere() {
    let lost = "ACLNN_ERR_PARAM_NULLPTR               = ";
    let files = edited(&[Replace(RUNTIME, lost, "ACLNN_ERR_PARAM_NULLPTRS              = ")]);
    let problems = load_files(files).expect_err("a name is lost");
    let named = |name: &str| -> usize {
        let written = [format!("else = \"{name}\""), format!("status = \"{name}\"")];
        edited(&[])
            .iter()
            .flat_map(|(_, text)| written.iter().map(|w| text.matches(w.as_str()).count()))
            .sum()
    };
    let uses = named("ACLNN_ERR_PARAM_NULLPTR");
    assert!(problems.problems().len() <= 3 && uses >= 3, "{problems}");
    let lost = "ACLNN_ERR_PARAM_INVALID               = ";
    let files = edited(&[Replace(RUNTIME, lost, "ACLNN_ERR_PARAM_INVALIDS              = ")]);
    let uses = named("ACLNN_ERR_PARAM_INVALID");
    let problems = load_files(files).expect_err("a name is lost");
    let [.., last] = problems.problems() else { panic!("no problem") };
    let help = format!(
        "did you mean `ACLNN_ERR_PARAM_INVALIDS`? (and {} more places in this file have the same problem)",
        // The operator's own list of codes is a use too.
        uses + 1 - 3
    );
    assert_eq!((problems.problems().len(), last.help.as_deref()), (3, Some(help.as_str())), "{problems}");
}
