//! A user's own cases: their ids, and all mistakes at once.

use ascertain::document::Editions;
use ascertain_judge::suite::{self, vectors::own};

/// A vector with this id and these other lines.
fn vector(id: &str, lines: &str) -> String {
    format!(
        "[[vector]]\nid = \"{id}\"\ncite = {{ document = \"aclnn.cumprod\", where = \"x\" }}\nnote = \"n\"\n\
         ask.op = \"cumprod\"\nask.input = {{ dtype = \"s8\", shape = [1], bits = \"02\" }}\nask.dim = 0\n{lines}\n"
    )
}

fn file(vectors: &[String]) -> String {
    format!("format = 1\nabout = \"a file\"\n{}", vectors.concat())
}

const DOCUMENTS: &str = "requirements = []\njudged = \"by the documents\"";

/// The problems with these files, each as `FILE:LINE` and words.
fn problems(files: &[(&str, String)]) -> Vec<(String, String)> {
    let files: Vec<_> = files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
    let problems = own::read(&files, &Editions::default()).map(|_| ()).expect_err("mistakes");
    problems.iter().map(|p| (format!("{}:{}", p.file, p.line), p.problem.clone())).collect()
}

#[test]
fn ids_are_apart_from_those_of_the_suite() {
    let wrong = [
        "cumprod/vector/example-123",
        "cumprod/grid/mine",
        "cumprod/fuzz/7/2",
        "cumprod/large/mine",
        "cumprod/declared/mine",
        "reinterpret/own/mine",
        "adapter/end",
        "cumprod/mine",
        "cumprod//mine",
        "cumprod/own/",
        "cumprod/own/a b",
        "cumprod/own/a*",
        "",
    ];
    for id in wrong {
        let found = problems(&[("a.toml", file(&[vector(id, DOCUMENTS)]))]);
        assert_eq!(found.len(), 1, "{id}: {found:?}");
        assert!(found[0].0 == "a.toml:3" && found[0].1.contains("cumprod/own/NAME"), "{id}: {found:?}");
    }
    let editions = Editions::default();
    let suite = suite::build(&editions).expect("the suite");
    for id in ["cumprod/own/a", "cumprod/found/7/2", "cumprod/own/large/a.b=c,d_e-1"] {
        let files = [("a.toml".to_owned(), file(&[vector(id, DOCUMENTS)]))];
        let own = own::read(&files, &editions).unwrap_or_else(|problems| panic!("{id}: {problems:?}"));
        assert_eq!((own.cases.len(), &*own.cases[0].id, own.cases[0].area), (1, id, "cumprod"));
    }
    // Cells have no such word: nobody can write a case of a table.
    let words = suite.iter().filter(|case| !case.id.contains('=') || case.id.matches('/').count() > 1);
    let others: Vec<_> =
        words.filter(|case| !own::TAKEN.contains(&case.id.split('/').nth(1).unwrap_or_default())).collect();
    assert!(others.is_empty(), "{}", others[0].id);
}

#[test]
fn all_mistakes_are_told_at_once() {
    let first = file(&[
        vector("cumprod/own/a", DOCUMENTS),
        vector(
            "cumprod/own/b",
            "requirements = [\"cumprod.vlaue\", \"cumprod.value\"]\nrejected = [\"NOPE\"]",
        ),
        vector(
            "cumprod/own/c",
            "requirements = [\"cumprod.vlaue\"]\nask.axis = 1\nask.out = 2\nrejected = []",
        ),
        vector("cumprod/own/d", "requirements = []\noops = 1\nrejected = []"),
        vector("cumprod/own/e", "requirements = [\"cumprod.vlaue\"]\nrejected = []"),
    ]);
    let second = file(&[vector("cumprod/own/a", DOCUMENTS), vector("cumprod/own/f", DOCUMENTS)]);
    let third = "format = 1\nabout = \nvector = \n".to_owned();
    let found = problems(&[("1.toml", first), ("2.toml", second), ("3.toml", third)]);
    let expected = [
        ("1.toml:12", "no status is called `NOPE`"),
        ("1.toml:29", "cumprod has no argument `axis`"),
        ("1.toml:30", "argument `out`: not a value of kind tensor"),
        ("1.toml:40", "unknown key `oops`"),
        ("1.toml:42", "cumprod has no requirement `cumprod.vlaue`"),
        ("2.toml:3", "1.toml:3 has the same id"),
        ("3.toml:2", "about"),
        ("3.toml:3", "vector"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((place, problem), (at, words)) in found.iter().zip(expected) {
        assert!(place == at && problem.contains(words), "{place}: {problem}, and not {at}: {words}");
    }
}

#[test]
fn a_case_with_an_answer_is_left_out_where_its_requirement_reads_otherwise() {
    let latest = Editions::profile("latest").expect("a profile");
    let cumprod = ascertain::contract::OPERATORS.iter().find(|o| o.name == "cumprod").expect("it is there");
    let (first, now) = (cumprod.contracts.first().expect("an edition"), cumprod.contract(&latest));
    let same =
        |id: &str| now.requirement(id).is_some_and(|r| first.requirement(id).map(|f| f.says) == Some(r.says));
    let changed = first.requirements.iter().find(|r| !same(r.id)).expect("the editions differ").id;
    let vectors = [
        vector("cumprod/own/answer", &format!("requirements = [\"{changed}\"]\nrejected = []")),
        vector(
            "cumprod/own/documents",
            &format!("requirements = [\"{changed}\"]\njudged = \"by the documents\""),
        ),
    ];
    let own = own::read(&[("a.toml".to_owned(), file(&vectors))], &latest).expect("well formed");
    let ids: Vec<&str> = own.cases.iter().map(|case| &*case.id).collect();
    assert_eq!((ids, own.left_out), (vec!["cumprod/own/documents"], vec!["cumprod/own/answer".to_owned()]));
}
