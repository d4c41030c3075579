//! Mistakes in predicates: the caret points into the string, at the wrong part.

use ascertain_spec::load_files;

use crate::spec::common::{Append, Replace, assert_problems, at, edited};

const CUMPROD: &str = "aclnn/cumprod.toml";

/// `refused.txt` has groups of predicates, each with the wrong part between « and », and what is said of it, as in `mistakes`.
#[test]
fn what_is_not_a_predicate_is_refused_where_it_goes_wrong() {
    for group in include_str!("refused.txt").split("# ").skip(1) {
        let (heading, cases) = group.split_once("\n\n").expect("a heading and cases");
        let cases: Vec<[String; 4]> = cases.trim().split("\n\n").map(refused).collect();
        println!("{heading}: {} predicates", cases.len());
        let plain: Vec<String> = cases.iter().map(|[marked, ..]| marked.replace(['«', '»'], "")).collect();
        let places: Vec<String> =
            cases.iter().map(|[marked, ..]| format!("\nrequire = '{marked}'\n")).collect();
        let expected = places.iter().zip(&cases);
        let expected = expected.map(|(place, [_, said @ ..])| {
            let [message, label, help] = said;
            at(CUMPROD, place, message, label, help)
        });
        // In one file, so that each mistake is found beside the others.
        assert_problems(&[Append(CUMPROD, &requirements(&plain))], &expected.collect::<Vec<_>>());
    }
}

/// A predicate, and the message, label and help about it.
fn refused(case: &str) -> [String; 4] {
    ["require", "message:", "label:", "help:"].map(|key| {
        let line = case.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_default().trim().to_owned()
    })
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
