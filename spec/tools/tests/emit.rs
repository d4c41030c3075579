//! Output is the same from any folder, names its origin, and never overwrites files that were not generated.

use ascertain_spec::model::Spec;
use ascertain_spec_tools::emit::{File, Language, MARK, WriteError, digest, emit, write};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("spec/").to_owned()
}

fn loaded(folder: &Path) -> (Spec, String) {
    let files = ascertain_spec::find(folder).expect("readable files");
    let digest = digest(&files);
    (ascertain_spec::load_files(files).unwrap_or_else(|problems| panic!("{problems}")), digest)
}

/// Every file of every language.
fn everything(folder: &Path) -> Vec<File> {
    let (spec, digest) = loaded(folder);
    Language::ALL.into_iter().flat_map(|language| emit(&spec, &digest, language)).collect()
}

/// Those of the specification of this checkout, made once.
fn everything_here() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| everything(&committed()));
    &FILES
}

/// The specification's files in another folder, written last one first.
fn copied(to: &Path) {
    for (path, text) in ascertain_spec::find(&committed()).expect("readable files").into_iter().rev() {
        let path = to.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

#[test]
fn two_folders_give_the_same_bytes_which_name_their_origin() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = folder.path().join("ünlike/smudged folder/spec");
    copied(&there);
    let files = everything_here();
    assert_eq!(files, everything(&there));
    let names: BTreeSet<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names.len(), files.len(), "files of all languages fit in one folder");
    let (_, digest) = loaded(&committed());
    for file in files {
        let start: String = file.text.chars().take(400).collect();
        assert!(start.contains(MARK) && start.contains(&digest), "{}: {start}", file.name);
        assert!(file.text.ends_with('\n') && !file.text.contains("smudged"), "{}", file.name);
        assert!(!file.text.contains('\r') && !file.text.contains("/work"), "{}", file.name);
    }
}

#[test]
fn what_others_made_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new/folder");
    let files = everything_here();
    let header = out.join("ascertain_tables.h");
    write(&out, files).expect("a new folder");
    // A file without the mark was not generated, so nothing is written.
    fs::write(&header, "int mine;\n").expect("a file");
    let page = out.join("ascertain_tables.py");
    fs::remove_file(&page).expect("removed");
    fs::write(out.join("notes.txt"), "mine").expect("a file");
    assert!(matches!(write(&out, files), Err(WriteError::Foreign(path)) if path == header));
    assert!(!page.exists() && fs::read_to_string(&header).expect("the file") == "int mine;\n");
    fs::remove_file(&header).expect("removed");
    write(&out, files).expect("nothing in the way");
    assert_eq!(fs::read_to_string(out.join("notes.txt")).expect("the file"), "mine");
}
