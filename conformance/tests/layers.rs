//! The layers of every crate: no circle of imports.
//!
//! A folder's modules, each with all that lies below it, are rooms of one floor. Where a file of one room names something
//! of another, the first depends on the second: by `crate::`, `super::` or `self::`, anywhere and not only in `use`. What a
//! folder's own file hands on counts as the room that it comes from. No room may depend on itself by way of others. Between
//! crates, Cargo forbids it. Files are read as Rust's tokens, so comments and strings do not count.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The names of a path: `["results", "journal"]`.
type Names = Vec<String>;

/// What the files of one crate name.
#[derive(Default)]
struct Crate {
    /// By module, the paths that its file names, from the root.
    named: BTreeMap<Names, Vec<Names>>,
}

impl Crate {
    fn add(&mut self, file: &str, text: &str) {
        let parts = file.trim_end_matches(".rs").split('/').map(str::to_owned);
        let own: Names = parts.filter(|part| !["lib", "main", "mod"].contains(&part.as_str())).collect();
        let tokens = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut paths = Vec::new();
        collect(tokens, &own, &mut paths);
        self.named.entry(own).or_default().extend(paths);
    }

    /// The module that a path leads to, through what modules hand on of those below them.
    fn target(&self, path: &[String]) -> Names {
        let mut at = Names::new();
        for name in path {
            let below = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.named.contains_key(&below) {
                at = below;
                continue;
            }
            let handed_on = |from: &&Names| {
                from.len() > at.len() + 1 && from.starts_with(&at) && from.last() == Some(name)
            };
            if let Some(from) = self.named.get(&at).into_iter().flatten().find(handed_on) {
                let from = &from[..from.len() - 1];
                at = (at.len()..=from.len())
                    .rev()
                    .map(|n| from[..n].to_vec())
                    .find(|m| self.named.contains_key(m))
                    .unwrap_or(at);
            }
            break;
        }
        at
    }

    /// Circles: which room uses which, with the folder they lie in.
    fn circles(&self) -> Vec<String> {
        let mut floors: BTreeMap<Names, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (own, paths) in &self.named {
            for target in paths.iter().map(|path| self.target(path)) {
                let common = own.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (own.get(common), target.get(common)) {
                    let floor = floors.entry(own[..common].to_vec()).or_default();
                    floor.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        floors
            .iter()
            .filter_map(|(folder, uses)| Some(format!("{}: {}", folder.join("/"), circle(uses)?)))
            .collect()
    }
}

/// Which room uses which in a circle. Of all rooms, these are what is left when those that depend on none of the rest, and those on which
/// none of the rest depends, are taken away.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    let mut left: BTreeSet<&String> = uses.iter().flat_map(|(from, to)| to.iter().chain([from])).collect();
    loop {
        let rest = left.clone();
        let depends = |room: &String| uses.get(room).is_some_and(|to| to.iter().any(|to| rest.contains(to)));
        let is_used =
            |room: &String| rest.iter().any(|from| uses.get(*from).is_some_and(|to| to.contains(room)));
        left.retain(|room| depends(room) && is_used(room));
        if left.len() == rest.len() {
            break;
        }
    }
    let arrow = |(from, to): (&String, &String)| left.contains(from) && left.contains(to);
    let arrows = uses.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to)));
    let arrows: Vec<String> =
        arrows.filter(|pair| arrow(*pair)).map(|(from, to)| format!("{from} > {to}")).collect();
    (!arrows.is_empty()).then(|| arrows.join(", "))
}

/// Collects the paths in `tokens`, which lie in the module `own`.
fn collect(tokens: TokenStream, own: &[String], paths: &mut Vec<Names>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let TokenTree::Group(group) = &tokens[at] {
            // `mod NAME { ... }` lies one module deeper.
            let inline = at >= 2 && is_ident(&tokens[at - 2], "mod") && group.delimiter() == Delimiter::Brace;
            let inner = if inline { [own, &[tokens[at - 1].to_string()]].concat() } else { own.to_vec() };
            collect(group.stream(), &inner, paths);
        }
        // Paths that begin elsewhere: `other::crate` is none.
        let start = at == 0 || !is_punct(&tokens[at - 1], ':');
        let mut base = own.len();
        let mut next = at;
        while is_step(&tokens[next..], "super") {
            (next, base) = (next + 3, base.saturating_sub(1));
        }
        if next == at && is_step(&tokens[at..], "crate") {
            (next, base) = (at + 3, 0);
        } else if next == at && is_step(&tokens[at..], "self") {
            next = at + 3;
        }
        if start && next > at {
            names(&tokens[next..], own[..base].to_vec(), paths);
        }
        at = next.max(at + 1);
    }
}

/// Adds the path that goes on with `tokens`, or those of the braces in it.
fn names(tokens: &[TokenTree], mut path: Names, paths: &mut Vec<Names>) {
    match tokens {
        [TokenTree::Ident(name), rest @ ..] => {
            if name != "self" {
                path.push(name.to_string());
            }
            match rest {
                [a, b, rest @ ..] if is_punct(a, ':') && is_punct(b, ':') && !rest.is_empty() => {
                    names(rest, path, paths);
                }
                _ => paths.push(path),
            }
        }
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            tokens.split(|token| is_punct(token, ',')).for_each(|one| names(one, path.clone(), paths));
        }
        [] => {}
        _ => paths.push(path),
    }
}

/// Whether tokens start with `word::` and go on.
fn is_step(tokens: &[TokenTree], word: &str) -> bool {
    matches!(tokens, [first, a, b, _, ..] if is_ident(first, word) && is_punct(a, ':') && is_punct(b, ':'))
}

fn is_ident(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Every file with this ending below a folder, but for what Cargo builds.
fn files(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path());
    let own = |path: &PathBuf| !path.ends_with("target") && !path.is_symlink();
    paths
        .filter(own)
        .flat_map(|path| if path.is_dir() { files(&path, wanted) } else { vec![path] })
        .filter(|path| wanted(path))
        .collect()
}

#[test]
fn no_crate_has_a_circle_of_imports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut crates = 0;
    for manifest in files(&root, &|path| path.ends_with("Cargo.toml")) {
        let src = manifest.with_file_name("src");
        if !src.is_dir() {
            continue;
        }
        let mut whole = Crate::default();
        for path in files(&src, &|path| path.extension().is_some_and(|extension| extension == "rs")) {
            let file = path.strip_prefix(&src).unwrap_or_else(|e| panic!("{e}"));
            let file = file.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
            whole
                .add(&file, &fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
        }
        crates += 1;
        found.extend(whole.circles().into_iter().map(|circle| format!("{}/{circle}", src.display())));
    }
    assert!(crates > 8, "{crates} crates");
    assert!(found.is_empty(), "{}\nMove what they share to one that depends on neither.", found.join("\n"));
}

/// The same on made-up files, so that a test that finds nothing has looked.
#[test]
fn circles_are_found_and_nothing_else() {
    for (files, expected) in [
        (vec![("a.rs", "use crate::b::B;"), ("b.rs", "")], ""),
        (vec![("a.rs", "use crate::b::B;"), ("b.rs", "fn f() { let x = super::a::f(); }")], ": a > b, b > a"),
        (
            vec![
                ("a.rs", "use crate::{\n  c, b::{self, B},\n};"),
                ("b.rs", "use super::c;"),
                ("c.rs", "use crate::a::A as B;"),
            ],
            ": a > b, a > c, b > c, c > a",
        ),
        // Only those of the circle.
        (
            vec![
                ("a.rs", "use crate::b;"),
                ("b.rs", "use crate::{c, d};"),
                ("c.rs", "use crate::b;"),
                ("d.rs", ""),
            ],
            ": b > c, c > b",
        ),
        // Through what the folder hands on.
        (
            vec![
                ("m/mod.rs", "pub use self::a::A;"),
                ("m/a.rs", "use super::b::B;"),
                ("m/b.rs", "use super::A;"),
            ],
            "m: a > b, b > a",
        ),
        (
            vec![
                ("m/mod.rs", "pub use self::a::A;"),
                ("m/a.rs", "use crate::b::B;"),
                ("b.rs", "use crate::m::A;"),
            ],
            ": b > m, m > b",
        ),
        (vec![("a.rs", "mod tests { use super::super::b; }"), ("b.rs", "use crate::a;")], ": a > b, b > a"),
        // A folder's file uses what lies below it, and that what the folder's file has.
        (vec![("m/mod.rs", "use self::a::A; fn f() {}"), ("m/a.rs", "use super::f;")], ""),
        (
            vec![
                ("a.rs", "mod tests { use super::b; } // crate::b\nconst S: &str = \"crate::b\";"),
                ("b.rs", "use crate::a;"),
            ],
            "",
        ),
    ] {
        let mut whole = Crate::default();
        files.iter().for_each(|(file, text)| whole.add(file, text));
        assert_eq!(whole.circles().join("; "), expected, "{files:?}");
    }
}
