//! Mistakes in operators and their contracts.

use ascertain_spec::load_files;

use crate::common::{Append, Replace, assert_problems, at, edited};

const FIRST: &str = "aclnn/cumprod/cann-8.3.rc1.toml";
const LATER: &str = "aclnn/cumprod/2026-03.toml";
const CODE: &str = "aclnn/cumprod/code-2026-08.toml";
const OVERLAY: &str = "aclnn/cumprod.toml";
const TIK: &str = "tik/reinterpret.toml";

#[test]
fn functions_must_fit_the_operator() {
    let head = "[operator.function.aclnnCumprod]\nphase = 2\nvariant = \"out of place\"\n";
    for (edit, expected) in [
        (
            Replace(FIRST, head, "[operator.function.aclnnCumprod]\nphase = 3\nvariant = \"out of place\"\n"),
            vec![
                at(
                    FIRST,
                    "then = «\"aclnnCumprod\"»",
                    "`aclnnCumprod` is not a function of phase two of this variant",
                    "what follows `aclnnCumprodGetWorkspaceSize`",
                    "",
                ),
                at(FIRST, "phase = «3»", "phase 3 does not exist", "expected 1 or 2", ""),
            ],
        ),
        (
            Replace(FIRST, "then = \"aclnnInplaceCumprod\"", "then = \"aclnnInplaceCumprud\""),
            vec![at(
                FIRST,
                "then = «\"aclnnInplaceCumprud\"»",
                "`aclnnInplaceCumprud` is not a function of phase two",
                "what follows",
                "did you mean `aclnnInplaceCumprod`?",
            )],
        ),
        (
            Replace(FIRST, "phase = 1\nvariant = \"in place\"", "phase = 1\nvariant = \"inplace\""),
            vec![
                at(
                    FIRST,
                    "variant = «\"inplace\"»",
                    "variant `inplace` is not declared",
                    "expected a variant of the operator",
                    "did you mean `in place`?",
                ),
                at(
                    FIRST,
                    "then = «\"aclnnInplaceCumprod\"»",
                    "is not a function of phase two of this variant",
                    "",
                    "",
                ),
            ],
        ),
        (
            Replace(FIRST, head, "[operator.function.aclnnCumprod]\nvariant = \"out of place\"\n"),
            vec![
                at(FIRST, "then = «\"aclnnCumprod\"»", "is not a function of phase two", "", ""),
                at(
                    FIRST,
                    "[operator.function.«aclnnCumprod»]",
                    "function `aclnnCumprod` lacks `phase`",
                    "neither given here nor inherited",
                    "",
                ),
            ],
        ),
        (
            Append(
                CODE,
                "\n[operator.function.aclnnCumprod.parameter.device]\nc = \"int\"\ncite = { where = \"p\" }\n",
            ),
            vec![at(
                CODE,
                "parameter.«device»]",
                "parameter `device` lacks `direction`, `says`",
                "neither given here nor inherited",
                "",
            )],
        ),
        (
            Append(
                CODE,
                "\n[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dtype]\nempty = true\n",
            ),
            vec![at(
                CODE,
                "parameter.«dtype»]",
                "parameter `dtype` differs from the inherited one, but does not say where",
                "add `cite`",
                "",
            )],
        ),
        (
            Replace(FIRST, "formula = \"y[i]", "# formula = \"y[i]"),
            vec![
                at(
                    LATER,
                    "«[operator]»",
                    "operator `cumprod` in edition `2026-03` lacks `formula`",
                    "neither given here nor inherited",
                    "",
                ),
                at(
                    "aclnn/cumprod/2026-07.toml",
                    "name = «\"2026-07\"»",
                    "operator `cumprod` in edition `2026-07` lacks `formula`",
                    "neither given here nor inherited",
                    "",
                ),
                at(
                    FIRST,
                    "«[operator]»",
                    "operator `cumprod` in edition `cann-8.3.rc1` lacks `formula`",
                    "neither",
                    "",
                ),
                at(
                    CODE,
                    "[«operator».function.aclnnCumprodGetWorkspaceSize.parameter.input]",
                    "operator `cumprod` in edition `code-2026-08` lacks `formula`",
                    "neither",
                    "",
                ),
            ],
        ),
    ] {
        assert_problems(&[edit], &expected);
    }
    let message = "operator of `aclnn.cumprod` lists dtypes without a naming scheme";
    assert_problems(
        &[Replace(FIRST, "names = \"operator\"\n", "")],
        &[
            at(LATER, "«[operator]»", message, "add `names`", ""),
            at(FIRST, "«[operator]»", message, "add `names`", ""),
            at(
                CODE,
                "[«operator».function.aclnnCumprodGetWorkspaceSize.parameter.input]",
                message,
                "add `names`",
                "",
            ),
        ],
    );
    // What an edition adds, it has and its heirs have.
    let added = "\n[operator.function.aclnnCumprod.parameter.device]\nc = \"int\"\ndirection = \"in\"\nsays = \"s\"\ncite = { where = \"p\" }\n";
    let spec = load_files(edited(&[Append(LATER, added)])).unwrap_or_else(|problems| panic!("{problems}"));
    let counts: Vec<usize> =
        spec.operators[0].contracts.iter().map(|contract| contract.functions[1].parameters.len()).collect();
    assert_eq!(counts, [4, 5, 5, 4]);
}

#[test]
fn parameters_must_list_what_exists() {
    let listed = "[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dim]\ndtypes = [\"INT32\", \"INT64\"]\nrange = \"-rank(input) <= axis && axis < rank(input)\"\n";
    for (to, expected) in [
        (
            "[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dim]\ndtypes = [\"INT32\", \"INT46\"]\n",
            at(
                CODE,
                "«\"INT46\"»",
                "`INT46` is not a dtype",
                "dtypes of parameter `dim`",
                "did you mean `INT64`?",
            ),
        ),
        (
            "[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dim]\ndtypes = [\"INT32\", \"INT32\"]\n",
            at(CODE, "[\"INT32\", «\"INT32\"»]", "`INT32` appears twice in the list", "the second one", ""),
        ),
        (
            "[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dim]\nformats = [\"NH\"]\n",
            at(CODE, "«\"NH\"»", "`NH` is not a format", "formats of parameter `dim`", "did you mean `ND`?"),
        ),
        (
            "[operator.function.aclnnCumprodGetWorkspaceSize.parameter.dim]\nrange = \"dim < rnak(input)\"\n",
            at(CODE, "«rnak»(input)", "`rnak` is not a function", "unknown name", "did you mean `rank`?"),
        ),
    ] {
        assert_problems(&[Replace(CODE, listed, to)], &[expected]);
    }
}

#[test]
fn operators_must_have_both_halves() {
    for (edits, expected) in [
        (
            vec![Replace(TIK, "[operator]\nname = \"reinterpret\"", "[operator]\nname = \"cumprod\"")],
            at(TIK, "name = «\"cumprod\"»", "two operators have the name `cumprod`", "the second one", ""),
        ),
        (
            vec![Append(
                "aclnn/tensor-scalar.toml",
                "\n[operator]\nname = \"adds\"\narea = \"adds\"\n[operator.argument]\n[operator.variant]\n",
            )],
            at(
                "aclnn/tensor-scalar.toml",
                "name = «\"adds\"»",
                "no edition of `aclnn.tensor-scalar` says anything about operator `adds`",
                "expected `[operator]`",
                "",
            ),
        ),
        (
            vec![Append("aclnn/tensor-scalar/2025-09.toml", "\n[operator]\nsays = \"s\"\n")],
            at(
                "aclnn/tensor-scalar/2025-09.toml",
                "name = «\"2025-09\"»",
                "edition `2025-09` describes an operator that has no arguments",
                "expected `[operator]` in aclnn/tensor-scalar.toml",
                "",
            ),
        ),
        (
            vec![Replace(
                OVERLAY,
                "editions = [\"cann-8.3.rc1\", \"2026-03\"]\n\n[[operator.derived]]\nname = \"compute\"",
                "\n[[operator.derived]]\nname = \"compute\"",
            )],
            at(
                OVERLAY,
                "[[operator.derived]]\nname = «\"compute\"»\nkind = \"dtype\"\nsays = \"the dtype of the computation and of the result\"\nis = \"if present(dtype) { dtype } else { if",
                "derived value `compute` is given twice in edition `code-2026-08`",
                "the second one",
                "",
            ),
        ),
    ] {
        assert_problems(&edits, &[expected]);
    }
}

/// What later pages state: ranks, null pointers, dtypes by product, sentences that are not read.
#[test]
fn what_pages_state_must_fit_the_contract() {
    const NEWEST: &str = "aclnn/cumprod/2026-07.toml";
    let nulls = "dim = { lines = [216, 218] }";
    let rank = "max_rank = 8\ncite = { where = \"aclnnCumprod";
    let products =
        |list: &str| format!("product_dtypes = [{{ products = [\"A\"], dtypes = [{list}] }}]\n{rank}");
    for (edit, expected) in [
        (
            Replace(LATER, nulls, "dom = { lines = [216, 218] }"),
            at(
                LATER,
                "«dom» = { lines",
                "`dom` is not a parameter of `aclnnCumprodGetWorkspaceSize`",
                "expected one of its parameters",
                "did you mean `dim`?",
            ),
        ),
        (
            Replace(LATER, nulls, "dim = { lines = [216, 718] }"),
            at(LATER, "lines = «[216, 718]»", "line 718 is beyond the end of the source", "625 lines", ""),
        ),
        (
            Replace(LATER, rank, &format!("min_rank = 9\n{rank}")),
            at(
                LATER,
                "«[operator.function.aclnnCumprodGetWorkspaceSize.parameter.input]»",
                "parameter `input` has 9 or more and 8 or fewer dimensions",
                "expected `min_rank` to be at most `max_rank`",
                "",
            ),
        ),
        (
            Replace(LATER, rank, &products("\"FLOAT17\"")),
            at(
                LATER,
                "dtypes = [«\"FLOAT17\"»] }",
                "`FLOAT17` is not a dtype",
                "dtypes of parameter `input`",
                "did you mean `FLOAT16`?",
            ),
        ),
        (
            Replace(LATER, "deterministic = { is = true,", "deterministic = { if = true,"),
            at(
                LATER,
                "«if» = true",
                "unknown key `if` in a statement on determinism",
                "not a key of this table",
                "did you mean `is`?",
            ),
        ),
        (
            Replace(
                NEWEST,
                "inherits = \"2026-03\"",
                "inherits = \"2026-03\"\nrequirements_of = \"2026-04\"",
            ),
            at(
                NEWEST,
                "requirements_of = «\"2026-04\"»",
                "edition `2026-04` of `aclnn.cumprod` does not exist",
                "expected another edition of the document",
                "did you mean `2026-03`?",
            ),
        ),
        (
            Replace(
                NEWEST,
                "inherits = \"2026-03\"",
                "inherits = \"2026-03\"\nrequirements_of = \"2026-07\"",
            ),
            at(
                NEWEST,
                "requirements_of = «\"2026-07\"»",
                "edition `2026-07` takes its own requirements",
                "expected another edition of the document",
                "",
            ),
        ),
    ] {
        assert_problems(&[edit], &[expected]);
    }
}
