//! Mistakes in predicates: the caret points into the string, at the wrong part.

use ascertain_spec::load_files;

use crate::common::{Append, Replace, assert_problems, at, edited};

const CUMPROD: &str = "aclnn/cumprod.toml";
const FUNCTIONS: &str = "one of `rank`, `count`, `dtype`, `shape`, `last`, `bits`, `low32`, `dtypes`, `is_integer`, `is_float`, `present`, `is_null`, `contiguous`, `dense_last`, `packed`";

#[test]
fn predicates_must_parse_and_type() {
    // The predicate with the wrong part marked, message, label, help.
    assert_refused(&[
        (
            "«dmi» < rank(input)",
            "`dmi` is not an argument or a derived value",
            "unknown name",
            "did you mean `dim`?",
        ),
        ("dim < rank(«inptu»)", "`inptu` is not an argument", "unknown name", "did you mean `input`?"),
        (
            "dim < «rnk»(input)",
            "`rnk` is not a function of the predicate language",
            "unknown name",
            "did you mean `rank`?",
        ),
        (
            "dim < «length»(input)",
            "`length` is not a function of the predicate language",
            "unknown name",
            FUNCTIONS,
        ),
        (
            "dtypes(input).«contain»(dtype)",
            "`contain` is not a method",
            "unknown name",
            "did you mean `contains`?",
        ),
        (
            "dtypes(«inputs»).contains(dtype)",
            "`inputs` is not a parameter of phase one that lists dtypes",
            "unknown name",
            "did you mean `input`?",
        ),
        ("«dim»", "the predicate is an int", "expected a bool", ""),
        ("dim < «dtype(input)»", "`<` takes an int, not a dtype", "this is a dtype", ""),
        ("dim > 0 && «rank(input)»", "`&&` takes a bool, not an int", "this is an int", ""),
        ("!«dim»", "`!` takes a bool, not an int", "this is an int", ""),
        ("-«inplace» == 0", "`-` takes an int, not a bool", "this is a bool", ""),
        ("shape(out) == «rank(input)»", "this `==` takes a shape, not an int", "this is an int", ""),
        ("«dtypes(input)» == dtypes(dim)", "sets of dtypes cannot be compared", "use `.contains", ""),
        ("dtypes(input).contains(«dim»)", "`contains` takes a dtype, not an int", "this is an int", ""),
        ("«dtype».contains(dtype)", "`contains` takes a set of dtypes, not a dtype", "this is a dtype", ""),
        ("bits(«rank(input)») == 8", "`bits` takes a dtype, not an int", "this is an int", ""),
        (
            "last(«input») == 8",
            "`input` is a tensor, not a value",
            "expected a value",
            "use a part of it: `rank(input)`, `dtype(input)`, `shape(input)`",
        ),
        ("rank(«dim») == 1", "`dim` is not a tensor", "expected a tensor argument", ""),
        ("rank(«shape(input)») == 1", "a tensor argument belongs here", "expected a tensor argument", ""),
        ("«rank(input, out)» == 1", "`rank` takes one argument", "2 given", ""),
        ("«rank()» == 1", "`rank` takes one argument", "0 given", ""),
        ("«if inplace { true }»", "`if` without `else` has no value", "expected `else", ""),
        ("if inplace { true } else { «dim» }", "this `else` takes a bool, not an int", "this is an int", ""),
        ("if «dim» { true } else { false }", "`if` takes a bool, not an int", "this is an int", ""),
    ]);
}

/// Requirements of these predicates, in one file, have just these problems.
#[track_caller]
fn assert_refused(refused: &[(&str, &str, &str, &str)]) {
    let plain: Vec<String> = refused.iter().map(|(marked, ..)| marked.replace(['«', '»'], "")).collect();
    let places: Vec<String> =
        refused.iter().map(|(marked, ..)| format!("\nrequire = '{marked}'\n")).collect();
    let expected: Vec<_> = places
        .iter()
        .zip(refused)
        .map(|(place, (_, message, label, help))| at(CUMPROD, place, message, label, help))
        .collect();
    assert_problems(&[Append(CUMPROD, &requirements(&plain))], &expected);
}

/// Requirements of these predicates, in literal strings.
fn requirements(predicates: &[String]) -> String {
    let requirement = |(number, require): (usize, &String)| {
        format!(
            "\n[[requirement]]\nid = \"test.{number}\"\nlevel = \"must\"\nbasis = \"stated\"\nsays = \"s\"\nrequire = '{require}'\ncite = {{ where = \"p\" }}\n"
        )
    };
    predicates.iter().enumerate().map(requirement).collect()
}

#[test]
fn rust_that_is_not_of_the_language_is_refused_by_name() {
    let named = [
        ("dim «as» i64 == 1", "casts are"),
        ("«&»dim == 1", "references are"),
        ("«*»dim == 1", "dereferences are"),
        ("«|»x| x", "closures are"),
        ("0 == 0 && «||» true", "closures are"),
        ("0«..»dim", "ranges are"),
        ("shape(out)«[0]» == 1", "indices are"),
        ("«[1, 2]»", "arrays are"),
        ("«(dim, dim)»", "tuples are"),
        ("«{ inplace }»", "blocks are"),
        ("«match» dim { _ => true }", "`match` is"),
        ("rank(input)«?» == 1", "`?` is"),
        ("assert«!»(inplace)", "macros are"),
        ("i64«::»MAX == dim", "paths are"),
        ("dtypes(input).contains«::»<u8>(dtype)", "paths are"),
        ("(inplace)«(dim)»", "calls of anything but a name are"),
        ("dim «<<» 1 == 2", "the operator `<<` is"),
        ("dim «+=» 1", "assignments are"),
        ("«#»[inline] inplace", "attributes are"),
    ]
    .map(|(marked, what)| (marked, format!("{what} not part of the predicate language")));
    let named = named.iter().map(|(marked, message)| (*marked, message.as_str(), "not understood", ""));
    let otherwise = [
        ("dim «=» 1", "assignments are not part", "not understood", "did you mean `==`?"),
        ("dim «&» 1 == 1", "the operator `&` is not part", "not understood", "did you mean `&&`?"),
        ("inplace «|» inplace", "the operator `|` is not part", "not understood", "did you mean `||`?"),
        ("dim «<-»1", "is not part of the predicate language", "not understood", "did you mean `< -`?"),
        ("input.«rank» == 1", "fields are not part of the predicate language", "a method has `(…)`", ""),
        ("dim == «1.5»", "literals are integers, `true` and `false`", "this is a float", ""),
        ("dim == «\"s\"»", "literals are integers, `true` and `false`", "not understood", ""),
        ("dim == «1_u8»", "integers have only one type", "leave the type out", ""),
        ("dim == «99999999999999999999»", "the number does not fit 64 bits", "too large", ""),
        ("«if inplace { true }»", "`if` without `else` has no value", "expected `else", ""),
        (
            "if inplace { true } else «if dim < 0 { true }»",
            "`if` without `else` has no value",
            "expected `else",
            "",
        ),
        ("if inplace { «let» x = 1; true } else { false }", "`let` is not part", "not understood", ""),
        ("if inplace { inplace«;» true } else { false }", "found `;`, expected an operator", "expected", ""),
        ("if inplace { true } else «{}»", "a branch is one expression", "expected one expression", ""),
        (
            "if inplace { if inplace { 1 } else { 2 } «==» dim } else { false }",
            "a branch is one expression",
            "expected one expression",
            "Rust ends the branch's `if` at its last brace: put it in parentheses",
        ),
    ];
    assert_refused(&named.chain(otherwise).collect::<Vec<_>>());
}

#[test]
fn what_is_not_rust_is_refused_where_it_goes_wrong() {
    assert_refused(&[
        ("-rank(input) «<=»", "a value is missing after `<=`", "expected a value", ""),
        ("dim < (1 «+»)", "a value is missing after `+`", "expected a value", ""),
        ("dim < «()»", "a value is missing between `(` and `)`", "expected a value", ""),
        ("dim < 1 + «)»", "this `)` does not close what is open", "", ""),
        ("dim < «(»1 + 2", "nothing closes this `(`", "", ""),
        ("rank(input«]» < 1", "this `]` does not close what is open", "", ""),
        ("dim < 1 «§» 2", "a predicate cannot continue with `§`", "", ""),
        ("dim < «<» 2", "paths are not part of the predicate language", "", ""),
        ("dim < 2 «dim»", "unexpected token", "not understood from here on", ""),
        ("(dim < 2 «;»)", "found `;`, expected an operator", "expected an operator", ""),
        ("rank(input «out») == 1", "expected `,`", "not understood from here on", ""),
        ("rank(«,») == 1", "found `,`, expected a value", "expected a value", ""),
        ("if inplace «true» else { false }", "expected curly braces", "not understood", ""),
        ("if inplace { true } else «dim»", "expected `if` or curly braces", "not understood", ""),
        ("if inplace { true } «else»", "a value is missing after `else`", "expected a value", ""),
        ("input.«3»", "fields are not part of the predicate language", "a method has `(…)`", ""),
    ]);
    let help = "join two comparisons with `&&`, or put parentheses around one";
    let chained = ["0 <= dim «<» rank(input)", "dim == 1 «=»= inplace", "inplace && 0 < dim + 1 «!»= 2"];
    let message = "comparison operators cannot be chained";
    assert_refused(&chained.map(|marked| (marked, message, "not understood from here on", help)));
}

#[test]
fn predicates_may_be_nested_and_long_within_reason() {
    let nested = |times: usize| {
        [
            format!("{}inplace{}", "(".repeat(times), ")".repeat(times)),
            format!("{}inplace", "!".repeat(times)),
            format!("inplace{}", " && inplace".repeat(times)),
            format!("dim == dim{}", " - (dim".repeat(times)) + &")".repeat(times),
            format!("{}true{}", "if inplace { ".repeat(times), " } else { false }".repeat(times)),
            format!("{}{{ true }}", "if inplace { false } else ".repeat(times)),
            format!("{}true{}", "if (".repeat(times), ") { true } else { false }".repeat(times)),
        ]
    };
    let files = edited(&[Append(CUMPROD, &requirements(&nested(30)))]);
    let spec = load_files(files).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(ascertain_spec::emit::rust(&spec).iter().all(|artefact| !artefact.text.is_empty()));
    // So deep that recursion without a limit would overflow the stack.
    let mut deep = nested(3000).to_vec();
    deep.push(format!("dim{} == 1", ".m()".repeat(3000)));
    let problems = load_files(edited(&[Append(CUMPROD, &requirements(&deep))])).expect_err("too deep");
    let [.., last] = problems.problems() else { panic!("{problems}") };
    assert!(problems.problems().iter().all(|problem| problem.message == last.message), "{problems}");
    assert!(last.message.contains("nests deeper than"), "{problems}");
    let counted = format!("and {} more places", deep.len() - problems.problems().len());
    assert!(last.help.as_ref().is_some_and(|help| help.contains(&counted)), "{problems}");
}

/// What is emitted for a value holds what is emitted for those that it refers to.
#[test]
fn derived_values_that_double_each_other_are_refused() {
    let value = |name: usize, is: &str| {
        format!(
            "\n[[operator.derived]]\nname = \"v{name}\"\nkind = \"int\"\nsays = \"s\"\nis = \"{is}\"\neditions = [\"2026-03\"]\n"
        )
    };
    let doubled = (1..40).map(|name| value(name, &format!("v{0} + v{0}", name - 1)));
    let text: String = [value(0, "dim")].into_iter().chain(doubled).collect();
    let anchor = "# What breaking a requirement gives";
    let edit = Replace(CUMPROD, anchor, &format!("{text}\n{anchor}"));
    let files = edited(&[edit]);
    let Err(problems) = load_files(files) else { panic!("it should not load") };
    assert_eq!(problems.problems().len(), 1, "{problems}");
    assert_eq!(problems.underlined(&problems.problems()[0]), "\"v11 + v11\"", "{problems}");
}
