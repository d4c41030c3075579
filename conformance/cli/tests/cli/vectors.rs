//! A user's own cases: from a failure to a case that every run asks, and in reports.

use crate::cli::again::{BACKEND, WRONG, workplace};
use crate::cli::support::{Place, page};
use serde_json::Value;
use std::fs;

/// A file with one case that the documents judge.
pub(crate) fn case(id: &str, bits: &str) -> String {
    format!(
        "format = 1\nabout = \"mine\"\n\n[[vector]]\nid = \"{id}\"\nrequirements = [\"cumprod.value\"]\n\
         cite = {{ document = \"aclnn.cumprod\", where = \"formula\" }}\nnote = \"mine\"\nask.op = \"cumprod\"\n\
         ask.input = {{ dtype = \"s8\", shape = [2], bits = \"{bits}\" }}\nask.dim = 0\n\
         ask.out = {{ dtype = \"s8\", shape = [2] }}\njudged = \"by the documents\"\n"
    )
}

/// What a shell prints in this place, where the exit code must be this one.
fn told(place: &Place, code: i32, command: &str) -> String {
    place.shell(command).ends(code).said()
}

/// The verdict of a case in a report.
fn verdict(report: &Value, id: &str) -> Option<String> {
    let cases = report["cases"].as_array().expect("cases");
    let case = cases.iter().find(|case| case["id"] == id)?;
    Some(case["verdict"].as_str().expect("a verdict").to_owned())
}

#[test]
fn a_failure_becomes_a_case_of_every_run() {
    let Some(place) = &workplace() else { return };
    told(
        place,
        1,
        &format!(
            "ascertain run {BACKEND} --operators cumprod --skip '*' --fuzz 300 --seed 1 --repro found -q"
        ),
    );
    let said = told(place, 0, "ascertain adopt found/*.toml");
    let id =
        said.split_whitespace().find(|word| word.starts_with("cumprod/found/")).expect("its id").to_owned();
    assert!(
        said.contains("vectors/adopted.toml") && said.contains("ascertain run --vectors vectors"),
        "{said}"
    );
    // Beside the suite, and with more than one process.
    let run = format!("ascertain run {BACKEND} --vectors vectors --filter cumprod --fuzz 0 --jobs 2");
    let said = told(place, 1, &format!("{run} --findings all --report json=run.json"));
    let found = place.json("run.json");
    assert_eq!(verdict(&found, &id).as_deref(), Some("fail"));
    assert!(verdict(&found, "cumprod/vector/example-123").is_some(), "the suite was asked too");
    // The command that the run prints for it asks it alone.
    let again = said.lines().filter_map(|line| line.split_once("again ")).map(|(_, command)| command.trim());
    let again = again.filter(|again| again.ends_with(&id)).collect::<Vec<_>>().concat();
    told(place, 1, &format!("{again} --report json=again.json"));
    assert_eq!(place.json("again.json")["cases"].as_array().map(Vec::len), Some(1), "{again}");
    assert!(told(place, 0, &format!("ascertain list --vectors vectors -f {id}")).contains(&id));
    assert!(
        told(place, 0, &format!("ascertain explain {id} --vectors vectors"))
            .contains("--vectors vectors --filter")
    );
    // With the file that names the folder nothing has to be typed.
    place.write("ascertain.toml", "vectors = \"vectors\"\n");
    told(place, 1, &format!("ascertain run {BACKEND} -q -f {id}"));
    place.write("it's mine.py", &WRONG.replace("data[-1] += 1", "pass"));
    told(place, 0, &format!("ascertain run {BACKEND} -q -f {id}"));
}

#[test]
fn adopted_cases_go_where_runs_read_them() {
    let place = &Place::new();
    let read = |name: &str| place.read(name);
    for name in ["a", "b", "c", "d"] {
        place.write(&format!("{name}.toml"), &case(&format!("cumprod/own/{name}"), "02 03"));
    }
    place.write("ascertain.toml", "[run]\nvectors = \"mine\"\n[adopt]\nto = \"mine\"\n");
    told(place, 0, "ascertain adopt a.toml");
    let first = read("mine/adopted.toml");
    assert!(first.contains("cumprod/own/a"), "{first}");
    told(place, 0, "ascertain run -q -f cumprod/own/a");
    // What is there already is refused, and nothing is written.
    for wrong in ["a.toml b.toml", "b.toml b.toml", "mine/adopted.toml", "b.toml missing.toml"] {
        told(place, 2, &format!("ascertain adopt {wrong}"));
        assert_eq!(read("mine/adopted.toml"), first, "{wrong}");
    }
    told(place, 0, "ascertain adopt b.toml");
    let second = read("mine/adopted.toml");
    assert!(second.starts_with(&first) && second.contains("cumprod/own/b"), "{second}");
    assert_eq!(place.count("mine"), 1, "no other file is left");
    // Also if another file that runs read has it.
    let said = told(place, 2, "ascertain adopt b.toml");
    assert!(said.contains("b.toml:4") && said.contains("mine/adopted.toml"), "{said}");
    // Without the setting, and by name.
    fs::remove_file(place.at("ascertain.toml")).expect("it was there");
    told(place, 0, "ascertain adopt d.toml");
    assert!(read("vectors/adopted.toml").contains("cumprod/own/d"));
    let said = told(place, 0, "ascertain adopt d.toml --to 'new folder/x.toml'");
    assert!(said.contains("ascertain run --vectors 'new folder/x.toml'"), "{said}");
}

#[test]
fn what_cannot_be_added_as_it_is_is_not_added() {
    let place = &Place::new();
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
        place.write("a.toml", &text);
        told(place, 2, "ascertain adopt a.toml");
        assert!(!place.has("vectors"), "{text}");
    }
    // A file that something is wrong with stays as it is.
    place.write("a.toml", &good);
    place.write("vectors/adopted.toml", "format = 1\n");
    let said = told(place, 2, "ascertain adopt a.toml");
    assert!(said.contains("vectors/adopted.toml:1") && said.contains("about"), "{said}");
    assert_eq!(place.read("vectors/adopted.toml"), "format = 1\n");
}

#[test]
fn wrong_files_and_empty_folders_are_told() {
    let place = &Place::new();
    place.write("mine/deep/a.toml", &case("cumprod/vector/example-123", "02 0"));
    place.write("mine/b.toml", &case("cumprod/vector/example-123", "02 03"));
    place.write("mine/.hidden.toml", "not read");
    place.write("mine/notes.md", "not read");
    place.write("empty/notes.md", "not read");
    place.write("nothing.toml", "format = 1\nabout = \"no case\"\n");
    for command in ["run -q --vectors", "list --vectors", "explain cumprod --vectors"] {
        let said = told(place, 2, &format!("ascertain {command} mine"));
        assert!(said.contains("mine/b.toml:4: ") && said.contains("mine/deep/a.toml:10: "), "{said}");
        for path in ["empty", "nothing.toml"] {
            let said = told(place, 2, &format!("ascertain {command} {path}"));
            assert!(said.contains(path) && said.contains("ascertain adopt"), "{said}");
        }
        assert!(told(place, 2, &format!("ascertain {command} missing")).contains("missing"));
    }
    // A file is read once, however often it is named.
    place.write("mine/deep/a.toml", &case("cumprod/own/a", "02 03"));
    place.write("mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said =
        told(place, 0, "ascertain list --vectors mine --vectors mine/b.toml --format ids -f cumprod/own");
    assert_eq!(said, "cumprod/own/b\ncumprod/own/a\n");
}

/// The options of the runs below: two own cases among others.
const RUN: &str = "--vectors mine -f cumprod/own -f mindspore.number-tensor --fuzz 4 -q";

/// A place with two own cases. The reference fails the second one, whose answer is another right one.
fn with_two_cases() -> Place {
    let place = Place::new();
    place.write("mine/a.toml", &case("cumprod/own/a", "02 03"));
    // 0.1 times 3, a unit in the last place above what the reference gives.
    let answer = "answer = { dtype = \"f32\", shape = [2], bits = \"3dcccccd 3e99999b\" }";
    let other = case("cumprod/own/b", "3dcccccd 40400000").replace("s8", "f32");
    place.write("mine/b.toml", &other.replace("judged = \"by the documents\"", answer));
    place
}

#[test]
fn reports_with_own_cases_are_compared_and_known() {
    let place = &with_two_cases();
    told(
        place,
        1,
        &format!("ascertain run {RUN} --report json=old.json --report html=old.html --report junit=old.xml"),
    );
    let old = place.json("old.json");
    assert_eq!(old["selection"]["vectors"]["paths"][0], "mine");
    assert_eq!(verdict(&old, "cumprod/own/b").as_deref(), Some("fail"));
    assert!(place.read("old.html").contains("--vectors mine"));
    // A list of known failures.
    told(place, 0, "ascertain known write old.json > known.toml");
    told(place, 0, &format!("ascertain run {RUN} --known known.toml"));
    // The files change, and so do the results.
    place.write("mine/b.toml", &case("cumprod/own/b", "02 03"));
    told(place, 0, &format!("ascertain run {RUN} --report json=new.json"));
    let said = told(place, 0, "ascertain compare old.json new.json");
    assert!(said.contains("cumprod/own/b") && said.contains("the --vectors"), "{said}");
    assert!(!said.contains("the part of the suite"), "{said}");
    told(place, 1, "ascertain compare new.json old.json");
    assert!(!told(place, 0, "ascertain compare new.json new.json").contains("the --vectors"));
}

#[test]
fn parts_with_own_cases_are_joined() {
    let place = &with_two_cases();
    told(place, 1, &format!("ascertain run {RUN} --report json=whole.json"));
    for part in [1, 2] {
        let done = place.shell(&format!("ascertain run {RUN} --shard {part}/2 --report json={part}.json"));
        assert!(done.code < 2, "{done}");
    }
    let said = told(place, 2, "ascertain merge 1.json 2.json");
    assert!(said.contains("name the same vector files: --vectors mine"), "{said}");
    told(place, 1, "ascertain merge 1.json 2.json --vectors mine --report json=all.json");
    let (whole, all) = (place.json("whole.json"), place.json("all.json"));
    for key in ["cases", "selection", "summary", "areas"] {
        assert_eq!(whole[key], all[key], "{key}");
    }
    // Other files, now or when one of the parts ran.
    place.write("mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said = told(place, 2, "ascertain merge 1.json 2.json --vectors mine");
    assert!(said.contains("not those that the parts asked"), "{said}");
    told(place, 0, &format!("ascertain run {RUN} --shard 2/2 --report json=2.json"));
    assert!(told(place, 2, "ascertain merge 1.json 2.json --vectors mine").contains("--vectors is sha256:"));
}

#[test]
fn a_journal_is_of_the_same_own_cases() {
    let place = &with_two_cases();
    let run = format!("ascertain run {RUN} --journal run.journal");
    told(place, 1, &run);
    told(place, 1, &format!("{run} --resume --report json=again.json"));
    assert_eq!(verdict(&place.json("again.json"), "cumprod/own/b").as_deref(), Some("fail"));
    place.write("mine/b.toml", &case("cumprod/own/b", "02 03"));
    let said = told(place, 2, &format!("{run} --resume"));
    assert!(said.contains("journal of another run"), "{said}");
}

#[test]
fn the_page_shows_a_file_that_works() {
    let Some(page) = page("vectors.md") else { return };
    let file = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a file");
    let place = &Place::new();
    place.write("vectors/mine.toml", file);
    told(place, 0, "ascertain run --vectors vectors -f '*/own/*' -q --report json=run.json");
    let run = place.json("run.json");
    let own = file.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let verdicts: Vec<_> = own.map(|id| verdict(&run, id).expect(id)).collect();
    assert_eq!(verdicts, ["pass", "pass", "observed", "pass"]);
}

#[test]
fn case_files_of_others_are_asked_beside_the_suite() {
    let place = &Place::new();
    let input = r#"{"type": "tensor", "dtype": "fp32", "shape": [SHAPE], "range_values": [-1, 1]}"#;
    let case = |id: &str, name: &str, shape: &str| {
        format!(r#"{{"id": {id}, "aclnn_name": "{name}", "inputs": [{}]}}"#, input.replace("SHAPE", shape))
    };
    let cases = [
        case("1", "Abs", "7"),
        case("2", "Abs", "70000"),
        case("5", "Abs", "9"),
        case("3", "Histc", "7"),
        case("4", "Histc", "7"),
    ];
    place.write("files/own.json", &format!("[{}]", cases.join(",\n")));
    place.write("files/package.json", "{}");
    let run = "run --backend reference --vectors files --filter 'abs/atk/*' --fuzz 0 -q";
    let done = place.ascertain(&format!("{run} --report json=run.json")).ends(0);
    let said = done.said();
    for part in ["package.json", "not asked: 3 cases and files", "no page of aclnnHistc here"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let report = place.json("run.json");
    for id in ["abs/atk/own/1", "abs/atk/own/2"] {
        assert_eq!(verdict(&report, id).as_deref(), Some("pass"), "{id}");
    }
    assert_eq!(report["selection"]["vectors"]["not_asked"]["no page of aclnnHistc here"], 2);
    // Parts of a run are joined again.
    for part in [1, 2] {
        place.ascertain(&format!("{run} --shard {part}/2 --report json=part-{part}.json")).ends(0);
    }
    place.ascertain("merge part-1.json part-2.json --vectors files --report json=all.json").ends(0);
    assert_eq!(verdict(&place.json("all.json"), "abs/atk/own/2").as_deref(), Some("pass"));
    let listed = place.ascertain("list --vectors files --filter 'abs/atk/*' --format ids").ends(0).said();
    assert!(listed.contains("abs/atk/own/1") && listed.contains("abs/atk/own/2"), "{listed}");
    place.write("files/broken.json", "[\n{");
    assert!(place.ascertain(run).ends(2).said().contains("broken.json:2"));
}
