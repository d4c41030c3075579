//! Pages in the forms of the vendor's catalogue of operators, made up: what is read of them, and which are refused.

use ascertain_spec::model::{Direction, Spec};
use ascertain_spec_tools::facts::{Facts, FunctionFact, OperatorFacts, Ranks, Refused, UnreadFact};
use ascertain_spec_tools::pages;
use ascertain_spec_tools::survey::{self, Outcome, PageReport, Totals};
use std::path::Path;
use std::sync::LazyLock;

static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above");
    ascertain_spec::load(folder).unwrap_or_else(|problems| panic!("{problems}"))
});

/// A page about two functions that no document declares.
const PAGE: &str = include_str!("fixtures/made_up/blend_rows.md");

fn outcome(text: &str) -> Outcome {
    survey::read(&pages::read("aclnnBlendRows.md", text.as_bytes()), &SPEC)
}

fn facts(text: &str) -> Facts {
    match outcome(text) {
        Outcome::Read(mut facts, _) if facts.len() == 1 => facts.remove(0),
        other => panic!("{other:?}"),
    }
}

fn operator(text: &str) -> OperatorFacts {
    facts(text).operator.expect("an operator")
}

/// The fatal complaints about a page.
fn refusal(text: &str) -> String {
    match outcome(text) {
        Outcome::Refused(complaints) => {
            let fatal = complaints.into_iter().filter(|complaint| complaint.fatal);
            fatal.map(|complaint| complaint.says).collect::<Vec<_>>().join("\n")
        }
        other => panic!("not refused: {other:?}"),
    }
}

/// The page with a text replaced, which it must have.
fn with(from: &str, to: &str) -> String {
    assert!(PAGE.contains(from), "the page has no `{from}`");
    PAGE.replace(from, to)
}

fn products(operator: &OperatorFacts) -> Vec<(&str, bool)> {
    operator.products.iter().map(|(name, supported, _)| (name.as_str(), *supported)).collect()
}

#[test]
fn a_page_of_the_catalogue_is_read_without_a_document() {
    let facts = facts(PAGE);
    assert_eq!((facts.document.as_str(), facts.title.as_str()), ("aclnn.blend-rows", "aclnnBlendRows"));
    let operator = facts.operator.expect("an operator");
    assert_eq!(products(&operator), [("Board One", true), ("Board Two/Board Two Pro", false)]);
    let [first, second] = operator.functions.as_slice() else { panic!("{:?}", operator.functions) };
    let named = |function: &FunctionFact| -> Vec<(String, String, Direction)> {
        let of = function.parameters.iter().map(|p| (p.name.clone(), p.c.clone(), p.direction));
        of.collect()
    };
    let is = |name: &str, c: &str, direction| (name.to_owned(), c.to_owned(), direction);
    assert_eq!(
        named(first),
        [
            is("self", "const aclTensor*", Direction::In),
            is("other", "const aclTensor*", Direction::In),
            is("dim", "int64_t", Direction::In),
            is("out", "aclTensor*", Direction::Out),
            is("workspaceSize", "uint64_t*", Direction::Out),
            is("executor", "aclOpExecutor**", Direction::Out),
        ]
    );
    for tensor in [0, 1, 3].map(|index| &first.parameters[index]) {
        assert_eq!(tensor.dtypes, ["f32", "s8"], "{}", tensor.name);
        assert_eq!(tensor.formats, ["ND"], "{}", tensor.name);
        assert_eq!(tensor.strided, Some(tensor.name != "out"), "{}", tensor.name);
    }
    let codes: Vec<(&str, i64)> =
        first.statuses.iter().map(|(name, number, _)| (name.as_str(), *number)).collect();
    assert_eq!(codes, [("ACLNN_ERR_PARAM_NULLPTR", 161_001), ("ACLNN_ERR_PARAM_INVALID", 161_002)]);
    assert_eq!(named(second).len(), 4);
    assert_eq!(second.returns, "aclnnStatus");
}

#[test]
fn products_have_their_marks_in_several_forms() {
    let list = &PAGE
        [PAGE.find("<!-- npu=\"a\"").expect("products")..PAGE.find("## 功能说明").expect("the next part")];
    let table = |rows: &str| PAGE.replace(list, &format!("| 产品 | 是否支持 |\n| :-- | :--: |\n{rows}\n\n"));
    let lines = |lines: &str| PAGE.replace(list, &format!("{lines}\n\n"));
    let both = [("Board One", true), ("Board Two", false)];
    for page in [
        table("| <term>Board One</term> | √ |\n| <term>Board Two</term> | × |"),
        lines("- Board One: 支持\n- Board Two:不支持"),
        lines("- Board One √\n- Board Two ×"),
        lines("- Board One: supported\n- Board Two: not supported"),
        lines("- Board One supported\n- Board Two not supported"),
        lines("- Board One：支持\n- Board Two：不支持\n\n> 说明：Board One有两种型号。"),
    ] {
        assert_eq!(products(&operator(&page)), both, "{page}");
    }
    let page = lines("- <term>Board One</term>、<term>Board Three</term>：支持\n- Board Two：不支持");
    assert_eq!(
        products(&operator(&page)),
        [("Board One", true), ("Board Three", true), ("Board Two", false)]
    );
    for (page, words) in [
        (lines("- Board One：支持\n- Board Two："), "not clear whether `Board Two"),
        (lines("- Board One：支持\n- Board Two：待定"), "not clear whether `Board Two"),
        (lines("- Board One：支持\n- Board One：不支持"), "listed twice"),
        (table("| √ | Board One |\n| × | Board Two |"), "headings swapped"),
        (table("| Board One | ? |"), "not clear whether"),
        (lines("各产品均可使用。"), "names none"),
        (PAGE.replace("## 产品支持情况", "").replace(list, ""), "no section of hardware products"),
    ] {
        assert!(refusal(&page).contains(words), "{words}: {}", refusal(&page));
    }
    // A column is what its heading says.
    let page =
        PAGE.replace(list, "| 是否支持 | 产品 |\n| :-- | :--: |\n| √ | Board One |\n| × | Board Two |\n\n");
    assert_eq!(products(&operator(&page)), both);
}

#[test]
fn rows_of_one_parameter_belong_together() {
    let out = |page: &str| {
        let operator = operator(page);
        operator.functions[0].parameters.iter().find(|p| p.name == "out").cloned().expect("out")
    };
    let strided = "<td>逐行写入。支持空Tensor。</td>";
    assert_eq!(out(&with("<td>逐行写入。</td>", strided)).empty, Some(true));
    // Two rows without a cell that spans them are two descriptions.
    let twice = with("<td rowspan=\"2\">out（aclTensor*）</td>", "<td>out（aclTensor*）</td>");
    let twice = twice.replace("<td>逐行写入。</td>", "<td>out（aclTensor*）</td><td>逐行写入。</td>");
    assert!(refusal(&twice).contains("`out` of `aclnnBlendRowsGetWorkspaceSize` is described twice"));
}

/// The sentences that are not read, about parameters.
fn unread(page: &str) -> Vec<String> {
    let about = |unread: &&UnreadFact| unread.about.starts_with("aclnnBlendRowsGetWorkspaceSize");
    facts(page).unread.iter().filter(about).filter_map(|unread| unread.text.clone()).collect()
}

/// The dtypes of a parameter that are for some products only, as `dtypes on products`.
fn by_product(page: &str, name: &str) -> Vec<String> {
    let operator = operator(page);
    let parameter = operator.functions[0].parameters.iter().find(|p| p.name == name).expect("a parameter");
    parameter
        .product_dtypes
        .iter()
        .map(|some| format!("{} on {}", some.dtypes.join(" "), some.products.join(" ")))
        .collect()
}

#[test]
fn dtypes_by_product_below_a_table_are_read() {
    const LAST: &str = "  - <term>Board Two/Board Two Pro</term>：不涉及。\n";
    let marks = with(
        "- <term>Board Two/Board Two Pro</term>：不支持",
        "- <term>Board Two/Board Two Pro</term>：支持\n- Board Three：支持",
    );
    let below = |says: &str| marks.replace(LAST, says);
    let before = unread(&below("")).len();
    let all_but_two = ["s8 on Board One Board Three"];
    for says in [
        "  - <term>Board Two/Board Two Pro</term>：self和other的数据类型不支持INT8。\n",
        "  - <term>Board Two/Board Two Pro</term>：self、other不支持INT8数据类型；\n",
        "  - <term>Board Two/Board Two Pro</term>：\n    - self、other数据类型不支持INT8。\n",
    ] {
        let page = below(says);
        assert_eq!(by_product(&page, "self"), all_but_two, "{says}");
        assert_eq!(by_product(&page, "other"), all_but_two, "{says}");
        assert_eq!(by_product(&page, "out"), [""; 0], "{says}");
        assert_eq!(unread(&page).len(), before, "{says}: {:?}", unread(&page));
    }
    // Without names it is about all tensors, and not about numbers.
    let page = below("  - Board Two/Board Two Pro、Board Three：不支持INT8。\n");
    assert_eq!(by_product(&page, "out"), ["s8 on Board One"]);
    let page = page.replace("<td>INT64</td>", "<td>INT8</td>");
    assert_eq!(by_product(&page, "dim"), [""; 0]);
    let page = below("  - Board Three：self额外支持BFLOAT16。\n");
    assert_eq!(by_product(&page, "self"), ["bf16 on Board Three"]);
    let page = below("  - Board Three：self的数据类型仅支持FLOAT。\n");
    assert_eq!(by_product(&page, "self"), ["s8 on Board One Board Two/Board Two Pro"]);
    // What no product takes is not one of its dtypes.
    let page = below("  - Board One、Board Two/Board Two Pro、Board Three：self不支持INT8。\n");
    assert_eq!((by_product(&page, "self").len(), by_product(&page, "other").len()), (0, 0));
    assert_eq!(operator(&page).functions[0].parameters[0].dtypes, ["f32"]);
    // One sentence that is not understood casts doubt on the others about the same parameter.
    let page = below(
        "  - Board Two/Board Two Pro：self不支持INT8。\n  - Board Three：部分场景下self不支持INT8。\n  - Board Three：out不支持INT8。\n",
    );
    assert_eq!(by_product(&page, "self"), [""; 0]);
    assert_eq!(by_product(&page, "out"), ["s8 on Board One Board Two/Board Two Pro"]);
    assert_eq!(unread(&page).len(), before + 2, "{:?}", unread(&page));
    for (says, listed) in [
        ("  - Board Four：self不支持INT8。\n", "Board Four:self不支持INT8"),
        ("  - Board Three：weight不支持INT8。\n", "Board Three:weight不支持INT8"),
        ("  - Board Three：当dim为0时，self不支持INT8。\n", "Board Three:当dim为0时,self不支持INT8"),
        ("  - Board Three：self不支持FLOAT、INT8。\n", "Board Three:self不支持FLOAT、INT8"),
        ("  - self不支持INT8。\n", "self不支持INT8"),
        ("  - Board Three：不支持INT8、INT64。\n", "Board Three:不支持INT8、INT64"),
        ("  - Board Three：\n    - self仅部分支持INT8。\n", "Board Three: self仅部分支持INT8"),
    ] {
        let page = below(says);
        assert_eq!(by_product(&page, "self"), [""; 0], "{says}");
        assert!(unread(&page).iter().any(|unread| unread == listed), "{says}: {:?}", unread(&page));
    }
}

#[test]
fn what_is_the_same_as_another_parameters_is_taken_over() {
    let out = |page: &str| {
        let operator = operator(page);
        operator.functions[0].parameters.iter().find(|p| p.name == "out").cloned().expect("out")
    };
    let ranks = Some(Ranks { least: Some(1), most: Some(8) });
    let cells = "<td rowspan=\"2\">FLOAT、INT8</td>\n      <td rowspan=\"2\">ND</td>\n      <td rowspan=\"2\">1-8</td>";
    let same = with(cells, &cells.replace("FLOAT、INT8", "与self一致").replace("1-8", "与other保持一致"));
    let fact = out(&same);
    assert_eq!((fact.dtypes, fact.ranks), (vec!["f32".to_owned(), "s8".to_owned()], ranks));
    // That both are the same is more than their lists.
    assert!(unread(&same).iter().any(|unread| unread == "与self一致"), "{:?}", unread(&same));
    let none = cells.replace("FLOAT、INT8", "-").replace("1-8", "-");
    let said = |says: &str| out(&with(cells, &none).replace("混合后的行。", says));
    let fact = said("数据类型、shape与self相同。");
    assert_eq!((fact.dtypes.len(), fact.ranks), (2, ranks));
    for says in ["数据类型与weight一致。", "当dim为0时，数据类型与self一致。", "数据类型与dim之和一致。"]
    {
        assert_eq!(said(says).dtypes, [""; 0], "{says}");
    }
    // Its own list goes first, even if it is not understood.
    let own = with(cells, &cells.replace("FLOAT、INT8", "浮点或整数"));
    assert_eq!(out(&own.replace("混合后的行。", "数据类型与self一致。")).dtypes, [""; 0]);
}

/// A footnote limits the dtype before it, and is not part of its name. A person reads it.
#[test]
fn a_dtype_is_read_without_its_footnote() {
    let page = with(
        "<td>待混合的行。</td>\n      <td>-</td>\n      <td>FLOAT、INT8</td>",
        "<td>待混合的行。</td>\n      <td>-</td>\n      <td>FLOAT、INT8<sup>1</sup></td>",
    );
    let operator = operator(&page);
    assert_eq!(operator.functions[0].parameters[0].dtypes, ["f32", "s8"]);
    assert!(unread(&page).iter().any(|unread| unread == "FLOAT、INT8^1"), "{:?}", unread(&page));
    let markdown =
        pages::read("a.md", "x<sup>2</sup> and\n\n| a |\n| - |\n| INT8<sup>1</sup> |\n".as_bytes());
    let html = pages::read("a.html", b"<html><p>x<sup>2</sup> and</p><table><tr><th>a</th></tr><tr><td>INT8<sup>1</sup></td></tr></table></html>");
    for page in [markdown, html] {
        let text = format!("{:?}", page.blocks);
        assert!(text.contains("x^2 and") && text.contains("INT8^1"), "{text}");
    }
}

#[test]
fn text_may_follow_the_words_of_a_part() {
    let codes = |page: &str| operator(page).functions[0].statuses.len();
    for words in [
        "- **返回值：** aclnnStatus：返回状态码。",
        "- **返回值**\n  aclnnStatus：返回状态码。",
        "**返回值**\n返回状态码。",
    ] {
        assert_eq!(codes(&with("- **返回值：** aclnnStatus：返回状态码。", words)), 2, "{words}");
    }
}

#[test]
fn status_codes_in_code_are_read() {
    let start = PAGE.find("  <table><thead>\n    <tr><th>返回值").expect("a table of codes");
    let end = PAGE.find("## aclnnBlendRows 参数说明").expect("the next function");
    let code = "```text\n返回161001（ACLNN_ERR_PARAM_NULLPTR）：1. 传入的self、other是空指针。\n返回161002 (ACLNN_ERR_PARAM_INVALID): 1. self的维数大于8。\n   2. out的维数大于8。\n```\n\n";
    let page = format!("{}{code}{}", &PAGE[..start], &PAGE[end..]);
    let function = operator(&page).functions.swap_remove(0);
    let codes: Vec<(&str, i64)> =
        function.statuses.iter().map(|(name, number, _)| (name.as_str(), *number)).collect();
    assert_eq!(codes, [("ACLNN_ERR_PARAM_NULLPTR", 161_001), ("ACLNN_ERR_PARAM_INVALID", 161_002)]);
    let nulls: Vec<&str> = function.nulls.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(nulls, ["self", "other"]);
    let refused: Vec<(Refused, String)> =
        function.refusals.iter().map(|refusal| (refusal.what, refusal.parameters.join(" "))).collect();
    assert_eq!(refused, ["self", "out"].map(|name| (Refused::Ranks(8), name.to_owned())));
}

#[test]
fn pages_are_counted_and_reported() {
    let mut totals = Totals::default();
    for text in [PAGE, &with("<td>161001</td>", "<td></td>"), "# Readme\n\nSee the pages.\n"] {
        totals.add(&outcome(text));
    }
    assert_eq!((totals.pages, totals.read, totals.refused, totals.others), (2, 1, 1, 1));
    assert_eq!((totals.functions, totals.parameters, totals.statuses, totals.products), (2, 10, 2, 2));
    let reasons: Vec<(&str, usize)> =
        totals.reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(reasons, [("a row of a table of return codes has no number for …", 1)]);
    let report = PageReport::new("a/b.md", &outcome(PAGE));
    assert_eq!((report.outcome, report.errors.len(), report.facts.len()), ("read", 0, 1));
    let function = &report.facts[0].operator.as_ref().expect("an operator").functions[0];
    let place = function.parameters[2].place.lines.expect("lines");
    let row: Vec<&str> =
        PAGE.lines().skip(place[0] as usize - 1).take(1 + (place[1] - place[0]) as usize).collect();
    assert!(row.concat().contains("dim（int64_t）") && !row.concat().contains("self"), "{row:?}");
}
