//! The registry of backends, and opening one by what a person writes after `--backend`.

use super::kind::{BackendKind, OpenError, Spec};
use super::options::Options;
use crate::backends::timing::TimedBackend;
use ascertain::document::Editions;

/// Every kind of backend. A new one is a module with its [`BackendKind`] and one line here.
pub const KINDS: &[&BackendKind] = &[
    &super::reference::KIND,
    &super::process::KIND,
    &super::library::KIND,
    &super::offline::KIND,
    &super::aclnn::KIND,
    &super::python::SCRIPT,
    &super::python::NUMPY,
    &super::python::TORCH,
    &super::python::JAX,
    &super::python::MINDSPORE,
    &super::python::TENSORFLOW,
    &super::python::PADDLE,
    &super::python::TINYGRAD,
    &super::python::MLX,
    &super::python::ARRAY_API_STRICT,
];

/// The backend that `spec` names. Nothing is started yet.
///
/// `editions` decide what the reference answers; other backends are told the name of their profile.
///
/// # Errors
/// When `spec` names no backend.
pub fn open(spec: &str, editions: &Editions, options: &Options) -> Result<Box<dyn TimedBackend>, OpenError> {
    let kind = kind(spec).ok_or_else(|| unknown(&Spec::new(spec)))?;
    (kind.open)(&Spec::new(spec), editions, options)
}

/// The kind of the backend that `spec` names, if there is such a kind.
#[must_use]
pub fn kind(spec: &str) -> Option<&'static BackendKind> {
    let spec = Spec::new(spec);
    KINDS.iter().copied().find(|kind| kind.name == spec.kind)
}

/// The backend that `spec` names, in this process: what `ascertain host` serves. Nothing is started yet.
///
/// # Errors
/// When `spec` names no backend, or one that cannot be hosted.
pub fn open_hosted(spec: &str, editions: &Editions) -> Result<Box<dyn TimedBackend>, OpenError> {
    let (host, spec) = (kind(spec).and_then(|kind| kind.host), Spec::new(spec));
    let not_hosted = || OpenError::Unusable(format!("`{}` cannot run in a host process", spec.text));
    let host = host.ok_or_else(not_hosted)?;
    host(&spec, editions)
}

fn unknown(spec: &Spec<'_>) -> OpenError {
    let forms = KINDS.iter().map(|kind| kind.form).collect();
    OpenError::Unknown { spec: spec.text.to_owned(), forms }
}

#[cfg(test)]
mod tests {
    use super::KINDS;

    #[test]
    fn names_are_unique_and_begin_their_forms() {
        for (at, kind) in KINDS.iter().enumerate() {
            assert!(kind.form.starts_with(kind.name), "{}", kind.form);
            assert!(KINDS[..at].iter().all(|other| other.name != kind.name), "{}", kind.name);
        }
    }
}
