//! Environment variables that choose how the library behaves. `aclInit` reads them.
//!
//! | variable | means |
//! |---|---|
//! | `ASCERTAIN_ACLNN_PROFILE` | the profile: `documented` (default), `latest`, `code` |
//! | `ASCERTAIN_ACLNN_EDITION` | editions of single documents, separated by commas: `aclnn.cumprod=2026-07,aclnn.add=2026-07`; one without a document is of `aclnn.cumprod` |
//! | `ASCERTAIN_ACLNN_WORKSPACE` | bytes of workspace that phase one asks for and phase two overwrites; default 0 |
//! | `ASCERTAIN_ACLNN_STRICT_STREAM` | `1`: work waits for `aclrtSynchronizeStream`; until then its memory cannot be copied or freed |
//! | `ASCERTAIN_ACLNN_LEAKS` | `1`: `aclFinalize` lists what was not destroyed or freed on standard error; `fail`: it also returns 500000 |

use crate::status::{Outcome, Refusal, acl_status};
use ascertain::document::Editions;
use std::env;

/// The document that an edition without one is of.
const DOCUMENT: &str = "aclnn.cumprod";

/// What the environment variables say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The editions to follow.
    pub editions: Editions,
    /// Bytes of workspace to ask for.
    pub workspace: u64,
    /// Whether work waits for the stream to be synchronised.
    pub strict_stream: bool,
    /// What `aclFinalize` does about leaks.
    pub leaks: Leaks,
}

/// What `aclFinalize` does about tensors, memory and the like that were not destroyed or freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaks {
    /// Nothing.
    #[default]
    Ignore,
    /// It lists them.
    Report,
    /// It lists them and fails.
    Fail,
}

impl Options {
    /// Reads the options; `value` returns the value of a variable.
    fn read(value: impl Fn(&str) -> Option<String>) -> Outcome<Self> {
        let mut options = Self::default();
        let mut set = |name: &str, read: fn(&mut Self, &str) -> Result<(), String>| {
            let said = value(name).map_or(Ok(()), |text| read(&mut options, &text));
            let wrong = |what| format!("environment variable {name}: {what}");
            said.map_err(|what| Refusal::new(acl_status::INVALID_PARAM, wrong(what)))
        };
        set("ASCERTAIN_ACLNN_PROFILE", |options, name| {
            options.editions = Editions::profile(name).map_err(|why| why.to_string())?;
            Ok(())
        })?;
        set("ASCERTAIN_ACLNN_EDITION", |options, names| {
            for name in names.split(',') {
                let (document, name) = name.split_once('=').unwrap_or((DOCUMENT, name));
                let chosen = options.editions.clone().with(document, name);
                options.editions = chosen.map_err(|why| why.to_string())?;
            }
            Ok(())
        })?;
        set("ASCERTAIN_ACLNN_WORKSPACE", |options, bytes| {
            let wrong = |_| format!("`{bytes}` is not a number of bytes; write, for example, 4096");
            options.workspace = bytes.parse().map_err(wrong)?;
            Ok(())
        })?;
        set("ASCERTAIN_ACLNN_STRICT_STREAM", |options, text| {
            options.strict_stream = match text {
                "" | "0" => false,
                "1" => true,
                other => return Err(format!("`{other}` is not 0 or 1")),
            };
            Ok(())
        })?;
        set("ASCERTAIN_ACLNN_LEAKS", |options, text| {
            options.leaks = match text {
                "" | "0" => Leaks::Ignore,
                "1" => Leaks::Report,
                "fail" => Leaks::Fail,
                other => return Err(format!("`{other}` is not 0, 1 or fail")),
            };
            Ok(())
        })?;
        Ok(options)
    }

    /// The options of this process's environment.
    pub(crate) fn from_environment() -> Outcome<Self> {
        Self::read(|name| env::var(name).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Outcome<Options> {
        Options::read(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    #[test]
    fn nothing_set_is_the_documents_first_editions() {
        assert_eq!(read(&[]), Ok(Options::default()));
    }

    #[test]
    fn an_edition_overrides_the_profile() {
        let read =
            read(&[("ASCERTAIN_ACLNN_PROFILE", "latest"), ("ASCERTAIN_ACLNN_EDITION", "code-2026-08")]);
        let edition = read.map(|options| {
            options
                .editions
                .iter()
                .find(|(document, _)| document.id == DOCUMENT)
                .map(|(_, edition)| edition.name)
        });
        assert_eq!(edition, Ok(Some("code-2026-08")));
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        for (name, value, says) in [
            ("ASCERTAIN_ACLNN_PROFILE", "newest", "there are: documented, latest, code"),
            ("ASCERTAIN_ACLNN_EDITION", "8.3", "it has: cann-8.3.rc1, 2026-03"),
            ("ASCERTAIN_ACLNN_WORKSPACE", "1k", "not a number of bytes"),
            ("ASCERTAIN_ACLNN_STRICT_STREAM", "yes", "not 0 or 1"),
            ("ASCERTAIN_ACLNN_LEAKS", "2", "not 0, 1 or fail"),
        ] {
            let message = read(&[(name, value)]).map_err(|refusal| refusal.message);
            assert!(message.as_ref().is_err_and(|m| m.contains(name) && m.contains(says)), "{message:?}");
        }
    }
}
