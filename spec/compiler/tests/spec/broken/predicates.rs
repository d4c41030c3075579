//! Predicates: the caret stands inside the string, at the part that is wrong.

use crate::common::{Append, Replace, assert_problems, at};

const CUMPROD: &str = "aclnn/cumprod.toml";
const FUNCTIONS: &str = "one of `rank`, `count`, `dtype`, `shape`, `last`, `bits`, `dtypes`, `is_integer`, `is_float`, `present`, `is_null`, `contiguous`, `dense_last`";

#[test]
fn predicates_must_parse_and_type() {
    // The predicate with the wrong part marked, message, label, help.
    for (marked, message, label, help) in [
        (
            "«dmi» < rank(input)",
            "`dmi` is no argument and no derived value",
            "unknown name",
            "did you mean `dim`?",
        ),
        ("dim < rank(«inptu»)", "`inptu` is no argument", "unknown name", "did you mean `input`?"),
        (
            "dim < «rnk»(input)",
            "`rnk` is no function of the predicate language",
            "unknown name",
            "did you mean `rank`?",
        ),
        (
            "dim < «length»(input)",
            "`length` is no function of the predicate language",
            "unknown name",
            FUNCTIONS,
        ),
        (
            "dtypes(input).«contain»(dtype)",
            "`contain` is no method",
            "unknown name",
            "did you mean `contains`?",
        ),
        (
            "dtypes(«inputs»).contains(dtype)",
            "`inputs` is no parameter of phase one that lists dtypes",
            "unknown name",
            "did you mean `input`?",
        ),
        ("«dim»", "the predicate is an int", "expected a bool", ""),
        ("dim < «dtype(input)»", "a dtype where `<` takes an int", "this is a dtype", ""),
        ("dim > 0 && «rank(input)»", "an int where `&&` takes a bool", "this is an int", ""),
        ("!«dim»", "an int where `!` takes a bool", "this is an int", ""),
        ("-«inplace» == 0", "a bool where `-` takes an int", "this is a bool", ""),
        ("shape(out) == «rank(input)»", "an int where this `==` takes a shape", "this is an int", ""),
        ("«dtypes(input)» == dtypes(dim)", "sets of dtypes are not compared", "ask it", ""),
        ("dtypes(input).contains(«dim»)", "an int where `contains` takes a dtype", "this is an int", ""),
        ("«dtype».contains(dtype)", "a dtype where `contains` takes a set of dtypes", "this is a dtype", ""),
        ("bits(«rank(input)») == 8", "an int where `bits` takes a dtype", "this is an int", ""),
        (
            "last(«input») == 8",
            "`input` is a tensor, not a value",
            "expected a value",
            "ask for a part of it: `rank(input)`, `dtype(input)`, `shape(input)`",
        ),
        ("rank(«dim») == 1", "`dim` is no tensor", "expected a tensor argument", ""),
        ("rank(«shape(input)») == 1", "a tensor argument belongs here", "expected a tensor argument", ""),
        ("«rank(input, out)» == 1", "`rank` takes one argument", "2 given", ""),
        ("«rank()» == 1", "`rank` takes one argument", "0 given", ""),
        ("«if inplace { true }»", "`if` without `else` has no value", "expected `else", ""),
        ("if inplace { true } else { «dim» }", "an int where this `else` takes a bool", "this is an int", ""),
        ("if «dim» { true } else { false }", "an int where `if` takes a bool", "this is an int", ""),
        (
            "if inplace «{ let x = 1; true }» else { false }",
            "a branch is one expression",
            "expected one expression",
            "",
        ),
        ("dim == «1.5»", "literals are integers, `true` and `false`", "not understood", ""),
        ("dim == «99999999999999999999»", "the number does not fit 64 bits", "too large", ""),
        ("«dim as i64» == 1", "this form is not part of the predicate language", "not understood", ""),
        ("dim «&» 1 == 1", "this operator is not part of the predicate language", "not understood", ""),
        (
            "0 <= dim «<» rank(input)",
            "this is no predicate: comparison operators cannot be chained",
            "from here on",
            "",
        ),
    ] {
        let plain = marked.replace(['«', '»'], "");
        let text = format!(
            "\n[[requirement]]\nid = \"test\"\nlevel = \"must\"\nsays = \"s\"\nrequire = \"{plain}\"\ncite = {{ where = \"p\" }}\n"
        );
        let place = format!("says = \"s\"\nrequire = \"{marked}\"\n");
        assert_problems(&[Append(CUMPROD, &text)], &[at(CUMPROD, &place, message, label, help)]);
    }
}

#[test]
fn what_cannot_be_pointed_into_is_underlined_whole() {
    let dim = "require = \"-rank(input) <= dim && dim < rank(input)\"\nelse = \"ACLNN_ERR_PARAM_INVALID\"\ncite = { where = \"aclnnCumprodGetWorkspaceSize, dim\", lines = [65, 65] }";
    let with = |require: &str| dim.replace("\"-rank(input) <= dim && dim < rank(input)\"", require);
    for (require, message) in [
        (r#""dmi <\u0020rank(input)""#, "`dmi` is no argument"),
        (r#""-rank(input) <=""#, "this is no predicate"),
    ] {
        let place = format!("require = «{require}»");
        let help = if message.contains("dmi") { "did you mean `dim`?" } else { "" };
        assert_problems(&[Replace(CUMPROD, dim, &with(require))], &[at(CUMPROD, &place, message, "", help)]);
    }
    // A literal string is as good as a basic one.
    assert_problems(
        &[Replace(CUMPROD, dim, &with("'dmi < rank(input)'"))],
        &[at(
            CUMPROD,
            "require = '«dmi» < rank(input)'",
            "`dmi` is no argument",
            "unknown name",
            "did you mean `dim`?",
        )],
    );
}

#[test]
fn variants_and_derived_values_are_predicates_too() {
    for (edit, expected) in [
        (
            Replace(CUMPROD, "\"in place\" = \"inplace\"", "\"in place\" = \"dim\""),
            at(CUMPROD, "\"in place\" = \"«dim»\"", "the predicate is an int", "expected a bool", ""),
        ),
        (
            Replace(CUMPROD, "\"in place\" = \"inplace\"", "\"in place\" = \"inplase\""),
            at(
                CUMPROD,
                "\"in place\" = \"«inplase»\"",
                "`inplase` is no argument",
                "unknown name",
                "did you mean `inplace`?",
            ),
        ),
        (
            Replace(
                CUMPROD,
                "says = \"the dtype of the computation and of the result\"\nis = \"if present(dtype) { dtype } else { dtype(input) }\"",
                "says = \"s\"\nis = \"bits(dtype)\"",
            ),
            at(CUMPROD, "is = \"«bits(dtype)»\"", "the predicate is an int", "expected a dtype", ""),
        ),
        // A derived value is a name like an argument, and must not hide one.
        (
            Replace(CUMPROD, "when = \"is_integer(compute)\"", "when = \"is_integer(compote)\""),
            at(
                CUMPROD,
                "is_integer(«compote»)",
                "`compote` is no argument and no derived value",
                "unknown name",
                "did you mean `compute`?",
            ),
        ),
    ] {
        let expected = [expected];
        let problems = if expected[0].at.contains("is = \"«bits") {
            // What used the value has lost it in two editions, and says so too.
            vec![
                expected[0],
                at(
                    CUMPROD,
                    "is_integer(«compute»)",
                    "`compute` is no argument",
                    "unknown name",
                    "one of `dim`, `dtype`, `inplace`, `dim_dtype`, `input_format`, `out_format`, `executor`, `workspace`",
                ),
            ]
        } else {
            expected.to_vec()
        };
        assert_problems(&[edit], &problems);
    }
}
