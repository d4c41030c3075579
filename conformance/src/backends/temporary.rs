//! Temporary files and folders, which go even if nothing else of the program ends as it should.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Those that were made. They have names that nothing else gets.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Remembers what was made at `path`, and is normally removed by whoever made it.
pub fn made(path: &Path) {
    MADE.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Removes what is left of them, for a program that ends at once.
pub fn remove_all() {
    for path in MADE.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        // Most are gone.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}
