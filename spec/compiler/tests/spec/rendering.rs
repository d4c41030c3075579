//! How problems are shown.

use ascertain_spec::load_files;

/// Loads files that must not load and shows what is wrong.
fn shown(files: &[(&str, &str)]) -> String {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    load_files(files).expect_err("it should not load").to_string()
}

#[test]
fn problems_are_shown_with_the_line_underlined() {
    let documents = "version = 1\n\n[document.\"a.b\"]\ntitle = \"t\"\nsays = \"s\"\nfirst = \"1\"\n\n\
                     [profile.p]\nsays = \"s\"\ndefault = true\n";
    let dtypes = "version = 1\n\n[scheme.short]\nsays = \"s\"\ncite = { document = \"a.b\", where = \"p\" }\n\n\
                  [dtype.f32]\nclass = \"float\"\nbits = 32\nprecision = 24\nexponent_bits = 8\nnumber = 0\n";
    // Tabs, wide characters, and a note in the same file.
    let edition = "version = 1\n[edition]\ndocument = \"a.b\"\nname = \"1\"\n\
                   source = { kind = \"page\", title = \"t\", named = \"n\", no_digest = \"made up\", extent = \"9 lines\" }\n\n\
                   [table.\"a.b\"]\nsays = \"s\"\nrows = \"lhs\"\ncolumns = \"rhs\"\nnames = \"short\"\nundefined = \"-\"\n\
                   order = [\"f32\"]\ncite = { where = \"推导规则，表\",\tlines = [9, 10] }\n\n\
                   [table.\"a.b\".row]\n\tf32 = { cells = [\"f23\"] }\n";
    let files = [("documents.toml", documents), ("dtypes.toml", dtypes), ("a/b/1.toml", edition)];
    let expected = "\
error: line 10 is beyond the end of the source
  --> a/b/1.toml:14:36
   |
14 | cite = { where = \"推导规则，表\",    lines = [9, 10] }
   |                                             ^^^^^^^ the source has 9 lines

error: `f23` is not a dtype
  --> a/b/1.toml:17:19
   |
17 |     f32 = { cells = [\"f23\"] }
   |                      ^^^^^ row `f32`, column `f32`
   |
   = help: did you mean `f32`?

the specification has 2 problems";
    assert_eq!(shown(&files), expected);
}

#[test]
fn places_in_several_files_are_shown_together() {
    let mut files = crate::spec::common::committed();
    for (path, text) in &mut files {
        if path == "tik/reinterpret.toml" {
            *text = text.replace("id = \"reinterpret.bytes\"", "id = \"cumprod.value\"");
        }
        if path == "aclnn/tensor-tensor/2025-09.toml" {
            *text = text.replace("inherits = \"cann-23.0.rc2\"", "inherits = \"code-8.1\"");
        }
    }
    let problems = load_files(files).expect_err("it should not load");
    let shown = problems.to_string();
    for part in [
        "--> tik/reinterpret.toml:",
        "::: aclnn/cumprod.toml:",
        "--> aclnn/tensor-tensor/2025-09.toml:",
        "::: aclnn/tensor-tensor/code-8.1.toml:",
        "the circle continues here",
        "the specification has 2 problems",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
    assert!(!shown.contains('\u{1b}'), "no colour");
    let files: Vec<&str> = problems.problems().iter().map(|problem| problem.file.as_str()).collect();
    assert!(files.is_sorted());
}

/// A file with as many mistakes as lines: the first hundred are shown, and each has its own line.
#[test]
fn of_very_many_problems_the_first_are_shown() {
    const TABLES: usize = 50_000;
    let tables: String = (0..TABLES).map(|number| format!("\n[\"表{number}\"]\na = 1\n")).collect();
    let problems = load_files(vec![("documents.toml".to_owned(), tables)]).expect_err("unknown tables");
    let unknown = problems.problems().iter().filter(|problem| problem.message.starts_with("unknown key"));
    let places: Vec<(usize, usize)> = unknown.map(|problem| (problem.line, problem.column)).collect();
    assert_eq!(places.len(), TABLES);
    assert!(places.iter().enumerate().all(|(at, place)| *place == (3 * at + 2, 2)), "{:?}", &places[..3]);
    let shown = problems.to_string();
    assert_eq!(shown.matches("error: ").count(), 100);
    assert!(shown.contains(&format!("and {} more", problems.problems().len() - 100)));
}
