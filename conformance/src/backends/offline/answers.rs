//! Answers from files, in place of the implementation that gave them.
//!
//! [`answer`] writes such files for a backend.

use super::{
    ANSWER_BYTES, ANSWERS, ANSWERS_FOLDER, HELLO, INDEX, Index, OfflineError, Questions, malformed, read,
    read_if_there, write,
};
use crate::backends::protocol::answer::{self, AnswerShape};
use crate::backends::protocol::hello::{self, Hello};
use crate::backends::protocol::request::{self, Request};
use crate::backends::protocol::{Framing, Message, VERSION};
use crate::backends::timing::TimedBackend;
use ascertain::backend::{Backend, BackendFault, Description, Reply};
use ascertain::call::Call;
use ascertain_judge::operator::Registry;
use ascertain_judge::text;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// How to write this backend on the command line: `answers:QUESTIONS`, or `answers:QUESTIONS,ANSWERS` if the answers are
/// not in [`ANSWERS_FOLDER`].
#[must_use]
pub fn spec(questions: &Path, answers: Option<&Path>) -> String {
    match answers {
        None => format!("answers:{}", questions.display()),
        Some(answers) => format!("answers:{},{}", questions.display(), answers.display()),
    }
}

/// The backend for the text after `answers:`.
#[must_use]
pub fn open(folders: &str) -> AnswersBackend {
    match folders.split_once(',') {
        None => AnswersBackend::new(folders, Path::new(folders).join(ANSWERS_FOLDER)),
        Some((questions, answers)) => AnswersBackend::new(questions, answers),
    }
}

/// A backend that answers questions with the answers in files.
///
/// Questions are found by their content, not by their position, so any selection of them can be asked.
#[derive(Debug)]
pub struct AnswersBackend {
    questions: PathBuf,
    answers: PathBuf,
    read: Option<Result<Read, String>>,
}

/// Both folders, read.
#[derive(Debug)]
struct Read {
    description: Description,
    /// By content of the question: the ids of its answers that are not used yet. The last one is kept.
    ids: HashMap<String, VecDeque<u64>>,
    /// By id; `None` if it is answered twice.
    lines: HashMap<u64, Option<String>>,
    bytes: Vec<u8>,
    /// What is wrong with the first malformed line.
    stray: Option<String>,
}

impl AnswersBackend {
    /// A backend for questions in one folder and answers in another. Both are read when first needed.
    #[must_use]
    pub fn new(questions: impl Into<PathBuf>, answers: impl Into<PathBuf>) -> Self {
        Self { questions: questions.into(), answers: answers.into(), read: None }
    }

    fn read(&mut self) -> Result<&mut Read, String> {
        let read = || Read::of(&self.questions, &self.answers).map_err(|error| error.to_string());
        self.read.get_or_insert_with(read).as_mut().map_err(|why| why.clone())
    }
}

impl Backend for AnswersBackend {
    fn describe(&mut self) -> Result<Description, String> {
        self.read().map(|read| read.description.clone())
    }

    fn ask(&mut self, call: &Call) -> Reply {
        match self.read() {
            Ok(read) => read.reply(call),
            Err(why) => Reply::Failed(why),
        }
    }
}

impl TimedBackend for AnswersBackend {}

impl Read {
    fn of(questions: &Path, answers: &Path) -> Result<Self, OfflineError> {
        let mut read = Self {
            description: description(&answers.join(HELLO), &Index::read(questions)?)?,
            ids: HashMap::new(),
            lines: HashMap::new(),
            bytes: read_if_there(&answers.join(ANSWER_BYTES))?,
            stray: None,
        };
        for (id, call) in calls(questions)? {
            read.ids.entry(key(&call)).or_default().push_back(id);
        }
        let path = answers.join(ANSWERS);
        let text = super::read(&path)?;
        for (number, line) in
            text.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty())
        {
            let line = String::from_utf8_lossy(line);
            let id = answer::head(&line).map_err(|error| error.to_string());
            match id.and_then(|head| head.id.ok_or_else(|| "it has no id".to_owned())) {
                Ok(id) => {
                    let line = Some(line.into_owned());
                    read.lines.entry(id).and_modify(|known| *known = None).or_insert(line);
                }
                Err(why) => {
                    _ = read.stray.get_or_insert(format!("line {} is not an answer: {why}", number + 1));
                }
            }
        }
        Ok(read)
    }

    fn reply(&mut self, call: &Call) -> Reply {
        let Some(ids) = self.ids.get_mut(&key(call)) else {
            return Reply::Failed("this question is not among those in the folder".to_owned());
        };
        let first = if ids.len() > 1 { ids.pop_front() } else { ids.front().copied() };
        let id = first.unwrap_or_default();
        let lost = |what: String| Reply::Lost(BackendFault::Protocol, what);
        match self.lines.get(&id) {
            Some(Some(line)) => match answer::read_over(line, &self.bytes, AnswerShape::by(&[call])) {
                Ok(mut replies) => {
                    replies.pop().unwrap_or_else(|| lost(format!("no answer to question {id}")))
                }
                Err(error) => lost(format!("malformed answer to question {id}: {error}")),
            },
            Some(None) => lost(format!("question {id} is answered twice")),
            None => lost(match &self.stray {
                Some(stray) => format!("no answer to question {id} in {ANSWERS}; {stray}"),
                None => format!("no answer to question {id} in {ANSWERS}"),
            }),
        }
    }
}

/// The content of a question, without its id.
fn key(call: &Call) -> String {
    request::ask(0, &[call], Framing::Line).map(|message| message.line).unwrap_or_default()
}

/// Most bytes of the tensors of all questions together: those of a run take a few megabytes.
const MOST_TENSORS: usize = 8 << 30;

/// Reads the questions in a folder, with their ids.
///
/// # Errors
/// When a file is missing, a line is not a question, or their tensors take too much memory.
pub fn calls(folder: &Path) -> Result<Vec<(u64, Call)>, OfflineError> {
    let Questions { lines, bytes, count } = Questions::read(folder)?;
    let mut message = Message { line: String::new(), frame: bytes };
    let mut calls = Vec::with_capacity(count);
    let mut bytes = 0_usize;
    for (number, line) in (1..).zip(lines.lines()) {
        line.clone_into(&mut message.line);
        let wrong = |what: &str| malformed(&folder.join(super::QUESTIONS), &format!("line {number}: {what}"));
        let (id, request) =
            request::read(Registry::default(), &message).map_err(|(_, error)| wrong(&error.to_string()))?;
        let call = match request {
            Request::Calls(AnswerShape::One | AnswerShape::Promotions(1), mut calls) => calls.pop(),
            Request::Calls(AnswerShape::Promotions(_), _) => {
                return Err(wrong("more or less than one question"));
            }
            _ => None,
        };
        let call = call.and_then(Result::ok).ok_or_else(|| wrong("not a question"))?;
        bytes = bytes.saturating_add(request::payload(&call));
        if bytes > MOST_TENSORS {
            return Err(wrong(&format!("the tensors of the questions take more than {MOST_TENSORS} bytes")));
        }
        calls.push((id, call));
    }
    Ok(calls)
}

/// What the answering program says about itself.
fn description(path: &Path, index: &Index) -> Result<Description, OfflineError> {
    #[derive(Deserialize)]
    struct Bound {
        questions: Option<String>,
    }
    let text = String::from_utf8(read(path)?).map_err(|e| malformed(path, &e.to_string()))?;
    let Bound { questions } = serde_json::from_str(&text).map_err(|e| malformed(path, &e.to_string()))?;
    if let Some(asked) = index.asked().filter(|asked| Some(*asked) != questions.as_deref()) {
        let what = match questions {
            None => format!(
                "it does not say to which questions; put `digest` of {INDEX} there: \"questions\": \"{}\"",
                text::word(asked)
            ),
            Some(_) => "these are answers to other questions; answer the ones in this folder".to_owned(),
        };
        return Err(malformed(path, &what));
    }
    let ok: &RawValue = serde_json::from_str(&text).map_err(|e| malformed(path, &e.to_string()))?;
    let line = format!("{{\"id\":0,\"ok\":{ok}}}");
    let hello = hello::read(Registry::default(), &Message { line, frame: Vec::new() })
        .map_err(|e| malformed(path, &e.to_string()))?;
    Ok(hello.description)
}

/// Answers the questions in one folder with a backend and writes the answers to another folder, which has none yet.
///
/// # Errors
/// When a file cannot be read or written, or is there already, or the backend does not start.
pub fn answer(backend: &mut dyn Backend, questions: &Path, answers: &Path) -> Result<(), OfflineError> {
    let description = backend.describe().map_err(|why| malformed(questions, &why))?;
    let hello = Hello { protocol: VERSION, description, batch: 1, ..Hello::default() };
    let mut hello: serde_json::Value = serde_json::from_str(&hello::write(0, &hello).line)
        .map_err(|e| malformed(&answers.join(HELLO), &e.to_string()))?;
    if let Some(asked) = Index::read(questions)?.asked() {
        hello["ok"]["questions"] = asked.into();
    }
    let calls = calls(questions)?;
    let (mut lines, mut bytes) = (String::new(), Vec::new());
    let mut replies = Vec::with_capacity(calls.len());
    backend.ask_all(&calls.iter().map(|(_, call)| call).collect::<Vec<_>>(), &mut replies);
    for ((id, call), reply) in calls.iter().zip(replies) {
        lines.push_str(&answer::file_line(*id, AnswerShape::by(&[call]), &[reply], &mut bytes));
        lines.push('\n');
    }
    fs::create_dir_all(answers).map_err(|error| OfflineError::Io { path: answers.to_owned(), error })?;
    write(&answers.join(HELLO), hello["ok"].to_string().as_bytes())?;
    write(&answers.join(ANSWER_BYTES), &bytes)?;
    write(&answers.join(ANSWERS), lines.as_bytes())
}
