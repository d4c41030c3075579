//! Files of TOML that people write: the specification, vectors, known failures.

use crate::head_and_text;
use crate::spec::{COMMITTED, SMALL, load, small_with};
use ascertain_conformance::results::known_file;
use ascertain_judge::suite::vectors::{self, write};
use std::cell::RefCell;
use std::io::{Seek, Write};
use tempfile::NamedTempFile;

/// The first byte says which file, the rest is its text. One in 16 is a file of the committed specification, which takes
/// long to read.
pub(crate) fn toml(data: &[u8]) {
    let Some((head, text)) = head_and_text(data) else { return };
    match head % 16 {
        0 => vector(text),
        1 => known(text),
        15 => {
            let mut files = COMMITTED.clone();
            let at = head / 16 * files.len() / 16;
            text.clone_into(&mut files[at].1);
            load(&files);
        }
        at => load(&small_with(SMALL[at % SMALL.len()].0, text)),
    }
}

/// A vector file. What is read can be written, as a minimized case is, and read again.
fn vector(text: &str) {
    match vectors::read("fuzz.toml", text) {
        Err(error) => {
            assert!(!error.problem.trim().is_empty());
            assert!((1..=1 + text.matches('\n').count()).contains(&error.line), "{error}");
        }
        Ok(read) => {
            for vector in read {
                let words = write::Words {
                    id: &vector.id,
                    requirements: &["cumprod.value"],
                    cite: ("aclnn.cumprod", "fuzz"),
                    note: "a finding",
                };
                let written = write::file(&words, &vector.call);
                let again =
                    vectors::read("again.toml", &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
                assert_eq!(again.len(), 1);
                assert_eq!(again[0].id, vector.id);
                assert_eq!(again[0].call.args, vector.call.args, "{written}");
            }
        }
    }
}

/// A list of known failures.
fn known(text: &str) {
    thread_local! {
        static FILE: RefCell<NamedTempFile> = RefCell::new(NamedTempFile::new().expect("a temporary file"));
    }
    let read = FILE.with_borrow_mut(|file| {
        file.rewind().expect("a file");
        file.write_all(text.as_bytes()).expect("a file");
        file.as_file().set_len(text.len() as u64).expect("a file");
        known_file::read(file.path())
    });
    match read {
        Ok(entries) => {
            for entry in entries {
                assert!(!entry.reason.trim().is_empty());
                assert!([&entry.cases, &entry.requirement].iter().any(|said| said.is_some()));
            }
        }
        Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
    }
}
