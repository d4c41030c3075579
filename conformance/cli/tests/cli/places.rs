//! The files of a run: none of them is written over another.

use crate::again::{BACKEND, typed, workplace};
use crate::support::{ascertain, folder};
use crate::vectors::case;
use std::fs;
use std::os::unix::fs::symlink;

#[test]
fn no_file_of_a_run_is_written_over_another() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(at("mine")).expect("a folder");
    for (name, text) in
        [("known.toml", "version = 1\n"), ("mine/v.toml", &case("cumprod/mine/two", "02 03")), ("page", "")]
    {
        fs::write(at(name), text).expect("a file");
    }
    symlink("known.toml", at("link")).expect("a link");
    fs::hard_link(at("known.toml"), at("hard")).expect("a link");
    // It would leave a mark if it were asked.
    let backend = format!("process:touch {}", at("asked"));
    let before = || {
        let files = ["known.toml", "mine/v.toml", "page", "new", "asked"];
        files.map(|name| fs::read_to_string(at(name)).ok())
    };
    let (old, page) = (before(), at("page"));
    let json = |name: &str| format!("json={}", at(name));
    for arguments in [
        &["run", "--journal", &at("new"), "--report", &json("new")][..],
        &["run", "--journal", &at("mine/../new"), "--report", &json("new")],
        &["run", "--journal", &page, "--resume", "--report", &json("page")],
        &["run", "--known", &at("known.toml"), "--report", &json("known.toml")],
        &["run", "--known", &at("known.toml"), "--report", &json("link")],
        &["run", "--known", &at("hard"), "--journal", &at("known.toml"), "--resume"],
        &["run", "--vectors", &at("mine/v.toml"), "--report", &json("mine/v.toml")],
        &["run", "--vectors", &at("mine"), "--report", &json("mine/v.toml")],
        &["replay", &at("mine/v.toml"), "--report", &json("mine/v.toml")],
        &["run", "--backend", &format!("process:sh {page}"), "--report", &json("page")],
    ] {
        let done = ascertain(&[arguments, &["--backend", &backend]].concat());
        assert!(
            done.code == 2 && done.err.contains("the same file"),
            "{arguments:?}: {} {}",
            done.code,
            done.err
        );
        assert_eq!(before(), old, "{arguments:?}");
    }
    // Reports of many commands.
    let report = at("report.json");
    assert_eq!(
        ascertain(&[
            "run",
            "--shard",
            "1/1",
            "--filter",
            "reinterpret",
            "--report",
            &format!("json={report}")
        ])
        .code,
        0
    );
    let text = fs::read_to_string(&report).expect("a report");
    for arguments in [
        &["compare", &report, &report, "--report", &format!("json={report}")][..],
        &["bench", "--show", &report, "--report", &format!("html={report}")],
        &["merge", &report, "--report", &format!("html={report}")],
    ] {
        let done = ascertain(arguments);
        assert!(done.code == 2 && done.err.contains("the same file"), "{arguments:?}: {}", done.err);
        assert_eq!(fs::read_to_string(&report).expect("a report"), text, "{arguments:?}");
    }
}

#[test]
fn vectors_replace_nothing() {
    let Some(folder) = workplace() else { return };
    let folder = folder.path();
    let run = |more: &str| typed(folder, &format!("ascertain run {BACKEND} --skip '*' --fuzz 60 -q {more}"));
    let (said, code) = run(&format!("{BACKEND} --repro found"));
    assert!(code == 2 && said.contains("{backend}"), "{said}");
    let files = |name: &str| {
        let mut files: Vec<(String, String)> = fs::read_dir(folder.join(name))
            .expect("a folder")
            .map(|entry| entry.expect("a file").path())
            .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("a vector")))
            .collect();
        files.sort();
        files
    };
    assert_eq!(run(&format!("{BACKEND} --repro 'found/{{backend}}'")).1, 1);
    let each = fs::read_dir(folder.join("found")).expect("a folder").count();
    assert_eq!(each, 2, "each backend has its own");
    assert_eq!(run("--repro mine").1, 1);
    let found = files("mine");
    assert!(!found.is_empty());
    // The same again changes nothing; an edited one stays.
    assert_eq!(run("--repro mine").1, 1);
    assert_eq!(files("mine"), found);
    fs::write(&found[0].0, "mine").expect("a file");
    let (said, code) = run("--repro mine");
    let after = files("mine");
    assert!(code == 1 && after.len() == found.len() + 1, "{said}");
    assert!(
        after.iter().any(|(_, text)| text == "mine") && after.iter().any(|(_, text)| *text == found[0].1)
    );
}
