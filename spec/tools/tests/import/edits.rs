//! Edits of meaning: each changes the facts of a page or the sentences that are not read, or the page is refused.

use crate::import::{fatal, folder, spec};
use ascertain_spec::model::{Span, Spec};
use ascertain_spec_tools::diff::{ChangeType, Differences, diff};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::page::{self, Complaint};
use ascertain_spec_tools::reader;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A page of the vendor's form, about functions that do not exist.
const PAGE: &str = include_str!("../fixtures/made_up/blend.md");

/// A page with a promotion table and rules.
const RULES: &str = include_str!("../fixtures/made_up/rules.md");

static SPEC: LazyLock<Spec> = LazyLock::new(spec);

/// The facts of a page without the digest of its bytes; none if it is refused.
fn facts(text: &str) -> Option<Facts> {
    reading(text, false).ok()
}

/// The facts of a page, or why it is refused. The functions of a page that is `declared` must be those of its document.
fn reading(text: &str, declared: bool) -> Result<Facts, Vec<Complaint>> {
    let page = page::read("page.md", text.as_bytes());
    let reading = match !declared && reader::is_operator_page(&page) {
        true => reader::operator_page(&page, &SPEC),
        false => reader::read(&page, &SPEC, None),
    };
    let mut facts = reading?.facts.pop().expect("at least one document");
    facts.digest = None;
    Ok(facts)
}

/// What comes of the edits of a page, by kind.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Edits {
    #[serde(default)]
    noticed: Vec<(String, String)>,
    #[serde(default)]
    same: Vec<(String, String)>,
    #[serde(default)]
    refused: Vec<Refused>,
    #[serde(default)]
    refused_once: Vec<(String, String, String)>,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Refused {
    Anywhere(String, String, String),
    At(String, String, String, u32),
}

/// Every edit of `fixtures/edits.toml` comes to what stands there.
#[test]
fn edits_come_to_what_is_listed() {
    let folder = folder().join("tools/tests/fixtures");
    let listed = std::fs::read_to_string(folder.join("edits.toml")).expect("the edits");
    let listed: BTreeMap<String, Edits> = toml::from_str(&listed).unwrap_or_else(|why| panic!("{why}"));
    let mut wrong: Vec<String> = Vec::new();
    for (name, edits) in &listed {
        let page = std::fs::read_to_string(folder.join("made_up").join(name)).expect("a made-up page");
        let edit = |from: &str, to: &str| {
            assert!(page.contains(from), "{name}: `{from}`");
            reading(&page.replace(from, to), name == "cumprod.md")
        };
        let same = |after: &Facts| diff(&facts(&page).expect("the page is read"), after).is_empty();
        for (from, to) in &edits.noticed {
            let unnoticed = edit(from, to).is_ok_and(|after| same(&after));
            wrong.extend(unnoticed.then(|| format!("{name}: {from} -> {to} goes unnoticed")));
        }
        for (from, to) in &edits.same {
            let differs = !edit(from, to).is_ok_and(|after| same(&after));
            wrong.extend(differs.then(|| format!("{name}: {from} -> {to} makes a difference")));
        }
        for refused in &edits.refused {
            let (from, to, words, line) = match refused {
                Refused::Anywhere(from, to, words) => (from, to, words, None),
                Refused::At(from, to, words, line) => (from, to, words, Some(*line)),
            };
            let found = edit(from, to).err().unwrap_or_default();
            // A table that is refused as a whole is refused at its first line.
            let near = |place| {
                line.is_none_or(|line| matches!(place, Span::Lines(first, _) if line.abs_diff(first) <= 1))
            };
            let fits = found.iter().any(|c| c.fatal && c.says.contains(words) && near(c.place));
            wrong.extend((!fits).then(|| format!("{name}: {from} -> {to}: {}", fatal(&found))));
        }
        for (from, to, words) in &edits.refused_once {
            let found: Vec<_> = edit(from, to).err().into_iter().flatten().filter(|c| c.fatal).collect();
            let fits = matches!(found.as_slice(), [only] if only.says.ends_with(words));
            wrong.extend((!fits).then(|| format!("{name}: {from} -> {to}: {}", fatal(&found))));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What differs after an edit that takes a page from `from` to `to`.
fn differences(from: &str, to: &str) -> Differences {
    diff(&facts(from).expect("the page is read"), &facts(to).expect("the edited page is read"))
}

#[test]
fn a_text_in_another_language_is_compared() {
    let english =
        "\n\nTensors are mixed on the host, one block of paint after the other, and nothing is kept.\n"
            .repeat(40);
    for page in [PAGE, RULES] {
        let found = differences(page, &(page.to_owned() + &english + "Blocks of 7 are refused.\n"));
        assert!(
            found.changes.iter().any(|change| change.says.contains("Blocks of 7 are refused")),
            "{found:?}"
        );
    }
}

/// A page whose tables have no mark for “no promotion” has none, whatever other editions use.
#[test]
fn a_mark_that_the_page_lacks_is_not_invented() {
    let mark = |text: &str| facts(text).expect("the page is read").tables[0].undefined.clone();
    assert_eq!((mark(RULES), mark(&RULES.replace("NA表示不能推导。", ""))), ("NA".to_owned(), String::new()));
}

#[test]
fn a_text_that_moved_is_a_change_of_order() {
    let rows = PAGE.find("  | workspace | 输入").expect("a row");
    let (row, rest) = PAGE[rows..].split_once('\n').expect("another row");
    let (next, rest) = rest.split_once('\n').expect("another row");
    let reordered = format!("{}{next}\n{row}\n{rest}", &PAGE[..rows]);
    assert_eq!(differences(PAGE, &reordered).changes, []);
    let two = |both: &str| PAGE.replace("见样例。", both);
    let found = differences(&two("见样例。\n\n样例很短。"), &two("样例很短。\n\n见样例。")).changes;
    assert!(matches!(found.as_slice(), [change] if change.how == ChangeType::Reordered), "{found:?}");
}

/// Every sentence of a long paragraph is listed.
#[test]
fn long_prose_is_read() {
    let long = "元素个数为偶数，且支持空Tensor，仅推理时除外。".repeat(5_000);
    let text = PAGE.replace("输入的shape不超过8维。", &long);
    let facts = facts(&text).expect("a page");
    let listed = facts.unread.iter().filter(|unread| unread.about == "constraints").count();
    assert_eq!(listed, 5_000);
}

#[test]
fn a_mark_may_have_another_sign() {
    let crossed = RULES
        .replace("NA表示不能推导", "×表示这两种类型不能进行推导计算")
        .replace("| s8 | f32 | s8 |", "| s8 | f32 | × |");
    assert!(differences(&crossed, &crossed.replace('×', "x")).is_empty());
}

/// Words above a list limit it; a label in the list begins another subject.
#[test]
fn determinism_is_read_after_other_constraints() {
    let after = |above: &str| {
        let page = PAGE.replace("## 约束说明\n", &format!("## 约束说明\n\n{above}\n"));
        facts(&page).expect("a page").operator.expect("an operator").deterministic.map(|(is, _)| is)
    };
    assert_eq!(after("颜料的要求如下：\n\n- 元素个数为偶数。"), Some(true));
    assert_eq!(after("推理时：\n\n- aclnnBlend默认非确定性实现。"), Some(true));
    let limited = PAGE.replace("- 确定性计算：\n  -", "推理时：\n\n-");
    assert_eq!(facts(&limited).expect("a page").operator.expect("an operator").deterministic, None);
}

/// What a vendor damaged is read as the specification's patch says, and only that page.
#[test]
fn a_damaged_page_is_read_with_its_patch() {
    let damaged = PAGE.replace("| executor | 输出 |", "| executor | 输 |");
    let read = |text: &str, spec: &Spec| {
        let page = page::read_patched("page.md", text.as_bytes(), &spec.patches);
        reader::operator_page(&page, spec).map(|mut reading| reading.facts.remove(0))
    };
    assert!(read(&damaged, &SPEC).is_err());
    let digest = page::read("page.md", damaged.as_bytes()).digest;
    let line = damaged.lines().position(|line| line.contains("| 输 |")).expect("the line") + 1;
    let patched = |line: usize| {
        let documents = SPEC.text("documents.toml").expect("a file");
        let patch = format!(
            "\n[[patch]]\npage = \"{digest}\"\nsays = \"a slip\"\nline = {line}\nfind = \"输 |\"\nput = \"输出 |\"\n"
        );
        SPEC.with("documents.toml", &(documents.to_owned() + &patch)).unwrap_or_else(|why| panic!("{why}"))
    };
    let spec = patched(line);
    let found = read(&damaged, &spec).unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    assert_eq!(found.digest.as_ref(), Some(&digest), "the digest of the page as published");
    assert_eq!(Facts { digest: None, ..found }, facts(PAGE).expect("the page"));
    assert!(read(&damaged.replace("两块", "三块"), &spec).is_err(), "another page");
    let refused = read(&damaged, &patched(line + 1)).expect_err("a patch that does not fit");
    assert!(fatal(&refused).contains("does not stand once here"), "{}", fatal(&refused));
}
