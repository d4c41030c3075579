//! Conversations as text: lines `> ` from the harness and `< ` from an adapter, each followed by a line `| ` with its
//! frame in base64 if it has one. A line `#` is a comment.

use ascertain::call::{Call, Invocation};
use ascertain::contract::CUMPROD;
use ascertain_conformance::backends::protocol::answer::{self, AnswerShape};
use ascertain_conformance::backends::protocol::request::{self, BenchRequest, Request};
use ascertain_conformance::backends::protocol::{Framing, Message, hello};
use ascertain_conformance::backends::timing::Bench;
use ascertain_conformance::operator::Registry;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;

/// A request and its answer; `bye` has none.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) request: Message,
    pub(crate) answer: Option<Message>,
}

/// Reads a conversation.
pub(crate) fn parse(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (side, rest) =
            line.split_at_checked(2).unwrap_or_else(|| panic!("a line that belongs to no side: {line}"));
        let message = Message { line: rest.to_owned(), frame: Vec::new() };
        match (side, exchanges.last_mut()) {
            ("> ", _) => exchanges.push(Exchange { request: message, answer: None }),
            ("< ", Some(exchange)) => exchange.answer = Some(message),
            ("| ", Some(exchange)) => {
                let of = exchange.answer.as_mut().unwrap_or(&mut exchange.request);
                of.frame = BASE64.decode(rest).expect("frames are written in base64");
            }
            _ => panic!("a line that belongs to no side: {line}"),
        }
    }
    assert!(!exchanges.is_empty(), "a conversation of no messages");
    exchanges
}

/// Reads both messages of an exchange, writes what was understood, and holds it against what was there: so nothing
/// of it was lost or misread. How many calls it has.
pub(crate) fn replay(exchange: &Exchange) -> usize {
    let Exchange { request, answer } = exchange;
    let context = || format!("request {}\nanswer {:?}", request.line, answer.as_ref().map(|a| &a.line));
    let (id, read) = request::read(Registry::default(), request)
        .unwrap_or_else(|(_, error)| panic!("{error}, in {}", context()));
    let calls: Vec<Call> = match read {
        Request::Bye => {
            assert_eq!(*answer, None, "{}", context());
            assert_eq!(essence(request), essence(&request::bye(id)));
            return 0;
        }
        Request::Hello { .. } => {
            let answer = answer.as_ref().expect("hello is answered");
            let hello = hello::read(Registry::default(), answer)
                .unwrap_or_else(|error| panic!("{error}, in {}", context()));
            assert_eq!(hello.unknown, Vec::<String>::new());
            assert_eq!(answer::head(&answer.line).expect("an object").id, Some(id));
            let again = hello::read(Registry::default(), &hello::write(id, &hello))
                .expect("what is written can be read");
            assert_eq!(again, hello);
            return 0;
        }
        Request::Bench(timed) => {
            replay_bench(
                request,
                id,
                timed,
                answer.as_ref().unwrap_or_else(|| panic!("no answer, in {}", context())),
            );
            return 1;
        }
        Request::Calls(_, calls) => {
            calls.into_iter().map(|call| call.unwrap_or_else(|e| panic!("{e}, in {}", context()))).collect()
        }
        Request::Other(cmd) => panic!("no command {cmd}, in {}", context()),
    };
    let calls: Vec<&Call> = calls.iter().collect();
    let again = request::ask(id, &calls, Framing::Frame).expect("calls of one message");
    assert_eq!(essence(&again), essence(request), "{}", context());

    let answer = answer.as_ref().unwrap_or_else(|| panic!("no answer, in {}", context()));
    assert_eq!(answer::head(&answer.line).expect("an object").id, Some(id), "{}", context());
    let asked = AnswerShape::by(&calls);
    let replies = answer::read(answer, asked).unwrap_or_else(|error| panic!("{error}, in {}", context()));
    assert_eq!(replies.len(), calls.len());
    let again = answer::write(id, asked, &replies, Framing::Frame);
    assert_eq!(essence(&again), essence(answer), "{}", context());
    calls.len()
}

/// The same of a request to time a call.
fn replay_bench(request: &Message, id: u64, timed: BenchRequest, answer: &Message) {
    let BenchRequest { call, samples, min_sample, threads, result } = timed;
    let again = call.is_none();
    let call = call.unwrap_or_else(|| Call::Operate(Invocation::new(&CUMPROD)));
    let bench = Bench { call: &call, again, samples, min_sample, threads, result };
    let written = request::bench(id, &bench, Framing::Frame).expect("a call of an operator");
    assert_eq!(essence(&written), essence(request));
    assert_eq!(answer::head(&answer.line).expect("an object").id, Some(id));
    let written = match answer::read_timing(answer, samples).expect("an answer") {
        Ok(timing) => {
            assert_eq!(timing.result.is_some(), result);
            answer::write_timing(id, &timing, Framing::Frame)
        }
        Err(reply) => answer::write(id, AnswerShape::One, &[reply], Framing::Frame),
    };
    assert_eq!(essence(&written), essence(answer));
}

/// A message with all bytes as hex, however they travelled.
fn essence(message: &Message) -> Value {
    let mut value: Value = serde_json::from_str(&message.line).expect("a message is JSON");
    unify(&mut value, &message.frame);
    value
}

fn unify(value: &mut Value, frame: &[u8]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| unify(item, frame)),
        Value::Object(members) => {
            members.remove("frame");
            let bytes = match (members.remove("data"), members.remove("at"), members.remove("len")) {
                (Some(Value::String(data)), None, None) => Some(BASE64.decode(data).expect("data is base64")),
                (None, Some(at), Some(len)) => {
                    let range = |value: &Value| {
                        value.as_u64().and_then(|n| usize::try_from(n).ok()).expect("a number")
                    };
                    Some(frame[range(&at)..][..range(&len)].to_vec())
                }
                (None, None, None) => None,
                other => panic!("bytes in no known way: {other:?}"),
            };
            if let Some(bytes) = bytes {
                members.insert("hex".to_owned(), hex::encode(bytes).into());
            }
            members.values_mut().for_each(|member| unify(member, frame));
        }
        _ => {}
    }
}
