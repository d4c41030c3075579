//! A library that was built with -ffast-math changes how the thread that loads it computes with floats.

use crate::support::closure::Closure;
use ascertain::backend::Backend;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use ascertain_conformance::options::RunOptions;
use ascertain_conformance::run::run;
use ascertain_conformance::suite;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

/// Whether this thread keeps subnormal numbers.
fn keeps() -> bool {
    black_box(f32::MIN_POSITIVE) / 2.0 != 0.0
}

/// Compiles an empty library. Its initialiser is the compiler's: clang has one, and GCC until version 12.
fn library(folder: &Path) -> Option<libloading::Library> {
    let (source, path) = (folder.join("fast.c"), folder.join("libfast.so"));
    std::fs::write(&source, "int fast;\n").expect("the folder is writable");
    let mut compiler = Command::new("cc");
    let done = compiler.args(["-ffast-math", "-shared", "-fPIC", "-o"]).arg(&path).arg(&source).status();
    // SAFETY: it has no code but the compiler's.
    done.is_ok_and(|done| done.success())
        .then(|| unsafe { libloading::Library::new(&path) }.expect("it loads"))
}

#[test]
fn a_library_built_with_fast_math_changes_no_verdict() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut loaded, mut kept_inside) = (None, true);
    let mut reference = Reference::default();
    let mut backend = Closure::new(Reference::default().describe().expect("it describes itself"), |call| {
        let reply = reference.ask(call);
        if loaded.is_none() {
            loaded = Some(library(folder.path()));
            kept_inside = keeps();
        }
        reply
    });
    let cases = suite::of_areas(&Editions::default(), &|area| area == "add").expect("the suite is sound");
    let run = run(&cases, &mut backend, &RunOptions { fuzz: 500, ..RunOptions::default() }, &mut |_| {});
    if kept_inside {
        println!("skipped: no C compiler whose -ffast-math flushes subnormal numbers");
    }
    assert!(keeps(), "the caller's mode is back");
    let failed = run.results.iter().find(|result| result.judgement.verdict.is_failure());
    assert!(failed.is_none(), "{failed:#?}");
}
