//! `ascertain-spec emit`: files for other languages, and the JSON. scripts/formats.sh compares it with its schemas.

use crate::keeper::support::{SPEC, folder, keeper};
use ascertain::backend::Answer;
use ascertain::call::Arg;
use ascertain::document::Editions;
use ascertain::{DType, Layout, Tensor};
use ascertain_conformance::suite::vectors::{FILES, Vector, read, replayed};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

fn emitted(langs: &str, out: &Path) -> Vec<String> {
    let done = keeper(&["emit", "--spec", SPEC, "--lang", langs, "--out", &out.display().to_string()]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    done.out.lines().map(|line| line.strip_prefix("wrote ").expect("a file").to_owned()).collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// Name of the edition chosen of a document.
fn chosen(editions: &Editions, document: &str) -> &'static str {
    editions.iter().find(|(d, _)| d.id == document).expect("a document").1.name
}

#[test]
fn the_json_says_what_the_tables_say() {
    let folder = folder();
    emitted("json", folder.path());
    let document = json(&folder.path().join("ascertain_tables.json"));
    let editions = Editions::profile("documented").expect("a profile");
    let mut cells = 0;
    for found in document["tables"].as_array().expect("tables") {
        let table =
            ascertain::promote::TABLES.iter().find(|t| found["id"] == t.id).expect("a table of that id");
        assert_eq!(found["default_edition"], chosen(&editions, table.document));
        for (found, edition) in found["editions"].as_array().expect("editions").iter().zip(table.editions) {
            assert_eq!(found["edition"], edition.edition);
            let results = found["results"].as_array().expect("results");
            assert_eq!(results.len(), edition.cells.len());
            for (found, cell) in results.iter().zip(edition.cells) {
                assert_eq!(found.as_str(), cell.result.map(DType::name));
                cells += 1;
            }
        }
    }
    assert!(cells > 1500, "{cells} cells");
}

fn tensor(value: &Value) -> Tensor {
    let numbers =
        |key: &str| value[key].as_array().map(|list| list.iter().map(|n| n.as_i64().expect("a number")));
    let dtype = DType::from_name(value["dtype"].as_str().expect("a name")).expect("a dtype");
    let shape: Vec<usize> = numbers("shape").expect("a shape").map(|n| n as usize).collect();
    let Some(hex) = value["hex"].as_str() else { return Tensor::zeros(dtype, &shape).expect("a tensor") };
    let bytes = hex::decode(hex).expect("hex");
    match numbers("strides") {
        None => Tensor::new(dtype, &shape, bytes).expect("a tensor"),
        Some(strides) => {
            let strides: Vec<isize> = strides.map(|n| n as isize).collect();
            let offset = value["offset"].as_u64().expect("an offset") as usize;
            let layout = Layout::strided(&shape, &strides, offset).expect("a layout");
            Tensor::view(dtype, layout, bytes).expect("a view")
        }
    }
}

fn same(a: &Tensor, b: &Tensor) -> bool {
    a.dtype() == b.dtype() && a.layout() == b.layout() && a.storage() == b.storage()
}

#[test]
fn the_vectors_ask_and_answer_the_same() {
    let folder = folder();
    emitted("vectors", folder.path());
    let document = json(&folder.path().join("ascertain_vectors.json"));
    let all: Vec<Vector> = FILES
        .iter()
        .flat_map(|(name, text)| read(name, text).expect("a sound file"))
        .filter(|v| v.stored.is_some())
        .collect();
    let written = document["vectors"].as_array().expect("vectors");
    assert_eq!(written.len(), all.len());
    for (found, vector) in written.iter().zip(&all) {
        let id = vector.id.as_str();
        assert_eq!((&found["id"], &found["operator"]), (&id.into(), &vector.call.operator.name.into()));
        for (argument, arg) in vector.call.operator.arguments.iter().zip(&vector.call.args) {
            let found = &found["ask"][argument.name];
            let alike = match arg {
                Arg::Absent => found.is_null(),
                Arg::Int(value) => found.as_i64() == Some(*value),
                Arg::Ints(values) => *found == serde_json::json!(values),
                Arg::Flag(value) => found.as_bool() == Some(*value),
                Arg::DType(dtype) => found.as_str() == Some(dtype.name()),
                Arg::Tensor(value) => same(&tensor(found), value),
                Arg::Null => false,
            };
            assert!(alike, "{id}: {} is {found}", argument.name);
        }
        let stored = vector.stored.as_ref().expect("those without were left out");
        match found["expect"]["answers"].as_array() {
            Some(answers) => {
                assert_eq!(answers.len(), stored.answers.len(), "{id}");
                let alike = |a: &Value, b: &Answer| match (a.as_array(), b) {
                    (Some(a), Answer::Tensors(b)) => {
                        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&tensor(a), b))
                    }
                    (None, Answer::Tensor(b)) => same(&tensor(a), b),
                    _ => false,
                };
                assert!(answers.iter().zip(&stored.answers).all(|(a, b)| alike(a, b)), "{id}");
            }
            None => assert_eq!(found["expect"]["rejected"], serde_json::json!(stored.statuses), "{id}"),
        }
    }
    // 1 and -2 as f32, least significant byte first.
    let one = written.iter().find(|v| v["id"] == "reinterpret/vector/f32-one-as-u32").expect("the vector");
    assert_eq!(one["ask"]["input"]["hex"], "0000803f000000c0");
    // A vector stands in the editions that a run would ask it in.
    for profile in ["documented", "latest", "code"] {
        let editions = Editions::profile(profile).expect("a profile");
        let cases = replayed(&all, &editions);
        let asked: HashSet<&str> = cases.iter().map(|case| &*case.id).collect();
        for vector in written {
            let operator = &document["operators"][vector["operator"].as_str().expect("a name")];
            let edition = chosen(&editions, operator["document"].as_str().expect("a document"));
            let stands = vector["editions"].as_array().expect("editions").iter().any(|e| e == edition);
            assert_eq!(stands, asked.contains(vector["id"].as_str().expect("an id")), "{profile}: {vector}");
        }
    }
}

#[test]
fn files_are_written_and_never_taken_from_others() {
    let folder = folder();
    let out = folder.path().join("out");
    let path = out.display().to_string();
    let langs = "c,python,json,vectors";
    let files = emitted(langs, &out);
    assert_eq!(files.iter().collect::<HashSet<_>>().len(), files.len());
    fs::write(out.join("ascertain_tables.py"), "# Mine\n").expect("a file");
    let done = keeper(&["emit", "--spec", SPEC, "--lang", "python", "--out", &path]);
    assert_eq!(done.code, 2);
    assert!(
        done.err.contains("ascertain_tables.py was not generated by `ascertain-spec emit`"),
        "{}",
        done.err
    );
}

#[test]
fn cases_for_ttk_are_a_table_and_the_data_that_it_replays() {
    let folder = folder();
    let emit = |names: &str| {
        keeper(&["emit", "--for", "ttk", "--operators", names, "--out", &folder.path().display().to_string()])
    };
    let done = emit("sqrt");
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let table = fs::read_to_string(folder.path().join("sqrt.csv")).expect("a table");
    let rows = table.lines().skip(1).filter(|row| row.contains(",aclnnSqrt,")).count();
    let data = fs::read_dir(folder.path().join("manual_data")).expect("a folder").count();
    assert!(rows > 20 && data >= rows, "{rows} rows of aclnnSqrt, {data} folders");
    assert_ne!(emit("sqroot").code, 0);
    assert_ne!(keeper(&["emit", "--out", &folder.path().display().to_string()]).code, 0);
}
