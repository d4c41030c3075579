//! Manual pages and completions of both programs.

use crate::keeper::support::{folder, keeper, utf8};
use std::fs;

#[test]
fn every_command_has_a_page_and_every_shell_its_completions() {
    let folder = folder();
    let share = folder.path().join("share");
    for _ in 0..2 {
        assert_eq!(keeper(&["manual", utf8(&share)]).code, 0);
    }
    for file in [
        "man/man1/ascertain-run.1",
        "man/man1/ascertain-spec-import.1",
        "bash-completion/completions/ascertain.bash",
        "fish/vendor_completions.d/ascertain-spec.fish",
        "zsh/site-functions/_ascertain",
    ] {
        let text = fs::read_to_string(share.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(text.contains("ascertain"), "{file}");
    }
    let bash =
        fs::read_to_string(share.join("bash-completion/completions/ascertain.bash")).expect("checked above");
    for value in ["array_api_strict", "aclnn.tensor-tensor", "junit"] {
        assert!(bash.contains(value), "{value} is not proposed");
    }
}
