//! Mistakes in vector files are reported with file, line and vector.

use ascertain_judge::suite::vectors::read;

/// A file with one vector, in which `from` is replaced by `to`.
fn spoilt(from: &str, to: &str) -> String {
    let good = r#"
format = 1
about = "a file"
[[vector]]
id = "cumprod/vector/one"
requirements = ["cumprod.value"]
cite = { document = "aclnn.cumprod", where = "formula" }
note = "a note"
ask.op = "cumprod"
ask.input = { dtype = "s8", shape = [2], bits = "02 03" }
ask.dim = 0
answer = { dtype = "s8", shape = [2], bits = "02 06" }
"#;
    assert!(good.contains(from), "{from}");
    good.replacen(from, to, 1)
}

#[test]
fn a_mistake_is_reported_with_its_file_and_vector() {
    assert_eq!(read("good.toml", &spoilt("", "")).map(|vectors| vectors.len()), Ok(1));
    let of_vector = [
        ("ask.op = \"cumprod\"", "", "`ask` needs `op`"),
        ("op = \"cumprod\"", "op = \"cumsquare\"", "no operator is called `cumsquare`"),
        ("ask.dim = 0", "ask.axis = 0", "cumprod has no argument `axis`"),
        ("ask.dim = 0", "ask.dim = \"0\"", "argument `dim`: not a value of kind int"),
        (
            "dtype = \"s8\", shape = [2], bits = \"02 03\"",
            "dtype = \"f23\", shape = [2]",
            "no dtype is called `f23`",
        ),
        ("bits = \"02 03\"", "bits = \"02 3\"", "argument `input`: `3` has 1 digits where s8 takes 2"),
        ("bits = \"02 03\"", "bits = \"02 0g\"", "`0g` is not hexadecimal"),
        ("bits = \"02 03\"", "bits = \"02 +3\"", "`+3` is not hexadecimal"),
        ("bits = \"02 03\"", "bits = \"02 é\"", "is not hexadecimal"),
        ("bits = \"02 03\"", "bits = \"02\"", "1 bytes of storage, but 2 elements of s8 take 2"),
        ("shape = [2], bits = \"02 03\"", "shape = [2], strides = [1, 1], bits = \"02 03\"", "2 strides"),
        (
            "shape = [2], bits = \"02 03\"",
            "shape = [2], strides = [-1], bits = \"02 03\"",
            "before the start of its storage",
        ),
        ("shape = [2], bits = \"02 03\"", "shape = [2], offset = 1, bits = \"02 03\"", "3 elements"),
        ("shape = [2], bits = \"02 03\"", "shape = [2], stride = [1], bits = \"02 03\"", "stride"),
        ("bits = \"02 06\"", "bits = \"02 06 01\"", "3 bytes"),
        ("answer = { dtype = \"s8\", shape = [2], bits = \"02 06\" }", "", "needs one of"),
        ("answer = {", "rejected = []\nanswer = {", "needs one of"),
        (
            "answer = { dtype = \"s8\", shape = [2], bits = \"02 06\" }",
            "rejected = [\"ACLNN_ERR\"]",
            "`ACLNN_ERR`",
        ),
        ("answer = {", "judged = \"by me\"\nanswer = {", "needs one of"),
    ];
    for (from, to, says) in of_vector {
        let error = match read("bad.toml", &spoilt(from, to)) {
            Ok(_) => panic!("{to:?} is accepted"),
            Err(error) => error.to_string(),
        };
        let (place, problem) = error.split_once(": vector cumprod/vector/one: ").unwrap_or_default();
        let line = place.strip_prefix("bad.toml:").and_then(|line| line.parse().ok());
        assert!(matches!(line, Some(4..=12)), "{to:?}: {error}");
        assert!(problem.contains(says), "{to:?}: {error}");
    }
    let of_file = [
        ("format = 1", "format = 2", "format 2 where this program reads format 1"),
        ("about", "abuot", "abuot"),
        ("note = \"a note\"", "notes = \"a note\"", "notes"),
        ("id = \"cumprod/vector/one\"", "", "id"),
        ("ask.dim = 0", "ask.dim = ", "ask.dim"),
    ];
    for (from, to, says) in of_file {
        let error = match read("bad.toml", &spoilt(from, to)) {
            Ok(_) => panic!("{to:?} is accepted"),
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with("bad.toml:") && error.contains(says), "{to:?}: {error}");
    }
}

#[test]
fn a_mistake_is_reported_with_its_line() {
    for (from, to, line) in [
        ("note = \"a note\"", "notes = \"a note\"", 8),
        ("note = \"a note\"", "", 4),
        ("shape = [2], bits = \"02 03\"", "shape = [2], stride = [1], bits = \"02 03\"", 10),
        ("bits = \"02 03\"", "bits = \"02 3\"", 10),
        ("ask.dim = 0", "ask.axis = 0", 11),
        ("ask.dim = 0", "ask.dim = 0\nask.dim = 1", 12),
        ("shape = [2], bits = \"02 06\"", "shape = [-2], bits = \"02 06\"", 12),
    ] {
        let error = read("bad.toml", &spoilt(from, to)).map(|_| ()).expect_err(to);
        assert_eq!(error.line, line, "{to:?}: {error}");
    }
}

#[test]
fn crafted_tensors_are_mistakes() {
    let tensor = "dtype = \"s8\", shape = [2], bits = \"02 03\"";
    for (crafted, says) in [
        ("dtype = \"f32\", shape = [100000000000]", "100000000000 elements of f32 take more than"),
        ("dtype = \"s8\", shape = [100000000000], strides = [0], bits = \"02\"", "take more than"),
        (
            "dtype = \"s8\", shape = [4294967296, 4294967296], strides = [0, 0], bits = \"02\"",
            "take more than",
        ),
        ("dtype = \"s8\", shape = [2], strides = [9223372036854775807], bits = \"02\"", "too large"),
    ] {
        let error = read("bad.toml", &spoilt(tensor, crafted)).map(|_| ()).expect_err(crafted);
        assert!(error.problem.contains(says), "{crafted}: {error}");
    }
}

/// Neither the documents nor the protocol say what another byte would mean.
#[test]
fn a_bool_is_0_or_1() {
    let good = spoilt("bits = \"02 03\"", "bits = \"01 00\"").replace("\"s8\"", "\"bool\"");
    let good = good.replace("bits = \"02 06\"", "bits = \"01 00\"");
    assert_eq!(read("good.toml", &good).map(|vectors| vectors.len()), Ok(1));
    for (line, from) in [(10, "bits = \"01 00\" }\nask.dim"), (12, "bits = \"01 00\" }\n")] {
        let at = good.rfind(from).expect("a tensor");
        let bad = good[..at].to_owned() + &good[at..].replacen("01 00", "01 02", 1);
        let error = read("bad.toml", &bad).map(|_| ()).expect_err(from);
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains("vector cumprod/vector/one"), "{error}");
        assert!(error.problem.contains("element 1 is `02`; a bool is 00 or 01"), "{error}");
    }
}

/// Its page says that the bytes stay, whichever they are.
#[test]
fn a_bool_that_is_reinterpreted_has_any_byte() {
    let good = spoilt("cumprod\"\nask.input", "reinterpret\"\nask.input").replace("\"s8\"", "\"bool\"");
    let good = good.replace("ask.dim = 0", "ask.dtype = \"bool\"").replace("02 06", "02 03");
    assert_eq!(read("good.toml", &good).map(|vectors| vectors.len()), Ok(1));
}

#[test]
fn text_of_a_file_has_a_limit_and_no_power() {
    let long = "y\\u001b".repeat(100_000);
    for (from, to) in [
        ("op = \"cumprod\"", format!("op = \"{long}\"")),
        ("ask.dim = 0", format!("ask.\"{long}\" = 0")),
        ("note = \"a note\"", format!("note = \"{long}\" z")),
        ("id = \"cumprod/vector/one\"", format!("id = \"{long}\"\nx = 1")),
    ] {
        let error = read("bad.toml", &spoilt(from, &to)).map(|_| ()).expect_err(from).to_string();
        assert!(error.len() < 5000 && !error.contains('\u{1b}'), "{from}: {} bytes", error.len());
    }
    let good = spoilt("id = \"cumprod/vector/one\"", &format!("id = \"a\\nobeyed{long}\""));
    let vectors = read("good.toml", &spoilt("", "").replace("a note", &long)).expect("one vector");
    let stored = vectors[0].stored.as_ref().expect("an answer");
    assert!(stored.note.len() <= 2048 && !stored.note.contains('\u{1b}'));
    let id = &read("good.toml", &good).expect("one vector")[0].id;
    assert!(id.starts_with("a\\nobeyedy\\u{1b}") && id.len() <= 2048, "{id}");
}

#[test]
fn the_last_of_very_many_vectors_is_told_by_its_line() {
    let one = spoilt("format = 1\nabout = \"a file\"", "");
    let file = format!("format = 1\nabout = \"a file\"\n{}", one.repeat(4000));
    assert_eq!(read("many.toml", &file).map(|vectors| vectors.len()), Ok(4000));
    let line = read("many.toml", &(file.clone() + "oops = 1")).expect_err("a mistake in the last one").line;
    assert_eq!(line, file.lines().count() + 1);
}
