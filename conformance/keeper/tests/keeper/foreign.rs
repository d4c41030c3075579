//! Text of pages and files that others wrote: it forges no line and moves no cursor.

use crate::keeper::support::{folder, keeper_with};
use std::fs;

#[test]
fn files_of_others_forge_nothing() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let name = "x\nforged: all\n::error::forged\n##[error]forged\u{1b}[2J\u{202e}";
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(&format!("pages/{name}.md"), "# aclnnCumprod\n\nforged\n");
    write(&format!("spec/{name}.toml"), "forged = 1\n");
    let page = at(&format!("pages/{name}.md"));
    for arguments in [
        &["import", "--dry-run", &at("pages")][..],
        &["import", &page],
        &["diff", "aclnn.cumprod", &page],
        &["check", &at("spec")],
    ] {
        for variables in [&[][..], &[("GITHUB_ACTIONS", "true")]] {
            let done = keeper_with(variables, arguments);
            for text in [&done.out, &done.err] {
                let what = format!("{arguments:?} {variables:?}: {text}");
                assert!(!text.contains("\u{1b}[2J") && !text.contains('\u{202e}'), "{what}");
                let forged = |line: &str| line.starts_with("forged") || line.starts_with("::error::");
                assert!(!text.lines().any(forged), "{what}");
            }
        }
    }
}

#[test]
fn only_regular_files_of_limited_length_are_read() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(at("spec")).expect("a folder");
    for name in ["page.md", "spec/documents.toml"] {
        let made = std::process::Command::new("mkfifo").arg(at(name)).status();
        assert!(made.is_ok_and(|status| status.success()), "a pipe");
    }
    for (arguments, why) in [
        (&["import", &at("page.md")][..], "not a regular file"),
        (&["import", "/dev/zero"], "not a regular file"),
        (&["check", &at("spec")], "not a regular file"),
    ] {
        let done = keeper_with(&[], arguments);
        assert!(done.code == 2 && done.err.contains(why), "{arguments:?}: {}", done.err);
    }
}
