//! A panic inside the library becomes a code and a message, and the library keeps working.

mod support;

use ascertain::Tensor;
use ascertain::backend::Rejection;
use ascertain::call::Invocation;
use ascertain::document::Editions;
use ascertain_aclnn::rules::Documented;
use ascertain_aclnn::{Decision, Rules, aclnnInplaceCumprod, install};
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use support::{dim, message, plan, read, start, vector};

/// Panics the first time that each phase asks it.
struct Once {
    decided: AtomicU32,
    computed: AtomicU32,
}

impl Rules for Once {
    fn decide(&self, editions: &Editions, call: &Invocation) -> Decision {
        assert!(self.decided.fetch_add(1, Ordering::Relaxed) > 0, "the first decision");
        Documented.decide(editions, call)
    }

    fn compute(&self, editions: &Editions, call: &Invocation) -> Result<Vec<Tensor>, Rejection> {
        assert!(self.computed.fetch_add(1, Ordering::Relaxed) > 0, "the first result");
        Documented.compute(editions, call)
    }
}

static ONCE: Once = Once { decided: AtomicU32::new(0), computed: AtomicU32::new(0) };

#[test]
fn a_panic_becomes_a_code_and_the_library_works_on() {
    install(&ONCE);
    start();
    let (memory, tensor) = vector(&[1.0, 2.0, 3.0]);
    let dim = dim(0);
    let (code, executor) = plan(tensor, dim);
    assert_eq!((code, executor.is_null()), (561_000, true));
    assert!(
        message().contains("a bug in this library, please report it: the first decision"),
        "{}",
        message()
    );
    let (code, executor) = plan(tensor, dim);
    assert_eq!(code, 0, "{}", message());
    assert_eq!(aclnnInplaceCumprod(ptr::null_mut(), 0, executor, ptr::null_mut()), 561_000);
    assert!(message().contains("the first result"), "{}", message());
    assert_eq!(read(memory, 3), [1.0, 2.0, 3.0], "nothing was written");
    let (code, executor) = plan(tensor, dim);
    assert_eq!(code, 0, "{}", message());
    assert_eq!(aclnnInplaceCumprod(ptr::null_mut(), 0, executor, ptr::null_mut()), 0, "{}", message());
    assert_eq!(read(memory, 3), [1.0, 2.0, 6.0]);
}
