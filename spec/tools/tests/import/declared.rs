//! A document declared from a page that the specification knows nothing about.

use crate::import::{assert_listed, folder, spec};
use ascertain_spec::model::{Basis, Requirement, Spec};
use ascertain_spec_tools::facts::{Demand, DemandFact, Facts, FunctionFact, ParameterFact, UnreadFact};
use ascertain_spec_tools::import::{Declaration, declare};
use ascertain_spec_tools::lint::lint;
use ascertain_spec_tools::page;
use ascertain_spec_tools::reader;
use std::fs;

/// The facts of the made-up page, with two other forms of ranks in place: one number, and a least one.
fn facts(spec: &Spec) -> Facts {
    let path = folder().join("tools/tests/fixtures/new_document/aclnnBlend.md");
    let mut text = fs::read_to_string(path).expect("the page");
    for (row, rank, other) in [
        ("| selfRef | 输入/输出 | made up | - | FLOAT | ND |", "2-5", "4"),
        ("| right | 输入 | made up | - | FLOAT、INT32 | ND |", "0-8", "3及以上"),
    ] {
        let at =
            text.rfind(&format!("{row} {rank} |")).expect("a row of the function in place") + row.len() + 1;
        text.replace_range(at..at + rank.len(), other);
    }
    let page = page::read("aclnnBlend.md", text.as_bytes());
    let reading = reader::operator_page(&page, spec).unwrap_or_else(|refused| panic!("{refused:#?}"));
    reading.facts.into_iter().next().expect("one document")
}

fn parameter<'a>(facts: &'a mut Facts, function: usize, name: &str) -> &'a mut ParameterFact {
    parameter_of(&mut facts.operator.as_mut().expect("an operator").functions[function], name)
}

fn parameter_of<'a>(function: &'a mut FunctionFact, name: &str) -> &'a mut ParameterFact {
    function.parameters.iter_mut().find(|parameter| parameter.name == name).expect("a parameter")
}

fn declared(spec: &Spec, facts: &Facts) -> (Declaration, Spec) {
    let declared =
        declare(spec, facts, "aclnn.blend", "2026-07").unwrap_or_else(|refusal| panic!("{refusal}"));
    let Declaration { documents, overlay, required, edition, .. } = &declared;
    let files = [documents, overlay, required, edition].map(Clone::clone);
    let with = spec.with_files(&files).unwrap_or_else(|problems| panic!("{problems}"));
    (declared, with)
}

fn requirements(spec: &Spec) -> &[Requirement] {
    let operator = spec.operators.iter().find(|operator| operator.name == "blend").expect("the operator");
    &operator.contracts[0].requirements
}

/// A requirement in short: when it holds, what it requires, and the status code for breaking it.
fn in_short(requirement: &Requirement) -> String {
    let when = requirement.when.as_ref().map(|when| format!("{} => ", when.text)).unwrap_or_default();
    let require = requirement.require.as_ref().map_or("-", |require| &require.text);
    format!("{}: {when}{require}; {}", requirement.id, requirement.status.as_deref().unwrap_or("no status"))
}

/// Requirements and their status codes follow from facts. A status is stated only where its table names the case, and a
/// sentence that was not read may qualify what is required.
#[test]
fn facts_become_requirements() {
    let spec = spec();
    let (declared, with) = declared(&spec, &facts(&spec));
    assert_listed("new_document/edition.toml", &declared.edition.1);
    assert_listed("new_document/overlay.toml", &declared.overlay.1);
    assert_listed("new_document/requirements.toml", &declared.required.1);
    assert_eq!(declared.requirements, requirements(&with).len());
    let document = with.document("aclnn.blend").expect("the document");
    assert_eq!((document.title.as_str(), document.editions.len()), ("aclnnBlend&aclnnInplaceBlend", 1));
    // Nothing else changes.
    assert_eq!(with.profiles.len(), spec.profiles.len());
    assert!(declared.documents.1.starts_with(
        spec.text("documents.toml").expect("a file").split("\n# What damaged pages").next().expect("text")
    ));
}

/// A cell that demands the shape of `left` makes no requirement if a sentence in its row exempts dimensions.
#[test]
fn a_shape_that_a_sentence_limits_is_not_required() {
    let spec = spec();
    let page = fs::read_to_string(folder().join("tools/tests/fixtures/new_document/aclnnBlend.md"));
    let row = |says: &str| format!("| right | 输入 | made up | {says} | FLOAT、INT32 | ND | 与left一致 |");
    for (says, demanded) in [
        ("-", true),
        ("不超过8维。", true),
        ("除dim维度之外，其他维度的值需要与left的shape相等。", false),
        ("dim轴的大小不限，其余维度同left的shape。", false),
    ] {
        let text =
            page.as_ref().expect("the page").replacen(&row("-").replace("与left一致", "0-8"), &row(says), 1);
        let page = page::read("aclnnBlend.md", text.as_bytes());
        let facts = reader::operator_page(&page, &spec).expect("the page").facts.remove(0);
        let demands = &facts.operator.as_ref().expect("an operator").functions[0].demands;
        assert_eq!(demands.iter().any(|demand| demand.what.name == "same_shape"), demanded, "{says}");
        let cell = |unread: &&UnreadFact| unread.text.as_deref() == Some("与left一致");
        assert!(facts.unread.iter().any(|unread| cell(&unread)), "{says}");
    }
}

/// What the page calls a parameter in two ways, or in one place alone, is an erratum. A tensor must be described.
#[test]
fn names_that_differ_are_errata() {
    let spec = spec();
    let page = fs::read_to_string(folder().join("tools/tests/fixtures/new_document/aclnnBlend.md"));
    let page = page.expect("the page");
    let read = |from: &str, to: &str| {
        assert!(page.contains(from), "{from}");
        let page = page::read("aclnnBlend.md", page.replacen(from, to, 1).as_bytes());
        reader::operator_page(&page, &spec).map(|mut read| read.facts.remove(0))
    };
    let row = |name: &str| page.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a row");
    let (left, executor) = (row("left").to_owned() + "\n", row("executor").to_owned() + "\n");
    for (from, to, says) in [
        (&left, left.replace("left", "first"), "the prototype has left, and the descriptions have first"),
        (&executor, String::new(), "the prototype has executor, and the descriptions have no executor"),
        (
            &executor,
            executor.replace("executor", "Exec_utor"),
            "the prototype has executor, and the descriptions have Exec_utor",
        ),
        (
            &left,
            left.clone() + &left.replace("left", "third"),
            "the prototype has no third, and the descriptions have third",
        ),
    ] {
        let facts = read(from, &to).unwrap_or_else(|refused| panic!("{refused:#?}"));
        let (_, with) = declared(&spec, &facts);
        let found: Vec<&str> =
            with.errata.iter().filter(|e| e.document == "aclnn.blend").map(|e| e.says.as_str()).collect();
        assert_eq!(found, [format!("of aclnnBlendGetWorkspaceSize, {says}")]);
    }
    assert!(read(&left, "").is_err(), "a tensor without a description");
    assert!(read(&left, &left.repeat(2)).is_err(), "a tensor that is described twice");
    assert!(read(&executor, &executor.repeat(2)).is_ok(), "what has nothing but a type");
}

#[test]
fn the_cases_of_a_status_are_requirements() {
    let spec = spec();
    let text = fs::read_to_string(folder().join("tools/tests/fixtures/new_document/aclnnBlend.md"));
    let cases = [
        "left、right的数据类型和数据格式不在支持的范围之内。",
        "参数right或out的维度超过8维。",
        "left和out的shape不一致时。",
        "left、out的shape不同。",
        "right与out的数据类型不同。",
        "left的数据类型不在支持的范围内，或dim越界。",
        "dim的维度大于8。",
    ];
    let rows = cases.map(|says| format!("| ACLNN_ERR_PARAM_INVALID | 161002 | {says} |\n")).concat();
    let text = text
        .expect("the page")
        .replace("| ACLNN_ERR_PARAM_INVALID | 161002 | left的数据类型不在支持的范围内。 |\n", &rows)
        .replace(
            "| right | 输入 | made up | - | FLOAT、INT32 | ND | 0-8 |",
            "| right | 输入 | made up | - | FLOAT、INT32 | ND | - |",
        );
    let page = page::read("aclnnBlend.md", text.as_bytes());
    let facts = reader::operator_page(&page, &spec).expect("the page").facts.remove(0);
    let (declared, with) = declared(&spec, &facts);
    let stated = |r: &&Requirement| r.status_basis == Some(Basis::Stated);
    let found: Vec<String> = requirements(&with)
        .iter()
        .filter(stated)
        .map(|r| in_short(r).replace("; ACLNN_ERR_PARAM_INVALID", ""))
        .collect();
    for expected in [
        "blend.left.dtype: dtypes(left).contains(dtype(left))",
        "blend.right.rank: !inplace => rank(right) <= 8",
        "blend.left.out.shape: shape(left) == shape(out)",
        "blend.right.out.dtype: dtype(right) == dtype(out)",
    ] {
        assert!(found.iter().any(|found| found == expected), "{expected}: {found:#?}");
    }
    // That out has at most 8 dimensions follows from its shape.
    assert!(!requirements(&with).iter().any(|r| r.id == "blend.out.rank"));
    // The in-place function does not name the dtype of right, and says nothing of shapes.
    assert!(!found.iter().any(|found| found.starts_with("blend.right.dtype")), "{found:#?}");
    let unread: Vec<&str> = facts
        .unread
        .iter()
        .filter(|u| u.about.ends_with("INVALID"))
        .filter_map(|u| u.text.as_deref())
        .collect();
    assert_eq!(unread, ["left的数据类型不在支持的范围内,或dim越界"]);
    // What no requirement could be made of is left to a person.
    assert!(
        declared.missing.iter().any(|(missing, _)| missing == "line 85: a case of ACLNN_ERR_PARAM_INVALID")
    );
}

/// A page of a fold: what it refuses of dimensions and of the result's shape.
#[test]
fn what_reductions_demand_becomes_requirements() {
    let spec = spec();
    let text = fs::read_to_string(folder().join("tools/tests/fixtures/new_document/aclnnBlend.md"))
        .expect("the page");
    let without = |text: String, from: &str, to: &str| {
        let (start, end) = (text.find(from).expect("a part"), text.rfind(to).expect("what follows it"));
        format!("{}{}", &text[..start], &text[end..])
    };
    let text = without(
        text,
        "```Cpp\naclnnStatus aclnnInplaceBlendGetWorkspaceSize(",
        "## aclnnBlendGetWorkspaceSize",
    );
    let text = without(text, "## aclnnInplaceBlendGetWorkspaceSize", "## 约束说明");
    let cases = [
        "dim数组中的维度超出输入tensor的维度范围。",
        "dim数组中元素重复。",
        "out shape与实际不匹配。",
        "left中需要reduce的维度size为0。",
    ];
    let rows = cases.map(|says| format!("| ACLNN_ERR_PARAM_INVALID | 161002 | {says} |\n")).concat();
    let text = text
        .replace("  const aclTensor *right,\n  int64_t          dim,\n", "  const aclIntArray *dim,\n")
        .replace("| right | 输入 | made up | - | FLOAT、INT32 | ND | 0-8 | √ |\n", "")
        .replace("取值范围[-rank(left), rank(left))。", "-")
        .replace("不支持空Tensor。", "输入为空tensor时，输出类型不能是复数类型。")
        .replace("| ACLNN_ERR_PARAM_INVALID | 161002 | left的数据类型不在支持的范围内。 |\n", &rows);
    let page = page::read("aclnnBlend.md", text.as_bytes());
    let facts =
        reader::operator_page(&page, &spec).unwrap_or_else(|refused| panic!("{refused:#?}")).facts.remove(0);
    let (declared, with) = declared(&spec, &facts);
    let found: Vec<String> =
        requirements(&with).iter().map(|r| in_short(r).replace("; ACLNN_ERR_PARAM_INVALID", "")).collect();
    for expected in [
        "blend.dim.range: rank(left) > 0 => -rank(left) <= lowest(dim) && highest(dim) < rank(left)",
        "blend.twice: distinct(dim)",
        "blend.out.shape: rank(out) <= 8 => shape(out) == fold(shape(left), dim, keepDims)",
        "blend.nothing: !any_zero(shape(left), dim)",
        "blend.empty.complex: count(left) == 0 => dtype(out) != 'c64' && dtype(out) != 'c128'",
    ] {
        assert!(found.iter().any(|found| found == expected), "{expected}: {found:#?}");
    }
    // Its functions are of one variant, which the overlay need not name.
    assert!(!declared.overlay.1.contains("[operator.variant]"));
}

#[test]
fn a_result_has_the_shape_of_any_number_of_operands() {
    let spec = spec();
    let mut facts = facts(&spec);
    let function = &mut facts.operator.as_mut().expect("an operator").functions[0];
    let place = parameter_of(function, "out").place;
    let parameters = ["out", "left", "right", "left"].map(str::to_owned).to_vec();
    let what = Demand::named("broadcast_shape");
    function.demands = vec![DemandFact { what, most: None, parameters, says: None, place }];
    let (_, with) = declared(&spec, &facts);
    let shape = requirements(&with).iter().find(|r| r.id == "blend.out.broadcast").expect("the requirement");
    assert_eq!(shape.says, "out has the shape that left, left and right broadcast to");
    let require = shape.require.as_ref().map(|require| require.text.as_str());
    let nested = "shape(out) == broadcast(shape(left), broadcast(shape(left), shape(right)))";
    assert_eq!(require, Some(nested));
}

#[test]
fn lint_finds_nothing_in_it() {
    let spec = spec();
    let mut facts = facts(&spec);
    let findings = |facts: &Facts| {
        let found = lint(&declared(&spec, facts).1);
        let of_it =
            found.into_iter().filter(|finding| finding.document == "aclnn.blend" && finding.known.is_none());
        of_it.map(|finding| finding.id).collect::<Vec<_>>()
    };
    // The tensors whose ranks limit dim have different names, and that is not a contradiction.
    assert_eq!(findings(&facts), [""; 0]);
    parameter(&mut facts, 2, "dim").range = Some("-rank(selfRef) <= dim && dim <= rank(selfRef)".into());
    assert_eq!(findings(&facts), ["aclnn.blend/range/aclnnInplaceBlendGetWorkspaceSize.dim"]);
}

#[test]
fn what_no_argument_can_hold_is_left_to_a_person() {
    let spec = spec();
    let mut facts = facts(&spec);
    // A list of tensors, a number that is not whole, and a format without a number.
    parameter(&mut facts, 2, "dim").c = "const aclTensorList*".into();
    parameter(&mut facts, 0, "keepDims").c = "double".into();
    parameter(&mut facts, 0, "left").formats.push("NONE_SUCH".into());
    let (declared, with) = declared(&spec, &facts);
    let said =
        |what: &str| assert!(declared.missing.iter().any(|(missing, _)| missing.contains(what)), "{what}");
    said(
        "aclnnInplaceBlendGetWorkspaceSize has no cases, as no kind of argument holds `dim` (const aclTensorList*)",
    );
    said("lines 10-18: the rule for the result");
    said("line 69: `keepDims` (double), which calls pass as a whole number without a dtype");
    said("line 66: aclnnBlendGetWorkspaceSize, left: formats that no edition numbers: NONE_SUCH");
    assert!(
        declared.missing.iter().all(|(missing, _)| declared.overlay.1.contains(&format!("# - {missing}\n")))
    );
    let operator = with.operators.iter().find(|operator| operator.name == "blend").expect("the operator");
    let contract = &operator.contracts[0];
    let variants: Vec<_> =
        contract.variants.iter().map(|v| (v.name.as_str(), v.when.text.as_str())).collect();
    assert_eq!(variants, [("in place", "false"), ("out of place", "true")]);
    assert!(operator.arguments.iter().all(|argument| argument.name != "inplace"));
}

#[test]
fn a_document_is_declared_once() {
    let spec = spec();
    let facts = facts(&spec);
    let refused =
        |facts: &Facts, id: &str, edition: &str| declare(&spec, facts, id, edition).expect_err("refused");
    let says = |facts: &Facts, id: &str, edition: &str, words: &str| {
        let says = refused(facts, id, edition).to_string();
        assert!(says.contains(words), "{says}");
    };
    says(&facts, "aclnn.cumprod", "1", "`aclnn.cumprod` is declared already");
    for id in ["blend", "aclnn.Blend", "aclnn.", "aclnn.a/b", "aclnn.blend.more"] {
        says(&facts, id, "1", "cannot name a document");
    }
    says(&facts, "aclnn.blend", "a b", "`a b` cannot name an edition");
    let table = Facts { operator: None, ..facts };
    says(&table, "aclnn.blend", "1", "describes no operator");
}
