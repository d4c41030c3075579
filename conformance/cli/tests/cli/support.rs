//! Runs the program, and backends for it.

pub(crate) use crate::cli::program::{Done, folder, run_by};
use serde_json::{Value, json};
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `ascertain` with these arguments, in an environment that says nothing about colours and runners.
pub(crate) fn ascertain(arguments: &str) -> Done {
    run_by(Command::new(env!("CARGO_BIN_EXE_ascertain")).args(words(arguments)))
}

/// The words of a command, as a shell finds them.
fn words(arguments: &str) -> Vec<String> {
    shlex::split(arguments).expect("quotes are closed")
}

/// A folder in which the program runs, with files for it. It is removed when this goes.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(folder())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where a file of this name is.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, and the folders to it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file of this test");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Whether there is something of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.at(name)).is_ok()
    }

    /// How many files are in a folder.
    pub(crate) fn count(&self, name: &str) -> usize {
        fs::read_dir(self.at(name)).expect("a folder").count()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `ascertain` here with these arguments.
    pub(crate) fn ascertain(&self, arguments: &str) -> Done {
        self.ascertain_with(&[], arguments)
    }

    /// The same with these variables too.
    pub(crate) fn ascertain_with(&self, variables: &[(&str, &str)], arguments: &str) -> Done {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ascertain"));
        let command = command.args(words(arguments)).envs(variables.iter().copied());
        run_by(command.current_dir(self.path()))
    }

    /// Types commands into a shell here, one after the other whatever comes of each. The last decides.
    #[cfg(unix)]
    pub(crate) fn shell(&self, commands: &str) -> Done {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let own = Path::new(env!("CARGO_BIN_EXE_ascertain")).parent().map(Path::to_owned);
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&others)));
        let mut shell = Command::new("sh");
        shell.args(["-c", commands]).env("PATH", path.expect("folders without `:`"));
        run_by(shell.current_dir(self.path()))
    }

    /// A backend in a shell script of this name.
    #[cfg(unix)]
    pub(crate) fn script(&self, name: &str, text: &str) -> String {
        self.write(&format!("{name}.sh"), text);
        format!("process:sh {name}.sh")
    }

    /// A backend for which every promotion gives f32, which most do not.
    #[cfg(unix)]
    pub(crate) fn always_f32(&self) -> String {
        let script = r#"read -r line
echo '{"id":0,"ok":{"protocol":1,"name":"f32","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}'
while read -r line; do
  case $line in *'"bye"'*) exit;; esac
  id=${line#*\"id\":}; id=${id%%,*}; answers=
  IFS='}'; set -f; set -- $line; unset IFS
  for part; do case $part in *'"lhs"'*) answers="$answers,{\"dtype\":\"f32\"}";; esac; done
  echo "{\"id\":$id,\"ok\":[${answers#,}]}"
done
"#;
        self.write("f32.sh", script);
        format!("process:sh {}", self.path().join("f32.sh").display())
    }

    /// A backend that answers every message with `reply`, after a hello that offers Tensor-Tensor promotion. The id 1 in the
    /// reply becomes that of the message.
    #[cfg(unix)]
    pub(crate) fn parrot(&self, reply: &str) -> String {
        self.parrot_of(HELLO, reply)
    }

    /// The same after another hello.
    #[cfg(unix)]
    pub(crate) fn parrot_of(&self, hello: &str, reply: &str) -> String {
        let reply = reply.replace(r#""id":1"#, r#""id":'$id'"#);
        let text = format!(
            "read line\necho '{hello}'\nwhile read line; do\ncase $line in *bye*) exit;; esac\n\
             id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}\necho '{reply}'\ndone\n"
        );
        self.script("parrot", &text)
    }
}

/// What a backend says that offers Tensor-Tensor promotion.
#[cfg(unix)]
pub(crate) const HELLO: &str = r#"{"id":0,"ok":{"protocol":1,"name":"parrot","version":"1","ops":{"promote":{"tables":["aclnn.tensor-tensor"]}}}}"#;

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit code {}\n{}{}", self.code, self.out, self.err)
    }
}

impl Done {
    /// The same, if this is its exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self}");
        self
    }

    /// The same, if its standard output has these words.
    #[track_caller]
    pub(crate) fn prints(self, words: &str) -> Self {
        assert!(self.out.contains(words), "`{words}` is not on standard output: {self}");
        self
    }

    /// The same, if its standard error has these words.
    #[track_caller]
    pub(crate) fn warns(self, words: &str) -> Self {
        assert!(self.err.contains(words), "`{words}` is not on standard error: {self}");
        self
    }

    /// Everything it has printed.
    pub(crate) fn said(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// A report without its time.
pub(crate) fn without_time(mut report: Value) -> Value {
    report["seconds"] = json!(0);
    report
}

/// Says that a test leaves something out: past libtest, which keeps what passing tests print.
pub(crate) fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// A page of docs/. None where this crate was packaged alone.
pub(crate) fn page(name: &str) -> Option<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).ok();
    if page.is_none() {
        skip(&format!("docs/{name} is not beside this crate, which was packaged alone"));
    }
    page
}
