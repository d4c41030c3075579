//! Loading shared libraries.

use libloading::{Error, Library};
use std::path::Path;

/// Who sees the symbols of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbols {
    /// Only whoever looks them up.
    Local,
    /// The libraries that are loaded later too.
    Global,
}

/// Loads the library at `path`. On Unix all symbols that it needs are resolved now, so that a missing one is reported
/// here and not during some call.
pub(super) fn open(path: impl AsRef<Path>, symbols: Symbols) -> Result<Library, Error> {
    let path = path.as_ref();
    #[cfg(unix)]
    {
        use libloading::os::unix;
        let visible = match symbols {
            Symbols::Local => unix::RTLD_LOCAL,
            Symbols::Global => unix::RTLD_GLOBAL,
        };
        // SAFETY: the initialisers of the library run, and nobody can check them. A person named the library in order
        // to run its code, in a process that is made for it.
        unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | visible) }.map(Into::into)
    }
    #[cfg(not(unix))]
    {
        let _ = symbols;
        // SAFETY: a person named the library in order to run its code, initialisers included, in a process that is made
        // for it.
        unsafe { Library::new(path) }
    }
}
