//! Compares functions as pages declare them with the same functions in C headers.

use crate::reader::{Prototype, read_prototypes};
use ascertain_spec::model::Span;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The functions of aclnn that a header declares, each with its line, and what is not understood of it.
#[must_use]
pub fn declared(header: &str) -> (Vec<Prototype>, Vec<String>) {
    static HIDDEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"//[^\n]*|/\*(?s:.*?)(?:\*/|\z)|(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*").expect("valid")
    });
    static DECLARATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"([\w\s*]*?)\b(aclnn[A-Z]\w*)\s*\(([^()]*)\)\s*;").expect("valid"));
    // Comments and directives keep their lines.
    let code =
        HIDDEN.replace_all(header, |hidden: &Captures<'_>| "\n".repeat(hidden[0].matches('\n').count()));
    let (mut found, mut unread) = (Vec::<Prototype>::new(), Vec::new());
    let (mut counted, mut line) = (0, 1_u32);
    for declaration in DECLARATION.captures_iter(&code) {
        let name = declaration.get(2).map_or(counted, |name| name.start());
        line += code[counted..name].matches('\n').count() as u32;
        counted = name;
        let text = format!("{} {}({})", returned(&declaration[1]), &declaration[2], &declaration[3]);
        match read_prototypes(&text, Span::Lines(line, line)) {
            Ok(read) => found.extend(read),
            Err(why) => unread.push(format!("line {line}: {why}")),
        }
    }
    (found, unread)
}

/// A return type without what macros and keywords say of linking: `ACLNN_API extern aclnnStatus`.
fn returned(words: &str) -> String {
    let is_type = |word: &&str| {
        let is_macro = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        !is_macro && !["extern", "static", "inline"].contains(word)
    };
    words.split_whitespace().filter(is_type).collect::<Vec<_>>().join(" ")
}

/// How a function differs on a page and in a header, in words: in its return type, in which parameters it has, in their order, and
/// in the name and the type of each.
#[must_use]
pub fn differences(page: &Prototype, header: &Prototype) -> Vec<String> {
    let mut found = Vec::new();
    let function = &page.name;
    if !page.returns.is_empty() && page.returns != header.returns {
        let [page, header] = [page, header].map(|one| &one.returns);
        found.push(format!("{function} returns `{page}` on the page and `{header}` in the header"));
    }
    let [ours, theirs] =
        [page, header].map(|one| one.parameters.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>());
    let lacks = |names: &[&str], others: &[&str]| -> Vec<String> {
        names.iter().filter(|name| !others.contains(name)).map(|name| format!("`{name}`")).collect()
    };
    let [only_page, only_header] = [lacks(&ours, &theirs), lacks(&theirs, &ours)];
    // By name, or, where all but some names agree, by place.
    let renamed = ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(a, b)| a == b || !theirs.contains(a) && !ours.contains(b));
    if renamed {
        for (at, (ours, theirs)) in (1..).zip(ours.iter().zip(&theirs)).filter(|(_, (a, b))| a != b) {
            let what =
                format!("parameter {at} of {function} is `{ours}` on the page and `{theirs}` in the header");
            found.push(what);
        }
    } else if only_page.is_empty() && only_header.is_empty() {
        found.push(format!(
            "the parameters of {function} have another order: {} on the page, {} in the header",
            ours.join(", "),
            theirs.join(", ")
        ));
    } else {
        for (names, whose) in [(only_page, "the page"), (only_header, "the header")] {
            let is = if names.len() == 1 { "a parameter" } else { "parameters" };
            if !names.is_empty() {
                found.push(format!("only {whose} gives {function} {is} {}", names.join(", ")));
            }
        }
    }
    for (at, (ours, name)) in page.parameters.iter().enumerate() {
        let same = if renamed {
            header.parameters.get(at)
        } else {
            header.parameters.iter().find(|(_, other)| other == name)
        };
        if let Some((theirs, _)) = same.filter(|(theirs, _)| !ours.is_empty() && ours != theirs) {
            let is_const = plain(ours) == plain(theirs);
            let what = if is_const { "is const in one of them alone" } else { "has another type" };
            found.push(format!(
                "`{name}` of {function} {what}: `{ours}` on the page, `{theirs}` in the header"
            ));
        }
    }
    found
}

/// A type without `const`.
fn plain(c: &str) -> String {
    c.split_whitespace().filter(|word| *word != "const").collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{declared, differences};

    fn one(header: &str) -> crate::reader::Prototype {
        let (mut found, unread) = declared(header);
        assert!(unread.is_empty(), "{unread:?}");
        found.pop().expect("a declaration")
    }

    #[test]
    fn a_header_is_read_without_its_comments_and_macros() {
        let header = "#define API \\\n  aclnnStatus aclnnOld(int a);\nextern \"C\" {\n/* aclnnStatus aclnnNo(int a);\n */\n\
            ACLNN_API aclnnStatus aclnnDo(const aclTensor *self, // the tensor\n  aclOpExecutor** executor);\n\
            __attribute__((visibility(\"default\"))) aclnnStatus\naclnnGo(void *workspace);\n}";
        let (found, unread) = declared(header);
        assert!(unread.is_empty(), "{unread:?}");
        let seen: Vec<_> =
            found.iter().map(|own| (own.name.as_str(), own.returns.as_str(), own.place)).collect();
        use ascertain_spec::model::Span::Lines;
        assert_eq!(seen, [("aclnnDo", "aclnnStatus", Lines(6, 6)), ("aclnnGo", "aclnnStatus", Lines(9, 9))]);
        assert_eq!(found[0].parameters[1], ("aclOpExecutor**".to_owned(), "executor".to_owned()));
        let (found, unread) = declared("int aclnnBad(int*, int a);");
        assert!(found.is_empty() && unread.len() == 1, "{unread:?}");
    }

    #[test]
    fn each_kind_of_difference_is_told_once() {
        let page = one("aclnnStatus aclnnDo(const aclTensor* self, int64_t dim, aclTensor* out);");
        let of = |header: &str| differences(&page, &one(header)).join("; ");
        assert_eq!(of("aclnnStatus aclnnDo(const aclTensor *self,int64_t dim, aclTensor *out);"), "");
        for (header, said) in [
            ("int aclnnDo(const aclTensor* self, int64_t dim, aclTensor* out);", "returns `aclnnStatus`"),
            ("aclnnStatus aclnnDo(aclTensor* self, int64_t dim, aclTensor* out);", "const in one of them"),
            ("aclnnStatus aclnnDo(const aclTensor* self, int32_t dim, aclTensor* out);", "has another type"),
            (
                "aclnnStatus aclnnDo(const aclTensor* self, int64_t axis, aclTensor* out);",
                "parameter 2 of aclnnDo is `dim`",
            ),
            ("aclnnStatus aclnnDo(int64_t dim, const aclTensor* self, aclTensor* out);", "another order"),
            (
                "aclnnStatus aclnnDo(const aclTensor* self, aclTensor* out);",
                "only the page gives aclnnDo a parameter `dim`",
            ),
            (
                "aclnnStatus aclnnDo(const aclTensor* self, int64_t dim, bool a, bool b, aclTensor* out);",
                "only the header gives aclnnDo parameters `a`, `b`",
            ),
        ] {
            assert!(of(header).contains(said) && !of(header).contains(';'), "{header}: {}", of(header));
        }
    }
}
