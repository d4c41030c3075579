//! Every kind of mistake, made by a small edit of the committed files: where it is reported, what is underlined, and what
//! is suggested.

mod basis;
mod documents;
mod operators;
mod overlays;
mod predicates;
mod syntax;
mod tables;

use crate::common::{Replace, assert_problems, at};

#[test]
fn mistakes_in_several_files_are_reported_together() {
    const CUMPROD: &str = "aclnn/cumprod.toml";
    const CUMPROD_LATER: &str = "aclnn/cumprod/2026-03.toml";
    const TENSORS: &str = "aclnn/tensor-tensor/cann-23.0.rc2.toml";
    const TENSORS_LATER: &str = "aclnn/tensor-tensor/2025-09.toml";
    const TENSORS_CODE: &str = "aclnn/tensor-tensor/code-8.1.toml";
    const MINDSPORE: &str = "mindspore/dtype/2.10.toml";
    const TIK: &str = "tik/reinterpret.toml";
    assert_problems(
        &[
            Replace(CUMPROD, "id = \"cumprod.value\"\nlevel", "id = \"cumprod.value\"\nlevle"),
            Replace(CUMPROD, "require = \"dim != rank(input)\"", "require = \"dim != shape(input)\""),
            Replace(CUMPROD_LATER, "inherits = \"cann-8.3.rc1\"", "inherits = \"cann-8.3.rc2\""),
            Replace(
                TENSORS,
                "bf16 = { lines = [65, 77],   cells = [\"f32\",  \"f64\"",
                "bf16 = { lines = [77, 65], cells = [\"f32\", \"f23\"",
            ),
            Replace(TENSORS_LATER, "where = \"表 1\"", "wehre = \"表 1\""),
            Replace(TENSORS_CODE, "row = \"bf16\"\ncolumn = \"c32\"", "row = \"bf17\"\ncolumn = \"c32\""),
            Replace("documents.toml", "default = true", "default = false"),
            Replace(MINDSPORE, "int64      = { bytes = [7280", "int46      = { bytes = [7280"),
            Replace(
                TIK,
                "when = \"rank(input) == 1 && bits(dtype(input)) == bits(dtype)\"",
                "when = \"rank(input) == 1 && bits(dtype(inptu)) == bits(dtype)\"",
            ),
        ],
        &[
            at(CUMPROD, "«levle» = \"must\"", "unknown key `levle`", "not a key", "did you mean `level`?"),
            at(
                CUMPROD,
                "dim != «shape(input)»",
                "this `!=` takes an int, not a shape",
                "this is a shape",
                "",
            ),
            at(
                CUMPROD_LATER,
                "inherits = «\"cann-8.3.rc2\"»",
                "does not exist",
                "expected another edition",
                "did you mean `cann-8.3.rc1`?",
            ),
            at(TENSORS_LATER, "«wehre»", "unknown key `wehre`", "not a key", "did you mean `where`?"),
            at(TENSORS, "«[77, 65]»", "last line comes before the first", "expected `[first, last]`", ""),
            at(
                TENSORS,
                "«\"f23\"»",
                "`f23` is not a dtype",
                "row `bf16`, column `f16`",
                "did you mean `f32`?",
            ),
            at(
                TENSORS_CODE,
                "row = «\"bf17\"»",
                "no row `bf17`",
                "expected a key of its rows",
                "did you mean `bf16`?",
            ),
            at("documents.toml", "[profile.«documented»]", "no profile is the default", "exactly one", ""),
            at(
                MINDSPORE,
                "«[table.\"mindspore.number-tensor\"]»",
                "lacks row `int64`",
                "the order lists",
                "",
            ),
            at(MINDSPORE, "«int46»", "not a row of table", "expected a name", "did you mean `int64`?"),
            at(
                TIK,
                "dtype(«inptu»)) == bits",
                "`inptu` is not an argument",
                "unknown name",
                "did you mean `input`?",
            ),
        ],
    );
}
