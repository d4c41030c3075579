//! Generated code compiles under the strictest settings, and a program in each language finds everything of the model in
//! it: every cell of every table in every edition, dtypes, codes, parameters, requirements, errata.
//!
//! A compiler that is not installed is skipped, and the run says so. `ASCERTAIN_MYPY` names mypy if it is not on the path.

use ascertain_spec::model::{
    Basis, Citation, Direction, Level, OperatorSpec, Origin, Parameter, Requirement, Span, Spec, Table,
};
use ascertain_spec_tools::emit::{Language, digest, emit, write};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};
use tempfile::TempDir;

/// The strictest settings that the languages promise to pass.
const C: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"];
const CPP: [&str; 5] = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"];

fn spec_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("spec/").to_owned()
}

/// A folder with the output for a language and the programs that walk it.
fn emitted(spec: &Spec, language: Language) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), &emit(spec, "sha256:0", language)).expect("a writable folder");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages");
    for entry in fs::read_dir(programs).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("a copy");
    }
    folder
}

/// Runs a program in a folder; none where it is not installed, which the run then says.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<Output> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let missing = match &output {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        // rustup and pyenv put programs on the path that only look for the one that is meant.
        Ok(output) => {
            let err = String::from_utf8_lossy(&output.stderr);
            output.status.code() == Some(127) || err.contains("is not installed for the toolchain")
        }
    };
    if missing {
        // Straight to the stream: the test harness holds back what passing tests print.
        let _ = writeln!(io::stderr(), "skipped: {program} is not installed");
        return None;
    }
    Some(output.unwrap_or_else(|error| panic!("{program} cannot be run: {error}")))
}

/// The same of a program that has to succeed without a word on standard error; its output.
fn succeeds(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output = run(folder, program, arguments)?;
    let err = String::from_utf8_lossy(&output.stderr);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program} {arguments:?}\n{err}{out}");
    assert_eq!(err, "", "{program} {arguments:?}");
    Some(out)
}

/// Compiles with these arguments and runs what comes out.
fn walked(folder: &Path, compiler: &str, arguments: &[&str]) -> Option<String> {
    let program = folder.join(format!("walk-{}", compiler.replace('+', "p")));
    let program = program.to_str().expect("a path in UTF-8");
    succeeds(folder, compiler, &[arguments, &["-o", program]].concat())?;
    succeeds(folder, program, &[])
}

/// Compares what a program prints with what the model says.
fn agrees(found: &str, spec: &Spec) {
    let expected = Dump { spec, profile: "documented" }.text();
    for (line, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", line + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
    assert!(
        expected.lines().filter(|line| line.starts_with("cell ")).count() > 1500,
        "all tables are walked"
    );
}

#[test]
fn c() {
    let spec = ascertain_spec::load(&spec_folder()).expect("a sound specification");
    let folder = emitted(&spec, Language::C);
    for compiler in ["gcc", "clang"] {
        let arguments = [&C[..], &["walk.c", "elsewhere.c"]].concat();
        walked(folder.path(), compiler, &arguments).inspect(|found| agrees(found, &spec));
        // On its own nothing of it is used.
        succeeds(
            folder.path(),
            compiler,
            &[&C[..], &["-x", "c", "-c", "ascertain_tables.h", "-o", "unused.o"]].concat(),
        );
    }
    for compiler in ["g++", "clang++"] {
        let arguments = [&CPP[..], &["-x", "c++", "walk.c", "elsewhere.c"]].concat();
        walked(folder.path(), compiler, &arguments).inspect(|found| agrees(found, &spec));
    }
}

#[test]
fn python() {
    let spec = ascertain_spec::load(&spec_folder()).expect("a sound specification");
    let folder = emitted(&spec, Language::Python);
    succeeds(folder.path(), "python3", &["-X", "utf8", "-W", "error", "walk.py"])
        .inspect(|found| agrees(found, &spec));
    let oldest = "import ast, sys; ast.parse(open('ascertain_tables.py', encoding='utf-8').read(), feature_version=(3, 9))";
    succeeds(folder.path(), "python3", &["-c", oldest]);
    let mypy = env::var("ASCERTAIN_MYPY").unwrap_or("mypy".into());
    let found = succeeds(folder.path(), &mypy, &["--strict", "ascertain_tables.py", "walk.py"]);
    assert!(found.is_none_or(|found| found.contains("no issues found in 2 source files")));
}

/// One cell of the specification changed is one line of the walk changed.
#[test]
fn a_changed_cell_is_seen() {
    let mut files = ascertain_spec::find(&spec_folder()).expect("readable files");
    let before = ascertain_spec::load_files(files.clone()).expect("a sound specification");
    let scalar =
        files.iter_mut().find(|(path, _)| path == "aclnn/tensor-scalar/2025-09.toml").expect("a file");
    let changed = scalar.1.replacen(
        "\nf32  = { lines = [18, 18], cells = [\"f32\"",
        "\nf32  = { lines = [18, 18], cells = [\"f64\"",
        1,
    );
    assert_ne!(scalar.1, changed);
    scalar.1 = changed;
    let digests = [digest(&ascertain_spec::find(&spec_folder()).expect("readable files")), digest(&files)];
    assert_ne!(digests[0], digests[1]);
    let after = ascertain_spec::load_files(files).expect("a sound specification");
    let folder = emitted(&after, Language::Python);
    let Some(found) = succeeds(folder.path(), "python3", &["-X", "utf8", "walk.py"]) else { return };
    let expected = Dump { spec: &before, profile: "documented" }.text();
    let changed: Vec<_> = found.lines().zip(expected.lines()).filter(|(a, b)| a != b).collect();
    // Three editions of code inherit the cell.
    assert_eq!(changed.len(), 4, "{changed:?}");
    for ((found, expected), edition) in
        changed.iter().zip(["2025-09", "code-950", "code-adds-a2", "code-muls-a2"])
    {
        assert!(found.starts_with(&format!("cell aclnn.tensor-scalar {edition} f32 f32 f64 ")), "{found}");
        assert!(
            expected.starts_with(&format!("cell aclnn.tensor-scalar {edition} f32 f32 f32 ")),
            "{expected}"
        );
    }
}

/// What the walking programs print, from the model.
struct Dump<'a> {
    spec: &'a Spec,
    profile: &'a str,
}

impl Dump<'_> {
    fn text(&self) -> String {
        let spec = self.spec;
        let mut out = String::new();
        for d in &spec.dtypes {
            let class = format!("{:?}", d.class).to_lowercase();
            let _ = write!(out, "dtype {0} {class} {1} {2} {0}", d.name, d.bits, d.number);
            d.names.iter().for_each(|n| {
                let _ = write!(out, " {}={}={}", n.scheme, n.name, d.name);
            });
            out.push('\n');
        }
        for s in &spec.statuses {
            let _ = writeln!(out, "status {} {} {}", s.name, s.number, s.says);
        }
        for f in &spec.formats {
            let _ = writeln!(out, "format {} {}", f.name, f.number);
        }
        spec.tables.iter().for_each(|t| self.table(&mut out, t));
        spec.operators.iter().for_each(|o| self.operator(&mut out, o));
        for e in &spec.errata {
            for r in &e.readings {
                let _ = writeln!(out, "erratum {}|{}|{}", e.id, e.says, r.says);
            }
        }
        out
    }

    fn default_edition(&self, document: &str) -> &str {
        let profile = self.spec.profiles.iter().find(|p| p.name == self.profile).expect("the profile");
        let at = self.spec.documents.iter().position(|d| d.id == document).expect("the document");
        &profile.editions[at].edition
    }

    fn table(&self, out: &mut String, table: &Table) {
        let _ = writeln!(out, "table {} {}", table.id, self.default_edition(&table.document));
        for edition in &table.editions {
            let mut cells = edition.cells.iter();
            for row in &table.rows.keys {
                for column in &table.columns.keys {
                    let cell = cells.next().expect("a cell for every pair");
                    let result = cell.result.map_or("-", |dtype| &self.spec.dtype_of(dtype).name);
                    let rule = if let Origin::Derived(rule) = &cell.origin { rule } else { "-" };
                    let (row, column, place) =
                        (row.name(self.spec), column.name(self.spec), place(&cell.cite));
                    let _ = writeln!(
                        out,
                        "cell {} {} {row} {column} {result} {rule} {place}",
                        table.id, edition.edition
                    );
                }
            }
        }
        self.requirements(out, &table.id, "-", table.requirements.iter());
    }

    fn operator(&self, out: &mut String, operator: &OperatorSpec) {
        let _ = writeln!(out, "operator {} {}", operator.name, self.default_edition(&operator.document));
        for contract in &operator.contracts {
            for function in &contract.functions {
                for null in &function.nulls {
                    let _ = writeln!(out, "null {} {}", function.name, null.is);
                }
                for p in &function.parameters {
                    self.parameter(out, &contract.edition, &function.name, p);
                }
            }
            self.requirements(out, &operator.name, &contract.edition, contract.requirements.iter());
        }
    }

    fn parameter(&self, out: &mut String, edition: &str, function: &str, p: &Parameter) {
        let direction = match p.direction {
            Direction::In => "in",
            Direction::Out => "out",
            Direction::InOut => "inout",
        };
        let dtypes: String = p.dtypes.iter().map(|d| format!("{},", self.spec.dtype_of(*d).name)).collect();
        let formats: String = p.formats.iter().map(|f| format!("{f},")).collect();
        let rank = |rank: Option<u32>| rank.map_or("-".to_owned(), |rank| rank.to_string());
        let of_products =
            p.product_dtypes.iter().map(|of| format!("|{} {}", of.products[0], of.dtypes.len()));
        let stated = |value: Option<bool>| value.map_or("-", |yes| if yes { "1" } else { "0" });
        let (empty, strided, range) = (stated(p.empty), stated(p.strided), p.range.as_deref().unwrap_or("-"));
        let _ = writeln!(
            out,
            "parameter {edition} {function}|{}|{}|{direction}|{dtypes}|{formats}|{empty}|{strided}|{range}|{}|{}{}",
            p.name,
            p.c,
            rank(p.min_rank),
            rank(p.max_rank),
            of_products.collect::<String>()
        );
    }

    fn requirements<'r>(
        &self,
        out: &mut String,
        of: &str,
        edition: &str,
        list: impl Iterator<Item = &'r Requirement>,
    ) {
        for r in list {
            let level = match r.level {
                Level::Must => "must",
                Level::Should => "should",
                Level::Unspecified => "unspecified",
                Level::Contradicted => "contradicted",
            };
            let basis = r.basis.map_or("nothing", Basis::name);
            let when = r.when.as_ref().map_or("-", |p| &p.text);
            let require = r.require.as_ref().map_or("-", |p| &p.text);
            let status = self.spec.statuses.iter().find(|s| Some(&s.name) == r.status.as_ref());
            let (name, number) =
                status.map_or(("-", "-".to_owned()), |s| (s.name.as_str(), s.number.to_string()));
            let place = place(&r.cite);
            let _ = writeln!(
                out,
                "requirement {of} {edition}|{}|{level}|{basis}|{}|{when}|{require}|{name}|{number}|{place}",
                r.id, r.says
            );
        }
    }
}

fn place(cite: &Citation) -> String {
    let (unit, first, last) = match cite.span {
        Span::None => ("nothing", 0, 0),
        Span::Lines(first, last) => ("lines", first, last),
        Span::Bytes(first, last) => ("bytes", first, last),
    };
    format!("{}|{}|{}|{unit}|{first}|{last}", cite.document, cite.edition, cite.place)
}
