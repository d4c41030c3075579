//! Reading files that somebody else wrote.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most bytes of a file, unless somebody asks for more: reading one takes many times its length in memory.
static LIMIT: AtomicU64 = AtomicU64::new(64 << 20);

/// Most bytes of a file: vectors, reports, answers.
pub fn limit() -> u64 {
    LIMIT.load(Ordering::Relaxed)
}

/// Changes [`limit`].
pub fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Reads a regular file of at most `limit` bytes. A pipe or a device may never end.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is longer.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Before it is opened, since opening a pipe waits for its writer.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let too_long = || {
        let more = if limit == self::limit() { "; --max-file SIZE reads longer ones" } else { "" };
        io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {limit} bytes{more}"))
    };
    // First of all: a file with holes takes more memory than it takes of the disk.
    if about.len() > limit {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // One more byte than allowed: it may grow while it is read.
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Reads a regular file of UTF-8 text, of at most [`limit`] bytes.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, limit())?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests;
