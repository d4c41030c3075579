//! `ascertain-spec check --headers`: where a page and a header declare a function differently.

use crate::keeper::support::{few, folder, keeper, utf8, write};

/// A made-up page that declares two functions and describes no parameter, so that its facts are refused.
const PAGE: &str = "\
# aclnnDoze

## 函数原型

```cpp
aclnnStatus aclnnDozeGetWorkspaceSize(const aclTensor *self, int64_t dim, aclTensor *out)
```

```cpp
aclnnStatus aclnnDoze(void *workspace)
```

## aclnnDozeGetWorkspaceSize

- 参数说明：

## 约束说明

无
";

const HEADER: &str = "\
#pragma once
ACLNN_API aclnnStatus aclnnDozeGetWorkspaceSize(
    const aclTensor* self, int64_t dim, aclTensor* out);
// aclnnStatus aclnnDoze(int gone);
ACLNN_API aclnnStatus aclnnDoze(void* workspace);
";

#[test]
fn pages_and_headers_are_compared_with_both_places() {
    let root = folder();
    let at = utf8(root.path());
    let check = |page: &str, header: &str| {
        let files =
            [("docs/doze.md", page), ("include/aclnn_doze.h", header), ("include/notes.txt", "int aclnnNo(")];
        write(root.path(), files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec());
        let headers = format!("{at}/include");
        keeper(&["check", few(), "--docs", &format!("{at}/docs"), "--headers", &headers])
    };
    let equal = check(PAGE, HEADER);
    assert_eq!((equal.code, equal.err.as_str()), (0, ""));
    assert!(equal.out.contains("2 functions with 1 header: 0 disagreements"), "{}", equal.out);
    // The same words on the page and in the header, but for what is changed here.
    let differs =
        check(PAGE, &HEADER.replace("aclTensor* out", "const aclTensor* out").replace("dim,", "axis,"));
    assert_eq!(differs.code, 1, "{}", differs.out);
    for said in [
        "parameter 2 of aclnnDozeGetWorkspaceSize is `dim` on the page and `axis` in the header",
        "`out` of aclnnDozeGetWorkspaceSize is const in one of them alone",
        "docs/doze.md:5-7",
        "include/aclnn_doze.h:2",
        "2 disagreements",
    ] {
        assert!(differs.out.contains(said), "{said}: {}", differs.out);
    }
    let missing = check(PAGE, &HEADER.replace("aclnnDoze(void", "aclnnDOZE(void"));
    let said = "docs/doze.md:9-11: no header declares aclnnDoze; one declares aclnnDOZE";
    assert!(missing.code == 0 && missing.out.contains(said), "{}", missing.out);
    // Of several headers the one beside the page counts.
    let (docs, older) = (format!("{at}/docs"), HEADER.replace("dim,", "axis,"));
    write(root.path(), vec![("experimental/include/aclnn_doze.h".to_owned(), older)]);
    let several = keeper(&["check", few(), "--docs", &docs, "--headers", at]);
    assert!(several.code == 1 && several.out.contains("experimental/include"), "{}", several.out);
    write(root.path(), vec![("docs/aclnn_doze.h".to_owned(), HEADER.to_owned())]);
    let several = keeper(&["check", few(), "--docs", &docs, "--headers", at]);
    assert_eq!(several.code, 0, "{}", several.out);
    let escapes = check(&PAGE.replace("int64_t dim", "int64_t\u{1b}[2J dim"), HEADER);
    assert!(!escapes.out.contains('\u{1b}'), "{}", escapes.out);
    let cut = check(PAGE, "aclnnStatus aclnnDoze(void*);\naclnnStatus aclnnDozeGetWorkspaceSize(int a);");
    assert!(cut.out.contains("a parameter of `aclnnDoze` has no name"), "{}", cut.out);
    let none = check(PAGE, "int other(void);");
    assert!(none.code == 2 && none.err.contains("declares a function of aclnn"), "{}{}", none.out, none.err);
}

#[test]
fn without_pages_the_specification_is_compared() {
    let root = folder();
    write(root.path(), vec![("aclnn_doze.h".to_owned(), HEADER.to_owned())]);
    let done = keeper(&["check", few(), "--headers", utf8(root.path())]);
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.contains("no header declares aclnnCumprodGetWorkspaceSize"), "{}", done.out);
    assert!(done.out.contains("  aclnn.cumprod cann-"), "{}", done.out);
}
