//! `ascertain-spec lint`: new findings fail, findings that an erratum explains are counted.

use crate::keeper::support::{Done, SPEC, folder, keeper, utf8};
use std::fs;
use std::path::Path;

/// A copy of the committed specification with one text, which stands once in its file, replaced.
pub(crate) fn edited(path: &str, from: &str, to: &str) -> tempfile::TempDir {
    let copy = folder();
    copy_toml(Path::new(SPEC), copy.path());
    let file = copy.path().join(path);
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert_eq!(text.matches(from).count(), 1, "`{from}` should stand once in {path}");
    fs::write(&file, text.replacen(from, to, 1)).expect("a file in the temporary folder");
    copy
}

fn copy_toml(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder in the temporary folder");
    for entry in fs::read_dir(from).expect("the specification's folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() && !path.ends_with("compiler") && !path.ends_with("tools") {
            copy_toml(&path, &target);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            fs::copy(&path, &target).expect("a file in the temporary folder");
        }
    }
}

#[test]
fn known_findings_pass_and_new_ones_fail() {
    let lint = |more: &[&str]| keeper(&[&["lint", SPEC], more].concat());
    let Done { code, out, err } = lint(&[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("0 new findings, ") && out.contains("--all shows them"), "{out}");
    let all = lint(&["--all", "--document", "aclnn.tensor-tensor", "--edition", "2025-09"]);
    let count = |part: &str| all.out.matches(part).count();
    assert_eq!((all.code, count("/associative/"), count("/monotone/"), count("/symmetric/")), (0, 4, 2, 0));
    assert!(all.out.contains("why  erratum aclnn.tensor-tensor.code-bf16-c32"), "{}", all.out);
    // A page that changes for the worse.
    let worse = edited(
        "aclnn/cumprod/2026-03.toml",
        "max_rank = 8\ncite = { where = \"aclnnCumprod",
        "max_rank = 9\ncite = { where = \"aclnnCumprod",
    );
    let worse = utf8(worse.path());
    let done = keeper(&["lint", worse]);
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(
        done.out.contains("new   aclnn.cumprod/enforced/aclnnCumprodGetWorkspaceSize.input/max_rank"),
        "{}",
        done.out
    );
    assert!(done.out.contains("in   2026-03, 2026-07"), "{}", done.out);
    let json = keeper(&["lint", worse, "--format", "json"]).json();
    assert_eq!(json["version"], 1);
    let findings = json["findings"].as_array().expect("findings");
    let new: Vec<_> = findings.iter().filter(|finding| finding.get("known").is_none()).collect();
    // Once in each edition that inherits it.
    assert!(new.len() >= 2 && json["new"] == new.len(), "{new:?}");
    assert!(done.out.contains(&format!("{} new findings", new.len())), "{}", done.out);
    assert!(
        new.iter()
            .all(|finding| finding["id"]
                == "aclnn.cumprod/enforced/aclnnCumprodGetWorkspaceSize.input/max_rank"),
        "{new:?}"
    );
    assert_eq!(json["known"], findings.len() - new.len());
}

#[test]
fn wrong_names_are_errors() {
    for (arguments, part) in [
        (vec!["--document", "aclnn.cumprodd"], "did you mean `aclnn.cumprod`?"),
        (vec!["--edition", "2026-3"], "did you mean `2026-03`, `2026-07` or `2026-08`?"),
        (vec!["--document", "aclnn.cumprod", "--edition", "2025-09"], "unknown edition `2025-09`"),
    ] {
        let done = keeper(&[vec!["lint", SPEC], arguments].concat());
        assert_eq!((done.code, done.out.as_str()), (2, ""));
        assert!(done.err.contains(part), "{part}\n{}", done.err);
    }
}
