//! Text of backends, reports and files that others wrote: it forges no line, commands no runner and moves no cursor.

use crate::cli::github::followed;
use crate::cli::support::{Done, Place};
use ascertain_conformance::results::quoted;

/// As JSON and TOML write it in a string.
const FORGED: &str = r"no\nforged: all\n::error::forged\n##[error]forged\u001b[2J\u202e";

/// Runs the program on a runner and elsewhere, and looks at what it prints.
fn harmless(place: &Place, arguments: &str) -> Done {
    let run = |variables: &[(&str, &str)]| {
        let done = place.ascertain_with(variables, arguments);
        for text in [&done.out, &done.err] {
            let what = format!("{arguments} {variables:?}: {text}");
            assert!(!text.contains("\u{1b}[2J") && !text.contains('\u{202e}'), "{what}");
            let forged = |line: &str| line.starts_with("forged") || line.starts_with("::error::");
            assert!(!text.lines().any(forged), "{what}");
            let own = |line: &&str| line.starts_with("::error title=ascertain");
            assert!(variables.is_empty() || followed(text).iter().all(own), "{what}");
        }
        done
    };
    run(&[("GITHUB_ACTIONS", "true")]);
    run(&[])
}

#[test]
fn a_backend_that_refuses_hello_forges_nothing() {
    let place = Place::new();
    let evil = place.script(
        "evil",
        &format!("read line\nprintf '%s\\n' '{{\"id\":0,\"failed\":{{\"message\":\"{FORGED}\"}}}}'\n"),
    );
    for arguments in [
        "run -b EVIL -f reinterpret --fuzz 0 --shard 1/1 --report json=report.json",
        "run -b EVIL -f reinterpret --fuzz 0 --quiet",
        "run -b EVIL -b EVIL -f reinterpret --fuzz 0 --quiet",
        "run -b EVIL -f reinterpret --fuzz 0 --verbose --report json=/dev/null",
        "observe -b EVIL",
        "observe -b EVIL --format json",
        "doctor -b EVIL",
        "bench -b EVIL --quick --dtypes f32 --operators add",
        "merge report.json",
        "merge report.json --quiet",
        "compare report.json report.json",
        "compare report.json report.json report.json",
    ] {
        let done = harmless(&place, &arguments.replace("EVIL", &quoted(&evil)));
        assert!(done.said().contains("forged"), "{arguments}: {done}");
    }
}

#[test]
fn files_of_others_forge_nothing() {
    let place = Place::new();
    let name = "x\nforged: all\n::error::forged\n##[error]forged\u{1b}[2J\u{202e}";
    place.write(&format!("vectors/{name}.toml"), "forged = 1\n");
    place.write("keys.toml", &format!("\"{FORGED}\" = 1\n"));
    place.write("keys.json", &format!("{{\"version\": 1, \"suite\": \"{FORGED}\", \"{FORGED}\": 1}}"));
    place.write(
        "asked/index.json",
        &format!("{{\"version\": 1, \"suite\": \"{FORGED}\", \"{FORGED}\": 1, \"profile\": \"{FORGED}\"}}"),
    );
    for arguments in [
        "list --vectors vectors",
        "replay keys.toml",
        "adopt keys.toml --to adopted.toml",
        "run --known keys.toml -f reinterpret",
        "run --profile NAME",
        "explain NAME",
        "merge keys.json",
        "compare keys.json keys.json",
        "known write keys.json",
        "bench --against keys.json",
    ] {
        harmless(&place, &arguments.replace("NAME", &quoted(name)));
    }
}
