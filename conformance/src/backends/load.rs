//! Loading shared libraries.

use libloading::Library;
use std::env::consts::ARCH;
use std::error::Error;
use std::fs::File;
use std::io::Read;
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
/// The system's message, which is the source of `libloading`'s error, and what to do.
pub(super) fn open(path: impl AsRef<Path>, symbols: Symbols) -> Result<Library, String> {
    let path = path.as_ref();
    let reason =
        |error: libloading::Error| error.source().map_or_else(|| error.to_string(), ToString::to_string);
    load(path, symbols).map_err(|error| explained(path, &reason(error)))
}

/// The system's message about a library, without its path, and what to do.
fn explained(path: &Path, said: &str) -> String {
    let said = said.strip_prefix(&format!("{}: ", path.display())).unwrap_or(said);
    let said =
        format!("{said}{}", advice(path, said).map_or_else(String::new, |advice| format!("; {advice}")));
    match foreign_build(path) {
        // The system says of such a file that it is not there, or that its header is wrong.
        Some(what) => format!("{what} ({said})"),
        None => said,
    }
}

fn advice(path: &Path, said: &str) -> Option<String> {
    if said.contains("undefined symbol") {
        Some("link the object or library that defines it; `c++filt` makes names of C++ readable".to_owned())
    } else if said.contains("cannot open shared object file")
        && path.is_file()
        && foreign_build(path).is_none()
    {
        let path = path.display();
        Some(format!(
            "{path} needs that library: add its folder to LD_LIBRARY_PATH, or link with -Wl,-rpath,FOLDER; `ldd {path}` \
             lists what is missing"
        ))
    } else if said.contains("version `") {
        Some("build it on this system, whose libraries are older".to_owned())
    } else {
        None
    }
}

/// Why a file cannot be a library of this machine, judging by its first bytes.
#[cfg(target_os = "linux")]
fn foreign_build(path: &Path) -> Option<String> {
    const MACHINES: [(u16, &str); 5] =
        [(3, "x86"), (40, "arm"), (62, "x86_64"), (183, "aarch64"), (243, "riscv64")];
    let mut header = Vec::new();
    File::open(path).and_then(|file| file.take(20).read_to_end(&mut header)).ok()?;
    let [0x7f, b'E', b'L', b'F', .., low, high] = header[..] else {
        return Some("it is not a shared library; `cc -shared -fPIC` builds one".to_owned());
    };
    // The last two of these bytes are the number of the processor.
    let (_, name) = MACHINES.iter().find(|(number, _)| *number == u16::from_le_bytes([low, high]))?;
    (*name != ARCH).then(|| format!("it is built for {name}, but this machine is {ARCH}: build it here"))
}

#[cfg(not(target_os = "linux"))]
fn foreign_build(_: &Path) -> Option<String> {
    None
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
