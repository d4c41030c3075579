//! Signals to a running program: what was judged is written, and nothing stays behind.
//!
//! Every process of a test has a mark in its environment, by which it is found in `/proc`.

use crate::support::folder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::Write;
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

/// A program with a backend that never answers.
pub(crate) struct Running {
    pub(crate) harness: Child,
    folder: tempfile::TempDir,
    mark: String,
}

impl Running {
    /// Starts a run, with its report to `target`.
    fn start(backend: &str, target: impl Fn(&Path) -> String) -> Self {
        Self::start_by(&["env"], backend, target)
    }

    /// Starts a run by a command.
    pub(crate) fn start_by(launcher: &[&str], backend: &str, target: impl Fn(&Path) -> String) -> Self {
        let folder = folder();
        let target = target(folder.path());
        // What both kinds of backend have; the rest would only take time.
        let filters = ["--filter", "aclnn.tensor-tensor", "--filter", "cumprod/grid/f64"];
        let arguments = ["run", "--timeout", "60", "--backend", backend, "--report", &target];
        Self::launch(folder, launcher, &[&arguments[..], &filters[..]].concat())
    }

    fn launch(folder: tempfile::TempDir, launcher: &[&str], arguments: &[&str]) -> Self {
        let temporary = folder.path().join("temporary");
        fs::create_dir(&temporary).expect("a new folder");
        let mark = format!("{MARK}={}", folder.path().display());
        let mut command = Command::new(launcher[0]);
        let program = env!("CARGO_BIN_EXE_ascertain");
        command.args(&launcher[1..]).arg(program).args(arguments);
        command.env(MARK, folder.path()).env("TMPDIR", &temporary).env("ASCERTAIN_PYTHON", hanging());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let harness = command.spawn().expect("the program was built");
        Self { harness, folder, mark }
    }

    /// Starts a run with this program in place of Python.
    fn start_with(python: &Path, backend: &str) -> Self {
        let folder = folder();
        let target = report_file(folder.path());
        let python = format!("ASCERTAIN_PYTHON={}", python.display());
        Self::launch(folder, &["env", &python], &["run", "--backend", backend, "--report", &target])
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.harness), signal).expect("it still runs");
    }

    /// Number of processes with the mark. A zombie has no environment.
    pub(crate) fn processes(&self) -> usize {
        let mark = format!("{}\0", self.mark);
        let marked = |entry: &fs::DirEntry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark.as_bytes())
        };
        let all = fs::read_dir("/proc").expect("/proc").filter_map(Result::ok);
        all.filter(marked).count()
    }

    fn temporary_files(&self) -> usize {
        fs::read_dir(self.folder.path().join("temporary")).expect("the folder").count()
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
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"silent","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;
    let path = backends().join(name);
    if !path.exists() {
        let new = backends().join(format!("{name}.{:?}", std::thread::current().id()));
        let mut file = fs::File::create(&new).expect("a file in the temporary folder");
        write!(file, "#!/bin/sh\nread line\necho '{hello}'\nread line\n{then}\n").expect("a short script");
        drop(file);
        fs::set_permissions(&new, std::os::unix::fs::PermissionsExt::from_mode(0o700)).expect("our file");
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
            // Past libtest, which keeps what passing tests print.
            let _ = writeln!(std::io::stderr(), "skipped: cc is not on PATH");
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

pub(crate) fn report_file(folder: &Path) -> String {
    format!("json={}", folder.join("report.json").display())
}

/// Ends a run with `signal`, and checks what is left of it.
fn interrupt(backend: &str, signal: Signal, moment: Duration) {
    let mut run = Running::start(backend, report_file);
    until("a backend", || run.processes() > 1);
    sleep(moment);
    run.signal(signal);
    let said = std::io::read_to_string(run.harness.stdout.take().expect("a pipe")).expect("UTF-8");
    let status = run.harness.wait().expect("our child");
    let context = format!("{backend}, {signal:?} after {moment:?}: {said}");
    assert_eq!(status.signal(), Some(signal.as_raw()), "{context}");
    until(&context, || run.processes() == 0);
    assert_eq!(run.temporary_files(), 0, "{context}");

    let text = fs::read_to_string(run.folder.path().join("report.json")).expect(&context);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["incomplete"], "interrupted", "{context}");
    assert_eq!(report["exit_code"], 3, "{context}");
    let cases = report["cases"].as_array().expect("cases");
    assert!(cases.len() > 1000, "{}: {context}", cases.len());
    for case in cases {
        let verdict = case["verdict"].as_str().expect("a verdict");
        assert!(["skipped", "unsupported"].contains(&verdict), "{case}: {context}");
        assert!(!case["detail"].as_str().expect("a reason").is_empty());
    }
    let last = said.lines().last().unwrap_or("");
    assert!(last.starts_with("incomplete: ") && last.contains(" skipped"), "{context}");
}

#[test]
fn an_interrupted_run_is_reported_as_incomplete_and_leaves_nothing() {
    let backends = silent();
    let signals = [Signal::TERM, Signal::HUP, Signal::INT];
    for n in 0..10 {
        // Each backend gets each signal. What this process ignores, its children ignore too.
        let signal = signals[(n + n / 3) % signals.len()];
        let signal = if is_ignored(signal) { Signal::TERM } else { signal };
        interrupt(&backends[n % backends.len()], signal, Duration::from_millis(30 * n as u64));
    }
}

/// Whether this process ignores a signal.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("/proc");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask of signals");
    let mask = u64::from_str_radix(mask.trim(), 16).expect("a number");
    mask & (1 << (signal.as_raw() - 1)) != 0
}

/// What `nohup` and shells say of background jobs.
#[test]
fn a_signal_that_is_ignored_from_the_start_is_ignored_still() {
    let mut run = Running::start_by(&["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"], "numpy", report_file);
    until("a backend", || run.processes() > 1);
    run.signal(Signal::HUP);
    sleep(Duration::from_millis(300));
    run.signal(Signal::TERM);
    assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
}

#[test]
fn other_commands_end_at_once() {
    for command in [&["bench"][..], &["observe", "--timeout", "60"], &["doctor", "--timeout", "60"]] {
        let mut program = Running::launch(folder(), &["env"], &[command, &["--backend", "numpy"]].concat());
        until("a backend", || program.processes() > 1);
        sleep(Duration::from_millis(100));
        program.signal(Signal::TERM);
        until(command[0], || program.processes() == 0);
        assert_eq!(program.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
        assert_eq!(program.temporary_files(), 0, "{command:?}");
    }
}

/// The products that were measured before are in the reports.
#[test]
fn an_interrupted_benchmark_keeps_what_it_has() {
    let conformance = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let program = conformance.join("tests/fixtures/adapters/clock.py");
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        // Past libtest, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "skipped: python3 is not on PATH");
        return;
    }
    for signal in [Signal::TERM, Signal::INT] {
        let signal = if is_ignored(signal) { Signal::TERM } else { signal };
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let backend = format!("process:python3 {} 1 --hangs {}", program.display(), path("hangs").display());
        let reports =
            [format!("json={}", path("a.json").display()), format!("markdown={}", path("a.md").display())];
        let plan = ["--shapes", "4:0", "--dtypes", "s64,f64", "--rounds", "2", "--sample", "1"];
        let more = ["bench", "--timeout", "60", "--backend", &backend, "--report", &reports[0], "--report"];
        let hangs = path("hangs");
        let json = path("a.json");
        let page = path("a.md");
        let mut run = Running::launch(folder, &["env"], &[&more[..], &[&reports[1]], &plan].concat());
        until("the second product", || hangs.exists());
        run.signal(signal);
        let said = std::io::read_to_string(run.harness.stdout.take().expect("a pipe")).expect("UTF-8");
        assert_eq!(run.harness.wait().expect("our child").signal(), Some(signal.as_raw()), "{said}");
        until("the backend's end", || run.processes() == 0);
        assert_eq!(run.temporary_files(), 0, "{said}");
        let report: Value = serde_json::from_str(&fs::read_to_string(json).expect("a report")).expect("JSON");
        assert_eq!(report["incomplete"], "interrupted", "{report}");
        assert_eq!(report["cases"].as_array().map(Vec::len), Some(1), "{report}");
        assert_eq!(report["cases"][0]["results"][0]["verdict"], "pass", "{report}");
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains("incomplete: interrupted after 1 product"), "{page}");
        let last = said.lines().last().unwrap_or("");
        assert!(last.starts_with("incomplete: 1 product timed"), "{said}");
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    // The report does not fit into a pipe that nobody reads.
    let mut run = Running::start("numpy", |_| "json=-".to_owned());
    until("a backend", || run.processes() > 1);
    run.signal(Signal::TERM);
    until("the backend's end", || run.processes() == 1);
    run.signal(Signal::TERM);
    assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
}

/// A backend in a session of its own, which does not end when it is asked to.
#[test]
fn a_second_signal_leaves_nothing() {
    let python = script("stubborn", "trap '' TERM\nsetsid sleep 600 <&0 &\nexec sleep 600");
    for pause in [0, 5, 50] {
        let mut run = Running::start_with(&python, "numpy");
        until("a backend", || run.processes() > 1);
        sleep(Duration::from_millis(100));
        run.signal(Signal::TERM);
        sleep(Duration::from_millis(pause));
        // It may have ended.
        let _ = kill_process(Pid::from_child(&run.harness), Signal::TERM);
        assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
        assert_eq!(run.processes(), 0, "after {pause} ms");
        assert_eq!(run.temporary_files(), 0, "after {pause} ms");
        let rest = fs::read_dir(run.folder.path()).expect("the folder").filter_map(Result::ok);
        let rest = rest.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp")).count();
        assert_eq!(rest, 0, "after {pause} ms");
    }
}

/// While the program still makes its cases.
#[test]
fn a_signal_before_anything_is_asked_is_reported() {
    let folder = folder();
    let (vectors, report) = (folder.path().join("own.toml"), folder.path().join("report.json"));
    let mut text = "format = 1\nabout = \"\"\n".to_owned();
    for n in 0..5000 {
        text.push_str(&format!(
            "[[vector]]\nid = \"reinterpret/own/{n}\"\nrequirements = [\"reinterpret.bytes\"]\nnote = \"\"\n\
             cite = {{ document = \"tik.reinterpret\", where = \"function\" }}\nask.op = \"reinterpret\"\n\
             ask.input = {{ dtype = \"u8\", shape = [1], bits = \"01\" }}\nask.dtype = \"s8\"\n\
             answer = {{ dtype = \"s8\", shape = [1], bits = \"01\" }}\n"
        ));
    }
    fs::write(&vectors, &text).expect("a file in the temporary folder");
    let arguments =
        ["--vectors", &vectors.display().to_string(), "--report", &format!("json={}", report.display())];
    let mut run = Running::launch(folder, &["env"], &[&["run"], &arguments[..]].concat());
    let io = format!("/proc/{}/io", run.harness.id());
    until("reading", || {
        let counts = fs::read_to_string(&io).expect("it runs");
        let read = counts.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse::<usize>().ok());
        read >= Some(text.len())
    });
    run.signal(Signal::TERM);
    assert_eq!(run.harness.wait().expect("our child").signal(), Some(Signal::TERM.as_raw()));
    let report: Value = serde_json::from_str(&fs::read_to_string(report).expect("a report")).expect("JSON");
    assert_eq!(report["incomplete"], "interrupted");
}

#[test]
fn a_killed_program_takes_its_backends_with_it() {
    for backend in silent() {
        let mut run = Running::start(&backend, report_file);
        until("a backend", || run.processes() > 1);
        sleep(Duration::from_millis(100));
        run.signal(Signal::KILL);
        run.harness.wait().expect("our child");
        until(&backend, || run.processes() == 0);
    }
}
