//! The suite inside `cargo test`: names, filters, and the text of a failure.
//!
//! Runs itself again as the test program of a faulty crate, whose products of f64 are all 1.

use ascertain::backend::{Answer, Backend, Description, Reply};
use ascertain::call::{Arg, Call};
use ascertain::contract::OPERATORS;
use ascertain::{DType, Tensor};
use ascertain_harness::{Config, ExpectedFailure};
use ascertain_published::{Ndarray, Published};
use std::env;
use std::process::{Command, ExitCode};

/// Set for the program that is run again: to what is known of its faults.
const FAULTY: &str = "ASCERTAIN_ENTRY_KNOWN";

/// `ndarray`, but for f64.
struct Faulty;

impl Backend for Faulty {
    fn describe(&mut self) -> Result<Description, String> {
        Published(Ndarray).describe()
    }

    fn ask(&mut self, call: &Call) -> Reply {
        let reply = Published(Ndarray).ask(call);
        match (call, &reply) {
            (Call::Operate(call), Reply::Answer(Answer::Tensor(right))) if matches!(call.get("input"), Arg::Tensor(input) if input.dtype() == DType::F64) =>
            {
                let ones = 1f64.to_le_bytes().repeat(right.shape().iter().product());
                Tensor::new(DType::F64, right.shape(), ones)
                    .map_or(reply, |tensor| Reply::Answer(Answer::Tensor(tensor)))
            }
            _ => reply,
        }
    }
}

fn main() -> ExitCode {
    if let Ok(cases) = env::var(FAULTY) {
        let known =
            if cases.is_empty() { Vec::new() } else { vec![ExpectedFailure::new(cases, "they are all one")] };
        return ascertain_harness::main_with(Config { known, ..Config::default() }, || Box::new(Faulty));
    }
    // What nextest asks of every test program.
    if env::args().any(|argument| argument == "--list") {
        if !env::args().any(|argument| argument == "--ignored") {
            println!("entry: test");
        }
        return ExitCode::SUCCESS;
    }
    check();
    ExitCode::SUCCESS
}

/// How the faulty crate's tests end, and what they print.
fn faulty(known: &str, arguments: &[&str]) -> (bool, String) {
    let program = env::current_exe().expect("this program runs");
    let done = Command::new(program).args(arguments).env(FAULTY, known).output().expect("it runs again");
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

fn check() {
    let (listed, names) = faulty("", &["--list", "--format", "terse"]);
    // Tables, and a few for each operator.
    let most = 100 + 25 * OPERATORS.len();
    assert!(listed && names.lines().count() < most, "{names}");
    for name in ["cumprod/grid/f32: test", "cumprod/vector: test", "aclnn.tensor-tensor/lhs=f16: test"] {
        assert!(names.lines().any(|line| line == name), "{name} is not in {names}");
    }
    // A group that the fault does not strike, one that it does, and one that is not offered.
    let (passes, text) = faulty("", &["cumprod/grid/f32"]);
    assert!(passes && text.contains("1 passed"), "{text}");
    let (passes, text) = faulty("", &["cumprod/grid/f64"]);
    assert!(!passes, "{text}");
    for words in [
        "fail: value  cumprod/grid/f64/",
        "expected  0x",
        "got       0x3ff0000000000000",
        "ascertain explain",
    ] {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
    let (_, text) = faulty("", &["lhs=f16"]);
    assert!(text.contains("0 passed; 0 failed") && text.contains("ignored"), "{text}");
    // A part of the random cases.
    let (_, text) = faulty("", &["fuzz/0/1-of-16", "--exact"]);
    let words = "1,000 random cases asked; `Config { fuzz: Some(16000), seed: 0, .. }` repeats exactly these";
    assert!(text.contains(words), "{text}");
    // A single case, by the id that a failure prints.
    let (passes, text) = faulty("", &["cumprod/grid/f64/2x3/dim=0", "--exact"]);
    assert!(!passes && text.contains("running 1 test\n") && text.contains("1 failed"), "{text}");
    // What is known passes, and what is known and passes does not.
    let (passes, text) = faulty("cumprod/grid/f64*", &["cumprod/grid/f64"]);
    assert!(passes, "{text}");
    let (passes, text) = faulty("cumprod/grid/f32/*", &["cumprod/grid/f32"]);
    assert!(!passes && text.contains("remove it from the list"), "{text}");
}
