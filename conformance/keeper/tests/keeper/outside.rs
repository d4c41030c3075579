//! `ascertain-spec` where there is no checkout: the specification in the program serves.

use crate::keeper::support::{SPEC, folder, utf8};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Exit code, standard output and standard error in a folder.
fn run_in(folder: &Path, arguments: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain-spec"));
    command.args(arguments.split(' ')).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().expect("the program was built");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[test]
fn the_specification_in_the_program_is_that_of_the_checkout() {
    let outside = folder();
    // The program does not have the digests of pages' sentences.
    let own = folder();
    for (path, text) in ascertain_spec::find(Path::new(SPEC)).expect("the specification can be read") {
        if path.ends_with(".toml") {
            let path = own.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
    }
    let spec = utf8(own.path());
    // A folder of somebody else that has the same name.
    fs::create_dir(outside.path().join("spec")).expect("a folder");
    fs::write(outside.path().join("page.md"), "# aclnnNothing\n\nNothing.\n").expect("a file");
    for (arguments, named) in [
        ("diff aclnn.tensor-tensor aclnn.tensor-tensor@2025-09", format!("--spec {spec}")),
        ("lint --all", spec.to_owned()),
        ("check --statements", spec.to_owned()),
        ("import --dry-run page.md", format!("--spec {spec}")),
        ("import page.md", format!("--spec {spec}")),
        ("emit --lang c,json --out emitted", format!("--spec {spec}")),
    ] {
        let header = || fs::read(outside.path().join("emitted/ascertain_tables.h")).ok();
        let (code, out, err) = run_in(outside.path(), arguments);
        let emitted = header();
        let (same, theirs, _) = run_in(outside.path(), &format!("{arguments} {named}"));
        assert!(code < 2, "{arguments}: {err}");
        assert_eq!((code, &out, emitted), (same, &theirs, header()), "{arguments}");
    }
    let (code, out, _) = run_in(outside.path(), "check");
    assert!(
        code == 0 && out.starts_with("the specification in this program: ") && out.contains("valid"),
        "{out}"
    );
    let checked = run_in(outside.path(), &format!("check {spec}")).1;
    let says = |out: &str| {
        out.split_whitespace()
            .skip_while(|word| !word.ends_with(':'))
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(says(&out), says(&checked));
}

#[test]
fn what_writes_to_a_checkout_says_so() {
    let outside = folder();
    fs::write(outside.path().join("page.md"), "# aclnnNothing\n").expect("a file");
    let (code, out, err) = run_in(outside.path(), "import page.md --edition new --write");
    assert_eq!(code, 2, "{out}{err}");
    assert!(err.contains("checkout of ascertain") && err.contains("--spec DIR"), "{err}");
    // A folder that is named must be one.
    let (code, _, err) = run_in(outside.path(), "check .");
    assert!(code == 2 && err.contains("not a specification"), "{err}");
}
