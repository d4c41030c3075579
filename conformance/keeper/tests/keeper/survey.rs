//! `ascertain-spec import --dry-run`: which pages of a folder are read, why others are not, and all facts as JSON.

use crate::keeper::support::{SPEC, folder, keeper, utf8};
use std::fs;

/// A made-up page about a function.
const PAGE: &str = "\
# aclnnDoze

## 产品支持情况

- Board One：支持

## 函数原型

```cpp
aclnnStatus aclnnDozeGetWorkspaceSize(const aclTensor *self, aclTensor *out)
```

## aclnnDozeGetWorkspaceSize

- 参数说明：

  | 参数名 | 输入/输出 | 描述 | 数据类型 | 维度(shape) |
  | - | - | - | - | - |
  | self | 输入 | 输入。 | FLOAT | 0-8 |
  | out | 输出 | 输出。 | FLOAT | 0-8 |

## 约束说明

无
";

#[test]
fn a_folder_is_read_page_by_page() {
    let pages = folder();
    fs::create_dir(pages.path().join("docs")).expect("a folder");
    for (name, text) in [
        ("docs/doze.txt", PAGE.to_owned()),
        ("docs/cut.md", PAGE.replace("| out | 输出 | 输出。 | FLOAT | 0-8 |\n", "")),
        ("readme.md", "# Nothing\n\nNo function is described here.\n".to_owned()),
        ("notes.txt", "Not a page.\n".to_owned()),
    ] {
        fs::write(pages.path().join(name), text).expect("a file in the temporary folder");
    }
    let report = pages.path().join("report.json");
    let root = utf8(pages.path());
    let done = keeper(&["import", "--dry-run", root, "--spec", SPEC, "--report", utf8(&report)]);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let lines: Vec<&str> = done.out.lines().collect();
    assert!(lines[0].starts_with("refused") && lines[0].contains("docs/cut.md:9-11: "), "{}", lines[0]);
    assert!(lines[0].ends_with("is declared but not described; is the page complete?"), "{}", lines[0]);
    assert!(lines[2].contains("readme.md:1: not an operator page: "), "{}", lines[2]);
    assert!(lines[1].contains("notes.txt") && lines[1].contains("not an operator page: "), "{}", lines[1]);
    let table = &lines[3..];
    assert!(table.iter().all(|line| line.chars().count() <= 80), "{}", done.out);
    let counted = |what: &str| table.iter().find_map(|line| line.trim().strip_suffix(what)).map(str::trim);
    assert_eq!(
        (counted("pages"), counted("read (50 %)"), counted("refused")),
        (Some("2"), Some("1"), Some("1"))
    );
    assert_eq!(
        (
            counted("parameter … of … is declared but not described; is the page complete?"),
            counted("other pages")
        ),
        (Some("1"), Some("2"))
    );
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&report).expect("a report")).expect("JSON");
    let outcomes: Vec<&str> =
        json["pages"].as_array().expect("pages").iter().filter_map(|page| page["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["refused", "read", "other", "other"]);
    let facts = &json["pages"][1]["facts"][0];
    assert_eq!(facts["document"], "aclnn.doze");
    let parameter = &facts["operator"]["functions"][0]["parameters"][0];
    assert_eq!((&parameter["name"], &parameter["direction"]), (&"self".into(), &"in".into()));
    assert_eq!(parameter["dtypes"], serde_json::json!(["f32"]));
    // A single page, of any name.
    let done = keeper(&["import", "--dry-run", &format!("{root}/docs/doze.txt"), "--spec", SPEC]);
    assert_eq!(done.out.lines().next().map(str::trim), Some("1  pages"), "{}", done.out);
}
