//! Backends in a child process of `ascertain host`, because they must not share the harness's memory.
//!
//! A wild write there costs one verdict, not the run.

use super::options::Options;
use super::process::ProcessBackend;
use crate::results::edition_arguments;
use ascertain::document::Editions;

/// The backend that `spec` names, in a child process that hosts it. Nothing is started yet.
#[must_use]
pub(super) fn in_child(spec: &str, editions: &Editions, options: &Options) -> ProcessBackend {
    let mut command = vec![options.host.display().to_string(), "host".to_owned(), spec.to_owned()];
    for argument in edition_arguments(editions) {
        command.extend(argument.split(' ').map(str::to_owned));
    }
    ProcessBackend::new(command, editions.profile_name(), options.clone()).named(spec)
}
