//! The layers of this crate: a module uses only those that are declared before it in `src/lib.rs`.
//!
//! The order of `mod` declarations in `src/lib.rs` is the order of the layers. Every file below `src/` belongs to the
//! module that its path starts with: `src/session/offers.rs` to `session`. In each file the test looks for paths from
//! the root of the crate, anywhere and not only in `use`:
//!
//! - `crate::NAME`, and each name of `crate::{NAME, ...}`
//! - `super::NAME` (or `super::super::NAME`, ...) with as many `super` as lead to the root
//!
//! Where NAME is a module declared after the file's own, the test fails with file, line and name. Files are read as
//! Rust's tokens, so comments, doc comments and strings do not count.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// The modules of `src/lib.rs`, in order.
fn modules(lib: &str) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens("lib.rs", lib).into_iter().collect();
    let declared =
        tokens.windows(3).filter(|window| is_ident(&window[0], "mod") && is_punct(&window[2], ';'));
    declared.map(|window| window[1].to_string()).collect()
}

/// Uses of modules that are declared after the file's own. `file` is a path below `src/`.
fn violations(modules: &[String], file: &str, text: &str) -> Vec<String> {
    let parts: Vec<&str> = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/').collect();
    if parts == ["lib"] {
        return Vec::new();
    }
    let own = modules.iter().position(|module| module == parts[0]);
    let own = own.unwrap_or_else(|| panic!("src/{file}: src/lib.rs declares no module {}", parts[0]));
    let mut names = Vec::new();
    names_at_root(tokens(file, text), parts.len(), &mut names);
    let later = names.into_iter().filter(|(name, _)| modules[own + 1..].contains(name));
    let violation = |(name, line)| {
        let own = &modules[own];
        format!("src/{file}:{line}: {own} uses {name}, but {name} is declared after {own} in src/lib.rs")
    };
    later.map(violation).collect()
}

fn tokens(file: &str, text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("src/{file}: {error}"))
}

/// Collects the names that follow a path to the root of the crate, with their lines. `depth` is how many modules the
/// tokens lie below the root.
fn names_at_root(tokens: TokenStream, depth: usize, names: &mut Vec<(String, usize)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let (mut next, mut supers) = (at, 0);
        while is_path_step(&tokens[next..], "super") {
            (next, supers) = (next + 3, supers + 1);
        }
        if is_path_step(&tokens[at..], "crate") {
            names_of(&tokens[at + 3], names);
        } else if supers > 0 && supers == depth {
            names_of(&tokens[next], names);
        }
        if let TokenTree::Group(group) = &tokens[at] {
            // `mod NAME { ... }` lies one module deeper.
            let inline = at >= 2 && is_ident(&tokens[at - 2], "mod") && group.delimiter() == Delimiter::Brace;
            names_at_root(group.stream(), depth + usize::from(inline), names);
        }
        at = next.max(at + 1);
    }
}

/// Whether tokens start with `word::` and go on.
fn is_path_step(tokens: &[TokenTree], word: &str) -> bool {
    matches!(tokens, [first, a, b, _, ..] if is_ident(first, word) && is_punct(a, ':') && is_punct(b, ':'))
}

/// The name that a path goes on with, or the names in braces.
fn names_of(token: &TokenTree, names: &mut Vec<(String, usize)>) {
    match token {
        TokenTree::Ident(name) => names.push((name.to_string(), name.span().start().line)),
        TokenTree::Group(group) => {
            let mut first = true;
            for token in group.stream() {
                if first {
                    names_of(&token, names);
                }
                first = is_punct(&token, ',');
            }
        }
        _ => {}
    }
}

fn is_ident(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Every `.rs` file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path());
    let files = paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
}

#[test]
fn every_module_uses_only_those_declared_before_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let modules = modules(&read(&src.join("lib.rs")));
    assert!(modules.len() > 10, "{modules:?}");
    let mut found = Vec::new();
    let mut read_files = 0;
    for path in files(&src) {
        let relative = path.strip_prefix(&src).unwrap_or_else(|e| panic!("{e}"));
        let file = relative.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        found.extend(violations(&modules, &file, &read(&path)));
        read_files += 1;
    }
    assert!(read_files > modules.len(), "{read_files} files");
    found.sort_unstable();
    let advice = "Move the code, or the declaration in src/lib.rs where all that the module uses still comes before it.";
    assert!(found.is_empty(), "{}\n{advice}", found.join("\n"));
}

/// The same on made-up files, so that a test that finds nothing has looked.
#[test]
fn uses_of_later_modules_are_found_and_nothing_else() {
    let modules = modules("pub mod case;\nmod suite;\n/// mod none;\npub(crate) mod run;\n");
    assert_eq!(modules, ["case", "suite", "run"]);
    let found = |file: &str, text: &str| {
        let found = violations(&modules, file, text);
        let place = |line: &String| line.split(", but").next().unwrap_or_default().to_owned();
        found.iter().map(place).collect::<Vec<_>>()
    };
    for (file, text, expected) in [
        ("suite/mod.rs", "use crate::run::Run;", vec!["src/suite/mod.rs:1: suite uses run"]),
        (
            "suite/rules.rs",
            "fn f() {\n  let x =\n crate::run::run();\n}",
            vec!["src/suite/rules.rs:3: suite uses run"],
        ),
        ("case.rs", "use super::run;", vec!["src/case.rs:1: case uses run"]),
        (
            "case.rs",
            "use super::{suite::Id, run};",
            vec!["src/case.rs:1: case uses suite", "src/case.rs:1: case uses run"],
        ),
        (
            "case.rs",
            "use crate::{\n  suite::{self, Id},\n  run::Run as R,\n};",
            vec!["src/case.rs:2: case uses suite", "src/case.rs:3: case uses run"],
        ),
        ("case.rs", "mod tests { use super::super::run; }", vec!["src/case.rs:1: case uses run"]),
        ("suite/a/b.rs", "use super::super::super::run;", vec!["src/suite/a/b.rs:1: suite uses run"]),
        ("case.rs", "macro_rules! m { () => { $crate::run::run() } }", vec!["src/case.rs:1: case uses run"]),
        ("run.rs", "use crate::{case, suite, run};", vec![]),
        ("suite/mod.rs", "use crate::{case::{run, suite}, suite::run};", vec![]),
        ("suite/rules.rs", "use super::run;", vec![]),
        ("case.rs", "mod tests { use super::run; }", vec![]),
        (
            "case.rs",
            "/// crate::run\n//! crate::run\n// crate::run\n/* crate::run */ const S: &str = \"crate::run\";",
            vec![],
        ),
        ("case.rs", "pub(crate) fn run() { other_crate::run(); run::run(); }", vec![]),
        ("lib.rs", "pub use crate::run::run;", vec![]),
    ] {
        assert_eq!(found(file, text), expected, "{file}: {text}");
    }
}
