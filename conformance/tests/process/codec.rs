//! Messages survive writing and reading; malformed messages give errors.

use ascertain::backend::{Answer, BackendFault, Rejection, Reply};
use ascertain::call::{Arg, Call, Invocation, Promote};
use ascertain::contract::{ArgumentKind, Direction, OPERATORS};
use ascertain::promote::TABLES;
use ascertain::{DType, Layout, Tensor};
use ascertain_conformance::backends::protocol::answer::{self, AnswerShape};
use ascertain_conformance::backends::protocol::hello;
use ascertain_conformance::backends::protocol::request::{self, Request};
use ascertain_conformance::backends::protocol::{FRAME_ABOVE, Framing, HEX_UP_TO, Message};
use ascertain_conformance::operator::Registry;
use ascertain_conformance::text;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn dtypes() -> impl Strategy<Value = DType> {
    select(DType::ALL.to_vec())
}

/// Storage of `elements` of `dtype`.
fn storage(dtype: DType, elements: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), elements * dtype.size())
}

/// Tensors on both sides of the limits of hex and frames, of rank 0 to 3.
fn plain() -> impl Strategy<Value = Tensor> {
    let shapes = prop_oneof![vec(0_usize..4, 0..=3), (0_usize..300).prop_map(|n| vec![n])];
    (dtypes(), shapes).prop_flat_map(|(dtype, shape)| {
        let elements = Layout::contiguous(&shape).count();
        storage(dtype, elements)
            .prop_map(move |bytes| Tensor::new(dtype, &shape, bytes).expect("as many bytes as elements"))
    })
}

/// Views with any strides, over a storage that may be longer than they need.
fn view() -> impl Strategy<Value = Tensor> {
    let dim = (0_usize..4, -5_isize..=5);
    (dtypes(), vec(dim, 0..=3), 0_usize..3, 0_usize..3).prop_flat_map(
        |(dtype, dims, more_before, more_after)| {
            let (shape, strides): (Vec<usize>, Vec<isize>) = dims.into_iter().unzip();
            let reach = |sign: isize| -> usize {
                let steps = shape
                    .iter()
                    .zip(&strides)
                    .map(|(&d, &s)| (d.saturating_sub(1) as isize * s * sign).max(0) as usize);
                steps.sum()
            };
            let offset = reach(-1) + more_before;
            let elements = offset + reach(1) + 1 + more_after;
            storage(dtype, elements).prop_map(move |bytes| {
                let layout = Layout::strided(&shape, &strides, offset).expect("the offset makes room");
                Tensor::view(dtype, layout, bytes).expect("the storage is long enough")
            })
        },
    )
}

fn arg(kind: ArgumentKind, direction: Direction) -> BoxedStrategy<Arg> {
    let given = match kind {
        ArgumentKind::Tensor if direction == Direction::Out => {
            // What lies in an output without gaps does not travel.
            let zeros = plain().prop_map(|t| Tensor::zeros(t.dtype(), t.shape()).expect("a small shape"));
            let gaps = view().prop_filter("it has gaps", |t| t.layout() != &Layout::contiguous(t.shape()));
            prop_oneof![zeros, gaps].prop_map(Arg::Tensor).boxed()
        }
        ArgumentKind::Tensor => prop_oneof![plain(), view()].prop_map(Arg::Tensor).boxed(),
        ArgumentKind::Scalar => plain().prop_map(Arg::Tensor).boxed(),
        ArgumentKind::Int => any::<i64>().prop_map(Arg::Int).boxed(),
        ArgumentKind::Ints => {
            proptest::collection::vec(any::<i64>(), 0..4).prop_map(|values| Arg::Ints(values.into())).boxed()
        }
        ArgumentKind::DType => dtypes().prop_map(Arg::DType).boxed(),
        ArgumentKind::Flag => any::<bool>().prop_map(Arg::Flag).boxed(),
    };
    prop_oneof![8 => given, 1 => Just(Arg::Absent), 1 => Just(Arg::Null)].boxed()
}

fn invocation() -> impl Strategy<Value = Call> {
    select(OPERATORS.to_vec()).prop_flat_map(|operator| {
        let args: Vec<_> = operator.arguments.iter().map(|a| arg(a.kind, a.direction)).collect();
        args.prop_map(move |args| Call::Operate(Invocation { operator, args }))
    })
}

fn promotions() -> impl Strategy<Value = Vec<Call>> {
    select(TABLES.to_vec()).prop_flat_map(|table| {
        let ask = (select(table.rows.keys), select(table.columns.keys), any::<Option<(u8, u8)>>());
        let ask =
            ask.prop_map(move |(row, column, ranks)| Call::Promote(Promote { table, row, column, ranks }));
        vec(ask, 1..5)
    })
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        dtypes().prop_map(|dtype| Reply::Answer(Answer::DType(dtype))),
        "[a-z0-9 \"\\\\]{1,9}".prop_map(|name| Reply::Answer(Answer::OtherDType(name))),
        plain().prop_map(|tensor| Reply::Answer(Answer::Tensor(tensor))),
        view().prop_map(|tensor| Reply::Answer(Answer::Tensor(tensor))),
        any::<(Option<i64>, String)>()
            .prop_map(|(status, message)| Reply::Rejected(Rejection { status, message })),
        any::<String>().prop_map(Reply::Unsupported),
        any::<String>().prop_map(Reply::Failed),
    ]
}

/// A reply as it is read: nothing in its words is hidden.
fn seen(reply: &Reply) -> Reply {
    match reply {
        Reply::Rejected(Rejection { status, message }) => {
            Reply::Rejected(Rejection { status: *status, message: text::sanitize(message) })
        }
        Reply::Unsupported(why) => Reply::Unsupported(text::sanitize(why)),
        Reply::Failed(why) => Reply::Failed(text::sanitize(why)),
        other => other.clone(),
    }
}

fn framing() -> impl Strategy<Value = Framing> {
    select(vec![Framing::Line, Framing::Frame])
}

/// All of a call, comparable.
fn essence(call: &Call) -> (&'static str, Vec<Arg>, String) {
    match call {
        Call::Operate(call) => (call.operator.name, call.args.clone(), String::new()),
        Call::Promote(ask) => {
            (ask.table.id, Vec::new(), format!("{:?} {:?} {:?}", ask.row, ask.column, ask.ranks))
        }
    }
}

/// Messages keep to lines, and frames to the framing.
fn is_well_formed(message: &Message, framing: Framing) -> bool {
    let head = answer::head(&message.line).expect("a message has a head");
    let announced = head.frame.unwrap_or(0) == message.frame.len();
    !message.line.contains('\n') && announced && (framing == Framing::Frame || head.frame.is_none())
}

proptest! {
    #[test]
    fn requests_are_read_as_they_were_written(
        calls in prop_oneof![promotions(), vec(invocation(), 1..4)],
        id in 0_u64..1 << 53,
        framing in framing(),
    ) {
        let message = request::ask(id, &calls.iter().collect::<Vec<_>>(), framing).expect("calls of one message");
        prop_assert!(is_well_formed(&message, framing));
        let (read_id, read) = request::read(Registry::default(), &message).expect("a request");
        prop_assert_eq!(read_id, id);
        let Request::Calls(asked, read) = read else { panic!("{read:?}") };
        prop_assert_eq!(asked, AnswerShape::by(&calls.iter().collect::<Vec<_>>()));
        let read: Vec<Call> = read.into_iter().map(|call| call.expect("a call")).collect();
        prop_assert_eq!(read.iter().map(essence).collect::<Vec<_>>(), calls.iter().map(essence).collect::<Vec<_>>());
    }

    #[test]
    fn answers_are_read_as_they_were_written(
        replies in vec(reply(), 1..4),
        arrange in 0..3_usize,
        framing in framing(),
    ) {
        let replies = if arrange == 0 { &replies[..1] } else { &replies[..] };
        let asked = [AnswerShape::One, AnswerShape::Batch(replies.len()), AnswerShape::Promotions(replies.len())][arrange];
        let message = answer::write(7, asked, replies, framing);
        prop_assert!(is_well_formed(&message, framing));
        prop_assert_eq!(answer::head(&message.line).map(|head| head.id), Ok(Some(7)));
        prop_assert_eq!(answer::read(&message, asked), Ok(replies.iter().map(seen).collect()));
    }

    #[test]
    fn any_line_is_read_or_refused(line in "[\\[\\]{}\":,a-z0-9 ]{0,40}", frame in vec(any::<u8>(), 0..4)) {
        let message = Message { line, frame };
        let _ = request::read(Registry::default(), &message);
        for asked in [AnswerShape::One, AnswerShape::Batch(1), AnswerShape::Promotions(1)] {
            let _ = answer::read(&message, asked);
        }
    }
}

#[test]
fn bytes_travel_as_hex_base64_or_frame_by_their_number() {
    let written = |bytes: usize, framing| {
        let tensor = Tensor::new(DType::U8, &[bytes], vec![7; bytes]).expect("as many bytes as elements");
        answer::write(0, AnswerShape::One, &[Reply::Answer(Answer::Tensor(tensor))], framing)
    };
    for (bytes, framing, key) in [
        (0, Framing::Frame, "\"hex\":\"\""),
        (HEX_UP_TO, Framing::Line, "\"hex\":"),
        (HEX_UP_TO + 1, Framing::Line, "\"data\":"),
        (FRAME_ABOVE, Framing::Frame, "\"data\":"),
        (FRAME_ABOVE + 1, Framing::Frame, "\"at\":0,\"len\":1025"),
        (FRAME_ABOVE + 1, Framing::Line, "\"data\":"),
    ] {
        let line = written(bytes, framing).line;
        assert!(line.contains(key), "{bytes} bytes, {framing:?}: {line}");
    }
}

#[test]
fn one_answer_is_read_or_told_what_is_wrong() {
    let lines: Vec<&str> = include_str!("answers.txt").lines().collect();
    let lines = lines.iter().filter(|line| !line.is_empty() && !line.starts_with('#')).collect::<Vec<_>>();
    for pair in lines.chunks_exact(2) {
        let message = Message { line: (*pair[0]).to_owned(), frame: vec![0; 4] };
        let read = match answer::read(&message, AnswerShape::One) {
            Ok(replies) => format!("{:?}", replies[0]),
            Err(error) => format!("no message: {error}"),
        };
        match pair[1].split_once('…') {
            Some((start, part)) => {
                assert!(read.starts_with(start) && read.contains(part), "{}: {read}", pair[0]);
            }
            None => assert_eq!(read, *pair[1], "{}", pair[0]),
        }
    }
}

#[test]
fn one_bad_answer_in_a_batch_costs_one_call() {
    let good = r#"{"ok":{"dtype":"u8","shape":[1],"hex":"05"}}"#;
    for bad in ["{}", "7", r#"{"ok":{"dtype":"u8","shape":[2],"hex":"05"}}"#, r#"{"ok":{},"failed":{}}"#] {
        let message =
            Message { line: format!(r#"{{"id":1,"ok":[{good},{bad},{good}]}}"#), frame: Vec::new() };
        let replies = answer::read(&message, AnswerShape::Batch(3)).expect("a message");
        let lost: Vec<bool> =
            replies.iter().map(|r| matches!(r, Reply::Lost(BackendFault::Protocol, _))).collect();
        assert_eq!(lost, [false, true, false], "{bad}: {replies:?}");
        let short = answer::read(&message, AnswerShape::Batch(4)).map_err(|e| e.to_string());
        assert_eq!(short, Err("expected 4 answers, got 3".to_owned()));
    }
    // One verdict on the whole message is one on each of its calls.
    let message =
        Message { line: r#"{"id":1,"unsupported":{"reason":"no batches"}}"#.to_owned(), frame: Vec::new() };
    let replies = answer::read(&message, AnswerShape::Batch(2)).expect("a message");
    assert_eq!(replies, vec![Reply::Unsupported("no batches".to_owned()); 2]);
}

#[test]
fn declarations_in_unknown_words_are_listed() {
    let line = r#"{"id":0,"ok":{"protocol":1,"name":"x","ops":{"cumprod":{"dtypes":["f32"],"accumulator":{"f64":"f32"}}}}}"#;
    let hello =
        hello::read(Registry::default(), &Message { line: line.into(), frame: Vec::new() }).expect("a hello");
    let [unknown] = hello.unknown.as_slice() else { panic!("{:?}", hello.unknown) };
    assert!(unknown.contains("`accumulator.f64` cannot be `f32`; it can be: own, x87"), "{unknown}");
}

#[test]
fn text_of_an_adapter_has_a_limit_and_no_power() {
    let long = "\u{1b}]0;x\u{7}".repeat(1 << 16);
    let text = |word: &str| {
        let line = serde_json::json!({ "id": 1, word: { "message": long } }).to_string();
        let mut replies =
            answer::read(&Message { line, frame: Vec::new() }, AnswerShape::One).expect("a reply");
        match replies.pop().expect("one") {
            Reply::Rejected(Rejection { message, .. })
            | Reply::Unsupported(message)
            | Reply::Failed(message) => message,
            other => panic!("{other:?}"),
        }
    };
    for word in ["rejected", "unsupported", "failed"] {
        assert!(text(word).len() <= 2048 && !text(word).contains('\u{1b}'), "{word}");
    }
    // What cannot be read is not echoed as a whole either.
    let line =
        serde_json::json!({ "id": 1, "ok": [{ "dtype": 5, "x": long }, { "rejected": long }] }).to_string();
    let replies =
        answer::read(&Message { line, frame: Vec::new() }, AnswerShape::Promotions(2)).expect("two");
    for reply in replies {
        let Reply::Lost(BackendFault::Protocol, what) = &reply else { panic!("{reply:?}") };
        assert!(what.len() <= 2048 && !what.contains('\u{1b}'), "{what}");
    }
}

#[test]
fn hello_with_very_many_names_stays_small() {
    let words: serde_json::Map<String, serde_json::Value> =
        (0..5000).map(|n| (format!("word{n}"), "x".into())).collect();
    let names: Vec<String> = (0..5000).map(|n| format!("name {}", n % 7)).collect();
    let ops = serde_json::json!({ "cumprod": words, "promote": { "tables": names } });
    let ok = serde_json::json!({
        "protocol": 1, "name": "evil\nobeyed: 1 case passed", "interfaces": names, "ops": ops
    });
    let line = serde_json::json!({ "id": 0, "ok": ok }).to_string();
    let hello = hello::read(Registry::default(), &Message { line, frame: Vec::new() }).expect("a hello");
    assert_eq!(hello.description.name, "evil\\nobeyed: 1 case passed");
    assert_eq!(hello.description.interfaces.len(), 7);
    assert!(hello.unknown.len() < 40 && hello.unknown.iter().any(|name| name.ends_with(" more")));
}
