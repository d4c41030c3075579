//! Folders of questions and answers.

use ascertain::backend::Backend;
use ascertain_conformance::backends::offline::{
    ANSWER_BYTES, ANSWERS, AnswersBackend, HELLO, INDEX, Index, QUESTION_BYTES, QUESTIONS, calls,
};
use ascertain_conformance::backends::protocol::{Message, request};
use ascertain_judge::operator::Registry;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Ends each of the files of text.
pub(crate) const END: u8 = 0x1e;

/// The files of text, in their order in an input.
pub(crate) const TEXTS: [&str; 4] = [INDEX, HELLO, QUESTIONS, ANSWERS];

/// The files of text, each with its end; the length of the questions' bytes in two bytes; those and the answers' bytes.
pub(crate) fn offline_index(data: &[u8]) {
    thread_local! {
        static FOLDER: TempDir = TempDir::new().expect("a temporary folder");
    }
    let mut parts = data.splitn(TEXTS.len() + 1, |byte| *byte == END);
    FOLDER.with(|folder| {
        let folder = folder.path();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
        for name in TEXTS {
            write(name, parts.next().unwrap_or_default());
        }
        let (length, bytes) =
            parts.next().unwrap_or_default().split_first_chunk::<2>().unwrap_or((&[0, 0], &[]));
        let length = usize::from(u16::from_le_bytes(*length)).min(bytes.len());
        write(QUESTION_BYTES, &bytes[..length]);
        write(ANSWER_BYTES, &bytes[length..]);
        check(folder);
    });
}

fn check(folder: &Path) {
    match Index::read(folder) {
        Ok(index) => {
            let text = serde_json::to_string(&index).expect("JSON");
            assert_eq!(serde_json::from_str::<Index>(&text).expect("an index"), index);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let asked = calls(folder);
    if let Ok(asked) = &asked {
        for (id, call) in asked {
            // What is read, written and read again is the same question.
            let mut bytes = Vec::new();
            let line = request::file_line(*id, call, &mut bytes);
            let message = Message { line, frame: bytes };
            let again = request::read(Registry::default(), &message)
                .unwrap_or_else(|(_, error)| panic!("{error}: {}", message.line));
            assert_eq!(again.0, *id);
        }
    }
    let mut backend = AnswersBackend::new(folder, folder);
    if backend.describe().is_err() {
        return;
    }
    for (_, call) in asked.iter().flatten() {
        let _ = backend.ask(call);
    }
    backend.finish().expect("nothing to end");
}
