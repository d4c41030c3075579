//! Loading shared libraries.

use libloading::Library;
use std::error::Error;
use std::path::Path;

/// Who can use the symbols of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbols {
    /// Only code that looks them up.
    Local,
    /// Also libraries that are loaded later.
    Global,
}

/// Loads the library at `path`. On Unix all symbols that it needs are resolved now, so that a missing one is reported
/// here and not during a call.
///
/// # Errors
/// The system's message, which is the source of `libloading`'s error.
pub(super) fn open(path: impl AsRef<Path>, symbols: Symbols) -> Result<Library, String> {
    let reason =
        |error: libloading::Error| error.source().map_or_else(|| error.to_string(), ToString::to_string);
    load(path.as_ref(), symbols).map_err(reason)
}

fn load(path: &Path, symbols: Symbols) -> Result<Library, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix;
        let visible = match symbols {
            Symbols::Local => unix::RTLD_LOCAL,
            Symbols::Global => unix::RTLD_GLOBAL,
        };
        // SAFETY: loading runs the library's initialisers, which cannot be checked. The user named the library in order
        // to run its code, in a process made for it.
        unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | visible) }.map(Into::into)
    }
    #[cfg(not(unix))]
    {
        let _ = symbols;
        // SAFETY: the user named the library in order to run its code, including its initialisers, in a process made
        // for it.
        unsafe { Library::new(path) }
    }
}
