//! Pages in the forms of the vendor's catalogue of operators, made up: what is read of them, and which are refused.

use ascertain_spec::model::Span;
use ascertain_spec::model::Spec;
use ascertain_spec_tools::facts::{Facts, OperatorFacts};
use ascertain_spec_tools::page;
use ascertain_spec_tools::survey::{self, Outcome, PageReport, reason};
use std::path::Path;
use std::sync::LazyLock;

static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above");
    ascertain_spec::load(folder).unwrap_or_else(|problems| panic!("{problems}"))
});

/// A page about two functions that no document declares.
const PAGE: &str = include_str!("fixtures/made_up/blend_rows.md");

fn report(text: &str) -> PageReport {
    survey::read("a/b.md", &page::read("aclnnBlendRows.md", text.as_bytes()), &SPEC)
}

fn facts(text: &str) -> Facts {
    let mut report = report(text);
    assert!(report.facts.len() == 1, "{report:?}");
    report.facts.remove(0)
}

fn operator(text: &str) -> OperatorFacts {
    facts(text).operator.expect("an operator")
}

/// The fatal complaints about a page.
fn refusal(text: &str) -> String {
    let report = report(text);
    assert_eq!(report.outcome, Outcome::Refused, "{report:?}");
    report.errors.into_iter().map(|complaint| complaint.says).collect::<Vec<_>>().join("\n")
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

#[test]
fn a_raised_number_is_no_part_of_the_word_before_it() {
    let markdown = page::read("a.md", "x<sup>2</sup> and\n\n| a |\n| - |\n| INT8<sup>1</sup> |\n".as_bytes());
    let html = page::read("a.html", b"<html><p>x<sup>2</sup> and</p><table><tr><th>a</th></tr><tr><td>INT8<sup>1</sup></td></tr></table></html>");
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
    let refused: Vec<(Option<u32>, String)> =
        function.refusals.iter().map(|refusal| (refusal.most, refusal.parameters.join(" "))).collect();
    assert_eq!(refused, ["self", "out"].map(|name| (Some(8), name.to_owned())));
}

#[test]
fn outcomes_have_reasons_and_places() {
    assert_eq!(report("# Readme\n\nSee the pages.\n").outcome, Outcome::Other);
    assert_eq!(
        reason(&refusal(&with("<td>161001</td>", "<td></td>"))),
        "a row of a table of return codes has no number for …"
    );
    let report = report(PAGE);
    assert_eq!((report.outcome, report.errors.len(), report.facts.len()), (Outcome::Read, 0, 1));
    let function = &report.facts[0].operator.as_ref().expect("an operator").functions[0];
    let Span::Lines(first, last) = function.parameters[2].place else { panic!("lines") };
    let row: Vec<&str> = PAGE.lines().skip(first as usize - 1).take(1 + (last - first) as usize).collect();
    assert!(row.concat().contains("dim（int64_t）") && !row.concat().contains("self"), "{row:?}");
}
