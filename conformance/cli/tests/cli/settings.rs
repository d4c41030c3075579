//! `ascertain.toml`: options that need not be typed.

use crate::support::folder;
use std::fs;
use std::process::{Command, Output};

/// Runs the program in a folder with this file.
fn in_folder_with(file: &str, arguments: &[&str]) -> (i32, String, String) {
    let folder = folder();
    fs::write(folder.path().join("ascertain.toml"), file).expect("a new folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
    let done = command.args(arguments).current_dir(folder.path()).output().expect("the program was built");
    let Output { status, stdout, stderr } = done;
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

const FILE: &str = r#"
filter = ["mindspore.number-tensor", "aclnn.tensor-scalar"]

[run]
fuzz = 7
seed = 3
quiet = true

[list]
format = "ids"
"#;

#[test]
fn options_of_the_file_are_as_if_typed() {
    let (code, out, err) = in_folder_with(FILE, &["run"]);
    assert_eq!((code, out.lines().count()), (0, 1), "{out}{err}");
    for option in ["--filter=mindspore.number-tensor", "--filter=aclnn.tensor-scalar", "--fuzz=7", "--seed=3"]
    {
        assert!(err.starts_with("ascertain.toml: ") && err.contains(option), "{err}");
    }
    // `[run]` is for another command, `filter` for both.
    let (code, out, _) = in_folder_with(FILE, &["list"]);
    assert_eq!((code, out.lines().count()), (0, 45 + 256), "{out}");
    // A command without these options takes none.
    let (code, _, err) = in_folder_with(FILE, &["explain", "f16"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn what_is_typed_comes_first() {
    let (code, out, _) = in_folder_with(FILE, &["list", "--filter", "mindspore.number-tensor"]);
    assert_eq!((code, out.lines().count()), (0, 45), "{out}");
    let (code, out, _) = in_folder_with(FILE, &["list", "--format", "json", "-f", "mindspore.number-tensor"]);
    assert!(code == 0 && out.starts_with('{'), "{out}");
}

#[test]
fn mistakes_are_told_with_their_lines() {
    for (file, words) in [
        ("fuzz = 1\nfliter = \"cumprod\"\n", "ascertain.toml, line 2: no option is called `fliter`"),
        ("[run]\n\nfiles = \"a\"\n", "ascertain.toml, line 3: no option is called `files`"),
        ("[run]\nquiet = \"yes\"\n", "ascertain.toml, line 2: `quiet` is true or false"),
        ("skip = [1, {}]\n", "ascertain.toml, line 1: `skip` is a text"),
        ("[run\n", "ascertain.toml, line 1: "),
        ("[rum]\nfuzz = 1\n", "ascertain.toml, line 1: no option is called `rum`"),
    ] {
        let (code, out, err) = in_folder_with(file, &["run", "--filter", "mindspore.number-tensor"]);
        assert_eq!((code, out.as_str()), (2, ""), "{file}");
        assert!(err.contains(words), "{file}: {err}");
    }
    let (_, _, err) = in_folder_with("fliter = \"x\"\n", &["run"]);
    assert!(err.contains("did you mean `filter`"), "{err}");
    // A value that the option does not take is told by the option, below what the file says.
    let (code, _, err) = in_folder_with("[run]\nfuzz = \"many\"\n", &["run"]);
    assert!(
        code == 2 && err.contains("ascertain.toml: --fuzz=many") && err.contains("--fuzz <NUMBER>"),
        "{err}"
    );
}
