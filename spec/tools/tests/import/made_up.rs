//! Pages written for these tests, in both languages and several formats, so that recognition is tested without vendors'
//! pages.

use crate::import::{assert_listed, differences, fatal, folder, read, spec, subjects};
use ascertain_spec::model::Span;
use ascertain_spec_tools::facts::{DemandFact, Facts, Gives, TableFacts, UnreadFact};
use ascertain_spec_tools::import::{candidate, declare};
use ascertain_spec_tools::page;
use ascertain_spec_tools::reader;
use std::fs;

/// The results of a table, row by row, `none` for no promotion.
fn results(table: &TableFacts) -> Vec<&str> {
    table.cells.iter().map(|cell| cell.result.as_deref().unwrap_or("none")).collect()
}

/// Two tables on one page, headed in display names of the page's own.
const BOTH: &str = include_str!("../fixtures/made_up/both.md");

#[test]
fn one_page_can_hold_two_tables() {
    let spec = spec();
    let page = page::read("both.md", BOTH.as_bytes());
    let reading = reader::read(&page, &spec, None).unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    let documents: Vec<&str> = reading.facts.iter().map(|facts| facts.document.as_str()).collect();
    assert_eq!(documents, ["aclnn.tensor-tensor", "aclnn.tensor-scalar"]);
    let [tensors, scalars] = [&reading.facts[0].tables[0], &reading.facts[1].tables[0]];
    assert_eq!(tensors.rows, ["f32", "f16", "bf16"]);
    assert_eq!(results(tensors), ["f32", "f32", "f32", "f32", "f16", "none", "f32", "none", "bf16"]);
    assert_eq!(results(scalars), ["f32", "f16", "bf16", "f32", "f16", "bf16", "f32", "f16", "none"]);
    assert_eq!((tensors.undefined.as_str(), tensors.cells[5].place), ("x", Span::Lines(13, 13)));
    // Asked for one of them, or for neither.
    let one = reader::read(&page, &spec, Some("aclnn.tensor-scalar")).expect("one of the two").facts;
    assert_eq!(one, [reading.facts[1].clone()]);
    assert!(reader::read(&page, &spec, Some("aclnn.cumprod")).is_err());
}

#[test]
fn axes_are_told_by_words_and_not_by_position() {
    let spec = spec();
    let turned = BOTH.replace(
        "The first column is the data type of the scalar, the header row that of the input tensor",
        "The first column is the data type of the input tensor, the header row that of the scalar",
    );
    let page = page::read("both.md", turned.as_bytes());
    let facts = &reader::read(&page, &spec, Some("aclnn.tensor-scalar")).expect("a table").facts[0];
    // Rows are the scalar all the same, as everywhere in the specification.
    assert_eq!(results(&facts.tables[0]), ["f32", "f32", "f32", "f16", "f16", "f16", "bf16", "bf16", "none"]);
}

#[test]
fn rules_fill_what_a_table_does_not_print() {
    let spec = spec();
    let chinese = "\
# 类型推导

表头和最左侧一列表示两个输入Tensor的数据类型。NA表示不能推导。ACL_FLOAT(f32)、ACL_INT8(s8)、ACL_UINT64(u64)、ACL_BOOL(bool)。

- 当输入数据类型为bool与其他任意数据类型（非u64），其推导出的数据类型为其他任意数据类型。
- 当输入数据类型为u64与u64，其推导出的数据类型仍为u64。当输入数据类型为u64与非u64的任意数据类型，不支持数据类型推导。

aclnn的表：

| 数据类型 | f32 | s8 |
|:-:|:-:|:-:|
| f32 | f32 | f32 |
| s8 | f32 | s8 |
";
    let english = chinese
        .replace("当输入数据类型为bool与其他任意数据类型（非u64），其推导出的数据类型为其他任意数据类型。", "When the input data types are bool and any other data type (except u64), the derived data type is the other data type.")
        .replace("当输入数据类型为u64与u64，其推导出的数据类型仍为u64。", "When the input data types are u64 and u64, the derived data type is still u64. ")
        .replace("当输入数据类型为u64与非u64的任意数据类型，不支持数据类型推导。", "When the input data types are u64 and any data type other than u64, promotion is not supported.");
    let facts = [chinese.to_owned(), english]
        .map(|text| read("rules.md", &text, &spec).unwrap_or_else(|refused| panic!("{}", fatal(&refused))));
    for facts in &facts {
        let table = &facts.tables[0];
        let gives: Vec<Gives> = table.rules.iter().map(|rule| rule.gives).collect();
        assert_eq!(gives, [Gives::Partner, Gives::Partner, Gives::Nothing]);
        let answers = table.answers();
        assert_eq!(answers.len(), 16);
        assert_eq!(answers[&("bool", "s8")].result.as_deref(), Some("s8"));
        assert_eq!(answers[&("bool", "bool")].result.as_deref(), Some("bool"));
        assert_eq!(answers[&("bool", "u64")].result, None);
        assert_eq!(answers[&("u64", "u64")].result.as_deref(), Some("u64"));
    }
    // Without the last sentence, pairs of u64 stay open.
    let open = chinese.replace("当输入数据类型为u64与非u64的任意数据类型，不支持数据类型推导。", "");
    let refused = read("rules.md", &open, &spec).expect_err("open pairs");
    assert!(fatal(&refused).contains("answers"), "{}", fatal(&refused));
}

/// A page about the operator in English, with what the first page has lost.
const OPERATOR: &str = include_str!("../fixtures/made_up/cumprod.md");

fn operator(text: &str) -> Result<Facts, String> {
    read("cumprod.md", text, &spec()).map_err(|refused| fatal(&refused))
}

/// What the made-up pages about operators say, as editions of a new document, and what else is read of them.
#[test]
fn made_up_pages_say_what_is_listed() {
    const NEW: &str = "aclnn.made-up";
    let spec = spec();
    for name in ["blend", "blend_rows", "cumprod"] {
        let path = folder().join(format!("tools/tests/fixtures/made_up/{name}.md"));
        let page = page::read("page.md", &fs::read(path).expect("a page"));
        let reading = reader::operator_page(&page, &spec);
        let facts = reading.unwrap_or_else(|refused| panic!("{}", fatal(&refused))).facts.remove(0);
        let mut says = format!("# Read from {name}.md, which would be {}\n", facts.document);
        let facts = Facts { document: NEW.to_owned(), ..facts };
        let declared = declare(&spec, &facts, NEW, "2026-07").unwrap_or_else(|refusal| panic!("{refusal}"));
        says += &declared.edition.1;
        says += "\n# What an edition keeps elsewhere, or not.\n";
        for function in &facts.operator.as_ref().expect("an operator").functions {
            for (status, number, place) in &function.statuses {
                says += &format!("# {}: {status} is {number}, {place}\n", function.name);
            }
            for DemandFact { what, parameters, place, .. } in
                function.demands.iter().chain(&function.refusals)
            {
                says += &format!("# {}: {what:?} of {}, {place}\n", function.name, parameters.join(", "));
            }
        }
        for UnreadFact { about, text, place, .. } in &facts.unread {
            says += &format!("# not read, {place}: {about}: {}\n", text.as_deref().unwrap_or_default());
        }
        assert_listed(&format!("made_up/{name}.toml"), &says);
    }
}

#[test]
fn an_operator_cut_short_is_refused() {
    let cut = OPERATOR.find("  - stream").expect("the last parameter");
    let refused = operator(&OPERATOR[..cut]).expect_err("a page without its last parameter");
    assert!(refused.contains("neither constraints nor examples"), "{refused}");
}

/// The types and tables of `mindspore.dtype`, made from the committed edition, with everything in a table of its own
/// format: pipes here, which the published page never had.
fn types(spec: &ascertain_spec::model::Spec) -> String {
    let facts = Facts::of_edition(spec, "mindspore.dtype", "2.10").expect("an edition");
    let described = |short: &str| {
        let dtype = spec.dtypes.iter().find(|dtype| dtype.name == short).expect("a dtype");
        let bits = dtype.bits;
        match short {
            "bool" => "boolean".to_owned(),
            "bf16" => "16-bit brain floating point".to_owned(),
            short if short.starts_with('c') => format!("{bits}-bit complex number"),
            short if short.starts_with('f') => format!("{bits}-bit floating-point number"),
            short if short.starts_with('u') => format!("unsigned {bits}-bit integer"),
            _ => format!("{bits}-bit integer"),
        }
    };
    let mut text = "# mindspore.dtype\n\n## Base\n\n| Definition | Description |\n| - | - |\n".to_owned();
    for ty in &facts.types {
        let names: Vec<String> =
            [&ty.name].into_iter().chain(&ty.aliases).map(|name| format!("`mindspore.{name}`")).collect();
        text += &format!("| {} | {} |\n", names.join(", "), described(&ty.dtype));
    }
    text += "\n## Others\n\n| Type | Description |\n| - | - |\n";
    for (name, _) in &facts.others {
        text += &format!("| `{name}` | something else |\n");
    }
    let name = |short: &str| {
        facts.types.iter().find(|ty| ty.dtype == short).map_or(short, |ty| ty.name.as_str()).to_owned()
    };
    for (table, corner, says) in [
        (
            &facts.tables[0],
            "Tensor and Tensor",
            "The first row and the first column hold types of input tensors; - means no promotion.",
        ),
        (
            &facts.tables[1],
            "Number and Tensor",
            "The first row is the type of the number, the first column that of the tensor.",
        ),
    ] {
        let columns: Vec<String> = if corner.starts_with('N') {
            table.columns.clone()
        } else {
            table.columns.iter().map(|column| name(column)).collect()
        };
        text += &format!(
            "\n{says}\n\n| {corner} | {} |\n|{}\n",
            columns.join(" | "),
            " - |".repeat(columns.len() + 1)
        );
        for (row, cells) in table.rows.iter().zip(table.cells.chunks(table.columns.len())) {
            let cells = cells.iter().map(|cell| cell.result.as_deref().map_or("-".to_owned(), &name));
            text += &format!("| {} | {} |\n", name(row), cells.collect::<Vec<_>>().join(" | "));
        }
    }
    text
}

#[test]
fn types_and_their_tables_are_read_from_any_format() {
    let spec = spec();
    let text = types(&spec);
    let facts = read("dtype.md", &text, &spec).unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    assert_eq!(differences(&facts, &spec, "2.10"), []);
    for (from, to, words) in [
        ("| 32-bit integer |", "| 16-bit integer |", "by its name, but its description says otherwise"),
        ("`mindspore.int8`", "`mindspore.int16`", "listed twice"),
        ("| Number and Tensor |", "| Tensor and Tensor |", "corner"),
    ] {
        let refused = read("dtype.md", &text.replacen(from, to, 1), &spec)
            .err()
            .unwrap_or_else(|| panic!("{from} -> {to} is not refused"));
        assert!(fatal(&refused).contains(words), "{from} -> {to}: {}", fatal(&refused));
    }
    // A type is told by its description where its name is new.
    let renamed = read("dtype.md", &text.replacen("`mindspore.int8`", "`mindspore.tiny`", 1), &spec);
    let renamed = renamed.unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    assert_eq!(subjects(&differences(&renamed, &spec, "2.10")), ["type int8"]);
    // A page from before the tables lists types only, and says nothing about promotion.
    let before = &text[..text.find("The first row and the first column").expect("the first table")];
    let old = read("dtype.md", before, &spec).unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    assert_eq!((old.types.len(), old.tables.len()), (facts.types.len(), 0));
    assert_eq!(
        subjects(&differences(&old, &spec, "2.10")),
        ["table mindspore.tensor-tensor", "table mindspore.number-tensor"]
    );
    for inherits in [Some("2.10"), None] {
        let written =
            candidate(&spec, &old, "2021-12", inherits, false).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(written.text.matches("]\nremoved = true\n").count(), 2, "{}", written.text);
        let with = spec.with(&written.file, &written.text).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(with.tables.iter().all(|table| table.editions.iter().all(|e| e.edition != "2021-12")));
        let holds = |r: &ascertain_spec::model::Requirement| r.editions.iter().any(|name| name == "2021-12");
        assert!(!with.table_requirements().any(holds), "no requirement about a table that is not there");
        // The tables come back.
        let later = candidate(&with, &facts, "2024-09", Some("2021-12"), false);
        let later = later.unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(differences(&facts, &with.with(&later.file, &later.text).expect("valid"), "2024-09"), []);
    }
    // Who announces tables and has none was cut.
    for announced in ["类型转换规则如下。", "## Type promotion", "Types are converted implicitly."] {
        let refused = read("dtype.md", &format!("{before}\n{announced}\n"), &spec).expect_err(announced);
        assert!(fatal(&refused).contains("lacks the table"), "{}", fatal(&refused));
    }
    let stop = text.find("The first row is the type of the number").expect("the second table");
    let refused = read("dtype.md", &text[..stop], &spec).expect_err("a page without its second table");
    assert!(fatal(&refused).contains("lacks the table `mindspore.number-tensor`"), "{}", fatal(&refused));
}
