//! A user's own cases: from a failure to a case that every run asks, and in reports.

use crate::again::{BACKEND, WRONG, typed, workplace};
use crate::support::folder;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A file with one case that the documents judge.
pub(crate) fn case(id: &str, bits: &str) -> String {
    format!(
        "format = 1\nabout = \"mine\"\n\n[[vector]]\nid = \"{id}\"\nrequirements = [\"cumprod.value\"]\n\
         cite = {{ document = \"aclnn.cumprod\", where = \"formula\" }}\nnote = \"mine\"\nask.op = \"cumprod\"\n\
         ask.input = {{ dtype = \"s8\", shape = [2], bits = \"{bits}\" }}\nask.dim = 0\n\
         ask.out = {{ dtype = \"s8\", shape = [2] }}\njudged = \"by the documents\"\n"
    )
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// What a shell prints in `folder`, where the exit code must be this one.
fn told(folder: &Path, code: i32, command: &str) -> String {
    let program = env!("CARGO_BIN_EXE_ascertain");
    let (said, found) = typed(folder, &command.replace("ascertain ", &format!("'{program}' ")));
    assert_eq!(found, code, "{command}\n{said}");
    said
}

fn report(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(name)).expect("a report")).expect("JSON")
}

/// The verdict of a case in a report.
fn verdict(report: &Value, id: &str) -> Option<String> {
    let cases = report["cases"].as_array().expect("cases");
    let case = cases.iter().find(|case| case["id"] == id)?;
    Some(case["verdict"].as_str().expect("a verdict").to_owned())
}

#[test]
fn a_failure_becomes_a_case_of_every_run() {
    let Some(folder) = workplace() else { return };
    let folder = folder.path();
    told(folder, 1, &format!("ascertain run {BACKEND} --skip '*' --fuzz 60 --repro found -q"));
    let said = told(folder, 0, "ascertain adopt found/*.toml");
    let id =
        said.split_whitespace().find(|word| word.starts_with("cumprod/found/")).expect("its id").to_owned();
    assert!(
        said.contains("vectors/adopted.toml") && said.contains("ascertain run --vectors vectors"),
        "{said}"
    );
    // Beside the suite, and with more than one process.
    let run = format!("ascertain run {BACKEND} --vectors vectors --skip aclnn --fuzz 0 --jobs 2");
    let said = told(folder, 1, &format!("{run} --findings all --report json=run.json"));
    let found = report(folder, "run.json");
    assert_eq!(verdict(&found, &id).as_deref(), Some("fail"));
    assert!(verdict(&found, "cumprod/vector/example-123").is_some(), "the suite was asked too");
    // The command that the run prints for it asks it alone.
    let again = said.lines().filter_map(|line| line.split_once("again ")).map(|(_, command)| command.trim());
    let again = again.filter(|again| again.ends_with(&id)).collect::<Vec<_>>().concat();
    told(folder, 1, &format!("{again} --report json=again.json"));
    assert_eq!(report(folder, "again.json")["cases"].as_array().map(Vec::len), Some(1), "{again}");
    assert!(told(folder, 0, &format!("ascertain list --vectors vectors -f {id}")).contains(&id));
    assert!(
        told(folder, 0, &format!("ascertain explain {id} --vectors vectors"))
            .contains("--vectors vectors --filter")
    );
    // With the file that names the folder nothing has to be typed.
    write(folder, "ascertain.toml", "vectors = \"vectors\"\n");
    told(folder, 1, &format!("ascertain run {BACKEND} -q -f {id}"));
    write(folder, "it's mine.py", &WRONG.replace("data[-1] += 1", "pass"));
    told(folder, 0, &format!("ascertain run {BACKEND} -q -f {id}"));
}

#[test]
fn adopted_cases_go_where_runs_read_them() {
    let folder = folder();
    let folder = folder.path();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    for name in ["a", "b", "c", "d"] {
        write(folder, &format!("{name}.toml"), &case(&format!("cumprod/own/{name}"), "02 03"));
    }
    write(folder, "ascertain.toml", "[run]\nvectors = \"mine\"\n");
    told(folder, 0, "ascertain adopt a.toml");
    let first = read("mine/adopted.toml");
    assert!(first.contains("cumprod/own/a"), "{first}");
    told(folder, 0, "ascertain run -q -f cumprod/own/a");
    // What is there already is refused, and nothing is written.
    for wrong in ["a.toml b.toml", "b.toml b.toml", "mine/adopted.toml", "b.toml missing.toml"] {
        told(folder, 2, &format!("ascertain adopt {wrong}"));
        assert_eq!(read("mine/adopted.toml"), first, "{wrong}");
    }
    told(folder, 0, "ascertain adopt b.toml");
    let second = read("mine/adopted.toml");
    assert!(second.starts_with(&first) && second.contains("cumprod/own/b"), "{second}");
    assert_eq!(fs::read_dir(folder.join("mine")).expect("a folder").count(), 1, "no other file is left");
    // Also if another file that runs read has it.
    write(folder, "ascertain.toml", "vectors = [\"c/file.toml\", \"mine\"]\n");
    let said = told(folder, 2, "ascertain adopt b.toml");
    assert!(said.contains("b.toml:4") && said.contains("mine/adopted.toml"), "{said}");
    told(folder, 0, "ascertain adopt c.toml");
    told(folder, 0, "ascertain run -q -f cumprod/own");
    assert!(read("c/file.toml").contains("cumprod/own/c"));
    // Without the setting, and by name.
    fs::remove_file(folder.join("ascertain.toml")).expect("it was there");
    told(folder, 0, "ascertain adopt d.toml");
    assert!(read("vectors/adopted.toml").contains("cumprod/own/d"));
    let said = told(folder, 0, "ascertain adopt d.toml --to 'new folder/x.toml'");
    assert!(said.contains("ascertain run --vectors 'new folder/x.toml'"), "{said}");
    // In a checkout, the suite's own file.
    write(folder, "conformance/judge/vectors/adopted.toml", "format = 1\nabout = \"of the suite\"\n");
    let said = told(folder, 0, "ascertain adopt d.toml");
    assert!(said.contains("build again"), "{said}");
    assert!(read("conformance/judge/vectors/adopted.toml").contains("cumprod/own/d"));
}

#[test]
fn what_cannot_be_added_as_it_is_is_not_added() {
    let folder = folder();
    let folder = folder.path();
    let good = case("cumprod/own/a", "02 03");
    let inline = "format = 1\nabout = \"x\"\nvector = [{ id = \"cumprod/own/a\", requirements = [], \
         cite = { document = \"d\", where = \"w\" }, note = \"n\", judged = \"by the documents\", \
         ask = { op = \"cumprod\", input = { dtype = \"s8\", shape = [1] }, dim = 0 } }]\n";
    for text in [
        inline.to_owned(),
        good.replace("about = \"mine\"", "about = \"\"\"\n[[vector]]\n\"\"\""),
        good.replace("[[vector]]", "[[ vector ]]"),
        good.replace("02 03", "02"),
        good.replace("own/a", "vector/a"),
    ] {
        write(folder, "a.toml", &text);
        told(folder, 2, "ascertain adopt a.toml");
        assert!(!folder.join("vectors").exists(), "{text}");
    }
    // A file that something is wrong with stays as it is.
    write(folder, "a.toml", &good);
    write(folder, "vectors/adopted.toml", "format = 1\n");
    let said = told(folder, 2, "ascertain adopt a.toml");
    assert!(said.contains("vectors/adopted.toml:1") && said.contains("about"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("vectors/adopted.toml")).expect("it is there"), "format = 1\n");
}

#[test]
fn wrong_files_and_empty_folders_are_told() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "mine/deep/a.toml", &case("cumprod/vector/example-123", "02 0"));
    write(folder, "mine/b.toml", &case("cumprod/vector/example-123", "02 03"));
    write(folder, "mine/.hidden.toml", "not read");
    write(folder, "mine/notes.md", "not read");
    write(folder, "empty/notes.md", "not read");
    write(folder, "nothing.toml", "format = 1\nabout = \"no case\"\n");
    for command in ["run -q --vectors", "list --vectors", "explain cumprod --vectors"] {
        let said = told(folder, 2, &format!("ascertain {command} mine"));
        assert!(said.contains("mine/b.toml:4: ") && said.contains("mine/deep/a.toml:10: "), "{said}");
        for path in ["empty", "nothing.toml"] {
            let said = told(folder, 2, &format!("ascertain {command} {path}"));
            assert!(said.contains(path) && said.contains("ascertain adopt"), "{said}");
        }
        assert!(told(folder, 2, &format!("ascertain {command} missing")).contains("missing"));
    }
    // A file is read once, however often it is named.
    write(folder, "mine/deep/a.toml", &case("cumprod/own/a", "02 03"));
    write(folder, "mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said =
        told(folder, 0, "ascertain list --vectors mine --vectors mine/b.toml --format ids -f cumprod/own");
    assert_eq!(said, "cumprod/own/b\ncumprod/own/a\n");
}

/// The options of the runs below: two own cases among others.
const RUN: &str = "--vectors mine -f cumprod/own -f mindspore.number-tensor --fuzz 4 -q";

/// A folder with two own cases. The reference fails the second one, whose answer is another right one.
fn with_two_cases() -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), "mine/a.toml", &case("cumprod/own/a", "02 03"));
    // 0.1 times 3, a unit in the last place above what the reference gives.
    let answer = "answer = { dtype = \"f32\", shape = [2], bits = \"3dcccccd 3e99999b\" }";
    let other = case("cumprod/own/b", "3dcccccd 40400000").replace("s8", "f32");
    let other = other.replace("judged = \"by the documents\"", answer);
    write(folder.path(), "mine/b.toml", &other);
    folder
}

#[test]
fn reports_with_own_cases_are_compared_and_known() {
    let folder = with_two_cases();
    let folder = folder.path();
    told(
        folder,
        1,
        &format!("ascertain run {RUN} --report json=old.json --report html=old.html --report junit=old.xml"),
    );
    let old = report(folder, "old.json");
    assert_eq!(old["selection"]["vectors"]["paths"][0], "mine");
    assert_eq!(verdict(&old, "cumprod/own/b").as_deref(), Some("fail"));
    assert!(fs::read_to_string(folder.join("old.html")).expect("a page").contains("--vectors mine"));
    // A list of known failures.
    told(folder, 0, "ascertain known write old.json > known.toml");
    told(folder, 0, &format!("ascertain run {RUN} --known known.toml"));
    // The files change, and so do the results.
    write(folder, "mine/b.toml", &case("cumprod/own/b", "02 03"));
    told(folder, 0, &format!("ascertain run {RUN} --report json=new.json"));
    let said = told(folder, 0, "ascertain compare old.json new.json");
    assert!(said.contains("cumprod/own/b") && said.contains("the --vectors"), "{said}");
    assert!(!said.contains("the part of the suite"), "{said}");
    told(folder, 1, "ascertain compare new.json old.json");
    assert!(!told(folder, 0, "ascertain compare new.json new.json").contains("the --vectors"));
}

#[test]
fn parts_with_own_cases_are_joined() {
    let folder = with_two_cases();
    let folder = folder.path();
    told(folder, 1, &format!("ascertain run {RUN} --report json=whole.json"));
    for part in [1, 2] {
        let (program, output) = (env!("CARGO_BIN_EXE_ascertain"), format!("--report json={part}.json"));
        let (said, code) = typed(folder, &format!("'{program}' run {RUN} --shard {part}/2 {output}"));
        assert!(code < 2, "{said}");
    }
    let said = told(folder, 2, "ascertain merge 1.json 2.json");
    assert!(said.contains("name the same vector files: --vectors mine"), "{said}");
    told(folder, 1, "ascertain merge 1.json 2.json --vectors mine --report json=all.json");
    let (whole, all) = (report(folder, "whole.json"), report(folder, "all.json"));
    for key in ["cases", "selection", "summary", "areas"] {
        assert_eq!(whole[key], all[key], "{key}");
    }
    // Other files, now or when one of the parts ran.
    write(folder, "mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said = told(folder, 2, "ascertain merge 1.json 2.json --vectors mine");
    assert!(said.contains("not those that the parts asked"), "{said}");
    told(folder, 0, &format!("ascertain run {RUN} --shard 2/2 --report json=2.json"));
    assert!(told(folder, 2, "ascertain merge 1.json 2.json --vectors mine").contains("--vectors is sha256:"));
}

#[test]
fn a_journal_is_of_the_same_own_cases() {
    let folder = with_two_cases();
    let folder = folder.path();
    let run = format!("ascertain run {RUN} --journal run.journal");
    told(folder, 1, &run);
    told(folder, 1, &format!("{run} --resume --report json=again.json"));
    assert_eq!(verdict(&report(folder, "again.json"), "cumprod/own/b").as_deref(), Some("fail"));
    write(folder, "mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said = told(folder, 2, &format!("{run} --resume"));
    assert!(said.contains("journal of another run"), "{said}");
}

#[test]
fn the_page_shows_a_file_that_works() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors.md");
    let Ok(page) = fs::read_to_string(page) else {
        println!("skipped: docs/vectors.md is not beside this crate, which was packaged alone");
        return;
    };
    let file = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a file");
    let folder = folder();
    let folder = folder.path();
    write(folder, "vectors/mine.toml", file);
    told(folder, 0, "ascertain run --vectors vectors -f '*/own/*' -q --report json=run.json");
    let run = report(folder, "run.json");
    let own = file.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let verdicts: Vec<_> = own.map(|id| verdict(&run, id).expect(id)).collect();
    assert_eq!(verdicts, ["pass", "pass", "observed", "pass"]);
}
