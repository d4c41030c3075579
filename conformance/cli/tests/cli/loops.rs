//! Folders with links that lead back into them.

use crate::support::{ascertain, folder};
use std::fs;
use std::os::unix::fs::symlink;

/// Each file below a folder is read once.
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
    for name in ["pages/a/b/one.toml", "elsewhere/two.toml"] {
        fs::write(at(name), "nothing = 1\n").expect("a file");
    }
    let done = ascertain(&["list", "--vectors", &at("pages")]);
    assert_eq!(done.code, 2, "{}", done.err);
    for name in ["one.toml", "two.toml"] {
        assert_eq!(done.err.matches(&format!("{name}:1")).count(), 1, "{}", done.err);
    }
}
