//! Editions made from facts: they are valid and have exactly these facts.

use crate::import::{all_differences, committed_files, differences, folder, spec, subjects};
use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::facts::{CellFact, Facts, ProductDTypes, Ranks, RuleFact, UnreadFact};
use ascertain_spec_tools::import::{Candidate, ImportError, best_candidate, by_distance, candidate};
use ascertain_spec_tools::lint::lint;

/// The specification with a candidate added.
fn with(candidate: &Candidate) -> Spec {
    let mut files = committed_files::committed(&folder());
    files.extend(candidate.files());
    ascertain_spec::load_files(files).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The new edition `name` made from facts: it has all of them, and these texts.
fn written(spec: &Spec, facts: &Facts, name: &str, inherits: Option<&str>, texts: &[&str]) -> Candidate {
    let written = candidate(spec, facts, name, inherits, false).unwrap_or_else(|refusal| panic!("{refusal}"));
    for text in texts {
        assert!(written.text.contains(text), "{text}: {}", written.text);
    }
    assert_eq!(differences(facts, &with(&written), name), []);
    written
}

fn of(spec: &Spec, document: &str, edition: &str) -> Facts {
    Facts::of_edition(spec, document, edition).expect("an edition")
}

#[test]
fn every_edition_that_is_read_from_a_page_can_be_written_in_full() {
    let spec = &spec();
    for document in &spec.documents {
        for edition in document.editions.iter().filter(|e| e.sentences.is_some()) {
            let mut facts = of(spec, &document.id, &edition.name);
            // A page whose cells another edition states has places in that edition's page.
            if edition.inherits.is_some() {
                facts.extent = None;
            }
            let written = candidate(spec, &facts, &edition.name, None, true)
                .unwrap_or_else(|refusal| panic!("{} {}: {refusal}", document.id, edition.name));
            assert!(written.differs && written.file.ends_with(&format!("{}.toml", edition.name)));
        }
    }
}

#[test]
fn a_full_edition_keeps_the_layout_of_the_committed_file() {
    let spec = &spec();
    for (document, edition) in [
        ("aclnn.tensor-tensor", "cann-23.0.rc2"),
        ("aclnn.tensor-scalar", "2025-09"),
        ("mindspore.dtype", "2.10"),
    ] {
        let facts = of(spec, document, edition);
        let written = candidate(spec, &facts, edition, None, true).expect("a candidate");
        let committed = spec.text(&written.file).expect("the file");
        let code = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        // All but comments and blank lines, to the last space.
        assert_eq!(code(&written.text), code(committed), "{document}");
    }
}

#[test]
fn an_inheriting_edition_lists_only_what_differs() {
    let spec = &spec();
    let mut facts = of(spec, "aclnn.tensor-tensor", "2025-09");
    let same = candidate(spec, &facts, "2026-07", Some("2025-09"), false).expect("a candidate");
    assert!(!same.differs && !same.text.contains("[table"), "{}", same.text);
    facts.title = "a later page, with \"quotes\"".to_owned();
    facts.tables[0].cells[1] = CellFact { result: None, ..CellFact::default() };
    facts.tables[0].cells[5] = CellFact { result: Some("s64".to_owned()), ..CellFact::default() };
    let text = "rows.\"f32\" = { \"f16\" = \"×\" }\n";
    let written = written(spec, &facts, "2026-07", Some("2025-09"), &[text]);
    let changes = written.text.matches("[[table.\"aclnn.tensor-tensor\".change]]").count();
    assert_eq!(changes, 2, "{}", written.text);
    let after = with(&written);
    assert_eq!(by_distance(&after, &facts)[0], ("2026-07".to_owned(), 0));
    let before = of(spec, "aclnn.tensor-tensor", "2025-09");
    assert_eq!(differences(&before, &after, "2026-07").len(), 2);
}

#[test]
fn operators_inherit_key_by_key() {
    let spec = &spec();
    let mut facts = of(spec, "aclnn.cumprod", "2026-03");
    let operator = facts.operator.as_mut().expect("an operator");
    operator.max_rank = Some((5, Default::default()));
    operator.products.remove(0);
    operator.products[0].1 ^= true;
    operator.products.push(("Toaster".to_owned(), true, Default::default()));
    let input = &mut operator.functions[0].parameters[0];
    input.dtypes.push("int24".to_owned());
    input.dtypes.retain(|dtype| dtype != "u64");
    input.empty = Some(false);
    let texts = [
        "max_rank = { is = 5 }",
        "{ removed = true }",
        "\"Toaster\" = { supported = true }",
        "unnamed = [\"int24\"]",
        "empty = false",
    ];
    let Candidate { text, .. } = written(spec, &facts, "2027-01", Some("2026-03"), &texts);
    assert!(!text.contains("says = \"the tensor") && !text.contains("direction"), "{text}");
}

#[test]
fn types_are_renamed_added_and_removed() {
    let spec = &spec();
    let mut facts = of(spec, "mindspore.dtype", "2.10");
    "bool_".clone_into(&mut facts.types[0].name);
    facts.types[1].aliases.push("byte".to_owned());
    facts.types[2].aliases.clear();
    facts.types.pop();
    facts.others.pop();
    facts.others.push(("int_".to_owned(), Default::default()));
    for inherits in [Some("2.10"), None] {
        let text = "[type.bool_]\ndtype = \"bool\"\nrenames = \"bool\"\n";
        let written = written(spec, &facts, "2024-08", inherits, &[text]);
        assert_eq!(written.text.contains("removed = true"), inherits.is_some());
    }
}

#[test]
fn what_cannot_be_an_edition_is_refused() {
    let spec = &spec();
    let facts = of(spec, "aclnn.tensor-tensor", "cann-23.0.rc2");
    let refused = |facts: &Facts, name: &str, inherits: Option<&str>| {
        candidate(spec, facts, name, inherits, false).expect_err(name)
    };
    let says = |facts: &Facts, name: &str, inherits: Option<&str>, words: &str| {
        let says = refused(facts, name, inherits).to_string();
        assert!(says.contains(words), "{name}: {says}");
    };
    says(&facts, "2025-09", None, "aclnn/tensor-tensor/2025-09.toml already exists");
    for name in ["", "a/b", "../up", ".hidden", "a b"] {
        says(&facts, name, None, "cannot name an edition");
    }
    says(&facts, "new", Some("2019"), "no edition `2019`");
    let unknown = Facts { document: "aclnn.toast".to_owned(), ..facts.clone() };
    says(&unknown, "new", None, "`aclnn.toast` is not declared");
    // Places beyond the page, and rules that contradict what is printed: the compiler refuses them.
    let short = Facts { extent: Some("20 lines".to_owned()), ..facts.clone() };
    assert!(matches!(refused(&short, "new", None), ImportError::Unsound(_)));
    let mut wrong = facts.clone();
    let rule = RuleFact { partners: vec!["f16".to_owned()], only: true, ..wrong.tables[0].rules[0].clone() };
    wrong.tables[0].rules.push(RuleFact { operand: "f32".to_owned(), ..rule });
    assert!(matches!(refused(&wrong, "new", None), ImportError::Unsound(_)));
    // A statement that is gone cannot be inherited away.
    let mut silent = of(spec, "aclnn.cumprod", "2026-03");
    silent.operator.as_mut().expect("an operator").deterministic = None;
    let refusal = refused(&silent, "new", Some("2026-03"));
    assert!(
        matches!(&refusal, ImportError::CannotInherit { because, .. } if because.len() == 1),
        "{refusal}"
    );
}

/// A page of the operator as it was before an edition: without what the edition added.
fn earlier(spec: &Spec) -> Facts {
    let mut facts = of(spec, "aclnn.cumprod", "cann-8.3.rc1");
    facts.digest = Some(format!("sha256:{}", "1".repeat(64)));
    let operator = facts.operator.as_mut().expect("an operator");
    operator.products.push(("Toaster".to_owned(), false, Default::default()));
    facts
}

#[test]
fn the_edition_to_inherit_from_is_chosen() {
    let spec = &spec();
    let chosen = |facts: &Facts| {
        let chosen = best_candidate(spec, facts, "new").unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(differences(facts, &with(&chosen), "new"), []);
        chosen
    };
    // The nearest edition, if it can express the page.
    assert_eq!(chosen(&earlier(spec)).inherits.as_deref(), Some("cann-8.3.rc1"));
    let mut later = of(spec, "aclnn.cumprod", "2026-03");
    later.operator.as_mut().expect("an operator").products.pop();
    assert_eq!(chosen(&later).inherits.as_deref(), Some("2026-03"));
    // Nearer to the later one, which states what this page does not: the earlier one is taken.
    later.operator.as_mut().expect("an operator").deterministic = None;
    assert_eq!(by_distance(spec, &later)[0].0, "2026-03");
    assert_eq!(chosen(&later).inherits.as_deref(), Some("cann-8.3.rc1"));
    // No edition can express a page that has lost a parameter: it is written in full.
    later.operator.as_mut().expect("an operator").functions[0].parameters.pop();
    let whole = chosen(&later);
    assert!(
        whole.inherits.is_none() && whole.text.contains("requirements_of = \"2026-03\"\n"),
        "{}",
        whole.text
    );
}

#[test]
fn an_edition_in_full_has_the_requirements_of_the_nearest() {
    let spec = &spec();
    for (facts, nearest) in
        [(earlier(spec), "cann-8.3.rc1"), (of(spec, "aclnn.cumprod", "2026-03"), "2026-03")]
    {
        let text = format!("requirements_of = \"{nearest}\"\n");
        let after = with(&written(spec, &facts, "new", None, &[&text]));
        let contract = |edition: &str| {
            let contracts =
                &after.operators.iter().find(|o| o.name == "cumprod").expect("the operator").contracts;
            let contract = contracts.iter().find(|contract| contract.edition == edition).expect("a contract");
            let requirements = contract.requirements.iter().map(|r| (r.id.clone(), r.level));
            let derived = contract.derived.iter().map(|d| d.is.text.clone());
            (requirements.collect::<Vec<_>>(), derived.collect::<Vec<_>>())
        };
        assert_eq!(contract("new"), contract(nearest));
        // Mistakes that the two share are known in both.
        let new: Vec<String> =
            lint(&after).into_iter().filter(|f| f.known.is_none()).map(|finding| finding.id).collect();
        assert_eq!(new, [""; 0]);
    }
}

#[test]
fn a_table_printed_in_another_way_is_written_whole() {
    let spec = &spec();
    let mut facts = of(spec, "aclnn.tensor-scalar", "2025-09");
    "NA".clone_into(&mut facts.tables[0].undefined);
    // Another rule that gives the same cells.
    let mut rules = of(spec, "aclnn.tensor-tensor", "cann-23.0.rc2");
    let rule = RuleFact { partners: vec!["s8".to_owned()], only: true, ..rules.tables[0].rules[0].clone() };
    rules.tables[0].rules.push(rule);
    for (facts, parent) in [(facts, "2025-09"), (rules, "cann-23.0.rc2")] {
        // Every difference, the mark and the rules with it.
        let written = written(spec, &facts, "new", Some(parent), &[]);
        assert!(written.differs && !written.text.contains(".change]]"), "{}", written.text);
    }
}

#[test]
fn ranks_nulls_and_sentences_are_kept() {
    let spec = &spec();
    let mut facts = of(spec, "aclnn.cumprod", "2026-03");
    facts.rest = Some(Vec::new());
    facts.unread = vec![UnreadFact {
        about: "constraints".to_owned(),
        text: Some("It may \"rain\".".to_owned()),
        digest: "0123456789abcdef".to_owned(),
        place: Span::Lines(7, 8),
        silent: false,
    }];
    let function = &mut facts.operator.as_mut().expect("an operator").functions[0];
    function.nulls = vec![("out".to_owned(), Span::Lines(3, 3))];
    let input = &mut function.parameters[0];
    input.ranks = Some(Ranks { least: Some(2), most: Some(5) });
    input.product_dtypes.push(ProductDTypes {
        products: vec!["Toaster".to_owned()],
        dtypes: vec!["bf16".to_owned(), "INT4".to_owned()],
        place: Span::Lines(4, 4),
    });
    for inherits in [Some("2026-03"), None] {
        let texts = [
            "nulls = { out = { lines = [3, 3] } }\n",
            "min_rank = 2\nmax_rank = 5\n",
            "  { products = [\"Toaster\"], dtypes = [\"BFLOAT16\"], unnamed = [\"INT4\"], lines = [4, 4] },\n",
        ];
        let written = written(spec, &facts, "new", inherits, &texts);
        let (file, text) = written.sentences.as_ref().expect("the page's sentences");
        assert_eq!(file, "aclnn/cumprod/new.sentences");
        let line = "7-8 0123456789abcdef! constraints\n";
        assert!(text.contains(line) && !text.contains("It may"), "a digest, and no vendor's words: {text}");
        let after = with(&written);
        assert_eq!(all_differences(&facts, &after, "new"), []);
        // An edition that inherits from it has a page of its own, and none of these sentences.
        let child = of(&after, "aclnn.cumprod", "code-2026-08");
        assert!(child.rest.is_none() && child.unread.is_empty());
        let mut other = facts.clone();
        other.unread[0].digest = "fedcba9876543210".to_owned();
        assert_eq!(subjects(&all_differences(&other, &after, "new")), ["prose constraints"]);
    }
}

#[test]
fn a_page_of_another_operator_is_refused() {
    let spec = &spec();
    let mut facts = of(spec, "aclnn.cumprod", "2026-03");
    for function in &mut facts.operator.as_mut().expect("an operator").functions {
        function.name = function.name.replace("Cumprod", "Toast");
    }
    let refused = best_candidate(spec, &facts, "new").expect_err("another operator");
    assert_eq!(refused.to_string().matches("Toast").count(), 4, "{refused}");
}
