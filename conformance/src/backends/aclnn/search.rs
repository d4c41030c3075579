//! Finding the libraries of the interface, and error messages when they are missing.

use std::env;
use std::path::Path;

/// CANN's libraries. Each entry is one library with its possible names, the newest first.
const CANN: [&[&str]; 3] = [&["libascendcl.so"], &["libnnopbase.so"], &["libopapi_math.so", "libopapi.so"]];

/// The environment variable with the toolkit's folder.
const HOME: &str = "ASCEND_HOME_PATH";

/// The libraries that the user chose by the text after `aclnn:`: paths separated by `,` or `:`; none for the installed CANN.
pub(super) fn chosen(text: &str) -> Vec<String> {
    let paths = text.split([',', ':']).map(str::trim).filter(|path| !path.is_empty());
    paths.map(located).collect()
}

/// The full path of an existing file, even if written without a slash. Any other name is left to the system's search.
fn located(path: &str) -> String {
    let found = Path::new(path).canonicalize().ok();
    found.map_or_else(|| path.to_owned(), |path| path.display().to_string())
}

/// Loads the chosen libraries. Returns each with the name that it was found under.
///
/// # Errors
/// A message with everything that was tried, the reasons, and what to set.
pub(super) fn load<L>(
    chosen: &[String],
    open: impl Fn(&str) -> Result<L, String>,
) -> Result<Vec<(String, L)>, String> {
    load_from(chosen, env::var(HOME).ok().filter(|home| !home.is_empty()).as_deref(), open)
}

fn load_from<L>(
    chosen: &[String],
    home: Option<&str>,
    open: impl Fn(&str) -> Result<L, String>,
) -> Result<Vec<(String, L)>, String> {
    if chosen.is_empty() {
        return system(home, open);
    }
    let load = |path: &String| match open(path) {
        Ok(library) => Ok((path.clone(), library)),
        Err(why) if path.contains('/') => Err(format!("cannot load {path}: {why}")),
        Err(why) => Err(format!(
            "cannot load {path}: {why}; it is neither in this folder nor in one of LD_LIBRARY_PATH"
        )),
    };
    chosen.iter().map(load).collect()
}

fn system<L>(
    home: Option<&str>,
    open: impl Fn(&str) -> Result<L, String>,
) -> Result<Vec<(String, L)>, String> {
    let mut loaded = Vec::new();
    for names in CANN {
        let mut tried = Vec::new();
        let homes = home.map(|home| names.iter().map(move |name| format!("{home}/lib64/{name}")));
        let places = homes.into_iter().flatten().chain(names.iter().map(|name| (*name).to_owned()));
        let mut found = None;
        for place in places {
            match open(&place) {
                Ok(library) => {
                    found = Some((place, library));
                    break;
                }
                Err(why) => tried.push(format!("{place} ({why})")),
            }
        }
        let missing =
            || format!("cannot load CANN's {}; tried {}; {}", names[0], tried.join(", "), advice(home));
        loaded.push(found.ok_or_else(missing)?);
    }
    Ok(loaded)
}

fn advice(home: Option<&str>) -> String {
    let set = match home {
        Some(home) => format!("check that {HOME}, {home}, is the toolkit's folder"),
        None => format!("set {HOME} to the toolkit's folder"),
    };
    format!(
        "{set}. Its set_env.sh sets it, and LD_LIBRARY_PATH, which the libraries need. \
         Or name the libraries, as in aclnn:/path/to/libascertain_aclnn.so"
    )
}

/// The message when no library has a function.
pub(super) fn lacks(chosen: &[String], function: &str, libraries: &[String]) -> String {
    let hint = match chosen {
        [] => "the toolkit may be older than the operator",
        _ => "name all libraries of the interface, separated by `,`",
    };
    format!("no function {function} in {}; {hint}", libraries.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_separated_by_commas_or_colons() {
        assert_eq!(chosen("/a/libx.so,/b/liby.so:libz.so"), ["/a/libx.so", "/b/liby.so", "libz.so"]);
        assert!(chosen("").is_empty() && chosen(" , ").is_empty());
    }

    #[test]
    fn the_toolkits_folder_goes_before_the_systems_path() {
        let names = |result: Result<Vec<(String, ())>, String>| {
            result.map(|loaded| loaded.into_iter().map(|(name, ())| name).collect::<Vec<_>>())
        };
        let everything = names(load_from(&[], Some("/cann"), |_| Ok(())));
        let home = |name| format!("/cann/lib64/{name}");
        let three = ["libascendcl.so", "libnnopbase.so", "libopapi_math.so"].map(home).to_vec();
        assert_eq!(everything, Ok(three));
        // An older toolkit, on the system's path alone.
        let older = |name: &str| match name {
            "libascendcl.so" | "libnnopbase.so" | "libopapi.so" => Ok(()),
            _ => Err("no such file".to_owned()),
        };
        let found = names(load_from(&[], Some("/cann"), older));
        assert_eq!(
            found,
            Ok(["libascendcl.so", "libnnopbase.so", "libopapi.so"].map(str::to_owned).to_vec())
        );
    }

    #[test]
    fn what_is_missing_is_told_with_all_that_was_tried_and_what_to_set() {
        let nothing = |_: &str| Err::<(), _>("no such file".to_owned());
        let why = load_from(&[], None, nothing).expect_err("nothing there");
        for part in
            ["libascendcl.so (no such file)", "set ASCEND_HOME_PATH", "LD_LIBRARY_PATH", "aclnn:/path"]
        {
            assert!(why.contains(part), "{why}");
        }
        let why = load_from(&[], Some("/cann"), nothing).expect_err("nothing there");
        assert!(why.contains("/cann/lib64/libascendcl.so (no such file)"), "{why}");
        let why = load_from(&["./mine.so".into()], None, nothing).expect_err("nothing there");
        assert_eq!(why, "cannot load ./mine.so: no such file");
    }
}
