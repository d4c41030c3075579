//! Backends that must not share the harness's memory: opened by a child process, which serves them.
//!
//! [`in_child`] is what the harness does, [`open`] what `ascertain host` does in the child. A wild write there costs
//! a verdict, not the run.

use super::{AclnnBackend, LibraryBackend, OpenError, Options, ProcessBackend, given};
use crate::report::edition_arguments;
use crate::timing::TimedBackend;
use ascertain::document::Editions;
use ascertain::reference::Reference;
use std::env;
use std::path::PathBuf;

/// The backend that `spec` names, as a child process that hosts it. Nothing is started yet.
#[must_use]
pub fn in_child(spec: &str, editions: &Editions, options: &Options) -> ProcessBackend {
    let mut command = vec![options.host.display().to_string(), "host".to_owned(), spec.to_owned()];
    for argument in edition_arguments(editions) {
        command.extend(argument.split(' ').map(str::to_owned));
    }
    ProcessBackend::new(command, editions.profile_name(), options.clone())
}

/// The backend that `spec` names, in this process: for the child that hosts it.
///
/// # Errors
/// When nothing that can be hosted is meant.
pub fn open(spec: &str, editions: &Editions) -> Result<Box<dyn TimedBackend>, OpenError> {
    match spec.split_once(':') {
        None if spec == "reference" => Ok(Box::new(Reference::new(editions.clone()))),
        None if spec == "aclnn" => Ok(Box::new(AclnnBackend::new("", editions))),
        Some(("aclnn", paths)) => Ok(Box::new(AclnnBackend::new(paths, editions))),
        Some(("lib", path)) => Ok(Box::new(LibraryBackend::new(given("lib", Some(path))?))),
        _ => Err(OpenError::NotHosted { spec: spec.to_owned() }),
    }
}

/// The program that hosts: this one where it is `ascertain`, else the one on PATH.
pub(super) fn program() -> PathBuf {
    let own = env::current_exe().ok().filter(|path| path.file_stem().is_some_and(|stem| stem == "ascertain"));
    own.unwrap_or_else(|| PathBuf::from("ascertain"))
}
