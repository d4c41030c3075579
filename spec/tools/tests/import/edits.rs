//! Edits of meaning: each changes the facts of a page or the sentences that are not read, or the page is refused.

use crate::{fatal, spec};
use ascertain_spec::model::Spec;
use ascertain_spec_tools::diff::{ChangeType, Differences, diff};
use ascertain_spec_tools::facts::Facts;
use ascertain_spec_tools::pages::{self, recognise};
use std::sync::LazyLock;

/// A page of the vendor's form, about functions that do not exist.
const PAGE: &str = "\
# aclnnBlend&aclnnInplaceBlend

## 产品支持情况

| 产品 | 是否支持 |
| --- | --- |
| <term>Atlas X1 系列</term> | √ |
| <term>Atlas X2 系列</term> | √ |
| <term>Atlas X3 系列</term> | × |

## 功能说明

- 接口功能：把两块颜料混到一起。
- 计算公式：

  $$
  out_i = self_i + alpha \\times other_i
  $$

## 函数原型

先调用“aclnnBlendGetWorkspaceSize”，再调用“aclnnBlend”。

```cpp
aclnnStatus aclnnBlendGetWorkspaceSize(const aclTensor* self, const aclTensor* other, int64_t dim, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor)
```

```cpp
aclnnStatus aclnnBlend(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream)
```

## aclnnBlendGetWorkspaceSize

- **参数说明：**

  | 参数名 | 输入/输出 | 描述 | 使用说明 | 数据类型 | 数据格式 | 维度(shape) | 非连续Tensor |
  | --- | --- | --- | --- | --- | --- | --- | --- |
  | self | 输入 | 第一块颜料的张量。 | 支持空Tensor。 | FLOAT、INT8 | ND | 1-8 | √ |
  | other | 输入 | 另一块颜料的张量。 | shape与self一致。 | FLOAT、INT8 | ND | 不超过8维 | √ |
  | dim | 输入 | 混合的轴。 | 取值范围[-self.dim(), self.dim()-1]。 | INT64 | - | - | - |
  | out | 输出 | 混好的张量。 | 数据类型与self一致，shape与other一致。 | FLOAT、INT8 | ND | 1-8 | × |
  | workspaceSize | 输出 | 工作区的大小。 | - | - | - | - | - |
  | executor | 输出 | 流程的执行器。 | - | - | - | - | - |

  - <term>Atlas X2 系列</term>：数据类型不支持INT8。

- **返回值：**

  aclnnStatus：返回状态码，具体参见[状态](a.md)。

  | 返回值 | 错误码 | 描述 |
  | --- | --- | --- |
  | ACLNN_ERR_PARAM_NULLPTR | 161001 | 传入的self、other或out是空指针。 |
  | ACLNN_ERR_PARAM_INVALID | 161002 | self的数据类型不受支持。 |

## aclnnBlend

- **参数说明：**

  | 参数名 | 输入/输出 | 描述 |
  | --- | --- | --- |
  | workspace | 输入 | 工作区的地址。 |
  | workspaceSize | 输入 | 工作区的大小。 |
  | executor | 输入 | 流程的执行器。 |
  | stream | 输入 | 执行任务的Stream。 |

## 约束说明

- 确定性计算：
  - aclnnBlend默认确定性实现。
- 输入的shape不超过8维。

## 调用示例

见样例。

```python
out = blend(self, other, 1)
print(out)
```
";

/// A page with a promotion table and rules.
const RULES: &str = "\
# 类型推导

表头和最左侧一列表示两个输入Tensor的数据类型。NA表示不能推导。ACL_FLOAT(f32)、ACL_INT8(s8)、ACL_UINT64(u64)、ACL_BOOL(bool)。

两种颜料不同时先调和。

- 当输入数据类型为bool与其他任意数据类型（非u64），其推导出的数据类型为其他任意数据类型。
- 当输入数据类型为u64与u64，其推导出的数据类型仍为u64。当输入数据类型为u64与非u64的任意数据类型，不支持数据类型推导。

aclnn的表：

| 数据类型 | f32 | s8 |
|:-:|:-:|:-:|
| f32 | f32 | f32 |
| s8 | f32 | s8 |
";

static SPEC: LazyLock<Spec> = LazyLock::new(spec);

/// The facts of a page without the digest of its bytes; none if it is refused.
fn facts(text: &str) -> Option<Facts> {
    let page = pages::read("page.md", text.as_bytes());
    let reading = match recognise::is_operator_page(&page) {
        true => recognise::operator_page(&page, &SPEC),
        false => recognise::read(&page, &SPEC, None),
    };
    let mut facts = reading.ok()?.facts.pop()?;
    facts.digest = None;
    Some(facts)
}

fn changed(text: &str, edits: &[(&str, &str)]) {
    let before = facts(text).expect("the page is read");
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once");
        let after = facts(&text.replace(from, to));
        assert!(after.is_none_or(|after| !diff(&before, &after).is_empty()), "{from} -> {to} goes unnoticed");
    }
}

/// What differs after an edit that takes a page from `from` to `to`.
fn differences(from: &str, to: &str) -> Differences {
    diff(&facts(from).expect("the page is read"), &facts(to).expect("the edited page is read"))
}

#[test]
fn the_page_is_understood_where_it_is_plain() {
    let page = pages::read("page.md", PAGE.as_bytes());
    let reading =
        recognise::operator_page(&page, &SPEC).unwrap_or_else(|refused| panic!("{}", fatal(&refused)));
    let facts = &reading.facts[0];
    let unread: Vec<String> = facts
        .unread
        .iter()
        .map(|unread| {
            format!("{} [{}] {}", unread.place, unread.about, unread.text.as_deref().unwrap_or_default())
        })
        .collect();
    let first = "aclnnBlendGetWorkspaceSize";
    assert_eq!(
        unread,
        [
            "line 13 [description] 接口功能:把两块颜料混到一起".to_owned(),
            "lines 16-18 [description] $$ out_i = self_i + alpha \\times other_i $$".to_owned(),
            "line 22 [prototype] 先调用“aclnnBlendGetWorkspaceSize”,再调用“aclnnBlend”".to_owned(),
            format!("line 39 [{first}, other] shape与self一致"),
            format!("line 41 [{first}, out] 数据类型与self一致,shape与other一致"),
        ]
    );
    let operator = facts.operator.as_ref().expect("an operator");
    assert_eq!(
        operator.max_rank.map(|(rank, place)| (rank, place.to_string())),
        Some((8, "line 71".to_owned()))
    );
    assert_eq!(
        operator.deterministic.map(|(is, place)| (is, place.to_string())),
        Some((true, "line 70".to_owned()))
    );
    let nulls: Vec<&str> = operator.functions[0].nulls.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(nulls, ["self", "other", "out"]);
    let [own, other, dim, out, ..] = operator.functions[0].parameters.as_slice() else {
        panic!("{operator:?}")
    };
    assert_eq!((own.empty, own.strided, out.strided), (Some(true), Some(true), Some(false)));
    let ranks =
        |ranks: Option<ascertain_spec_tools::facts::Ranks>| ranks.map(|ranks| (ranks.least, ranks.most));
    assert_eq!((ranks(own.ranks), ranks(other.ranks)), (Some((Some(1), Some(8))), Some((None, Some(8)))));
    assert_eq!(dim.range.as_deref(), Some("-rank(self) <= dim && dim < rank(self)"));
    let on_some: Vec<(&[String], &[String])> =
        own.product_dtypes.iter().map(|on| (on.products.as_slice(), on.dtypes.as_slice())).collect();
    assert_eq!(on_some, [(&["Atlas X1 系列".to_owned()][..], &["s8".to_owned()][..])]);
}

#[test]
fn edits_of_meaning_never_go_unnoticed() {
    changed(
        PAGE,
        &[
            // What it computes.
            ("self_i + alpha", "self_i - alpha"),
            ("把两块颜料混到一起", "把两块颜料分开"),
            ("- 计算公式：", "- 计算公式（仅训练）："),
            ("先调用“aclnnBlendGetWorkspaceSize”", "无需调用“aclnnBlendGetWorkspaceSize”"),
            // Products.
            ("| <term>Atlas X3 系列</term> | × |", "| <term>Atlas X3 系列</term> | √ |"),
            ("| <term>Atlas X1 系列</term> | √ |", "| <term>Atlas X1 系列</term> | √（仅推理） |"),
            // Parameters.
            ("支持空Tensor。", "不支持空Tensor。"),
            ("支持空Tensor。", "暂未支持空Tensor。"),
            ("支持空Tensor。", "除训练外支持空Tensor。"),
            ("支持空Tensor。", "支持空Tensor，推理时除外。"),
            ("支持空Tensor。", "支持空Tensor。元素个数为偶数。"),
            ("shape与self一致。", "shape与self满足broadcast关系。"),
            ("第一块颜料的张量。", "第一块颜料的张量，不支持ND。"),
            ("混合的轴。", "混合的轴，元素不能重复。"),
            ("| dim | 输入 |", "| dim（可选） | 输入 |"),
            ("| dim | 输入 |", "| dim | 输入（仅训练） |"),
            ("int64_t dim,", "int64_t dim = 0,"),
            ("int64_t dim,", "int64_t dim /* 0 */,"),
            ("| 描述 | 使用说明 |", "| 描述 | 训练时的使用说明 |"),
            ("self.dim()-1]。", "self.dim()-1)。"),
            ("self.dim()-1]。", "self.dim()-1]，训练时为[0, 1]。"),
            ("数据类型与self一致，", "数据类型与other一致，"),
            ("FLOAT、INT8 | ND | 1-8 | √", "FLOAT、INT8（仅Atlas X2 系列支持） | ND | 1-8 | √"),
            ("FLOAT、INT8 | ND | 1-8 | √", "FLOAT、INT8（训练） | ND | 1-8 | √"),
            ("FLOAT、INT8 | ND | 1-8 | √", "FLOAT、<del>INT8</del> | ND | 1-8 | √"),
            ("ND | 1-8 | √", "ND | 1-7 | √"),
            ("ND | 1-8 | √", "ND | 1-8（推理） | √"),
            ("ND | 1-8 | √", "ND | 1-8 | 仅转置场景支持"),
            ("ND | 不超过8维", "ND | 小于8维"),
            ("工作区的地址。", "工作区的地址，必须对齐。"),
            ("数据类型不支持INT8。", "数据类型不支持FLOAT。"),
            ("数据类型不支持INT8。", "数据类型不支持INT8，推理时除外。"),
            // Status codes.
            ("self、other或out是空指针。", "self或out是空指针。"),
            ("self、other或out是空指针。", "self、other和out同时是空指针。"),
            ("self的数据类型不受支持。", "self的数据类型不受支持，或dim越界。"),
            ("具体参见[状态](a.md)。", "具体参见[状态](a.md)。失败时out不变。"),
            ("| 返回值 | 错误码 | 描述 |", "| 返回值 | 错误码 | 训练时的描述 |"),
            ("| ACLNN_ERR_PARAM_INVALID |", "| ACLNN_ERR_PARAM_INVALID（仅训练） |"),
            // Constraints.
            ("默认确定性实现。", "默认非确定性实现。"),
            ("默认确定性实现。", "不是确定性。"),
            ("  - aclnnBlend默认", "  - Atlas X1 系列默认确定性实现，Atlas X2 系列默认"),
            ("- 确定性计算：", "- Atlas X1 系列："),
            ("输入的shape不超过8维。", "输入的shape不超过7维。"),
            ("输入的shape不超过8维。", "当dim为0时，输入的shape不超过8维。"),
            ("输入的shape不超过8维。", "输入的shape不超过8维。行数不超过10000。"),
        ],
    );
    changed(
        RULES,
        &[
            ("NA表示不能推导。", "NA表示推理时不能推导。"),
            ("两种颜料不同时先调和。", "两种颜料不同时报错。"),
            ("（非u64），其推导", "（非s8），其推导"),
            ("其推导出的数据类型为其他任意数据类型。", "其推导出的数据类型为其他任意数据类型，推理时除外。"),
            ("不支持数据类型推导。", "除Atlas X1 系列外不支持数据类型推导。"),
            ("aclnn的表：", "aclnn的表（仅推理）："),
            ("| 数据类型 | f32", "| 数据类型（仅推理） | f32"),
        ],
    );
}

/// Headings, noun phrases, legends, marks, labels and examples say something too, though nothing that is read as a fact.
#[test]
fn every_text_of_a_page_is_compared() {
    changed(
        PAGE,
        &[
            ("# aclnnBlend&aclnnInplaceBlend", "# aclnnBlend"),
            ("第一块颜料的张量。", "第二块颜料的张量。"),
            ("第一块颜料的张量。", "第一块颜料的稀疏张量。"),
            ("| 混好的张量。 |", "| 混好的张量，即公式中的self。 |"),
            ("| 工作区的地址。 |", "| |"),
            ("工作区的地址。", "Host侧工作区的地址。"),
            ("流程的执行器。 | - | - | - | - | - |", "流程的数据。 | - | - | - | - | - |"),
            ("[状态](a.md)", "[错误](a.md)"),
            ("- 确定性计算：", "- 计算："),
            ("## 功能说明", "## 功能"),
            ("见样例。", "见别的样例。"),
            ("见样例。", ""),
            ("blend(self, other, 1)", "blend(self, other, 0)"),
            ("print(out)\n", ""),
            ("```python\nout = blend(self, other, 1)\nprint(out)\n```\n", ""),
            ("## 调用示例\n", ""),
        ],
    );
    changed(
        RULES,
        &[
            ("NA表示不能推导。", ""),
            ("NA表示不能推导。", "×表示不能推导。"),
            ("表头和最左侧一列表示两个输入Tensor的数据类型。", "表头表示两个输入Tensor的数据类型。"),
            ("# 类型推导", "# 类型说明"),
            ("aclnn的表：", "aclnn的表（见下）："),
            ("aclnn的表：", ""),
        ],
    );
    // Whatever the language of what was added.
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

/// Markup, white space and equivalent signs may change; a text that moved counts as a change of order only.
#[test]
fn harmless_edits_are_no_differences() {
    let same: &[(&str, &[(&str, &str)])] = &[
        (
            PAGE,
            &[
                ("第一块颜料的张量。", "**第一块**颜料的张量。"),
                ("第一块颜料的张量。", " 第一块 颜料的张量 "),
                ("见样例。", "见\n样例。"),
                ("具体参见[状态](a.md)。", "具体参见[状态](../b.html)。"),
                ("把两块颜料混到一起。", "把两块颜料混到一起"),
                ("- 计算公式：", "- 计算公式:"),
                ("先调用“aclnnBlendGetWorkspaceSize”，", "先调用\"aclnnBlendGetWorkspaceSize\",　"),
                ("支持空Tensor。", "支持空 Tensor；"),
                ("print(out)", "print( out )"),
                ("## 约束说明", "<!-- a comment -->\n\n## 约束说明"),
                ("| 是否支持 |", "| **是否支持** |"),
                ("| - | - | - | - | - |\n\n", "| — | - | - | - | - |\n\n"),
            ],
        ),
        (
            RULES,
            &[
                ("两种颜料不同时先调和。", "两种颜料不同时先\n调和。"),
                ("ACL_FLOAT(f32)、ACL_INT8(s8)", "ACL\\_FLOAT（f32）、`ACL_INT8(s8)`"),
            ],
        ),
    ];
    for (page, edits) in same {
        for (from, to) in *edits {
            assert_eq!(page.matches(from).count(), 1, "`{from}` stands once");
            let found = differences(page, &page.replace(from, to));
            assert!(found.is_empty(), "{from} -> {to}: {:?}", found.changes);
        }
    }
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
    let long = "元素个数为偶数，且支持空Tensor，仅推理时除外。".repeat(20_000);
    let text = PAGE.replace("输入的shape不超过8维。", &long);
    let facts = facts(&text).expect("a page");
    let listed = facts.unread.iter().filter(|unread| unread.about == "constraints").count();
    assert_eq!(listed, 20_000);
}

/// Other words, signs and orders for the same facts change nothing that the page states.
#[test]
fn harmless_edits_change_no_fact() {
    let crossed = RULES
        .replace("NA表示不能推导", "×表示这两种类型不能进行推导计算")
        .replace("| s8 | f32 | s8 |", "| s8 | f32 | × |");
    for (page, from, to) in [
        (PAGE, "支持空Tensor。", "允许空Tensor。"),
        (PAGE, "支持空Tensor。", "允许传入空Tensor。"),
        (PAGE, "| 1-8 | √ |\n  | other", "| 1–8 | √ |\n  | other"),
        (PAGE, "ND | 不超过8维", "ND | ≤8"),
        (PAGE, "ND | 不超过8维", "ND | 0-8"),
        (PAGE, "ND | 不超过8维", "ND | 0到8维"),
        (
            PAGE,
            "| <term>Atlas X1 系列</term> | √ |\n| <term>Atlas X2 系列</term> | √ |",
            "| <term>Atlas X2 系列</term> | √ |\n| <term>Atlas X1 系列</term> | √ |",
        ),
        (RULES, "| f32 | f32 | f32 |\n| s8 | f32 | s8 |", "| s8 | f32 | s8 |\n| f32 | f32 | f32 |"),
        (&crossed, "×", "x"),
    ] {
        assert!(page.contains(from), "{from}");
        let [before, after] = [page.to_owned(), page.replace(from, to)]
            .map(|text| facts(&text).unwrap_or_else(|| panic!("{to} is refused")));
        let found: Vec<String> =
            diff(&before, &after).changes.into_iter().map(|change| change.says).collect();
        assert_eq!((found, diff(&before, &after).tables), (vec![], vec![]), "{from} -> {to}");
    }
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
    let damaged = PAGE.replace("| executor | 输出 |", "| executer | 输出 |");
    let read = |text: &str, spec: &Spec| {
        let page = pages::read_patched("page.md", text.as_bytes(), &spec.patches);
        recognise::operator_page(&page, spec).map(|mut reading| reading.facts.remove(0))
    };
    assert!(read(&damaged, &SPEC).is_err());
    let digest = pages::read("page.md", damaged.as_bytes()).digest;
    let line = damaged.lines().position(|line| line.contains("executer")).expect("the line") + 1;
    let patched = |line: usize| {
        let documents = SPEC.text("documents.toml").expect("a file");
        let patch = format!(
            "\n[[patch]]\npage = \"{digest}\"\nsays = \"a slip\"\nline = {line}\nfind = \"executer\"\nput = \"executor\"\n"
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
