//! `ascertain-spec lint`: new findings fail, findings that an erratum explains are counted.

use crate::keeper::import::copy;
use crate::keeper::support::{Done, SPEC, keeper, utf8};
use std::fs;

/// A copy of the committed specification with one text, which stands once in its file, replaced.
pub(crate) fn edited(path: &str, from: &str, to: &str) -> tempfile::TempDir {
    let copy = copy();
    let file = copy.path().join(path);
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert_eq!(text.matches(from).count(), 1, "`{from}` should stand once in {path}");
    fs::write(&file, text.replacen(from, to, 1)).expect("a file in the temporary folder");
    copy
}

#[test]
fn known_findings_pass_and_new_ones_fail() {
    let lint = |more: &[&str]| keeper(&[&["lint", SPEC], more].concat());
    let Done { code, out, err } = lint(&[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("0 new findings, ") && out.contains("--all shows them"), "{out}");
    let all = lint(&["--all"]);
    assert_eq!(all.code, 0, "{}", all.err);
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
}
