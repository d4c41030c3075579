//! Turns the vector files of `vectors/` into statics, in `OUT_DIR`, so that no run has to read TOML.
//!
//! What is wrong with the form of a file stops this script. What names mean, it does not know: it writes a check for
//! each, which the compiler makes.

#[path = "src/suite/vectors/written.rs"]
mod written;

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};
use written::{Bits, Right, Value, Written};

/// The files, in the order of their cases.
const FILES: &[&str] = &[
    "tik-examples.toml",
    "reinterpret.toml",
    "cumprod-example.toml",
    "cumprod-integers.toml",
    "cumprod-floats.toml",
    "cumprod-shapes.toml",
    "cumprod-dtype.toml",
    "cumprod-strided.toml",
    "cumprod-rejected.toml",
    "adopted.toml",
];

fn main() -> ExitCode {
    match compile() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            // As everywhere in this project, for a faulty specification.
            ExitCode::from(2)
        }
    }
}

fn compile() -> Result<(), String> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(format!("cargo did not set {name}"));
    let folder = variable("CARGO_MANIFEST_DIR")?.join("vectors");
    let out = variable("OUT_DIR")?.join("vectors.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let unreadable = |path: &PathBuf, error| format!("cannot read {}: {error}", path.display());
    for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
        let name = entry.map_err(|error| unreadable(&folder, error))?.file_name();
        if !FILES.iter().any(|file| name == **file) {
            return Err(format!("vectors/{}: name it in FILES of build.rs", name.display()));
        }
    }
    let (mut files, mut checks) = (Vec::new(), Checks::default());
    for file in FILES {
        let path = folder.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
        let vectors = written::read(&text).map_err(|fault| {
            let of_vector = fault.vector.map(|id| format!("vector {id}: ")).unwrap_or_default();
            format!("vectors/{file}:{}: {of_vector}{}", fault.line, fault.problem)
        })?;
        vectors.iter().for_each(|vector| checks.vector(file, vector));
        files.push((*file, vectors));
    }
    fs::write(&out, source(&files, &checks))
        .map_err(|error| format!("cannot write {}: {error}", out.display()))
}

fn source(files: &[(&str, Vec<Written>)], checks: &Checks) -> String {
    let mut out = String::from("// Made by build.rs.\n");
    out += "/// The files of this crate: names and texts.\npub const FILES: &[(&str, &str)] = &[\n";
    for (file, _) in files {
        line(
            &mut out,
            format_args!(
                "({file:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/vectors/{file}\"))),"
            ),
        );
    }
    out += "];\n/// Their vectors.\nstatic WRITTEN: &[(&str, &[Written])] = &[\n";
    for (file, vectors) in files {
        line(&mut out, format_args!("({file:?}, &["));
        vectors.iter().for_each(|vector| write_vector(&mut out, vector));
        out += "]),\n";
    }
    out += "];\n";
    for (check, place) in &checks.0 {
        line(&mut out, format_args!("const _: () = known::{check}, {place:?});"));
    }
    out
}

fn write_vector(out: &mut String, vector: &Written) {
    let Written { line: at, id, requirements, cite, note, operator, arguments, right } = vector;
    let argument = |(name, value): &(_, Value)| {
        let value = match value {
            Value::Tensor(bits) => format!("Tensor({})", tensor(bits)),
            Value::Name(name) => format!("Name(B({name:?}))"),
            plain => format!("{plain:?}"),
        };
        format!("(B({name:?}), Value::{value})")
    };
    let right = match right {
        Right::Answers(answers) => format!("Answers({})", list(answers, tensor)),
        Right::Rejected(statuses) => format!("Rejected({})", list(statuses, text)),
        Right::Documents => "Documents".to_owned(),
    };
    line(
        out,
        format_args!(
            "Written {{ line: {at}, id: B({id:?}), requirements: {}, cite: (B({:?}), B({:?})), note: B({note:?}), \
             operator: B({operator:?}), arguments: {}, right: Right::{right} }},",
            list(requirements, text),
            cite.0,
            cite.1,
            list(arguments, argument),
        ),
    );
}

fn tensor(bits: &Bits) -> String {
    let Bits { dtype, shape, words, strides, offset } = bits;
    let words = words.as_ref().map_or("None".to_owned(), |words| format!("Some(B({words:?}))"));
    let strides = strides.as_ref().map_or("None".to_owned(), |strides| format!("Some(B(&{strides:?}))"));
    format!(
        "Bits {{ dtype: B({dtype:?}), shape: B(&{shape:?}), words: {words}, strides: {strides}, offset: {offset} }}"
    )
}

fn text(text: &impl Debug) -> String {
    format!("B({text:?})")
}

fn list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    format!("B(&[{}])", items.iter().map(item).collect::<Vec<_>>().join(", "))
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

/// Names to be looked up by the compiler: the start of a call of a function of `known`, and what to say if it fails.
#[derive(Default)]
struct Checks(BTreeMap<String, String>);

impl Checks {
    fn vector(&mut self, file: &str, vector: &Written) {
        let operator = &vector.operator;
        let mut check = |call: String, problem: String| {
            let place = || format!("vectors/{file}:{}: vector {}: {problem}", vector.line, vector.id);
            self.0.entry(call).or_insert_with(place);
        };
        check(format!("operator({operator:?}"), format!("no operator is called `{operator}`"));
        for id in vector.requirements.iter() {
            let problem = format!("the first edition of {operator} has no requirement `{id}`");
            check(format!("requirement({operator:?}, {id:?}"), problem);
        }
        let mut tensors = Vec::new();
        for (name, value) in vector.arguments.iter() {
            let kind = match value {
                Value::Int(_) => "Int",
                Value::Flag(_) => "Flag",
                Value::Name(dtype) => {
                    check(format!("dtype({dtype:?}, 0"), format!("no dtype is called `{dtype}`"));
                    "DType"
                }
                Value::Tensor(bits) => {
                    tensors.push(bits);
                    "Tensor"
                }
            };
            let problem = format!("{operator} has no argument `{name}` that holds such a value");
            check(format!("argument({operator:?}, {name:?}, ArgumentKind::{kind}"), problem);
        }
        match &vector.right {
            Right::Answers(answers) => tensors.extend(answers.iter()),
            Right::Rejected(statuses) => statuses.iter().for_each(|status| {
                check(format!("status({status:?}"), format!("no status is called `{status}`"));
            }),
            Right::Documents => {}
        }
        for Bits { dtype, words, .. } in tensors {
            check(format!("dtype({dtype:?}, 0"), format!("no dtype is called `{dtype}`"));
            for word in words.iter().flat_map(|words| words.split_whitespace()) {
                let problem = format!("`{word}` has {} digits, which is not what {dtype} takes", word.len());
                check(format!("dtype({dtype:?}, {}", word.len()), problem);
            }
        }
    }
}
