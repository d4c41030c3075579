//! Folders with links that lead back into them.

use crate::keeper::support::{few, folder, keeper};
use std::fs;
use std::os::unix::fs::symlink;

/// Every command that reads the files below a folder reads each of them once.
#[test]
fn links_to_folders_end() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir_all(at("pages/a/b")).expect("folders");
    fs::create_dir(at("elsewhere")).expect("a folder");
    // Followed again and again, these lead to 40 levels of six folders each.
    for link in ["0", "1", "2", "a/3", "a/4", "a/b/5"] {
        symlink(at("pages"), at(&format!("pages/{link}"))).expect("a link");
    }
    symlink(at("elsewhere"), at("pages/there")).expect("a link");
    for name in ["pages/a/b/one.md", "elsewhere/two.md"] {
        fs::write(at(name), "# aclnnNothing\n\nNothing.\n").expect("a file");
    }
    let pages = at("pages");
    let done = keeper(&["import", "--dry-run", &pages, "--spec", few()]);
    assert!(done.out.contains("one.md") && done.out.contains("two.md"), "{}{}", done.out, done.err);
    assert_eq!(done.out.matches("one.md").count(), 1, "{}", done.out);
    let done = keeper(&["check", few(), "--docs", &pages]);
    assert!(done.code == 2 && done.err.contains("has no page of a document"), "{}", done.err);
    for arguments in [&["check", &pages][..], &["diff", &pages, few()], &["lint", &pages]] {
        let done = keeper(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {}", done.err);
    }
}
