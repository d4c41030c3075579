//! Runs the program and reads what it prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the program did.
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `ascertain` with these arguments, in an environment that says nothing about colours and runners.
pub(crate) fn ascertain(arguments: &[&str]) -> Done {
    ascertain_with(&[], arguments)
}

/// The same with these variables too.
pub(crate) fn ascertain_with(variables: &[(&str, &str)], arguments: &[&str]) -> Done {
    run_by(Command::new(env!("CARGO_BIN_EXE_ascertain")).args(arguments).envs(variables.iter().copied()))
}

/// The same, by a command that ends in the program.
pub(crate) fn run_by(command: &mut Command) -> Done {
    for variable in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"]
    {
        if command.get_envs().all(|(name, _)| name != variable) {
            command.env_remove(variable);
        }
    }
    let Output { status, stdout, stderr } = command.output().expect("the program was built");
    Done {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8(stdout).expect("UTF-8 on stdout"),
        err: String::from_utf8(stderr).expect("UTF-8 on stderr"),
    }
}

impl Done {
    /// Standard output, read as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in {}\n{}", self.out, self.err))
    }
}

/// A folder that is removed when this goes.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
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

/// A backend for which every promotion gives f32, which most do not.
#[cfg(unix)]
pub(crate) fn always_f32(folder: &Path) -> String {
    let script = r#"read -r line
echo '{"id":0,"ok":{"protocol":1,"name":"f32","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}'
while read -r line; do
  case $line in *'"bye"'*) exit;; esac
  id=${line#*\"id\":}; id=${id%%,*}; answers=
  while [ "$line" != "${line#*\"lhs\"}" ]; do line=${line#*\"lhs\"}; answers="$answers,{\"dtype\":\"f32\"}"; done
  echo "{\"id\":$id,\"ok\":[${answers#,}]}"
done
"#;
    let path = folder.join("f32.sh");
    fs::write(&path, script).expect("a file can be written");
    format!("process:sh {}", path.display())
}
