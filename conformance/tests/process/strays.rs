//! Adapters that print more than answers: the message says what was printed, and where to print instead.
#![cfg(unix)]

use crate::process::support::{backend, in_parallel, options};
use ascertain::backend::{Backend, BackendFault, Reply};
use ascertain::call::{Call, Promote};
use ascertain::document::Editions;
use ascertain::promote::Table;
use ascertain_conformance::backends::doctor::{StepOutcome, examine};

/// When an adapter prints more than answers.
const BEFORE_HELLO: usize = 0;
const BEFORE_AN_ANSWER: usize = 1;
const AFTER_AN_ANSWER: usize = 2;
const AT_BYE: usize = 3;

/// A shell script that rejects every promotion, and runs `command` at that time.
fn adapter(when: usize, command: &str) -> Vec<String> {
    let mut prints = [":"; 4];
    prints[when] = command;
    let [start, before, after, end] = prints;
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"prints","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;
    let script = format!(
        "{start}\nread -r line\necho '{hello}'\nwhile read -r line; do\ncase $line in *bye*) {end}; exit;; esac\n\
         id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}\n{before}\n\
         echo '{{\"id\":'$id',\"rejected\":{{}}}}'\n{after}\ndone\n"
    );
    ["sh", "-c", &script].map(str::to_owned).into()
}

fn promotion() -> Call {
    let table = Table::named("aclnn.tensor-tensor").expect("a table of the specification");
    Call::Promote(Promote { table, row: table.rows.keys[0], column: table.columns.keys[0], ranks: None })
}

/// What a run says of the adapter.
fn said(command: &[String]) -> String {
    let mut backend = backend(command.to_vec(), options());
    if let Err(why) = backend.describe() {
        return why;
    }
    let replies = [backend.ask(&promotion()), backend.ask(&promotion())];
    let lost = replies.into_iter().find_map(|reply| match reply {
        Reply::Lost(loss, what) => Some((loss, what)),
        _ => None,
    });
    let (loss, what) = lost.unwrap_or_else(|| backend.finish().expect_err("it prints at bye"));
    assert_eq!(loss, BackendFault::Stray, "{what}");
    what
}

/// The first problem that the doctor sees, and how to fix it.
fn diagnosis(command: &[String]) -> (String, String) {
    let words = command.iter().map(String::as_str);
    let spec = format!("process:{}", shlex::try_join(words).expect("no zero bytes"));
    let steps = examine(&spec, &Editions::default(), &options(), &mut |_| ()).expect("a command");
    let problem = steps.into_iter().find_map(|step| match step.outcome {
        StepOutcome::Problem { what, fix } => Some((what, fix)),
        _ => None,
    });
    problem.expect("a problem")
}

#[test]
fn what_was_printed_is_told_and_where_to_print_it() {
    let printing = [
        (BEFORE_HELLO, "echo loading kernel v2", "`loading kernel v2`"),
        (BEFORE_AN_ANSWER, "echo asked 1", "`asked 1`"),
        (BEFORE_AN_ANSWER, "printf 'asked '", "`asked `"),
        // Values that are JSON, but not objects.
        (BEFORE_AN_ANSWER, "echo '[1, 2]'", "`[1, 2]`"),
        (AFTER_AN_ANSWER, "echo done", "`done`"),
        (AT_BYE, "echo released", "`released`"),
    ];
    in_parallel(&printing, |(when, command, printed)| {
        let command = adapter(*when, command);
        let (what, fix) = diagnosis(&command);
        for text in [said(&command), what] {
            assert!(text.contains(printed), "{printed} is not in: {text}");
            assert!(text.contains("standard error"), "{text}");
        }
        assert!(fix.contains("print(…, file=sys.stderr)") && fix.contains("fprintf(stderr"), "{fix}");
    });
}
