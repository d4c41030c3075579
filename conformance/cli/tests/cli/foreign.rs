//! Text of backends, reports and files that others wrote: it forges no line, commands no runner and moves no cursor.

use crate::github::followed;
use crate::support::{Done, ascertain, ascertain_with, folder};
use std::fs;

/// As JSON and TOML write it in a string.
const FORGED: &str = r"no\nforged: all\n::error::forged\n##[error]forged\u001b[2J\u202e";

/// Runs the program here and on a runner, and looks at what it prints.
fn harmless(arguments: &[&str]) -> Done {
    for variables in [&[][..], &[("GITHUB_ACTIONS", "true")]] {
        let done = ascertain_with(variables, arguments);
        for text in [&done.out, &done.err] {
            let what = format!("{arguments:?} {variables:?}: {text}");
            assert!(!text.contains("\u{1b}[2J") && !text.contains('\u{202e}'), "{what}");
            assert!(
                !text.lines().any(|line| line.starts_with("forged") || line.starts_with("::error::")),
                "{what}"
            );
            let own = |line: &&str| line.starts_with("::error title=ascertain");
            assert!(variables.is_empty() || followed(text).iter().all(own), "{what}");
        }
    }
    ascertain(arguments)
}

#[test]
fn a_backend_that_refuses_hello_forges_nothing() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let script =
        format!("read line\nprintf '%s\\n' '{{\"id\":0,\"failed\":{{\"message\":\"{FORGED}\"}}}}'\n");
    fs::write(at("evil.sh"), script).expect("a file");
    let (backend, report) = (format!("process:sh {}", at("evil.sh")), at("report.json"));
    let target = format!("json={report}");
    for arguments in [
        &["run", "-b", &backend, "--shard", "1/1", "--report", &target][..],
        &["run", "-b", &backend, "--quiet"],
        &["run", "-b", &backend, "-b", &backend, "--quiet"],
        &["run", "-b", &backend, "--verbose", "--report", "json=/dev/null"],
        &["observe", "-b", &backend],
        &["observe", "-b", &backend, "--format", "json"],
        &["doctor", "-b", &backend],
        &["bench", "-b", &backend, "--quick", "--dtypes", "f32", "--shapes", "2x2:0"],
        &["merge", &report],
        &["merge", &report, "--quiet"],
        &["compare", &report, &report],
        &["compare", &report, &report, &report],
    ] {
        let done = harmless(arguments);
        let is_shown = format!("{}{}", done.out, done.err).contains("forged");
        assert!(is_shown, "{arguments:?}");
    }
}

#[test]
fn files_of_others_forge_nothing() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let name = "x\nforged: all\n::error::forged\n##[error]forged\u{1b}[2J\u{202e}";
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(&format!("vectors/{name}.toml"), "forged = 1\n");
    write("keys.toml", &format!("\"{FORGED}\" = 1\n"));
    write("keys.json", &format!("{{\"version\": 1, \"suite\": \"{FORGED}\", \"{FORGED}\": 1}}"));
    write(
        "asked/index.json",
        &format!("{{\"version\": 1, \"suite\": \"{FORGED}\", \"{FORGED}\": 1, \"profile\": \"{FORGED}\"}}"),
    );
    let (keys, json) = (at("keys.toml"), at("keys.json"));
    for arguments in [
        &["list", "--vectors", &at("vectors")][..],
        &["replay", &keys],
        &["adopt", &keys, "--to", &at("adopted.toml")],
        &["run", "--known", &keys, "-f", "reinterpret"],
        &["run", "--profile", name],
        &["explain", name],
        &["merge", &json],
        &["compare", &json, &json],
        &["known", "write", &json],
        &["bench", "--show", &json],
    ] {
        harmless(arguments);
    }
}
