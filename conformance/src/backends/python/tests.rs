use super::{PACKAGE, SOURCES, folder};
use std::fs;
use std::path::Path;

/// In a process of its own, whose umask takes nothing away: a umask is of the whole process.
#[cfg(unix)]
#[test]
fn the_folder_is_closed_to_others_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    const CHILD: &str = "ASCERTAIN_TEST_UMASK";
    if std::env::var_os(CHILD).is_some() {
        let folder = folder().expect("a folder for temporary files");
        let mode = fs::metadata(folder.path()).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o7777, 0o700, "{mode:o}");
        return;
    }
    let program = std::env::current_exe().expect("this test program");
    let name = "the_folder_is_closed_to_others_whatever_the_umask";
    for umask in ["000", "002", "022"] {
        let script = format!("umask {umask}; exec \"$@\"");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(&program).arg(name).env(CHILD, "1");
        let done = command.output().expect("a shell");
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && said.contains("1 passed"), "umask {umask}: {said}");
    }
}

#[test]
fn the_package_is_here_as_it_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python").join(PACKAGE);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder of this crate")
        .map(|entry| entry.expect("a readable folder").file_name().to_string_lossy().into_owned())
        .filter(|name| {
            name.ends_with(".py")
                && !["conformance.py", "program.py", "pytest_plugin.py"].contains(&name.as_str())
        })
        .collect();
    names.sort();
    assert_eq!(names, SOURCES.map(|(name, _)| name), "list every module but those that start the program");
}
