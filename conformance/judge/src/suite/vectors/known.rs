//! The names in the vectors of this crate, looked up while it is compiled: one that nothing has stops the build, with
//! words on what and where.

use ascertain::DType;
use ascertain::contract::{ArgumentKind, OPERATORS, Operator};
use ascertain::document::STATUSES;

/// An operator's name.
pub(super) const fn operator(name: &str, or: &str) {
    let _ = found(name, or);
}

/// A requirement of an operator, in the first edition of its document.
pub(super) const fn requirement(operator: &str, id: &str, or: &str) {
    let requirements = found(operator, or).contracts[0].requirements;
    let mut at = 0;
    while at < requirements.len() {
        if same(requirements[at].id, id) {
            return;
        }
        at += 1;
    }
    panic!("{}", or)
}

/// An argument of an operator, and what it holds.
pub(super) const fn argument(operator: &str, name: &str, kind: ArgumentKind, or: &str) {
    let arguments = found(operator, or).arguments;
    let mut at = 0;
    while at < arguments.len() {
        if same(arguments[at].name, name) && arguments[at].kind as u8 == kind as u8 {
            return;
        }
        at += 1;
    }
    panic!("{}", or)
}

/// A dtype, and how many hexadecimal digits an element takes; 0 where none are written.
pub(super) const fn dtype(name: &str, digits: usize, or: &str) {
    let mut at = 0;
    while at < DType::ALL.len() {
        if same(DType::ALL[at].name(), name) && (digits == 0 || digits == 2 * DType::ALL[at].size()) {
            return;
        }
        at += 1;
    }
    panic!("{}", or)
}

/// A status, by its name or other spelling.
pub(super) const fn status(name: &str, or: &str) {
    let mut at = 0;
    while at < STATUSES.len() {
        let status = &STATUSES[at];
        let mut other = 0;
        while other < status.also.len() {
            if same(status.also[other], name) {
                return;
            }
            other += 1;
        }
        if same(status.name, name) {
            return;
        }
        at += 1;
    }
    panic!("{}", or)
}

const fn found(name: &str, or: &str) -> &'static Operator {
    let mut at = 0;
    while at < OPERATORS.len() {
        if same(OPERATORS[at].name, name) {
            return OPERATORS[at];
        }
        at += 1;
    }
    panic!("{}", or)
}

/// `a == b`, in constants too.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
