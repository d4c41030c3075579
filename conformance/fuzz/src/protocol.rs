//! Lines of the process protocol: what is read, written and read again is the same.

use ascertain::backend::{Answer, Reply};
use ascertain_conformance::backends::protocol::answer::{self, AnswerShape};
use ascertain_conformance::backends::protocol::{Framing, Message, hello};
use ascertain_judge::operator::Registry;

/// A reply. The first byte says what was asked; then a line and, after its newline, a frame.
pub(crate) fn line(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let (line, frame) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
    let Ok(line) = std::str::from_utf8(line) else { return };
    let _ = answer::head(line);
    let count = 1 + usize::from(head >> 2) % 8;
    match head % 4 {
        0 => replies(line, frame, AnswerShape::One, 1),
        1 => replies(line, frame, AnswerShape::Promotions(count), count),
        2 => replies(line, frame, AnswerShape::Batch(count), count),
        _ => timing(line, frame, count),
    }
}

fn replies(line: &str, frame: &[u8], asked: AnswerShape, count: usize) {
    let Ok(replies) = answer::read_over(line, frame, asked) else { return };
    assert_eq!(replies.len(), count, "one reply for each call");
    for reply in &replies {
        if let Reply::Answer(Answer::Tensor(tensor)) = reply {
            let size = tensor.layout().count() * tensor.dtype().size();
            assert_eq!(tensor.elements().len(), size, "all elements are there");
        }
    }
    for framing in [Framing::Line, Framing::Frame] {
        let written = answer::write(7, asked, &replies, framing);
        let head = answer::head(&written.line).expect("a line that was written is read");
        assert_eq!((head.id, head.frame.unwrap_or(0)), (Some(7), written.frame.len()));
        assert_eq!(answer::read(&written, asked).as_ref(), Ok(&replies), "{}", written.line);
    }
    let mut bytes = Vec::new();
    let written = answer::file_line(7, asked, &replies, &mut bytes);
    assert_eq!(answer::read_over(&written, &bytes, asked).as_ref(), Ok(&replies), "{written}");
}

fn timing(line: &str, frame: &[u8], samples: usize) {
    let message = Message { line: line.to_owned(), frame: frame.to_vec() };
    let Ok(Ok(timing)) = answer::read_timing(&message, samples) else { return };
    let written = answer::write_timing(7, &timing, Framing::Frame);
    assert_eq!(answer::read_timing(&written, samples), Ok(Ok(timing)), "{}", written.line);
}

/// An answer to hello. What is written and read again stays the same from then on: a value for all dtypes hides those
/// for single ones, which are not written.
pub(crate) fn hello(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else { return };
    let Ok(read) = hello::read(Registry::default(), &Message { line: line.to_owned(), frame: Vec::new() })
    else {
        return;
    };
    let again =
        hello::read(Registry::default(), &hello::write(0, &read)).expect("a hello that was written is read");
    assert_eq!(again.description.name, read.description.name);
    assert_eq!(again.description.tables, read.description.tables);
    assert_eq!((again.batch, again.bench, again.framing), (read.batch, read.bench, read.framing));
    for (one, other) in read.description.operators.iter().zip(&again.description.operators) {
        assert_eq!((one.dtypes, one.max_rank, one.strided), (other.dtypes, other.max_rank, other.strided));
        assert_eq!((&one.flags, &one.without), (&other.flags, &other.without));
    }
    let third =
        hello::read(Registry::default(), &hello::write(0, &again)).expect("a hello that was written is read");
    assert_eq!(third, again, "{line}");
}
