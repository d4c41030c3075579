//! `ascertain-spec import` and `ascertain-spec check --docs`: a page becomes an edition, or nothing is written.

use crate::keeper::committed_files::committed;
use crate::keeper::support::{Done, SPEC, few, folder, keeper, keeper_with, run_by, utf8, write};
use ascertain_spec::model::Direction;
use ascertain_spec_tools::facts::Facts;
use std::fs;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// A page of our own that says what an edition of the Tensor-Tensor table says, tabulated whole, with one cell changed.
pub(crate) fn page(row: &str, column: &str, result: &str) -> String {
    let spec = ascertain_spec::load(Path::new(few())).unwrap_or_else(|problems| panic!("{problems}"));
    let facts = Facts::of_edition(&spec, "aclnn.tensor-tensor", "2025-09").expect("an edition");
    let table = &facts.tables[0];
    let (rows, columns) = table.axes();
    let answers = table.answers();
    let mut page = "# Promotion of two tensors in aclnn\n\nThe header row and the first column are the types of the input \
                    tensors; × means no promotion.\n\n"
        .to_owned();
    page += &format!("| | {} |\n|-|{}\n", columns.join(" | "), "-|".repeat(columns.len()));
    for of_row in &rows {
        let cell = |of_column: &&str| match (*of_row, *of_column) {
            pair if pair == (row, column) => result.to_owned(),
            pair => answers[&pair].result.clone().unwrap_or_else(|| "×".to_owned()),
        };
        page += &format!("| {of_row} | {} |\n", columns.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    page
}

/// A copy of the committed specification, without editions that somebody has imported since.
pub(crate) fn copy() -> tempfile::TempDir {
    let copy = folder();
    write(copy.path(), committed(Path::new(SPEC)));
    copy
}

#[test]
fn a_page_becomes_an_edition() {
    let (spec, docs) = (copy(), folder());
    let file = docs.path().join("promotion.md");
    fs::write(&file, page("s8", "u8", "s64")).expect("a page in the temporary folder");
    let import =
        |more: &[&str]| keeper(&[&["import", utf8(&file), "--spec", utf8(spec.path())], more].concat());
    let Done { code, out, err } = import(&[]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.matches(".change]]").count(), 1, "{out}");
    assert!(out.contains("rows.\"s8\" = { \"u8\" = \"s64\" }\n"), "{out}");
    assert!(
        err.contains("differences from edition 2025-09") && err.contains("(s8, u8) now s64, was s16"),
        "{err}"
    );
    assert_eq!(err.matches(" now s64, was").count(), 1, "{err}");
    let unnamed = import(&["--write"]);
    assert_eq!(unnamed.code, 2);
    assert!(
        unnamed.err.contains("is not the page of an edition") && unnamed.err.contains("--edition NAME"),
        "{}",
        unnamed.err
    );
    let written = import(&["--edition", "2026-09", "--write"]);
    assert_eq!(written.code, 0, "{}", written.err);
    let edition = spec.path().join("aclnn/tensor-tensor/2026-09.toml");
    let toml = fs::read_to_string(&edition).expect("the edition's file");
    assert_eq!(toml, out.replace("name = \"new\"", "name = \"2026-09\""));
    let again = import(&["--edition", "2026-09", "--write"]);
    assert_eq!((again.code, again.err.contains("already exists")), (1, true), "{}", again.err);
    // What was written is what the page says, and stays so or is said.
    let check = || keeper(&["check", utf8(spec.path()), "--docs", utf8(docs.path())]);
    let equal = check();
    assert_eq!(equal.code, 0, "{}", equal.out);
    assert!(equal.out.contains("equal    aclnn.tensor-tensor 2026-09"), "{}", equal.out);
    assert!(equal.out.contains(" no page here; --all lists them\n"), "{}", equal.out);
    assert!(!equal.out.contains("aclnn.cumprod 2026-03"), "{}", equal.out);
    assert!(equal.out.ends_with("nothing differs: 1 page compared\n"), "{}", equal.out);
    let all = keeper(&["check", utf8(spec.path()), "--docs", utf8(docs.path()), "--all"]).out;
    assert!(all.contains("absent   aclnn.cumprod 2026-03"), "{all}");
    // Nothing differs from it: another edition is written only on demand.
    let same = import(&["--edition", "2026-10", "--write"]);
    assert!(same.code == 0 || same.err.contains("nothing differs"), "{}", same.err);
    fs::write(&edition, toml.replace("\"s64\"", "\"s32\"")).expect("the edition's file");
    let differs = check();
    assert_eq!(differs.code, 1, "{}", differs.out);
    assert!(differs.out.contains("promotion.md:11: s64"), "{}", differs.out);
    assert!(differs.out.contains("2026-09.toml:") && differs.out.contains(": s32"), "{}", differs.out);
}

#[test]
fn a_damaged_page_is_refused_and_nothing_is_written() {
    let (spec, docs) = (copy(), folder());
    let file = docs.path().join("promotion.md");
    let whole = page("s8", "u8", "s64");
    let last_row = whole.trim_end().rfind('\n').expect("rows");
    for (damaged, words) in [
        (whole[..last_row].to_owned(), "but no such row"),
        (whole.replacen("s64", "s46", 1), "`s46`"),
        (
            "# Promotion\n\nThis page has moved.\n".to_owned(),
            "promotion.md:1: error: the page says nothing about any document: has it moved",
        ),
    ] {
        fs::write(&file, damaged).expect("a page in the temporary folder");
        let arguments =
            ["import", utf8(&file), "--spec", utf8(spec.path()), "--edition", "2026-09", "--write"];
        let done = keeper(&arguments);
        assert_eq!((done.code, done.out.as_str()), (1, ""), "{words}");
        assert!(
            done.err.contains(words) && done.err.contains("nothing was written"),
            "{words}: {}",
            done.err
        );
        assert!(!spec.path().join("aclnn/tensor-tensor/2026-09.toml").exists(), "{words}");
    }
    let unknown = keeper(&["import", utf8(&file), "--spec", few(), "--as", "aclnn.cumprd"]);
    assert_eq!(
        (unknown.code, unknown.err.contains("`aclnn.cumprd` is not declared")),
        (1, true),
        "{}",
        unknown.err
    );
    assert_eq!(keeper(&["import", "no such page.md", "--spec", few()]).code, 2);
}

#[test]
fn a_check_without_pages_says_so() {
    let done = keeper(&["check", SPEC]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains(": valid\n") && done.out.contains("not compared with pages"), "{}", done.out);
    assert_eq!(keeper(&["check", few(), "--docs", "no such folder"]).code, 2);
}

#[test]
fn a_page_becomes_a_document() {
    let spec = copy();
    let page = Path::new(SPEC).join("tools/tests/fixtures/new_document/aclnnBlend.md");
    let import =
        |more: &[&str]| keeper(&[&["import", utf8(&page), "--spec", utf8(spec.path())], more].concat());
    let new = ["--new-document", "aclnn.blend", "--edition", "2026-07"];
    // Without the name of an edition there is nothing to declare.
    assert_eq!(import(&new[..2]).code, 2);
    let Done { code, out, err } = import(&new);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("still to write:") && err.contains("lines 10-18: the rule for the result"), "{err}");
    let file = |path: &str| fs::read_to_string(spec.path().join(path));
    assert!(file("aclnn/blend.toml").is_err());
    let written = import(&[&new[..], &["--write"]].concat());
    assert_eq!(written.code, 0, "{}", written.err);
    for path in ["aclnn/blend.toml", "aclnn/blend/2026-07.toml", "documents.toml"] {
        assert!(written.out.contains(path), "{}", written.out);
        let toml = file(path).expect("a file of the document");
        assert!(path == "documents.toml" || out.contains(&toml), "{path}");
    }
    let check = keeper(&["check", utf8(spec.path())]);
    assert_eq!(check.code, 0, "{}", check.err);
    assert!(check.out.contains("1 draft: aclnn.blend 2026-07 ("), "{}", check.out);
    // What is still to write quotes the page, and is not broken within words.
    let narrow =
        keeper_with(&[("COLUMNS", "80")], &[&["import", utf8(&page), "--spec", few()], &new[..]].concat());
    let quoted = narrow.err.lines().skip_while(|line| !line.contains("a sentence about")).nth(1);
    assert!(quoted.is_some_and(|line| line.starts_with("      ")), "{}", narrow.err);
    assert!(
        narrow.err.lines().all(|line| line.width() <= 80 || line.contains("aclnnBlend.md")),
        "{}",
        narrow.err
    );
    // What is there is not declared again, and the page is one of its edition.
    let again = import(&new);
    assert!(again.code == 1 && again.err.contains("is declared already"), "{}", again.err);
    let known = import(&[]);
    assert!(known.code == 0 && known.err.contains("aclnn.blend"), "{}", known.err);
}

/// A page about the operator as the newest edition describes it, with these words among its constraints.
pub(crate) fn operator_page(product: &str, constraints: &str) -> String {
    let spec = ascertain_spec::load(Path::new(few())).unwrap_or_else(|problems| panic!("{problems}"));
    let facts = Facts::of_edition(&spec, "aclnn.cumprod", "2026-07").expect("an edition");
    let operator = facts.operator.as_ref().expect("an operator");
    let upper = |short: &String| {
        let dtype = spec.dtypes.iter().find(|dtype| dtype.name == *short).expect("a dtype");
        dtype.name_in(&operator.names).expect("a name").to_owned()
    };
    let mut page = "# aclnnCumprod&aclnnInplaceCumprod\n\n## Product Support\n\n| Product | Supported |\n| --- | --- |\n".to_owned();
    for (name, supported, _) in &operator.products {
        page += &format!("| {name} | {} |\n", if *supported { "√" } else { "×" });
    }
    page += &format!("| {product} | × |\n\n## Function\n\n## Prototype\n");
    for function in &operator.functions {
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|parameter| format!("{} {}", parameter.c, parameter.name))
            .collect();
        page +=
            &format!("\n```cpp\n{} {}({})\n```\n", function.returns, function.name, parameters.join(", "));
    }
    for function in &operator.functions {
        page += &format!(
            "\n## {}\n\n- Parameters:\n\n  | Parameter | Input/Output | Description | Data type | Data format | Non-contiguous Tensor |\n  | --- | --- | --- | --- | --- | --- |\n",
            function.name
        );
        for parameter in &function.parameters {
            let direction = match parameter.direction {
                Direction::In => "Input",
                Direction::Out => "Output",
                Direction::InOut => "Input/Output",
            };
            let empty = match parameter.empty {
                Some(true) => "Empty tensors are supported.",
                Some(false) => "Empty tensors are not supported.",
                None => "-",
            };
            let listed =
                |words: Vec<String>| if words.is_empty() { "-".to_owned() } else { words.join(", ") };
            page += &format!(
                "  | {} | {direction} | {empty} | {} | {} | {} |\n",
                parameter.name,
                listed(parameter.dtypes.iter().map(upper).collect()),
                listed(parameter.formats.clone()),
                parameter.strided.map_or("-", |strided| if strided { "√" } else { "×" }),
            );
        }
    }
    page + &format!("\n## Constraints\n\n{constraints}\n")
}

/// Of a page that states less than the newest edition: the nearest edition that can express it is chosen, or the page is
/// written whole, and what is written is what the page says.
#[test]
fn an_operator_becomes_an_edition_in_every_way() {
    let (spec, docs) = (copy(), folder());
    let ways: [(&str, &[&str]); 3] =
        [("2027-01", &[]), ("2027-02", &["--inherits", "none"]), ("2027-03", &[])];
    for (name, more) in ways {
        let file = docs.path().join(format!("{name}.md"));
        fs::write(&file, operator_page(&format!("Board {name}"), "- Mind the gap.")).expect("a page");
        let arguments = ["import", utf8(&file), "--spec", utf8(spec.path()), "--edition", name, "--write"];
        let done = keeper(&[&arguments[..], more].concat());
        assert_eq!(done.code, 0, "{name}: {}", done.err);
        assert!(done.out.contains(&format!("{name}.toml")), "{name}: {}{}", done.out, done.err);
    }
    let check = keeper(&["check", utf8(spec.path()), "--docs", utf8(docs.path())]);
    assert_eq!(check.code, 0, "{}", check.out);
    for (name, _) in ways {
        assert!(check.out.contains(&format!("equal    aclnn.cumprod {name} ")), "{}", check.out);
    }
    let lint = keeper(&["lint", utf8(spec.path())]);
    assert_eq!(lint.code, 0, "{}", lint.out);
    // What cannot be inherited is said, with what works.
    let file = docs.path().join("2027-04.md");
    fs::write(&file, operator_page("Board 2027-04", "- Mind the gap.")).expect("a page");
    let refused = keeper(&["import", utf8(&file), "--spec", utf8(spec.path()), "--inherits", "2026-07"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{}", refused.err);
    assert!(refused.err.contains("no longer stated") && refused.err.contains("help: "), "{}", refused.err);
    let inherits =
        refused.err.split("`--inherits ").nth(1).and_then(|rest| rest.split('`').next()).expect("a help");
    let works = keeper(&["import", utf8(&file), "--spec", utf8(spec.path()), "--inherits", inherits]);
    assert_eq!(works.code, 0, "{inherits}: {}", works.err);
}

/// A sentence that is not read is listed by import, check and diff, and is a difference when it comes or goes.
#[test]
fn sentences_that_are_not_read_are_listed_and_compared() {
    let (spec, docs) = (copy(), folder());
    let page = |name: &str, constraints: &str| {
        let file = docs.path().join(name);
        fs::write(&file, operator_page("Board", constraints)).expect("a page");
        file
    };
    let sentences: String =
        (1..=30).map(|number| format!("- Mind gap {number} of the platform.\n")).collect();
    let file = page("2027-01.md", &sentences);
    let import =
        |more: &[&str]| keeper(&[&["import", utf8(&file), "--spec", utf8(spec.path())], more].concat());
    let written = import(&["--edition", "2027-01", "--write"]);
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(written.err.contains("new sentence, not understood: `Mind gap 6 of"), "{}", written.err);
    assert!(
        written.err.contains(" more; --all lists them") && !written.err.contains("gap 30 of"),
        "{}",
        written.err
    );
    assert!(import(&["--all"]).err.contains("gap 30 of"));
    let check =
        |more: &[&str]| keeper(&[&["check", utf8(spec.path()), "--docs", utf8(docs.path())], more].concat());
    let done = check(&[]);
    assert!(done.code == 0 && done.out.contains("30 sentences are accounted for"), "{}", done.out);
    assert!(!done.out.contains("gap 1 of"), "{}", done.out);
    assert!(check(&["--all"]).out.contains("gap 30 of"), "{}", done.out);
    // The vendor's words are not in the specification, and the record can be renewed.
    let edition = spec.path().join("aclnn/cumprod/2027-01.toml");
    let toml = fs::read_to_string(&edition).expect("the edition's file");
    assert_eq!(toml.matches("digest = ").count(), 1, "that of the page: {toml}");
    let edition = spec.path().join("aclnn/cumprod/2027-01.sentences");
    let toml = fs::read_to_string(&edition).expect("the file of its sentences");
    assert!(!toml.contains("platform") && toml.matches("! ").count() == 30, "{toml}");
    let first = toml.lines().find(|line| line.contains("! ")).expect("a sentence");
    fs::write(&edition, toml.replace(&format!("{first}\n"), "")).expect("the file of its sentences");
    let stale = check(&[]);
    assert_eq!(stale.code, 1, "{}", stale.out);
    assert!(stale.out.contains("new sentence, not understood: `Mind gap 1 of the platform"), "{}", stale.out);
    let renewed = import(&["--write"]);
    assert!(
        renewed.code == 0 && renewed.err.contains("30 sentences not understood, recorded"),
        "{}",
        renewed.err
    );
    assert_eq!(fs::read_to_string(&edition).expect("the edition's file"), toml);
    assert!(import(&["--write"]).err.contains("already recorded"));
    // One sentence otherwise.
    let other = page("other.md", &sentences.replace("gap 7 of", "gap 7 before"));
    let arguments = ["diff", "--spec", utf8(spec.path()), "aclnn.cumprod@2027-01", utf8(&other)];
    let done = keeper(&arguments);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let changed = "changed sentence, not understood: `Mind gap 7 before";
    for part in
        [changed, "was line ", "a major version", "  1 sentence differs; ", "29 sentences are accounted for"]
    {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    assert!(!done.out.contains("gap 6 of"), "{}", done.out);
    let imported = keeper(&["import", utf8(&other), "--spec", utf8(spec.path())]).err;
    assert!(imported.contains(changed) && imported.contains("29 sentences are accounted for"), "{imported}");
    assert!(!imported.contains("gap 6 of"), "{imported}");
    // A page that says what no edition says ends a job of a CI.
    let checked = check(&[]);
    assert_eq!(checked.code, 1, "{}", checked.out);
    assert!(checked.out.contains("other.md:") && checked.out.contains(changed), "{}", checked.out);
    let all = keeper(&[&arguments[..], &["--all"]].concat()).out;
    for part in [changed, "  1 sentence differs; ", ": 30 sentences that the program does not", "gap 6 of"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

/// What was written is of use after it is built, tested and committed.
#[test]
fn the_next_commands_are_printed_in_a_checkout() {
    let (checkout, docs) = (folder(), folder());
    let spec = checkout.path().join("spec");
    write(&spec, committed(Path::new(SPEC)));
    let file = docs.path().join("page.md");
    fs::write(&file, operator_page("Board", "- Mind the gap.")).expect("a page");
    let written = keeper(&["import", utf8(&file), "--spec", utf8(&spec), "--edition", "2027-01", "--write"]);
    for part in ["cargo run -- run --edition aclnn.cumprod=2027-01", "git add ", "git commit -m "] {
        assert!(written.code == 0 && written.out.contains(part), "{part}: {}{}", written.out, written.err);
    }
    // A folder without any page is not one whose pages say what the specification says.
    fs::remove_file(&file).expect("the page");
    let nothing = keeper(&["check", utf8(&spec), "--docs", utf8(docs.path())]);
    assert!(nothing.code == 2 && nothing.err.contains("has no page"), "{}{}", nothing.out, nothing.err);
}

/// A file without an end is not read to its end.
#[test]
fn a_file_longer_than_any_page_is_refused() {
    let docs = folder();
    let long = docs.path().join("long.md");
    fs::File::create(&long).and_then(|file| file.set_len(1 << 34)).expect("a file with a hole");
    let endless = Path::new("/dev/zero");
    for path in [long.as_path(), endless].into_iter().filter(|path| path.exists()) {
        let Done { code, out, err } = keeper(&["import", utf8(path), "--spec", few()]);
        assert_ne!(code, 0, "{out}");
        let expected = if path == endless { "not a regular file" } else { "longer than 16777216 bytes" };
        assert!(format!("{out}{err}").contains(expected), "{out}{err}");
    }
}

/// The guide to pages, typed into a shell in a copy of what it uses of a checkout. To build the program again takes minutes, so
/// that command is only compared with the one that was printed.
#[cfg(unix)]
#[test]
fn the_guide_to_pages_is_typed() {
    use std::process::Command;
    let root = Path::new(SPEC).join("..");
    let Ok(guide) = fs::read_to_string(root.join("docs/guides/keep-a-page.md")) else {
        return println!("skipped: the guides are not beside this crate, which was packaged alone");
    };
    let checkout = folder();
    let page = "spec/tools/tests/fixtures/made_up/cumprod.md";
    write(&checkout.path().join("spec"), committed(Path::new(SPEC)));
    write(checkout.path(), vec![(page.to_owned(), fs::read_to_string(root.join(page)).expect("a page"))]);
    let programs = Path::new(env!("CARGO_BIN_EXE_ascertain-spec")).parent().expect("a folder").to_owned();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let type_in = |commands: &str, code: i32| {
        let mut shell = Command::new("sh");
        shell.args(["-ec", commands]).current_dir(checkout.path()).env("PATH", &path);
        for who in ["AUTHOR", "COMMITTER"] {
            shell
                .env(format!("GIT_{who}_NAME"), "Keeper")
                .env(format!("GIT_{who}_EMAIL"), "keeper@example.org");
        }
        let done = run_by(&mut shell);
        assert_eq!(done.code, code, "{commands}\n{}{}", done.out, done.err);
        done.out
    };
    type_in("git init -q", 0);
    let mut printed = String::new();
    for block in guide.split("```").skip(1).step_by(2) {
        let (language, commands) = block.split_once('\n').expect("a block of lines");
        let here = commands.contains("<<");
        match language {
            "sh" if here => printed += &type_in(commands, 0),
            "sh" => {
                for command in commands.lines() {
                    printed += &type_in(command, i32::from(command.contains("exit code 1")));
                }
            }
            "sh rebuild" => assert!(printed.contains(commands.trim()), "{commands}\n{printed}"),
            _ => {}
        }
    }
    assert!(type_in("git log --stat", 0).contains("spec/aclnn/cumprod/2027-01.toml"));
}
