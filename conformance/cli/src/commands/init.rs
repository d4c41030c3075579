//! `ascertain init`: a small implementation with an adapter, to start from.

use super::error::Problem;
use super::examples::examples;
use super::print::print;
use ascertain_conformance::backends::library::{HEADER, HEADER_CPP};
use ascertain_conformance::results::quoted;
use clap::{Args, ValueEnum};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &[(&str, &str)] = &[
    ("An adapter in Python, in this folder:", "ascertain init python"),
    ("An adapter with arrays of NumPy:", "ascertain init python --numpy"),
    ("A shared library in C++, in a folder of its own:", "ascertain init cpp my-kernels"),
];

#[derive(Args, Debug)]
#[command(after_help = examples(EXAMPLES))]
pub(super) struct Arguments {
    /// What to write it in. `triton` is a kernel that runs on a CPU too, by Triton's interpreter.
    language: Language,

    /// With `python`: an adapter that has arrays of NumPy.
    #[arg(long)]
    numpy: bool,

    /// The folder to write to, this one by default. Files that are there stay as they are.
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    Python,
    Triton,
    C,
    Cpp,
    Rust,
}

/// A project of some files.
struct Template {
    files: Vec<(&'static str, String)>,
    /// The file to put one's own implementation into, where the fault is too.
    own: &'static str,
    /// Commands that build it and show the fault, to be run in its folder.
    commands: &'static [&'static str],
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Problem> {
    let (folder, template) = (&arguments.folder, arguments.language.template(arguments.numpy));
    if arguments.numpy && arguments.language != Language::Python {
        return Err(Problem::usage("--numpy goes with `python`", "ascertain init python --numpy"));
    }
    write(folder, &template.files)?;
    print(|out| {
        for (name, _) in &template.files {
            writeln!(out, "wrote {name}")?;
        }
        writeln!(out, "\n{} has one fault. These commands show it:\n", template.own)?;
        if folder != Path::new(".") {
            writeln!(out, "    cd {}", quoted(&folder.display().to_string()))?;
        }
        template.commands.iter().try_for_each(|command| writeln!(out, "    {command}"))?;
        writeln!(out, "\nMend it, run them again, then put your implementation in its place.")
    })?;
    Ok(0)
}

impl Language {
    fn template(self, numpy: bool) -> Template {
        match self {
            Self::Python => Template {
                files: vec![(
                    "adapter.py",
                    match numpy {
                        true => include_str!("../../templates/init/python/with_numpy.py"),
                        false => include_str!("../../templates/init/python/adapter.py"),
                    }
                    .to_owned(),
                )],
                own: "adapter.py",
                commands: &[
                    "ascertain doctor -b python:adapter.py",
                    "ascertain run -b python:adapter.py --operators cumprod,add --findings 1",
                ],
            },
            Self::Triton => Template {
                files: vec![
                    ("kernel.py", include_str!("../../templates/init/triton/kernel.py").to_owned()),
                    ("adapter.py", include_str!("../../templates/init/triton/adapter.py").to_owned()),
                ],
                own: "kernel.py",
                commands: &[
                    "ascertain doctor -b python:adapter.py",
                    // Single lines of 100 to 999 factors: the interpreter is slow.
                    "ascertain run -b python:adapter.py -f 'cumprod/grid/f32/lines/???/*' --findings 1",
                ],
            },
            Self::C => Template {
                files: vec![
                    ("mine.c", include_str!("../../templates/init/c/mine.c").to_owned()),
                    ("ascertain.h", HEADER.to_owned()),
                ],
                own: "mine.c",
                commands: &[
                    "cc -shared -fPIC -O2 mine.c -o libmine.so",
                    "ascertain doctor -b lib:./libmine.so",
                    "ascertain run -b lib:./libmine.so --operators cumprod,add --findings 1",
                ],
            },
            Self::Cpp => Template {
                files: vec![
                    ("mine.cpp", include_str!("../../templates/init/cpp/mine.cpp").to_owned()),
                    ("ascertain.h", HEADER.to_owned()),
                    ("ascertain.hpp", HEADER_CPP.to_owned()),
                ],
                own: "mine.cpp",
                commands: &[
                    "c++ -std=c++17 -shared -fPIC -O2 mine.cpp -o libmine.so",
                    "ascertain doctor -b lib:./libmine.so",
                    "ascertain run -b lib:./libmine.so --operators cumprod,add --findings 1",
                ],
            },
            Self::Rust => Template {
                files: vec![
                    ("Cargo.toml", manifest()),
                    ("src/main.rs", include_str!("../../templates/init/rust/main.rs").to_owned()),
                ],
                own: "src/main.rs",
                commands: &["cargo run"],
            },
        }
    }
}

/// The manifest of a project in Rust. It takes the crates from the checkout that this program was built in, if that is
/// still there, otherwise from the registry.
fn manifest() -> String {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let checkout = checkout.filter(|root| root.join("conformance/judge/Cargo.toml").exists());
    let from = |folder: &str| match checkout {
        Some(root) => format!("{{ path = {:?} }}", root.join(folder).display().to_string()),
        None => format!("{:?}", env!("CARGO_PKG_VERSION")),
    };
    include_str!("../../templates/init/rust/manifest.toml")
        .replace("ASCERTAIN", &from(""))
        .replace("CONFORMANCE", &from("conformance"))
}

/// Writes all files, or none if one is there.
fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), Problem> {
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    if let Some(path) = paths.iter().find(|path| path.exists()) {
        let what = format!("{} is there already, so nothing was written", path.display());
        return Err(Problem::usage(what, "name another folder: ascertain init LANGUAGE DIR"));
    }
    for (path, (_, text)) in paths.iter().zip(files) {
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        let file = parent.and_then(|()| OpenOptions::new().write(true).create_new(true).open(path));
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| Problem::Report(path.clone(), error))?;
    }
    Ok(())
}
