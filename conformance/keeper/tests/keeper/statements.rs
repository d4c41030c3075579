//! What `ascertain-spec check --statements` lists. `scripts/generated.sh` compares its digest.

use crate::keeper::support::SPEC;
use ascertain::document::Editions;
use ascertain_conformance::suite;
use ascertain_spec::model::Span;
use ascertain_spec_tools::statements::{Kept, Tested, of_document};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

#[test]
fn statements_name_cases_that_exist() {
    let cases = suite::build(&Editions::default()).expect("the suite builds");
    let ids: HashSet<&str> = cases.iter().map(|case| &*case.id).collect();
    let spec = ascertain_spec::load(Path::new(SPEC)).unwrap_or_else(|problems| panic!("{problems}"));
    let named: Vec<&String> = spec.statements.iter().flat_map(|statement| &statement.tested).collect();
    assert!(named.len() > 10);
    for id in named {
        assert!(ids.contains(id.as_str()), "{id}");
    }
}

#[test]
fn what_is_kept_stands_where_the_table_says() {
    let spec = ascertain_spec::load(Path::new(SPEC)).unwrap_or_else(|problems| panic!("{problems}"));
    let line = |at| {
        let (file, line) = spec.place(at);
        let text = fs::read_to_string(Path::new(SPEC).join(file)).expect("a file of the specification");
        text.lines().nth(line - 1).expect("a line").to_owned()
    };
    let kept = of_document(&spec, "aclnn.tensor-tensor");
    let rules: Vec<String> = kept.iter().filter(|k| k.kind == "rule").map(|k| line(k.at)).collect();
    assert_eq!(rules.len(), 8);
    assert!(rules.iter().all(|line| line.starts_with("id = ")), "{rules:?}");
    // What a function returns is cited from the line that names it.
    let kept = of_document(&spec, "tik.reinterpret");
    let returns = kept.iter().find(|k| k.says.ends_with("returns Tensor")).expect("a function");
    assert_eq!(returns.cite.span, Span::Lines(29, 29));
    // Of two tables one is about tensors and the other about tensors and numbers.
    let kept = of_document(&spec, "mindspore.dtype");
    let claims = |k: &Kept| matches!(&k.tested, Tested::No(why) if why.contains("promote"));
    for name in ["Tensor: ", "number: "] {
        let one = kept.iter().find(|k| k.kind == "type" && k.says.starts_with(name)).expect("a type");
        assert!(!claims(one), "{one:?}");
    }
    assert!(kept.iter().any(|k| k.kind == "statement" && k.cite.span == Span::Bytes(528, 568)));
    // What no requirement cites says why not.
    let kept = of_document(&spec, "aclnn.abs");
    let closed: Vec<_> = kept.iter().filter(|k| k.kind == "sentence").collect();
    assert_eq!(closed.iter().map(|k| k.cite.span).collect::<Vec<_>>(), [Span::Lines(38, 38)]);
    assert!(
        matches!(&closed[0].tested, Tested::No(why) if why.starts_with("it says which functions to call"))
    );
}
