//! Tells sentences that hold no requirement by their form: phrases for what something is, references to other pages,
//! labels. When in doubt, a sentence holds one.

use super::names::Names;
use super::text::{clauses, damaged, identifiers, squeezed};
use regex::Regex;
use std::sync::LazyLock;

/// What a part of a page may contain besides requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Phrases for what a thing is, as in a column of descriptions or a heading.
    Phrases,
    /// References and labels only, as in constraints.
    References,
}

/// Words that limit or require something. A phrase with one of them may be a requirement.
const NORMATIVE: &str = "[仅只除若须需应限禁非无未不勿必才同]|可选|排序|升序|降序|整数|整型|浮点|布尔|复数|偶数|奇数|正数|倍数|对齐|如果|要求|时$|时[,的]|但|则|场景|情况|条件|针对|对于|支持|约束|取值|范围|默认|一致|相同|相等|等于\
    |大于|小于|超过|高于|低于|至少|至多|最多|最大|最小|以上|以下|以内|满足|保证|建议|能|可以|所有|任意|每|推导|转换|广播|空|连续|报错|成功|失败|精度\
    |误差|溢出|唯一|重复|递增|[一二两三四五六七八九十][维个种倍]|[=<>≤≥≠±%×÷∈]|产品|系列|[当][^前]|当$\
    |(?i:(?-u:\\b)(?:only|except|when|if|unless|must|shall|should|may|can|cannot|not|no|need|needs|required?|requires|supports?|supported\
    |accepts?|range|default|same|equal|equals|greater|less|most|least|than|limit|limited|otherwise|is|are|will|does|each|every|all|any\
    |inf|nan|broadcast|atlas|ascend)(?-u:\\b))";
/// Words of a clause that says when another one holds.
const CONDITIONAL: &str = "[仅只除若]|如果|假如|当[^前]|当$|时$|时[,的:]|但|则|场景|情况|条件|针对|其中|例外|以外|之外|传入|产品|系列|芯片|处理器|平台|昇腾\
    |^[且并]?[不非暂未无]|不含|不包|^在.*[上中里]$|下$|^对于?|^其余|^其他|^undefined$\
    |(?i:(?-u:\\b)(?:only|except|but|when|while|if|unless|otherwise|where|case|cases|mode|modes|excluding|besides|however|provided\
    |until|without|atlas|ascend)(?-u:\\b)|^(?:in|on|for|with|under|during|after|before|by) )";
/// What a phrase is about: the last word of a noun phrase.
const NOUNS: &str = "(?:张量|tensors?|列表|数据|结果|地址|大小|stream|执行器|流程|维度|轴|scalar|标量|变量|值|参数|输入|输出|入参|出参|数组|矩阵|向量\
    |种子|偏移量?|梯度|索引|类型|对象|序列|概率|边界|系数|因子|指针|状态码|返回码|内存|步长|个数|数量|长度|名称|aclTensor|aclScalar|aclTensorList\
    |aclIntArray|aclScalarList|权重|均值|方差|掩码|mask|形状|shape|结构|关系|说明|规则|概述)";

static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

struct Patterns {
    normative: Regex,
    conditional: Regex,
    phrase: Regex,
    english: Regex,
    of_formula: Regex,
    attribute: Regex,
    reference: Regex,
    introduction: Regex,
    label: Regex,
    title: Regex,
    explained_value: Regex,
}

impl Patterns {
    fn new() -> Self {
        // The patterns are constants of this file, and its tests use each.
        let pattern = |text: &str| Regex::new(text).expect("a valid pattern");
        Self {
            normative: pattern(NORMATIVE),
            conditional: pattern(CONDITIONAL),
            phrase: pattern(&format!(
                "(?i:{NOUNS})[a-zA-Z0-9_]*$|^op ?执行器$|^包[含括]了?算子计算流程$|^由第[一二]段接口[a-zA-Z0-9]+获取$"
            )),
            english: pattern("^(?i:an?|the) [a-zA-Z_ -]+$"),
            of_formula: pattern(
                "^(?:即|对应|表示|计算)?(?:计算)?公式中的?(?:输入|输出)?[a-zA-Z0-9_/和与及、α-ω]+$",
            ),
            attribute: pattern("^(指定|返回|表示|输入|输出)?(用户)?需要[^需是为与]*的"),
            reference: pattern(
                "^(?:📄 ?)?(?:(?:具体|详细)(?:说明|信息|内容|介绍)?|详情|更多信息)?请?(?:参见|参考|参阅|参照|详见|查看)[^0-9<>=]+$\
                |^(?i:(?:for (?:more )?details?, )?(?:please )?(?:see|refer to) [^0-9<>=]+)$",
            ),
            introduction: pattern(
                "^第[一二]段接口会?完成入参(?:校验|检查)$|^(?:出现|满足)?(?:以下|如下|下列)(?:场景|情况|条件)(?:之一)?时?(?:会|将)?报错:?$|^aclnnStatus:返回状态码$",
            ),
            label: pattern(
                "^(?:(?:确定性|计算|接口|算子|参数|功能|调用)?(?:计算|公式|功能|说明|描述|示例|原型)|返回值|约束|注意)$|^(?i:notes?|formula|function|parameters|returns)$",
            ),
            title: pattern(
                "^[^不支必须]+(?:关系|规则|示例|流程|原理)$|^(?i:[a-z ]+ (?:rules|examples|relationships?))$",
            ),
            explained_value: pattern("^[a-zA-Z_0-9]+ ?=[^,]*(?:表示|indicates?|means?)"),
        }
    }
}

/// Whether a sentence holds no requirement.
pub(super) fn holds_nothing(sentence: &str, expected: Expected, names: &Names<'_>) -> bool {
    if damaged(sentence) {
        return false;
    }
    if is_label(sentence) {
        return true;
    }
    if matches!(sentence.to_lowercase().as_str(), "无" | "-" | "—" | "none" | "n/a" | "...") {
        return true;
    }
    clauses(sentence).into_iter().all(|clause| clause_holds_nothing(clause, expected, names))
}

/// Whether a clause holds no requirement.
pub(super) fn clause_holds_nothing(clause: &str, expected: Expected, names: &Names<'_>) -> bool {
    let clause = squeezed(clause);
    if damaged(&clause) || names_a_value(&clause, names) {
        return false;
    }
    let patterns = &*PATTERNS;
    if patterns.introduction.is_match(&clause) {
        return true;
    }
    if patterns.reference.is_match(&clause) {
        return !patterns.conditional.is_match(&clause);
    }
    if expected == Expected::References {
        return false;
    }
    let bare = patterns.attribute.replace(&clause, "");
    if patterns.normative.is_match(&bare) {
        return false;
    }
    patterns.phrase.is_match(&bare) || patterns.of_formula.is_match(&bare) || patterns.english.is_match(&bare)
}

/// Whether a heading holds no requirement.
pub(super) fn heading_holds_nothing(heading: &str, names: &Names<'_>) -> bool {
    let heading = squeezed(heading);
    let patterns = &*PATTERNS;
    let is_title = || patterns.title.is_match(&heading) && !patterns.conditional.is_match(&heading);
    !damaged(&heading)
        && !names_a_value(&heading, names)
        && (is_label(&heading) || is_title() || !patterns.normative.is_match(&heading))
}

/// Whether a clause that is not understood may say when another clause of its sentence holds.
pub(super) fn is_condition(clause: &str) -> bool {
    PATTERNS.conditional.is_match(&squeezed(clause))
}

/// Whether a clause explains a value of an argument, `dim=0表示…`.
pub(super) fn explains_value(clause: &str) -> bool {
    PATTERNS.explained_value.is_match(clause)
}

/// Whether a text is a label such as `计算公式`, under which other text stands.
pub(super) fn is_label(text: &str) -> bool {
    PATTERNS.label.is_match(squeezed(text).trim_end_matches([':', '：']))
}

/// Whether a text has a number, a dtype or a status code.
fn names_a_value(text: &str, names: &Names<'_>) -> bool {
    identifiers(text).into_iter().any(|(_, word)| {
        word.starts_with(|c: char| c.is_ascii_digit())
            || names.find_anywhere(word).is_some()
            || word.starts_with("ACL")
            || names.spec.formats.iter().any(|format| format.name == word)
    })
}

#[cfg(test)]
mod tests {
    use super::{Expected, holds_nothing};
    use crate::pages::recognise::names::Names;

    #[test]
    fn phrases_and_references_hold_nothing() {
        let spec = crate::pages::recognise::tests::spec();
        let names = Names::new(&spec);
        let harmless = |said: &str, expected| holds_nothing(said, expected, &names);
        for said in [
            "待处理的数据",
            "公式中的输入x",
            "输出张量,公式中的out",
            "返回需要在Device侧申请的大小",
            "op执行器,包含了算子计算流程",
            "由第一段接口aclnnDoGetWorkspaceSize获取",
            "An aclTensor on the device",
            "当前输入值",
        ] {
            assert!(harmless(said, Expected::Phrases), "{said}");
            assert!(!harmless(said, Expected::References), "{said}");
        }
        for said in ["具体参见[返回码](a.md)", "计算公式:", "无", "see the other page", "出现以下场景时报错:"]
        {
            assert!(harmless(said, Expected::References), "{said}");
        }
        for said in [
            "大小为8的数据",
            "仅用于推理的数据",
            "INT8类型的数据",
            "需要与x一致的数据",
            "需要是整型的数据",
            "不含空行的数据",
            "undefined的数据",
            "参见undefined",
            "x=1的数据",
            "空Tensor直接返回结果",
            "数据类型同输入x",
            "可选输入",
            "已排序的张量",
            "整型数据",
            "the only tensor",
            "参考第2章",
            "仅在推理时参见[返回码](a.md)",
        ] {
            assert!(!harmless(said, Expected::Phrases), "{said}");
        }
    }
}
