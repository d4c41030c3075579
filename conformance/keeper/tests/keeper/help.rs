//! What `--help` shows.

use crate::keeper::support::keeper;

#[test]
fn help_and_version_are_results() {
    for arguments in [&["--help"][..], &["--version"], &["import", "--help"], &["help", "selftest"]] {
        let done = keeper(arguments);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{arguments:?}");
    }
    assert_eq!(keeper(&[]).code, 2, "no command is a wrong command line");
    assert!(keeper(&["imprt"]).err.contains("import"));
}
