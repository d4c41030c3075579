//! The files of a run: none of them is written over another.

use crate::cli::again::{BACKEND, workplace};
use crate::cli::support::Place;
use crate::cli::vectors::case;
use std::fs;
use std::os::unix::fs::symlink;

#[test]
fn no_file_of_a_run_is_written_over_another() {
    let place = Place::new();
    place.write("known.toml", "version = 1\n");
    place.write("mine/v.toml", &case("cumprod/mine/two", "02 03"));
    place.write("page", "");
    symlink("known.toml", place.at("link")).expect("a link");
    fs::hard_link(place.at("known.toml"), place.at("hard")).expect("a link");
    let files = || {
        let files = ["known.toml", "mine/v.toml", "page", "new", "asked"];
        files.map(|name| fs::read_to_string(place.at(name)).ok())
    };
    let before = files();
    for command in [
        "run --journal new --report json=new",
        "run --journal mine/../new --report json=new",
        "run --journal page --resume --report json=page",
        "run --known known.toml --report json=known.toml",
        "run --known known.toml --report json=link",
        "run --known hard --journal known.toml --resume",
        "run --vectors mine/v.toml --report json=mine/v.toml",
        "run --vectors mine --report json=mine/v.toml",
        "replay mine/v.toml --report json=mine/v.toml",
        "run --backend 'process:sh page' --report json=page",
    ] {
        // It would leave a mark if it were asked.
        let few = if command.starts_with("run") { "--filter reinterpret" } else { "" };
        let done = place.ascertain(&format!("{command} {few} --backend 'process:touch asked'"));
        done.ends(2).warns("the same file");
        assert_eq!(files(), before, "{command}");
    }
    // Reports of many commands.
    place.ascertain("run --shard 1/1 --filter reinterpret --fuzz 0 --report json=report.json").ends(0);
    let text = place.read("report.json");
    for command in [
        "compare report.json report.json --report json=report.json",
        "merge report.json --report html=report.json",
    ] {
        place.ascertain(command).ends(2).warns("the same file");
        assert_eq!(place.read("report.json"), text, "{command}");
    }
}

#[test]
fn vectors_replace_nothing() {
    let Some(place) = workplace() else { return };
    let run = |more: &str| {
        place.ascertain(&format!("run {BACKEND} --operators cumprod --skip '*' --fuzz 100 -q {more}"))
    };
    run(&format!("{BACKEND} --repro found")).ends(2).warns("{backend}");
    run(&format!("{BACKEND} --repro 'found/{{backend}}'")).ends(1);
    assert_eq!(place.count("found"), 2, "each backend has its own");
    let found = || {
        let names =
            fs::read_dir(place.at("mine")).expect("a folder").map(|entry| entry.expect("a file").path());
        let mut files: Vec<_> =
            names.map(|path| (fs::read_to_string(&path).expect("a vector"), path)).collect();
        files.sort_by(|(_, a), (_, b)| a.cmp(b));
        files
    };
    run("--repro mine").ends(1);
    let first = found();
    assert!(!first.is_empty());
    // The same again changes nothing; an edited one stays.
    run("--repro mine").ends(1);
    assert_eq!(found(), first);
    fs::write(&first[0].1, "mine").expect("a file");
    run("--repro mine").ends(1);
    let after = found();
    assert_eq!(after.len(), first.len() + 1);
    assert!(["mine", &first[0].0].iter().all(|text| after.iter().any(|(other, _)| other == text)));
}
