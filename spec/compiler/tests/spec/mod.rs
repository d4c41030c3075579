//! Loading and checking, tested on the committed specification and on small edits of it.

mod added;
mod broken;
mod committed;

#[path = "../committed/mod.rs"]
mod committed_files;
mod common;
mod implied;
mod rendering;
mod sentences;
mod variation;
