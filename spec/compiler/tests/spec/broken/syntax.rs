//! Mistakes within one file: TOML syntax, keys, types of values, words of fixed sets.

use crate::common::{Append, Remove, Replace, assert_problems, at};

const CUMPROD: &str = "aclnn/cumprod.toml";
const TENSORS: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";

#[test]
fn toml_must_be_well_formed() {
    let rows = "c64  = { lines = [156, 168], cells";
    for (edit, expected) in [
        // A doubled row and a doubled key; both copies are there.
        (
            Replace(TENSORS, "c128 = { lines = [169, 181], cells", "c64 = { lines = [169, 181], cells"),
            at(TENSORS, "«c64» = { lines = [169", "`c64` appears twice", "the second one", ""),
        ),
        (
            Replace("dtypes.toml", "number = 27", "number = 27\nnumber = 28"),
            at("dtypes.toml", "«number» = 28", "`number` appears twice", "the second one", ""),
        ),
        (
            Replace("dtypes.toml", "[dtype.s8]", "[dtype.bf16]"),
            at(
                "dtypes.toml",
                "[dtype.«bf16»]\nclass = \"signed\"",
                "`bf16` appears twice",
                "the second one",
                "",
            ),
        ),
        (
            Replace(TENSORS, rows, "c64 = { lines = [156 168], cells"),
            at(TENSORS, "[«156 168»]", "invalid TOML", "", ""),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn keys_must_be_known_and_there() {
    for (edit, expected) in [
        (
            Replace("documents.toml", "version = 1", "vresion = 1"),
            at(
                "documents.toml",
                "«vresion»",
                "unknown key `vresion` in documents.toml",
                "not a key",
                "did you mean `version`?",
            ),
        ),
        (
            Replace("dtypes.toml", "precision = 8", "precison = 8"),
            at(
                "dtypes.toml",
                "«precison» = 8",
                "unknown key `precison` in a dtype",
                "not a key",
                "did you mean `precision`?",
            ),
        ),
        (
            Replace("mindspore/dtype/2.10.toml", "aliases = [\"half\"]", "alias = [\"half\"]"),
            at(
                "mindspore/dtype/2.10.toml",
                "«alias» =",
                "unknown key `alias` in a type",
                "not a key",
                "did you mean `aliases`?",
            ),
        ),
        (
            Replace(TENSORS, "undefined = \"NA\"", "undefind = \"NA\""),
            at(
                TENSORS,
                "«undefind»",
                "unknown key `undefind` in a promotion table",
                "not a key",
                "did you mean `undefined`?",
            ),
        ),
        (
            Replace(TENSORS, "bf16 = { lines = [65, 77], ", "bf16 = { line = [65, 77], "),
            at(TENSORS, "{ «line» =", "unknown key `line` in a row", "not a key", "did you mean `lines`?"),
        ),
        (
            Replace(CUMPROD, "[[requirement]]\nid = \"cumprod.value\"\n", "[[requirement]]\n"),
            at(
                CUMPROD,
                "«[[requirement]]»\nlevel = \"must\"\nbasis = \"stated\"\nsays = \"element i",
                "a requirement lacks `id`",
                "add `id`",
                "",
            ),
        ),
        (
            Append("aclnn/runtime.toml", "severity = 3\n"),
            at(
                "aclnn/runtime.toml",
                "«severity»",
                "unknown key `severity`",
                "not a key",
                "one of `version`, `document`, `operator`, `requirement`, `erratum`, `basis`, `statement`",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
    // All of one file, not the first alone.
    assert_problems(
        &[
            Replace(CUMPROD, "id = \"cumprod.value\"\nlevel", "id = \"cumprod.value\"\nlevle"),
            Replace(CUMPROD, "id = \"cumprod.empty\"\nlevel", "id = \"cumprod.empty\"\nlvel"),
            Replace(CUMPROD, "when = \"is_integer(compute)\"", "when = \"is_integer(comptue)\""),
        ],
        &[
            at(CUMPROD, "«levle»", "unknown key", "", "did you mean `level`?"),
            at(CUMPROD, "«lvel»", "unknown key", "", "did you mean `level`?"),
        ],
    );
}

#[test]
fn values_must_have_their_type() {
    for (edit, expected) in [
        (
            Replace(
                "aclnn/cumprod/2026-03.toml",
                "max_rank = 8\ncite = { where = \"aclnnCumprod",
                "max_rank = \"8\"\ncite = { where = \"aclnnCumprod",
            ),
            at(
                "aclnn/cumprod/2026-03.toml",
                "max_rank = «\"8\"»",
                "expected an integer, found a string",
                "expected an integer",
                "",
            ),
        ),
        (
            Replace(
                "aclnn/cumprod/2026-03.toml",
                "max_rank = 8\ncite = { where = \"aclnnCumprod",
                "max_rank = -8\ncite = { where = \"aclnnCumprod",
            ),
            at("aclnn/cumprod/2026-03.toml", "max_rank = «-8»", "-8 is out of range", "expected 0 to", ""),
        ),
        (
            Replace("documents.toml", "default = true", "default = \"yes\""),
            at(
                "documents.toml",
                "default = «\"yes\"»",
                "expected `true` or `false`, found a string",
                "expected",
                "",
            ),
        ),
        (
            Replace(
                CUMPROD,
                "says = \"asking twice gives the same bits\"\neditions = [\"2026-03\"]",
                "says = \"asking twice gives the same bits\"\neditions = \"2026-03\"",
            ),
            at(
                CUMPROD,
                "editions = «\"2026-03\"»",
                "expected an array, found a string",
                "expected an array",
                "",
            ),
        ),
        (
            Replace(TENSORS, "lines = [12, 181]", "lines = [12]"),
            at(TENSORS, "lines = «[12]»", "a place has two numbers, not 1", "expected `[first, last]`", ""),
        ),
        (
            Replace(
                TENSORS,
                "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f64\"",
                "bf16 = { lines = [65, 77], cells = [\"f32\", 64",
            ),
            at(TENSORS, "[\"f32\", «64»", "expected a string, found an integer", "expected a string", ""),
        ),
        (
            Replace("documents.toml", "title = \"TIK reinterpret_cast_to\"", "title = \" \""),
            at("documents.toml", "title = «\" \"»", "the string is empty", "expected text", ""),
        ),
        (
            Replace(
                CUMPROD,
                "[operator.argument]\ninput = { kind = \"tensor\", says = \"the tensor\" }",
                "[operator.argument]\ninput = \"tensor\"",
            ),
            at(
                CUMPROD,
                "input = «\"tensor\"»",
                "expected an argument (a table), found a string",
                "expected",
                "",
            ),
        ),
        (
            Replace("tik/reinterpret.toml", "version = 1", "version = 2"),
            at(
                "tik/reinterpret.toml",
                "version = «2»",
                "version 2 of the format is not known",
                "expected 1",
                "",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn words_must_be_of_their_set() {
    for (edit, expected) in [
        (
            Replace(
                CUMPROD,
                "id = \"cumprod.value\"\nlevel = \"must\"",
                "id = \"cumprod.value\"\nlevel = \"mast\"",
            ),
            at(CUMPROD, "«\"mast\"»", "`mast` is not a level", "expected a level", "did you mean `must`?"),
        ),
        (
            Replace(CUMPROD, "dim = { kind = \"int\"", "dim = { kind = \"integer\""),
            at(
                CUMPROD,
                "«\"integer\"»",
                "`integer` is not a kind of argument",
                "expected",
                "one of `tensor`, `int`, `dtype`, `flag`",
            ),
        ),
        (
            Replace("dtypes.toml", "[dtype.c32]\nclass = \"complex\"", "[dtype.c32]\nclass = \"complx\""),
            at(
                "dtypes.toml",
                "«\"complx\"»",
                "`complx` is not a class",
                "expected",
                "did you mean `complex`?",
            ),
        ),
        (
            Replace("tik/reinterpret/code-8.1.toml", "kind = \"code\"", "kind = \"cod\""),
            at(
                "tik/reinterpret/code-8.1.toml",
                "«\"cod\"»",
                "`cod` is not a kind of source",
                "expected",
                "did you mean `code`?",
            ),
        ),
        (
            Replace("aclnn/tensor-scalar/2025-09.toml", "rows = \"scalar\"", "rows = \"skalar\""),
            at(
                "aclnn/tensor-scalar/2025-09.toml",
                "«\"skalar\"»",
                "`skalar` is not a role",
                "expected",
                "did you mean `scalar`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn files_must_stand_where_they_belong() {
    let places = "files are documents.toml, dtypes.toml, SYSTEM/DOCUMENT.toml and SYSTEM/DOCUMENT/EDITION.toml, and EDITION.text.toml beside it";
    assert_problems(
        &[Append("document.toml", "version = 1\n"), Append("tik/reinterpret/old/1.toml", "version = 1\n")],
        &[
            at(
                "document.toml",
                "",
                "a specification has no file with this path",
                "",
                "did you mean `documents.toml`?",
            ),
            at("tik/reinterpret/old/1.toml", "", "a specification has no file with this path", "", places),
        ],
    );
    assert_problems(
        &[Remove("documents.toml"), Replace("dtypes.toml", "version = 1\n", "")],
        &[
            at("documents.toml", "", "the file does not exist", "", ""),
            at("dtypes.toml", "", "dtypes.toml lacks `version`", "add `version`", ""),
        ],
    );
}
