//! Output is the same from any folder, names its origin, and never overwrites files that were not generated.

use ascertain_spec::model::Spec;
use ascertain_spec_tools::emit::{
    Choice, File, Language, MARK, Unknown, WriteError, compare, digest, emit, write,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("spec/").to_owned()
}

fn loaded(folder: &Path) -> (Spec, String) {
    let files = ascertain_spec::find(folder).expect("readable files");
    let digest = digest(&files);
    (ascertain_spec::load_files(files).unwrap_or_else(|problems| panic!("{problems}")), digest)
}

/// Every file of every language, for a profile and other editions.
fn everything(folder: &Path, profile: Option<&str>, changes: &[(&str, &str)]) -> Vec<File> {
    let (spec, digest) = loaded(folder);
    let changes: Vec<_> = changes.iter().map(|(d, e)| ((*d).to_owned(), (*e).to_owned())).collect();
    let choice = Choice::new(&spec, profile, &changes).expect("known names");
    Language::ALL.into_iter().flat_map(|language| emit(&spec, &digest, &choice, language)).collect()
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
    let files = everything(&committed(), None, &[]);
    assert_eq!(files, everything(&there, None, &[]));
    let names: BTreeSet<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names.len(), files.len(), "files of all languages fit in one folder");
    let (_, digest) = loaded(&committed());
    for file in &files {
        let start: String = file.text.chars().take(400).collect();
        assert!(start.contains(MARK) && start.contains(&digest), "{}: {start}", file.name);
        assert!(file.text.ends_with('\n') && !file.text.contains("smudged"), "{}", file.name);
        assert!(!file.text.contains('\r') && !file.text.contains("/work"), "{}", file.name);
    }
}

#[test]
fn the_choice_of_editions_reaches_look_ups_and_the_command() {
    let plain = everything(&committed(), None, &[]);
    let chosen = everything(&committed(), Some("latest"), &[("aclnn.cumprod", "code-2026-08")]);
    let command = "--profile latest --edition aclnn.cumprod=code-2026-08 --out DIR";
    for (plain, chosen) in plain.iter().zip(&chosen) {
        assert!(!plain.text.contains("--profile") && chosen.text.contains(command), "{}", chosen.name);
    }
    let page =
        |files: &[File], name: &str| files.iter().find(|f| f.name == name).expect("a page").text.clone();
    let json = page(&chosen, "ascertain_tables.json");
    assert_eq!(
        json.matches("\"default_edition\": \"code-2026-08\"").count(),
        2,
        "a document and an operator"
    );

    let (spec, _) = loaded(&committed());
    let unknown = |profile, document: &str, edition: &str| {
        Choice::new(&spec, profile, &[(document.to_owned(), edition.to_owned())])
            .expect_err("an unknown name")
    };
    assert_eq!(unknown(Some("lates"), "aclnn.cumprod", "2026-03"), Unknown::Profile("lates".into()));
    assert_eq!(unknown(None, "cumprod", "2026-03"), Unknown::Document("cumprod".into()));
    let edition = Unknown::Edition { document: "aclnn.cumprod".into(), edition: "2026".into() };
    assert_eq!(unknown(None, "aclnn.cumprod", "2026"), edition);
}

#[test]
fn a_folder_is_compared_and_what_others_made_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new/folder");
    let files = everything(&committed(), None, &[]);
    let missing = compare(&out, &files).expect("a readable folder");
    let header = out.join("ascertain_tables.h");
    assert_eq!(missing, Some(format!("{} is missing", header.display())));
    assert!(!out.exists(), "comparing makes nothing");
    write(&out, &files).expect("a new folder");
    assert_eq!(compare(&out, &files).expect("readable files"), None);

    let text = fs::read_to_string(&header).expect("the header");
    let changed = text.replacen("ASCERTAIN_F16 = 1,", "ASCERTAIN_F16 = 2,", 1);
    fs::write(&header, changed).expect("a file");
    let line = text.lines().position(|line| line.contains("ASCERTAIN_F16 = 1,")).expect("the line") + 1;
    let found = compare(&out, &files).expect("readable files").expect("a difference");
    let shown = format!(
        "{}:{line} differs\n  is:           ASCERTAIN_F16 = 2,\n  would be:     ASCERTAIN_F16 = 1,",
        header.display()
    );
    assert_eq!(found, shown);
    fs::write(&header, &text[..text.len() - 8]).expect("a file");
    let found = compare(&out, &files).expect("readable files").expect("a difference");
    assert!(found.contains(" differs"), "a file cut short: {found}");

    // A file without the mark was not generated, so nothing is written.
    fs::write(&header, "int mine;\n").expect("a file");
    let page = out.join("ascertain_tables.py");
    fs::remove_file(&page).expect("removed");
    fs::write(out.join("notes.txt"), "mine").expect("a file");
    assert!(matches!(write(&out, &files), Err(WriteError::Foreign(path)) if path == header));
    assert!(!page.exists() && fs::read_to_string(&header).expect("the file") == "int mine;\n");
    fs::remove_file(&header).expect("removed");
    write(&out, &files).expect("nothing in the way");
    assert_eq!(compare(&out, &files).expect("readable files"), None);
    assert_eq!(fs::read_to_string(out.join("notes.txt")).expect("the file"), "mine");
}
