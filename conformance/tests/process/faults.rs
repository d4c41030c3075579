//! Real processes with one fault each: the verdicts of the affected calls, and that the run ends.

use crate::process::support::{backend, batching, faulty, impatient, in_parallel, options, script};
use ascertain::backend::{Answer, Backend, BackendFault, Reply};
use ascertain::call::{Arg, Call, Invocation};
use ascertain::contract::OperatorSpec;
use ascertain::reference::Reference;
use ascertain::{DType, Tensor};
use ascertain_conformance::backends::Options;
use std::process::Command;
use std::time::Duration;

/// A cumulative product of the numbers from 1, along their only dimension.
pub(crate) fn cumprod(dtype: DType, count: u8) -> Call {
    let bytes = (1..=count).flat_map(|n| match dtype {
        DType::F64 => f64::from(n).to_le_bytes(),
        _ => i64::from(n).to_le_bytes(),
    });
    let shape = [usize::from(count)];
    let input = Tensor::new(dtype, &shape, bytes.collect()).expect("as many bytes as elements");
    let out = Tensor::zeros(dtype, &shape).expect("a small shape");
    let operator = OperatorSpec::named("cumprod").expect("an operator of the specification");
    let call = Invocation::new(operator);
    Call::Operate(
        call.with("input", Arg::Tensor(input)).with("dim", Arg::Int(0)).with("out", Arg::Tensor(out)),
    )
}

/// Seven calls; the second and the fifth are of f64, the others of s64, and no two alike.
pub(crate) fn calls() -> Vec<Call> {
    (0..7).map(|i| cumprod(if i % 3 == 1 { DType::F64 } else { DType::S64 }, i + 1)).collect()
}

/// Indices of the calls of f64, which is what faults strike.
fn is_struck(at: usize) -> bool {
    at % 3 == 1
}

pub(crate) fn ask_all(backend: &mut dyn Backend, calls: &[Call]) -> Vec<Reply> {
    let mut replies = Vec::new();
    backend.ask_all(&calls.iter().collect::<Vec<_>>(), &mut replies);
    assert_eq!(replies.len(), calls.len(), "a reply to each call");
    replies
}

/// What faults at each f64 call lead to.
#[derive(Clone, Copy, Debug)]
enum Becomes {
    Lost(BackendFault),
    Failed,
    Rejected,
    OtherDType,
    Wrong,
    Right,
}

impl Becomes {
    fn is(self, reply: &Reply, right: &Reply) -> bool {
        match self {
            Self::Lost(loss) => matches!(reply, Reply::Lost(l, what) if *l == loss && !what.is_empty()),
            Self::Failed => matches!(reply, Reply::Failed(what) if what == "device lost"),
            Self::Rejected => matches!(reply, Reply::Rejected(_)),
            Self::OtherDType => *reply == Reply::Answer(Answer::OtherDType("decimal64".to_owned())),
            Self::Wrong => matches!(reply, Reply::Answer(Answer::Tensor(_))) && reply != right,
            Self::Right => reply == right,
        }
    }
}

/// Short limits where a fault takes all of them.
fn patience(becomes: Becomes) -> Options {
    if matches!(becomes, Becomes::Lost(BackendFault::Timeout)) { impatient() } else { options() }
}

const CRASH: Becomes = Becomes::Lost(BackendFault::Crash);
const TIMEOUT: Becomes = Becomes::Lost(BackendFault::Timeout);
const PROTOCOL: Becomes = Becomes::Lost(BackendFault::Protocol);
const STRAY: Becomes = Becomes::Lost(BackendFault::Stray);

/// Those that wait for a limit come first, since the others are asked in the meantime.
const FAULTS: &[(&str, Becomes)] = &[
    ("hangs", TIMEOUT),
    ("hangs_orphan", TIMEOUT),
    ("honest", Becomes::Right),
    ("garbage", STRAY),
    ("binary", PROTOCOL),
    ("truncated", PROTOCOL),
    ("no_verdict", PROTOCOL),
    ("two_verdicts", PROTOCOL),
    ("wrong_id", PROTOCOL),
    ("no_id", PROTOCOL),
    ("twice", PROTOCOL),
    ("prints_on_stdout", STRAY),
    ("wrong_size", PROTOCOL),
    ("huge_shape", PROTOCOL),
    ("bad_hex", PROTOCOL),
    ("frame_unasked", PROTOCOL),
    ("failed", Becomes::Failed),
    ("lies_shape", Becomes::Wrong),
    ("lies_dtype", Becomes::Wrong),
    ("unknown_dtype", Becomes::OtherDType),
    ("wrong_value", Becomes::Wrong),
    ("rejects", Becomes::Rejected),
    ("exits", CRASH),
    ("exits_orphan", CRASH),
    ("aborts", CRASH),
    ("flood", PROTOCOL),
    ("flood_lines", PROTOCOL),
    ("flood_stderr", Becomes::Right),
    ("half_answer_exits", CRASH),
    ("stubborn", Becomes::Right),
    ("slow_start", Becomes::Right),
];

#[test]
fn a_fault_costs_the_calls_it_strikes_and_no_others() {
    skip_without_python!();
    let calls = calls();
    let right = ask_all(&mut Reference::default(), &calls);
    in_parallel(FAULTS, |&(mode, becomes)| {
        let mut backend = backend(faulty(mode, "f64"), patience(becomes));
        let description = backend.describe().unwrap_or_else(|why| panic!("{mode}: {why}"));
        assert_eq!(description.name, "minimal");
        for (at, reply) in ask_all(&mut backend, &calls).iter().enumerate() {
            let becomes = if is_struck(at) { becomes } else { Becomes::Right };
            assert!(becomes.is(reply, &right[at]), "{mode}, call {at}: {reply:?} instead of {becomes:?}");
        }
    });
}

#[test]
fn a_fault_in_a_batch_costs_one_call_of_it() {
    skip_without_python!();
    // The adapter does what the first byte says; the numbers stand in `batching.py`.
    let (exits, hangs, lies, refuses) = (10, 299, 20, 30);
    let fault = |at| [exits, hangs, lies, refuses].iter().position(|&f| f == at).map_or(0, |f| f as u8 + 1);
    let calls: Vec<Call> = (0..300)
        .map(|at| {
            // Some of them large enough for a frame.
            let mut bytes = vec![9; 2 + at * 5];
            bytes[0] = fault(at);
            let input = Tensor::new(DType::U8, &[bytes.len()], bytes).expect("as many bytes as elements");
            let call = Invocation::new(
                OperatorSpec::named("reinterpret").expect("an operator of the specification"),
            );
            Call::Operate(call.with("input", Arg::Tensor(input)).with("dtype", Arg::DType(DType::S8)))
        })
        .collect();
    let right = ask_all(&mut Reference::default(), &calls);
    for (at, reply) in ask_all(&mut backend(batching(), impatient()), &calls).iter().enumerate() {
        let becomes = match at {
            _ if at == exits => CRASH,
            _ if at == hangs => TIMEOUT,
            _ if at == lies => PROTOCOL,
            _ if at == refuses => Becomes::Rejected,
            _ => Becomes::Right,
        };
        assert!(becomes.is(reply, &right[at]), "call {at}: {reply:?} instead of {becomes:?}");
    }
}

#[test]
fn a_fault_that_does_not_come_back_is_still_seen() {
    skip_without_python!();
    let calls = calls();
    let right = ask_all(&mut Reference::default(), &calls);
    let faults =
        [("hangs", BackendFault::Timeout), ("exits", BackendFault::Crash), ("garbage", BackendFault::Stray)];
    in_parallel(&faults, |&(mode, loss)| {
        // At its fifth request a process fails; started again, it answers that call.
        let replies = ask_all(&mut backend(faulty(mode, "nth=5"), patience(Becomes::Lost(loss))), &calls);
        for (at, reply) in replies.iter().enumerate() {
            let becomes = if at == 4 { Becomes::Lost(loss) } else { Becomes::Right };
            assert!(becomes.is(reply, &right[at]), "{mode}, call {at}: {reply:?} instead of {becomes:?}");
        }
    });
}

#[test]
fn a_start_that_fails_is_told_in_a_sentence() {
    skip_without_python!();
    let cases = [
        ("never_hello", &["no reply to hello within 2 s"][..]),
        ("dies_at_start", &["exit status 3", "no device found; is the driver loaded?"]),
        ("silent_death", &["exit status 1"]),
        ("bad_json_hello", &["hello", "{'protocol': 1}"]),
        ("empty_hello", &["hello", "protocol"]),
        ("failed_hello", &["no device found"]),
        ("endless_hello", &["no valid reply to hello", "longer than 262144"]),
        ("future_protocol", &["version 99", "version asked for is 1"]),
    ];
    in_parallel(&cases, |(mode, parts)| {
        let waits = if *mode == "never_hello" { Duration::from_secs(2) } else { options().start_limit };
        let mut backend = backend(faulty(mode, "all"), Options { start_limit: waits, ..options() });
        let why = backend.describe().expect_err(mode);
        let parts = parts.iter().chain(&["faulty.py"]);
        parts.for_each(|part| assert!(why.contains(part), "{mode}: `{part}` is not in: {why}"));
        let replies = ask_all(&mut backend, &calls());
        assert!(replies.iter().all(|r| matches!(r, Reply::NotAsked(_))), "{mode}: {replies:?}");
    });
}

#[cfg(unix)]
#[test]
fn what_is_not_a_program_is_told_with_how_to_run_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file in the temporary folder");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("an own file");
        path.display().to_string()
    };
    for (program, parts) in [
        ("no-such-program-at-all".to_owned(), ["program `no-such-program-at-all` was not found", "PATH"]),
        (folder.path().join("not-there.py").display().to_string(), ["was not found", "its path"]),
        (file("plain.py", "print(1)", 0o644), ["chmod +x", "python3 "]),
        (file("other.py", "#!/no/such/python\n", 0o755), ["the interpreter", "was not found"]),
        (folder.path().display().to_string(), ["is a folder", "not a program"]),
        // Tests run in the folder of their crate.
        ("Cargo.toml".to_owned(), ["`./Cargo.toml`", "python3 Cargo.toml"]),
    ] {
        let why = backend(vec![program], options()).describe().expect_err("not a program");
        parts.iter().for_each(|part| assert!(why.contains(part), "`{part}` is not in: {why}"));
    }
}

#[test]
fn the_end_of_a_traceback_is_told() {
    skip_without_python!();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mine.py");
    std::fs::write(&path, "def start():\n    return kernels[0] + 1\n\nstart()\n").expect("a file");
    let command = vec!["python3".to_owned(), path.display().to_string()];
    let why = backend(command, options()).describe().expect_err("it raises");
    for part in ["line 2, in start", "return kernels[0] + 1", "NameError: name 'kernels' is not defined"] {
        assert!(why.contains(part), "`{part}` is not in: {why}");
    }
}

#[test]
fn an_adapter_starts_once() {
    skip_without_python!();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let note = folder.path().join("starts");
    let script = format!("echo started >> '{}'; exec \"$@\"", note.display());
    let mut command: Vec<String> = ["sh", "-c", &script, "sh"].map(str::to_owned).into();
    command.extend(faulty("honest", "all"));
    let mut backend = backend(command, options());
    let starts = || std::fs::read_to_string(&note).map_or(0, |text| text.lines().count());
    assert!(backend.describe().is_ok());
    assert!(ask_all(&mut backend, &calls()[..2]).iter().all(|reply| matches!(reply, Reply::Answer(_))));
    assert_eq!(starts(), 1);
}

#[test]
fn what_cannot_be_asked_any_more_is_given_up() {
    skip_without_python!();
    let calls: Vec<Call> = (0..100).map(|i| cumprod(DType::S64, i % 7)).collect();
    // Every call is lost: after some of them in a row the others are not asked.
    let soon = Options { give_up_after: 4, ..options() };
    let mut dying = backend(faulty("dies_after_hello", "all"), soon);
    assert!(dying.describe().is_ok());
    let replies = ask_all(&mut dying, &calls);
    let (asked, others) = replies.split_at(4);
    assert!(asked.iter().all(|r| matches!(r, Reply::Lost(BackendFault::Crash, _))), "{asked:?}");
    for reply in others {
        assert!(
            matches!(reply, Reply::NotAsked(why) if why.contains("the last 4 calls of cumprod")),
            "{reply:?}"
        );
    }

    // It works once, and never starts again.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flag = folder.path().join("started");
    let script = format!("mkdir '{}' || exit 3; exec \"$@\"", flag.display());
    let mut command: Vec<String> = ["sh", "-c", &script, "sh"].map(str::to_owned).into();
    command.extend(faulty("exits", "nth=3"));
    let mut once = backend(command, options());
    assert!(once.describe().is_ok());
    let replies = ask_all(&mut once, &calls);
    assert!(replies[..2].iter().all(|r| matches!(r, Reply::Answer(_))), "{:?}", &replies[..2]);
    // One of them shows that it does not work any more; the others cannot be blamed.
    assert!(
        matches!(&replies[2], Reply::Lost(_, what) if what.contains("does not start again")),
        "{replies:?}"
    );
    for reply in &replies[3..] {
        assert!(matches!(reply, Reply::NotAsked(why) if why.contains("does not start again")), "{reply:?}");
    }
}

#[test]
fn what_an_adapter_starts_ends_with_it() {
    skip_without_python!();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let note = folder.path().join("pid");
    let script = format!("sleep 600 & echo $! > '{}'; exec \"$@\"", note.display());
    for (mode, when) in [("honest", "all"), ("exits", "f64"), ("stubborn", "all")] {
        let mut command: Vec<String> = ["sh", "-c", &script, "sh"].map(str::to_owned).into();
        command.extend(faulty(mode, when));
        let mut backend = backend(command, options());
        ask_all(&mut backend, &calls()[..2]);
        drop(backend);
        let pid = std::fs::read_to_string(&note).expect("the script writes it");
        // A process that was killed may stay as a zombie where nobody reaps orphans.
        let state = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output();
        if let Ok(state) = state {
            let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
            assert!(state.is_empty() || state.starts_with('Z'), "{mode}: {pid} still runs, as {state}");
        }
    }
}

#[test]
fn full_pipes_both_ways_do_not_deadlock() {
    skip_without_python!();
    // An adapter that waits until its answers are read, and more questions and answers than any pipe holds.
    let element = [1_i64, -1].map(i64::to_le_bytes).concat();
    let calls: Vec<Call> = (0..64)
        .map(|_| {
            let input =
                Tensor::new(DType::S64, &[8192], element.repeat(4096)).expect("a whole number of elements");
            let out = Tensor::zeros(DType::S64, &[8192]).expect("a small shape");
            let call =
                Invocation::new(OperatorSpec::named("cumprod").expect("an operator of the specification"));
            Call::Operate(
                call.with("input", Arg::Tensor(input)).with("dim", Arg::Int(0)).with("out", Arg::Tensor(out)),
            )
        })
        .collect();
    let mut backend = backend(script("adapters/python/minimal_adapter.py", &[]), options());
    let right = Reference::default().ask(&calls[0]);
    let replies = ask_all(&mut backend, &calls);
    assert!(replies.iter().all(|reply| *reply == right));
}
