//! Mistakes in documents, editions, inheritance, profiles, citations and dtypes.

use crate::common::{Append, Replace, assert_problems, at};

const LATER: &str = "aclnn/tensor-tensor/2025-09.toml";
const FIRST: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";
const OVERLAY: &str = "aclnn/tensor-tensor.toml";
const DOCUMENTS: &str = "documents.toml";
const DTYPES: &str = "dtypes.toml";

#[test]
fn inheritance_must_lead_to_a_first_edition() {
    for (edit, expected) in [
        (
            Replace(LATER, "inherits = \"cann-23.0.rc2\"", "inherits = \"2025-09\""),
            at(
                LATER,
                "inherits = «\"2025-09\"»",
                "edition `2025-09` inherits from itself",
                "expected another edition",
                "",
            ),
        ),
        (
            Replace(LATER, "inherits = \"cann-23.0.rc2\"", "inherits = \"code-8.1\""),
            at(
                LATER,
                "inherits = «\"code-8.1\"»",
                "editions `2025-09`, `code-8.1` inherit in a circle",
                "does not inherit from this one",
                "",
            ),
        ),
        (
            Replace(LATER, "inherits = \"cann-23.0.rc2\"", "inherits = \"cann-23.0.rc1\""),
            at(
                LATER,
                "inherits = «\"cann-23.0.rc1\"»",
                "edition `cann-23.0.rc1` of `aclnn.tensor-tensor` does not exist",
                "expected another edition",
                "did you mean `cann-23.0.rc2`?",
            ),
        ),
        (
            Replace(LATER, "inherits = \"cann-23.0.rc2\"", "inherits = \"cann-8.3.rc1\""),
            at(
                LATER,
                "inherits = «\"cann-8.3.rc1\"»",
                "`cann-8.3.rc1` is one of `aclnn.cumprod`, not of `aclnn.tensor-tensor`",
                "expected another edition",
                "did you mean `cann-23.0.rc2`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn editions_must_be_where_they_say() {
    let copy = "version = 1\n[edition]\ndocument = \"aclnn.tensor-tensor\"\nname = \"2025-09\"\n\
                inherits = \"cann-23.0.rc2\"\n[edition.source]\nkind = \"page\"\ntitle = \"a copy\"\nnamed = \"n\"\nno_digest = \"made up\"\n";
    for (edit, expected) in [
        (
            Append("aclnn/tensor-tensor/copy.toml", copy),
            at(
                "aclnn/tensor-tensor/copy.toml",
                "name = «\"2025-09\"»",
                "edition `2025-09` of `aclnn.tensor-tensor` is declared twice",
                "the second one",
                "",
            ),
        ),
        (
            Append(
                "aclnn/runtime/cann-8.2.toml",
                "version = 1\n[edition]\ndocument = \"aclnn.runtime\"\nname = \"cann-8.3\"\n\
                 source = { kind = \"code\", title = \"t\", named = \"n\" }\n",
            ),
            at(
                "aclnn/runtime/cann-8.2.toml",
                "name = «\"cann-8.3\"»",
                "edition `cann-8.3` in a file named `cann-8.2.toml`",
                "expected `cann-8.2`",
                "",
            ),
        ),
        (
            Append(
                "aclnn/runtime/cann-8.2.toml",
                "version = 1\n[edition]\ndocument = \"aclnn.runtimes\"\nname = \"cann-8.2\"\n\
                 source = { kind = \"code\", title = \"t\", named = \"n\" }\n",
            ),
            at(
                "aclnn/runtime/cann-8.2.toml",
                "document = «\"aclnn.runtimes\"»",
                "document `aclnn.runtimes` in a file of `aclnn.runtime`",
                "as the file's place says",
                "did you mean `aclnn.runtime`?",
            ),
        ),
        (
            Append("tik/vector.toml", "version = 1\ndocument = \"tik.vector\"\n"),
            at(
                "tik/vector.toml",
                "document = «\"tik.vector\"»",
                "document `tik.vector` is not declared",
                "no such document in documents.toml",
                "one of `aclnn.tensor-tensor`, `aclnn.tensor-scalar`, `aclnn.cumprod`, `aclnn.runtime`, `tik.reinterpret`, `mindspore.dtype`",
            ),
        ),
        (
            Replace(DOCUMENTS, "first = \"2.10\"", "first = \"2.1\""),
            at(
                DOCUMENTS,
                "first = «\"2.1\"»",
                "edition `2.1` of `mindspore.dtype` does not exist",
                "no such edition",
                "did you mean `2.10`?",
            ),
        ),
        (
            Append(DOCUMENTS, "\n[document.\"tik.vector\"]\ntitle = \"t\"\nsays = \"s\"\nfirst = \"1\"\n"),
            at(
                DOCUMENTS,
                "[document.«\"tik.vector\"»]",
                "document `tik.vector` has no edition",
                "expected a file tik/vector/EDITION.toml",
                "",
            ),
        ),
        (
            Replace(FIRST, "extent = \"185 lines\"", "extent = \"185 rows\""),
            at(
                FIRST,
                "extent = «\"185 rows\"»",
                "`185 rows` is not an extent",
                "expected `NUMBER lines`",
                "",
            ),
        ),
        (
            Replace(FIRST, "digest = \"sha256:c38", "digest = \"sha256:C38"),
            at(
                FIRST,
                "digest = «\"sha256:C3820f03c74e6c840675e630101068036373d36a290c9740bfb065427e17c5bd\"»",
                "this is not a digest",
                "64 hexadecimal digits",
                "",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn profiles_must_choose_what_exists() {
    for (edit, expected) in [
        (
            Replace(DOCUMENTS, "default = true", "default = false"),
            at(
                DOCUMENTS,
                "[profile.«documented»]",
                "no profile is the default",
                "in exactly one profile",
                "",
            ),
        ),
        (
            Append(DOCUMENTS, "default = true\n"),
            at(
                DOCUMENTS,
                "\"code-8.1\" }\ndefault = «true»",
                "two profiles are the default",
                "expected exactly one",
                "",
            ),
        ),
        (
            Replace(DOCUMENTS, "\"aclnn.cumprod\" = \"2026-07\"", "\"aclnn.cumprod\" = \"2026-08\""),
            at(
                DOCUMENTS,
                "«\"2026-08\"»",
                "edition `2026-08` of `aclnn.cumprod` does not exist",
                "no such edition",
                "did you mean `2026-03`?",
            ),
        ),
        (
            Replace(DOCUMENTS, "\"aclnn.cumprod\" = \"2026-07\"", "\"aclnn.cumsum\" = \"2026-07\""),
            at(
                DOCUMENTS,
                "«\"aclnn.cumsum\"»",
                "document `aclnn.cumsum` is not declared",
                "no such document",
                "did you mean `aclnn.cumprod`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn citations_must_lead_somewhere() {
    let cite = "cite = { where = \"推导规则\", lines = [3, 181] }";
    for (to, expected) in [
        (
            "cite = { document = \"aclnn.tensor-tenser\", where = \"推导规则\" }",
            at(
                OVERLAY,
                "«\"aclnn.tensor-tenser\"»",
                "document `aclnn.tensor-tenser` is not declared",
                "no such document",
                "did you mean `aclnn.tensor-tensor`?",
            ),
        ),
        (
            "cite = { edition = \"2025-08\", where = \"推导规则\" }",
            at(
                OVERLAY,
                "«\"2025-08\"»",
                "edition `2025-08` of `aclnn.tensor-tensor` does not exist",
                "no such edition",
                "did you mean `2025-09`?",
            ),
        ),
        (
            "cite = { where = \"推导规则\", lines = [181, 3] }",
            at(OVERLAY, "«[181, 3]»", "the last line comes before the first", "expected", ""),
        ),
        (
            "cite = { where = \"推导规则\", lines = [0, 3] }",
            at(OVERLAY, "«[0, 3]»", "lines count from 1", "expected", ""),
        ),
        (
            "cite = { where = \"推导规则\", lines = [3, 186] }",
            at(
                OVERLAY,
                "«[3, 186]»",
                "line 186 is beyond the end of the source",
                "the source has 185 lines",
                "",
            ),
        ),
        (
            "cite = { where = \"推导规则\", bytes = [33, 33] }",
            at(OVERLAY, "«[33, 33]»", "empty or reversed", "expected `[first, past]`", ""),
        ),
        (
            "cite = { where = \"推导规则\", lines = [3, 181], bytes = [3, 4] }",
            at(OVERLAY, "«[3, 4]»", "in lines or in bytes", "not in both", ""),
        ),
    ] {
        assert_problems(&[Replace(OVERLAY, cite, to)], &[expected]);
    }
    assert_problems(
        &[Replace(DTYPES, "bytes = [747, 1509]", "bytes = [747, 7888]")],
        &[at(
            DTYPES,
            "«[747, 7888]»",
            "byte 7888 is beyond the end of the source",
            "the source has 7887 bytes",
            "",
        )],
    );
    // Without an extent, any line is accepted.
    let header = Replace(DTYPES, "where = \"aclDataType\"", "where = \"aclDataType\", lines = [3, 9999]");
    assert!(ascertain_spec::load_files(crate::common::edited(&[header])).is_ok());
    assert_problems(
        &[Replace(
            DTYPES,
            "cite = { document = \"aclnn.runtime\", where = \"aclDataType\" }",
            "cite = { where = \"aclDataType\" }",
        )],
        &[at(
            DTYPES,
            "cite = «{ where = \"aclDataType\" }»",
            "a citation in this file must name its document",
            "add `document`",
            "",
        )],
    );
}

#[test]
fn dtypes_must_hold_together() {
    for (edit, expected) in [
        (
            Replace(DTYPES, "precision = 8", "precision = 7"),
            at(
                DTYPES,
                "[dtype.bf16]\nclass = \"float\"\nbits = «16»",
                "dtype `bf16` is not as wide as its parts",
                "expected 15",
                "",
            ),
        ),
        (
            Replace(
                DTYPES,
                "[dtype.c32]\nclass = \"complex\"\nbits = 32\nprecision = 11\n",
                "[dtype.c32]\nclass = \"complex\"\nbits = 32\n",
            ),
            at(
                DTYPES,
                "[dtype.«c32»]",
                "dtype `c32` has floating parts of unknown precision",
                "expected `precision`",
                "",
            ),
        ),
        (
            Replace(
                DTYPES,
                "[dtype.s8]\nclass = \"signed\"\nbits = 8",
                "[dtype.s8]\nclass = \"signed\"\nbits = 8\nprecision = 3",
            ),
            at(DTYPES, "precision = «3»", "dtype `s8` has no significand", "only floats", ""),
        ),
        (
            Replace(
                DTYPES,
                "[dtype.s8]\nclass = \"signed\"\nbits = 8",
                "[dtype.s8]\nclass = \"signed\"\nbits = 24",
            ),
            at(DTYPES, "bits = «24»", "dtype `s8` cannot be 24 bits wide", "expected 8, 16, 32, 64", ""),
        ),
        (
            Replace(DTYPES, "number = 27", "number = 11"),
            at(
                DTYPES,
                "mindspore = \"bfloat16\" }\nnumber = «11»",
                "two dtypes have the number 11",
                "the second one",
                "",
            ),
        ),
        (
            Replace(DTYPES, "acl = \"ACL_BF16\"", "acl = \"ACL_FLOAT16\""),
            at(
                DTYPES,
                "acl = «\"ACL_FLOAT16\"», operator = \"BFLOAT16\"",
                "two dtypes have the name `ACL_FLOAT16` in scheme `acl`",
                "the second one",
                "",
            ),
        ),
        (
            Replace(DTYPES, "acl = \"ACL_BF16\"", "alc = \"ACL_BF16\""),
            at(
                DTYPES,
                "«alc» = \"ACL_BF16\"",
                "naming scheme `alc` takes no names here",
                "expected a scheme",
                "did you mean `acl`?",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}

#[test]
fn patches_are_parts_of_a_line_of_a_page() {
    let patch = |page: &str, put: &str| {
        format!("\n[[patch]]\npage = \"{page}\"\nsays = \"s\"\nline = 3\nfind = \"a\"\nput = {put}\n")
    };
    for (text, expected) in [
        (
            patch("page.md", "\"b\""),
            at(
                DOCUMENTS,
                "page = «\"page.md\"»",
                "this is not the digest of a page",
                "expected `sha256:…`",
                "",
            ),
        ),
        (
            patch("sha256:00", "\"b\\nc\""),
            at(DOCUMENTS, "put = «\"b\\nc\"»", "a patch of more than one line", "a part of one line", ""),
        ),
    ] {
        assert_problems(&[Append(DOCUMENTS, &text)], &[expected]);
    }
}

#[test]
fn the_text_of_a_page_belongs_to_its_edition() {
    const TEXT: &str = "aclnn/cumprod/2026-07.text.toml";
    const ORPHAN: &str = "aclnn/cumprod/2026-09.text.toml";
    let sentence = "{ lines = [2, 900], digest = \"AB\", about = \"a\" }";
    let text = "version = 1\nsentences = []\n";
    assert_problems(
        &[Append(ORPHAN, text), Replace(TEXT, "sentences = [", &format!("sentences = [\n{sentence},"))],
        &[
            at(TEXT, "lines = «[2, 900]»", "line 900 is beyond the end", "", ""),
            at(TEXT, "digest = «\"AB\"»", "not the digest of a sentence", "16 hexadecimal digits", ""),
            at(
                ORPHAN,
                "",
                "the text of `2026-09`, which is not an edition",
                "",
                "expected an edition 2026-09.toml beside it; remove the file if there is none",
            ),
        ],
    );
}
