//! What adapters do when nothing is asked: before a question, after the last answer, and when they are stopped.

use crate::process::faults::{ask_all, calls, cumprod};
use crate::process::support::{adapter, backend, faulty, in_parallel, options};
use ascertain::DType;
use ascertain::backend::{Backend, BackendFault, Reply};
use ascertain::reference::Reference;
use ascertain_conformance::backends::Options;
use ascertain_conformance::options::Stop;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[test]
fn a_fault_after_the_last_answer_is_seen() {
    skip_without_python!();
    let calls = calls();
    let right = ask_all(&mut Reference::default(), &calls);
    let ends = [
        ("honest", "f64", None),
        ("stubborn", "f64", None),
        ("speaks_after_bye", "all", Some((BackendFault::Stray, "1 device released"))),
        ("mumbles_after_bye", "all", Some((BackendFault::Stray, "`1 device released`"))),
        ("answers_bye", "all", Some((BackendFault::Protocol, "a message that nothing asked for"))),
        ("fails_at_end", "all", Some((BackendFault::Crash, "exit status 3"))),
        ("aborts_at_end", "all", Some((BackendFault::Crash, "SIGABRT"))),
        // The second answer to the last call.
        ("twice", "nth=7", Some((BackendFault::Protocol, "a message that nothing asked for"))),
    ];
    in_parallel(&ends, |&(mode, when, found)| {
        let mut backend = backend(faulty(mode, when), options());
        assert_eq!(ask_all(&mut backend, &calls), right, "{mode}");
        let finished = backend.finish();
        match (&finished, found) {
            (Ok(()), None) => {}
            (Err((loss, what)), Some((expected, words))) => {
                assert!(*loss == expected && what.contains(words), "{mode}: {finished:?}");
            }
            _ => panic!("{mode}: {finished:?} instead of {found:?}"),
        }
        // It is reported once, and a backend can be asked again.
        assert_eq!(backend.ask(&calls[0]), right[0], "{mode}");
    });
}

#[test]
fn output_between_questions_is_seen_though_no_call_is_to_blame() {
    skip_without_python!();
    // Asked one by one, the second answer to a call meets the next call, which has nothing to do with it.
    let calls = calls();
    let mut backend = backend(faulty("twice", "f64"), options());
    for (call, right) in calls.iter().zip(ask_all(&mut Reference::default(), &calls)) {
        assert_eq!(backend.ask(call), right);
    }
    let finished = backend.finish();
    assert!(
        matches!(&finished, Err((BackendFault::Protocol, what)) if what.contains("nothing asked for")),
        "{finished:?}"
    );
    assert_eq!(backend.finish(), Ok(()), "it is told once");
}

#[test]
fn an_answer_that_comes_before_its_question_is_a_fault() {
    skip_without_python!();
    let mut backend = backend(faulty("answers_ahead", "all"), options());
    assert!(backend.describe().is_ok());
    let reply = backend.ask(&cumprod(DType::S64, 3));
    assert!(
        matches!(&reply, Reply::Lost(BackendFault::Protocol, what) if what.contains("before its question")),
        "{reply:?}"
    );
}

#[test]
fn nothing_is_asked_once_a_run_is_stopped() {
    skip_without_python!();
    let stop = Stop::default();
    let patient = Duration::from_secs(600);
    let options = Options { stop: stop.clone(), limit: patient, start_limit: patient, ..options() };
    let mut hanging = backend(faulty("hangs", "nth=3"), options.clone());
    assert!(hanging.describe().is_ok());
    let replies = std::thread::scope(|scope| {
        let asking = scope.spawn(|| ask_all(&mut hanging, &calls()));
        std::thread::sleep(Duration::from_millis(200));
        stop.flag().store(true, Ordering::SeqCst);
        asking.join().expect("no panic")
    });
    // Before the third call, or at it.
    let first =
        replies.iter().position(|reply| matches!(reply, Reply::NotAsked(_))).expect("not all are asked");
    assert!(first <= 2, "{replies:?}");
    assert!(replies[..first].iter().all(|reply| matches!(reply, Reply::Answer(_))), "{replies:?}");
    assert!(replies[first..].iter().all(|reply| matches!(reply, Reply::NotAsked(_))), "{replies:?}");
    assert_eq!(hanging.finish(), Ok(()));
    assert!(backend(faulty("never_hello", "all"), options).describe().is_err(), "it is not waited for");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_while_it_looks_for_the_call_to_blame_blames_none() {
    // Ends without an answer to several calls, and hangs when they are asked one at a time.
    let folder = tempfile::tempdir().expect("a folder");
    let (path, again) = (folder.path().join("adapter"), folder.path().join("again"));
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"parrot","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;
    let text = format!("read line\necho '{hello}'\nread line\n[ -e again ] && exec sleep 600\n: > again\n");
    std::fs::write(&path, format!("cd {}\n{text}", folder.path().display())).expect("our file");
    let stop = Stop::default();
    let options = Options { stop: stop.clone(), ..options() };
    let mut stopped = backend(vec!["sh".to_owned(), path.display().to_string()], options);
    let replies = std::thread::scope(|scope| {
        let asking = scope.spawn(|| ask_all(&mut stopped, &calls()));
        while !again.exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        // Until it has been started again, where it hangs.
        std::thread::sleep(Duration::from_millis(500));
        stop.flag().store(true, Ordering::SeqCst);
        asking.join().expect("no panic")
    });
    assert!(replies.iter().all(|reply| matches!(reply, Reply::NotAsked(_))), "{replies:?}");
}

/// In a process of its own, where no other test opens files.
#[cfg(target_os = "linux")]
#[test]
fn descriptors_and_threads_do_not_stay_with_daemons() {
    const CHILD: &str = "ASCERTAIN_TEST_DAEMONS";
    skip_without_python!();
    if std::env::var_os(CHILD).is_none() {
        let program = std::env::current_exe().expect("this test program");
        let name = "process::ends::descriptors_and_threads_do_not_stay_with_daemons";
        let mut command = std::process::Command::new(program);
        let done = command.args(["--exact", name]).env(CHILD, "1").output().expect("it runs");
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let open = || {
        let count = |folder| std::fs::read_dir(folder).expect("/proc").count();
        (count("/proc/self/fd"), count("/proc/self/task"))
    };
    let restart = |command: Vec<String>, times: u8| {
        let soon = Options { give_up_after: usize::MAX, ..options() };
        let mut backend = backend(command, soon);
        assert!(backend.describe().is_ok());
        for n in 0..times {
            let reply = backend.ask(&cumprod(DType::S64, n));
            assert!(matches!(reply, Reply::Lost(BackendFault::Crash, _)), "{reply:?}");
        }
    };
    // Some are opened once and stay.
    restart(faulty("exits_daemon", "all"), 1);
    let before = open();
    restart(faulty("exits_daemon", "all"), 4);
    // Many at a time: each takes a moment to be sure that the adapter says nothing more.
    let script = adapter("tests/fixtures/adapters/daemon.sh").display().to_string();
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| restart(vec!["sh".to_owned(), script.clone()], 6));
        }
    });
    let deadline = std::time::Instant::now() + Duration::from_secs(5);
    while open() > before {
        assert!(std::time::Instant::now() < deadline, "before and after: {before:?}, {:?}", open());
        std::thread::sleep(Duration::from_millis(5));
    }
}
