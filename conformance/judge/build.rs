//! Turns the vector files of `vectors/` into statics, in `OUT_DIR`, so that no run has to read TOML.
//!
//! What is wrong with the form of a file stops this script. What names mean, it does not know: it writes a check for
//! each, which the compiler makes.

#[path = "src/suite/vectors/written.rs"]
mod written;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};
use written::{Bits, Right, Text, Value, Written};

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

/// The statics, and after them the checks, one a line: a line is what the compiler shows of a check that fails.
fn source(files: &[(&str, Vec<Written>)], checks: &Checks) -> String {
    let texts = files.iter().map(|(file, _)| {
        let path = format!("/vectors/{file}");
        quote!((#file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), #path))))
    });
    let written = files.iter().map(|(file, vectors)| {
        let vectors = vectors.iter().map(vector);
        quote!((#file, &[#(#vectors),*]))
    });
    let statics = [
        quote! {
            /// The files of this crate: names and texts.
            pub const FILES: &[(&str, &str)] = &[#(#texts),*];
        },
        quote! {
            /// Their vectors.
            static WRITTEN: &[(&str, &[Written])] = &[#(#written),*];
        },
    ];
    let lines = statics.iter().chain(checks.0.values()).map(|item| format!("{item}\n"));
    lines.collect()
}

fn vector(vector: &Written) -> TokenStream {
    let Written { line, id, requirements, cite, note, operator, arguments, right } = vector;
    let (document, place) = (text(&cite.0), text(&cite.1));
    let (id, note, operator) = (text(id), text(note), text(operator));
    let requirements = list(requirements, text);
    let arguments = list(arguments, |(name, value)| {
        let name = text(name);
        let value = match value {
            Value::Int(value) => quote!(Int(#value)),
            Value::Flag(value) => quote!(Flag(#value)),
            Value::Name(name) => call("Name", &text(name)),
            Value::Tensor(bits) => call("Tensor", &tensor(bits)),
        };
        quote!((#name, Value::#value))
    });
    let right = match right {
        Right::Answers(answers) => call("Answers", &list(answers, tensor)),
        Right::Rejected(statuses) => call("Rejected", &list(statuses, text)),
        Right::Documents => quote!(Documents),
    };
    quote! {
        Written {
            line: #line, id: #id, requirements: #requirements, cite: (#document, #place), note: #note,
            operator: #operator, arguments: #arguments, right: Right::#right,
        }
    }
}

fn tensor(bits: &Bits) -> TokenStream {
    let Bits { dtype, shape, words, strides, offset } = bits;
    let (dtype, shape) = (text(dtype), list(shape, |length| quote!(#length)));
    let words = option(words.as_ref().map(text));
    let strides = option(strides.as_ref().map(|strides| list(strides, |stride| quote!(#stride))));
    quote!(Bits { dtype: #dtype, shape: #shape, words: #words, strides: #strides, offset: #offset })
}

// `B` is `Cow::Borrowed`.
fn text(text: &Text) -> TokenStream {
    quote!(B(#text))
}

fn list<T>(items: &[T], item: impl Fn(&T) -> TokenStream) -> TokenStream {
    let items = items.iter().map(item);
    quote!(B(&[#(#items),*]))
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

fn call(name: &str, argument: &TokenStream) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(#name(#argument))
}

/// Names to be looked up by the compiler: calls of functions of `known`, each once.
#[derive(Default)]
struct Checks(BTreeMap<String, TokenStream>);

impl Checks {
    fn vector(&mut self, file: &str, vector: &Written) {
        let operator = &vector.operator;
        let mut check = |function: &str, arguments: TokenStream, problem: String| {
            let place = format!("vectors/{file}:{}: vector {}: {problem}", vector.line, vector.id);
            let name = format_ident!("{function}");
            let check = quote!(const _: () = known::#name(#arguments, #place););
            self.0.entry(format!("{function} {arguments}")).or_insert(check);
        };
        check("operator", quote!(#operator), format!("no operator is called `{operator}`"));
        for id in vector.requirements.iter() {
            let problem = format!("the first edition of {operator} has no requirement `{id}`");
            check("requirement", quote!(#operator, #id), problem);
        }
        let mut tensors = Vec::new();
        for (name, value) in vector.arguments.iter() {
            let kind = match value {
                Value::Int(_) => quote!(Int),
                Value::Flag(_) => quote!(Flag),
                Value::Name(dtype) => {
                    check("dtype", quote!(#dtype, 0), format!("no dtype is called `{dtype}`"));
                    quote!(DType)
                }
                Value::Tensor(bits) => {
                    tensors.push(bits);
                    quote!(Tensor)
                }
            };
            let problem = format!("{operator} has no argument `{name}` that holds such a value");
            check("argument", quote!(#operator, #name, ArgumentKind::#kind), problem);
        }
        match &vector.right {
            Right::Answers(answers) => tensors.extend(answers.iter()),
            Right::Rejected(statuses) => {
                for status in statuses.iter() {
                    check("status", quote!(#status), format!("no status is called `{status}`"));
                }
            }
            Right::Documents => {}
        }
        for Bits { dtype, words, .. } in tensors {
            check("dtype", quote!(#dtype, 0), format!("no dtype is called `{dtype}`"));
            for word in words.iter().flat_map(|words| words.split_whitespace()) {
                let digits = word.len();
                let problem = format!("`{word}` has {digits} digits, which is not what {dtype} takes");
                check("dtype", quote!(#dtype, #digits), problem);
            }
        }
    }
}
