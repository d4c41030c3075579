//! `ascertain.toml`: options that need not be typed.

use crate::cli::support::{Done, Place};

/// Runs the program in a folder with this file.
fn in_folder_with(file: &str, arguments: &str) -> Done {
    let place = Place::new();
    place.write("ascertain.toml", file);
    place.ascertain(arguments)
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
    let done = in_folder_with(FILE, "run").ends(0).warns("--filter=mindspore.number-tensor");
    let done = done.warns("--filter=aclnn.tensor-scalar").warns("--fuzz=7").warns("--seed=3");
    assert!(done.out.lines().count() == 1 && done.err.starts_with("ascertain.toml: "), "{done}");
    // `[run]` is for another command, `filter` for both.
    assert_eq!(in_folder_with(FILE, "list").ends(0).out.lines().count(), 45 + 256);
    // A command without these options takes none.
    assert_eq!(in_folder_with(FILE, "explain f16").ends(0).err, "");
}

/// Their `--backend` is required: the file gives it.
#[test]
fn the_file_gives_required_options() {
    for command in ["observe --operators cumprod --fuzz 0", "run -f mindspore.number-tensor"] {
        in_folder_with("backend = \"reference\"\n", command).ends(0).warns("--backend=reference");
        in_folder_with("backend = \"nosuch\"\n", &format!("{command} -b reference")).ends(0);
    }
    in_folder_with("skip = \"cumprod\"\n", "doctor").ends(2).warns("--backend");
}

#[test]
fn what_is_typed_comes_first() {
    let done = in_folder_with(FILE, "list --filter mindspore.number-tensor").ends(0);
    assert_eq!(done.out.lines().count(), 45, "{done}");
    let done = in_folder_with(FILE, "list --format json -f mindspore.number-tensor").ends(0);
    assert!(done.out.starts_with('{'), "{done}");
}

#[test]
fn mistakes_are_told_with_their_lines() {
    for (file, words) in [
        ("fuzz = 1\nfliter = \"cumprod\"\n", "ascertain.toml, line 2: no option is called `fliter`"),
        ("fliter = \"x\"\n", "did you mean `filter`"),
        ("[run]\n\nfiles = \"a\"\n", "ascertain.toml, line 3: no option is called `files`"),
        ("[run]\nquiet = \"yes\"\n", "ascertain.toml, line 2: `quiet` is true or false"),
        ("skip = [1, {}]\n", "ascertain.toml, line 1: `skip` is a text"),
        ("[run\n", "ascertain.toml, line 1: "),
        ("[rum]\nfuzz = 1\n", "ascertain.toml, line 1: no option is called `rum`"),
        // A value that the option does not take is told by the option, below what the file says.
        ("[run]\nfuzz = \"many\"\n", "ascertain.toml: --fuzz=many"),
        ("[run]\nfuzz = \"many\"\n", "--fuzz <NUMBER>"),
    ] {
        let done = in_folder_with(file, "run --filter mindspore.number-tensor").ends(2).warns(words);
        assert_eq!(done.out, "", "{file}");
    }
}
