//! Runs the program, and backends for it.

#[cfg(unix)]
pub(crate) use crate::program::always_f32;
pub(crate) use crate::program::{Done, folder, run_by};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `ascertain` with these arguments, in an environment that says nothing about colours and runners.
pub(crate) fn ascertain(arguments: &[&str]) -> Done {
    ascertain_with(&[], arguments)
}

/// The same with these variables too.
pub(crate) fn ascertain_with(variables: &[(&str, &str)], arguments: &[&str]) -> Done {
    run_by(Command::new(env!("CARGO_BIN_EXE_ascertain")).args(arguments).envs(variables.iter().copied()))
}

/// A backend that answers every message with `reply`, after a hello that offers Tensor-Tensor promotion. The id 1 in the
/// reply becomes that of the message.
#[cfg(unix)]
pub(crate) fn parrot(folder: &Path, reply: &str) -> String {
    let hello = r#"{"id":0,"ok":{"protocol":1,"name":"parrot","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;
    let reply = reply.replace(r#""id":1"#, r#""id":'$id'"#);
    let script = format!(
        "read line\necho '{hello}'\nwhile read line; do\ncase $line in *bye*) exit;; esac\n\
         id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}\necho '{reply}'\ndone\n"
    );
    let path: PathBuf = folder.join("parrot.sh");
    fs::write(&path, script).expect("a file in the temporary folder");
    format!("process:sh {}", path.display())
}
