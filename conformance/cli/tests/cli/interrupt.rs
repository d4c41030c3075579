//! Signals to a running program: what was judged is written, and nothing stays behind.
//!
//! Every process of a test has a mark in its environment, by which it is found in `/proc`.

use crate::cli::support::{HELLO, Place, folder, skip};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The variable with the mark.
const MARK: &str = "ASCERTAIN_TEST_MARK";

/// Long enough on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until `done` is true.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "{what}: not within {PATIENCE:?}");
        sleep(Duration::from_millis(20));
    }
}

/// A program that runs in a place of its own, with a backend that never answers unless another one is named.
pub(crate) struct Running {
    pub(crate) harness: Child,
    place: Place,
}

/// What both kinds of backend have; the rest would only take time.
const FILTERS: [&str; 4] = ["--filter", "aclnn.tensor-tensor", "--filter", "cumprod/grid/f64"];

impl Running {
    /// Starts a run with a report in `report.json`, by a command.
    pub(crate) fn start_by(launcher: &[&str], backend: &str) -> Self {
        let arguments = ["run", "--timeout", "60", "--report", "json=report.json", "--backend", backend];
        Self::launch(Place::new(), launcher, &[&arguments[..], &FILTERS].concat())
    }

    fn start(backend: &str) -> Self {
        Self::start_by(&["env"], backend)
    }

    fn launch(place: Place, launcher: &[&str], arguments: &[&str]) -> Self {
        fs::create_dir(place.at("temporary")).expect("a new folder");
        let mut command = Command::new(launcher[0]);
        command.args(&launcher[1..]).arg(env!("CARGO_BIN_EXE_ascertain")).args(arguments);
        command.env("TMPDIR", place.at("temporary")).env("ASCERTAIN_PYTHON", hanging());
        command.env(MARK, place.path()).current_dir(place.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let harness = command.spawn().expect("the program was built");
        Self { harness, place }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.harness), signal).expect("it still runs");
    }

    /// Waits until there is a backend, and a moment more.
    fn wait_for_backend(&self, moment: u64) {
        until("a backend", || self.processes() > 1);
        sleep(Duration::from_millis(moment));
    }

    /// Waits for the end of the program, which is by this signal, and of all that it has started. What it has printed.
    #[track_caller]
    fn ends_by(&mut self, signal: Signal) -> String {
        let said = std::io::read_to_string(self.harness.stdout.take().expect("a pipe")).expect("UTF-8");
        let status = self.harness.wait().expect("our child");
        assert_eq!(status.signal(), Some(signal.as_raw()), "{said}");
        until(&said, || self.processes() == 0);
        assert_eq!(self.place.count("temporary"), 0, "{said}");
        said
    }

    /// Number of processes with the mark. A zombie has no environment.
    pub(crate) fn processes(&self) -> usize {
        let mark = format!("{MARK}={}\0", self.place.path().display());
        let marked = |entry: &fs::DirEntry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark.as_bytes())
        };
        let all = fs::read_dir("/proc").expect("/proc").filter_map(Result::ok);
        all.filter(marked).count()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.harness.kill();
        let _ = self.harness.wait();
    }
}

/// A folder for the backends of all tests.
fn backends() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(folder).path()
}

/// A program that says hello and then does `then`. It can stand in for Python.
pub(crate) fn script(name: &str, then: &str) -> PathBuf {
    let path = backends().join(name);
    if !path.exists() {
        let new = backends().join(format!("{name}.{:?}", std::thread::current().id()));
        let text = format!("#!/bin/sh\nread line\necho '{HELLO}'\nread line\n{then}\n");
        fs::write(&new, text).expect("a file in the temporary folder");
        fs::set_permissions(&new, PermissionsExt::from_mode(0o700)).expect("our file");
        fs::rename(&new, &path).expect("a name in the same folder");
    }
    path
}

/// Does not answer, and does not end when it is asked to.
fn hanging() -> PathBuf {
    script("hanging", "trap '' TERM\nexec sleep 600")
}

/// A library whose calls never return, if there is a compiler.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let path = backends().join("libhangs.so");
        let conformance = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut command = Command::new("cc");
        command.args(["-std=c11", "-shared", "-fPIC", "-DFAULT=HANGS", "-I"]);
        command.arg(conformance.join("adapters/c")).arg("-o").arg(&path);
        let Ok(done) = command.arg(conformance.join("tests/fixtures/c/faulty.c")).status() else {
            skip("cc is not on PATH");
            return None;
        };
        assert!(done.success());
        Some(path)
    };
    LIBRARY.get_or_init(compile).as_deref()
}

/// Backends that never answer: with a temporary folder, with much output, in a shared library.
fn silent() -> Vec<String> {
    let flooding = script("flooding", "exec yes >&2");
    let mut all = vec!["numpy".to_owned(), format!("process:{}", flooding.display())];
    all.extend(library().map(|path| format!("lib:{}", path.display())));
    all
}

/// What this process ignores, its children ignore too. Then SIGTERM.
fn not_ignored(signal: Signal) -> Signal {
    let status = fs::read_to_string("/proc/self/status").expect("/proc");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask of signals");
    let mask = u64::from_str_radix(mask.trim(), 16).expect("a number");
    if mask & (1 << (signal.as_raw() - 1)) != 0 { Signal::TERM } else { signal }
}

#[test]
fn an_interrupted_run_is_reported_as_incomplete_and_leaves_nothing() {
    let backends = silent();
    let signals = [Signal::TERM, Signal::HUP, Signal::INT];
    for n in 0..6 {
        // Each backend gets each signal.
        let (backend, signal) = (&backends[n % backends.len()], not_ignored(signals[(n + n / 3) % 3]));
        let context = format!("{backend}, {signal:?}, {n}");
        let mut run = Running::start(backend);
        run.wait_for_backend(30 * n as u64);
        run.signal(signal);
        let said = run.ends_by(signal);
        let report = run.place.json("report.json");
        assert_eq!(report["incomplete"], "interrupted", "{context}: {said}");
        assert_eq!(report["exit_code"], 3, "{context}: {said}");
        let cases = report["cases"].as_array().expect("cases");
        assert!(cases.len() > 1000, "{}: {context}", cases.len());
        for case in cases {
            let verdict = case["verdict"].as_str().expect("a verdict");
            assert!(["skipped", "unsupported"].contains(&verdict), "{case}: {context}");
            assert!(!case["detail"].as_str().expect("a reason").is_empty());
        }
        let last = said.lines().last().unwrap_or("");
        assert!(last.starts_with("incomplete: ") && last.contains(" skipped"), "{context}: {said}");
    }
}

/// What `nohup` and shells say of background jobs.
#[test]
fn a_signal_that_is_ignored_from_the_start_is_ignored_still() {
    let mut run = Running::start_by(&["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"], "numpy");
    run.wait_for_backend(0);
    run.signal(Signal::HUP);
    sleep(Duration::from_millis(300));
    run.signal(Signal::TERM);
    run.ends_by(Signal::TERM);
}

#[test]
fn other_commands_end_at_once() {
    for command in [&["bench"][..], &["observe", "--timeout", "60"], &["doctor", "--timeout", "60"]] {
        let arguments = [command, &["--backend", "numpy"]].concat();
        let mut program = Running::launch(Place::new(), &["env"], &arguments);
        program.wait_for_backend(100);
        program.signal(Signal::TERM);
        program.ends_by(Signal::TERM);
    }
}

/// The calls that were measured before are in the report.
#[test]
fn an_interrupted_benchmark_keeps_what_it_has() {
    if Place::new().shell("python3 --version").code != 0 {
        return skip("python3 is not on PATH");
    }
    let clock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/adapters/clock.py");
    let backend = format!("process:python3 {} 1 --hangs hangs", clock.display());
    for signal in [Signal::TERM, Signal::INT].map(not_ignored) {
        let plan = "bench --timeout 60 --report json=a.json --operators cumprod --elements 4 --dtypes s64,f64 \
                    --rounds 2 --sample 1 --backend";
        let arguments: Vec<&str> = plan.split_whitespace().chain([&*backend]).collect();
        let mut run = Running::launch(Place::new(), &["env"], &arguments);
        until("the second call", || run.place.has("hangs"));
        run.signal(signal);
        let said = run.ends_by(signal);
        let report = run.place.json("a.json");
        assert_eq!(report["incomplete"], "interrupted", "{report}");
        assert_eq!(report["cases"].as_array().map(Vec::len), Some(1), "{report}");
        assert_eq!(report["cases"][0]["results"][0]["verdict"], "pass", "{report}");
        let last = said.lines().last().unwrap_or("");
        assert!(last.starts_with("1 call timed") && last.ends_with("incomplete: interrupted"), "{said}");
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    // The report does not fit into a pipe that nobody reads.
    let arguments = ["run", "--timeout", "60", "--backend", "numpy", "--report", "json=-"];
    let mut run = Running::launch(Place::new(), &["env"], &[&arguments[..], &FILTERS].concat());
    run.wait_for_backend(0);
    run.signal(Signal::TERM);
    until("the backend's end", || run.processes() == 1);
    run.signal(Signal::TERM);
    assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
}

/// A backend in a session of its own, which does not end when it is asked to.
#[test]
fn a_second_signal_leaves_nothing() {
    let python = script("stubborn", "trap '' TERM\nsetsid sleep 600 <&0 &\nexec sleep 600");
    let python = format!("ASCERTAIN_PYTHON={}", python.display());
    for pause in [0, 5, 50] {
        let arguments = ["run", "--backend", "numpy", "--report", "json=report.json"];
        let mut run = Running::launch(Place::new(), &["env", &python], &arguments);
        run.wait_for_backend(100);
        run.signal(Signal::TERM);
        sleep(Duration::from_millis(pause));
        // It may have ended.
        let _ = kill_process(Pid::from_child(&run.harness), Signal::TERM);
        assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
        assert_eq!(run.processes(), 0, "after {pause} ms");
        assert_eq!(run.place.count("temporary"), 0, "after {pause} ms");
        let rest = fs::read_dir(run.place.path()).expect("the folder").filter_map(Result::ok);
        let rest = rest.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp")).count();
        assert_eq!(rest, 0, "after {pause} ms");
    }
}

/// While the program still makes its cases.
#[test]
fn a_signal_before_anything_is_asked_is_reported() {
    let mut text = "format = 1\nabout = \"\"\n".to_owned();
    for n in 0..5000 {
        text.push_str(&format!(
            "[[vector]]\nid = \"reinterpret/own/{n}\"\nrequirements = [\"reinterpret.bytes\"]\nnote = \"\"\n\
             cite = {{ document = \"tik.reinterpret\", where = \"function\" }}\nask.op = \"reinterpret\"\n\
             ask.input = {{ dtype = \"u8\", shape = [1], bits = \"01\" }}\nask.dtype = \"s8\"\n\
             answer = {{ dtype = \"s8\", shape = [1], bits = \"01\" }}\n"
        ));
    }
    let place = Place::new();
    place.write("own.toml", &text);
    let arguments = ["run", "--vectors", "own.toml", "--report", "json=report.json"];
    let mut run = Running::launch(place, &["env"], &arguments);
    let io = format!("/proc/{}/io", run.harness.id());
    until("reading", || {
        let counts = fs::read_to_string(&io).expect("it runs");
        let read = counts.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse::<usize>().ok());
        read >= Some(text.len())
    });
    run.signal(Signal::TERM);
    run.ends_by(Signal::TERM);
    assert_eq!(run.place.json("report.json")["incomplete"], "interrupted");
}

#[test]
fn a_killed_program_takes_its_backends_with_it() {
    for backend in silent() {
        let mut run = Running::start(&backend);
        run.wait_for_backend(100);
        run.signal(Signal::KILL);
        run.harness.wait().expect("our child");
        until(&backend, || run.processes() == 0);
    }
}
